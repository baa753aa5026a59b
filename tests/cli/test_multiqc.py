"""`predict --summary FILE_mqc.json`: a row of MultiQC's General Statistics, by the other outputs of the run, and what MultiQC makes of it."""
import csv
import json
import os
import shutil
import statistics
import subprocess
import unittest

import cli
import models
from test_predict_outputs import PROTEINS, predict_proteins

PREFIX = "exonweave_mqc-generalstats-exonweave-"  # of columns in MultiQC's data


class MultiQC(cli.Case):
    def predict(self, *more, name="tiny_mqc.json", **inputs):
        """What the file says, and the run's models."""
        out, file = self.path("models.gff3"), self.path(name)
        self.assert_ok(predict_proteins("--out", out, "--summary", file, "--quiet", *more, **inputs))
        return json.loads(file.read_text()), models.models_of(out.read_text())

    def row(self, *more, **inputs):
        (row,) = self.predict(*more, **inputs)[0]["data"].values()
        return row

    def report(self, *files):
        """MultiQC's General Statistics of the files, by sample and column."""
        if not shutil.which("multiqc"):
            self.skipTest("no multiqc")
        config = "{no_version_check: true, custom_logo: null}"
        done = subprocess.run(["multiqc", "--cl-config", config, "--outdir", self.path("report"), *files], capture_output=True, text=True,
                              cwd=self.dir, env=dict(os.environ, MPLCONFIGDIR=str(self.dir), LC_ALL="C.UTF-8"), timeout=cli.TIMEOUT)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertTrue(self.path("report/multiqc_report.html").exists(), done.stderr)
        with open(self.path("report/multiqc_data/multiqc_general_stats.txt")) as table:
            return {row.pop("Sample"): {column.removeprefix(PREFIX): float(value) for column, value in row.items() if value}
                    for row in csv.DictReader(table, delimiter="\t")}

    def test_the_figures_are_those_of_the_models(self):
        content, found = self.predict("--top", "2", "--where", "everywhere", "--min-score", "200", pairs=None)
        (sample, row), = content["data"].items()
        self.assertEqual(sample, "tiny")
        best = {}
        for model in found:
            if model.target not in best or model.score > best[model.target].score:
                best[model.target] = model
        self.assertGreater(len(found), len(best))
        percent = lambda name: 100 * statistics.median(float(model.row.attributes[name]) for model in best.values())
        self.assertAlmostEqual(row.pop("identity"), percent("identity"), delta=0.011)
        self.assertAlmostEqual(row.pop("coverage"), percent("coverage"), delta=0.011)
        n_partial = len([model for model in found if "partial" in model.row.attributes])
        n_results = row.pop("results")
        self.assertEqual(n_results, 2 * len(PROTEINS))  # on two sequences
        self.assertEqual(row, {"targets": len(PROTEINS), "with_model": 100 * len(best) / len(PROTEINS), "models": len(found),
                               "partial": 100 * n_partial / len(found), "disrupted": 0, "untried": 0,
                               "below_min_score": n_results - len(best)})

    def test_every_column_is_told(self):
        content, _ = self.predict()
        self.assertEqual({key: content[key] for key in ("id", "plot_type", "namespace")},
                         {"id": "exonweave", "plot_type": "generalstats", "namespace": "exonweave"})
        for column in content["pconfig"]:
            (header,) = column.values()
            self.assertLessEqual({"title", "description", "min", "format", "scale"}, set(header))
            header["format"].format(1)

    def test_outcomes_are_those_of_the_summary(self):
        summary = self.path("run.json")
        row = self.row("--min-score", "700", "--summary", summary)
        loci = json.loads(summary.read_text())["loci"]
        poor = [locus for locus in loci if locus["outcome"] == "score below the least for a model"]
        self.assertTrue(0 < len(poor) < len(loci))
        self.assertEqual((row["results"], row["below_min_score"]), (len(loci), len(poor)))

    def test_targets_that_are_in_no_pair_are_not_tried(self):
        lines = (cli.TINY / "pairs.tsv").read_text().splitlines(keepends=True)
        name = next(iter(PROTEINS))
        row = self.row(pairs=self.write("pairs.tsv", "".join(line for line in lines if name not in line)))
        self.assertEqual((row["untried"], row["with_model"]), (1, 100 - 100 / len(PROTEINS)))

    def test_no_model_at_all(self):
        row = self.row("--min-score", "100000")
        self.assertEqual((row["with_model"], row["models"]), (0, 0))
        self.assertFalse({"identity", "coverage", "partial", "disrupted", "genes"} & set(row))

    def test_genes_are_those_of_the_gene_set(self):
        genes = self.path("genes.gff3")
        row = self.row("--top", "2", "--where", "everywhere", "--locus-out", genes, pairs=None)
        found = [each.row.attributes for each in models.models_of(genes.read_text())]
        share = lambda n: round(100 * n / len(found), 2)
        self.assertGreater(row["models"], len(found))
        self.assertEqual({key: row[key] for key in ("genes", "complete", "partial", "disrupted")},
                         {"genes": len(found), "complete": share(len([each for each in found if not {"partial", "pseudo"} & each.keys()])),
                          "partial": share(len([each for each in found if "partial" in each and "pseudo" not in each])),
                          "disrupted": share(len([each for each in found if "pseudo" in each]))})
        self.assertAlmostEqual(row["support"], statistics.median(float(each["support"]) for each in found if "support" in each), delta=0.001)

    def test_multiqc_tells_runs_in_folders_of_one_name_apart(self):
        for name in ("fly", "worm", "moth"):
            self.assert_ok(cli.run("annotate", cli.TINY / "genome.fa", cli.TINY / "targets.pep.fa", "-o", self.path(f"{name}/out"), "-q"))
        shown = self.report(self.dir)
        self.assertEqual(set(shown), {"fly_out", "worm_out", "moth_out"})
        told = json.loads((self.path("fly/out") / "run.json").read_text())["locus_models"]
        self.assertEqual((shown["fly_out"]["genes"], shown["fly_out"]["support"]), (told["written"], round(told["median_support"], 4)))

    def test_samples_are_called_by_prefix_file_or_genome(self):
        sample = lambda content: next(iter(content["data"]))
        self.assertEqual(sample(self.predict(name="human.chr1_mqc.json")[0]), "human.chr1")
        self.assertEqual(sample(self.predict("--id-prefix", "run2.")[0]), "run2.")
        piped = predict_proteins("--out", "/dev/null", "--multiqc-out", "-", "--quiet")
        self.assertEqual(sample(json.loads(piped.stdout)), "genome.fa")
        strange = os.fsdecode(b"\xff_mqc.json")
        self.assertEqual(sample(self.predict(name=strange)[0]), "\ufffd")

    def test_threads_change_no_byte(self):
        text = []
        for threads in "13":
            self.predict("--threads", threads)
            text.append(self.path("tiny_mqc.json").read_bytes())
        self.assertEqual(text[0], text[1])

    def test_names_that_multiqc_does_not_find_are_refused(self):
        for name in ("run.json", "_mqc.json", "run_mqc.json.gz", "run_mqc.yaml", "run-mqc.json"):
            result = predict_proteins("--out", self.path("models.gff3"), "--multiqc-out", self.path(name))
            self.assert_fails(result, 2, "--multiqc-out: not a name by which MultiQC finds a file", name, "a name that ends in _mqc.json")
        self.assertEqual(self.names(), [])

    def test_each_kind_of_summary_has_one_file(self):
        run, row = self.path("run.json"), self.path("a_mqc.json")
        self.assert_ok(predict_proteins("--out", self.path("models.gff3"), "--summary", run, "--summary", row))
        self.assertIn("totals", json.loads(run.read_text()))
        self.assertIn("plot_type", json.loads(row.read_text()))
        for one in (run, row):
            result = predict_proteins("--out", self.path("models.gff3"), "--summary", self.path("x.json"), "--summary", one, "--summary", self.path("x_mqc.json"))
            self.assert_fails(result, 2, "--summary: two files of one kind", "one summary and one file for MultiQC (_mqc.json) at most")

    def test_multiqc_shows_runs_beside_each_other(self):
        one = self.row(name="one_mqc.json")
        other = self.row("--min-score", "700", "--id-prefix", "other.", name="x_mqc.json")
        self.assertEqual(self.report(self.path("one_mqc.json"), self.path("x_mqc.json")), {"one": one, "other": other})

    def test_multiqc_finds_the_file_in_the_folder_of_a_run(self):
        row = self.row("--min-score", "100000", "--protein-out", self.path("models.pep.fa"), "--summary", self.path("run.json"))
        self.assertEqual(self.report(self.dir), {"tiny": row})


if __name__ == "__main__":
    unittest.main()
