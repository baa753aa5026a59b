process EXONWEAVE_ANNOTATE {
    tag "${meta.id}"
    label 'process_high'

    conda "${moduleDir}/environment.yml"
    // BUILD: as bioconda's package is called once it is there (docs/develop/packages.md)
    container "${workflow.containerEngine in ['singularity', 'apptainer'] && !task.ext.singularity_pull_docker_container
        ? 'https://depot.galaxyproject.org/singularity/exonweave:0.2.0--BUILD'
        : 'biocontainers/exonweave:0.2.0--BUILD'}"

    input:
    tuple val(meta), path(genome), path(index), path(proteins, stageAs: 'proteins*/*'), path(candidates, stageAs: 'candidates*/*'), path(splice_model, stageAs: 'splice_model/*'), path(completeness, stageAs: 'completeness/*'), path(gene_model, stageAs: 'gene_model/*')

    output:
    tuple val(meta), path("${prefix}/genes.gff3.gz")         , emit: gff
    tuple val(meta), path("${prefix}/genes.gtf.gz")          , emit: gtf
    tuple val(meta), path("${prefix}/genes.bed.gz")          , emit: bed
    tuple val(meta), path("${prefix}/genes.pep.fa.gz")       , emit: proteins
    tuple val(meta), path("${prefix}/genes.cds.fa.gz")       , emit: cds
    tuple val(meta), path("${prefix}/alignments.gff3.gz")    , emit: alignments
    tuple val(meta), path("${prefix}/unplaced.tsv")          , emit: unplaced
    tuple val(meta), path("${prefix}/completeness.tsv")      , emit: completeness
    tuple val(meta), path("${prefix}/splice-model.yaml")     , emit: splice_model
    tuple val(meta), path("${prefix}/gene-model.yaml")       , emit: gene_model, optional: true
    tuple val(meta), path("${prefix}/run.json")              , emit: summary
    tuple val(meta), path("${prefix}/exonweave_mqc.json")    , emit: multiqc
    tuple val(meta), path("${prefix}/report.html")           , emit: report
    tuple val(meta), path("${prefix}/*.{tbi,csi}")           , emit: index
    tuple val(meta), path("${prefix}/{hints.gff,training.gtf,evm.gff3,alignments.paf,miniprot.gff}.gz"), emit: also, optional: true
    tuple val("${task.process}"), val('exonweave'), eval("exonweave --version"), topic: versions, emit: versions_exonweave

    when:
    task.ext.when == null || task.ext.when

    script:
    // args: on which results depend; args2: those that change no result, such as --engine.
    def args = task.ext.args ?: ''
    def args2 = task.ext.args2 ?: ''
    def inputs = [
        "${genome}",
        "${proteins}",
        [candidates].flatten().collect { name -> "--candidates ${name}" },
        splice_model ? "--splice-model ${splice_model}" : [],
        completeness ? "--completeness ${completeness}" : [],
        gene_model ? "--gene-model ${gene_model}" : []
    ].flatten().join(' ')
    def memory = task.memory ? "--memory ${task.memory.toMega() - 200}M" : ''
    def engine = task.accelerator ? '--engine cuda' : ''
    prefix = task.ext.prefix ?: "${meta.id}"
    // Each try has a directory of its own. In one that all tries share, the journal of a killed one remains, from which the next one resumes.
    def folder = task.ext.journals ? "${task.ext.journals}/${prefix}" : prefix
    def move = task.ext.journals ? "mv ${folder} ${prefix}" : ''
    """
    exonweave annotate \\
        ${inputs} \\
        ${args} \\
        ${engine} \\
        ${args2} \\
        --threads ${task.cpus} \\
        ${memory} \\
        -o ${folder}
    ${move}
    """

    stub:
    prefix = task.ext.prefix ?: "${meta.id}"
    """
    mkdir -p ${prefix}
    for name in genes.{gff3,gtf,bed,pep.fa,cds.fa} alignments.{gff3,paf} hints.gff training.gtf evm.gff3 miniprot.gff; do
        echo | gzip > ${prefix}/\$name.gz
    done
    touch ${prefix}/genes.gff3.gz.tbi ${prefix}/unplaced.tsv ${prefix}/completeness.tsv ${prefix}/run.json
    touch ${prefix}/splice-model.yaml ${prefix}/gene-model.yaml ${prefix}/exonweave_mqc.json ${prefix}/report.html
    """
}
