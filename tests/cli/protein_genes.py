"""Genes with proteins whose truth is known, and what tests of predict do with them."""
import random
import shutil
import subprocess

import cli
import made_genes
import models

CODE = {a + b + c: "KNKNTTTTRSRSIIMIQHQHPPPPRRRRLLLLEDEDAAAAGGGGVVVV*Y*YSSSS*CWCLFLF"[16 * i + 4 * j + k]
        for i, a in enumerate("ACGT") for j, b in enumerate("ACGT") for k, c in enumerate("ACGT")}


def translate(coding):
    return "".join(CODE[coding[i:i + 3]] for i in range(0, len(coding) - 2, 3))


def diverged(source, protein, share):
    """The protein of a relative: so many residues are others."""
    return protein[0] + "".join(source.choice("ACDEFGHIKLMNPQRSTVWY") if source.random() < share else residue for residue in protein[1:])


class Genes:
    """Sequences s1, s2, ... with a gene each, and their proteins."""

    def __init__(self, n_genes=4, strand="+", n_introns=2, seed=1, n_codons=None, **sites):
        source = random.Random(seed)
        self.residues, self.exons, self.proteins, self.strand = [], [], [], strand
        while len(self.residues) < n_genes:
            text, exons = made_genes.gene(source, n_introns, n_codons=n_codons, **sites)
            protein = translate("".join(text[first - 1:last] for first, last in exons))
            if "*" in protein[:-1] or not protein.endswith("*"):
                continue
            if strand == "-":
                exons = [(len(text) + 1 - last, len(text) + 1 - first) for first, last in reversed(exons)]
                text = made_genes.reverse_complement(text)
            self.residues.append(text)
            self.exons.append(exons)
            self.proteins.append(protein[:-1])

    def fasta(self):
        return "".join(f">s{g + 1}\n{text}\n" for g, text in enumerate(self.residues))

    def targets(self):
        return "".join(f">p{g + 1}\n{protein}\n" for g, protein in enumerate(self.proteins))

    def pairs(self):
        return "region_seqid\tregion_start0\tregion_end0\tstrand\ttarget_id\n" + "".join(
            f"s{g + 1}\t0\t{len(text)}\t{self.strand}\tp{g + 1}\n" for g, text in enumerate(self.residues))

    def candidates(self):
        return "##gff-version 3\n" + "".join(
            f"s{g + 1}\tx\tCDS\t{first}\t{last}\t.\t{self.strand}\t.\tID=c{g}.{e}\n"
            for g, exons in enumerate(self.exons) for e, (first, last) in enumerate(exons))

    def places(self):
        return sorted((f"s{g + 1}", first, last) for g, exons in enumerate(self.exons) for first, last in exons)


def cds_places(gff3):
    return sorted((row.seqid, row.start, row.end) for row in models.read_gff3(gff3) if row.type == "CDS")


class ProteinCase(cli.Case):
    def predict(self, genes, *more, targets=None, candidates=None, pairs=True):
        args = ["predict", "--genome", self.write("genome.fa", genes.fasta()), "--targets",
                self.write("targets.fa", targets or genes.targets()), "--quiet", *more]
        if pairs:
            args += ["--pairs", self.write("pairs.tsv", genes.pairs())]
        if candidates:
            args += ["--candidates", self.write("candidates.gff3", candidates)]
        return cli.run(*args)

    def assert_truth(self, genes, result):
        self.assert_ok(result)
        self.assertEqual(cds_places(result.stdout), genes.places())
        if shutil.which("gt"):
            checked = subprocess.run(["gt", "gff3validator", self.write("out.gff3", result.stdout)],
                                     capture_output=True, text=True)
            self.assertEqual(checked.returncode, 0, checked.stdout + checked.stderr)
