#!/usr/bin/env python3
"""What margins are worth: fits the curves of `support` to models beside a reference, and shows how reliable they are.

    fit_support.py LABEL PREDICTED.gff3 ANNOTATION.gff3 PAIRS.tsv [LABEL PREDICTED ANNOTATION PAIRS]...

Of each pair of kind protein the model of its target that overlaps its reference transcript the most is taken. An exon is right
when its bounds are those of an exon of the transcript, a model when all are. The curve is 1 / (1 + exp(-(a + b * margin))),
margins in half-bits and cut at 60, the largest likelihood with every label weighing the same. Sets of one label are pooled. The predictions are runs without training, or with it as by default, with --pairs, of proteins on ORF exons.
"""
import csv
import math
import sys
from collections import defaultdict, namedtuple

BOUNDS = [0, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 1]
LARGEST_MARGIN = 60  # half-bits
Outcome = namedtuple("Outcome", "label set kind margin is_right")


def read_models(path):
    """{mRNA: [(sequence, start, end, margin or None)]} of the CDS, and {mRNA: target}"""
    exons, targets = defaultdict(list), {}
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            columns = line.rstrip("\n").split("\t")
            if len(columns) < 9:
                continue
            values = dict(each.split("=", 1) for each in columns[8].split(";") if "=" in each)
            if columns[2] == "mRNA" and "Target" in values:
                targets[values["ID"]] = values["Target"].split()[0]
            elif columns[2] == "CDS":
                margin = float(values["margin"]) if "margin" in values else None
                exons[values["Parent"]].append((columns[0], int(columns[3]), int(columns[4]), margin))
    return exons, targets


def overlap(exons, others):
    return sum(max(0, min(a[2], b[2]) - max(a[1], b[1]) + 1) for a in exons for b in others if a[0] == b[0])


def outcomes(label, number, predicted, annotation, pairs):
    """Of exons and genes that have a margin."""
    exons, targets = read_models(predicted)
    reference, _ = read_models(annotation)
    models_of = defaultdict(list)
    for model, target in targets.items():
        models_of[target].append(model)
    with open(pairs, encoding="utf-8", newline="") as rows:
        for pair in csv.DictReader(rows, delimiter="\t"):
            right = reference[pair["reference_transcript"]]
            ranked = sorted((overlap(exons[m], right), m) for m in models_of[pair["target_id"]])
            if pair["target_kind"] != "protein" or not ranked or ranked[-1][0] == 0:
                continue
            found = exons[ranked[-1][1]]
            bounds = {each[:3] for each in right}
            margins = [each[3] for each in found if each[3] is not None]
            for each in found:
                if each[3] is not None:
                    yield Outcome(label, number, "exon", each[3], each[:3] in bounds)
            if margins:
                yield Outcome(label, number, "model", min(margins), {each[:3] for each in found} == bounds)


def fit(weighed):
    """(a, b) by Newton's method from (weight, margin, is_right)."""
    a = b = 0.0
    for _ in range(100):
        g0 = g1 = h00 = h01 = h11 = 0.0
        for weight, x, is_right in weighed:
            p = 1 / (1 + math.exp(-(a + b * x)))
            d, v = weight * (is_right - p), weight * p * (1 - p)
            g0, g1, h00, h01, h11 = g0 + d, g1 + d * x, h00 + v, h01 + v * x, h11 + v * x * x
        determinant = h00 * h11 - h01 * h01
        step_a, step_b = (h11 * g0 - h01 * g1) / determinant, (h00 * g1 - h01 * g0) / determinant
        a, b = a + step_a, b + step_b
        if abs(step_a) + abs(step_b) < 1e-10:
            break
    return a, b


def weigh(of_kind):
    n_of = defaultdict(int)
    for each in of_kind:
        n_of[each.label] += 1
    return [(1 / n_of[each.label], min(each.margin, LARGEST_MARGIN), each.is_right) for each in of_kind]


def main():
    arguments = sys.argv[1:]
    if not arguments or len(arguments) % 4:
        sys.exit(__doc__)
    sets = [arguments[n:n + 4] for n in range(0, len(arguments), 4)]
    found = [each for n, (label, *paths) in enumerate(sets) for each in outcomes(label, n, *paths)]
    labels = list(dict.fromkeys(label for label, *_ in sets))
    for kind in ("exon", "model"):
        of_kind = [each for each in found if each.kind == kind]
        a, b = fit(weigh(of_kind))
        print(f"{kind}: a = {a:.3f}, b = {b:.4f}\n\n| support | " + " | ".join(labels) + " |\n|" + "---|" * (1 + len(labels)))
        for low, high in zip(BOUNDS, BOUNDS[1:]):
            cells = []
            for label in labels:
                here = [each.is_right for each in of_kind if each.label == label and
                        low <= 1 / (1 + math.exp(-(a + b * each.margin))) < high]
                cells.append(f"{sum(here)} of {len(here)}, {sum(here) / len(here):.2f}" if here else "")
            print(f"| {low} to {high} | " + " | ".join(cells) + " |")
        print()


if __name__ == "__main__":
    main()
