#!/usr/bin/env python3
"""How much longer runs take with `--engine auto` than with the faster of a CPU's engine and a GPU's.

    auto_regret.py --exonweave BINARY --genome GENOME.fa --proteins PROTEINS.fa [--work FOLDER] [--threads N] [--calibration FILE] [--kinds LIST]

Fifty inputs: scans, alignments of pairs, cDNA on candidates tried everywhere, and exhaustive sweeps, small and large. They are cut from the two
files and made by `exonweave simulate`. Each runs three times: with the CPU's engine, the GPU's, and `auto`. The outputs must be the same. The regret is the
time of `auto` over the shorter one of the others, less 1. A Markdown table goes to standard output, a line for each input to standard error.
"""
import argparse
import filecmp
import os
import pathlib
import random
import statistics
import subprocess
import sys
import time


def read_fasta(path):
    records, name, parts = [], None, []
    with open(path, encoding="ascii") as lines:
        for line in lines:
            if line.startswith(">"):
                if name:
                    records.append((name, "".join(parts)))
                name, parts = line[1:].split()[0], []
            else:
                parts.append(line.strip())
    records.append((name, "".join(parts)))
    return records


def write_fasta(path, records):
    path.write_text("".join(f">{name}\n{residues}\n" for name, residues in records), encoding="ascii")
    return path


def relative(sequence, letters, rng):
    made = []
    for letter in sequence:
        fate = rng.random()
        if fate < 0.85:
            made.append(letter)
        elif fate < 0.96:
            made.append(rng.choice(letters))
    return "".join(made) or letters[0]


