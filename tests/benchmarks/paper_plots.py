#!/usr/bin/env python3
"""Plots and tables from the rows of bench_paper_accelerators.

    paper_plots.py ROWS.tsv --out FOLDER

Writes SVG plots and summary.json to the folder, and Markdown with tables and the plots to standard output. Plots for which the rows hold
nothing (no accelerators, no other layouts) are left out, with a word on standard error. Needs matplotlib.
"""
import argparse
import json
import pathlib
import statistics
import sys

import matplotlib
from matplotlib.figure import Figure
from matplotlib.ticker import EngFormatter, LogLocator

SEQUENTIAL, INTRA, INTER = "sequential", "cuda-intra", "cuda-inter"
ORANGE, BLUE, GREEN, SKY, YELLOW = "#D55E00", "#0072B2", "#009E73", "#56B4E9", "#F0E442"  # Okabe and Ito
STYLES = {SEQUENTIAL: ("o", ORANGE), INTRA: ("s", BLUE), INTER: ("^", GREEN)}  # told apart without colour too
# A column of the rows, and the colour of its bars; columns without a layout's name are right-aligned.
LAYOUTS = {"cuda-intra conventional": YELLOW, "cuda-intra left-aligned": SKY, INTRA: BLUE,
           "cuda-inter left-aligned": ORANGE, INTER: GREEN}
FIRST_ENGINE = 9  # column
N_LARGEST, N_SIZE_CLASSES = 10, 4
SI = EngFormatter()  # 3e7 -> '30 M'
CELLS, SPEED_UP = ("cells, n · Σ|b| (Eq. 3)", SI), ("speed-up", "{x:g}×")

matplotlib.rcParams.update({
    "svg.hashsalt": "exonweave", "svg.fonttype": "none",  # parts have the same names each time; text is text
    "figure.figsize": (9, 5.2), "figure.constrained_layout.use": True, "figure.constrained_layout.w_pad": 0.1,
    "axes.titlelocation": "left", "axes.titleweight": "bold", "axes.titlepad": 44, "axes.axisbelow": True,
    "grid.color": "#DDDDDD", "legend.frameon": False, "legend.markerscale": 2})


class BadRows(Exception):
    pass


