"""The journal of predict: a run that was ended in any way goes on with --resume and ends with the same bytes."""
import json
import os
import random
import resource
import signal
import subprocess
import time
import unittest

import cli
from test_search import gene, protein

KEPT = "the same command with --resume resumes from there"


class Ended(cli.Case):
    """Runs of self.args() with a journal at self.journal that are ended."""

    def end(self, how, size, *more):
        """Ends a run as soon as its journal has so many bytes; returns its code."""
        running = subprocess.Popen(cli.command(*self.args(*more)), stderr=subprocess.PIPE, stdout=subprocess.DEVNULL)
        self.addCleanup(running.stderr.close)
        while running.poll() is None:
            if self.journal.exists() and self.journal.stat().st_size >= size:
                running.send_signal(how)
                break
            time.sleep(0.001)
        self.said = running.stderr.read().decode()
        return running.wait(timeout=60)


class Resume(Ended):
    """Some genes on a sequence each; the sequential engine takes its time for them."""

    def setUp(self):
        super().setUp()
        dice = random.Random(7)
        bases = lambda n: "".join(dice.choice("ACGT") for _ in range(n))
        self.proteins = {f"p{n}": protein(dice, 150) for n in range(24)}
        records = lambda pairs: "".join(f">{name}\n{residues}\n" for name, residues in pairs)
        self.genome = self.write("genome.fa", records((f"s{n}", bases(1500) + gene(dice, each) + bases(1500))
                                                      for n, each in enumerate(self.proteins.values())))
        self.targets = self.write("targets.fa", records(self.proteins.items()))
        self.out, self.journal = self.path("models.gff3"), self.path("models.gff3.journal")
        self.inputs = {"genome.fa", "targets.fa"}

    splice_model = "vertebrate"

    def args(self, *more, out=None):
        return ["predict", "--genome", self.genome, "--targets", self.targets, "--out", out or self.out, "--where", "loci",
                "--splice-model", self.splice_model, "--engine", "sequential", "--no-margins", *more]

    def whole(self, *more):
        """Models and proteins of a run that nobody ends."""
        self.assert_ok(cli.run(*self.args("--protein-out", self.path("whole.fa"), *more, out=self.path("whole.gff3"))))
        return self.path("whole.gff3").read_bytes(), self.path("whole.fa").read_bytes()

    def test_killed_at_100_random_moments_runs_end_with_the_same_bytes(self):
        wanted = self.whole()
        proteins = self.path("models.fa")
        args = self.args("--resume", "--quiet", "--threads", "2", "--protein-out", proteins)
        dice = random.Random(11)
        start = time.monotonic()
        self.assert_ok(cli.run(*args))
        usual = time.monotonic() - start
        n_kills = 0
        while n_kills < 100:
            running = subprocess.Popen(cli.command(*args), stderr=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
            try:
                running.wait(timeout=dice.uniform(0, usual))
            except subprocess.TimeoutExpired:
                running.kill()
            if running.wait() != 0:
                n_kills += 1
                continue
            self.assertEqual((self.out.read_bytes(), proteins.read_bytes()), wanted)
            self.assertFalse(self.journal.exists())
            self.out.unlink()
        self.assert_ok(cli.run(*args))
        self.assertEqual((self.out.read_bytes(), proteins.read_bytes()), wanted)
        self.assert_no_temporaries()

    def cut_at(self, sizes, whole_journal, wanted):
        for size in sizes:
            self.journal.write_bytes(whole_journal[:size])
            self.assert_ok(cli.run(*self.args("--resume", "--quiet")))
            self.assertEqual(self.out.read_bytes(), wanted, f"cut at {size}")
            self.assertFalse(self.journal.exists())

    @unittest.skipIf("tsan" in cli.BINARY, "the thread sanitizer holds signals back while the C++ library reads")
    def test_a_signal_leaves_a_journal_to_go_on_from(self):
        wanted, _ = self.whole()
        for number, code in ((signal.SIGTERM, 143), (signal.SIGINT, 130), (signal.SIGUSR1, 138)):
            self.journal.unlink(missing_ok=True)
            self.assertEqual(self.end(number, 4000), code, self.said)
            self.assertIn("models.gff3.journal: ", self.said)
            self.assertIn(KEPT, self.said)
            self.assertEqual(set(self.names()), self.inputs | {"models.gff3.journal", "whole.gff3", "whole.fa"})
        went_on = cli.run(*self.args("--resume"))
        self.assert_ok(went_on)
        self.assertRegex(went_on.stderr, r"models\.gff3\.journal: [1-9]\d* results? of an earlier run")
        self.assertEqual(self.out.read_bytes(), wanted)

    def test_112_a_journal_cut_anywhere_is_used_as_far_as_it_is_whole(self):
        wanted, _ = self.whole()
        self.end(signal.SIGKILL, 9000)
        journal = self.journal.read_bytes()
        dice = random.Random(3)
        self.cut_at([0, 16, 40, len(journal), *(dice.randrange(len(journal)) for _ in range(10))], journal, wanted)

    def test_what_is_damaged_is_told(self):
        wanted, _ = self.whole()
        self.end(signal.SIGKILL, 9000)
        journal = bytearray(self.journal.read_bytes())
        journal[40] ^= 1  # in the settings
        self.journal.write_bytes(journal)
        result = cli.run(*self.args("--resume"))
        self.assert_ok(result, "models.gff3.journal: no results of an earlier run", "damaged bytes at its end are ignored")
        self.assertEqual(self.out.read_bytes(), wanted)
        self.journal.write_bytes(journal)
        self.assert_ok(cli.run(*self.args()), "restarted")

    def refused(self, *more, args=None):
        self.end(signal.SIGKILL, 9000)
        before = self.journal.read_bytes()
        result = cli.run(*(args or self.args("--resume", *more)))
        self.assertEqual(self.journal.read_bytes(), before)
        return result

    def test_111_a_journal_of_another_run_is_refused_with_what_differs(self):
        self.assert_fails(self.refused("--max-loci", "2"), 65, "models.gff3.journal", "another run: --max-loci", "got '2', need not given",
                          "without --resume")
        self.targets.write_text(self.targets.read_text().replace(">p0", ">q0"))
        result = cli.run(*self.args("--resume"))
        self.assert_fails(result, 65, "another run: MD5 of targets")
        self.assert_ok(cli.run(*self.args()), "models.gff3.journal: restarted", "--resume")
        self.assertFalse(self.journal.exists())

    def test_that_nothing_was_lost_is_not_told(self):
        self.journal.write_bytes(b"")
        result = cli.run(*self.args())
        self.assertEqual(result.code, 0, str(result))
        self.assertNotIn("restarted", result.messages)
        self.journal.write_text("of another program")
        result = cli.run(*self.args())
        self.assertEqual(result.code, 0, str(result))
        self.assertNotIn("restarted", result.messages)
        self.assertEqual(self.journal.read_text(), "of another program")
        self.journal.unlink()

    def test_what_changes_no_result_may_be_another(self):
        wanted, _ = self.whole()
        self.end(signal.SIGKILL, 9000)
        args = self.args("--resume", "--threads", "3", "--memory", "300M", "--quiet", "--unplaced-out", self.path("u.tsv"))
        args[args.index("sequential")] = "simd"
        self.assert_ok(cli.run(*args))
        self.assertEqual(self.out.read_bytes(), wanted)

    def test_the_other_outputs_of_a_run_that_went_on_are_the_same(self):
        names = {"--locus-out": "l.gff3", "--locus-out gtf": "l.gtf", "--hints-out": "h.gff", "--locus-protein-out": "lp.fa", "--locus-cds-out": "lc.fa", "--locus-out bed": "l.bed", "--cds-out": "c.fa", "--alignment-out": "a.txt", "--bed-out": "b.bed", "--paf-out": "p.paf",
                 "--unplaced-out": "u.tsv", "--evm-out": "e.gff3", "--summary": "m_mqc.json"}  # what follows a blank tells files of an option apart
        outputs = [part for option, name in names.items() for part in (option.split()[0], self.path(name))]
        self.assert_ok(cli.run(*self.args(*outputs)))
        wanted = {name: self.path(name).read_bytes() for name in names.values()}
        self.end(signal.SIGKILL, 9000)
        for name in names.values():
            self.path(name).unlink()
        self.assert_ok(cli.run(*self.args("--resume", *outputs)))
        self.assertEqual({name: self.path(name).read_bytes() for name in names.values()}, wanted)

    def test_a_journal_of_another_name_or_none(self):
        elsewhere = self.path("kept")
        self.journal = elsewhere
        self.assertEqual(self.end(signal.SIGKILL, 9000, "--journal", elsewhere), -signal.SIGKILL)
        self.assertFalse(self.path("models.gff3.journal").exists())
        self.assert_ok(cli.run(*self.args("--resume", "--journal", elsewhere)))
        self.assertFalse(elsewhere.exists())
        self.assert_fails(cli.run(*self.args("--resume", "--journal", "off")), 2, "--resume without a journal", "--journal FILE")
        self.assert_fails(cli.run(*self.args("--resume", out="-")), 2, "--resume without a journal")
        self.assert_fails(cli.run(*self.args("--journal", self.genome)), 2, "--journal: the output is also the input of --genome")
        self.targets = self.write("models.gff3.journal", self.targets.read_bytes())
        self.assert_fails(cli.run(*self.args()), 2, "the journal of --out: the output is also the input of --targets")
        self.targets.unlink()
        self.targets = self.path("targets.fa")
        self.assert_fails(cli.run(*self.args("--journal", self.dir)), 73, "Is a directory. Hint: name a file in this folder")
        self.assert_fails(cli.run(*self.args("--journal", self.path("none/journal"))), 73, "Hint: create its directory first")
        for content in ("mine\n", "e", "exon", "exonweave log 1"):
            precious = self.write("notes", content)
            for more in ([], ["--resume"]):
                self.assert_fails(cli.run(*self.args("--journal", precious, *more)), 65, "notes", "not a journal")
                self.assertEqual(precious.read_text(), content)

    def test_a_plan_is_no_journal(self):
        plan = self.path("run.plan")
        inputs = ["--genome", self.genome, "--targets", self.targets, "--where", "loci", "--splice-model", "vertebrate"]
        self.assert_ok(cli.run("shard", *inputs, "--parts", "2", "--plan", plan))
        before = plan.read_bytes()
        for more in ([], ["--resume"]):
            self.assert_fails(cli.run("predict", *inputs, "--out", self.out, "--journal", plan, *more), 65, "run.plan", "is a plan, not a journal")
            self.assertEqual(plan.read_bytes(), before)

    def test_134_a_link_is_not_followed(self):
        elsewhere = self.write("elsewhere", "exonweave log 1\n")
        for target in (elsewhere, self.path("none")):
            self.journal.symlink_to(target)
            self.assert_fails(cli.run(*self.args("--resume")), 73, "models.gff3.journal", "is a link, which is not followed")
            self.assert_ok(cli.run(*self.args()), "warning", "models.gff3.journal", "is a link", "continues without a journal")
            self.assertTrue(self.journal.is_symlink())
            self.journal.unlink()
        self.assertEqual(elsewhere.read_text(), "exonweave log 1\n")
        self.assertFalse(self.path("none").exists())

    def test_135_a_journal_that_nobody_asked_for_and_that_cannot_be_begun_leaves_no_stub(self):
        self.targets = self.write("unmatched.fa", ">a\n" + "MKWVTFISLLFLFSSAYSRGVFRRDAHKSEVAHRFKDLG\n")  # no locus: a short output
        limit = 150
        limited = {"preexec_fn": lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit))}
        result = cli.run(*self.args(), **limited)
        self.assert_ok(result, "warning", "models.gff3.journal", "File too large", "continues without a journal")
        self.assertTrue(self.out.exists())
        self.assertFalse(self.journal.exists())
        self.assert_fails(cli.run(*self.args("--resume"), **limited), 74, "models.gff3.journal", "File too large")
        self.assertFalse(self.journal.exists())

    def test_20_a_genome_rewritten_under_a_run_takes_its_journal_along(self):
        self.end(signal.SIGKILL, 9000)
        calibration = self.write("calibration.yaml", cli.calibration_text())
        running = subprocess.Popen(cli.command(*self.args("--resume")), stderr=subprocess.PIPE,
                                   env={**os.environ, "EXONWEAVE_CALIBRATION": str(calibration)})
        self.addCleanup(running.stderr.close)
        said = b""
        for line in iter(running.stderr.readline, b""):  # until the run ends, at the latest
            said += line
            if b"of an earlier run" in said:
                break
        for same in (self.genome, calibration):
            os.utime(same)  # of the same bytes: no change
        text = self.genome.read_text()
        with open(self.genome, "r+", encoding="ascii") as genome:  # never cut: who reads it meanwhile finds bases
            genome.write(text.replace("ACG", "AGG"))
        said += running.stderr.read()
        self.assertEqual(running.wait(), 65, said.decode())
        self.assertIn("genome.fa: the file was changed while it was read", said.decode())
        self.assertNotIn("calibration.yaml: the file", said.decode())
        self.assertFalse(self.journal.exists())
        self.assertFalse(self.out.exists())

    def test_inputs_from_pipes_have_no_journal(self):
        piped = self.args("--resume")
        piped[piped.index(self.targets)] = "-"
        self.assert_fails(cli.run(*piped, stdin=self.targets.read_bytes()), 2, "a journal where an input is not a file")
        piped.remove("--resume")
        self.assert_ok(cli.run(*piped, stdin=self.targets.read_bytes()))

    def stopped(self):
        """A run that stands still and has locked its journal: it locks before it writes."""
        while True:
            running = subprocess.Popen(cli.command(*self.args("--journal", self.journal)), stderr=subprocess.DEVNULL)
            while running.poll() is None and not (self.journal.exists() and self.journal.stat().st_size):
                time.sleep(0.001)
            running.send_signal(signal.SIGSTOP)
            if running.poll() is None and os.WIFSTOPPED(os.waitpid(running.pid, os.WUNTRACED)[1]):
                return running

    def test_a_journal_that_another_run_has_is_left_to_it(self):
        first = self.stopped()
        try:
            self.assert_fails(cli.run(*self.args("--resume")), 73, "another run has this file")
            result = cli.run(*self.args())
            self.assert_ok(result, "warning", "another run has this file")
        finally:
            first.kill()
            first.wait()

    def test_a_journal_that_cannot_grow_ends_the_run_which_may_go_on(self):
        wanted, _ = self.whole()
        limit = 4000
        result = cli.run(*self.args("--resume"), preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)))
        self.assert_fails(result, 74, "models.gff3.journal", "File too large")
        self.assertIn(KEPT, result.stderr)
        self.assertFalse(self.out.exists())
        self.assert_ok(cli.run(*self.args("--resume")))
        self.assertEqual(self.out.read_bytes(), wanted)

    def test_a_journal_that_nobody_asked_for_is_given_up_when_it_cannot_grow(self):
        packed = self.path("models.gff3.gz")
        wanted = (self.assert_ok(cli.run(*self.args(out=packed))), packed.read_bytes())[1]
        limit = len(wanted) + 1000  # the journal needs more
        result = cli.run(*self.args(out=packed), preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)))
        self.assert_ok(result, "warning", "models.gff3.gz.journal", "File too large")
        self.assertEqual(result.stderr.count("File too large"), 1)
        self.assertEqual(packed.read_bytes(), wanted)
        self.assert_no_temporaries()

    def test_what_was_learnt_is_kept_and_not_learnt_again(self):
        summary = self.path("summary.json")
        self.splice_model = "vertebrate:1"
        learning = ["--summary", summary]
        training_rounds = lambda: json.loads(summary.read_text())["training"]
        self.assert_ok(cli.run(*self.args(*learning)))
        wanted, learnt = self.out.read_bytes(), training_rounds()
        self.end(signal.SIGKILL, 9000, *learning)
        self.assert_ok(cli.run(*self.args("--resume", *learning)))
        self.assertEqual(self.out.read_bytes(), wanted)
        self.assertEqual(training_rounds(), learnt)

    def test_what_more_memory_would_mend_keeps_the_journal(self):
        wanted, _ = self.whole()
        self.assert_fails(cli.run(*self.args("--journal", self.journal, "--strict", "--memory", "4M")), 65, "not enough memory")
        self.assertTrue(self.journal.exists())
        self.assert_ok(cli.run(*self.args("--journal", self.journal, "--strict", "--resume")))
        self.assertEqual(self.out.read_bytes(), wanted)
        self.assertFalse(self.journal.exists())

    def test_short_runs_have_a_journal_where_it_is_asked_for(self):
        out = self.path("tiny.gff3")
        self.assert_ok(cli.run(*cli.predict_tiny(out, "--resume")))
        self.assert_ok(cli.run(*cli.predict_tiny(out, "--journal", self.path("j"))))
        self.assertFalse(self.path("j").exists())


if __name__ == "__main__":
    unittest.main()
