#!/usr/bin/env python3
"""What share of the loci of an exhaustive exact search a search for loci has, by identity.

    search_sensitivity.py everywhere.paf loci.tsv targets.fa

everywhere.paf  of `exonweave predict --where everywhere --max-loci 1 --no-margins --paf-out`: the best locus of each target on each strand
                of each sequence
loci.tsv        of `exonweave search`
A locus is found when a region of its target on its strand overlaps it. Loci that score less than a part of their target's best
one, as `search --min-loci-score` leaves out, do not count. Simple ones are those where much of what is aligned of the target lies in
windows of few different residues, where composition alone aligns to composition.
"""
import math
import sys
from collections import Counter, defaultdict

LEAST_SHARE = 0.3  # of the score of the target's best locus
LEAST_SCORE = 100  # half-bits; below, chance is near
WINDOW, LEAST_ENTROPY = 12, 2.4  # residues, bits
MOST_SIMPLE = 0.3  # of the aligned residues
CLASSES = [(0.6, "60% and more"), (0.45, "45 to 60%"), (0.3, "30 to 45%"), (0.0, "below 30%")]


def read_fasta(path):
    texts = {}
    with open(path, encoding="ascii") as lines:
        for line in lines:
            if line.startswith(">"):
                name = line[1:].split()[0]
                texts[name] = ""
            else:
                texts[name] += line.strip()
    return texts


def simple_share(residues):
    simple = [False] * len(residues)
    for start in range(len(residues) - WINDOW + 1):
        counts = Counter(residues[start:start + WINDOW]).values()
        if -sum(n / WINDOW * math.log2(n / WINDOW) for n in counts) < LEAST_ENTROPY:
            simple[start:start + WINDOW] = [True] * WINDOW
    return sum(simple) / max(1, len(simple))


def read_regions(path):
    regions = defaultdict(list)
    with open(path, encoding="ascii") as lines:
        next(lines)
        for line in lines:
            sequence, start, end, strand, target = line.split("\t")[:5]
            regions[target, sequence, strand].append((int(start), int(end)))
    return regions


def read_paf(path):
    with open(path, encoding="ascii") as lines:
        rows = [line.rstrip("\n").split("\t") for line in lines]
    score = lambda row: int(next(tag for tag in row[12:] if tag.startswith("AS:i:"))[5:])
    return [(row, score(row)) for row in rows]


def main(paf_path, regions_path, targets_path):
    targets, regions, rows = read_fasta(targets_path), read_regions(regions_path), read_paf(paf_path)
    best = defaultdict(int)
    for row, score in rows:
        best[row[0]] = max(best[row[0]], score)
    counts = defaultdict(lambda: [0, 0])
    for row, score in rows:
        target, first, last, strand, sequence = row[0], int(row[2]), int(row[3]), row[4], row[5]
        start, end, identity = int(row[7]), int(row[8]), int(row[9]) / int(row[10])
        if score < LEAST_SHARE * best[target]:
            continue
        found = any(a < end and start < b for a, b in regions[target, sequence, strand])
        if simple_share(targets[target][first:last]) > MOST_SIMPLE:
            kind = "simple"
        else:
            kind = "others" if score >= LEAST_SCORE else f"below {LEAST_SCORE}"
        name = next(name for least, name in CLASSES if identity >= least)
        counts[name, kind][0] += found
        counts[name, kind][1] += 1
    for _, name in CLASSES:
        for kind in ("others", f"below {LEAST_SCORE}", "simple"):
            found, of = counts[name, kind]
            print(f"{name:13} {kind:10} {found:5} of {of:5}" + (f"  {100 * found / of:5.1f}%" if of else ""))


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    main(*sys.argv[1:])