def read_rows(path):
    """(notes as (name, value), engines, rows as {column: value}; an engine that did not run has none)"""
    notes, columns, rows = [], [], []
    for number, line in enumerate(pathlib.Path(path).read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("# "):
            notes.append(tuple(line[2:].split(": ", 1)))
            continue
        fields = line.split("\t")
        if not columns:
            columns = fields
            continue
        if len(fields) != len(columns):
            raise BadRows(f"{path}:{number}: {len(fields)} columns (the head has {len(columns)})")
        try:
            values = [*fields[:2], *map(int, fields[2:FIRST_ENGINE]), *map(float_or_none, fields[FIRST_ENGINE:])]
        except ValueError as error:
            raise BadRows(f"{path}:{number}: {error}") from error
        rows.append(dict(zip(columns, values)))
    if not rows:
        raise BadRows(f"{path}: no rows")
    return notes, columns[FIRST_ENGINE:], rows


def float_or_none(field):
    return float(field) if field else None


def layout_name(engine):
    return engine if " " in engine else engine + " right-aligned"


def gcups(row, engine):
    return row["cells"] / row[engine] / 1e9


def speed_up(row, engine, of=SEQUENTIAL):
    return row[of] / row[engine]


def scatter(title, x_axis, y_axis, series):
    """Logarithmic axes: (label, how a tick is written). series: [(name, marker, colour, [(x, y)])], values above 0."""
    plot = Figure().subplots()
    plot.loglog()
    for name, marker, colour, points in series:
        plot.plot(*zip(*points), marker, color=colour, alpha=0.6, markersize=4, markeredgewidth=0, label=name)
    for axis, (label, tick_format) in ((plot.xaxis, x_axis), (plot.yaxis, y_axis)):
        low, high = axis.get_data_interval()
        axis.set(major_locator=LogLocator(subs=(1, 2, 5) if high < 1000 * low else (1,)), major_formatter=tick_format,
                 label_text=label)
    plot.minorticks_off()
    plot.grid()
    plot.set_title(title)
    return plot


def plots(engines, rows):
    """{file name: plot} of what the rows hold."""
    def by_cells(title, y_axis, among, value):
        return scatter(f"{title} by the size of the problem", CELLS, y_axis,
                       [(engine, *STYLES[engine], [(row["cells"], value(row, engine)) for row in rows])
                        for engine in among])

    main = [engine for engine in STYLES if engine in engines]
    made = {"time-by-cells.svg": by_cells("Time", ("seconds", EngFormatter("s")), main, dict.get),
            "gcups-by-cells.svg": by_cells("Cells per second", ("cells of Eq. 3 per second", SI), main,
                                           lambda row, engine: row["cells"] / row[engine])}
    if main == list(STYLES):
        made["speedup-by-cells.svg"] = by_cells("Speed-up over the sequential program", SPEED_UP, main[1:], speed_up)
        made["inter-over-intra-by-cells.svg"] = scatter(
            f"Speed-up of {INTER} over {INTRA} by the size of the problem", CELLS, SPEED_UP,
            [(f"{INTER} over {INTRA}", *STYLES[INTER], [(row["cells"], speed_up(row, INTER, INTRA)) for row in rows])])
    if sampled := layout_rows(engines, rows):
        made["layouts.svg"] = layout_bars(sampled)
    return made


def save(made, folder):
    """Writes {file name: plot} and returns Markdown that shows them. The same plot has the same bytes."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, plot in made.items():
        plot.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=3)  # above the plot, below the title
        plot.figure.savefig(folder / name, metadata={"Date": None, "Title": plot.get_title("left")})
    return "\n".join(f"![{name[:-len('.svg')].replace('-', ' ')}]({folder.name}/{name})" for name in made)


def layout_rows(engines, rows):
    """Those that every layout aligned."""
    return [row for row in rows if all(row[layout] for layout in LAYOUTS)] if set(LAYOUTS) <= set(engines) else []


def size_classes(rows):
    """The rows in parts of about equal numbers, the smallest problems first; as many as there are rows for."""
    ordered, n = sorted(rows, key=lambda row: row["cells"]), min(N_SIZE_CLASSES, len(rows))
    return [ordered[k * len(ordered) // n:(k + 1) * len(ordered) // n] for k in range(n)]


def overall_gcups(rows, engine):
    return sum(row["cells"] for row in rows) / sum(row[engine] for row in rows) / 1e9


def layout_bars(rows):
    plot, parts, width = Figure().subplots(), size_classes(rows), 0.84 / len(LAYOUTS)
    for k, (engine, colour) in enumerate(LAYOUTS.items()):
        bars = plot.bar([n + (k - len(LAYOUTS) / 2) * width for n in range(len(parts))],
                        [overall_gcups(part, engine) for part in parts], width, align="edge",
                        color=colour, edgecolor="black", linewidth=0.6, label=layout_name(engine))
        plot.bar_label(bars, fmt="%.2g", fontsize=8)
    plot.set_xticks(range(len(parts)), [" to ".join(SI(float(f"{row['cells']:.2g}")) for row in (part[0], part[-1]))
                                        for part in parts])
    plot.grid(axis="y")
    plot.set(title=f"Layouts of anti-diagonals in memory ({len(rows)} cases)", ylabel="GCUPS",
             xlabel="cells, n · Σ|b| (Eq. 3), of a quarter of the cases")
    return plot


def summary(notes, engines, rows):
    """What summary.json holds."""
    def of_engine(engine, among, beside):
        ratios = [speed_up(row, engine, beside) for row in among]
        return {"engine": engine, "cases": len(among), "cells": sum(row["cells"] for row in among),
                "seconds": sum(row[engine] for row in among), "gcups": overall_gcups(among, engine),
                "best_gcups": max(gcups(row, engine) for row in among), "beside": beside,
                "median_speed_up": statistics.median(ratios), "least_speed_up": min(ratios), "most_speed_up": max(ratios)}

    sampled = layout_rows(engines, rows)
    return {"notes": [list(note) for note in notes],
            "engines": [of_engine(engine, rows, SEQUENTIAL) for engine in STYLES if engine in engines],
            "layouts": [of_engine(engine, sampled, engine.split(" ")[0]) for engine in LAYOUTS] if sampled else [],
            "largest": sorted(rows, key=lambda row: -row["cells"])[:N_LARGEST]}


def table(head, lines):
    return "\n".join("| " + " | ".join(cells) + " |" for cells in [head, ["---"] * len(head), *lines]) + "\n"


def number(value):
    """Three digits at least."""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3g}"


def engine_table(entries, what, beside):
    return table(
        [what, "cases", "cells", "seconds", "GCUPS", "best GCUPS", f"{beside}: median", "least", "most"],
        [[layout_name(entry["engine"]) if what == "layout" else entry["engine"], f"{entry['cases']:,}", f"{entry['cells']:,}",
          *(number(entry[key]) for key in ("seconds", "gcups", "best_gcups", "median_speed_up", "least_speed_up",
                                           "most_speed_up"))] for entry in entries])


def largest_table(rows, engines):
    accelerators = [engine for engine in (INTRA, INTER) if engine in engines]
    head = ["case", "exons", "target, nt", "cells", *(f"{engine}, s" for engine in [SEQUENTIAL, *accelerators]),
            *(f"{engine}: speed-up" for engine in accelerators), *(f"{engine}: GCUPS" for engine in accelerators)]
    return table(head, [[f"{row['set']} {row['case']}", f"{row['exons']:,}", f"{row['target']:,}", f"{row['cells']:,}",
                         *(number(row[engine]) for engine in [SEQUENTIAL, *accelerators]),
                         *(number(speed_up(row, engine)) for engine in accelerators),
                         *(number(gcups(row, engine)) for engine in accelerators)] for row in rows])


def markdown(found, engines):
    text = "".join(f"- {name}: {value}\n" for name, value in found["notes"])
    text += "\nAll cases:\n\n" + engine_table(found["engines"], "engine", "speed-up over sequential")
    text += f"\nThe {len(found['largest'])} largest cases:\n\n" + largest_table(found["largest"], engines)
    if found["layouts"]:
        text += "\nLayouts of anti-diagonals:\n\n" + engine_table(found["layouts"], "layout", "speed-up over right-aligned")
    return text


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rows", help="what bench_paper_accelerators wrote")
    parser.add_argument("--out", type=pathlib.Path, required=True, help="folder for plots and summary.json")
    arguments = parser.parse_args()
    try:
        notes, engines, rows = read_rows(arguments.rows)
    except (BadRows, OSError) as error:
        sys.exit(f"paper_plots.py: {error}")
    made = plots(engines, rows)
    shown = save(made, arguments.out)
    for name in ("speedup-by-cells.svg", "inter-over-intra-by-cells.svg", "layouts.svg"):
        if name not in made:
            print(f"paper_plots.py: {arguments.rows} holds nothing for {name}", file=sys.stderr)
    found = summary(notes, engines, rows)
    (arguments.out / "summary.json").write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    print(markdown(found, engines))
    print(shown)


if __name__ == "__main__":
    main()
