# One job for each genome. Its journal is no output, so it stays in the directory when the job is killed, and the next try resumes from it.


rule annotate:
    input:
        unpack(files),
    output:
        expand(f"{OUT}/{{{{sample}}}}/{{name}}", name=[*OUTPUTS, *FILES_OF_ANNOTATE]),
        f"{OUT}/{{sample}}/report.html",
    log:
        f"{OUT}/{{sample}}/logs/annotate.txt",
    params:
        options=options,
        folder=f"{OUT}/{{sample}}",
        other=f"{OUT}/{{sample}}/{{sample}}_mqc.json",  # of a run in parts
    threads: config["threads"]
    retries: RETRIES
    resources:
        runtime=runtime,
        mem_mb=mem_mb,
    shell:
        # The directory is the workflow's. Snakemake removes run.json of an earlier run, by which annotate knows its own files.
        "rm -f {params.other:q} && exonweave annotate {input.genome:q} {input.proteins:q} {params.options} -o {params.folder:q} --overwrite "
        + RESOURCES
        + " {config[engine_options]} 2> {log:q}"
