#!/usr/bin/env python3
"""How many of the coverable genes a prediction reproduces exactly.

A pair (reference transcript, target) is coverable when every exon of the transcript is a candidate on its strand, so
that a chain of candidates can be right at all. For each pair that is not exact the exons that differ are listed with
their candidates' scores and types; for each that is not coverable, the exons that are no candidates.

    covered_genes.py ANNOTATION.gff3 PREDICTED.gff3 --pairs PAIRS.tsv --kind cds --least 0.8 CANDIDATES.gff3...
"""
import argparse
import sys
from collections import defaultdict
from urllib.parse import unquote


def rows(path):
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            columns = line.rstrip("\n").split("\t")
            if not line.startswith("#") and len(columns) == 9 and columns[2] == "CDS":
                attributes = dict(item.split("=", 1) for item in columns[8].split(";") if "=" in item)
                yield columns, attributes


def read_chains(path):
    """{mRNA or transcript id: (seqid, strand, frozenset of (start, end))} and {id: target id}."""
    exons, places, targets = defaultdict(set), {}, {}
    for columns, attributes in rows(path):
        name = attributes["Parent"]
        exons[name].add((int(columns[3]), int(columns[4])))
        places[name] = (columns[0], columns[6])
        if "Target" in attributes:
            targets[name] = unquote(attributes["Target"].split()[0])
    return {name: (*places[name], frozenset(exons[name])) for name in exons}, targets


def read_candidates(paths):
    found = defaultdict(list)
    for path in paths:
        for columns, attributes in rows(path):
            place = (columns[0], columns[6], int(columns[3]), int(columns[4]))
            found[place].append(f"{columns[1]} {attributes.get('exon_type', '?')} {columns[5]}")
    return found


def read_pairs(path, kind):
    with open(path, encoding="utf-8") as lines:
        head = lines.readline().rstrip("\n").split("\t")
        for line in lines:
            row = dict(zip(head, line.rstrip("\n").split("\t")))
            if row["target_kind"] == kind:
                yield row["reference_transcript"], row["target_id"]


def describe(exons, seqid, strand, candidates):
    return "; ".join(f"{a}..{b} [{', '.join(candidates.get((seqid, strand, a, b), ['no candidate']))}]"
                     for a, b in sorted(exons))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("annotation")
    parser.add_argument("predicted")
    parser.add_argument("candidates", nargs="+")
    parser.add_argument("--pairs", required=True)
    parser.add_argument("--kind", default="cds")
    parser.add_argument("--least", type=float, default=0.0, help="least share of exact genes among the coverable")
    options = parser.parse_args()
    reference, _ = read_chains(options.annotation)
    predicted, targets = read_chains(options.predicted)
    candidates = read_candidates(options.candidates)
    n_pairs = n_coverable = n_exact = n_exons = n_found = 0
    for transcript, target in read_pairs(options.pairs, options.kind):
        n_pairs += 1
        seqid, strand, exons = reference[transcript]
        chains = [predicted[m] for m, t in targets.items() if t == target and predicted[m][:2] == (seqid, strand)]
        nearest = max((chain[2] for chain in chains), key=lambda e: len(e & exons), default=frozenset())
        missing = {e for e in exons if (seqid, strand, *e) not in candidates}
        n_exons += len(exons - missing)
        n_found += len(exons & nearest)
        if missing:
            print(f"{transcript}: not coverable: {describe(missing, seqid, strand, {})}")
            continue
        n_coverable += 1
        if any(chain[2] == exons for chain in chains):
            n_exact += 1
            continue
        print(f"{transcript}: not exact; missed {describe(exons - nearest, seqid, strand, candidates) or 'nothing'};"
              f" wrong {describe(nearest - exons, seqid, strand, candidates) or 'nothing'}")
    print(f"{n_found} of {n_exons} reference exons that are candidates are in the models")
    print(f"{n_pairs} pairs, {n_coverable} coverable, {n_exact} of them exact")
    return 0 if n_exact >= options.least * n_coverable else 1


if __name__ == "__main__":
    sys.exit(main())
