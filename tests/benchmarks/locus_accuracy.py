#!/usr/bin/env python3
"""Locus models on the sets of real loci: is the one model per locus the reference?

    locus_accuracy.py [--flank N ...]          default: --flank 0 --flank 10000

For every set of ../shared/data/loci and every flank: exonweave predict with ORF exons, all protein pairs, --locus-out. A
reference transcript that a pair names counts as exact when a locus model has exactly its coding exons. Exon Sn and Sp are
over the distinct exons of these transcripts and of the locus models. Prints Markdown. EXONWEAVE_BINARY and EXONWEAVE_SHARED_DIR say where things lie.
"""
import argparse
import os
import pathlib
import subprocess
import tempfile

import locus_sets

PROJECT = pathlib.Path(__file__).resolve().parent.parent.parent
EXONWEAVE = os.environ.get("EXONWEAVE_BINARY", str(PROJECT / "build/release/exonweave"))
SHARED = pathlib.Path(os.environ.get("EXONWEAVE_SHARED_DIR", PROJECT.parent / "shared"))


def chains(path):
    """{transcript: frozenset of (sequence, start, end, strand) of its CDS rows}"""
    exons = {}
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            fields = line.rstrip("\n").split("\t")
            if len(fields) == 9 and fields[2] == "CDS":
                parent = dict(pair.split("=", 1) for pair in fields[8].split(";") if "=" in pair)["Parent"]
                exons.setdefault(parent, set()).add((fields[0], int(fields[3]), int(fields[4]), fields[6]))
    return {name: frozenset(places) for name, places in exons.items()}


def study(name, flank, scratch):
    folder = SHARED / "data" / "loci" / name
    pairs_file, targets = locus_sets.write_inputs(folder, flank, scratch)
    loci, single = scratch / "loci.gff3", scratch / "single.gff3"
    subprocess.run([EXONWEAVE, "predict", "--genome", folder / "genome.fa", "--targets", targets, "--pairs", pairs_file,
                    "--splice-model", locus_sets.splice_model(name), "--no-margins", "--quiet", "--out", single,
                    "--locus-out", loci], check=True)
    reference = chains(folder / "annotation.gff3")
    transcripts = {pair.transcript for pair in locus_sets.read_pairs(folder, locus_sets.read_fasta(folder / "genome.fa"))}
    wanted = {reference[name] for name in transcripts}
    models = set(chains(loci).values())
    true_exons, exons = set().union(*wanted), set().union(*models)
    n_pairs = len(locus_sets.read_pairs(folder, locus_sets.read_fasta(folder / "genome.fa")))
    return (len(wanted & models), len(wanted), len(true_exons & exons), len(true_exons), len(exons), len(models), n_pairs)


def line(name, counts):
    exact, wanted, true, reference, predicted, models, pairs = counts
    return (f"| {name} | {pairs} | {models} | {exact}/{wanted} | {true / reference:.3f}/{true / max(1, predicted):.3f} |")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--flank", type=int, action="append")
    for flank in parser.parse_args().flank or [0, 10000]:
        print(f"\nRegions {flank:,} nt wider on both sides:\n\n"
              "| set | pairs | locus models | reference transcripts exact | exon Sn/Sp |\n| --- | --- | --- | --- | --- |")
        total = [0] * 7
        for name in locus_sets.SETS:
            with tempfile.TemporaryDirectory() as scratch:
                counts = study(name, flank, pathlib.Path(scratch))
            total = [a + b for a, b in zip(total, counts)]
            print(line(name, counts), flush=True)
        print(line("**sum**", total))


if __name__ == "__main__":
    main()
