"""Stop codons in rows of their own, as GTF has them: what is read is the CDS with the stop codon in it."""
import random
import unittest

import cli
import made_genes


def gtf(gff3, splits_off):
    """GTF of the CDS rows of made_genes; `splits_off(exons, strand)` moves the stop codon out of the exons, which it may
    change, and returns its pieces. Rows in no order of place."""
    transcripts = {}
    for row in gff3.splitlines():
        if "\tCDS\t" in row:
            sequence, _, _, first, last, _, strand, _, parent = row.split("\t")
            transcripts.setdefault((sequence, strand, parent.removeprefix("Parent=")), []).append([int(first), int(last)])
    rows = []
    for (sequence, strand, name), exons in transcripts.items():
        pieces = splits_off(exons, strand)
        rows += [f'{sequence}\tx\t{kind}\t{first}\t{last}\t.\t{strand}\t.\tgene_id "{name}"; transcript_id "{name}";\n'
                 for kind, places in (("CDS", exons), ("stop_codon", pieces)) for first, last in places]
    random.Random(1).shuffle(rows)
    return "".join(rows)


def inside(_exons, _strand):
    return []


def both(exons, strand):
    last = exons[-1][1] if strand == "+" else exons[0][0] + 2
    return [[last - 2, last]]


def beside(exons, strand):
    pieces = both(exons, strand)
    if strand == "+":
        exons[-1][1] -= 3
    else:
        exons[0][0] += 3
    return pieces


def across_an_intron(exons, strand):
    """The last exon as if it were the rest of a stop codon that begins in the exon before."""
    end = -1 if strand == "+" else 0
    stop = exons.pop(end)
    if strand == "+":
        pieces = [[exons[-1][1] - 1, exons[-1][1]], stop]
        exons[-1][1] -= 2
    else:
        pieces = [[exons[0][0], exons[0][0] + 1], stop]
        exons[0][0] += 2
    return pieces


class StopCodons(cli.Case):
    def genes(self, strand):
        fasta, gff3 = made_genes.genome(n_genes=12, strand=strand)
        return self.write("genome.fa", fasta), gff3

    def targets(self, genome, gff3, splits_off):
        """What simulate makes of the annotation: the coding sequences themselves."""
        annotation = self.write("genes.gtf", gtf(gff3, splits_off) if splits_off else gff3)
        out = self.path("out")
        self.assert_ok(cli.run("simulate", "--genome", genome, "--annotation", annotation, "--substitution", "0", "--out", out, "--overwrite"))
        return [line for line in (out / "targets.cds.fa").read_text().splitlines()]

    def models(self, genome, gff3, splits_off):
        self.write("targets.fa", "".join(f">{name}\n{text}\n" for name, text in self.coding.items()))
        result = cli.run("predict", "--genome", genome, "--targets", self.path("targets.fa"), "--candidates",
                         self.write("genes.gtf", gtf(gff3, splits_off)))
        self.assert_ok(result)
        self.assertNotIn("stop codon", result.stderr)
        return result.stdout

    def test_annotations(self):
        for strand in "+-":
            genome, gff3 = self.genes(strand)
            whole = self.targets(genome, gff3, None)
            self.assertTrue(all(line.endswith(made_genes.STOP[-3:]) for line, below in zip(whole, whole[1:] + [">"])
                                if below.startswith(">")))
            for splits_off in (inside, both, beside, across_an_intron):
                with self.subTest(strand=strand, splits_off=splits_off.__name__):
                    self.assertEqual(self.targets(genome, gff3, splits_off), whole)

    def test_candidates(self):
        for strand in "+-":
            genome, gff3 = self.genes(strand)
            self.coding, name = {}, ""
            for line in self.targets(genome, gff3, None):
                if line.startswith(">"):
                    name = line[1:].split()[0]
                self.coding[name] = self.coding.get(name, "") + ("" if line.startswith(">") else line)
            whole = self.models(genome, gff3, inside)
            self.assertEqual(whole.count("\tmRNA\t"), 12)
            self.assertNotIn("partial", whole)
            for splits_off in (both, beside, across_an_intron):
                with self.subTest(strand=strand, splits_off=splits_off.__name__):
                    self.assertEqual(self.models(genome, gff3, splits_off), whole)

    def test_training(self):
        genome, gff3 = self.genes("+")
        told = {cli.run("train", "--genome", genome, "--annotation", self.write("genes.gtf", gtf(gff3, splits_off))).stdout
                for splits_off in (inside, both, beside)}
        self.assertEqual(len(told), 1)
        self.assertIn("12 transcripts with 24 introns: 24 GT-AG", told.pop())


if __name__ == "__main__":
    unittest.main()
