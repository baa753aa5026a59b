"""Genomes of bacteria and organelles: genes without introns close to each other, start codons other than ATG, and codes of
single sequences."""
import gzip
import json
import random
import unittest

import cli
import models
from made_genes import reverse_complement
from protein_genes import CODE, Genes

LETTERS = "ACDEFGHIKLMNPQRSTVY"  # W apart: its codons tell codes apart


class Bacterium:
    """A sequence of genes of one exon on both strands, 8 nt apart or less; some end four bases behind the next one's begin, as in
    operons. `codons(amino)` are those that an amino acid may have, `w_codons` those of W."""

    def __init__(self, n_genes, starts, stops, codons=lambda amino: [c for c in CODE if CODE[c] == amino], seed=3, w_codons=("TGG",)):
        source = random.Random(seed)
        self.places, self.proteins, genes = [], [], []
        for g in range(n_genes):
            protein = [source.choice(LETTERS) for _ in range(source.randrange(60, 140))]
            coding = [source.choice(codons(amino)) for amino in protein]
            for place in source.sample(range(5, 50), 4):
                protein[place], coding[place] = "W", source.choice(w_codons)
            genes.append([["M", *protein], [starts[g % len(starts)], *coding, source.choice(stops)], source.choice("+-"), source.randrange(9)])
        for (protein, coding, strand, _), after in zip(genes[::4], genes[1::4]):
            if strand == after[2] == "+" and "TGA" in stops:
                protein[-1], coding[-2:] = "K", ["AAA", "TGA"]  # ...AAATGA
                after[0][1], after[1][:2], after[3] = "K", ["ATG", "AAA"], -4  # ATGAAA...
        text = "".join(source.choice("ACGT") for _ in range(60))
        for protein, coding, strand, distance in genes:
            coding = "".join(coding)
            text = text[:distance] if distance < 0 else text + "".join(source.choice("ACGT") for _ in range(distance))
            self.places.append((len(text) + 1, len(text) + len(coding), strand))
            self.proteins.append("".join(protein))
            text += coding if strand == "+" else reverse_complement(coding)
        self.residues = text + "".join(source.choice("ACGT") for _ in range(60))

    def targets(self):
        return "".join(f">b{g}\n{protein}\n" for g, protein in enumerate(self.proteins))


def single_exons(rows, seqid):
    """(first, last, strand) of genes of one CDS row on a sequence; the others are None."""
    by_parent = {}
    for row in rows:
        if row.type == "CDS" and row.seqid == seqid:
            by_parent.setdefault(row.attributes["Parent"], []).append((row.start, row.end, row.strand))
    return sorted(places[0] if len(places) == 1 else (0, 0, "?") for places in by_parent.values())


class Bacteria(cli.Case):
    def setUp(self):
        super().setUp()
        self.made = Bacterium(40, ("ATG", "GTG", "ATG", "TTG", "ATG", "ATT"), ("TAA", "TGA", "TAG"))
        self.genome = self.write("genome.fa", f">chr\n{self.made.residues}\n")
        self.targets = self.write("targets.fa", self.made.targets())

    def check(self, gff3):
        rows = models.read_gff3(gff3)
        self.assertEqual(single_exons(rows, "chr"), sorted(self.made.places))
        self.assertEqual({row.attributes.get("transl_table") for row in rows if row.type == "CDS"}, {"11"})

    def test_every_gene_is_found_as_it_is(self):
        self.assert_ok(cli.run("annotate", self.genome, self.targets, "--genetic-code", 11, "--max-intron", 0, "-o", self.path("out"), "-q"))
        self.check(gzip.open(self.path("out/genes.gff3.gz"), "rt").read())
        proteins = models.read_fasta(gzip.open(self.path("out/genes.pep.fa.gz"), "rt").read())
        self.assertEqual(sorted(proteins.values()), sorted(self.made.proteins))
        for where in ("everywhere", "loci", "exhaustive"):
            result = cli.run("predict", "-g", self.genome, "--targets", self.targets, "--genetic-code", 11, "--max-intron", 0, "--where", where, "-q")
            self.assert_ok(result)
            self.check(result.stdout)

    def test_engines_and_threads_change_nothing(self):
        runs = [cli.run("predict", "-g", self.genome, "--targets", self.targets, "--genetic-code", 11, "--max-intron", 0, "-q", *more).stdout
                for more in ((), ("--engine", "sequential"), ("--threads", 3))]
        self.assertEqual(len(set(runs)), 1)

    def test_without_introns_none_is_anywhere(self):
        split = Genes(2, n_introns=1)
        genome, targets = self.write("split.fa", split.fasta()), self.write("split.pep.fa", split.targets())
        usual = cli.run("predict", "-g", genome, "--targets", targets, "-q")
        self.assertIn("t1.exon2", usual.stdout)
        for more in ((), ("--candidates", self.write("candidates.gff3", split.candidates()))):
            none = cli.run("predict", "-g", genome, "--targets", targets, "--max-intron", 0, "-q", "--min-score", "20", *more)
            self.assert_ok(none)
            self.assertNotIn("exon2", none.stdout)
        scoring = self.write("scoring.yaml", "max_intron: 0\n")
        self.assertNotIn("exon2", cli.run("predict", "-g", genome, "--targets", targets, "--scoring", scoring, "-q").stdout)
        self.assert_fails(cli.run("predict", "-g", genome, "--targets", targets, "--max-intron", 7), 65,
                          "the longest intron is shorter than the shortest (got 'max_intron 7'", "or 0: no introns")

    def test_cdna_without_introns(self):
        self.assertNotIn("exon2", cli.predict("--max-intron", 0, candidates=None, pairs=cli.TINY / "pairs.tsv").stdout)
        none = cli.predict("--max-intron", 0)
        self.assert_ok(none)
        self.assertNotIn("exon2", none.stdout)


