"""The gene set: the models of `--locus-out` in all its outputs, `--min-support`, what lies opposite to better genes, and the last line, which
counts them."""
import gzip
import json
import random
import re
import unittest

import cli
import made_genes
import models
from test_predict_outputs import GENOME, Outputs, predict_proteins, translate

LOCI = {"--locus-out": "genes.gff3", "--locus-out gtf": "genes.gtf", "--locus-protein-out": "genes.pep.fa", "--locus-cds-out": "genes.cds.fa", "--locus-out bed": "genes.bed"}  # what follows a blank tells files of an option apart


class GeneSet(Outputs):
    def genes(self, *more, outputs=LOCI, **inputs):
        """The outputs of loci, by option, and what is said on standard error."""
        paths = {option: self.path(LOCI[option]) for option in outputs}
        result = predict_proteins("--out", "/dev/null", *(part for option, path in paths.items() for part in (option.split()[0], path)), *more, **inputs)
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
        rows = [line.split("\t") for line in text["--locus-out bed"].splitlines()]
        self.assertEqual([(row[3], row[0], int(row[1]) + 1, int(row[2])) for row in rows],
                         [(model.row.attributes["ID"], model.row.seqid, model.row.start, model.row.end) for model in found])

    def test_each_output_may_be_alone_and_is_the_same(self):
        whole, _ = self.genes()
        for option in LOCI:
            alone, said = self.genes(outputs=(option,))
            self.assertEqual(alone[option], whole[option], option)
            self.assertIn(f" ({option.split()[0]}), ", said)

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
        self.assertIn(f"exonweave: {n_out} of {n_genes + n_out} genes removed: support below --min-support\n", said)
        self.assertIn(f"exonweave: {n_genes} genes (--locus-out), ", said)
        told = json.loads(summary.read_text())
        self.assertLessEqual({"written": n_genes, "models": n_genes, "antisense": 0, "below_min_support": n_out}.items(), told["locus_models"].items())
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
        for more, what in ((("--min-support", "0.5"), "--min-support without models of loci (need --locus-out, "
                            "--locus-protein-out, --locus-cds-out or --hints-out)"),
                           (("--min-support", "0.5", "--locus-out", genes, "--no-margins"), "--min-support together with --no-margins"),
                           (("--min-support", "2", "--locus-out", genes), "--min-support: not a share"),
                           (("--min-support", "x", "--locus-out", genes), "--min-support: not a share")):
            self.assert_fails(predict_proteins(*more), 2, what)
        for inputs in ({"candidates": cli.TINY / "candidates.gff3"}, {"targets": cli.TINY / "targets.cds.fa"}):
            self.assert_fails(predict_proteins("--min-support", "0.5", "--locus-out", genes, **inputs), 2,
                              "--min-support where models have no support (need protein targets, no candidates, free_target_ends)")
        self.assertEqual(self.names(), [])

    def test_one_file_for_two_is_refused(self):
        for option in LOCI:
            self.assert_fails(predict_proteins("--out", self.path("x"), option.split()[0], self.path("x")), 2, "the output is also that of")

    def test_a_name_has_its_format_before_gz_and_each_format_one_file(self):
        for names in (("a.gff3", "b.gff"), ("a.gtf", "b.gtf.gz"), ("a.bed", "b.bed")):
            self.assert_fails(predict_proteins(*(part for name in names for part in ("--locus-out", self.path(name)))), 2,
                              "--locus-out: two files of one format", names[1], "one GFF3, one GTF (.gtf) and one BED12 (.bed) at most")
        text, _ = self.genes()
        packed = {"--locus-out gtf": "p.gtf.gz", "--locus-out bed": "p.bed.gz"}
        self.assert_ok(predict_proteins("--out", "/dev/null", *(part for name in packed.values() for part in ("--locus-out", self.path(name)))))
        for option, name in packed.items():
            self.assertEqual(sorted(gzip.decompress(self.path(name).read_bytes()).decode().splitlines()), sorted(text[option].splitlines()))

    def test_options_of_earlier_versions_write_the_same_with_a_note(self):
        text, _ = self.genes()
        for old, option, now in (("--locus-gtf-out", "--locus-out gtf", "FILE.gtf"), ("--locus-bed-out", "--locus-out bed", "FILE.bed")):
            result = predict_proteins("--out", "/dev/null", old, self.path("old"), "--quiet")
            self.assertEqual(result.stderr, f"exonweave: note: {old} is now written as --locus-out {now}; it is accepted until version 0.4.0\n")
            self.assertEqual(self.path("old").read_text(), text[option])


