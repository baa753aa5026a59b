"""`annotate` where proteins of a family align to one gene: which of them has the gene, and where it begins."""
import random
import unittest

import made_genes
import models
from protein_genes import CODE, diverged, translate
from test_annotate import Annotated, read

CODONS = [codon for codon, amino in CODE.items() if amino != "*"]
CONTEXT = made_genes.START[:9]  # before a start codon


class Family(Annotated):
    """Sequences with a gene of one exon each, and what stands right before its start codon."""

    def setUp(self):
        super().setUp()
        self.source = random.Random(4)
        self.texts, self.exons, self.proteins = {}, {}, {}

    def codons(self, n):
        return "".join(self.source.choices(CODONS, k=n))

    def mutated(self, coding, share):
        """Other codons in so many places, but for the first and the last."""
        inner = [self.source.choice(CODONS) if self.source.random() < share else coding[k:k + 3] for k in range(3, len(coding) - 3, 3)]
        return coding[:3] + "".join(inner) + coding[-3:]

    def add(self, name, before, gene):
        """Returns the protein. No intron of an open end is as long as what is left of the sequence on both sides."""
        text = made_genes.bases(self.source, 1200) + before
        self.exons[name] = [(len(text) + 1, len(text) + len(gene))]
        self.texts[name] = text + gene + made_genes.bases(self.source, 1200)
        return translate(gene)[:-1]

    def genes(self):
        """{name of a sequence: (exons, attributes of the mRNA)}"""
        genome = self.write("g.fa", "".join(f">{name}\n{text}\n" for name, text in self.texts.items()))
        proteins = self.write("p.fa", "".join(f">{name}\n{protein}\n" for name, protein in self.proteins.items()))
        self.assert_ok(self.annotate("--gene-model", "off", genome=genome, proteins=proteins))
        found = models.models_of(read(self.path("out") / "genes.gff3.gz"))
        self.assertEqual(len(found), len(self.texts))
        return {model.row.seqid: ([part[1:3] for part in model.exons()], model.row.attributes) for model in found}

    def decayed(self, front):
        """With a stop codon in the middle."""
        middle = len(front) // 6 * 3
        return front[:middle] + "TGA" + front[middle + 3:]


class DecayedFronts(Family):
    """Before the gene stands the front of a longer paralog, in its frame but for a stop codon."""

    def family(self, n_genes):
        """The fronts and genes of copies that differ in few codons."""
        self.front, self.gene = "ATG" + self.codons(116) + CONTEXT, "ATG" + self.codons(250) + "TAA"
        for n in range(n_genes):
            yield f"s{n}", self.decayed(self.mutated(self.front, 0.02)), self.mutated(self.gene, 0.02)

    def add_paralogs(self, n, share):
        protein = translate(self.front + self.gene)[:-1]
        self.proteins |= {f"longer{k}": diverged(self.source, protein, share) for k in range(n)}

    def test_an_intact_gene_that_a_protein_explains_whole_is_no_pseudogene_of_longer_ones(self):
        ((name, front, gene),) = self.family(1)
        own = self.add(name, front, gene)
        self.add_paralogs(3, 0.1)
        exons, attributes = self.genes()[name]
        self.assertEqual(attributes["pseudo"], "true")  # of the longer ones alone it is
        self.assertEqual(exons[0][0], self.exons[name][0][0] - len(front))
        self.assertNotIn("support", attributes)
        self.proteins["whole"] = diverged(self.source, own, 0.1)
        exons, attributes = self.genes()[name]
        self.assertEqual(exons, self.exons[name])
        self.assertEqual(attributes["Name"], "whole")
        self.assertNotIn("pseudo", attributes)
        self.assertIn("support", attributes)

    def test_each_of_ten_copies_is_the_gene_of_its_own_protein(self):
        """The front is whole in one more gene, of which there are more proteins."""
        for name, front, gene in self.family(10):
            self.proteins[name] = self.add(name, front, gene)
        self.proteins["intact"] = self.add("intact", "TAA", self.front + self.gene)
        self.add_paralogs(20, 0.05)
        genes = self.genes()
        self.assertEqual({name: exons for name, (exons, _) in genes.items()}, self.exons)
        for name, (_, attributes) in genes.items():
            self.assertEqual((attributes["Name"], attributes["identity"]), (name, "1.0000"))


class Starts(Family):
    def test_a_gene_begins_at_the_m_of_its_own_protein_whatever_start_codons_are_before(self):
        """Those have the context of start codons, in the frame of the gene; the protein may have one residue in 100 of another strain."""
        for share in (0, 0.01):
            for n_codons in (1, 2, 10, 60):
                name = f"s{share}.{n_codons}"
                own = self.add(name, "TAA" + CONTEXT + "ATG" + self.codons(n_codons - 1), "ATG" + self.codons(250) + "TAA")
                self.proteins[name] = diverged(self.source, own, share)
        self.assertEqual({name: exons for name, (exons, _) in self.genes().items()}, self.exons)

    def test_it_does_so_where_a_paralog_begins_before(self):
        """One residue in five of what the paralog has before is another one."""
        front, gene = "ATG" + self.codons(59), "ATG" + self.codons(250) + "TAA"
        own = self.add("s", "TAA" + front, gene)
        self.proteins["longer"] = diverged(self.source, translate(front + gene)[:-1], 0.2)
        self.assertEqual(self.genes()["s"][0], [(self.exons["s"][0][0] - len(front), self.exons["s"][0][1])])
        self.proteins["own"] = own
        self.assertEqual(self.genes()["s"][0], self.exons["s"])


if __name__ == "__main__":
    unittest.main()
