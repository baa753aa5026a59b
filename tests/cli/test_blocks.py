"""blocks: sites and blocks by their definitions, as a plain reading of the sequence finds them; options and refusals."""
import re
import random
import shutil
import subprocess
import unittest

import cli
import made_genes
import models

STOPS = models.STOPS
HEAD = "##gff-version 3\n"


def spliced_sites(text, strand):
    """{(type, first, last, strand)} of every site, in forward 1-based coordinates."""
    n, found = len(text), set()
    read = text if strand == "+" else made_genes.reverse_complement(text)

    def add(kind, at, size):
        found.add((kind, *((at + 1, at + size) if strand == "+" else (n - at - size + 1, n - at)), strand))

    for i in range(n):
        if read[i:i + 2] in ("GT", "GC"):
            add("five_prime_cis_splice_site", i, 2)
        if read[i:i + 2] == "AG":
            add("three_prime_cis_splice_site", i, 2)
        if read[i:i + 3] == "ATG":
            add("start_codon", i, 3)
        if read[i:i + 3] in STOPS:
            add("stop_codon", i, 3)
    return found


def place(row):
    return row.type, row.start, row.end, row.strand


class BlocksCase(cli.Case):
    def setUp(self):
        super().setUp()
        source = random.Random(3)
        self.text = "".join(source.choice("ACGT" * 10 + "N") for _ in range(1500))
        self.genome = self.write("genome.fa", f">s\n{self.text}\n")

    def blocks(self, *more, genome=None):
        result = cli.run("blocks", "--genome", genome or self.genome, *more)
        self.assert_ok(result)
        return result.stdout


