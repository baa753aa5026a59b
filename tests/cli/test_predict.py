"""The models of `predict` on test-data/tiny: golden files, each audited against its inputs and against the truth."""
import re
import shutil
import subprocess
import unittest

import cli
import models

GENOME = (cli.TINY / "genome.fa").read_text()
TARGETS = (cli.TINY / "targets.cds.fa").read_text()
CANDIDATES = (cli.TINY / "candidates.gff3").read_text()
TRUTH = models.true_exons((cli.TINY / "truth.gff3").read_text())

# Its last exon, 13 nt, gains 26 and costs an intron, 30: the chain without it wins by 4 although it ends in an
# internal exon.
TOO_SHORT_A_LAST_EXON = "tiny1.g2.species1"


def truth_of(target):
    return TRUTH[re.sub(r"\.species\d$", ".t1", target)]


class Predict(cli.Case):
    def predict(self, *more, **inputs):
        result = cli.predict(*more, **inputs)
        self.assert_ok(result)
        self.assertEqual(result.messages, "")
        return result.stdout_bytes

    def assert_golden_models(self, name, content, targets=TARGETS):
        """The golden bytes; a form that validators accept; models whose every figure is right. Returns them."""
        self.assert_golden(name, content)
        self.assert_valid(content)
        found = models.models_of(content.decode())
        audit = models.Audit(self, GENOME, targets, CANDIDATES)
        for model in found:
            audit.check(model)
        self.assertGreater(len(found), 0)
        return found

    def assert_valid(self, content):
        if shutil.which("gt"):
            done = subprocess.run(["gt", "gff3validator", "-"], input=content, capture_output=True, timeout=cli.TIMEOUT)
            self.assertEqual((done.returncode, done.stderr), (0, b""), done.stdout + done.stderr)
        self.assert_sorted_and_linked(content.decode())

    def test_every_chain_under_the_bare_recurrence_is_valid(self):
        """No free ends, no least score: every target on every sequence, exons without any target symbol among them."""
        scoring = self.write("paper.yaml", "preset: paper\n")
        for style in ("gene", "match"):
            self.assert_valid(self.predict("--scoring", scoring, "--top", "5", "--style", style, "--quiet", pairs=None))

    def assert_sorted_and_linked(self, text):
        """Top features in the order of the genome's sequences, then by place; parts by place within their parent, which
        stands before them; IDs name one feature."""
        rows = models.read_gff3(text)
        order = [line.split()[1] for line in text.splitlines() if line.startswith("##sequence-region")]
        tops = [(order.index(row.seqid), row.start, row.end) for row in rows if "Parent" not in row.attributes]
        self.assertEqual(tops, sorted(tops))
        kinds, last_start = {}, {}
        for row in rows:
            name, parent = row.attributes["ID"], row.attributes.get("Parent")
            self.assertTrue(name not in kinds or kinds[name] == row.type == "CDS", name)
            self.assertTrue(parent is None or parent in kinds, f"{name} stands before {parent}")
            if row.type in ("exon", "CDS", "match_part"):
                self.assertLess(last_start.get((parent, row.type), 0), row.start)
                last_start[parent, row.type] = row.start
            kinds[name] = row.type

    def assert_true_genes(self, found):
        """Every target's best model is its gene, exon by exon and phase by phase, but the one that cannot be."""
        best = {model.target: model for model in found if model.rank == 1}
        self.assertEqual(set(best), set(models.read_fasta(TARGETS)))
        for target, model in best.items():
            expected = truth_of(target)
            self.assertEqual(model.exons(), expected[:-1] if target == TOO_SHORT_A_LAST_EXON else expected, target)

    def test_gff3_candidates(self):
        found = self.assert_golden_models("tiny.gff3", self.predict())
        self.assertEqual(len(found), 10)
        self.assert_true_genes(found)
        self.assertEqual({model.row.strand for model in found}, {"+", "-"})

    def test_genscan_candidates(self):
        content = self.predict(candidates=cli.TINY / "candidates.genscan")
        self.assert_true_genes(self.assert_golden_models("tiny.genscan.gff3", content))

    def test_genscan_and_gff3_candidates_differ_in_the_names_of_the_candidates_only(self):
        from_genscan = self.predict(candidates=cli.TINY / "candidates.genscan")
        self.assertEqual(*(re.sub(rb";candidates=.*", b"", text) for text in (from_genscan, self.predict())))

    def test_without_pairs_every_target_finds_its_gene_among_all_sequences_and_strands(self):
        found = self.assert_golden_models("tiny.everywhere.gff3", self.predict(pairs=None))
        self.assertEqual(len(found), 10)

    def test_matches(self):
        found = self.assert_golden_models("tiny.match.gff3", self.predict("--style", "match"))
        as_genes = models.models_of(self.predict().decode())
        self.assertEqual([(m.target, m.score, [e[:4] for e in m.exons()]) for m in found],
                         [(m.target, m.score, [e[:4] for e in m.exons()]) for m in as_genes])

    def test_three_chains_of_each_locus(self):
        found = self.assert_golden_models("tiny.top3.gff3", self.predict("--top", "3"))
        self.assertEqual(len(found), 30)
        self.assert_true_genes(found)
        for target in models.read_fasta(TARGETS):
            chains = sorted((model for model in found if model.target == target), key=lambda model: model.rank)
            self.assertEqual([chain.rank for chain in chains], [1, 2, 3])
            self.assertEqual([chain.score for chain in chains], sorted((chain.score for chain in chains), reverse=True))
            self.assertEqual(len({tuple(chain.exons()) for chain in chains}), 3)
            if target == TOO_SHORT_A_LAST_EXON:
                self.assertEqual(chains[1].exons(), truth_of(target))
                self.assertEqual(chains[0].score - chains[1].score, 4)

    def test_a_gene_spans_its_chains_and_has_the_score_of_the_best(self):
        rows = models.read_gff3(self.predict("--top", "3").decode())
        for gene in (row for row in rows if row.type == "gene"):
            chains = [row for row in rows if row.attributes.get("Parent") == gene.attributes["ID"]]
            self.assertEqual((gene.start, gene.end),
                             (min(row.start for row in chains), max(row.end for row in chains)))
            self.assertEqual(models.number(gene.score), max(models.number(row.score) for row in chains))

    def test_a_target_that_is_no_coding_sequence_has_exons_only(self):
        part = "".join(f">{name}\n{dna[1:]}\n" for name, dna in models.read_fasta(TARGETS).items())
        found = self.assert_golden_models("tiny.noncoding.gff3", self.predict(targets=self.write("part.fa", part)), part)
        self.assertEqual({row.type for model in found for row in model.parts}, {"exon"})
        for model in found:
            expected = [exon[:4] for exon in truth_of(model.target)]
            is_too_short = model.target.startswith("tiny1.g2.")  # no types that demand a terminal exon at the end
            self.assertEqual([exon[:4] for exon in model.exons()], expected[:-1] if is_too_short else expected)

    def test_names_are_escaped_as_gff3_asks(self):
        def renamed(text, old, new):
            return re.sub(rf"\b{re.escape(old)}\b", lambda _: new, text)

        genome = self.write("genome.fa", renamed(GENOME, "tiny1", "tiny|1;<b>"))
        candidates = self.write("candidates.gff3", renamed(CANDIDATES, "tiny1", "tiny|1%3B%3Cb%3E"))
        targets = self.write("targets.fa", renamed(TARGETS, "tiny1.g3.species1", "a;b=c,d%"))
        content = self.predict(genome=genome, candidates=candidates, targets=targets, pairs=None)
        self.assert_valid(content)
        self.assertIn(b"##sequence-region tiny|1%3B%3Cb%3E 1 14600\n", content)
        self.assertIn(b"\ntiny|1%3B%3Cb%3E\texonweave\tmRNA\t11986\t12387\t648\t+\t.\t", content)
        self.assertIn(b";Target=a%3Bb%3Dc%2Cd%25 1 402;", content)


if __name__ == "__main__":
    unittest.main()
