"""predict's E-values of proteins on ORF exons, and --max-evalue."""
import json
import math
import random
import unittest

import cli
import models
import test_predict_proteins
from test_predict_proteins import Genes


class EValues(cli.Case):
    predict = test_predict_proteins.Proteins.predict

    def test_a_model_has_an_e_value_and_the_largest_one_is_the_floor(self):
        genes = Genes(n_genes=1)
        summary = self.path("run.json")
        found = self.predict(genes, "--summary", summary)
        made, = models.models_of(found.stdout)
        run = json.loads(summary.read_text())
        locus, = run["loci"]
        law, value = run["significance"], locus["chains"][0]["e_value"]
        self.assertEqual(locus["search_space"], len(genes.residues[0]) * len(genes.proteins[0]))
        self.assertAlmostEqual(value / (law["k"] * locus["search_space"] * math.exp(-law["lambda"] * made.score)), 1)
        self.assertIn(f";e_value={value:.1e};", found.stdout)
        self.assertEqual((run["parameters"]["max_e_value"], run["parameters"]["min_score"]), (0.001, None))
        floor = math.log(law["k"] * locus["search_space"] / 0.001) / law["lambda"]
        self.assertTrue(0 <= locus["min_score"] - floor < 0.5)
        self.assertEqual(self.predict(genes, f"--max-evalue={value * 1.01}").stdout, found.stdout)
        unplaced = self.path("unplaced.tsv")
        none = self.predict(genes, f"--max-evalue={value * 0.99}", "--unplaced-out", unplaced)
        self.assertEqual(models.models_of(none.stdout), [])
        self.assertIn(f"\tscore below the least for a model\t{made.score:g}\t", unplaced.read_text())

    def test_min_score_is_the_floor_in_place_of_the_e_value(self):
        genes = Genes(n_genes=1)
        summary = self.path("run.json")
        found = self.predict(genes, "--min-score", "45", "--summary", summary)
        self.assertIn(";e_value=", found.stdout)
        run = json.loads(summary.read_text())
        self.assertEqual((run["parameters"]["max_e_value"], run["parameters"]["min_score"], run["loci"][0]["min_score"]), (None, 45, 45))

    def test_no_model_by_chance_in_random_bases(self):
        source = random.Random(5)
        genes = Genes(n_genes=1)
        genes.residues = ["".join(source.choice("ACGT") for _ in range(100_000))]
        genes.proteins = ["M" + "".join(source.choice("ARNDCQEGHILKMFPSTWYV") for _ in range(300))]
        self.assertEqual(models.models_of(self.predict(genes).stdout), [])
        by_chance, = models.models_of(self.predict(genes, "--max-evalue", "1000", "--max-loci", "1").stdout)
        self.assertTrue(15 < by_chance.score < 60)

    def test_where_there_are_no_e_values(self):
        genes = Genes(n_genes=1)
        summary = self.path("run.json")
        whole = self.write("global.yaml", "preset: global\n")
        for more, given in (([], {"candidates": genes.candidates()}), (["--scoring", whole], {})):
            found = self.predict(genes, "--summary", summary, *more, **given)
            self.assertNotIn("e_value", found.stdout)
            self.assertIsNone(json.loads(summary.read_text())["significance"])
            self.assert_fails(self.predict(genes, "--max-evalue", "1", *more, **given), 2,
                              "--max-evalue where models have no E-values")
        self.assert_fails(cli.predict("--max-evalue", "1"), 2, "--max-evalue where models have no E-values")
        self.assert_fails(self.predict(genes, "--max-evalue", "1", "--min-score", "1"), 2, "--max-evalue together with --min-score")
        for bad in ("0", "-1", "x", "nan", "1e7"):
            self.assert_fails(self.predict(genes, f"--max-evalue={bad}"), 2, "--max-evalue: not an E-value")


if __name__ == "__main__":
    unittest.main()
