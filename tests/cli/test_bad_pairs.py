"""What `exonweave validate` does with bad tables of pairs: the exit code and what it says."""
import codecs
import unittest

import cli
import models
import test_bad_fasta


class Pairs(test_bad_fasta.Validate):
    HEADER = "region_seqid\tregion_start0\tregion_end0\tstrand\ttarget_id\n"

    def pairs(self, content):
        return cli.run("validate", "--genome", self.write("genome.fa", test_bad_fasta.GENOME), "--targets",
                       self.write("targets.fa", test_bad_fasta.CDNA), "--pairs", self.write("pairs.tsv", content))

    def test_good_pairs(self):
        self.assert_silent(self.pairs(self.HEADER + "chr1\t0\t18\t+\tt1\nchr2\t1\t2\t-\tt1\n"), "pairs.tsv: 2 pairs")

    def test_all_bad_rows_at_once_with_the_nearest_names(self):
        result = self.pairs(self.HEADER + "chr3\t0\t1\t+\tt1\nchr1\t1e1\t+5\t+\tt1\nchr1\t18\t19\t+\tt1\nchr1\t0\t9\t*\ttt1\n")
        self.assert_errors(
            result, "pairs.tsv:2: unknown sequence (got 'chr3', need a sequence of the genome). Hint: did you mean 'chr1', 'chr2'?",
            "pairs.tsv:3: region_start0 is not a position (got '1e1', need a whole number >= 0, digits only)",
            "pairs.tsv:3: region_end0 is not a position (got '+5'",
            "pairs.tsv:4: the region lies beyond the sequence (got '18..19', need region_start0 < 18)",
            "pairs.tsv:5: bad strand (got '*', need +, - or . for both)", "pairs.tsv:5: unknown target (got 'tt1'")

    def test_a_region_that_ends_beyond_its_sequence_is_cut_there(self):
        self.assert_warns(self.pairs(self.HEADER + "chr1\t9\t19\t+\tt1\nchr1\t9\t20\t+\tt1\nchr1\t9\t18\t+\tt1\n"),
                          "pairs.tsv:2: the region ends beyond the sequence and is cut there (got '9..19', need region_end0 <= 18) "
                          "[and 1 more]")
        result = self.pairs(self.HEADER + "chr1\t9\t19\t+\tt1\nchr1\t9\t18\t+\tt1\n")
        self.assertIn("pairs.tsv: 1 pair\n", result.stdout)

    def test_a_region_that_is_cut_gives_the_models_of_what_is_left(self):
        table = (cli.TINY / "pairs.tsv").read_text().splitlines(keepends=True)
        rows = [row.split("\t") for row in table[1:]]
        ends = {name: len(text) for name, text in models.read_fasta((cli.TINY / "genome.fa").read_text()).items()}
        told = []
        for more in (0, 1000):
            content = table[0] + "".join("\t".join(row[:2] + [str(ends[row[0]] + more)] + row[3:]) for row in rows)
            result = cli.predict(pairs=self.write("pairs.tsv", content))
            self.assert_ok(result)
            told.append(result.stdout)
        self.assertEqual(*told)
        self.assertIn("\tmRNA\t", told[0])

    def test_comments(self):
        for header in (self.HEADER, "#" + self.HEADER):
            self.assert_silent(self.pairs(f"# made by hand\n#\n{header}# more\nchr1\t0\t18\t+\tt1\n#chr3\t0\t1\t+\tt1\n"),
                               "pairs.tsv: 1 pair")

    def test_a_point_is_both_strands(self):
        self.assert_silent(self.pairs(self.HEADER + "chr1\t0\t18\t.\tt1\nchr1\t0\t18\t-\tt1\n"), "pairs.tsv: 2 pairs")
        table = (cli.TINY / "pairs.tsv").read_text()
        self.assertEqual(cli.predict(pairs=self.write("pairs.tsv", table.replace("\t+\t", "\t.\t").replace("\t-\t", "\t.\t"))).stdout,
                         cli.predict().stdout)

    def test_empty_records(self):
        genome = self.write("genome.fa", test_bad_fasta.GENOME + ">none\n")
        targets = self.write("targets.fa", test_bad_fasta.CDNA + ">empty\n")
        pairs = self.write("pairs.tsv", self.HEADER + "chr1\t0\t9\t+\tempty\nchr1\t0\t9\t+\tt1\nnone\t0\t0\t+\tt1\n")
        result = cli.run("validate", "--genome", genome, "--targets", targets, "--pairs", pairs)
        self.assert_ok(result, "pairs.tsv:2: pair of a target without residues: it is skipped (got 'empty')",
                       "pairs.tsv:4: pair of a sequence without residues: it is skipped (got 'none')")
        self.assertIn("pairs.tsv: 1 pair\n", result.stdout)
        targets = self.write("targets.fa", ">empty\n")
        result = cli.run("validate", "--genome", genome, "--targets", targets, "--pairs", self.write(
            "pairs.tsv", self.HEADER + "chr1\t0\t9\t+\tempty\n"))
        self.assert_ok(result, "pairs.tsv:2: pair of a target without residues")
        self.assertEqual(result.stderr.count("\n"), 3, str(result))  # the two records without residues

    def test_utf_16_and_carriage_returns_alone(self):
        table = self.HEADER + "chr1\t0\t18\t+\tt1\n"
        self.assert_errors(self.pairs(codecs.BOM_UTF16_LE + table.encode("utf-16-le")), "pairs.tsv:1: UTF-16 text, which is not read")
        self.assert_errors(self.pairs(table.replace("\n", "\r")), "pairs.tsv:1: lines that end in a carriage return alone")

    def test_names_that_are_not_near_are_no_hint(self):
        for name, hint in (("scaffold_12", ""), ("2", "did you mean 'chr2'?"), ("CHR1", "did you mean 'chr1', 'chr2'?"),
                           ("hcr1", "did you mean 'chr1'?"), ("x", "")):
            result = self.pairs(f"{self.HEADER}{name}\t0\t1\t+\tt1\n")
            self.assert_errors(result, f"pairs.tsv:2: unknown sequence (got '{name}', need a sequence of the genome)"
                               + (f". Hint: {hint}" if hint else ""))
            self.assertEqual("Hint: did you mean" in result.stderr, bool(hint))

    def test_bad_headers(self):
        self.assert_errors(self.pairs(self.HEADER.replace("strand", "region_seqid")),
                           "pairs.tsv:1: duplicate column in the header (got 'region_seqid')",
                           "pairs.tsv:1: no column strand in the header")
        self.assert_errors(self.pairs("chr1\t0\t1\t+\tt1\n"),
                           "pairs.tsv:1: no header: none of the columns is named (got 'chr1', need tab-separated: region_seqid, region_start0, "
                           "region_end0, strand, target_id). Hint: write these names, in the order of the columns, as the first line")
        self.assert_warns(self.pairs(""), "pairs.tsv: no header and no pairs: the file is empty")


if __name__ == "__main__":
    unittest.main()
