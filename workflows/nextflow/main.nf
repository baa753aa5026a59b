#!/usr/bin/env nextflow
// Gene models for genomes, each divided into parts that run anywhere: shard -> part (scattered) -> merge.
include { EXONWEAVE_SHARD } from './modules/nf-core/exonweave/shard/main'
include { EXONWEAVE_PART  } from './modules/nf-core/exonweave/part/main'
include { EXONWEAVE_MERGE } from './modules/nf-core/exonweave/merge/main'

// The file of a column, or none where that is empty or missing.
def optional_file(name) {
    return name ? file(name, checkIfExists: true) : []
}

// What lies beside a genome: its index.
def index_of(genome) {
    return [file("${genome}.fai"), file("${genome}.gzi")].findAll { index -> index.exists() }
}

def sample_inputs(row) {
    def genome = file(row.genome, checkIfExists: true)
    return [
        [id: row.sample, options: row.options ?: ''],
        genome,
        index_of(genome),
        file(row.targets, checkIfExists: true),
        optional_file(row.candidates),
        optional_file(row.pairs),
        optional_file(row.hits)
    ]
}

workflow {
    inputs = channel.fromPath(params.input, checkIfExists: true)
        .splitCsv(header: true, sep: '\t')
        .map { row -> sample_inputs(row) }
    EXONWEAVE_SHARD(inputs, params.parts)
    planned = inputs.join(EXONWEAVE_SHARD.out.plan, failOnDuplicate: true, failOnMismatch: true)
    // What shard expects a part to take goes with it in meta: nextflow.config asks for as much.
    parts = planned
        .combine(EXONWEAVE_SHARD.out.parts.splitCsv(elem: 1, header: true, sep: '\t'), by: 0)
        .map { meta, genome, index, targets, candidates, pairs, hits, plan, row ->
            [meta + row.subMap(['seconds', 'memory_mb']), genome, index, targets, candidates, pairs, hits, plan, row.part.toInteger()]
        }
    EXONWEAVE_PART(parts)
    done = EXONWEAVE_PART.out.part
        .map { meta, part -> [meta.subMap(['id', 'options']), part] }
        .groupTuple(size: params.parts)
    EXONWEAVE_MERGE(planned.join(done))
    channel.topic('versions')
        .map { process, name, version -> "${process.tokenize(':').last()}:\n    ${name}: ${version}\n" }
        .unique()
        .collectFile(name: 'versions.yml', storeDir: params.outdir, sort: true)
}
