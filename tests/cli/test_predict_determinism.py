"""The bytes of the models depend on the sequences, exons and pairs alone: not on engine, threads, memory, the order or
packing of the input, the locale, the time or the place."""
import json
import random
import re
import socket
import subprocess
import time
import unittest

import cli
import models

SEED = 20260101
GENOME, TARGETS = (models.read_fasta((cli.TINY / name).read_text()) for name in ("genome.fa", "targets.cds.fa"))
CANDIDATES = (cli.TINY / "candidates.gff3").read_text().splitlines()
PAIRS = (cli.TINY / "pairs.tsv").read_text().splitlines()


def fasta(records, width):
    lines = []
    for name, residues in records:
        lines += [f">{name}", *(residues[i:i + width] for i in range(0, len(residues), width))]
    return "\n".join(lines) + "\n"


class Determinism(cli.Case):
    def setUp(self):
        super().setUp()
        self.random = random.Random(SEED)  # a failure comes back with the same seed

    def assert_same(self, *more, golden="tiny.gff3", **inputs):
        result = cli.predict(*more, **inputs)
        self.assert_ok(result)
        self.assertEqual(result.stdout_bytes, (cli.GOLDEN / golden).read_bytes(), f"{more} {inputs}")

    def shuffled(self, items):
        items = list(items)
        self.random.shuffle(items)
        return items

    def test_engines(self):
        for engine in ("sequential", "simd", "auto"):
            self.assert_same("--engine", engine)
            self.assert_same("--engine", engine, "--top", "3", golden="tiny.top3.gff3")

    def test_threads(self):
        for n_threads in (1, 2, 4, 16):
            self.assert_same("--threads", n_threads)
            self.assert_same("--threads", n_threads, pairs=None, golden="tiny.everywhere.gff3")

    def test_order_and_layout_of_every_input(self):
        for round_ in range(5):
            rows = self.shuffled(CANDIDATES[3:])
            cut = self.random.randrange(1, len(rows) - 1)
            parts = [self.write(f"c{round_}{i}.gff3", "\n".join(["##gff-version 3", *part]) + "\n")
                     for i, part in enumerate((rows[:cut], rows[cut:], rows[:3]))]  # three of them twice
            self.assert_same(
                genome=self.write("genome.fa", fasta(GENOME.items(), self.random.choice((50, 61, 20000)))),
                candidates=self.shuffled(parts),
                targets=self.write("targets.fa", fasta(self.shuffled(TARGETS.items()), self.random.choice((7, 80)))),
                pairs=self.write("pairs.tsv", "\n".join([PAIRS[0], *self.shuffled(PAIRS[1:])]) + "\n"))

    def test_sequences_come_in_the_order_of_the_genome(self):
        bare = lambda text: re.sub(r"gene\d+", "gene", text)
        rows = lambda text, name: bare("".join(line for line in text.splitlines(keepends=True) if line.startswith(f"{name}\t")))
        expected = (cli.GOLDEN / "tiny.gff3").read_text()
        turned = cli.predict(genome=self.write("genome.fa", fasta(reversed(GENOME.items()), 60))).stdout
        self.assertEqual(bare(turned.split("##sequence-region")[-1].split("\n", 1)[1]), "".join(rows(expected, name) for name in reversed(GENOME)))
        self.assertEqual(re.findall(r"##sequence-region (\S+)", turned), list(reversed(GENOME)))
        self.assertEqual(re.findall(r"\tID=gene(\d+)[;\n]", turned), [str(n + 1) for n in range(expected.count("\tgene\t"))])

    def test_two_candidate_sets_in_either_order(self):
        sets = [cli.TINY / "candidates.gff3", cli.TINY / "candidates.genscan"]
        both = [cli.predict(candidates=order) for order in (sets, sets[::-1])]
        for result in both:
            self.assert_ok(result)
        self.assertEqual(both[0].stdout, both[1].stdout)
        self.assertIn(";candidates=1.01,candidate1\n", both[0].stdout)
        self.assertEqual(re.sub(r"=(S\.)?\d+\.?\d+,candidate", "=candidate", both[0].stdout),
                         (cli.GOLDEN / "tiny.gff3").read_text())

    def test_columns_of_the_pairs(self):
        swapped = ["\t".join(reversed(line.split("\t"))) for line in PAIRS]
        self.assert_same(pairs=self.write("pairs.tsv", "\r\n".join(swapped) + "\r\n"))

    def test_names_of_the_files_and_the_folder(self):
        inputs = {option: self.write(f"renamed {option}", (cli.TINY / name).read_bytes())
                  for option, name in (("genome", "genome.fa"), ("candidates", "candidates.gff3"),
                                       ("targets", "targets.cds.fa"), ("pairs", "pairs.tsv"))}
        self.assert_same(**inputs, cwd=self.dir)

    def test_locale(self):
        for locale in ("C", "C.UTF-8", "de_DE.UTF-8", "tr_TR.UTF-8"):  # those that are not there fall back to C
            self.assert_same(env={"LC_ALL": locale, "LANG": locale})

    def test_a_locale_with_decimal_commas_made_for_this_test(self):
        made = subprocess.run(["localedef", "-i", "de_DE", "-f", "UTF-8", self.path("de_DE.UTF-8")], capture_output=True)
        if made.returncode != 0:
            self.skipTest("no sources of locales")
        summary = self.path("run.json")
        self.assert_same("--summary", summary, env={"LOCPATH": self.dir, "LC_ALL": "de_DE.UTF-8"})
        json.loads(summary.read_text())

    def test_no_date_host_path_version_or_duration(self):
        text = cli.predict().stdout
        for word in (socket.gethostname(), time.strftime("%Y"), str(cli.TINY), "genome.fa", "version 0", "second"):
            if len(word) > 3:  # a short host name may stand in any sequence name
                self.assertNotIn(word, text)


