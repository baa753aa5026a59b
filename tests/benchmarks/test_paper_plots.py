"""paper_plots.py on made rows: what is drawn, what is counted, and what is refused."""
import collections
import json
import unittest

import drawing

HEAD = ["set", "case", "exons", "exon_bases", "target", "cells", "predecessor_cells", "groups", "score"]
ENGINES = ["sequential", "cuda-intra", "cuda-inter", "cuda-intra conventional", "cuda-intra left-aligned",
           "cuda-inter left-aligned"]
PLOTS = ["gcups-by-cells.svg", "inter-over-intra-by-cells.svg", "layouts.svg", "speedup-by-cells.svg",
         "time-by-cells.svg"]


def made_row(k, engines):
    """Case k has 10^k kilocells and takes a second for each gigacell; every other case lacks the other layouts."""
    cells = 1000 * 10 ** k
    times = [cells / 1e9 / share for share in (1, 10, 40, 2, 5, 20)]
    if k % 2:
        times[3:] = ["", "", ""]
    return ["made", f"case{k}", k + 1, cells // 100, 100, cells, 7, k + 1, -k, *times[:len(engines)]]


class Plots(drawing.Case):
    script = "paper_plots.py"

    def draw(self, lines):
        return self.run_script(self.write("rows.tsv", "".join("\t".join(map(str, line)) + "\n" for line in lines)))

    def draw_all(self, n_rows=5, engines=tuple(ENGINES)):
        """(what was printed, what was said on standard error)"""
        code, printed, errors = self.draw(
            [["# device: one"], HEAD + list(engines), *(made_row(k, engines) for k in range(n_rows))])
        self.assertEqual(code, 0, errors)
        return printed, errors

    def test_all_plots_are_svg_with_a_title_and_the_same_each_time(self):
        self.draw_all()
        self.assertEqual(self.plots(), sorted([*PLOTS, "summary.json"]))
        for name in PLOTS:
            self.assertIn(self.title(name), self.texts(name))
        before = [(self.path("plots") / name).read_bytes() for name in PLOTS]
        self.draw_all()
        self.assertEqual([(self.path("plots") / name).read_bytes() for name in PLOTS], before)

    def test_a_point_for_each_case_and_engine(self):
        self.draw_all()
        for name, n_series in (("time-by-cells.svg", 3), ("gcups-by-cells.svg", 3), ("speedup-by-cells.svg", 2),
                               ("inter-over-intra-by-cells.svg", 1)):
            with self.subTest(name):
                counts = collections.Counter(self.points(name)).values()
                self.assertEqual(list(counts), [5] * n_series + [1] * n_series)  # and the legend's

    def test_many_decades_have_a_tick_each_and_few_have_more(self):
        self.draw_all()
        texts = self.texts("time-by-cells.svg")
        self.assertEqual(texts[:6], ["1 k", "10 k", "100 k", "1 M", "10 M", "cells, n · Σ|b| (Eq. 3)"])
        for tick in ("100 ns", "10 µs", "10 ms"):
            self.assertIn(tick, texts)
        self.assertEqual(self.texts("speedup-by-cells.svg")[6:9], ["10×", "20×", "speed-up"])

    def test_the_legend_stays_within_the_picture(self):
        self.draw_all()
        root = self.svg("layouts.svg")
        width = float(root.get("viewBox").split()[2])
        right_ends = {text.text: float(text.get("x")) + 6 * len(text.text) for text in root.iter(drawing.SVG + "text")}
        for engine in ENGINES[1:]:
            self.assertLess(right_ends[engine if " " in engine else engine + " right-aligned"], width)

    def test_layouts_are_compared_where_all_of_them_ran(self):
        self.draw_all()
        self.assertEqual(self.texts("layouts.svg")[:3], ["1 k to 1 k", "100 k to 100 k", "10 M to 10 M"])
        root = self.svg("layouts.svg")
        values = [text.text for text in root.iter(drawing.SVG + "text") if text.get("style").startswith("font: 8px")]
        self.assertEqual(values, ["2"] * 3 + ["5"] * 3 + ["10"] * 3 + ["20"] * 3 + ["40"] * 3)
        bars = [path.get("style").split(";")[0] for path in root.iter(drawing.SVG + "path")
                if "stroke-width: 0.6" in path.get("style", "")]
        self.assertEqual(list(collections.Counter(bars).values()), [3 + 1] * 5)  # and the legend's

    def test_the_summary_counts_speed_ups_and_cells_per_second(self):
        self.draw_all()
        found = json.loads(self.path("plots/summary.json").read_text())
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
        self.assertEqual(len(lines), 2 + 10)
        self.assertIn("- device: one\n", printed)
        self.assertIn("![time by cells](plots/time-by-cells.svg)\n", printed)
        self.assertEqual(errors, "")

    def test_without_accelerators_only_the_sequential_program_is_drawn(self):
        printed, errors = self.draw_all(engines=ENGINES[:1])
        self.assertEqual(self.plots(), ["gcups-by-cells.svg", "summary.json", "time-by-cells.svg"])
        self.assertIn("holds nothing for layouts.svg", errors)
        self.assertNotIn("cuda", printed)

    def test_one_case_is_enough(self):
        _, errors = self.draw_all(n_rows=1)
        self.assertEqual(errors, "")
        self.assertEqual(self.plots(), sorted([*PLOTS, "summary.json"]))
        self.assertIn("1 k", self.texts("time-by-cells.svg"))  # a tick

    def test_rows_that_cannot_be_read_are_refused_with_their_place(self):
        row = made_row(0, ENGINES)
        for lines, says in (([HEAD + ENGINES, row[:-1]], "rows.tsv:2: 14 columns (the head has 15)"),
                            ([HEAD + ENGINES, row, [*row[:9], "fast", *row[10:]]], "rows.tsv:3: could not convert"),
                            ([HEAD + ENGINES], "no rows")):
            with self.subTest(says):
                code, printed, errors = self.draw(lines)
                self.assertEqual((code, printed), (1, ""))
                self.assertRegex(errors, r"\Apaper_plots\.py: .*\n\Z")
                self.assertIn(says, errors)


if __name__ == "__main__":
    unittest.main()
