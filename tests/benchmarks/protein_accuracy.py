#!/usr/bin/env python3
"""exonweave and spaln on the same real loci with one protein per locus: whole genes and exons that are exact.

    protein_accuracy.py [--flank N ...] [--genomes] [--without-spaln]          default: --flank 0 --flank 10000

For every set of ../shared/data/loci, with --genomes for those of ../shared/data/genomes in their place, and every flank (nt added on both sides of the regions of pairs.tsv): exonweave
predict with ORF exons and one target per pair, spaln through spaln_loci.py, all judged by
../shared/tools/evaluate_gff3.py --kind protein. Prints Markdown: a table for each flank, a line for each program and
option; for each set the whole genes exact and the exon Sn/Sp. Sums are of counts, not means of shares. Seconds, wall and
processor (user and system), are for all pairs of all sets together: exonweave runs once per set, on one thread and with
margins, spaln once per pair, its script included.

EXONWEAVE_BINARY and EXONWEAVE_SHARED_DIR say where the program and the data lie.
"""
import argparse
import json
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field

import locus_sets

HERE = pathlib.Path(__file__).resolve().parent
PROJECT = HERE.parent.parent
EXONWEAVE = os.environ.get("EXONWEAVE_BINARY", str(PROJECT / "build/release/exonweave"))
SHARED = pathlib.Path(os.environ.get("EXONWEAVE_SHARED_DIR", PROJECT.parent / "shared"))
COUNTS = ("exact_genes", "pairs", "exact_exons", "ref_exons", "pred_exons")


@dataclass
class Contender:
    """A program with its options; `run(name, folder of the set, flank, scratch folder)` gives a GFF3 file."""
    name: str
    run: object
    wall: float = 0.0       # seconds
    processor: float = 0.0  # seconds
    counts: dict = field(default_factory=dict)  # {set: {count: n}}


def exonweave(model_of):
    def run(name, folder, flank, scratch):
        pairs, targets = locus_sets.write_inputs(folder, flank, scratch)
        out = scratch / "exonweave.gff3"
        subprocess.run([EXONWEAVE, "predict", "--genome", folder / "genome.fa", "--targets", targets, "--pairs", pairs,
                        "--splice-model", model_of(name), "--threads", "1", "--out", out, "--quiet"],
                       stderr=subprocess.DEVNULL, check=True)
        return out
    return run


def spaln(options_of):
    def run(name, folder, flank, scratch):
        out = scratch / "spaln.gff3"
        subprocess.run([sys.executable, "-B", HERE / "spaln_loci.py", folder, "--flank", str(flank), "--out", out, "--",
                        *options_of(name)], check=True)
        return out
    return run


def contenders(with_spaln):
    yield Contender("exonweave", exonweave(lambda name: "auto"))
    yield Contender("exonweave, model of the clade", exonweave(locus_sets.splice_model))
    yield Contender("exonweave, `vertebrate` for all", exonweave(lambda name: "vertebrate"))
    if not with_spaln:
        return
    for speed in ("-Q0", "-Q3"):
        yield Contender(f"spaln `{speed} -TTetrapod -S3`", spaln(lambda name, q=speed: [q, "-TTetrapod", "-S3"]))
        yield Contender(f"spaln `{speed}`, own table and strand",
                        spaln(lambda name, q=speed: [q, "-T" + locus_sets.clade(name)]))


def judge(folder, models):
    """Counts over the pairs of a set."""
    told = subprocess.run([sys.executable, "-B", SHARED / "tools/evaluate_gff3.py", folder / "annotation.gff3", models,
                           "--pairs", folder / "pairs.tsv", "--kind", "protein", "--json", "-"],
                          stdout=subprocess.PIPE, text=True, check=True).stdout
    return {count: json.loads(told)["totals"]["all"][count] for count in COUNTS}


def processor_seconds():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def measure(contender, flank, folders):
    for name, folder in folders.items():
        with tempfile.TemporaryDirectory() as scratch:
            wall, processor = time.monotonic(), processor_seconds()
            models = contender.run(name, folder, flank, pathlib.Path(scratch))
            contender.wall += time.monotonic() - wall
            contender.processor += processor_seconds() - processor
            contender.counts[name] = judge(folder, models)


def share(part, whole):
    return f"{part / whole:.3f}" if whole else "-"


def cell(counts):
    return (f"{counts['exact_genes']}/{counts['pairs']} {share(counts['exact_exons'], counts['ref_exons'])}"
            f"/{share(counts['exact_exons'], counts['pred_exons'])}")


def row(contender):
    total = {count: sum(counts[count] for counts in contender.counts.values()) for count in COUNTS}
    cells = [cell(counts) for counts in contender.counts.values()]
    return [contender.name, *cells, f"**{cell(total)}**", f"{contender.wall:.1f}", f"{contender.processor:.1f}"]


def print_row(cells):
    print("| " + " | ".join(cells) + " |", flush=True)


def versions(with_spaln):
    version = subprocess.run([EXONWEAVE, "--version"], stdout=subprocess.PIPE, text=True, check=True).stdout.strip()
    lines = [f"exonweave {version}"]
    if with_spaln:
        told = subprocess.run(["spaln"], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False).stdout
        lines += [line.strip("* ") for line in told.splitlines() if "version" in line]
    return "; ".join(lines)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--flank", type=int, action="append", metavar="N")
    parser.add_argument("--genomes", action="store_true")
    parser.add_argument("--without-spaln", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as unpacked:
        if options.genomes:
            folders = {name: locus_sets.unpack(SHARED / "data/genomes", name, pathlib.Path(unpacked) / name)
                       for name in locus_sets.GENOMES}
        else:
            folders = {name: SHARED / "data/loci" / name for name in locus_sets.SETS}
        compare(options, folders)


def compare(options, folders):
    print(versions(not options.without_spaln))
    for flank in options.flank or [0, 10_000]:
        print(f"\nRegions of pairs.tsv{f', {flank:,} nt wider on both sides' if flank else ''}; genes exact, exon Sn/Sp:\n")
        print_row(["", *folders, "sum", "wall s", "processor s"])
        print_row(["---"] * (len(folders) + 4))
        for contender in contenders(not options.without_spaln):
            measure(contender, flank, folders)
            print_row(row(contender))


if __name__ == "__main__":
    main()
