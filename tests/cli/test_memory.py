"""--memory bounds the whole run, and what would do is told."""
import json
import os
import random
import re
import subprocess
import unittest

import cli
from test_search import coding, protein

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
        self.assertGreater(unbounded, held)

    def test_an_estimate_is_about_what_a_run_holds(self):
        held, _ = self.peak()
        cli.run("estimate", "--genome", self.genome, "--targets", self.targets, "--where", "loci", "--splice-model", "vertebrate", "--threads", "2",
                "--json", self.path("e.json"))
        expected = json.loads(self.path("e.json").read_text())["memory_bytes"]
        self.assertTrue(held / 2 < expected < held * 2, (held, expected))

    def test_a_memory_too_small_for_the_search_is_told_with_what_would_do(self):
        args = ["predict", "--genome", self.genome, "--targets", self.targets, "--where", "loci", "--out", self.path("models.gff3")]
        result = cli.run(*args, "--memory", "100K")
        self.assert_fails(result, 137, "targets.fa: not enough memory for the search for loci (got '102400 bytes', need ", "raise --memory")
        self.assertEqual(self.names(), ["genome.fa", "targets.fa"])
        needed = int(re.search(r"need (\d+) bytes", result.stderr)[1])
        self.assertLess(needed, 10 * MIB)
        self.assertNotIn("for the search", cli.run(*args, "--memory", needed).stderr)


if __name__ == "__main__":
    unittest.main()
