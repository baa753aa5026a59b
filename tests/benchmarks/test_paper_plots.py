"""paper_plots.py on made rows: what is drawn, what is counted, and what is refused."""
import contextlib
import io
import json
import pathlib
import sys
import tempfile
import unittest
import xml.etree.ElementTree as xml
from unittest import mock

import paper_plots
import svg_charts

SVG = "{http://www.w3.org/2000/svg}"
HEAD = ["set", "case", "exons", "exon_bases", "target", "cells", "predecessor_cells", "groups", "score"]
ENGINES = ["sequential", "cuda-intra", "cuda-inter", "cuda-intra conventional", "cuda-intra left-aligned",
           "cuda-inter left-aligned"]


def made_row(k, engines):
    """Case k has 10^k kilocells and takes a second for each gigacell; every other case lacks the other layouts."""
    cells = 1000 * 10 ** k
    times = [cells / 1e9 / share for share in (1, 10, 40, 2, 5, 20)]
    if k % 2:
        times[3:] = ["", "", ""]
    return ["made", f"case{k}", k + 1, cells // 100, 100, cells, 7, k + 1, -k, *times[:len(engines)]]


class Plots(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)

    def write(self, lines):
        path = self.folder / "rows.tsv"
        path.write_text("".join("\t".join(map(str, line)) + "\n" for line in lines), encoding="utf-8")
        return path

    def draw(self, lines):
        """(what was printed, what was said on standard error)"""
        out, errors = io.StringIO(), io.StringIO()
        arguments = ["paper_plots.py", str(self.write(lines)), "--out", str(self.folder / "plots")]
        with mock.patch.object(sys, "argv", arguments), contextlib.redirect_stdout(out), contextlib.redirect_stderr(errors):
            paper_plots.main()
        return out.getvalue(), errors.getvalue()

    def draw_all(self, n_rows=5, engines=tuple(ENGINES)):
        return self.draw([["# device: one"], HEAD + list(engines), *(made_row(k, engines) for k in range(n_rows))])

    def names(self):
        return sorted(path.name for path in (self.folder / "plots").iterdir())

    def svg(self, name):
        return xml.parse(self.folder / "plots" / name).getroot()

    def test_all_plots_are_svg_with_a_title(self):
        self.draw_all()
        self.assertEqual(self.names(), ["gcups-by-cells.svg", "inter-over-intra-by-cells.svg", "layouts.svg",
                                        "speedup-by-cells.svg", "summary.json", "time-by-cells.svg"])
        for name in self.names():
            if name.endswith(".svg"):
                self.assertTrue(self.svg(name).find(SVG + "title").text)

    def test_a_point_for_each_case_and_engine(self):
        self.draw_all()
        points = [path.get("d").count("M") for path in self.svg("time-by-cells.svg").iter(SVG + "path")]
        self.assertEqual(points, [5, 5, 5, 1, 1, 1])  # and the legend's

    def test_the_legend_stays_within_the_picture(self):
        self.draw_all()
        for label in self.svg("layouts.svg").iter(SVG + "text"):
            if label.get("text-anchor") == "start":
                self.assertLess(float(label.get("x")) + 7.4 * len(label.text), svg_charts.WIDTH)

    def test_layouts_are_compared_where_all_of_them_ran(self):
        self.draw_all()
        bars = [bar.find(SVG + "title").text for bar in self.svg("layouts.svg").iter(SVG + "rect")
                if bar.find(SVG + "title") is not None]
        self.assertEqual(len(bars), 3 * len(paper_plots.LAYOUTS))  # three cases: each a size class
        self.assertIn("cuda-intra conventional, 1 k to 1 k: 2", bars)

    def test_the_summary_counts_speed_ups_and_cells_per_second(self):
        self.draw_all()
        found = json.loads((self.folder / "plots" / "summary.json").read_text())
        inter = next(entry for entry in found["engines"] if entry["engine"] == "cuda-inter")
        self.assertEqual((inter["cases"], inter["cells"]), (5, 11111000))
        self.assertAlmostEqual(inter["median_speed_up"], 40)
        self.assertAlmostEqual(inter["gcups"], 40)
        conventional = found["layouts"][0]
        self.assertEqual((conventional["engine"], conventional["cases"]), ("cuda-intra conventional", 3))
        self.assertAlmostEqual(conventional["median_speed_up"], 0.2)  # beside right-aligned

    def test_the_table_begins_with_the_largest_case(self):
        printed, errors = self.draw_all(n_rows=12)
        lines = printed.split("largest cases:\n\n")[1].split("\n\n")[0].splitlines()
        self.assertTrue(lines[0].startswith("| case | exons | target, nt | cells | sequential, s | cuda-intra, s |"))
        self.assertTrue(lines[2].startswith("| made case11 | 12 | 100 | 100,000,000,000,000 | 100,000 | 10,000 | 2,500 |"))
        self.assertEqual(len(lines), 2 + paper_plots.N_LARGEST)
        self.assertIn("- device: one\n", printed)
        self.assertIn("![time by cells](plots/time-by-cells.svg)\n", printed)
        self.assertEqual(errors, "")

    def test_without_accelerators_only_the_sequential_program_is_drawn(self):
        printed, errors = self.draw_all(engines=ENGINES[:1])
        self.assertEqual(self.names(), ["gcups-by-cells.svg", "summary.json", "time-by-cells.svg"])
        self.assertIn("holds nothing for layouts.svg", errors)
        self.assertNotIn("cuda", printed)

    def test_one_case_is_enough(self):
        self.draw_all(n_rows=1)
        self.assertIn("layouts.svg", self.names())

    def test_rows_that_cannot_be_read_are_refused_with_their_place(self):
        row = made_row(0, ENGINES)
        for lines, says in (([HEAD + ENGINES, row[:-1]], "rows.tsv:2: 14 columns (the head has 15)"),
                            ([HEAD + ENGINES, row, [*row[:9], "fast", *row[10:]]], "rows.tsv:3: could not convert"),
                            ([HEAD + ENGINES], "no rows")):
            with self.subTest(says=says), self.assertRaises(SystemExit) as stopped:
                self.draw(lines)
            self.assertIn(says, str(stopped.exception))


class Charts(unittest.TestCase):
    def test_ticks_surround_the_values(self):
        scale = svg_charts.LogScale([0.7, 2.1], 0, 100)
        self.assertEqual((scale.low, scale.high, scale.ticks), (0.5, 5, [0.5, 1, 2, 5]))
        self.assertAlmostEqual(scale(0.5), 0)
        self.assertAlmostEqual(scale(5), 100)

    def test_many_decades_have_a_tick_each(self):
        ticks = svg_charts.LogScale([30, 2e6], 0, 1).ticks
        self.assertEqual([svg_charts.si(tick) for tick in ticks], ["100", "1 k", "10 k", "100 k", "1 M"])

    def test_a_single_value_has_a_scale(self):
        scale = svg_charts.LogScale([10], 0, 1)
        self.assertLess(scale.low, scale.high)

    def test_units_have_prefixes(self):
        self.assertEqual(svg_charts.si(2e-5, "s"), "20 µs")
        self.assertEqual(svg_charts.si(1, "s"), "1 s")

    def test_bars_have_at_most_six_steps(self):
        for largest, step in ((6, 1), (6.1, 2), (0.03, 0.005), (59, 10)):
            self.assertAlmostEqual(svg_charts.linear_step(largest), step)

    def test_names_are_escaped(self):
        self.assertIn("a &lt; b", svg_charts.text(0, 0, "a < b"))


if __name__ == "__main__":
    unittest.main()
