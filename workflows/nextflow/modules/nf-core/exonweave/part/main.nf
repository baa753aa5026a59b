process EXONWEAVE_PART {
    tag "${meta.id} ${part}"
    label 'process_high'

    conda "${moduleDir}/environment.yml"
    // BUILD: as bioconda's package is called once it is there (docs/develop/packages.md)
    container "${workflow.containerEngine in ['singularity', 'apptainer'] && !task.ext.singularity_pull_docker_container
        ? 'https://depot.galaxyproject.org/singularity/exonweave:0.2.0--BUILD'
        : 'biocontainers/exonweave:0.2.0--BUILD'}"

    input:
    tuple val(meta), path(genome), path(index), path(targets, stageAs: 'targets*/*'), path(candidates, stageAs: 'candidates*/*'), path(splice_model), path(pairs), path(hits), path(plan), val(part)

    output:
    tuple val(meta), path("${prefix}.part"), emit: part
    tuple val("${task.process}"), val('exonweave'), eval("exonweave --version"), topic: versions, emit: versions_exonweave

    when:
    task.ext.when == null || task.ext.when

    script:
    // args: of the model, the same for all steps; args2: those that change no result, such as --engine.
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
    def engine = task.accelerator ? '--engine cuda' : ''
    // Every try has a folder of its own. In one that all tries see the journal stays, and the next try goes on from it.
    def journals = task.ext.journals ?: '.'
    prefix = task.ext.prefix ?: "${meta.id}.${part}"
    """
    journal=${journals}/${prefix}.\$(md5sum < ${plan} | cut -c 1-16).journal
    mkdir -p ${journals}
    exonweave predict \\
        ${inputs} \\
        ${args} \\
        ${engine} \\
        ${args2} \\
        --threads ${task.cpus} \\
        ${memory} \\
        --plan ${plan} \\
        --part ${part} \\
        --journal "\$journal" \\
        --resume
    mv "\$journal" ${prefix}.part
    """

    stub:
    prefix = task.ext.prefix ?: "${meta.id}.${part}"
    """
    touch ${prefix}.part
    """
}