class Sites(BlocksCase):
    def test_sites_are_where_their_bases_are(self):
        rows = models.read_gff3(self.blocks("--sites-only"))
        expected = spliced_sites(self.text, "+") | spliced_sites(self.text, "-")
        self.assertEqual(len(rows), len(expected))
        self.assertEqual({place(row) for row in rows}, expected)

    def test_one_strand_alone(self):
        for strand in "+-":
            rows = models.read_gff3(self.blocks("--sites-only", "--strand", strand))
            self.assertEqual({place(row) for row in rows}, spliced_sites(self.text, strand))

    def test_rows_are_sorted(self):
        rows = models.read_gff3(self.blocks())
        self.assertEqual([(row.start, row.end) for row in rows], sorted((row.start, row.end) for row in rows))

    def test_the_reverse_complement_has_the_same_scores_on_the_other_strand(self):
        flipped = self.write("flipped.fa", f">s\n{made_genes.reverse_complement(self.text.replace('N', 'A'))}\n")
        plain = self.write("plain.fa", f">s\n{self.text.replace('N', 'A')}\n")
        n = len(self.text)
        rows = {(*place(row), row.score) for row in models.read_gff3(self.blocks("--sites-only", genome=plain))}
        others = {(row.type, n + 1 - row.end, n + 1 - row.start, "-" if row.strand == "+" else "+", row.score)
                  for row in models.read_gff3(self.blocks("--sites-only", genome=flipped))}
        self.assertEqual(rows, others)

    def test_a_region_has_the_sites_that_lie_in_it_with_the_scores_of_the_whole(self):
        whole = self.blocks("--sites-only").splitlines()[2:]
        part = self.blocks("--sites-only", "--region", "s:301-900").splitlines()[2:]
        inside = [line for line in whole if 301 <= int(line.split("\t")[3]) and int(line.split("\t")[4]) <= 900]
        self.assertEqual(part, inside)

    def test_long_sequences_have_all_sites_where_parts_of_them_meet(self):
        source = random.Random(4)
        text = "".join(source.choices("ACGT", k=(1 << 20) + 5000))
        rows = models.read_gff3(self.blocks("--sites-only", genome=self.write("long.fa", f">s\n{text}\n"), ))
        self.assertEqual(len(rows), len(spliced_sites(text, "+")) + len(spliced_sites(text, "-")))

    def test_lower_case_changes_nothing(self):
        lower = self.write("lower.fa", f">s\n{self.text.lower()}\n")
        self.assertEqual(self.blocks(genome=lower), self.blocks())

    def test_weak_sites_are_left_out_by_their_scores(self):
        rows = models.read_gff3(self.blocks("--sites-only"))
        strong = models.read_gff3(self.blocks("--sites-only", "--min-donor", "0", "--min-acceptor", "-4", "--min-start", "5"))
        least = {"five_prime_cis_splice_site": 0, "three_prime_cis_splice_site": -4, "start_codon": 5}
        self.assertEqual(strong, [row for row in rows if row.type == "stop_codon" or models.number(row.score) >= least[row.type]])

    def test_gc_donors_cost_what_they_are_said_to_cost(self):
        free = {place(row): row for row in models.read_gff3(self.blocks("--sites-only", "--gc-donor", "0"))}
        for row in models.read_gff3(self.blocks("--sites-only", "--strand", "+")):
            if row.type == "five_prime_cis_splice_site":
                cost = 14 if self.text[row.start - 1:row.end] == "GC" else 0
                self.assertEqual(models.number(free[place(row)].score) - cost, models.number(row.score))

    def test_scores_are_halves_of_half_bits_and_so_may_limits_and_costs_be(self):
        rows = models.read_gff3(self.blocks("--sites-only"))
        halves = [row for row in rows if row.score.endswith(".5")]
        self.assertGreater(len(halves), len(rows) // 5)
        strong = models.read_gff3(self.blocks("--sites-only", "--min-donor", "0.5", "--min-acceptor", "-3.5"))
        least = {"five_prime_cis_splice_site": 0.5, "three_prime_cis_splice_site": -3.5}
        self.assertEqual(strong, [row for row in rows if row.type not in least or models.number(row.score) >= least[row.type]])
        free, dear = ({place(row): models.number(row.score) for row in models.read_gff3(
            self.blocks("--sites-only", "--gc-donor", cost)) if row.type == "five_prime_cis_splice_site"} for cost in ("0", "2.5"))
        self.assertEqual({free[site] - dear[site] for site in free}, {0, 2.5})

    def test_at_ac_sites_are_a_family_of_their_own(self):
        text = self.blocks("--sites-only", "--strand", "+", "--at-ac", "20")
        minor = [line.split("\t") for line in text.splitlines() if line.endswith("family=minor")]
        bases = {(columns[2], self.text[int(columns[3]) - 1:int(columns[4])]) for columns in minor}
        self.assertEqual(bases, {("five_prime_cis_splice_site", "AT"), ("three_prime_cis_splice_site", "AC")})

    def test_sequences_keep_the_order_of_the_genome(self):
        one, other = ">b\nATGCAGGTAAGT\n", ">a\nATGACCTAA\n"
        first = self.blocks(genome=self.write("1.fa", one + other))
        self.assertIn("##sequence-region b 1 12\n##sequence-region a 1 9\n", first)
        second = self.blocks(genome=self.write("2.fa", other + one))
        self.assertIn("##sequence-region a 1 9\n##sequence-region b 1 12\n", second)
        without_ids = lambda text: sorted(re.sub(r"ID=block\d+", "", text).splitlines())
        self.assertEqual(without_ids(first), without_ids(second))


class Blocks(BlocksCase):
    def test_blocks_are_open_and_lie_between_their_sites(self):
        rows = [row for row in models.read_gff3(self.blocks()) if row.type == "coding_exon"]
        self.assertEqual({row.attributes["exon_type"] for row in rows}, {"initial", "internal", "terminal", "single"})
        self.assertEqual(len({row.attributes["ID"] for row in rows}), len(rows))
        reads = {"+": self.text, "-": made_genes.reverse_complement(self.text)}
        for row in rows:
            self.check(row, reads[row.strand])

    def check(self, row, read):
        first, last = (row.start - 1, row.end) if row.strand == "+" else (len(read) - row.end, len(read) - row.start + 1)
        kind, phase, bases = row.attributes["exon_type"], int(row.phase), read[first:last]
        codons = [bases[i:i + 3] for i in range(phase, len(bases) - 2, 3)]
        ends = kind in ("terminal", "single")
        self.assertFalse(STOPS & set(codons[:-1] if ends else codons), str(row))
        if kind in ("initial", "single"):
            self.assertEqual(phase, 0)
            self.assertTrue("ATG".startswith(bases[:3]), str(row))
        else:
            self.assertEqual(read[first - 2:first], "AG", str(row))
        if not ends:
            self.assertIn(read[last:last + 2], ("GT", "GC"), str(row))
        elif len(bases) < 3:
            self.assertEqual(phase, len(bases))
            self.assertTrue(any(stop.endswith(bases) for stop in STOPS), str(row))
        else:
            self.assertEqual((len(bases) - phase) % 3, 0)
            self.assertIn(codons[-1], STOPS, str(row))

    def test_the_exons_of_genes_are_among_the_blocks(self):
        truth = [row for row in models.read_gff3((cli.TINY / "truth.gff3").read_text()) if row.type == "CDS"]
        listed = {(row.seqid, row.start, row.end, row.strand, row.phase)
                  for row in models.read_gff3(self.blocks(genome=cli.TINY / "genome.fa")) if row.type == "coding_exon"}
        for row in truth:
            self.assertIn((row.seqid, row.start, row.end, row.strand, row.phase), listed)

    def test_a_largest_length(self):
        whole = [row for row in models.read_gff3(self.blocks()) if row.type == "coding_exon"]
        short = [row for row in models.read_gff3(self.blocks("--max-length", "30")) if row.type == "coding_exon"]
        key = lambda row: (*place(row), row.phase, row.score, row.attributes["exon_type"])
        self.assertEqual([key(row) for row in short], [key(row) for row in whole if row.end - row.start < 30])

    def test_blocks_can_be_candidates_with_their_types_and_phases(self):
        made = self.write("blocks.gff3", self.blocks())
        result = cli.run("validate", "--genome", self.genome, "--candidates", made, "--types", "coding_exon")
        self.assert_ok(result)
        self.assertEqual(result.stderr, "")
        n = sum(row.type == "coding_exon" for row in models.read_gff3(made.read_text()))
        self.assertIn(f"{n} candidate exons", result.stdout)

    def test_predict_finds_the_genes_among_blocks(self):
        made = self.write("blocks.gff3", self.blocks("--min-donor", "-30", genome=cli.TINY / "genome.fa"))
        result = cli.predict("--types", "coding_exon", candidates=made)
        self.assert_ok(result)
        self.assertGreaterEqual(len(models.models_of(result.stdout)), 1)

    @unittest.skipUnless(shutil.which("gt"), "genometools is not here")
    def test_the_file_is_valid_gff3(self):
        genome = self.write("names.fa", f">a b\n{self.text}\n>x%y;z=1>,&\n{self.text}\n>empty_of_sites\nCCC\n")
        for more in ([], ["--sites-only", "--at-ac", "5"]):
            made = self.write("blocks.gff3", self.blocks(*more, genome=genome))
            checked = subprocess.run(["gt", "gff3validator", made], capture_output=True)
            self.assertEqual(checked.returncode, 0, checked.stderr)


class Refusals(BlocksCase):
    def refuse(self, code, *args, says):
        self.assert_fails(cli.run("blocks", "-g", self.genome, *args), code, says)
        self.assert_no_temporaries()

    def test_too_many_blocks_leave_nothing(self):
        self.refuse(65, "--max-blocks", "10", "--out", self.path("out.gff3"), says="too many blocks (got 'more than 10 on one strand")
        self.assertFalse(self.path("out.gff3").exists())

    def test_models_that_are_none(self):
        self.refuse(66, "--splice-model", "vertebrat", says="the built-in splice models are vertebrate, plant, fly, nematode, fungus")
        bad = self.write("bad.yaml", "name: bad\ndonor: 1\n")
        self.refuse(65, "--splice-model", bad, says="bad.yaml:2: donor is not a matrix of its length")
        self.refuse(65, "--splice-model", bad, says="bad.yaml:1: missing key (need acceptor)")
        self.refuse(65, "--splice-model", self.write("text.yaml", "a\tb: 1\n"), says="text.yaml:1: tab character")

    def test_options_that_make_no_sense(self):
        self.refuse(2, "--region", "t", says="--region: unknown sequence")
        self.refuse(2, "--region", "s:9-3", says="--region: not a range")
        self.refuse(2, "--strand", "x", says="--strand")
        self.refuse(2, "--max-length", "0", says="--max-length")
        self.refuse(2, "--max-blocks", "1e3", says="--max-blocks")
        self.refuse(2, "--min-donor", "0.25", says="--min-donor: not a score")
        self.refuse(2, "--gc-donor", "14.25", says="--gc-donor: not a score")
        self.refuse(2, "--at-ac", "-1", says="--at-ac")
        self.refuse(2, "--out", self.genome, says="--genome")

    def test_missing_and_bad_genomes(self):
        self.assert_fails(cli.run("blocks", "-g", self.path("none.fa")), 66, "none.fa")
        self.assert_fails(cli.run("blocks", "-g", self.write("bad.fa", ">s\nAC-GT\n")), 65, "bad.fa:2")
        self.assert_fails(cli.run("blocks", "-g", self.genome, "-o", self.path("none/x")), 73, "none")


if __name__ == "__main__":
    unittest.main()
