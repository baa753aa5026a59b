process EXONWEAVE_SHARD {
    tag "${meta.id}"
    label 'process_high'

    conda "${moduleDir}/environment.yml"
    // BUILD: as bioconda's package is called once it is there (docs/develop/packages.md)
    container "${workflow.containerEngine in ['singularity', 'apptainer'] && !task.ext.singularity_pull_docker_container
        ? 'https://depot.galaxyproject.org/singularity/exonweave:0.2.0--BUILD'
        : 'biocontainers/exonweave:0.2.0--BUILD'}"

    input:
    tuple val(meta), path(genome), path(index), path(targets, stageAs: 'targets*/*'), path(candidates, stageAs: 'candidates*/*'), path(splice_model), path(pairs), path(hits)
    val n_parts

    output:
    tuple val(meta), path("${prefix}.plan")     , emit: plan
    tuple val(meta), path("${prefix}.parts.tsv"), emit: parts
    tuple val("${task.process}"), val('exonweave'), eval("exonweave --version"), topic: versions, emit: versions_exonweave

    when:
    task.ext.when == null || task.ext.when

    script:
    def args = task.ext.args ?: ''
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
    exonweave shard \\
        ${inputs} \\
        ${args} \\
        --threads ${task.cpus} \\
        ${memory} \\
        --parts ${n_parts} \\
        --plan ${prefix}.plan \\
        --parts-out ${prefix}.parts.tsv
    """

    stub:
    prefix = task.ext.prefix ?: "${meta.id}"
    """
    touch ${prefix}.plan
    (echo part && seq ${n_parts}) > ${prefix}.parts.tsv
    """
}
