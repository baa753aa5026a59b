#!/usr/bin/env python3
"""Scores of all matches of `exonweave scan` in made pairs of proteins with repeats, beside those of EMBOSS: matcher has disjoint alignments
too (Waterman and Eggert 1987; Huang and Miller 1991), water the best one.

  emboss_optima.py --exonweave exonweave --matcher matcher --water water [--pairs 100]

Its last line says how many pairs have the same scores.
"""
import argparse
import pathlib
import random
import subprocess
import tempfile

AMINO = "ARNDCQEGHILKMFPSTWYV"
ALTERNATIVES = 6
OPEN, EXTEND = 11, 1  # EMBOSS counts a gap's first residue to its opening


def relative(dice, residues):
    made = ""
    for residue in residues:
        if dice.random() < 0.06:
            continue
        made += dice.choice(AMINO) if dice.random() < 0.25 else residue
        if dice.random() < 0.04:
            made += dice.choice(AMINO)
    return made


def made_pair(dice):
    other = lambda: "".join(dice.choice(AMINO) for _ in range(dice.randint(20, 80)))
    domain = "".join(dice.choice(AMINO) for _ in range(dice.randint(40, 120)))
    copy = lambda: relative(dice, domain)
    return copy() + other() + copy(), other() + copy() + copy() + other() + copy()


def scores_in(path):
    return [int(float(line.split()[-1])) for line in path.read_text().splitlines() if line.startswith("# Score:")]


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("exonweave", "matcher", "water"):
        options.add_argument(f"--{name}", required=True)
    options.add_argument("--pairs", type=int, default=100)
    given = options.parse_args()
    dice, n_same = random.Random(1987), 0
    with tempfile.TemporaryDirectory() as folder:
        query, sequence, found = (pathlib.Path(folder, name) for name in ("query.fa", "sequence.fa", "found.txt"))
        emboss = ["-asequence", query, "-bsequence", sequence, "-gapopen", str(OPEN + EXTEND), "-gapextend", str(EXTEND), "-datafile", "EBLOSUM62",
                  "-outfile", found, "-auto"]
        for number in range(given.pairs):
            for path, residues in zip((query, sequence), made_pair(dice)):
                path.write_text(f">{path.stem}\n{residues}\n")
            ours = subprocess.run([given.exonweave, "scan", "-q", "--queries", query, "--database", sequence, "--mask-queries", "none",
                                   "--mask-database", "none", "--max-evalue", "1000", "--max-hsps", str(ALTERNATIVES), "--columns", "score"],
                                  check=True, capture_output=True, text=True).stdout.split()
            ours = [int(score) for score in ours]
            subprocess.run([given.matcher, *emboss, "-alternatives", str(ALTERNATIVES)], check=True)
            theirs = scores_in(found)
            subprocess.run([given.water, *emboss], check=True)
            if ours == theirs and ours[:1] == scores_in(found):
                n_same += 1
            else:
                print(f"pair {number}: scan {ours}, matcher {theirs}, water {scores_in(found)}")
    print(f"{n_same} of {given.pairs} pairs have the same scores")


if __name__ == "__main__":
    main()
