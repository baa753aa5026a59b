"""Genomes with records of no base, of one base and of N alone beside one with a gene: every GFF3 that is written is valid."""
import shutil
import subprocess
import unittest

import cli
from protein_genes import Genes


class EmptyRecords(cli.Case):
    def setUp(self):
        super().setUp()
        genes = Genes(n_genes=1, seed=3)
        self.genome = self.write("genome.fa", f">nothing\n>one\nA\n>unknown\n{'N' * 50}\n{genes.fasta()}>last\n")
        self.proteins = self.write("proteins.fa", genes.targets())
        coding = "".join(genes.residues[0][first - 1:last] for first, last in genes.exons[0])
        self.coding = self.write("coding.fa", f">c\n{coding}\n")

    def assert_valid(self, *names):
        for name in names:
            regions = [line for line in self.path(name).read_text().splitlines() if line.startswith("##sequence-region")]
            self.assertTrue(all(int(line.split()[3]) > 0 for line in regions), regions)
            if shutil.which("gt") and "miniprot" not in name:  # its attributes are no validator's
                checked = subprocess.run(["gt", "gff3validator", self.path(name)], capture_output=True, text=True)
                self.assertEqual((checked.returncode, checked.stderr), (0, ""), name)

    def outputs(self, *pairs):
        return [argument for option, name in pairs for argument in (option, self.path(name))]

    def test_predict(self):
        for targets in (self.proteins, self.coding):
            for style in ("gene", "match", *(["miniprot"] if targets == self.proteins else [])):
                out, locus = f"{style}.gff3", f"locus.{style}.gff3"
                result = cli.run("predict", "-q", "--genome", self.genome, "--targets", targets, "--where", "everywhere", "--style", style,
                                 *self.outputs(("--out", out), ("--evm-out", "evm.gff3"), ("--locus-out", locus)))
                self.assert_ok(result)
                self.assertIn("exonweave", self.path(out).read_text())
                self.assert_valid(out, "evm.gff3", locus)

    def test_predict_with_a_pair_on_an_empty_record(self):
        pairs = self.write("pairs.tsv", "region_seqid\tregion_start0\tregion_end0\tstrand\ttarget_id\nunknown\t0\t50\t.\tp1\n")
        self.assert_ok(cli.run("predict", "-q", "--genome", self.genome, "--targets", self.proteins, "--pairs", pairs, "--out", self.path("out.gff3")))
        self.assert_valid("out.gff3")

    def test_scan_and_blocks(self):
        for args in (("scan", "-q", "--queries", self.proteins, "--genome", self.genome, *self.outputs(("--gff3-out", "scan.gff3"))),
                     ("blocks", "--genome", self.genome, *self.outputs(("--out", "blocks.gff3")))):
            self.assert_ok(cli.run(*args))
        self.assert_valid("scan.gff3", "blocks.gff3")


if __name__ == "__main__":
    unittest.main()