class Antisense(Outputs):
    """A gene on each of two sequences, and on the other strand a reading frame that encodes something too, but fits its protein less."""

    KEPT = "antisense_to="

    def setUp(self):
        super().setUp()
        dice = random.Random(5)
        texts = [self.both_strands_open(dice) for _ in range(2)]
        texts[1] = made_genes.reverse_complement(texts[1])
        self.genome = "".join(f">s{n}\n{made_genes.bases(dice, 300)}{text}{made_genes.bases(dice, 300)}\n" for n, text in enumerate(texts))
        frames = {"sense0": texts[0], "sense1": made_genes.reverse_complement(texts[1]),
                  "other0": made_genes.reverse_complement(texts[0]), "other1": texts[1]}
        self.proteins = {}
        for name, text in frames.items():
            protein = translate(text[text.index("ATG", 33):]).partition("*")[0]
            self.assertGreater(len(protein), 150)
            if name.startswith("other"):
                protein = "M" + "".join(dice.choice("ACDEFGHIKLMNPQRSTVWY") if dice.random() < 0.3 else residue for residue in protein[1:])
            self.proteins[name] = protein

    @staticmethod
    def both_strands_open(dice):
        """A frame from ATG to TAA behind 10 codons, and one of the other strand that shares all but 11 codons of it."""
        unstopped = [codon for codon in (a + b + c for a in "ACGT" for b in "ACGT" for c in "ACGT")
                     if not {codon, made_genes.reverse_complement(codon)} & {"TAA", "TAG", "TGA", "ATG"}]
        codons = lambda n: "".join(dice.choice(unstopped) for _ in range(n))
        return "TTA" + codons(10) + "ATG" + codons(150) + "CAT" + codons(10) + "TAA"

    def genes(self, *more, names=None):
        """The GFF3 of --out and of the gene set, what is said, and the entry of the summary."""
        genome = self.write("g.fa", self.genome)
        targets = self.write("t.fa", "".join(f">{name}\n{self.proteins[name]}\n" for name in names or self.proteins))
        paths = {option: self.path(name) for option, name in {"--out": "m.gff3", "--summary": "run.json", **LOCI}.items()}
        result = predict_proteins("--where", "everywhere", *(part for option, path in paths.items() for part in (option.split()[0], path)), *more, genome=genome, targets=targets, pairs=None)
        self.assert_ok(result)
        for option in ("--out", "--locus-out"):
            self.assert_valid(paths[option])
        return {option: path.read_text() for option, path in paths.items() if option != "--summary"}, result.stderr, \
            json.loads(paths["--summary"].read_text())

    @staticmethod
    def places(gff3):
        return {model.target: (model.row.seqid, model.row.strand) for model in models.models_of(gff3)}

    def test_what_lies_opposite_to_a_better_gene_is_no_gene_but_stays_an_alignment(self):
        text, said, told = self.genes()
        self.assertEqual(self.places(text["--out"]), {"sense0": ("s0", "+"), "other0": ("s0", "-"), "sense1": ("s1", "-"), "other1": ("s1", "+")})
        genes = models.models_of(text["--locus-out"])
        self.assertEqual([(model.target, model.row.attributes["ID"]) for model in genes], [("sense0", "locus1.t1"), ("sense1", "locus2.t1")])
        for option in ("--locus-protein-out", "--locus-cds-out"):
            self.assertEqual(list(models.read_fasta(text[option])), ["locus1.t1", "locus2.t1"])
        self.assertEqual(len(text["--locus-out bed"].splitlines()), 2)
        self.assertIn("exonweave: 2 of 4 genes removed: antisense to better-supported genes (--keep-antisense)\n", said)
        self.assertIn("exonweave: 2 genes (--locus-out), 4 alignments, ", said)
        self.assertLessEqual({"written": 2, "antisense": 2, "below_min_support": 0}.items(), told["locus_models"].items())
        self.assertFalse(told["parameters"]["keep_antisense"])
        self.assertNotIn(self.KEPT, "".join(text.values()))

    def test_they_are_kept_with_a_mark_that_names_the_better_gene(self):
        for style in ("gene", "match"):
            text, said, told = self.genes("--keep-antisense", "--style", style, "--id-prefix", "x.")
            ids = {model.target: model.row.attributes["ID"] for model in models.models_of(text["--locus-out"])}
            marks = {model.target: model.row.attributes.get("antisense_to") for model in models.models_of(text["--locus-out"])}
            self.assertEqual(len(set(ids.values())), 4)
            gene_of = {target: name.removesuffix(".t1") for target, name in ids.items()}
            self.assertEqual(marks, {"sense0": None, "sense1": None, "other0": gene_of["sense0"], "other1": gene_of["sense1"]})
            self.assertNotIn("removed", said)
            self.assertLessEqual({"written": 4, "antisense": 0, "below_min_support": 0}.items(), told["locus_models"].items())
            self.assertNotIn(self.KEPT, text["--out"])

    def test_without_the_better_gene_they_are_genes(self):
        text, said, _ = self.genes(names=["other1", "other0"])
        self.assertEqual(self.places(text["--locus-out"]), {"other0": ("s0", "-"), "other1": ("s1", "+")})
        self.assertNotIn("removed", said)

    def test_a_gene_that_a_curator_accepted_stays_beside_a_better_one_on_the_other_strand(self):
        alone, _, _ = self.genes(names=["other1", "other0"])
        accepted = next(row for row in models.read_gff3(alone["--locus-out"]) if row.type == "gene" and row.seqid == "s0")
        review = self.write("review.tsv", "sequence\tstart\tend\tstrand\tmark\n"
                            f"s0\t{accepted.start}\t{accepted.end}\t{accepted.strand}\taccept\n")
        text, said, told = self.genes("--review", review)
        self.assertEqual(self.places(text["--locus-out"]), {"sense0": ("s0", "+"), "other0": ("s0", "-"), "sense1": ("s1", "-")})
        self.assertEqual(told["locus_models"]["antisense"], 1)
        self.assertNotIn("warning", said)

    def test_threads_and_the_order_of_targets_change_nothing(self):
        whole, _, _ = self.genes("--threads", "1")
        self.assertEqual(self.genes("--threads", "3", names=reversed(self.proteins))[0], whole)

    def test_a_gene_that_lacks_support_still_speaks_for_its_strand(self):
        text, _, told = self.genes("--min-support", "1")
        self.assertEqual(told["locus_models"]["antisense"], 2)
        self.assertEqual(told["locus_models"]["written"] + told["locus_models"]["below_min_support"], 2)
        self.assertFalse({"other0", "other1"} & set(self.places(text["--locus-out"])))

    def test_merged_parts_leave_out_the_same(self):
        whole, _, _ = self.genes()
        inputs = ["--genome", self.path("g.fa"), "--targets", self.path("t.fa"), "--where", "everywhere", "--splice-model", "vertebrate"]
        plan, parts, merged = self.path("run.plan"), [self.path("1.part"), self.path("2.part")], self.path("merged.gff3")
        self.assert_ok(cli.run("shard", *inputs, "--parts", "2", "--plan", plan))
        for number, part in enumerate(parts, 1):
            self.assert_ok(cli.run("predict", *inputs, "--plan", plan, "--part", number, "--journal", part))
        result = cli.run("merge", *inputs, "--plan", plan, *parts, "--out", self.path("all.gff3"), "--locus-out", merged)
        self.assert_ok(result, "exonweave: 2 of 4 genes removed: antisense to better-supported genes")
        self.assertEqual(merged.read_text(), whole["--locus-out"])

    def test_keeping_them_needs_genes(self):
        self.assert_fails(predict_proteins("--keep-antisense"), 2, "--keep-antisense without models of loci (need --locus-out, "
                          "--locus-protein-out, --locus-cds-out or --hints-out)")


