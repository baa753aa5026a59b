process EXONWEAVE_ANNOTATE {
    tag "${meta.id}"
    label 'process_high'

    conda "${moduleDir}/environment.yml"
    // BUILD: as bioconda's package is called once it is there (docs/develop/packages.md)
    container "${workflow.containerEngine in ['singularity', 'apptainer'] && !task.ext.singularity_pull_docker_container
        ? 'https://depot.galaxyproject.org/singularity/exonweave:0.2.0--BUILD'
        : 'biocontainers/exonweave:0.2.0--BUILD'}"

    input:
    tuple val(meta), path(genome), path(index), path(proteins)

    output:
    tuple val(meta), path("${prefix}/genes.gff3.gz")         , emit: gff
    tuple val(meta), path("${prefix}/genes.gtf.gz")          , emit: gtf
    tuple val(meta), path("${prefix}/genes.bed.gz")          , emit: bed
    tuple val(meta), path("${prefix}/genes.pep.fa.gz")       , emit: proteins
    tuple val(meta), path("${prefix}/genes.cds.fa.gz")       , emit: cds
    tuple val(meta), path("${prefix}/alignments.gff3.gz")    , emit: alignments
    tuple val(meta), path("${prefix}/unplaced.tsv")          , emit: unplaced
    tuple val(meta), path("${prefix}/splice-model.yaml")     , emit: model
    tuple val(meta), path("${prefix}/run.json")              , emit: summary
    tuple val(meta), path("${prefix}/exonweave_mqc.json")    , emit: multiqc
    tuple val(meta), path("${prefix}/report.html")           , emit: report
    tuple val(meta), path("${prefix}/*.{tbi,csi}")           , emit: index
    tuple val("${task.process}"), val('exonweave'), eval("exonweave --version"), topic: versions, emit: versions_exonweave

    when:
    task.ext.when == null || task.ext.when

    script:
    def args = task.ext.args ?: ''
    def memory = task.memory ? "--memory ${task.memory.toMega() - 200}M" : ''
    prefix = task.ext.prefix ?: "${meta.id}"
    """
    exonweave annotate \\
        ${genome} \\
        ${proteins} \\
        ${args} \\
        --threads ${task.cpus} \\
        ${memory} \\
        -o ${prefix}
    """

    stub:
    prefix = task.ext.prefix ?: "${meta.id}"
    """
    mkdir ${prefix}
    for name in genes.gff3 genes.gtf genes.bed genes.pep.fa genes.cds.fa alignments.gff3; do
        echo | gzip > ${prefix}/\$name.gz
    done
    touch ${prefix}/genes.gff3.gz.tbi ${prefix}/unplaced.tsv ${prefix}/splice-model.yaml ${prefix}/run.json
    touch ${prefix}/exonweave_mqc.json ${prefix}/report.html
    """
}
