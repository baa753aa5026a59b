"""predict with cDNA that reads backwards, as 3' ESTs and reads of unstranded libraries do."""
import json
import random
import unittest

import cli
import made_genes
import models
from protein_genes import Genes, ProteinCase

LEFT_OUT = 4  # bases at the begin of each gene: what is left is no whole coding sequence


class AntisenseCdna(ProteinCase):
    def genes(self, strand):
        """Genes, and the cDNA of each on its own strand."""
        genes = Genes(n_genes=2, strand=strand, seed=3)
        cdna = []
        for text, exons in zip(genes.residues, genes.exons):
            whole = "".join(text[first - 1:last] for first, last in exons)
            cdna.append((whole if strand == "+" else made_genes.reverse_complement(whole))[LEFT_OUT:])
        return genes, cdna

    def fasta(self, cdna):
        return "".join(f">p{g + 1}\n{text}\n" for g, text in enumerate(cdna))

    def exon_places(self, genes, strand):
        """What the cDNA has of them."""
        places = []
        for g, exons in enumerate(genes.exons):
            exons = [list(exon) for exon in exons]
            if strand == "+":
                exons[0][0] += LEFT_OUT
            else:
                exons[-1][1] -= LEFT_OUT
            places += [(f"s{g + 1}", *exon, strand) for exon in exons]
        return sorted(places)

    def assert_found(self, genes, strand, result):
        self.assert_ok(result)
        rows = models.read_gff3(result.stdout)
        self.assertEqual(sorted((row.seqid, row.start, row.end, row.strand) for row in rows if row.type == "exon"),
                         self.exon_places(genes, strand))
        return rows

    def test_the_gene_is_on_its_own_strand_and_the_target_says_how_it_was_read(self):
        for strand in "+-":
            genes, cdna = self.genes(strand)
            sense = self.assert_found(genes, strand, self.predict(genes, targets=self.fasta(cdna), pairs=False))
            self.assertTrue(all(len(row.attributes["Target"].split()) == 3 for row in sense if "Target" in row.attributes))
            outputs = {name: self.path(name) for name in ("evm", "alignment", "locus", "summary", "bed")}
            turned = [made_genes.reverse_complement(text) for text in cdna]
            options = [argument for name, path in outputs.items() for argument in (f"--{name}" + "-out" * (name != "summary"), path)]
            antisense = self.assert_found(genes, strand, self.predict(genes, *options, targets=self.fasta(turned), pairs=False))
            self.assertEqual(len(sense), len(antisense))
            for one, other in zip(sense, antisense):
                self.assertEqual(one[:7], other[:7])
                for key in ("identity", "coverage", "Gap", "margin", "min_margin"):
                    self.assertEqual(one.attributes.get(key), other.attributes.get(key))
                if "Target" in one.attributes:
                    (name, first, last), length = one.attributes["Target"].split(), len(cdna[int(one.seqid[1:]) - 1])
                    self.assertEqual(other.attributes["Target"], f"{name} {length + 1 - int(last)} {length + 1 - int(first)} -")
            self.check_outputs(outputs, cdna, strand)

    def check_outputs(self, outputs, cdna, strand):
        for name in ("evm", "locus"):
            targets = [row.attributes["Target"] for row in models.read_gff3(outputs[name].read_text()) if "Target" in row.attributes]
            self.assertTrue(targets and all(each.endswith(" -") for each in targets), name)
        self.assertEqual({row.split("\t")[5] for row in outputs["bed"].read_text().splitlines()}, {strand})
        text = outputs["alignment"].read_text()
        self.assertIn(f"1-{len(cdna[0])} of {len(cdna[0])} bases, read backwards\n", text)
        self.assertRegex(text, rf"\ntarget +{len(cdna[0])} [ACGT]+ ")  # counted down from its end
        summary = json.loads(outputs["summary"].read_text())
        self.assertEqual({chain["target_strand"] for locus in summary["loci"] for chain in locus["chains"]}, {"-"})
        self.assertEqual({tuple(locus["strands_tried"]) for locus in summary["loci"]}, {("+", "-")})

    def test_engines_threads_and_going_on_give_the_same_bytes(self):
        genes, cdna = self.genes("+")
        targets = self.fasta([made_genes.reverse_complement(cdna[0]), cdna[1]])
        expected = self.predict(genes, targets=targets, pairs=False)
        self.assert_ok(expected)
        for more in (("--engine", "sequential"), ("--threads", "3"), ("--memory", "2M")):
            self.assertEqual(self.predict(genes, *more, targets=targets, pairs=False).stdout, expected.stdout, more)

    def test_given_exons_decide_the_strand(self):
        genes, cdna = self.genes("+")
        turned = [made_genes.reverse_complement(text) for text in cdna]
        result = self.predict(genes, targets=self.fasta(turned), candidates=genes.candidates(), pairs=False)
        self.assert_ok(result)
        rows = [row for row in models.read_gff3(result.stdout) if row.type == "exon"]
        self.assertEqual(sorted((row.seqid, row.start, row.end) for row in rows), genes.places())
        self.assertEqual({row.strand for row in rows}, {"+"})

    def test_hits_tell_where_letters_match_and_not_what_was_transcribed(self):
        for strand, other in ("+-", "-+"):
            genes, cdna = self.genes(strand)
            turned = [made_genes.reverse_complement(text) for text in cdna]
            for texts, on in ((cdna, strand), (turned, other)):
                hits = self.write("hits.paf", "".join(
                    f"p{g + 1}\t{len(text)}\t0\t{len(text)}\t{on}\ts{g + 1}\t{len(genes.residues[g])}\t0\t{len(genes.residues[g])}\t300\t390\t60\n"
                    for g, text in enumerate(texts)))
                for more in ((), ("--engine", "sequential", "--threads", "1")):
                    rows = self.assert_found(genes, strand, self.predict(genes, "--hits", hits, *more, targets=self.fasta(texts), pairs=False))
                    ends = {row.attributes["Target"].endswith(" -") for row in rows if row.type == "mRNA"}
                    self.assertEqual(ends, {on != strand})

    def test_it_is_told_on_standard_error_and_so_are_models_without_cds(self):
        genes, cdna = self.genes("+")
        turned = self.write("turned.fa", self.fasta([made_genes.reverse_complement(cdna[0]), cdna[1]]))
        args = ("predict", "--genome", self.write("genome.fa", genes.fasta()), "--targets", turned, "--locus-out", self.path("l.gff3"))
        told = cli.run(*args, "--locus-protein-out", self.path("l.pep.fa"), "--cds-out", self.path("m.cds.fa"))
        self.assert_ok(told, "exonweave: 1 result of DNA targets read backwards: their Target ends in ' -'\n",
                       "turned.fa: 2 of 2 models have no CDS and are not in --locus-protein-out (need proteins, or cDNA from ATG to stop codon)",
                       "turned.fa: 2 of 2 models have no CDS and are not in --cds-out")
        self.assertNotIn("have no CDS", cli.run(*args).stderr)

    def test_equally_good_ways_leave_the_target_as_it_is(self):
        """Without an intron nothing tells the strand."""
        text = made_genes.bases(random.Random(5), 400)
        genome = self.write("genome.fa", f">s1\n{text}\n")
        for target, strand in ((text[100:200], "+"), (made_genes.reverse_complement(text[100:200]), "-")):
            result = cli.run("predict", "-q", "--genome", genome, "--targets", self.write("t.fa", f">t\n{target}\n"))
            self.assert_ok(result)
            row, = (row for row in models.read_gff3(result.stdout) if row.type == "mRNA")
            self.assertEqual((row.strand, row.attributes["Target"]), (strand, "t 1 100"))

    def test_pairs_whole_coding_sequences_and_the_preset_paper_are_read_as_they_are(self):
        genes, cdna = self.genes("+")
        turned = self.fasta([made_genes.reverse_complement(text) for text in cdna])
        for more, how in (((), {"pairs": True}), (("--scoring", "paper"), {"pairs": False, "candidates": genes.candidates()})):
            found = self.predict(genes, *more, targets=turned, **how)
            self.assert_ok(found)
            self.assertNotRegex(found.stdout, r"Target=\S+ \d+ \d+ -")
        coding = ["".join(text[first - 1:last] for first, last in exons) for text, exons in zip(genes.residues, genes.exons)]
        summary = self.path("run.json")
        costs = []
        for targets in (self.fasta(coding), self.fasta([text[1:] for text in coding])):
            self.assert_ok(self.predict(genes, "--summary", summary, targets=targets, pairs=False))
            costs.append(json.loads(summary.read_text())["totals"]["costs"]["device_cell"])
        self.assertGreater(costs[1], 1.5 * costs[0])


if __name__ == "__main__":
    unittest.main()
