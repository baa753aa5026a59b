"""The gene set: the models of `--locus-out` in all its outputs, `--min-support`, and the last line, which counts them."""
import json
import re
import unittest

import cli
import models
from test_predict_outputs import GENOME, Outputs, predict_proteins, translate

LOCI = {"--locus-out": "genes.gff3", "--locus-protein-out": "genes.pep.fa", "--locus-cds-out": "genes.cds.fa", "--locus-bed-out": "genes.bed"}


class GeneSet(Outputs):
    def genes(self, *more, outputs=LOCI, **inputs):
        """The outputs of loci, by option, and what is said on standard error."""
        paths = {option: self.path(LOCI[option]) for option in outputs}
        result = predict_proteins("--out", "/dev/null", *(part for pair in paths.items() for part in pair), *more, **inputs)
        self.assert_ok(result)
        return {option: path.read_text() for option, path in paths.items()}, result.stderr

    def test_proteins_coding_sequences_and_bed_are_those_of_the_models(self):
        text, _ = self.genes()
        found = models.models_of(text["--locus-out"])
        self.assertGreater(len(found), 3)
        coding, proteins = (models.read_fasta(text[option]) for option in ("--locus-cds-out", "--locus-protein-out"))
        wanted = {model.row.attributes["ID"]: "".join(models.reading(GENOME[part.seqid], part) for part in model.parts) for model in found}
        self.assertEqual(coding, wanted)
        self.assertEqual(proteins, {name: translate(dna).removesuffix("*") for name, dna in wanted.items()})
        rows = [line.split("\t") for line in text["--locus-bed-out"].splitlines()]
        self.assertEqual([(row[3], row[0], int(row[1]) + 1, int(row[2])) for row in rows],
                         [(model.row.attributes["ID"], model.row.seqid, model.row.start, model.row.end) for model in found])

    def test_each_output_may_be_alone_and_is_the_same(self):
        whole, _ = self.genes()
        for option in LOCI:
            alone, said = self.genes(outputs=(option,))
            self.assertEqual(alone[option], whole[option], option)
            self.assertIn(f" ({option}), ", said)

    def test_they_go_with_every_style(self):
        for style, name in (("match", "locus1"), ("miniprot", "locus1")):
            text, _ = self.genes("--style", style)
            self.assertIn(f"ID={name};", text["--locus-out"])
            self.assertIn(f">{name} ", text["--locus-protein-out"])

    def supports(self, text):
        return [float(support) for support in re.findall(r"\tmRNA\t.*;support=([0-9.]+)", text)]

    def test_genes_of_less_support_are_left_out_and_counted(self):
        summary = self.path("run.json")
        whole, _ = self.genes()
        supports = sorted(self.supports(whole["--locus-out"]))
        self.assertLess(supports[0], supports[-1])
        least = supports[len(supports) // 2]
        text, said = self.genes("--min-support", f"{least - 0.0005:.4f}", "--summary", summary)
        kept = self.supports(text["--locus-out"])
        n_out = len([support for support in supports if support < least - 0.0005])
        self.assertEqual(sorted(kept), supports[n_out:])
        n_genes = len(models.models_of(text["--locus-out"]))
        self.assertEqual(n_genes, len(models.models_of(whole["--locus-out"])) - n_out)
        self.assertIn(f"exonweave: {n_out} of {n_genes + n_out} genes left out by --min-support\n", said)
        self.assertIn(f"exonweave: {n_genes} genes (--locus-out), ", said)
        told = json.loads(summary.read_text())
        self.assertEqual(told["locus_models"], {"written": n_genes, "below_min_support": n_out})
        self.assertEqual(told["parameters"]["min_support"], round(least - 0.0005, 4))
        ids = [model.row.attributes["ID"] for model in models.models_of(text["--locus-out"])]
        for option in ("--locus-protein-out", "--locus-cds-out"):
            self.assertEqual(list(models.read_fasta(text[option])), ids)

    def test_none_is_left_out_by_the_least_support_and_all_but_those_without_rival_by_the_largest(self):
        whole, _ = self.genes()
        self.assertEqual(self.genes("--min-support", "0")[0], whole)
        text, _ = self.genes("--min-support", "1")
        self.assertEqual(self.supports(text["--locus-out"]), [])

    def test_it_needs_genes_that_have_support(self):
        genes = self.path("g.gff3")
        for more, what in ((("--min-support", "0.5"), "--min-support without models of loci (need --locus-out, --locus-protein-out, "
                            "--locus-cds-out or --locus-bed-out)"),
                           (("--min-support", "0.5", "--locus-out", genes, "--no-margins"), "--min-support beside --no-margins"),
                           (("--min-support", "2", "--locus-out", genes), "--min-support: not a share"),
                           (("--min-support", "x", "--locus-out", genes), "--min-support: not a share")):
            self.assert_fails(predict_proteins(*more), 2, what)
        for inputs in ({"candidates": cli.TINY / "candidates.gff3"}, {"targets": cli.TINY / "targets.cds.fa"}):
            self.assert_fails(predict_proteins("--min-support", "0.5", "--locus-out", genes, **inputs), 2,
                              "--min-support where models have no support (need protein targets, no candidates, free_target_ends)")
        self.assertEqual(self.names(), [])

    def test_one_file_for_two_is_refused(self):
        for option in LOCI:
            self.assert_fails(predict_proteins("--out", self.path("x"), option, self.path("x")), 2, "the output is also that of")


class LastLine(cli.Case):
    def told(self, *more, **inputs):
        result = predict_proteins("--out", self.path("m.gff3"), *more, **inputs)
        self.assert_ok(result)
        return result.stderr.splitlines()[-1]

    def test_targets_that_found_no_place_and_those_without_a_model_are_told_apart(self):
        strangers = self.write("t.fa", (cli.TINY / "targets.pep.fa").read_text() + ">nobody\n" + "MWWWWHHHHCCCCMMMM" * 4 + "\n")
        unplaced = self.path("u.tsv")
        told = self.told("--where", "loci", "--locus-out", self.path("g.gff3"), "--unplaced-out", unplaced, targets=strangers, pairs=None)
        n_genes = len(models.models_of(self.path("g.gff3").read_text()))
        found = models.models_of(self.path("m.gff3").read_text())
        n_with = len({model.target for model in found})
        n_targets = strangers.read_text().count(">")
        self.assertEqual(n_targets - n_with, 1)
        self.assertRegex(told, rf"^exonweave: {n_genes} genes \(--locus-out\), {len(found)} alignments, from {n_with} of {n_targets} proteins; "
                               r"1 found no place \(--unplaced-out\); \d+\.\d s, \d+ MB peak$")
        self.assertIn("nobody", unplaced.read_text())
        told = self.told("--everywhere", targets=strangers, pairs=None)
        self.assertRegex(told, rf"^exonweave: \d+ alignments, from {n_with} of {n_targets} proteins; "
                               r"1 without a model \(--unplaced-out\); \d+\.\d s, \d+ MB peak$")

    def test_targets_in_no_pair_and_dna(self):
        pairs = (cli.TINY / "pairs.tsv").read_text().splitlines(keepends=True)
        name = models.read_fasta((cli.TINY / "targets.pep.fa").read_text()).popitem()[0]
        some = self.write("p.tsv", "".join(line for line in pairs if name not in line))
        self.assertRegex(self.told(pairs=some), r" of \d+ proteins; 1 in no pair; \d")
        result = cli.predict("--out", self.path("d.gff3"))
        self.assertRegex(result.stderr, r"^exonweave: \d+ alignments, from \d+ of \d+ DNA targets; \d+\.\d s, \d+ MB peak\n$")

    def test_a_run_of_nothing_counts_to_zero(self):
        told = self.told("--min-score", "100000", "--locus-out", self.path("g.gff3"))
        self.assertRegex(told, r"^exonweave: 0 genes \(--locus-out\), 0 alignments, from 0 of (\d+) proteins; \1 without a model \(--unplaced-out\); ")


if __name__ == "__main__":
    unittest.main()
