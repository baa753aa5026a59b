#!/usr/bin/env python3
"""Models that are found by chance: proteins searched in sequences that hold no gene.

    chance_models.py EXONWEAVE PROTEINS.fa [--reverse GENOME.fa] [--options '--scoring FILE' ...]

Sequences are independent random bases, or parts of a genome read backwards, not complemented: these keep its repeats and
isochores. PROTEINS.fa gives unrelated proteins; some of 300 to 500 residues are drawn. Every protein is tried on both strands
of every sequence, with predict's defaults unless --options say otherwise.

Printed: the models found; and for some E the share of searches (a protein on a sequence) whose best chain has that E-value or
less within that search, beside what a Gumbel distribution says, 1 - exp(-E). Seeds make all of it reproducible.
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


def backward_part(genome, length, source):
    """A part with few N, from a random place."""
    long_enough = [residues for residues in genome.values() if len(residues) >= length]
    while True:
        residues = source.choice(long_enough)
        start = source.randrange(len(residues) - length + 1)
        part = residues[start:start + length]
        if part.count("N") < length / 50:
            return part[::-1]


def write_fasta(path, records):
    path.write_text("".join(f">{name}\n{residues}\n" for name, residues in records))


def search(arguments, folder):
    """The summary of a run on sequences and proteins drawn by the seed."""
    source = random.Random(arguments.seed)
    genome = read_fasta(arguments.reverse) if arguments.reverse else None
    sequences = [(f"chance{n + 1}", backward_part(genome, arguments.length, source) if genome
                  else random_sequence(arguments.length, arguments.gc, source)) for n in range(arguments.sequences)]
    proteins = [(name, residues) for name, residues in read_fasta(arguments.proteins).items() if 300 <= len(residues) <= 500]
    write_fasta(folder / "genome.fa", sequences)
    write_fasta(folder / "proteins.fa", source.sample(proteins, arguments.targets))
    command = [arguments.exonweave, "predict", "--genome", folder / "genome.fa", "--targets", folder / "proteins.fa",
               "--out", folder / "models.gff3", "--summary", folder / "summary.json", "--no-margins", "--quiet"]
    subprocess.run(command + shlex.split(arguments.options), check=True, stderr=subprocess.DEVNULL)
    return json.loads((folder / "summary.json").read_text())


def e_values(summary, n_sequences):
    """Of the best chain of each search within that search, smallest first."""
    law = summary["significance"]
    return sorted(law["k"] * locus["search_space"] / n_sequences * math.exp(-law["lambda"] * locus["score"])
                  for locus in summary["loci"] if "score" in locus)


def report(summary, n_sequences):
    law = summary["significance"]
    values = e_values(summary, n_sequences)
    found = [(locus["target"], chain) for locus in summary["loci"] for chain in locus["chains"]]
    print(f"lambda {law['lambda']:.4f} per half-bit, ln K {math.log(law['k']):.2f}, GC {law['gc']:.3f}; "
          f"{len(values)} searches, {len(found)} models; {summary['seconds']['calibrate']:.2f} s to calibrate")
    for target, chain in found:
        print(f"  {target}: score {chain['score']}, E-value {chain['e_value']:.1e}")
    print("  E        expected  observed")
    for value in (3, 1, 0.3, 0.1, 0.03, 0.01):
        share = sum(each <= value for each in values) / len(values)
        print(f"  {value:<8} {1 - math.exp(-value):8.3f}  {share:8.3f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("exonweave")
    parser.add_argument("proteins", metavar="PROTEINS.fa")
    parser.add_argument("--reverse", metavar="GENOME.fa", help="parts of this genome, read backwards, in place of random bases")
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
