"""predict --splice-scores: a table of another program's scores of sites."""
import json

import cli
import models
from protein_genes import Genes, ProteinCase, cds_places


def boundaries(genes):
    """(sequence, offset, strand, D or A) of the true sites."""
    for g, exons in enumerate(genes.exons):
        for (_, last), (first, _) in zip(exons, exons[1:]):
            low, high = ("D", "A") if genes.strand == "+" else ("A", "D")
            yield f"s{g + 1}", last, genes.strand, low
            yield f"s{g + 1}", first - 1, genes.strand, high


class SpliceScores(ProteinCase):
    def table(self, genes, score):
        return self.write("scores.tsv", "".join(f"{name}\t{offset}\t{on}\t{end}\t{score}\n" for name, offset, on, end in boundaries(genes)))

    def test_true_sites_that_are_listed_are_found_without_any_model(self):
        for strand in "+-":
            genes = Genes(n_genes=3, strand=strand)
            summary = self.path("run.json")
            listed = self.predict(genes, "--splice-model", "none", "--splice-scores", self.table(genes, 14), "--summary", summary)
            self.assert_truth(genes, listed)
            self.assertIn("splice_scores", [entry["role"] for entry in json.loads(summary.read_text())["inputs"]])

    def test_scores_are_added_to_the_model_and_what_is_not_listed_loses_7(self):
        genes = Genes(n_genes=3)
        options = ("--splice-model", "vertebrate", "--top", "1")
        plain = self.predict(genes, *options)
        score = {model.target: model.score for model in models.models_of(plain.stdout)}
        for listed, each in ((10, 10), (0, 0), (-5, -5)):
            result = self.predict(genes, *options, "--splice-scores", self.table(genes, listed))
            self.assertEqual(cds_places(result.stdout), cds_places(plain.stdout))
            for model in models.models_of(result.stdout):
                self.assertEqual(model.score, score[model.target] + 2 * (len(model.parts) - 1) * each)
        unlisted = self.predict(genes, *options, "--splice-scores", self.write("scores.tsv", "s1\t0\t-\tD\t3\n"))
        for model in models.models_of(unlisted.stdout):
            self.assertEqual(model.score, score[model.target] - 2 * (len(model.parts) - 1) * 7)

    def test_candidates_are_weighed_by_it_too(self):
        genes = Genes(n_genes=2)
        options = {"candidates": genes.candidates()}
        score = {model.target: model.score for model in models.models_of(self.predict(genes, **options).stdout)}
        result = self.predict(genes, "--splice-scores", self.table(genes, 9), **options)
        self.assert_truth(genes, result)
        for model in models.models_of(result.stdout):
            self.assertEqual(model.score, score[model.target] + 2 * (len(model.parts) - 1) * 9)

    def test_in_place_of_a_model_it_weighs_candidates_too(self):
        genes = Genes(n_genes=2)
        options = {"candidates": genes.candidates()}
        plain = self.predict(genes, "--splice-model", "none", **options)
        score = {model.target: model.score for model in models.models_of(plain.stdout)}
        result = self.predict(genes, "--splice-model", "none", "--splice-scores", self.table(genes, 9), **options)
        for model in models.models_of(result.stdout):
            self.assertEqual(model.score, score[model.target] + 2 * (len(model.parts) - 1) * 9)

    def test_where_it_would_count_for_nothing_it_is_refused(self):
        genes = Genes(n_genes=1)
        coding = "".join(genes.residues[0][first - 1:last] for first, last in genes.exons[0])
        dna = {"targets": f">p1\n{coding}\n", "candidates": genes.candidates()}
        self.assert_fails(self.predict(genes, "--splice-scores", self.table(genes, 9), **dna), 2,
                          "--splice-scores where sites have no scores")
        with_blocks = self.predict(genes, "--splice-scores", self.table(genes, 9), "--blocks", "add", **dna)
        self.assert_ok(with_blocks)

    def test_a_table_of_another_assembly_is_refused(self):
        for strand in "+-":
            genes = Genes(n_genes=2, strand=strand)
            self.assert_ok(self.predict(genes, "--splice-scores", self.table(genes, 9)))
            for shift in (1, -1, 23):
                table = self.write("shifted.tsv", "".join(f"{name}\t{offset + shift}\t{on}\t{end}\t9\n" for name, offset, on, end in boundaries(genes)))
                self.assert_fails(self.predict(genes, "--splice-scores", table), 65, "shifted.tsv: the scores do not lie on splice sites of this genome (got '",
                                  "% of 8 places with GT, GC or AG', need more than half of them). Hint: is the table of the same assembly")

    def test_a_bad_table_is_told_with_its_line(self):
        genes = Genes(n_genes=1)
        self.assert_fails(self.predict(genes, "--splice-scores", self.write("scores.tsv", "s1\t5\t+\tD\t2\ns1\t5\t+\tX\t2\n")), 65,
                          "scores.tsv:2: neither donor nor acceptor (got 'X', need D or A)")
        self.assert_fails(self.predict(genes, "--splice-scores", self.path("none.tsv")), 66, "none.tsv: cannot open")
        self.assert_fails(self.predict(genes, "--splice-scores", self.path("genome.fa"), "--out", self.path("genome.fa")), 2)
