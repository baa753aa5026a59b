"""predict's E-values of proteins on ORF exons, and --max-evalue."""
import collections
import json
import math
import random
import unittest

import cli
import models
from made_genes import reverse_complement
from protein_genes import CODE, Genes, ProteinCase


class EValues(ProteinCase):
    def test_a_model_has_an_e_value_and_the_largest_one_is_the_floor(self):
        genes = Genes(n_genes=1)
        summary = self.path("run.json")
        found = self.predict(genes, "--summary", summary)
        made, = models.models_of(found.stdout)
        run = json.loads(summary.read_text())
        locus, = run["loci"]
        law, value, composition = run["significance"], locus["chains"][0]["e_value"], locus["chains"][0]["composition"]
        self.assertEqual(locus["search_space"], len(genes.residues[0]) * len(genes.proteins[0]))
        self.assertTrue(0.4 <= composition <= 1)
        expected = lambda score: locus["search_space"] * (
            (1 - law["coding_share"]) * law["k"] * math.exp(-law["lambda"] * composition * score)
            + law["coding_share"] * law["coding_k"] * math.exp(-law["coding_lambda"] * composition * score))
        self.assertAlmostEqual(value / expected(made.score), 1)
        self.assertIn(f";e_value={value:.1e};", found.stdout)
        self.assertEqual((run["parameters"]["max_e_value"], run["parameters"]["min_score"]), (0.001, None))
        self.assertTrue(expected(locus["min_score"]) <= 0.001 < expected(locus["min_score"] - 0.5))
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

    def test_shuffled_proteins_on_genes_have_the_e_values_that_chance_gives(self):
        """Of genes and proteins that have much of some amino acids, each of its own: so real ones are."""
        source = random.Random(57)
        genes = Genes(n_genes=1)
        codons = collections.defaultdict(list)
        for codon, residue in CODE.items():
            codons[residue].append(codon)
        letters = "ARNDCQEGHILKMFPSTWYV"
        average = (78, 51, 45, 54, 19, 43, 63, 74, 22, 51, 90, 57, 22, 39, 52, 71, 58, 13, 32, 64)  # in 1,000

        def protein(length):
            weights = [share * source.lognormvariate(0, 0.6) for share in average]
            return "M" + "".join(source.choices(letters, weights, k=length - 1))

        def coding(residues):
            at_rich = lambda kinds: source.choices(kinds, [1.5 ** sum(base in "AT" for base in kind) for kind in kinds])[0]
            return "".join(at_rich(codons[residue]) for residue in residues) + "TAA"

        bases = ""
        while len(bases) < 40_000:
            gene = coding(protein(400))
            bases += source.choice((gene, reverse_complement(gene))) + "".join(source.choices("ACGT", (3, 2, 2, 3), k=400))
        genes.residues, genes.proteins = [bases], [protein(250) for _ in range(200)]
        summary = self.path("run.json")
        self.assert_ok(self.predict(genes, "--where", "everywhere", "--max-evalue", "1e6", "--max-loci", "1", "--no-margins", "--splice-model",
                                    "fungus", "--summary", summary, pairs=False))
        loci = json.loads(summary.read_text())["loci"]
        values = [chain["e_value"] for locus in loci for chain in locus["chains"]]
        self.assertEqual(len(values), 200)
        for e_value in (0.3, 0.1, 0.01):
            expected = 200 * (1 - math.exp(-e_value))
            n = sum(value <= e_value for value in values)
            self.assertTrue(expected / 3 - 2 <= n <= 3 * expected, (e_value, expected, n))

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