class Inputs:
    """(kind, name, arguments, engine of the CPU, engine of a GPU)"""

    def __init__(self, options):
        self.folder, self.exonweave = options.work, options.exonweave
        self.proteins, self.genome = read_fasta(options.proteins), read_fasta(options.genome)
        self.rng = random.Random(1)
        self.all = []

    def make(self, kinds):
        for kind, add in (("scan", self.add_scans), ("align", self.add_pairs), ("cDNA", self.add_cdna),
                          ("exhaustive", self.add_sweeps)):
            if kind in kinds:
                add()
        return self.all

    def some_proteins(self, n):
        return [self.proteins[k * len(self.proteins) // n] for k in range(n)]

    def add_scans(self):
        for n_queries, n_sequences in ((1, 100), (1, 2000), (1, 6000), (5, 2000), (5, 6000), (20, 500), (20, 2000),
                                       (20, 6000), (60, 2000), (60, 6000), (200, 500), (200, 3000)):
            queries = write_fasta(self.folder / f"q{n_queries}.fa", self.some_proteins(n_queries))
            database = write_fasta(self.folder / f"d{n_sequences}.fa", self.some_proteins(n_sequences))
            self.all.append(("scan", f"{n_queries} queries, {n_sequences} sequences",
                             ["scan", "--queries", queries, "--database", database], "scan-cpu", "scan-cuda"))

    def add_pairs(self):
        acids, bases = "ACDEFGHIKLMNPQRSTVWY", "ACGT"
        for n, length, letters in ((100, 300, acids), (2000, 100, acids), (2000, 300, acids), (10000, 300, acids),
                                   (40000, 300, acids), (300, 1500, acids), (3000, 1500, acids), (20000, 200, bases),
                                   (1000, 2000, bases), (1, 10000, bases), (1, 40000, bases), (1, 100000, bases),
                                   (8, 30000, bases)):
            queries = ["".join(self.rng.choices(letters, k=length)) for _ in range(min(n, 500))]
            pairs = [(f"p{k}", queries[k % len(queries)]) for k in range(n)]
            query = write_fasta(self.folder / f"aq{len(self.all)}.fa", pairs)
            target = write_fasta(self.folder / f"at{len(self.all)}.fa",
                                 [(name, relative(one, letters, self.rng)) for name, one in pairs])
            kind = "protein" if letters == acids else "dna"
            gpu = "batch" if length * length < 2 ** 24 else "fast"
            self.all.append(("align", f"{n} x {length}, {kind}",
                             ["align", query, target, "--format", "paf", "--target-type", kind], "simd", gpu))

    def add_cdna(self):
        cases = self.folder / "nolasco2014"
        subprocess.run([self.exonweave, "simulate", "--profile", "nolasco2014", "--out", cases, "--overwrite"],
                       check=True, capture_output=True)
        genome, targets = read_fasta(cases / "genome.fa"), read_fasta(cases / "targets.cds.fa")
        for n_sequences, n_targets in ((4, 8), (8, 40), (16, 16), (16, 100), (30, 30), (30, 300), (60, 60), (60, 250),
                                       (120, 20), (120, 120), (240, 10), (240, 30), (240, 60)):
            sequences = write_fasta(self.folder / f"g{n_sequences}.fa", genome[:n_sequences])
            some = write_fasta(self.folder / f"t{n_targets}.fa", [targets[k * len(targets) // n_targets]
                                                                  for k in range(n_targets)])
            kept = {name for name, _ in genome[:n_sequences]}
            candidates = self.folder / f"c{n_sequences}.gff3"
            candidates.write_text("".join(
                line for line in (cases / "candidates.gff3").read_text(encoding="ascii").splitlines(True)
                if line.startswith("#") and "sequence-region" not in line or line.split("\t")[0] in kept), encoding="ascii")
            self.all.append(("cDNA", f"{n_targets} on {n_sequences} sequences",
                             ["predict", "--genome", sequences, "--candidates", candidates, "--targets", some],
                             "simd", "cuda"))

    def add_sweeps(self):
        sequence = max(self.genome, key=lambda record: len(record[1]))[1]
        for length, n in ((50_000, 10), (50_000, 100), (200_000, 1), (200_000, 20), (200_000, 100), (1_000_000, 1),
                          (1_000_000, 5), (1_000_000, 20), (1_000_000, 60), (3_000_000, 1), (3_000_000, 5),
                          (3_000_000, 15)):
            region = write_fasta(self.folder / f"r{length}.fa", [("r", sequence[-length:])])
            some = write_fasta(self.folder / f"p{n}.fa", self.some_proteins(n))
            self.all.append(("exhaustive", f"{n} proteins on {length:,} nt",
                             ["predict", "--genome", region, "--targets", some, "--where", "exhaustive",
                              "--splice-model", "fungus"], "simd", "cuda"))


def run(options, arguments, engine, out):
    words = [options.exonweave, *map(str, arguments), "--engine", engine, "--threads", str(options.threads), "--out", out,
             "--quiet"]
    if arguments[0] == "predict":
        words += ["--journal", "off"]
    begun = time.monotonic()
    done = subprocess.run(words, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"auto_regret.py: {' '.join(map(str, words))}\n{done.stderr}")
    return time.monotonic() - begun


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--exonweave", required=True)
    parser.add_argument("--genome", required=True, type=pathlib.Path)
    parser.add_argument("--proteins", required=True, type=pathlib.Path)
    parser.add_argument("--work", type=pathlib.Path, default=pathlib.Path("auto-regret"))
    parser.add_argument("--threads", type=int, default=16)
    parser.add_argument("--calibration", default="off")
    parser.add_argument("--kinds", default="scan,align,cDNA,exhaustive", help="some of these")
    parser.add_argument("--cpu-only", action="store_true", help="try the inputs without a GPU")
    options = parser.parse_args()
    os.environ["EXONWEAVE_CALIBRATION"] = options.calibration
    options.work.mkdir(parents=True, exist_ok=True)
    regrets = {}
    for kind, name, arguments, of_cpu, of_gpu in Inputs(options).make(options.kinds.split(",")):
        engines = [of_cpu] if options.cpu_only else [of_cpu, of_gpu, "auto"]
        outs = [options.work / f"out{k}" for k in range(len(engines))]
        seconds = [run(options, arguments, engine, out) for engine, out in zip(engines, outs)]
        if any(not filecmp.cmp(outs[0], out, shallow=False) for out in outs):
            sys.exit(f"auto_regret.py: {kind}, {name}: the outputs are not the same")
        text = "  ".join(f"{engine} {took:.2f} s" for engine, took in zip(engines, seconds))
        print(f"{kind}, {name}: {text}", file=sys.stderr, flush=True)
        if not options.cpu_only:
            regrets.setdefault(kind, []).append((seconds[2] / min(seconds[:2]) - 1, seconds[2] - min(seconds[:2]), name))
    print("| inputs | | median regret | largest | of | s |\n|---|---|---|---|---|---|")
    for kind, of_kind in [*regrets.items(), ("all", [each for some in regrets.values() for each in some])]:
        if of_kind:
            worst = max(of_kind)
            print(f"| {kind} | {len(of_kind)} | {statistics.median(each[0] for each in of_kind):.1%} | {worst[0]:.1%} | "
                  f"{worst[2]} | {worst[1]:.2f} |")


if __name__ == "__main__":
    main()