class Memory(cli.Case):
    """10 places where 60 exons begin, 2 nt apart, and end together: many rows, of which few are needed at a time."""

    def setUp(self):
        super().setUp()
        chosen = random.Random(SEED)
        sequence = "".join(chosen.choice("ACGT") for _ in range(10_000))
        ends = range(500, 10_001, 1000)
        rows = [f"chr1\tmade\tCDS\t{start}\t{end}\t.\t+\t0\tID=c{start}\n"
                for end in ends for start in range(end - 149, end - 29, 2)]
        self.inputs = {
            "genome": self.write("genome.fa", f">chr1\n{sequence}\n"),
            "candidates": self.write("candidates.gff3", "##gff-version 3\n" + "".join(rows)),
            "targets": self.write("targets.fa", ">t\n" + "".join(sequence[end - 100:end] for end in ends) + "\n"),
            "pairs": None}

    def predict(self, memory, *more):
        summary = self.path("run.json")
        result = cli.predict("--memory", memory, "--threads", "1", "--summary", summary, *more, **self.inputs)
        self.assert_ok(result)
        return result.stdout, json.loads(summary.read_text())["totals"]

    def test_a_small_memory_computes_rows_again_and_gives_the_same(self):
        for memory, more in (("3M", ()), ("6M", ("--top", "4"))):
            once = self.predict("1G", "--no-margins", *more)[1]
            self.assertGreaterEqual(once["cells_computed"], once["cells_graph"])  # those of the best chain twice
            large, twice = self.predict("1G", *more)  # forwards and backwards
            self.assertGreater(twice["cells_computed"], once["cells_computed"])
            self.assertIn("\tmRNA\t", large)
            small, again = self.predict(memory, *more)
            self.assertGreater(again["cells_computed"], twice["cells_computed"])
            self.assertEqual(small, large)

    def test_a_memory_that_does_not_do_is_told_with_what_would(self):
        out = self.path("models.gff3")
        result = cli.predict("--memory", "1K", "--threads", "1", "--out", out, **self.inputs)
        self.assert_fails(result, 137, "targets.fa:1: not enough memory for the alignment (got 't on chr1:1-10000, 1024 "
                          "bytes', need ", "Hint: raise --memory")
        self.assertFalse(out.exists())
        self.assert_no_temporaries()
        needed = re.search(r"need (\d+) bytes", result.stderr)[1]
        self.assert_ok(cli.predict("--memory", needed, "--threads", "1", **self.inputs))

    def test_103_what_is_too_large_is_left_out_with_a_warning(self):
        row = "chr1\t{}\t{}\t+\tt\n"
        head = "region_seqid\tregion_start0\tregion_end0\tstrand\ttarget_id\n"
        pairs = self.write("pairs.tsv", head + row.format(0, 10000) + row.format(0, 5))
        out, unplaced = self.path("models.gff3"), self.path("unplaced.tsv")
        inputs = dict(self.inputs, pairs=pairs)
        needed = []
        for threads in (1, 2):
            result = cli.predict("--memory", "1K", "--threads", threads, "--out", out, "--unplaced-out", unplaced, **inputs)
            self.assertEqual(result.code, 0, result)
            self.assertIn("warning: ", result.stderr)
            self.assertIn("targets.fa:1: not enough memory for the alignment (got 't on chr1:1-10000, 1024 bytes', need ", result.stderr)
            needed.append(re.search(r"need (\d+) bytes", result.stderr)[1])
            self.assertIn(f"t\tchr1\t0\t10000\t+\tnot enough memory, need {needed[-1]} bytes\t.\t0\n", unplaced.read_text())
        self.assertEqual(needed[0], needed[1])
        out.unlink()
        journal = self.path("journal")
        strict = cli.predict("--memory", "1K", "--strict", "--out", out, "--journal", journal, **inputs)
        self.assert_fails(strict, 65, "not enough memory for the alignment", "--resume resumes from there")
        self.assertFalse(out.exists())
        self.assert_ok(cli.predict("--strict", "--out", out, "--journal", journal, "--resume", **inputs))
        self.assertFalse(journal.exists())


if __name__ == "__main__":
    unittest.main()
