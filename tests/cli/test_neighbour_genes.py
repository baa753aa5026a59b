"""`annotate` where genes are close together: no codon belongs to two genes of the gene set."""
import random
import unittest

import made_genes
import models
from protein_genes import CODE, diverged, translate
from test_annotate import Annotated, read

DONOR, ACCEPTOR = made_genes.DONOR, "T" * 18 + "AG"
CLOSED = "TAATTAATTAA"  # a stop codon in every frame


class Coding:
    """Coding sequences with no start codon in any frame but for those that are put before them."""

    def __init__(self, seed):
        self.source = random.Random(seed)

    def codons(self, n, before=""):
        text = before[-2:]
        for _ in range(n):
            text += self.source.choice([codon for codon, amino in CODE.items() if amino != "*" and "ATG" not in text[-2:] + codon])
        return text[len(before[-2:]):]

    def bases(self, n):
        return made_genes.bases(self.source, n).replace("ATG", "ACG")


class NeighbourGenes(Annotated):
    """Two genes 260 nt apart. Where the second protein begins its gene has no start codon; the next one is some codons further on. The first
    gene has a donor in its frame, and an acceptor is right before the second one: its protein aligns best with the first gene's start codon."""

    def made(self, seed, n_front):
        """The sequence, the exon of each gene, 1-based, and the proteins."""
        coding = Coding(seed)
        first = "ATG" + coding.codons(110, "ATG") + DONOR + coding.codons(147, DONOR) + "TAA"
        front = "ACG" + coding.codons(n_front - 1, "ACG")
        second = "ATG" + coding.codons(220, "ATG") + "TAA"
        between = coding.bases(260 - len(CLOSED) - len(ACCEPTOR)) + CLOSED + ACCEPTOR
        before = CLOSED + coding.bases(3000)
        text, exons = before, []
        for letters, gene in (("", first), (between + front, second)):
            text += letters + gene
            exons.append((len(text) - len(gene) + 1, len(text)))
        proteins = [diverged(coding.source, translate(first)[:-1], 0.1), diverged(coding.source, "M" + translate(front + second)[1:-1], 0.1)]
        return text + coding.bases(1500), exons, proteins

    def test_a_start_codon_of_the_gene_before_is_none_of_the_next_one(self):
        for strand in "+-":
            for seed, n_front in ((1, 9), (2, 9), (3, 16)):
                with self.subTest(strand=strand, seed=seed, n_front=n_front):
                    text, exons, proteins = self.made(seed, n_front)
                    if strand == "-":
                        text = made_genes.reverse_complement(text)
                        exons = [(len(text) + 1 - last, len(text) + 1 - first) for first, last in exons]
                    self.assert_ok(self.annotate("--gene-model", "off", genome=self.write("g.fa", f">s\n{text}\n"), proteins=self.write(
                        "p.fa", "".join(f">p{n}\n{protein}\n" for n, protein in enumerate(proteins)))))
                    aligned, genes = (models.read_gff3(read(self.path("out") / name)) for name in ("alignments.gff3.gz", "genes.gff3.gz"))
                    begins = [row.end if strand == "-" else row.start for row in aligned if row.type == "protein_match"]
                    self.assertEqual(begins, [exons[0][strand == "-"]] * 2)  # the temptation
                    self.assertEqual(sorted((row.start, row.end) for row in genes if row.type == "CDS"), sorted(exons))


if __name__ == "__main__":
    unittest.main()
