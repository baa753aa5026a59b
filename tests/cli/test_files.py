"""Outputs and the files that belong to inputs, names that no file can have, standard error that cannot be written, and inputs that
change under a run: what every subcommand must do."""
import os
import re
import subprocess
import unittest

import cli


class Files(cli.Case):
    """What a run writes, and what it must not touch, in every subcommand."""

    def setUp(self):
        super().setUp()
        for name in ("genome.fa", "targets.cds.fa", "targets.pep.fa", "candidates.gff3", "truth.gff3", "pairs.tsv"):
            self.write(name, (cli.TINY / name).read_bytes())
        self.genome = self.path("genome.fa")

    def commands(self, out):
        """A run of every subcommand that writes `out`, by name; without it the inputs alone."""
        run = ["--genome", self.genome, "--targets", self.path("targets.pep.fa"), "--pairs", self.path("pairs.tsv")]
        return {"predict": ["predict", *run, "--out", out], "predict, others": ["predict", *run, "--out", "-", "--summary", out],
                "estimate": ["estimate", *run, "--json", out], "shard": ["shard", *run, "--parts", "2", "--plan", out],
                "merge": ["merge", *run, "--plan", self.path("run.plan"), self.path("1.part"), "--out", out],
                "search": ["search", *run[:4], "--out", out], "blocks": ["blocks", *run[:2], "--splice-model", "vertebrate", "--out", out],
                "scan": ["scan", "--genome", self.genome, "--queries", self.path("targets.pep.fa"), "--out", out],
                "scan, format": ["scan", "--genome", self.genome, "--format-db", out],
                "align": ["align", self.genome, self.genome, "--out", out],
                "graph": ["graph", *run[:2], "--candidates", self.path("candidates.gff3"), "--region", "tiny1:1-2000", "--out", out],
                "train": ["train", *run[:2], "--annotation", self.path("truth.gff3"), "--out", out],
                "genes": ["genes", self.genome, "--train", self.path("truth.gff3"), "--out", out],
                "genes, others": ["genes", self.genome, "--train", self.path("truth.gff3"), "--out", os.devnull, "--model-out", out]}

    def test_123_an_output_that_belongs_to_an_input_is_refused_by_every_subcommand(self):
        for ending in (".fai", ".journal"):
            precious = self.write(f"genome.fa{ending}", "precious")
            for name, args in self.commands(precious).items():
                with self.subTest(name):
                    self.assert_fails(cli.run(*args), 2, "the output belongs to the input of ", f"its {ending}", f"genome.fa{ending}")
                    self.assertEqual(precious.read_text(), "precious")
            precious.unlink()
        self.assert_no_temporaries()

    def test_123_the_usual_calibration_is_an_input(self):
        calibration = self.write("calibration.yaml", "precious")
        for name in ("predict", "estimate", "shard", "scan", "align"):
            result = cli.run(*self.commands(calibration)[name], env={"EXONWEAVE_CALIBRATION": calibration})
            self.assert_fails(result, 2, "calibration.yaml", "the calibration")
        self.assertEqual(calibration.read_text(), "precious")

    def test_97_a_file_that_the_scoring_names_is_no_output(self):
        letters = "ARNDCQEGHILKMFPSTWYVBZX*"
        rows = "".join(f"{a} {' '.join('4' if a == b else '-1' for b in letters)}\n" for a in letters)
        matrix = self.write("matrix", f"  {' '.join(letters)}\n{rows}")
        scoring = self.write("scoring.yaml", f"protein_matrix: {matrix}\n")
        before = matrix.read_text()
        for name in ("predict", "estimate", "shard"):
            result = cli.run(*self.commands(matrix)[name], "--scoring", scoring)
            self.assert_fails(result, 2, "the output is also the input of the matrix of --scoring")
            self.assertEqual(matrix.read_text(), before)

    def messages_lost(self):
        """The ways in which standard error takes nothing, as options of run()."""
        reading, writing = os.pipe()
        os.close(reading)
        self.addCleanup(os.close, writing)
        full = open("/dev/full", "wb")
        self.addCleanup(full.close)
        return {"full": {"stderr": full}, "a pipe that nobody reads": {"stderr": writing},
                "closed": {"stderr": None, "preexec_fn": lambda: os.close(2)}}

    def test_124_a_run_and_its_code_do_not_depend_on_standard_error(self):
        runs = self.commands("-")
        for name in ("shard", "merge", "scan, format"):
            del runs[name]
        runs["shard"] = self.commands(self.path("run.plan"))["shard"]
        runs["scan, format"] = self.commands(self.path("db"))["scan, format"]
        runs["a warning"] = ["search", "--genome", self.genome, "--targets", self.write("t.fa", ">a\nMWWWWWWWWWW\n>b\n\n")]
        runs["bad data"] = ["predict", "--genome", self.path("pairs.tsv"), "--targets", self.path("targets.pep.fa")]
        runs["no input"] = ["validate", "--genome", self.path("none.fa")]
        runs["usage"] = ["predict", "--nope"]
        runs["help"] = ["scan", "--help"]
        runs["devices"] = ["devices"]
        runs["validate"] = ["validate", "--genome", self.genome]
        lost = self.messages_lost()
        for name, args in runs.items():
            wanted = cli.run(*args)
            for how, options in lost.items():
                with self.subTest(f"{name}, {how}"):
                    result = cli.run(*args, **options)
                    self.assertEqual(result.code, wanted.code, str(wanted))
                    if name not in ("estimate", "predict, others"):  # these tell times
                        self.assertEqual(result.stdout, wanted.stdout)
        self.assert_no_temporaries()

    def test_124_what_was_lost_of_standard_output_is_an_error_even_so(self):
        for how, options in self.messages_lost().items():
            with open("/dev/full", "wb") as full:
                self.assertEqual(cli.run(*self.commands("-")["search"], stdout=full, **options).code, 74, how)

    def test_126_a_place_that_takes_no_file_is_told_with_its_path(self):
        self.path("loop").symlink_to("loop")
        places = {"n" * 256: "File name too long", "genome.fa/out": "Not a directory", "loop": "Too many levels", "loop/out": "Too many levels",
                  "none/out": "No such file"}
        for place, reason in places.items():
            for name, args in self.commands(self.path(place)).items():
                with self.subTest(f"{name}, {place[:10]}"):
                    self.assert_fails(cli.run(*args), 73, str(self.path(place))[:70], reason)
        before = self.names()
        for name in ("n" * 252 + ".gz", "n" * 251 + ".gff3"):  # the first one's index would be too long
            self.assert_fails(cli.run(*self.commands(self.path(name))["predict"]), 73, "nnn", "File name too long")
        self.assertEqual(self.names(), before)

    def test_126_a_journal_whose_name_is_too_long_is_done_without(self):
        out = self.path("n" * 250)
        searching = ["predict", "--genome", self.genome, "--targets", self.path("targets.pep.fa"), "--where", "loci", "--out", out]
        self.assert_ok(cli.run(*searching), "warning", "cannot create the file: File name too long", "continues without a journal")
        self.assertTrue(out.exists())
        self.assert_fails(cli.run(*searching, "--resume"), 73, "File name too long")

    def test_126_an_input_that_cannot_be_reached_is_told_with_its_path(self):
        self.path("loop").symlink_to("loop")
        queries = self.path("targets.pep.fa")
        for place in ("n" * 256, "genome.fa/in", "loop", "loop/in"):
            path = self.path(place)
            for args in (["scan", "--queries", queries, "--database", path], ["scan", "--queries", queries, "--genome", path],
                         ["scan", "--queries", path, "--database", queries], ["search", "--genome", path, "--targets", queries],
                         ["predict", "--genome", self.genome, "--targets", path], ["align", path, queries],
                         ["predict", "--genome", self.genome, "--targets", queries, "--hits", path],
                         ["predict", "--genome", self.genome, "--targets", queries, "--plan", path, "--part", "1", "--journal", self.path("j")],
                         ["predict", "--genome", self.genome, "--targets", queries, "--splice-scores", path],
                         ["validate", "--genome", self.genome, "--candidates", path], ["blocks", "--genome", path, "--splice-model", "vertebrate"],
                         ["train", "--genome", self.genome, "--annotation", path], ["genes", self.genome, "--gene-model", path]):
                with self.subTest(" ".join(map(str, args))[:60]):
                    self.assert_fails(cli.run(*args), 66, str(path)[:70])  # long names are cut

    def waiting(self, *args):
        """A run that has opened its targets, a pipe, and waits for them; returns it and the pipe's other end."""
        pipe = self.path("pipe")
        os.mkfifo(pipe)
        running = subprocess.Popen(cli.command(*(pipe if arg == "PIPE" else arg for arg in args)), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.addCleanup(running.stdout.close)
        self.addCleanup(running.stderr.close)
        self.addCleanup(running.kill)
        return running, open(pipe, "wb")

    def ended(self, running, writer, targets=None):
        with writer:
            writer.write((targets or self.path("targets.pep.fa")).read_bytes())
        said = running.stderr.read().decode()
        return running.wait(timeout=cli.TIMEOUT), said

    def test_125_where_an_output_cannot_get_its_name_all_are_as_before(self):
        out, proteins = self.write("out.gff3", "before"), self.path("proteins.fa")
        running, writer = self.waiting("predict", "--genome", self.genome, "--targets", "PIPE", "--pairs", self.path("pairs.tsv"), "--out", out,
                                       "--protein-out", proteins)
        proteins.mkdir()
        code, said = self.ended(running, writer)
        self.assertEqual(code, 74, said)
        self.assertIn("proteins.fa: cannot rename the finished output: Is a directory; all outputs are as before", said)
        self.assertEqual(out.read_text(), "before")
        self.assert_no_temporaries()

    def test_20_an_input_rewritten_under_a_run_is_told(self):
        whole = self.genome.read_bytes()
        out = self.path("out")
        for args in (["predict", "--genome", self.genome, "--targets", "PIPE", "--pairs", self.path("pairs.tsv")],
                     ["search", "--genome", self.genome, "--targets", "PIPE"], ["scan", "--genome", self.genome, "--queries", "PIPE"],
                     ["predict", "--genome", self.genome, "--targets", "PIPE", "--pairs", self.path("pairs.tsv"), "--summary", self.path("s.json")],
                     ["scan", "--database", self.path("targets.pep.fa"), "--queries", "PIPE"],
                     ["align", self.path("targets.pep.fa"), "PIPE"]):
            with self.subTest(args[0]):
                running, writer = self.waiting(*args, "--out", out)
                touched = next(arg for arg in args[1:] if isinstance(arg, os.PathLike))
                before = touched.read_bytes()
                last = before.rindex(b"A")
                touched.write_bytes(before[:last] + b"G" + before[last + 1:])  # in place, as many bytes
                code, said = self.ended(running, writer)
                self.assertEqual(code, 65, said)
                self.assertIn(f"{touched.name}: the file was changed while it was read", said)
                self.assertFalse(out.exists())
                touched.write_bytes(before)
                self.path("pipe").unlink()
        self.assertEqual(self.genome.read_bytes(), whole)

    def test_20_which_file_of_a_name_was_read_is_not_claimed_where_nobody_knows(self):
        genome, targets = self.genome, self.path("targets.pep.fa")
        pairs, out, journal = ["--pairs", self.path("pairs.tsv")], self.path("out"), self.path("scan.journal")
        for args, piped, replaced, code in (
                (["predict", "--genome", "PIPE", "--targets", targets, *pairs], genome, targets, 0),
                (["search", "--genome", genome, "--targets", "PIPE"], targets, genome, 0),
                (["align", "PIPE", targets], targets, targets, 0),
                (["scan", "--genome", genome, "--queries", "PIPE"], targets, genome, 0),
                (["scan", "--genome", genome, "--queries", "PIPE", "--journal", journal], targets, genome, 65)):
            with self.subTest(args[0]):
                running, writer = self.waiting(*args, "--out", out)
                other = self.write("other", replaced.read_bytes())
                other.replace(replaced)
                got, said = self.ended(running, writer, piped)
                self.assertEqual(got, code, said)
                self.assertIn(f"{replaced.name}: " + ("the file was changed while it was read" if code else "another file has taken this name"), said)
                self.assertNotIn("results are those of the former", said)
                self.path("pipe").unlink()

    def test_20_a_time_alone_is_no_change_to_scan(self):
        formatted = self.path("formatted")
        self.assert_ok(cli.run("scan", "--database", cli.TINY / "targets.pep.fa", "--format-db", formatted))
        proteins = self.write("proteins.fa", (cli.TINY / "targets.pep.fa").read_bytes())
        for touched, option in ((formatted, "--database"), (proteins, "--database"), (self.genome, "--genome")):
            with self.subTest(touched.name):
                running, writer = self.waiting("scan", option, touched, "--queries", "PIPE", "--out", self.path("out"))
                os.utime(touched, (1, 1))
                code, said = self.ended(running, writer)
                self.assertEqual(code, 0, said)
                self.path("pipe").unlink()

    def test_20_warnings_are_told_before_a_change_ends_the_run(self):
        alone = self.write("alone.fa", ">a\nMKWVTFISLLFLFSSAYSRGVFRRDAHKSEVAHRFKDLG\n")
        for args, warning in ((["scan", "--genome", self.genome, "--queries", "PIPE", "--max-evalue", "1e-300"], "no query has a match"),
                              (["search", "--genome", self.genome, "--targets", "PIPE"], "no target has a locus"),
                              (["predict", "--genome", self.genome, "--targets", "PIPE", "--where", "loci", "--journal", "off"], "no target has a locus")):
            with self.subTest(args[0]):
                running, writer = self.waiting(*args, "--out", self.path("out"))
                before = self.genome.read_bytes()
                last = before.rindex(b"A")
                self.genome.write_bytes(before[:last] + b"G" + before[last + 1:])
                code, said = self.ended(running, writer, alone)
                self.assertEqual(code, 65, said)
                self.assertLess(said.index(warning), said.index("the file was changed while it was read"))
                self.genome.write_bytes(before)
                self.path("pipe").unlink()

    def test_79_standard_input_is_read_once_by_whatever_name(self):
        for one, other in (("-", "/dev/fd/0"), ("/dev/fd/0", "/dev/fd/0"), ("/dev/stdin", "/proc/self/fd/0"), ("/dev/fd/0", "/dev/stdin")):
            for args in (["search", "--genome", one, "--targets", other], ["align", one, other], ["scan", "--genome", one, "--queries", other],
                         ["train", "--genome", one, "--annotation", other], ["predict", "--genome", one, "--targets", other],
                         ["validate", "--genome", one, "--targets", other]):
                self.assert_fails(cli.run(*args, stdin=b">a\nACGT\n"), 2, "standard input can be read only once")

    def test_simulate_replaces_no_file_unasked(self):
        genome = self.genome.read_bytes()
        for args in (["--profile", "tiny"], ["--genome", cli.TINY / "genome.fa", "--annotation", cli.TINY / "truth.gff3"]):
            before = self.names()
            self.assert_fails(cli.run("simulate", *args, "--seed", "2", "--out", self.dir), 73, "the file is there already", "--overwrite")
            self.assertEqual(self.names(), before)
        self.assertEqual(self.genome.read_bytes(), genome)
        self.assert_ok(cli.run("simulate", "--profile", "tiny", "--seed", "2", "--out", self.dir, "--overwrite"))
        self.assertNotEqual(self.genome.read_bytes(), genome)


if __name__ == "__main__":
    unittest.main()
