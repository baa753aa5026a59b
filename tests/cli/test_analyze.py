"""analyze: the four files, plots of them, what they hold, and what is refused."""
import json
import subprocess
import unittest
import xml.etree.ElementTree

import cli

ENDINGS = [".cases.tsv", ".exon_lengths.tsv", ".group_sizes.tsv", ".json"]


def table(path):
    rows = [line.split("\t") for line in path.read_text().splitlines()]
    return [dict(zip(rows[0], row)) for row in rows[1:]]


class Analyze(cli.Case):
    def arguments(self, **changes):
        options = {"genome": cli.TINY / "genome.fa", "candidates": cli.TINY / "candidates.gff3",
                   "targets": cli.TINY / "targets.cds.fa", "pairs": cli.TINY / "pairs.tsv", "out-prefix": self.path("an")}
        options.update({name.replace("_", "-"): value for name, value in changes.items()})
        return [part for name, value in options.items() if value is not None for part in ("--" + name, value)]

    def analyze(self, *more, **changes):
        result = cli.run("analyze", *self.arguments(**changes), *more)
        self.assert_ok(result)
        return result

    def test_it_writes_four_files_and_says_nothing(self):
        result = self.analyze()
        self.assertEqual(self.names(), ["an" + ending for ending in ENDINGS])
        self.assertEqual((result.stdout, result.stderr), ("", ""))

    def test_units_are_those_of_equations_3_to_5(self):
        self.analyze()
        rows = table(self.path("an.cases.tsv"))
        cases, average = rows[:-1], rows[-1]
        self.assertEqual(len(cases), 10)
        self.assertEqual(average["case"], "average")
        for row in cases:
            n, exons, total = int(row["target_length"]), int(row["exons"]), int(row["sum_exon_length"])
            self.assertEqual(int(row["eq3_units"]), n * total)
            self.assertEqual(int(row["eq4_units"]), total + exons * (n - 1))
            self.assertLessEqual(int(row["eq5_units"]), int(row["eq4_units"]))
        mean = sum(int(row["eq3_units"]) for row in cases) / len(cases)
        self.assertAlmostEqual(float(average["eq3_units"]), mean, places=1)

    def test_shares_of_every_case_sum_up_to_one(self):
        self.analyze()
        for name in ("an.exon_lengths.tsv", "an.group_sizes.tsv"):
            sums = {}
            for row in table(self.path(name)):
                sums[row["case"]] = sums.get(row["case"], 0) + float(row["share"])
            self.assertEqual(len(sums), 11)
            for total in sums.values():
                self.assertAlmostEqual(total, 1, places=4)

    def test_json_and_tables_agree(self):
        self.analyze()
        document = json.loads(self.path("an.json").read_text())
        rows = table(self.path("an.cases.tsv"))
        self.assertEqual([str(case["eq5_units"]) for case in document["cases"]], [row["eq5_units"] for row in rows[:-1]])
        self.assertEqual(sum(length["exons"] for length in document["cases"][0]["exon_lengths"]), int(rows[0]["exons"]))

    def test_the_order_of_the_input_changes_no_byte(self):
        lines = (cli.TINY / "candidates.gff3").read_text().splitlines()
        turned = self.write("turned.gff3", "\n".join(lines[:3] + lines[:2:-1]) + "\n")
        header, *pairs = (cli.TINY / "pairs.tsv").read_text().splitlines()
        pairs = self.write("turned.tsv", "\n".join([header] + pairs[::-1]) + "\n")
        self.analyze()
        self.analyze(candidates=turned, pairs=pairs, out_prefix=self.path("turned"))
        for ending in ENDINGS:
            self.assertEqual(self.path("an" + ending).read_bytes(), self.path("turned" + ending).read_bytes(), ending)

    def test_the_same_exons_from_a_second_source_change_nothing(self):
        self.analyze()
        self.analyze("--candidates", cli.TINY / "candidates.genscan", out_prefix=self.path("both"))
        self.assertEqual(self.path("an.json").read_bytes(), self.path("both.json").read_bytes())

    def test_without_pairs_every_target_is_tried_on_every_occupied_strand(self):
        self.analyze(pairs=None)
        self.assertEqual(len(table(self.path("an.cases.tsv"))), 10 * 4 + 1)

    def test_other_feature_types_can_be_the_candidates(self):
        text = (cli.TINY / "candidates.gff3").read_text()
        both = self.write("both.gff3", text.replace("\tCDS\t", "\texon\t", 3))
        self.analyze("--types", "CDS,exon")
        self.analyze("--types", "CDS,exon", candidates=both, out_prefix=self.path("both"))
        self.assertEqual(self.path("an.json").read_bytes(), self.path("both.json").read_bytes())

    def test_plots_are_well_formed_and_names_in_them_are_escaped(self):
        bad = "<script>alert('x')</script>&\"\xe4"
        for name in ("genome.fa", "candidates.gff3", "targets.cds.fa"):
            old, new = ("tiny1", bad) if name != "targets.cds.fa" else ("tiny1.g1", bad)
            self.write(name, (cli.TINY / name).read_text().replace(old, new).encode("latin-1"))
        self.analyze(genome=self.path("genome.fa"), candidates=self.path("candidates.gff3"),
                     targets=self.path("targets.cds.fa"), pairs=None)
        script = cli.SOURCE_DIR / "workflows/plots/plot_parallelism.py"
        subprocess.run([cli.python_with("matplotlib"), script, self.path("an.json"), "--out-prefix", self.path("an")], check=True)
        for name in ("an.exon_lengths.svg", "an.group_sizes.svg"):
            text = self.path(name).read_bytes()
            self.assertNotIn(b"<script", text)
            root = xml.etree.ElementTree.fromstring(text)
            self.assertEqual(root.tag, "{http://www.w3.org/2000/svg}svg")

    def test_missing_options_are_usage_errors(self):
        for option in ("genome", "candidates", "targets", "out-prefix"):
            self.assert_fails(cli.run("analyze", *self.arguments(**{option: None})), 2, "--" + option)

    def test_missing_files_bad_data_and_bad_places(self):
        self.assert_fails(cli.run("analyze", *self.arguments(genome=self.path("none.fa"))), 66, "none.fa")
        bad = self.write("bad.gff3", "##gff-version 3\ntiny1\tx\tCDS\t10\t5\t.\t+\t0\tID=a\nnone\tx\tCDS\t5\t10\t.\t+\t0\tID=b\n")
        self.assert_fails(cli.run("analyze", *self.arguments(candidates=bad)), 65, "bad.gff3:2:", "bad.gff3:3:")
        self.assert_fails(cli.run("analyze", *self.arguments(out_prefix=self.path("no") / "an")), 73, "no")
        self.assertEqual(self.names(), ["bad.gff3"])

    def test_an_output_that_is_an_input_is_refused(self):
        pairs = self.write("an.cases.tsv", (cli.TINY / "pairs.tsv").read_text())
        self.assert_fails(cli.run("analyze", *self.arguments(pairs=pairs)), 2, "--pairs")


if __name__ == "__main__":
    unittest.main()
