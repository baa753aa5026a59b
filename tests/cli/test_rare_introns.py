"""`annotate` of genomes without introns: what a protein lacks, or has more than its gene, is no intron; where genes have introns it is one."""
import json
import random
import unittest

import made_genes
import models
from protein_genes import CODE, diverged, translate
from test_annotate import Annotated, read

DONOR, ACCEPTOR = "GTGAGA", "TTTGCAG"


class RareIntrons(Annotated):
    """60 genes with an intron each or without, of which 30 or so are sure. The relative's proteins of five others lack 24 codons in the middle,
    which begin and end as an intron may; those of another five have 24 residues more."""

    N_TYPICAL, N_CODONS, N_INSERTED = 60, 1200, 24

    def made(self, seed, has_introns):
        """Writes the genome and the proteins."""
        source = random.Random(seed)
        codons = lambda n: "".join(source.choices([codon for codon, amino in CODE.items() if amino != "*"], k=n))
        halves = lambda n: ("ATG" + codons(n), codons(n) + "TAA")
        genes = {}
        for n in range(self.N_TYPICAL):
            first, last = halves(self.N_CODONS // 2)
            intron = DONOR + made_genes.bases(source, 60) + ACCEPTOR if has_introns else ""
            genes[f"typical{n}"] = first + intron + last, translate(first + last)
        for n in range(5):
            first, last = halves(150)
            longer = DONOR + codons(self.N_INSERTED)[len(DONOR):-len(ACCEPTOR)] + ACCEPTOR
            genes[f"longer{n}"] = first + longer + last, translate(first + last)
            first, last = halves(150)
            genes[f"shorter{n}"] = first + last, translate(first + codons(self.N_INSERTED) + last)
        around = lambda letters: made_genes.bases(source, 400) + letters + made_genes.bases(source, 400)
        self.write("g.fa", "".join(f">{name}\n{around(gene)}\n" for name, (gene, _) in genes.items()))
        self.write("p.fa", "".join(f">{name}\n{diverged(source, protein[:-1], 0.2)}\n" for name, (_, protein) in genes.items()))

    def introns(self, seed, has_introns):
        """{name of a gene: [(first, last)] of its introns}"""
        self.made(seed, has_introns)
        self.assert_ok(self.annotate("--gene-model", "off", genome=self.path("g.fa"), proteins=self.path("p.fa")))
        genes = models.models_of(read(self.path("out") / "genes.gff3.gz"))
        found = {model.row.seqid: [part[1:3] for part in sorted(model.exons())] for model in genes}
        self.assertEqual(len(found), self.N_TYPICAL + 10)
        (learnt,) = json.loads(read(self.path("out") / "run.json"))["training"]
        self.assertGreaterEqual(learnt["genes"], 30)
        self.assertEqual(learnt["introns"] > 0, has_introns)
        return {name: [(end + 1, start - 1) for (_, end), (start, _) in zip(exons, exons[1:])] for name, exons in found.items()}

    def test_no_gene_has_an_intron_where_none_of_those_that_teach_has_one(self):
        for seed in (1, 2):
            found = self.introns(seed, has_introns=False)
            self.assertEqual({name: introns for name, introns in found.items() if introns}, {})

    def test_introns_are_found_where_those_that_teach_have_them(self):
        before, before_inserted = (400 + 3 * (1 + n) for n in (self.N_CODONS // 2, 150))  # nt
        typical = [(before + 1, before + 60 + len(DONOR + ACCEPTOR))]
        inserted = [(before_inserted + 1, before_inserted + 3 * self.N_INSERTED)]
        for seed in (1, 2):
            for name, introns in self.introns(seed, has_introns=True).items():
                self.assertEqual(introns, typical if name.startswith("typical") else inserted if name.startswith("longer") else [], name)


if __name__ == "__main__":
    unittest.main()
