#!/usr/bin/env python3
"""What a least weight of splice sites (`min_site`) saves and what it loses, on real loci with ORF exons.

    site_threshold.py [--rounds N] [--on real|pombe|made ...] [--] [THRESHOLD ...]      default: off -48 -44 ... 0 4, all three

One protein per pair. real: the sets of ../shared/data/loci, in the regions of pairs.tsv and 10,000 nt wider, each with the
splice model that fits it; pombe: the pairs of S. pombe with the model `vertebrate`; made: genes of the sets of
../shared/data/training with made relatives of their proteins, with the model of their clade and `vertebrate`. For each threshold whole genes exact and exon
Sn/Sp (../shared/tools/evaluate_gff3.py), splice sites per kb and strand that are left, cells computed, and processor seconds:
the least of the rounds, in each of which the thresholds take turns. One thread, margins included. Prints Markdown.

EXONWEAVE_BINARY and EXONWEAVE_SHARED_DIR say where the program and the data lie.
"""
import argparse
import json
import pathlib
import subprocess
import tempfile
from dataclasses import dataclass, field

import locus_sets
import made_relatives
from protein_accuracy import COUNTS, EXONWEAVE, SHARED, judge, print_row, processor_seconds, share

THRESHOLDS = ["off", *(str(least) for least in range(-48, 5, 4))]
GENES = 250  # of each training set
MADE = [("vertebrate", "vertebrate"), ("plant", "plant"), ("plant", "vertebrate"), ("fly", "fly"), ("fly", "vertebrate"),
        ("nematode", "vertebrate")]  # set, model
POMBE = SHARED / "data/genomes/pombe"
WORK = ("splice_sites", "cells_computed")


@dataclass
class Input:
    """What one run of predict takes, and the folder that holds the truth."""
    folder: pathlib.Path
    genome: pathlib.Path
    targets: pathlib.Path
    pairs: pathlib.Path
    model: str


@dataclass
class Result:
    """Sums over the inputs of a group, for one threshold."""
    counts: dict = field(default_factory=dict)
    work: dict = field(default_factory=dict)
    seconds: list = field(default_factory=list)  # of processor, per round


def real_groups(scratch):
    """(name, inputs) of each group."""
    for flank in (0, 10_000):
        inputs = []
        for name in locus_sets.SETS:
            folder = SHARED / "data/loci" / name
            pairs, targets = locus_sets.write_inputs(folder, flank, scratch / f"{name}.{flank}")
            inputs.append(Input(folder, folder / "genome.fa", targets, pairs, locus_sets.splice_model(name)))
        yield f"seven sets, regions{f' {flank:,} nt wider' if flank else ''}", inputs


def pombe_groups(_):
    yield "S. pombe", [Input(POMBE, POMBE / "genome.fa.gz", POMBE / "targets.cerevisiae.pep.fa.gz", POMBE / "pairs.tsv",
                             "vertebrate")]


def made_groups(scratch):
    for name, model in MADE:
        folder, out = SHARED / "data/training" / name, scratch / f"{name}.{model}"
        pairs, targets = made_relatives.write_relatives(folder, GENES, out)
        yield f"{name}, model {model}", [Input(out, folder / "genome.fa.gz", targets, pairs, model)]


GROUPS = {"real": real_groups, "pombe": pombe_groups, "made": made_groups}


def bases_of(inputs):
    """nt of the strands that are searched."""
    total = 0
    for each in inputs:
        header, *rows = (line.split("\t") for line in each.pairs.read_text().splitlines())
        start, end = header.index("region_start0"), header.index("region_end0")
        total += sum(int(row[end]) - int(row[start]) for row in rows)
    return total


def run(inputs, threshold, scratch, result):
    """One round; counts and work are the same in all."""
    result.counts, result.work, seconds = dict.fromkeys(COUNTS, 0), dict.fromkeys(WORK, 0), 0.0
    models, summary = scratch / "models.gff3", scratch / "run.json"
    for each in inputs:
        before = processor_seconds()
        subprocess.run([EXONWEAVE, "predict", "--genome", each.genome, "--targets", each.targets, "--pairs", each.pairs,
                        "--splice-model", each.model, "--set", f"min_site={threshold}", "--threads", "1", "--quiet", "--out", models,
                        "--summary", summary], check=True, stderr=subprocess.DEVNULL)
        seconds += processor_seconds() - before
        judged, totals = judge(each.folder, models), json.loads(summary.read_text())["totals"]
        result.counts = {count: n + judged[count] for count, n in result.counts.items()}
        result.work = {what: n + totals[what] for what, n in result.work.items()}
    result.seconds.append(seconds)


def row(threshold, result, bases):
    counts = result.counts
    return [threshold, f"{counts['exact_genes']}/{counts['pairs']}",
            f"{share(counts['exact_exons'], counts['ref_exons'])}/{share(counts['exact_exons'], counts['pred_exons'])}",
            f"{1000 * result.work['splice_sites'] / bases:.1f}", f"{result.work['cells_computed'] / 1e9:.2f}",
            f"{min(result.seconds):.2f}"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("thresholds", nargs="*", metavar="THRESHOLD")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--on", choices=GROUPS, action="append", metavar="DATA")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        scratch = pathlib.Path(folder)
        for name, inputs in (group for data in options.on or GROUPS for group in GROUPS[data](scratch)):
            results = {threshold: Result() for threshold in options.thresholds or THRESHOLDS}
            for _ in range(options.rounds):
                for threshold, result in results.items():
                    run(inputs, threshold, scratch, result)
            print(f"\n{name}:\n")
            print_row(["`min_site`", "genes exact", "exon Sn/Sp", "sites/kb", "cells, 10^9", "processor s"])
            print_row(["---"] * 6)
            for threshold, result in results.items():
                print_row(row(threshold, result, bases_of(inputs)))


if __name__ == "__main__":
    main()
