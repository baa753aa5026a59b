#!/usr/bin/env python3
"""Models that are found by chance: proteins searched in sequences that hold no gene.

    chance_models.py EXONWEAVE PROTEINS.fa [--reverse GENOME.fa | --forward GENOME.fa --shuffle] [--options '--scoring FILE' ...]

Sequences are independent random bases, or parts of a genome. These are read backwards, not complemented, which keeps its
repeats and isochores, or as they are, with its genes: then proteins are to be shuffled, all but the first residue. PROTEINS.fa
gives unrelated proteins; some of 300 to 500 residues are drawn, or of 60 to 1,500 to be shuffled. Every protein is tried on
both strands of every sequence, with predict's defaults unless --options say otherwise.

Printed: for some E the share of searches (a protein on a sequence) whose best chain has that E-value or less within that
search, their number, and what a Gumbel distribution says, 1 - exp(-E); and the best chains. Seeds make all of it reproducible.
"""
import argparse
import gzip
import json
import math
import pathlib
import random
import shlex
import subprocess
import tempfile


def read_fasta(path):
    opened = gzip.open(path, "rt") if path.endswith(".gz") else open(path)
    records = {}
    with opened as lines:
        for line in lines:
            if line.startswith(">"):
                name = line[1:].split()[0]
                records[name] = []
            else:
                records[name].append(line.strip().upper())
    return {name: "".join(parts) for name, parts in records.items()}


def random_sequence(length, gc, source):
    return "".join(source.choices("ACGT", [1 - gc, gc, gc, 1 - gc], k=length))


def part_of(genome, length, source):
    """A part with few N, from a random place."""
    long_enough = [residues for residues in genome.values() if len(residues) >= length]
    while True:
        residues = source.choice(long_enough)
        start = source.randrange(len(residues) - length + 1)
        part = residues[start:start + length]
        if part.count("N") < length / 50:
            return part


def write_fasta(path, records):
    path.write_text("".join(f">{name}\n{residues}\n" for name, residues in records))


def search(arguments, folder):
    """The summary of a run on sequences and proteins drawn by the seed."""
    source = random.Random(arguments.seed)
    genome = read_fasta(arguments.reverse or arguments.forward) if arguments.reverse or arguments.forward else None
    step = -1 if arguments.reverse else 1
    sequences = [(f"chance{n + 1}", part_of(genome, arguments.length, source)[::step] if genome
                  else random_sequence(arguments.length, arguments.gc, source)) for n in range(arguments.sequences)]
    least, most = (60, 1500) if arguments.shuffle else (300, 500)
    proteins = [(name, residues.rstrip("*")) for name, residues in read_fasta(arguments.proteins).items()]
    proteins = source.sample([each for each in proteins if least <= len(each[1]) <= most], arguments.targets)
    if arguments.shuffle:
        proteins = [(name, residues[0] + "".join(source.sample(residues[1:], len(residues) - 1))) for name, residues in proteins]
    write_fasta(folder / "genome.fa", sequences)
    write_fasta(folder / "proteins.fa", proteins)
    command = [arguments.exonweave, "predict", "--genome", folder / "genome.fa", "--targets", folder / "proteins.fa", "--where", "everywhere",
               "--out", folder / "models.gff3", "--summary", folder / "summary.json", "--no-margins", "--quiet", "--journal", "off",
               "--max-evalue", "1e6", "--max-loci", "1"]
    subprocess.run(command + shlex.split(arguments.options), check=True, stderr=subprocess.DEVNULL)
    return json.loads((folder / "summary.json").read_text())


def report(summary, n_sequences):
    law, loci = summary["significance"], summary["loci"]
    # E-values are those of all sequences together.
    found = sorted((locus["chains"][0]["e_value"] / n_sequences, locus["target"], locus["sequence"], locus["score"],
                    locus["chains"][0]["composition"]) for locus in loci if locus["chains"])
    print(", ".join(f"{key} {value:.5g}" for key, value in law.items()))
    print(f"{len(loci)} searches, {len(found)} with a chain; {summary['seconds']['significance']:.2f} s for the constants")
    print("  E        expected  observed  searches")
    for value in (3, 1, 0.3, 0.1, 0.03, 0.01, 0.001, 0.0001):
        n = sum(each[0] <= value for each in found)
        print(f"  {value:<8} {1 - math.exp(-value):8.4f}  {n / len(loci):8.4f}  {n:8}")
    for e_value, name, sequence, score, composition in found[:5]:
        print(f"  {e_value:.1e}  {name} on {sequence}: score {score}, composition {composition:.2f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("exonweave")
    parser.add_argument("proteins", metavar="PROTEINS.fa")
    parts = parser.add_mutually_exclusive_group()
    parts.add_argument("--reverse", metavar="GENOME.fa", help="parts of this genome, read backwards, in place of random bases")
    parts.add_argument("--forward", metavar="GENOME.fa", help="parts of this genome as they are")
    parser.add_argument("--shuffle", action="store_true", help="shuffle the residues of each protein")
    parser.add_argument("--sequences", type=int, default=10)
    parser.add_argument("--length", type=int, default=500_000, help="of each sequence, nt")
    parser.add_argument("--gc", type=float, default=0.41, help="share of G and C among random bases")
    parser.add_argument("--targets", type=int, default=6)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--options", default="", help="further options of predict")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        report(search(arguments, pathlib.Path(folder)), arguments.sequences)


if __name__ == "__main__":
    main()
