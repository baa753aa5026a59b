#!/usr/bin/env python3
"""Draws predicted and measured times of results, as Figures 10 and 17 to 19 of Nolasco and Moreano (2014) do.

The results are sorted by their predicted times. Each table of `exonweave estimate --by-locus` gets a panel. A summary
of the run itself (`exonweave predict --summary`) adds the times that its results took. Needs matplotlib.

    plot_times.py seconds.tsv --measured run.json --out times.svg
"""
import argparse
import csv
import json
import sys

LEAST = 1e-3  # seconds: errors of shorter results say nothing


def read_estimate(path):
    """Predicted seconds by result: target, sequence, region, strands."""
    with open(path, newline="", encoding="utf-8", errors="replace") as file:
        rows = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        return {(row["target_id"], row["region_seqid"], int(row["region_start0"]), int(row["region_end0"]),
                 row["strands"]): float(row["seconds"]) for row in rows}


def read_summary(path):
    """The engine of a run, and measured seconds by result."""
    with open(path, encoding="utf-8", errors="replace") as file:
        summary = json.load(file)
    times = {(each["target"], each["sequence"], each["region_start0"], each["region_end0"],
              ",".join(each["strands_tried"])): each["seconds"] for each in summary["loci"]}
    return summary["parameters"]["engine"], times


def errors_text(predicted, measured):
    """How far predictions were off, of results that took LEAST or more."""
    both = [(predicted[key], measured[key]) for key in predicted if key in measured]
    errors = sorted(abs(guess / taken - 1) for guess, taken in both if taken >= LEAST)
    if not errors:
        return ""
    whole = sum(guess for guess, _ in both) / sum(taken for _, taken in both) - 1
    return (f": half within {100 * errors[len(errors) // 2]:.1f}%, nine of ten within "
            f"{100 * errors[len(errors) * 9 // 10]:.1f}%, all together {100 * whole:+.1f}%")


def draw(panels, out):
    """`panels`: (name, predicted, measured) each."""
    import matplotlib
    matplotlib.use("Agg")
    from matplotlib import pyplot
    figure, axes = pyplot.subplots(len(panels), 1, figsize=(9, 3.6 * len(panels)), squeeze=False, sharey=True)
    for axis, (name, predicted, measured) in zip(axes[:, 0], panels):
        order = sorted(predicted, key=predicted.get)
        axis.step(range(len(order)), [max(predicted[key], 1e-6) for key in order], where="post", label="predicted")
        known = [(place, measured[key]) for place, key in enumerate(order) if key in measured]
        if known:
            axis.plot(*zip(*known), "k.", markersize=3, label="measured")
        axis.set_yscale("log")
        axis.set_title(f"{name}: {len(order)} results{errors_text(predicted, measured)}", fontsize=9, parse_math=False)
        axis.set_ylabel("seconds, one thread")
        axis.legend(fontsize=8)
    axes[-1, 0].set_xlabel("results, by predicted time")
    figure.tight_layout()
    figure.savefig(out, metadata={"Date": None} if str(out).endswith(".svg") else None)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("estimates", nargs="+", metavar="SECONDS.tsv", help="tables of estimate --by-locus")
    parser.add_argument("--measured", action="append", default=[], metavar="RUN.json",
                        help="summaries of predict --summary, in the order of the tables")
    parser.add_argument("--out", required=True, metavar="FILE", help="SVG, PNG or PDF, by its ending")
    arguments = parser.parse_args()
    if len(arguments.measured) > len(arguments.estimates):
        parser.error("more summaries than tables")
    panels = []
    for place, path in enumerate(arguments.estimates):
        predicted, name, measured = read_estimate(path), path, {}
        if place < len(arguments.measured):
            name, measured = read_summary(arguments.measured[place])
            if not set(measured) <= set(predicted):
                print(f"{arguments.measured[place]}: results that {path} does not have", file=sys.stderr)
        panels.append((name, predicted, measured))
    draw(panels, arguments.out)


if __name__ == "__main__":
    main()
