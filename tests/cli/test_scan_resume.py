"""The journal of scan: one that was ended in any way goes on with --resume and ends with the same bytes."""
import os
import random
import resource
import signal
import subprocess
import unittest

import cli
import test_resume

AMINO = "ACDEFGHIKLMNPQRSTVWY"
OUTPUTS = {"--out": "matches.tsv", "--paf-out": "m.paf", "--gff3-out": "m.gff3", "--pairwise-out": "m.txt"}


class ScanResume(test_resume.Ended):
    """Eight batches of queries and more, each a tenth of a second of a thread or more."""

    wanted = None  # all outputs of a scan that nobody ends

    def setUp(self):
        super().setUp()
        dice = random.Random(5)
        records = lambda prefix, n, length: "".join(f">{prefix}{k}\n{''.join(dice.choice(AMINO) for _ in range(length))}\n" for k in range(n))
        self.queries = self.write("queries.fa", records("q", 80, 1000))
        self.database = self.write("database.fa", records("d", 100, 400))
        self.out, self.journal = self.path("matches.tsv"), self.path("matches.tsv.journal")

    def args(self, *more, out=None, threads=1, engine="scan-cpu"):
        return ["scan", "--queries", self.queries, "--database", self.database, "--out", out or self.out, "--max-evalue", 10,
                "--threads", threads, "--engine", engine, *more]

    def whole(self):
        """All outputs of a scan that nobody ends, which is run once for all tests."""
        if ScanResume.wanted is None:
            paths = {option: self.path("whole." + name) for option, name in OUTPUTS.items()}
            others = [word for option, path in paths.items() if option != "--out" for word in (option, path)]
            self.assert_ok(cli.run(*self.args(*others, out=paths["--out"])))
            ScanResume.wanted = [path.read_bytes() for path in paths.values()]
            for path in paths.values():
                path.unlink()
        return ScanResume.wanted

    def resumed(self, **how):
        """What came out of a scan that goes on; and what it said."""
        others = [word for option, name in OUTPUTS.items() if option != "--out" for word in (option, self.path(name))]
        result = cli.run(*self.args("--resume", *others, **how))
        self.assert_ok(result)
        self.assertFalse(self.journal.exists())
        return [self.path(name).read_bytes() for name in OUTPUTS.values()], result.stderr

    def test_however_it_was_ended_the_same_bytes_come_out(self):
        wanted = self.whole()
        self.assertGreater(len(wanted[0].splitlines()), 500)
        for how, threads in ((signal.SIGKILL, 1), (signal.SIGKILL, 3)):
            self.assertEqual(self.end(how, 6000, "--journal", self.journal), -how)
            self.assertEqual(self.end(how, 9000, "--resume"), -how)
            self.assertFalse(self.out.exists())
            made, said = self.resumed(threads=threads, engine="auto")
            self.assertEqual(made, wanted)
            self.assertRegex(said, r"matches\.tsv\.journal: [1-9]\d* results of an earlier run")
            self.out.unlink()
        self.assert_no_temporaries()

    @unittest.skipIf("tsan" in cli.BINARY, "the thread sanitizer holds signals back while the C++ library reads")
    def test_a_signal_leaves_a_journal_to_go_on_from(self):
        for number, code in ((signal.SIGTERM, 143), (signal.SIGINT, 130)):
            self.assertEqual(self.end(number, 1500, "--resume"), code, self.said)
            self.assertRegex(self.said, r"matches\.tsv\.journal: [1-9]\d* results kept; the same command with --resume resumes from there")
            self.assertEqual(set(self.names()), {"queries.fa", "database.fa", "matches.tsv.journal"})
            self.journal.unlink()

    def test_a_journal_cut_or_damaged_is_used_as_far_as_it_is_whole(self):
        wanted = self.whole()
        self.end(signal.SIGKILL, 6000, "--resume")
        journal = self.journal.read_bytes()
        for size in (0, 40, len(journal) - 20):
            self.journal.write_bytes(journal[:size])
            self.assertEqual(self.resumed()[0], wanted, f"cut at {size}")
        damaged = bytearray(journal)
        damaged[-5] ^= 1
        self.journal.write_bytes(damaged)
        made, said = self.resumed()
        self.assertEqual(made, wanted)
        self.assertIn("damaged bytes at its end are ignored", said)

    def test_a_time_alone_neither_ends_a_scan_nor_takes_its_journal(self):
        wanted = self.whole()
        self.end(signal.SIGKILL, 6000)
        others = [word for option, name in OUTPUTS.items() if option != "--out" for word in (option, self.path(name))]
        running = subprocess.Popen(cli.command(*self.args("--resume", *others)), stderr=subprocess.PIPE)
        self.addCleanup(running.stderr.close)
        running.stderr.readline()
        for touched in (self.queries, self.database):
            os.utime(touched, (1, 1))
        said = running.stderr.read().decode()
        self.assertEqual(running.wait(), 0, said)
        self.assertEqual([self.path(name).read_bytes() for name in OUTPUTS.values()], wanted)

    def test_a_journal_of_another_run_is_refused_with_what_differs(self):
        self.end(signal.SIGKILL, 1500, "--resume")
        before = self.journal.read_bytes()
        refused = lambda *more: cli.run(*self.args("--resume", *more))
        self.assert_fails(refused("--max-hits", 3), 65, "another run: --max-hits", "got '3', need not given", "without --resume")
        self.assert_fails(refused("--matrix", "BLOSUM80"), 65, "another run: matrix (got 'BLOSUM80', need BLOSUM62)")
        self.database.write_text(self.database.read_text().replace(">d0\n", ">e0\n"))
        self.assert_fails(refused(), 65, "another run: MD5 of database")
        self.assertEqual(self.journal.read_bytes(), before)
        self.assert_ok(cli.run(*self.args("--journal", self.journal)), "matches.tsv.journal: restarted", "--resume")
        self.assertFalse(self.journal.exists())

    def test_a_matrix_of_ones_own_goes_by_what_is_in_it(self):
        matrix = lambda name, same: self.write(name, f"   {'  '.join(AMINO)}\n" + "".join(
            f"{a} {' '.join(str(same if a == b else -4) for b in AMINO)}\n" for a in AMINO))
        of = lambda name, same: ("--matrix", matrix(name, same), "--min-score", 25)
        self.end(signal.SIGKILL, 300, "--resume", *of("one.txt", 6))
        self.assert_fails(cli.run(*self.args("--resume", *of("one.txt", 5))), 65, "another run: MD5 of matrix")
        self.assert_ok(cli.run(*self.args("--resume", *of("two.txt", 6))), "of an earlier run")

    def test_a_journal_that_cannot_grow_ends_the_scan_which_may_go_on(self):
        wanted = self.whole()
        result = cli.run(*self.args("--resume"), preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (6000, 6000)))
        self.assert_fails(result, 74, "matches.tsv.journal", "File too large", test_resume.KEPT)
        self.assertFalse(self.out.exists())
        self.assertEqual(self.resumed()[0], wanted)

    def test_where_there_is_no_journal(self):
        self.assert_fails(cli.run(*self.args("--resume", out="-")), 2, "--resume without a journal", "--journal FILE")
        self.assert_fails(cli.run(*self.args("--resume", "--journal", "off")), 2, "--resume without a journal")
        self.assert_fails(cli.run(*self.args("--journal", self.queries)), 2, "--journal", "input")
        piped = self.args("--resume")
        piped[piped.index(self.queries)] = "-"
        self.assert_fails(cli.run(*piped, stdin=self.queries.read_bytes()), 2, "a journal where an input is not a file")
        self.assert_fails(cli.run("scan", "--database", self.database, "--format-db", self.path("x"), "--resume"), 2, "--resume")
        tiny = cli.run("scan", "--queries", cli.TINY / "targets.pep.fa", "--genome", cli.TINY / "genome.fa", "--out", self.out, "--resume")
        self.assert_ok(tiny, "no results of an earlier run")
        self.assertEqual(set(self.names()), {"queries.fa", "database.fa", "matches.tsv"})


if __name__ == "__main__":
    unittest.main()
