process EXONWEAVE_PREDICT {
    tag "${meta.id}"
    label 'process_high'

    conda "${moduleDir}/environment.yml"
    // BUILD: as bioconda's package is called once it is there (docs/develop/packages.md)
    container "${workflow.containerEngine in ['singularity', 'apptainer'] && !task.ext.singularity_pull_docker_container
        ? 'https://depot.galaxyproject.org/singularity/exonweave:0.2.0--BUILD'
        : 'biocontainers/exonweave:0.2.0--BUILD'}"

    input:
    tuple val(meta), path(genome), path(index), path(targets, stageAs: 'targets*/*'), path(candidates, stageAs: 'candidates*/*'), path(splice_model), path(pairs), path(hits)

    output:
    tuple val(meta), path("${prefix}.gff3.gz")             , emit: gff
    tuple val(meta), path("${prefix}.gff3.gz.{tbi,csi}")   , emit: index
    tuple val(meta), path("${prefix}.loci.gff3")           , emit: loci
    tuple val(meta), path("${prefix}.loci_proteins.fa")    , emit: loci_proteins
    tuple val(meta), path("${prefix}.loci_cds.fa")         , emit: loci_cds
    tuple val(meta), path("${prefix}.proteins.fa")         , emit: proteins
    tuple val(meta), path("${prefix}.cds.fa")              , emit: cds
    tuple val(meta), path("${prefix}.unplaced.tsv")        , emit: unplaced
    tuple val(meta), path("${prefix}.json")                , emit: summary
    tuple val(meta), path("${prefix}_mqc.json")            , emit: multiqc
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
    def engine = task.accelerator ? '--engine cuda' : ''
    prefix = task.ext.prefix ?: "${meta.id}"
    """
    exonweave predict \\
        ${inputs} \\
        ${args} \\
        ${engine} \\
        --threads ${task.cpus} \\
        ${memory} \\
        --out ${prefix}.gff3.gz \\
        --locus-out ${prefix}.loci.gff3 \\
        --locus-protein-out ${prefix}.loci_proteins.fa \\
        --locus-cds-out ${prefix}.loci_cds.fa \\
        --protein-out ${prefix}.proteins.fa \\
        --cds-out ${prefix}.cds.fa \\
        --unplaced-out ${prefix}.unplaced.tsv \\
        --summary ${prefix}.json \\
        --summary ${prefix}_mqc.json
    """

    stub:
    prefix = task.ext.prefix ?: "${meta.id}"
    """
    echo | gzip > ${prefix}.gff3.gz
    touch ${prefix}.gff3.gz.tbi
    touch ${prefix}.loci.gff3 ${prefix}.loci_proteins.fa ${prefix}.loci_cds.fa
    touch ${prefix}.proteins.fa ${prefix}.cds.fa ${prefix}.unplaced.tsv ${prefix}.json ${prefix}_mqc.json
    """
}
