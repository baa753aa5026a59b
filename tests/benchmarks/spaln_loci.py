#!/usr/bin/env python3
"""Aligns the proteins of a set of loci with spaln (2.4 or later) and writes GFF3 in sequence coordinates.

    spaln_loci.py SETDIR --flank 10000 --out models.gff3 -- -Q0 -TTetrapod -S3

Every protein row of pairs.tsv is one run of spaln: its region, wider by --flank bases on both sides and cut at the ends
of the sequence, against its target. What follows '--' goes to spaln as it is (default: -Q0 -TTetrapod -S3); -O0, GFF3,
is added, and where no -S is given, the strand of the row (-S1 or -S2). Only the first model of each run is kept. The
output is for evaluate_gff3.py --kind protein --pairs SETDIR/pairs.tsv: Target carries the target's id. A pair without a
model is left out, with a word on standard error.
"""
import argparse
import pathlib
import subprocess
import sys
import tempfile
from urllib.parse import quote

import locus_sets


def split_command_line(words):
    """(our options, spaln's)"""
    if "--" not in words:
        return words, ["-Q0", "-TTetrapod", "-S3"]
    at = words.index("--")
    return words[:at], words[at + 1:]


def align(spaln, options, pair, genome, proteins, folder):
    """The text that spaln prints for a pair, in coordinates of the pair's region."""
    region, target = folder / "region.fa", folder / "target.fa"
    region.write_text(f">region\n{genome[pair.sequence][pair.start:pair.end]}\n")
    target.write_text(f">target\n{proteins[pair.target]}\n")
    if not any(option.startswith("-S") for option in options):
        options = [*options, "-S1" if pair.strand == "+" else "-S2"]
    return subprocess.run([spaln, "-O0", *options, region, target], stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, text=True, check=False).stdout


def first_model(text):
    """(score, CDS rows as lists of columns) of the first mRNA."""
    score, rows = ".", []
    for line in text.splitlines():
        columns = line.split("\t")
        if line.startswith("#") or len(columns) != 9:
            continue
        if columns[2] == "mRNA":
            if rows:
                break
            score = columns[5]
        elif columns[2].lower() == "cds":
            rows.append(columns)
    return score, rows


def target_span(columns):
    """(first, last) of a row's Target attribute."""
    for attribute in columns[8].split(";"):
        if attribute.startswith("Target="):
            first, last = attribute.split("=", 1)[1].split()[1:3]
            return int(first), int(last)
    return 1, 1


def gff3_rows(name, pair, score, rows):
    """The model in coordinates of the sequence."""
    target = quote(pair.target, safe="|.:_-")
    rows = sorted(rows, key=lambda row: int(row[3]))
    spans = [target_span(row) for row in rows]
    first, last = min(s[0] for s in spans), max(s[1] for s in spans)
    yield (pair.sequence, "spaln", "mRNA", int(rows[0][3]) + pair.start, int(rows[-1][4]) + pair.start, score,
           rows[0][6], ".", f"ID={name};Target={target} {first} {last}")
    for row, span in zip(rows, spans):
        yield (pair.sequence, "spaln", "CDS", int(row[3]) + pair.start, int(row[4]) + pair.start, row[5], row[6],
               row[7], f"ID={name}.cds;Parent={name};Target={target} {span[0]} {span[1]}")


def main():
    words, spaln_options = split_command_line(sys.argv[1:])
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("set", metavar="SETDIR")
    parser.add_argument("--flank", type=int, default=0, help="nt added on both sides of each region [0]")
    parser.add_argument("--out", default="/dev/stdout", metavar="FILE", help="GFF3 [standard output]")
    parser.add_argument("--spaln", default="spaln", metavar="PROGRAM")
    options = parser.parse_args(words)

    genome = locus_sets.read_fasta(pathlib.Path(options.set) / "genome.fa")
    proteins = locus_sets.read_proteins(options.set)
    with open(options.out, "w", encoding="ascii") as out, tempfile.TemporaryDirectory() as folder:
        out.write("##gff-version 3\n")
        for number, pair in enumerate(locus_sets.read_pairs(options.set, genome, options.flank), 1):
            text = align(options.spaln, spaln_options, pair, genome, proteins, pathlib.Path(folder))
            score, rows = first_model(text)
            if not rows:
                print(f"no model: {pair.transcript} {pair.target}", file=sys.stderr)
                continue
            for row in gff3_rows(f"model{number}", pair, score, rows):
                out.write("\t".join(map(str, row)) + "\n")


if __name__ == "__main__":
    main()
