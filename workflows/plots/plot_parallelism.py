#!/usr/bin/env python3
"""Draws what `exonweave analyze` has found: lengths of candidate exons, and how many can be aligned at once.

Bars show the average case, dots the case with the most candidates. Needs matplotlib.

    plot_parallelism.py tiny.json --out-prefix tiny
"""
import argparse
import json

MOST_BARS = 24  # further classes are one more bar


def percentages(rows, value, n_classes):
    """Percent by class; the last place holds all that lies beyond."""
    values = [0.0] * n_classes
    for row in rows:
        values[min(value(row), n_classes - 1)] += 100 * row["share"]
    return values


def draw(study, key, value, label, texts, out):
    import matplotlib
    matplotlib.use("Agg")
    from matplotlib import pyplot
    average, largest = study["average"], max(study["cases"], key=lambda case: case["exons"], default=None)
    n_classes = min(max((value(row) for row in average[key]), default=0) + 1, MOST_BARS + 1)
    figure, axis = pyplot.subplots(figsize=(9, 5))
    axis.bar(range(n_classes), percentages(average[key], value, n_classes), label=f"average of {average['cases']} cases")
    if largest and average["cases"] > 1:
        axis.plot(range(n_classes), percentages(largest[key], value, n_classes), "ko", markersize=4,
                  label=f"case with the most exons, {largest['exons']}: {largest['region_seqid']}".replace("$", r"\$"))
    axis.set_xticks(range(n_classes), [label(n, n == MOST_BARS) for n in range(n_classes)], rotation=60, fontsize=8)
    title, x_label, y_label = texts
    axis.set_title(title)
    axis.set_xlabel(x_label)
    axis.set_ylabel(y_label)
    axis.legend(fontsize=8)
    figure.tight_layout()
    figure.savefig(out, metadata={"Date": None})


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("study", metavar="PREFIX.json", help="of exonweave analyze")
    parser.add_argument("--out-prefix", required=True, metavar="PREFIX", help="what the names of both files begin with")
    arguments = parser.parse_args()
    with open(arguments.study, encoding="utf-8", errors="replace") as file:
        study = json.load(file)
    width = study["length_class_width"]
    draw(study, "exon_lengths", lambda row: (row["length_from"] - 1) // width,
         lambda n, is_rest: f"{n * width + 1}+" if is_rest else f"{n * width + 1}-{(n + 1) * width}",
         ("Lengths of candidate exons", "exon length (nt)", "share of exons (%)"),
         f"{arguments.out_prefix}.exon_lengths.svg")
    draw(study, "group_sizes", lambda row: row["exons_in_group"] - 1,
         lambda n, is_rest: f"{n + 1}{'+' if is_rest else ''}",
         ("Exons that can be aligned at once", "exons in an overlap group (count)", "share of groups (%)"),
         f"{arguments.out_prefix}.group_sizes.svg")


if __name__ == "__main__":
    main()
