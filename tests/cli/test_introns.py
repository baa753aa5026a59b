"""predict --introns: genes with introns that are not GT-AG, whose truth is known."""
import cli
from protein_genes import Genes, ProteinCase, cds_places

MINOR = {"donor": "CAG" + "ATATCC", "acceptor": "A" * 10 + "TTCCTTAACCAC"[-10:] + "GGT"}  # AT-AC
OTHER = {"donor": "CAG" + "GGAAGT"}  # GG-AG


class Introns(ProteinCase):
    def found(self, genes, *more):
        result = self.predict(genes, "--splice-model", "vertebrate", *more)
        self.assert_ok(result)
        return result

    def test_at_ac_introns_are_found_where_they_are_asked_for(self):
        for strand in "+-":
            genes = Genes(n_genes=3, strand=strand, n_codons=40, **MINOR)
            self.assertNotEqual(cds_places(self.found(genes).stdout), genes.places())
            for kinds in ("u12", "any"):
                self.assert_truth(genes, self.found(genes, "--introns", kinds))

    def test_introns_of_any_ends_are_found_where_they_are_asked_for(self):
        genes = Genes(n_genes=3, n_codons=40, **OTHER)
        for kinds in ("canonical", "u12"):
            self.assertNotEqual(cds_places(self.found(genes, "--introns", kinds).stdout), genes.places())
        self.assert_truth(genes, self.found(genes, "--introns", "any"))

    def test_where_introns_are_canonical_the_others_change_nothing(self):
        genes = Genes(n_genes=3, n_codons=40)
        for kinds in ("canonical", "u12", "any"):
            self.assert_truth(genes, self.found(genes, "--introns", kinds))

    def test_engines_agree(self):
        genes = Genes(n_genes=2, n_codons=20, **MINOR)
        expected = self.found(genes, "--introns", "any").stdout
        self.assertEqual(self.found(genes, "--introns", "any", "--engine", "sequential").stdout, expected)

    def test_costs_of_the_scoring_stay(self):
        genes = Genes(n_genes=1, n_codons=40, **MINOR)
        dear = self.write("scoring.yaml", "at_ac: 1000\n")
        self.assertNotEqual(cds_places(self.found(genes, "--introns", "u12", "--scoring", dear).stdout), genes.places())
        cheap = self.write("scoring.yaml", "at_ac: 12\n")
        self.assert_truth(genes, self.found(genes, "--scoring", cheap))

    def test_another_word_is_refused(self):
        self.assert_fails(cli.predict("--introns", "minor"), 2, "--introns", "minor", "canonical|u12|any")
