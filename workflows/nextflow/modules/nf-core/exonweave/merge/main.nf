process EXONWEAVE_MERGE {
    tag "${meta.id}"
    label 'process_medium'

    conda "${moduleDir}/environment.yml"
    // BUILD: as bioconda's package is called once it is there (docs/develop/packages.md)
    container "${workflow.containerEngine in ['singularity', 'apptainer'] && !task.ext.singularity_pull_docker_container
        ? 'https://depot.galaxyproject.org/singularity/exonweave:0.2.0--BUILD'
        : 'biocontainers/exonweave:0.2.0--BUILD'}"

    input:
    tuple val(meta), path(genome), path(index), path(targets, stageAs: 'targets*/*'), path(candidates, stageAs: 'candidates*/*'), path(splice_model), path(pairs), path(hits), path(plan), path(parts)

    output:
    tuple val(meta), path("${prefix}/genes.gff3.gz")         , emit: gff
    tuple val(meta), path("${prefix}/genes.gtf.gz")          , emit: gtf
    tuple val(meta), path("${prefix}/genes.bed.gz")          , emit: bed
    tuple val(meta), path("${prefix}/genes.pep.fa.gz")       , emit: proteins
    tuple val(meta), path("${prefix}/genes.cds.fa.gz")       , emit: cds
    tuple val(meta), path("${prefix}/alignments.gff3.gz")    , emit: alignments
    tuple val(meta), path("${prefix}/unplaced.tsv")          , emit: unplaced
    tuple val(meta), path("${prefix}/run.json")              , emit: summary
    tuple val(meta), path("${prefix}/${prefix}_mqc.json")    , emit: multiqc
    tuple val(meta), path("${prefix}/report.html")           , emit: report
    tuple val(meta), path("${prefix}/*.{tbi,csi}")           , emit: index
    tuple val("${task.process}"), val('exonweave'), eval("exonweave --version"), topic: versions, emit: versions_exonweave

    when:
    task.ext.when == null || task.ext.when

    script:
    // args: of the model, the same for all steps; args2: of the outputs, such as --id-prefix.
    def args = task.ext.args ?: ''
    def args2 = task.ext.args2 ?: ''
    def inputs = [
        "--genome ${genome}",
        [targets].flatten().collect { name -> "--targets ${name}" },
        [candidates].flatten().collect { name -> "--candidates ${name}" },
        splice_model ? "--splice-model ${splice_model}" : [],
        pairs ? "--pairs ${pairs}" : [],
        hits ? "--hits ${hits}" : []
    ].flatten().join(' ')
    def memory = task.memory ? "--memory ${task.memory.toMega() - 200}M" : ''
    prefix = task.ext.prefix ?: "${meta.id}"
    """
    mkdir -p ${prefix}
    exonweave merge \\
        ${inputs} \\
        ${args} \\
        ${args2} \\
        --threads ${task.cpus} \\
        ${memory} \\
        --plan ${plan} \\
        --style match \\
        --out ${prefix}/alignments.gff3.gz \\
        --locus-out ${prefix}/genes.gff3.gz \\
        --locus-out ${prefix}/genes.gtf.gz \\
        --locus-out ${prefix}/genes.bed.gz \\
        --locus-protein-out ${prefix}/genes.pep.fa.gz \\
        --locus-cds-out ${prefix}/genes.cds.fa.gz \\
        --unplaced-out ${prefix}/unplaced.tsv \\
        --summary ${prefix}/run.json \\
        --summary ${prefix}/${prefix}_mqc.json \\
        ${parts}
    exonweave report ${prefix}/run.json ${prefix}/genes.gff3.gz -o ${prefix}/report.html
    """

    stub:
    prefix = task.ext.prefix ?: "${meta.id}"
    """
    mkdir -p ${prefix}
    for name in genes.{gff3,gtf,bed,pep.fa,cds.fa} alignments.gff3; do
        echo | gzip > ${prefix}/\$name.gz
    done
    touch ${prefix}/genes.gff3.gz.tbi ${prefix}/unplaced.tsv ${prefix}/run.json
    touch ${prefix}/${prefix}_mqc.json ${prefix}/report.html
    """
}