class Organelles(cli.Case):
    """A chromosome with genes of the standard code, and a mitochondrion of the vertebrates' code."""

    def setUp(self):
        super().setUp()
        self.nuclear = Genes(3, n_codons=50)
        mitochondrial = lambda amino: {"M": ["ATA", "ATG"], "I": ["ATT", "ATC"], "R": ["CGA", "CGC"]}.get(amino) or [c for c in CODE if CODE[c] == amino]
        self.organelle = Bacterium(6, ("ATG", "ATA", "ATT"), ("TAA", "TAG"), mitochondrial, seed=5, w_codons=("TGA", "TGA", "TGG"))
        self.genome = self.write("genome.fa", self.nuclear.fasta() + f">MT\n{self.organelle.residues}\n")
        self.targets = self.write("targets.fa", self.nuclear.targets() + self.organelle.targets())

    def predict(self, *more):
        result = cli.run("predict", "-g", self.genome, "--targets", self.targets, "--min-coverage", "0.8", "-q", *more)
        self.assert_ok(result)
        return result

    def test_151_stop_codons_in_place_of_one_residue_are_told_with_the_codes_that_fit(self):
        self.assertIn("genome.fa: sequence with stop codons instead of W in its genes: is its genetic code another one? (got 'MT, TGA in ",
                      self.predict().stderr)
        self.assertRegex(self.predict().stderr, r"\(got 'MT, TGA in \d genes', need code 2, [^)]*\)\. Hint: --genetic-code 1,MT=2\n")
        self.assertIn("Hint: --genetic-code 1,s1=1,MT=2\n", self.predict("--genetic-code", "MT=1,s1=1").stderr)  # what was asked for stays

    def test_a_sequence_has_its_own_code(self):
        for more in ((), ("--where", "loci"), ("--where", "exhaustive")):
            result = self.predict("--genetic-code", "1,MT=2", *more)
            self.assertNotIn("stop codons in place", result.stderr)
            rows = models.read_gff3(result.stdout)
            self.assertEqual(single_exons(rows, "MT"), sorted(self.organelle.places))
            self.assertEqual({row.attributes.get("transl_table") for row in rows if row.type == "CDS" and row.seqid == "MT"}, {"2"})
            self.assertEqual({row.attributes.get("transl_table") for row in rows if row.type == "CDS" and row.seqid != "MT"}, {None})
            self.assertEqual(sorted((row.seqid, row.start, row.end) for row in rows if row.type == "CDS" and row.seqid != "MT"), self.nuclear.places())

    def test_proteins_begin_with_methionine_and_the_summary_names_the_codes(self):
        self.predict("--genetic-code", "1,MT=2", "--protein-out", self.path("p.fa"), "--summary", self.path("run.json"), "-o", self.path("o.gff3"))
        proteins = set(models.read_fasta(self.path("p.fa").read_text()).values())
        self.assertEqual(proteins, set(self.organelle.proteins) | set(self.nuclear.proteins))
        parameters = json.loads(self.path("run.json").read_text())["parameters"]
        self.assertEqual((parameters["genetic_code"], parameters["genetic_codes_of_sequences"]), (1, {"MT": 2}))

    def test_unknown_sequences_and_codes(self):
        for bad, told in (("1,M=2", "--genetic-code: unknown sequence (got 'M'"), ("1,MT=7", "not the number of a genetic code (got '7'"),
                          ("1,2", "two codes for all sequences")):
            self.assert_fails(cli.run("predict", "-g", self.genome, "--targets", self.targets, "--genetic-code", bad), 2, told)
        self.assert_fails(cli.run("search", "-g", self.genome, "--targets", self.targets, "--genetic-code", "1,M=2"), 2, "unknown sequence (got 'M'")
        self.assert_ok(cli.run("search", "-g", self.genome, "--targets", self.targets, "--genetic-code", "1,MT=2"))


if __name__ == "__main__":
    unittest.main()
