#!/usr/bin/env nextflow
// Annotates genomes using proteins from related species, each in one job of annotate. With params.parts each genome is a run of predict in parts
// that run anywhere: shard -> part (scattered) -> merge. Parameters and table are those of the Snakemake workflow.
include { EXONWEAVE_ANNOTATE } from './modules/nf-core/exonweave/annotate/main'
include { EXONWEAVE_SHARD    } from './modules/nf-core/exonweave/shard/main'
include { EXONWEAVE_PART     } from './modules/nf-core/exonweave/part/main'
include { EXONWEAVE_MERGE    } from './modules/nf-core/exonweave/merge/main'

// Columns of further files, in the order of the modules: those of annotate, or of predict in parts.
def file_columns(parts) {
    return parts ? ['candidates', 'splice_model', 'pairs', 'hits'] : ['candidates', 'splice_model', 'completeness', 'gene_model']
}

// The files of a column, which are separated by commas; none where it is empty or missing.
def files_of(text) {
    return text ? text.tokenize(',').collect { name -> file(name, checkIfExists: true) } : []
}

// What lies beside a genome: its index.
def index_of(genome) {
    return [file("${genome}.fai"), file("${genome}.gzi")].findAll { index -> index.exists() }
}

def check_samples(rows, parts) {
    def known = (['sample', 'genome', 'proteins', 'options'] + file_columns(false) + file_columns(true)).unique()
    def unused = file_columns(!parts) - file_columns(parts)
    rows.each { row ->
        row.keySet().findAll { column -> !known.contains(column) }.each { column ->
            error("${params.samples}: unknown column '${column}' (need ${known.join(', ')})")
        }
        if (!(row.sample ==~ /[A-Za-z0-9_][A-Za-z0-9._-]*/)) {
            error("${params.samples}: sample '${row.sample}' (need letters, digits, '.', '_', '-')")
        }
        unused.findAll { column -> row[column] }.each { column ->
            error("${params.samples}: sample '${row.sample}' has ${column}, which is for ${parts ? 'parts: 0' : 'parts above 0'}")
        }
    }
    if (rows.collect { row -> row.sample }.toSet().size() < rows.size()) {
        error("${params.samples}: a sample occurs twice")
    }
}

def sample_inputs(row, parts) {
    def genome = file(row.genome, checkIfExists: true)
    return [[id: row.sample, options: row.options ?: ''], genome, index_of(genome), files_of(row.proteins)] +
        file_columns(parts).collect { column -> files_of(row[column]) }
}

workflow PREDICT_IN_PARTS {
    take:
    inputs

    main:
    EXONWEAVE_SHARD(inputs, params.parts)
    planned = inputs.join(EXONWEAVE_SHARD.out.plan, failOnDuplicate: true, failOnMismatch: true)
    // What shard expects a part to take goes with it in meta: nextflow.config asks for as much.
    parts = planned
        .combine(EXONWEAVE_SHARD.out.parts.splitCsv(elem: 1, header: true, sep: '\t'), by: 0)
        .map { meta, genome, index, proteins, candidates, splice_model, pairs, hits, plan, row ->
            [meta + row.subMap(['seconds', 'memory_mb']), genome, index, proteins, candidates, splice_model, pairs, hits, plan, row.part.toInteger()]
        }
    EXONWEAVE_PART(parts)
    done = EXONWEAVE_PART.out.part
        .map { meta, part -> [meta.subMap(['id', 'options']), part] }
        .groupTuple(size: params.parts)
    EXONWEAVE_MERGE(planned.join(done))
}

workflow {
    rows = file(params.samples, checkIfExists: true).splitCsv(header: true, sep: '\t')
    check_samples(rows, params.parts)
    inputs = channel.fromList(rows).map { row -> sample_inputs(row, params.parts) }
    if (params.parts) {
        PREDICT_IN_PARTS(inputs)
    } else {
        EXONWEAVE_ANNOTATE(inputs)
    }
    channel.topic('versions')
        .map { process, name, version -> "${process.tokenize(':').last()}:\n    ${name}: ${version}\n" }
        .unique()
        .collectFile(name: 'versions.yml', storeDir: params.out, sort: true)
}