class LastLine(cli.Case):
    def told(self, *more, **inputs):
        result = predict_proteins("--out", self.path("m.gff3"), *more, **inputs)
        self.assert_ok(result)
        return result.stderr.splitlines()[-1]

    def test_targets_that_found_no_place_and_those_without_a_model_are_told_apart(self):
        with_absent = self.write("t.fa", (cli.TINY / "targets.pep.fa").read_text() + ">nobody\n" + "MWWWWHHHHCCCCMMMM" * 4 + "\n")
        unplaced = self.path("u.tsv")
        told = self.told("--where", "loci", "--locus-out", self.path("g.gff3"), "--unplaced-out", unplaced, targets=with_absent, pairs=None)
        n_genes = len(models.models_of(self.path("g.gff3").read_text()))
        found = models.models_of(self.path("m.gff3").read_text())
        n_with = len({model.target for model in found})
        n_targets = with_absent.read_text().count(">")
        self.assertEqual(n_targets - n_with, 1)
        self.assertRegex(told, rf"^exonweave: {n_genes} genes \(--locus-out\), {len(found)} alignments, from {n_with} of {n_targets} proteins; "
                               r"1 without a locus \(--unplaced-out\); \d+\.\d s, \d+ MB peak$")
        self.assertIn("nobody", unplaced.read_text())
        told = self.told("--where", "everywhere", targets=with_absent, pairs=None)
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
