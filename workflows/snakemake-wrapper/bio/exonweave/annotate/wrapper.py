"""Snakemake wrapper for `exonweave annotate`."""

__author__ = "The exonweave maintainers"
__copyright__ = "Copyright 2026, the exonweave maintainers"
__license__ = "MIT"

import os
import shlex

from snakemake.shell import shell

if not {"genome", "proteins"} <= set(snakemake.input.keys()):
    raise ValueError("exonweave annotate: need the inputs 'genome' and 'proteins'")

# All files have names of their own in one folder.
folders = {os.path.dirname(path) for path in snakemake.output}
if len(folders) != 1:
    raise ValueError(f"exonweave annotate: all outputs are files of one folder, got {', '.join(sorted(folders))}")
folder = shlex.quote(folders.pop() or ".")

proteins = snakemake.input.proteins
proteins = " ".join(shlex.quote(str(path)) for path in ([proteins] if isinstance(proteins, str) else proteins))
genome = shlex.quote(str(snakemake.input.genome))
extra = snakemake.params.get("extra", "")
# Beside --memory there is what the program itself needs.
mem_mb = snakemake.resources.get("mem_mb")
memory = f"--memory {max(mem_mb - 200, 100)}M" if isinstance(mem_mb, int) else ""
log = snakemake.log_fmt_shell(stdout=True, stderr=True)

shell("exonweave annotate {genome} {proteins} -o {folder} --threads {snakemake.threads} {memory} {extra} {log}")
