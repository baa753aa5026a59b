#!/usr/bin/env python3
"""Plots and tables from the rows of bench_scan.

    scan_plots.py ROWS.tsv... --out FOLDER [--query N]

Writes SVG plots to the folder, and Markdown with tables and the plots to standard output. Rows may come from several runs: where the same
was measured more than once, the median counts. Without rows of one query at a time there are no plots, with a word on standard error.
Needs matplotlib.
"""
import argparse
import collections
import math
import pathlib
import statistics
import sys

from paper_plots import BLUE, GREEN, ORANGE, SI, SKY, BadRows, save, scatter, table

HEAD = ["engine", "residues", "length", "queries", "open_ms", "ms", "gcups"]
STYLES = {"scan-cuda": ("o", ORANGE), "scan-tiles": ("s", BLUE), "scan-bands": ("^", GREEN), "scan-rows": ("D", SKY),
          "scan-cpu": ("v", "black")}
GCUPS = ("GCUPS", "{x:g}")

# residues: of the database; length: residues of each query; queries: in one call.
Case = collections.namedtuple("Case", HEAD[:4])


def read_rows(paths):
    """{case: median GCUPS} of all files."""
    found = collections.defaultdict(list)
    for path in paths:
        has_head = False
        for number, line in enumerate(pathlib.Path(path).read_text(encoding="utf-8", errors="replace").splitlines(), 1):
            if line.startswith("# "):
                continue
            fields = line.split("\t")
            if fields == HEAD:
                has_head = True
                continue
            try:
                if not has_head:
                    raise ValueError(f"a row before the head ({' '.join(HEAD)})")
                case, gcups = parse(fields)
            except ValueError as error:
                raise BadRows(f"{path}:{number}: {error}") from error
            found[case].append(gcups)
    if not found:
        raise BadRows(f"{', '.join(map(str, paths))}: no rows")
    return {case: statistics.median(values) for case, values in found.items()}


def parse(fields):
    """(case, GCUPS); ValueError says what is wrong."""
    if len(fields) != len(HEAD):
        raise ValueError(f"{len(fields)} columns (the head has {len(HEAD)})")
    if fields[0] not in STYLES:
        raise ValueError(f"engine '{fields[0]}' (known: {', '.join(STYLES)})")
    values = [*map(int, fields[1:4]), *map(float, fields[4:])]
    for name, field, value in zip(HEAD[1:], fields[1:], values):
        if not math.isfinite(value) or value < 0 or value == 0 and not name.endswith("ms"):  # times may round to 0
            raise ValueError(f"{name} is {field} (must be above 0)")
    return Case(fields[0], *values[:3]), values[-1]


def most_measured_length(single):
    """The query length that most databases were scanned with; of several such, the longest."""
    databases = collections.defaultdict(set)
    for case in single:
        databases[case.length].add(case.residues)
    return max(databases, key=lambda length: (len(databases[length]), length))


def series(found, along):
    """A series for each engine that has points, (value of the case's field `along`, GCUPS)."""
    places = {engine: sorted((getattr(case, along), gcups) for case, gcups in found.items() if case.engine == engine)
              for engine in STYLES}
    return [(engine, *STYLES[engine], places[engine]) for engine in STYLES if places[engine]]


def plots(of_largest, of_query):
    """{file name: plot}"""
    residues, length = next(iter(of_largest)).residues, next(iter(of_query)).length
    return {"scan-gcups-by-query-length.svg": scatter(
                f"Scans of {residues:,} residues with one query by its length",
                ("residues of the query", SI), GCUPS, series(of_largest, "length")),
            "scan-gcups-by-database-length.svg": scatter(
                f"Scans with one query of {length:,} residues by length of the database",
                ("residues of the database", SI), GCUPS, series(of_query, "residues"))}


def rounded(value):
    """Three significant digits: 1708 -> '1,710', 5.50 -> '5.5'."""
    return f"{float(f'{value:.3g}'):,.10g}"


def gcups_table(found, along, corner, beside=()):
    """A line for each engine (and values of the fields `beside`), a column for each value of `along`; not measured: an empty cell."""
    columns = sorted({getattr(case, along) for case in found})
    lines = sorted({(*(getattr(case, key) for key in beside), list(STYLES).index(case.engine)) for case in found})
    made = []
    for *values, engine in lines:
        name = "".join(f"{value:,} {key}, " for key, value in zip(beside, values)) + f"`{list(STYLES)[engine]}`"
        of_line = where(found, engine=list(STYLES)[engine], **dict(zip(beside, values)))
        cells = {getattr(case, along): rounded(gcups) for case, gcups in of_line.items()}
        made.append([name, *(cells.get(column, "") for column in columns)])
    return table([corner, *(f"{column:,}" for column in columns)], made)


def where(found, **fields):
    return {case: gcups for case, gcups in found.items() if all(getattr(case, key) == value for key, value in fields.items())}


def markdown(single, of_query, several):
    text = ""
    for residues in sorted({case.residues for case in single}, reverse=True):
        text += (f"GCUPS with one query, {residues:,} residues in the database:\n\n"
                 + gcups_table(where(single, residues=residues), "length", "residues of the query") + "\n")
    if of_query:
        text += (f"GCUPS with one query of {next(iter(of_query)).length:,} residues:\n\n"
                 + gcups_table(of_query, "residues", "residues of the database") + "\n")
    if several:
        text += ("GCUPS with several queries at once:\n\n"
                 + gcups_table(several, "length", "residues of the query", ("residues", "queries")) + "\n")
    return text


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("rows", nargs="+", help="what bench_scan wrote")
    parser.add_argument("--out", type=pathlib.Path, required=True, help="folder for plots")
    parser.add_argument("--query", type=int, metavar="N", help="residues of the query of the plot by length of the database "
                                                               "(what most databases were scanned with)")
    arguments = parser.parse_args()
    try:
        found = read_rows(arguments.rows)
        single = where(found, queries=1)
        length = arguments.query if arguments.query is not None or not single else most_measured_length(single)
        of_query = where(single, length=length)
        if arguments.query is not None and not of_query:
            raise BadRows(f"--query {length}: no row with one query of that length "
                          f"(there are {', '.join(map(str, sorted({case.length for case in single}))) or 'none'})")
    except (BadRows, OSError) as error:
        sys.exit(f"scan_plots.py: {error}")
    made = plots(where(single, residues=max(case.residues for case in single)), of_query) if single else {}
    shown = save(made, arguments.out)
    if not made:
        print("scan_plots.py: no rows with one query at a time, so no plots", file=sys.stderr)
    several = {case: gcups for case, gcups in found.items() if case.queries > 1}
    print(markdown(single, of_query, several))
    print(shown)


if __name__ == "__main__":
    main()
