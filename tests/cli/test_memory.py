"""--memory bounds the whole run, and what would do is told."""
import json
import os
import random
import re
import subprocess
import unittest

import cli
from test_search import coding, gene, protein

MIB = 1 << 20
OF_PROGRAM = 30 * MIB  # beside --memory


def long_gene(dice, residues):
    """The coding sequence of a protein in exons of 150 nt, with a stop codon."""
    bases = lambda n: "".join(dice.choice("ACGT") for _ in range(n))
    spelled = coding(residues)
    exons = [spelled[at:at + 150] for at in range(0, len(spelled), 150)]
    return bases(1000) + ("GTAAGT" + bases(200) + "TTTTCTTTCTTTTCTTTCAG").join(exons) + bases(1000)


@unittest.skipIf(any(name in cli.BINARY for name in ("asan", "tsan")), "sanitizers hold more than the program does")
class Memory(cli.Case):
    @classmethod
    def setUpClass(cls):
        dice = random.Random(5)
        cls.protein = protein(dice, 5000)
        cls.gene = long_gene(dice, cls.protein)

    def setUp(self):
        super().setUp()
        self.genome = self.write("genome.fa", f">one\n{self.gene}\n")
        self.targets = self.write("targets.fa", f">long\n{self.protein}\n")

    def peak(self, *more, out="models.gff3"):
        """Bytes that a run held at most, and its models."""
        path = self.path(out)
        running = subprocess.Popen(cli.command("predict", "--quiet", "--genome", self.genome, "--targets", self.targets, "--out", path,
                                               "--where", "loci", "--splice-model", "vertebrate", "--threads", "2", *more))
        _, status, used = os.wait4(running.pid, 0)
        running.returncode = os.waitstatus_to_exitcode(status)
        self.assertEqual(running.returncode, 0)
        return used.ru_maxrss * 1024, path.read_bytes()

    def test_the_whole_process_keeps_within_it_and_gives_the_same(self):
        unbounded, wanted = self.peak()
        self.assertIn(b"\tmRNA\t", wanted)
        for size in (160, 100):
            held, models = self.peak("--memory", f"{size}M")
            self.assertLess(held, size * MIB + OF_PROGRAM)
            self.assertEqual(models, wanted)
        self.assertLess(unbounded, 130 * MIB)  # rows of a long protein take hardly more than they need

    def run_within(self, size, sequences, proteins, *more):
        """What came of a run in `size` MiB where every target is tried everywhere; it held no more than that and the program."""
        write = lambda name, records: records if not isinstance(records, dict) else self.write(name, "".join(f">{n}\n{letters}\n" for n, letters in records.items()))
        self.unplaced = self.path("unplaced.tsv")
        errors = self.path("errors.txt")
        with open(errors, "wb") as to:
            running = subprocess.Popen(cli.command("predict", "--quiet", "--genome", write("g.fa", sequences), "--targets", write("t.fa", proteins),
                                                   "--out", self.path("within.gff3"), "--unplaced-out", self.unplaced, "--splice-model", "vertebrate",
                                                   *([] if "--where" in more or "--pairs" in more else ["--where", "everywhere"]), "--threads", "2", "--memory", int(size * MIB), *more), stderr=to)
            _, status, used = os.wait4(running.pid, 0)
        running.returncode = os.waitstatus_to_exitcode(status)
        self.assertLess(used.ru_maxrss * 1024, size * MIB + OF_PROGRAM)
        return running.returncode, errors.read_text()

    def test_103_a_region_that_cannot_fit_is_given_up_while_it_is_made(self):
        dice = random.Random(8)
        bases = lambda n: "".join(dice.choices("ACGT", k=n))
        residues = protein(dice, 100)
        gene = coding(residues)
        small, large = bases(500) + gene + bases(500), bases(600_000) + gene + bases(600_000)
        code, errors = self.run_within(12, {"large": large, "small": small}, {"t": residues})
        self.assertEqual(code, 0, errors)
        self.assertIn("warning: ", errors)
        self.assertRegex(self.unplaced.read_text(), r"\nt\tlarge\t0\t\d+\t\+,-\tnot enough memory, need about \d+ bytes\t")
        self.assertIn("\tmRNA\t", self.path("within.gff3").read_text())
        self.path("within.gff3").unlink()
        code, errors = self.run_within(12, {"large": large, "small": small}, {"t": residues}, "--strict")
        self.assertEqual(code, 65, errors)
        code, errors = self.run_within(12, {"large": large}, {"t": residues})
        self.assertEqual(code, 137, errors)
        self.assertRegex(errors, r"not enough memory for the alignment .* need about \d+ bytes")

    def test_copies_in_tandem_keep_within_it(self):
        dice = random.Random(9)
        bases = lambda n: "".join(dice.choices("ACGT", k=n))
        residues = protein(dice, 100)
        copies = "".join(bases(700) + coding(residues) for _ in range(60))
        code, errors = self.run_within(90, {"row": copies}, {"t": residues}, "--max-loci", "100")
        self.assertEqual(code, 0, errors)
        self.assertEqual(self.path("within.gff3").read_text().count("\tmRNA\t"), 60)

    def test_contigs_that_do_not_fit_are_refused_while_they_are_read(self):
        contigs = self.path("contigs.fa")
        with open(contigs, "w") as to:  # what this program holds itself counts among what is measured
            for n in range(200_000):
                to.write(f">contig_of_a_large_assembly_{n}\nACGTACGT\n")
        code, errors = self.run_within(20, contigs, {"t": "MKV"})
        self.assertEqual(code, 137, errors)
        self.assertIn("contigs.fa: not enough memory for the inputs and loci (got '20971520 bytes', need more than ", errors)

    def test_an_estimate_is_about_what_a_run_holds(self):
        held, _ = self.peak()
        cli.run("estimate", "--genome", self.genome, "--targets", self.targets, "--where", "loci", "--splice-model", "vertebrate", "--threads", "2",
                "--json", self.path("e.json"))
        expected = json.loads(self.path("e.json").read_text())["memory_bytes"]
        self.assertTrue(held / 2 < expected < held * 2, (held, expected))

    def test_an_estimate_of_annotate_is_about_what_the_run_holds(self):
        """Several proteins on one region, which share what is made of it, or a long one: by the peak that the run itself tells."""
        dice = random.Random(4)
        bases = lambda n: "".join(dice.choices("ACGT", k=n))
        residues = protein(dice, 200)
        genome = self.write("region.fa", f">region\n{bases(100_000)}{gene(dice, residues)}{bases(100_000)}\n")
        diverged = lambda: "".join(dice.choice("ACDEFGHIKLMNPQRSTVWY") if dice.random() < 0.2 else letter for letter in residues)
        proteins = self.write("diverged.fa", "".join(f">p{n}\nM{diverged()[1:]}\n" for n in range(4)))
        for threads, inputs in ((2, (genome, proteins)), (1, (self.genome, self.targets))):
            folder = self.path(f"out{threads}")
            args = ["annotate", *inputs, "--out", folder, "--threads", threads, "--quiet"]
            self.assert_ok(cli.run(*args, "--estimate", "--json", self.path("e.json")))
            self.assert_ok(cli.run(*args))
            expected = json.loads(self.path("e.json").read_text())["memory_bytes"]
            held = json.loads((folder / "run.json").read_text())["peak_memory_bytes"]
            self.assertTrue(held / 2 < expected < held * 2, (threads, held, expected))

    def write_with_long_names(self, name):
        """What this program holds itself counts among what is measured."""
        path = self.path(name)
        with (cli.TINY / name).open() as lines, path.open("w") as to:
            for n, line in enumerate(lines):
                to.write(f">{n}_{'x' * 1_000_000}\n" if line.startswith(">") else line)
        return path

    def test_names_of_a_megabyte_are_among_what_a_run_needs(self):
        """They stand in each row of its outputs."""
        usual = {name: cli.TINY / name for name in ("genome.fa", "targets.pep.fa")}
        for name in usual:
            given = usual | {name: self.write_with_long_names(name)}
            with open(self.path("errors.txt"), "w") as errors:
                running = subprocess.Popen(cli.command("annotate", *given.values(), "--out", self.path("out"), "--threads", "2", "--memory", "50M"), stderr=errors)
                _, status, used = os.wait4(running.pid, 0)
            running.returncode = os.waitstatus_to_exitcode(status)
            told = self.path("errors.txt").read_text()
            self.assertEqual(running.returncode, 137, told)
            self.assertRegex(told, r"not enough memory for the inputs and models of the run \(got '52428800 bytes', need \d+ bytes\)")
            self.assertLess(used.ru_maxrss * 1024, 50 * MIB + OF_PROGRAM)

    def test_a_search_that_fits_on_one_thread_alone_is_done_on_one(self):
        dice = random.Random(3)
        residues = protein(dice, 120)
        # every other base is masked: a piece of this holds far more than those that --threads is reckoned by
        masked = 210 * "".join(a + b for a, b in zip(dice.choices("ACGT", k=2500), dice.choices("acgt", k=2500)))
        genome = self.write("masked.fa", f">one\n{masked}{gene(dice, residues)}{masked}\n")
        targets = self.write("one.fa", f">t\n{residues}\n")
        out = self.path("found.gff3")
        self.assert_ok(cli.run("predict", "--quiet", "--genome", genome, "--targets", targets, "--out", out, "--where", "loci", "--flank", "300",
                               "--splice-model", "vertebrate", "--memory", "60M", "--threads", "2"))
        self.assertEqual(out.read_text().count("\tmRNA\t"), 1)

    def test_a_memory_too_small_for_the_search_is_told_with_what_would_do(self):
        args = ["predict", "--genome", self.genome, "--targets", self.targets, "--where", "loci", "--out", self.path("models.gff3")]
        result = cli.run(*args, "--memory", "100K")
        self.assert_fails(result, 137, "targets.fa: not enough memory for the search for loci (got '102400 bytes', need ", "raise --memory")
        self.assertEqual(self.names(), ["genome.fa", "targets.fa"])
        needed = int(re.search(r"need (\d+) bytes", result.stderr)[1])
        self.assertLess(needed, 10 * MIB)
        self.assertNotIn("for the search", cli.run(*args, "--memory", needed).stderr)
        self.assert_fails(cli.run(*args, "--memory", "4"), 137, "Hint: raise --memory: 4 are bytes, write 4G for GiB")

    def test_a_search_that_finds_more_than_fits_is_refused_while_it_searches(self):
        dice = random.Random(8)
        residues = protein(dice, 60)
        copies = "".join("".join(dice.choices("ACGT", k=30)) + coding(residues) for _ in range(1000))
        code, errors = self.run_within(8, {"row": copies}, {f"t{n}": residues for n in range(60)}, "--where", "loci")
        self.assertEqual(code, 137, errors)
        self.assertIn("t.fa: not enough memory for the loci that the search finds (got '8388608 bytes', need more than 8388608 bytes). Hint: raise --memory, give "
                      "fewer targets to one run, or lower --max-loci\n", errors)
        self.assertFalse(self.path("within.gff3").exists())

    def test_the_memory_that_is_told_does(self):
        dice = random.Random(8)
        bases = lambda n: "".join(dice.choices("ACGT", k=n))
        residues = protein(dice, 100)
        pairs = self.write("pairs.tsv", "region_seqid\tregion_start0\tregion_end0\tstrand\ttarget_id\nlarge\t0\t120000\t+\tt\n")
        sequences = {"large": bases(60_000) + coding(residues) + bases(60_000)}
        needs = []
        for more in ((), ("--pairs", pairs)):  # on both strands, on one
            code, errors = self.run_within(6, sequences, {"t": residues}, *more)
            self.assertEqual(code, 137, errors)
            needs.append(int(re.search(r"need about (\d+) bytes\)", errors)[1]))
            code, errors = self.run_within(needs[-1] / MIB, sequences, {"t": residues}, *more)
            self.assertEqual((code, errors), (0, ""))
            self.assertIn("\tmRNA\t", self.path("within.gff3").read_text())
            self.path("within.gff3").unlink()
        self.assertGreater(needs[0], 1.9 * needs[1])


if __name__ == "__main__":
    unittest.main()
