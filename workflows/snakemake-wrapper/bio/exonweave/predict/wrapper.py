"""Snakemake wrapper for `exonweave predict`."""

__author__ = "The exonweave maintainers"
__copyright__ = "Copyright 2026, the exonweave maintainers"
__license__ = "MIT"

import shlex

from snakemake.shell import shell

# Inputs and outputs go by the names of their options; a list gives the option once for each file.
OPTIONS_OF_INPUTS = {"genome": "genome", "targets": "targets", "candidates": "candidates", "pairs": "pairs", "hits": "hits",
                     "scoring": "scoring", "splice_model": "splice-model", "splice_scores": "splice-scores",
                     "coding_model": "coding-model"}
NO_OPTIONS = ("fai", "gzi")  # read beside the genome
OPTIONS_OF_OUTPUTS = {"models": "out", "loci": "locus-out", "loci_gtf": "locus-out", "loci_proteins": "locus-protein-out", "loci_cds": "locus-cds-out",
                      "loci_bed": "locus-out", "proteins": "protein-out", "cds": "cds-out", "alignments": "alignment-out",
                      "evm": "evm-out", "hints": "hints-out", "paf": "paf-out", "bed": "bed-out", "unplaced": "unplaced-out", "multiqc": "summary",
                      "model": "model-out", "summary": "summary"}
NOT_GIVEN = ("tbi", "csi")  # made beside a packed output


def options(kind, files, known, passed_over):
    """The command line's part for the named files of a rule."""
    words = []
    for name, paths in files.items():
        if name in passed_over:
            continue
        if name not in known:
            raise ValueError(f"exonweave predict: no {kind} is called '{name}', need {', '.join(known)}")
        for path in [paths] if isinstance(paths, str) else paths:
            words += [f"--{known[name]}", shlex.quote(str(path))]
    return " ".join(words)


if len(snakemake.input) > sum(1 if isinstance(paths, str) else len(paths) for paths in dict(snakemake.input.items()).values()):
    raise ValueError("exonweave predict: an input without a name")
if "models" not in snakemake.output.keys():
    raise ValueError("exonweave predict: no output is called 'models'")

inputs = options("input", snakemake.input, OPTIONS_OF_INPUTS, NO_OPTIONS)
outputs = options("output", snakemake.output, OPTIONS_OF_OUTPUTS, NOT_GIVEN)
extra = snakemake.params.get("extra", "")
# Beside --memory there is what the program itself needs.
mem_mb = snakemake.resources.get("mem_mb")
memory = f"--memory {max(mem_mb - 200, 100)}M" if isinstance(mem_mb, int) else ""
log = snakemake.log_fmt_shell(stdout=True, stderr=True)

shell("exonweave predict {inputs} {outputs} --threads {snakemake.threads} {memory} {extra} {log}")
