"""scan_plots.py on made rows: what is drawn, what the tables say, and what is refused."""
import collections
import unittest

import drawing

ENGINES = ["scan-cuda", "scan-tiles", "scan-bands", "scan-rows", "scan-cpu"]
HEAD = "engine\tresidues\tlength\tqueries\topen_ms\tms\tgcups"
BY_QUERY, BY_DATABASE = "scan-gcups-by-query-length.svg", "scan-gcups-by-database-length.svg"


def row(engine, residues, length, gcups, queries=1):
    return f"{engine}\t{residues}\t{length}\t{queries}\t4.0\t1.500\t{gcups}"


SMALL = [HEAD, row("scan-cuda", 9000, 144, 235.4), row("scan-cuda", 9000, 400, 450.6), row("scan-cpu", 9000, 144, 5.5)]
LARGE = ["# card: one", HEAD, row("scan-cpu", 90000, 1000, 12.74), row("scan-cpu", 90000, 144, 6),
         HEAD, row("scan-cuda", 90000, 144, 1708.2), row("scan-cuda", 90000, 1000, 3855), row("scan-cuda", 90000, 2000, 3549),
         row("scan-cuda", 90000, 144, 4286.3, queries=8), row("scan-cuda", 9000, 250, 3894, queries=20)]


class Plots(drawing.Case):
    script = "scan_plots.py"

    def run_on(self, files, more=()):
        paths = [self.write(f"rows{k}.tsv", "".join(line + "\n" for line in lines)) for k, lines in enumerate(files)]
        return self.run_script(*paths, *more)

    def draw(self, *files, more=()):
        """(what was printed, what was said on standard error)"""
        code, printed, errors = self.run_on(files, more)
        self.assertEqual(code, 0, errors)
        return printed, errors

    def assert_refused(self, files, says, more=()):
        code, printed, errors = self.run_on(files, more)
        self.assertEqual((code, printed), (1, ""))
        self.assertRegex(errors, r"\Ascan_plots\.py: .*\n\Z")
        self.assertIn(says, errors)

    def n_points(self, name):
        """Of each engine, and 1 of each in the legend."""
        return list(collections.Counter(self.points(name)).values())

    def test_both_plots_say_in_their_titles_what_was_measured(self):
        printed, errors = self.draw(SMALL, LARGE)
        self.assertEqual(self.plots(), [BY_DATABASE, BY_QUERY])
        for name, title in ((BY_QUERY, "Scans of 90,000 residues with one query by its length"),
                            (BY_DATABASE, "Scans with one query of 144 residues by length of the database")):
            self.assertEqual(self.title(name), title)
            self.assertIn(title, self.texts(name))
        self.assertIn(f"![scan gcups by query length](plots/{BY_QUERY})\n", printed)
        self.assertEqual(errors, "")

    def test_a_point_for_each_engine_and_length_of_the_largest_database_or_the_query(self):
        self.draw(SMALL, LARGE)
        self.assertEqual(self.n_points(BY_QUERY), [3, 2, 1, 1])
        self.assertEqual(self.n_points(BY_DATABASE), [2, 2, 1, 1])

    def test_another_query_can_be_chosen(self):
        printed, _ = self.draw(SMALL, LARGE, more=["--query", "2000"])
        self.assertEqual(self.n_points(BY_DATABASE), [1, 1])
        self.assertIn("GCUPS with one query of 2,000 residues:\n", printed)

    def test_engines_differ_in_shape_and_in_colour(self):
        self.draw([HEAD, *(row(engine, 9000, 144, 10) for engine in ENGINES)])
        outlines, styles = zip(*self.points(BY_QUERY))
        self.assertEqual((len(set(outlines)), len(set(styles))), (2 * 5, 5))  # points are larger in the legend
        self.assertEqual(self.n_points(BY_QUERY), [1] * 10)
        self.assertEqual(self.texts(BY_QUERY)[-5:], ENGINES)

    def test_tables_have_three_digits_and_empty_cells(self):
        printed, _ = self.draw(SMALL, LARGE)
        tables = [part.splitlines() for part in printed.split("\n\n") if part.startswith("|")]
        self.assertEqual(tables, [
            ["| residues of the query | 144 | 1,000 | 2,000 |", "| --- | --- | --- | --- |",
             "| `scan-cuda` | 1,710 | 3,860 | 3,550 |", "| `scan-cpu` | 6 | 12.7 |  |"],
            ["| residues of the query | 144 | 400 |", "| --- | --- | --- |", "| `scan-cuda` | 235 | 451 |", "| `scan-cpu` | 5.5 |  |"],
            ["| residues of the database | 9,000 | 90,000 |", "| --- | --- | --- |",
             "| `scan-cuda` | 235 | 1,710 |", "| `scan-cpu` | 5.5 | 6 |"],
            ["| residues of the query | 144 | 250 |", "| --- | --- | --- |",
             "| 9,000 residues, 20 queries, `scan-cuda` |  | 3,890 |", "| 90,000 residues, 8 queries, `scan-cuda` | 4,290 |  |"]])

    def test_the_median_of_what_was_measured_more_than_once_counts(self):
        again = [HEAD, row("scan-cuda", 9000, 144, 300), row("scan-cuda", 9000, 144, 240)]
        printed, _ = self.draw(SMALL, again)
        self.assertIn("| `scan-cuda` | 240 | 451 |", printed)
        self.assertEqual(self.n_points(BY_QUERY), [2, 1, 1, 1])

    def test_several_queries_alone_have_a_table_and_no_plots(self):
        printed, errors = self.draw([HEAD, row("scan-cuda", 9000, 250, 3894, queries=20)])
        self.assertEqual(self.plots(), [])
        self.assertIn("| 9,000 residues, 20 queries, `scan-cuda` | 3,890 |", printed)
        self.assertIn("no plots", errors)

    def test_rows_that_cannot_be_read_are_refused_with_their_place(self):
        good = row("scan-cuda", 9000, 144, 235)
        for lines, says in (([HEAD, good, good + "\t1"], "rows1.tsv:3: 8 columns (the head has 7)"),
                            ([HEAD, row("scan-fast", 9000, 144, 235)], "rows1.tsv:2: engine 'scan-fast' (known: scan-cuda,"),
                            ([HEAD, "# card: one", row("scan-cuda", 9000, "long", 235)], "rows1.tsv:3: invalid literal"),
                            ([HEAD, row("scan-cuda", 9000, 144, "fast")], "rows1.tsv:2: could not convert"),
                            ([HEAD, row("scan-cuda", 9000, 144, "0.0")], "rows1.tsv:2: gcups is 0.0 (must be above 0)"),
                            ([HEAD, row("scan-cuda", 9000, 144, "nan")], "rows1.tsv:2: gcups is nan"),
                            ([HEAD, row("scan-cuda", 9000, 144, 235, -1)], "rows1.tsv:2: queries is -1"),
                            ([good], "rows1.tsv:1: a row before the head")):
            with self.subTest(says):
                self.assert_refused([SMALL, lines], says)

    def test_no_rows_and_queries_that_were_not_measured_are_refused(self):
        for lines, more, says in (([HEAD], (), "no rows"), (SMALL, ("--query", "7"), "--query 7: no row")):
            with self.subTest(says):
                self.assert_refused([lines], says, more)


if __name__ == "__main__":
    unittest.main()
