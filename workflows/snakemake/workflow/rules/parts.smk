# A run of predict for each genome, in parts that run anywhere: shard, predict for each part, merge.
import functools
import math

PARTS = range(1, config["parts"] + 1)
STARTUP = 10  # minutes a part has besides those of its results
LEAST = 500  # MB that the smallest part has


wildcard_constraints:
    part=r"\d+",


def inputs(wildcards):
    """What all steps of a sample read: a plan and its parts refuse to go with anything else."""
    genome = f"{OUT}/{wildcards.sample}/genome"
    return {**files(wildcards), "genome": genome, "fai": f"{genome}.fai"}


@functools.lru_cache(maxsize=None)
def part_rows(path, changed):
    """The table that shard has written, by part; `changed` is when, as it may be written anew while this runs."""
    with open(path, newline="") as table:
        return {row["part"]: row for row in csv.DictReader(table, delimiter="\t")}


def expected(column, wildcards, input):
    """What shard expects a part to take; None where its table does not say, as that of an exonweave without this column.

    Also None as long as the table is not there, or is to be written anew for more parts: Snakemake asks again when the part can start.
    The FileNotFoundError that it provides for that, shown as <TBD>, it does not take as a runtime itself (7.20 to 8; snakemake#2575)."""
    if not os.path.exists(input.table):
        return None
    text = part_rows(input.table, os.stat(input.table).st_mtime_ns).get(wildcards.part, {}).get(column)
    return float(text) if text else None


def part_runtime(wildcards, input, attempt, threads):
    """In minutes, from the seconds of one thread."""
    seconds = expected("seconds", wildcards, input)
    minutes = config["runtime"] if seconds is None else math.ceil(STARTUP + seconds / threads / 60 * config["time_margin"])
    return limited("runtime", minutes, attempt)


def part_mem_mb(wildcards, input, attempt):
    mega = expected("memory_mb", wildcards, input)
    wanted = config["mem_mb"] if mega is None else max(LEAST, math.ceil(PROGRAM + mega * config["memory_margin"]))
    return limited("mem_mb", wanted, attempt)


def strict(wildcards, attempt):
    """A result that is too large for --memory ends a part, which has more at its next try. At the last one it is left out, with a warning."""
    return "--strict" if attempt <= config["retries"] else ""


rule index:
    input:
        lambda wildcards: samples[wildcards.sample]["genome"],
    output:
        genome=f"{OUT}/{{sample}}/genome",
        fai=f"{OUT}/{{sample}}/genome.fai",
    resources:
        runtime=60,
        mem_mb=1000,
    shell:
        # A genome that is packed, but not so that any part of it can be read, is packed anew.
        """
        ln -s "$(realpath {input:q})" {output.genome:q}
        samtools faidx {output.genome:q} || {{
          rm -f {output.genome:q}*
          gzip -dc {input:q} | bgzip -c > {output.genome:q}
          samtools faidx {output.genome:q}
        }}
        """


rule shard:
    input:
        unpack(inputs),
    output:
        plan=f"{OUT}/{{sample}}/run.plan",
        table=f"{OUT}/{{sample}}/parts.tsv",
    log:
        f"{OUT}/{{sample}}/logs/shard.txt",
    params:
        options=options,
        # A parameter, as those of merge: when it changes the step is done again.
        n_parts=config["parts"],
        parts=f"{OUT}/{{sample}}/parts",  # of another plan
    threads: config["threads"]
    retries: RETRIES
    resources:
        runtime=runtime,
        mem_mb=mem_mb,
    shell:
        "rm -rf {params.parts:q} && exonweave shard {params.options} --parts {params.n_parts} " + RESOURCES + " "
        "--plan {output.plan:q} --parts-out {output.table:q} 2> {log:q}"


rule predict:
    input:
        unpack(inputs),
        plan=f"{OUT}/{{sample}}/run.plan",
        table=f"{OUT}/{{sample}}/parts.tsv",
    output:
        temp(f"{OUT}/{{sample}}/parts/{{part}}.part"),
    log:
        f"{OUT}/{{sample}}/logs/{{part}}.txt",
    params:
        options=options,
        # No output of the rule, so that it stays when a job is killed: the next try goes on from there.
        journal=f"{OUT}/{{sample}}/parts/{{part}}.journal",
    threads: config["threads"]
    retries: RETRIES
    resources:
        runtime=part_runtime,
        mem_mb=part_mem_mb,
        strict=strict,
    shell:
        "exonweave predict {params.options} --plan {input.plan:q} --part {wildcards.part} "
        + RESOURCES + " {resources.strict} {config[engine_options]} --journal {params.journal:q} --resume 2> {log:q} && "
        "mv {params.journal:q} {output:q}"


rule merge:
    input:
        unpack(inputs),
        plan=f"{OUT}/{{sample}}/run.plan",
        parts=expand(f"{OUT}/{{{{sample}}}}/parts/{{part}}.part", part=PARTS),
    output:
        expand(f"{OUT}/{{{{sample}}}}/{{name}}", name=OUTPUTS),
        multiqc=f"{OUT}/{{sample}}/{{sample}}_mqc.json",
        page=f"{OUT}/{{sample}}/report.html",
    log:
        f"{OUT}/{{sample}}/logs/merge.txt",
    params:
        options=options,
        outputs=lambda wildcards: " ".join(f"{option} {shlex.quote(f'{OUT}/{wildcards.sample}/{name}')}" for name, option in OUTPUTS.items()),
        more=config["merge_options"],
        folder=f"{OUT}/{{sample}}",
        others=expand(f"{OUT}/{{{{sample}}}}/{{name}}", name=FILES_OF_ANNOTATE),
    threads: config["threads"]
    retries: RETRIES
    resources:
        runtime=runtime,
        mem_mb=mem_mb,
    shell:
        "rm -f {params.others:q} && exonweave merge {params.options} --plan {input.plan:q} "
        + RESOURCES
        + " --style match {params.outputs} --summary {output.multiqc:q} {params.more} {input.parts:q} 2> {log:q} && "
        "exonweave report {params.folder:q}/run.json {params.folder:q}/genes.gff3.gz -o {output.page:q} 2>> {log:q}"
