"""Snakemake wrapper for `exonweave annotate`."""

__author__ = "The exonweave maintainers"
__copyright__ = "Copyright 2026, the exonweave maintainers"
__license__ = "MIT"

import os
import shlex

from snakemake.shell import shell

OPTIONS_OF_INPUTS = {"candidates": "candidates", "completeness": "completeness", "splice_model": "splice-model", "splice_scores": "splice-scores",
                     "gene_model": "gene-model", "review": "review"}
NO_OPTIONS = ("genome", "proteins", "fai", "gzi")  # positionals, and what is read beside the genome


def quoted(paths):
    return [shlex.quote(str(path)) for path in ([paths] if isinstance(paths, str) else paths)]


if not {"genome", "proteins"} <= set(snakemake.input.keys()):
    raise ValueError("exonweave annotate: need the inputs 'genome' and 'proteins'")
for name in snakemake.input.keys():
    if name not in OPTIONS_OF_INPUTS and name not in NO_OPTIONS:
        raise ValueError(f"exonweave annotate: no input is called '{name}', need {', '.join((*NO_OPTIONS, *OPTIONS_OF_INPUTS))}")

# All files have names of their own in one directory.
folders = {os.path.dirname(path) for path in snakemake.output}
if len(folders) != 1:
    raise ValueError(f"exonweave annotate: all outputs are files of one directory, got {', '.join(sorted(folders))}")
folder = shlex.quote(folders.pop() or ".")

inputs = " ".join(quoted(snakemake.input.genome) + quoted(snakemake.input.proteins))
options = " ".join(f"--{OPTIONS_OF_INPUTS[name]} {path}" for name, paths in snakemake.input.items() if name in OPTIONS_OF_INPUTS for path in quoted(paths))
extra = snakemake.params.get("extra", "")
# Beside --memory there is what the program itself needs.
mem_mb = snakemake.resources.get("mem_mb")
memory = f"--memory {max(mem_mb - 200, 100)}M" if isinstance(mem_mb, int) else ""
log = snakemake.log_fmt_shell(stdout=True, stderr=True)

# Snakemake removes the outputs of an earlier run, and with them run.json, by which annotate knows its own directory. The journal of a run that was
# ended is no output and stays: the next try resumes from it.
shell("exonweave annotate {inputs} {options} -o {folder} --overwrite --threads {snakemake.threads} {memory} {extra} {log}")
