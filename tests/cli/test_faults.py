"""Faults from outside: full disks, closed pipes, signals, missing folders, little memory, odd files, locales.

The promise under test: never exit 0 with data missing, never leave half a file. The long runs come from
`simulate --profile nolasco2014` (a folder of many files) and from `predict` on a named pipe that stays silent.
"""
import contextlib
import gzip
import os
import resource
import signal
import subprocess
import time
import unittest

import cli

SIMULATE = ["simulate", "--profile", "nolasco2014", "--seed", "1", "--out"]
PATIENCE = 60  # seconds until a run must have got somewhere


def wait_until(condition, seconds=PATIENCE):
    """Whether condition() came true in time."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.02)
    return False


def start(*args, stderr=subprocess.DEVNULL):
    return subprocess.Popen(cli.command(*args), stdout=subprocess.DEVNULL, stderr=stderr)


@contextlib.contextmanager
def small_disk(folder, size):
    """A file system of `size` bytes mounted on `folder`; skips the test where mounting is not allowed."""
    mounted = os.geteuid() == 0 and subprocess.run(
        ["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", folder], capture_output=True).returncode == 0
    if not mounted:
        raise unittest.SkipTest("no right to mount a small file system")
    try:
        yield folder
    finally:
        subprocess.run(["umount", folder], check=True)


def with_input(args, name, path):
    """The arguments with the file called `name` replaced by `path`."""
    return [path if str(arg).endswith("/" + name) else arg for arg in args]


class PredictFaults(cli.Case):
    def predict(self, out, *more, **options):
        return cli.run(*cli.predict_tiny(out, *more), **options)

    def expected(self):
        self.assert_ok(self.predict(self.path("expected.gff3")))
        text = self.path("expected.gff3").read_bytes()
        self.assertIn(b"\tmRNA\t", text)
        self.path("expected.gff3").unlink()
        return text

    def start_silent(self, out):
        """A run that has made its temporary, or is reading its genome from a pipe that says nothing: it lasts."""
        pipe = self.path("genome.fa")
        os.mkfifo(pipe)
        running = start(*with_input(cli.predict_tiny(out), "genome.fa", pipe))
        self.addCleanup(running.wait)
        self.addCleanup(running.kill)
        writer = os.open(pipe, os.O_WRONLY)  # returns when the program has opened its end
        self.addCleanup(os.close, writer)
        return running

    def test_81_a_full_disk_is_an_io_error_and_leaves_nothing(self):
        folder = self.path("disk")
        folder.mkdir()
        with small_disk(folder, 4096):
            with contextlib.suppress(OSError):
                (folder / "filler").write_bytes(b"x" * 8192)
            result = self.predict(folder / "models.gff3")
            self.assertIn(result.code, (73, 74), str(result))  # the name itself may find no room
            self.assertIn("No space left on device", result.stderr)
            self.assertEqual(os.listdir(folder), ["filler"])

    def test_82_a_full_device_is_noticed(self):
        self.assert_fails(self.predict("/dev/full"), 74, "/dev/full", "No space left on device")

    def test_82_a_full_device_as_standard_output_is_noticed(self):
        with open("/dev/full", "wb") as full:
            result = self.predict("-", stdout=full)
        self.assertEqual(result.code, 74, str(result))
        self.assertIn("No space left on device", result.stderr)

    def test_82_a_file_size_limit_is_an_io_error_and_leaves_nothing(self):
        result = self.predict(self.path("models.gff3"),
                              preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (50, 50)))
        self.assert_fails(result, 74, "models.gff3", "File too large")
        self.assertEqual(self.names(), [])

    def test_82_a_genome_that_the_temporary_folder_has_no_room_for_is_told(self):
        packed = self.write("genome.fa.gz", gzip.compress((cli.TINY / "genome.fa").read_bytes()))
        result = cli.predict("--out", self.path("models.gff3"), genome=packed,
                             preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (50, 50)))
        self.assert_fails(result, 74, "genome.fa.gz: cannot keep it in a temporary file: File too large", "set TMPDIR to a larger disk")
        self.assertEqual(self.names(), ["genome.fa.gz"])

    def test_83_a_closed_pipe_ends_the_run_quietly(self):
        reader, writer = os.pipe()
        os.close(reader)
        result = self.predict("-", stdout=writer)
        os.close(writer)
        self.assertEqual(result.code, 141, str(result))
        self.assertNotIn("error", result.stderr)

    @unittest.skipIf("tsan" in cli.BINARY, "the thread sanitizer holds signals back while the C++ library reads")
    def test_84_an_interrupted_run_ends_at_once_and_leaves_nothing(self):
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGQUIT, signal.SIGXCPU, signal.SIGUSR1, signal.SIGUSR2, signal.SIGALRM):
            code = 128 + number
            running = self.start_silent(self.path("models.gff3"))
            running.send_signal(number)
            self.assertEqual(running.wait(timeout=5), code)
            self.assertEqual(self.names(), ["genome.fa"])
            self.path("genome.fa").unlink()

    def test_84_a_run_interrupted_while_it_computes_leaves_its_journal_alone(self):
        long = self.path("targets.cds.fa")
        long.write_text("".join((cli.TINY / "targets.cds.fa").read_text().replace("species", f"{copy}.species")
                                for copy in range(500)))  # about a minute of work
        args = with_input(cli.predict_tiny(self.path("models.gff3"), "--engine", "sequential", "--threads", "2"),
                          "targets.cds.fa", long)
        for number, code in ((signal.SIGINT, 130), (signal.SIGTERM, 143), (signal.SIGALRM, 142), (signal.SIGXCPU, 152)):
            running = start(*[arg for arg in args if arg not in ("--pairs", cli.TINY / "pairs.tsv")])
            self.addCleanup(running.wait)
            self.addCleanup(running.kill)
            self.assertTrue(wait_until(lambda: len(self.names()) == 3))
            journal = self.path("models.gff3.journal")
            begun = wait_until(lambda: journal.exists() and journal.stat().st_size) and journal.stat().st_size
            self.assertTrue(wait_until(lambda: journal.stat().st_size > begun + 500))  # it has computed something
            running.send_signal(number)
            self.assertEqual(running.wait(timeout=5), code)
            self.assertEqual(self.names(), ["models.gff3.journal", "targets.cds.fa"])
            journal.unlink()

    def test_85_after_a_kill_the_next_run_succeeds(self):
        running = self.start_silent(self.path("models.gff3"))
        running.kill()
        running.wait()
        self.assertFalse(self.path("models.gff3").exists())
        left = [name for name in self.names() if name != "genome.fa"]
        self.assertRegex(" ".join(left), r"^\.models\.gff3\.exonweave-[a-z0-9]{6}$")
        others = [self.write(name, "") for name in (".other.exonweave-abcdef", ".models.gff3.exonweave-abc")]
        folder = self.path(".models.gff3.exonweave-folder")
        folder.mkdir()
        self.assert_ok(self.predict(self.path("models.gff3")))
        self.assertEqual(self.names(), sorted([*(path.name for path in others), folder.name, "genome.fa", "models.gff3"]))

    def test_84_and_85_the_temporaries_of_an_index_go_too(self):
        running = self.start_silent(self.path("models.gff3.gz"))
        self.assertEqual(len(self.names()), 4)  # the genome, the models, two kinds of index
        running.kill()
        running.wait()
        self.assertEqual(len(self.names()), 4)
        self.assert_ok(self.predict(self.path("models.gff3.gz")))
        self.assertEqual(self.names(), ["genome.fa", "models.gff3.gz", "models.gff3.gz.tbi"])
        self.path("genome.fa").unlink()
        running = self.start_silent(self.path("models.gff3.gz"))
        running.send_signal(signal.SIGTERM)
        self.assertEqual(running.wait(timeout=5), 143)
        self.assertEqual(self.names(), ["genome.fa", "models.gff3.gz", "models.gff3.gz.tbi"])

    def test_85_the_temporary_of_a_run_that_lives_stays(self):
        running = self.start_silent(self.path("models.gff3"))
        before = self.names()
        self.assert_ok(self.predict(self.path("models.gff3")))
        self.assertEqual(self.names(), sorted([*before, "models.gff3"]))
        running.kill()  # the thread sanitizer holds other signals back while the C++ library reads
        running.wait()

    def test_86_a_missing_output_folder_is_told_before_anything_is_read(self):
        args = cli.predict_tiny(self.path("none/models.gff3"))
        self.assert_fails(cli.run(*args), 73, "none/models.gff3", "No such file or directory")

    def test_86_a_folder_that_takes_no_files_is_refused(self):
        self.assert_fails(self.predict("/proc/models.gff3"), 73, "/proc/models.gff3")

    @unittest.skipIf(os.geteuid() == 0, "root may write anywhere")
    def test_86_a_read_only_folder_is_refused(self):
        folder = self.path("fixed")
        folder.mkdir(mode=0o555)
        self.assert_fails(self.predict(folder / "models.gff3"), 73, "Permission denied")

    def test_86_a_folder_as_the_output_is_refused(self):
        self.assert_fails(self.predict(self.dir), 73, "Is a directory. Hint: Name a file in this folder")

    @unittest.skipIf("asan" in cli.BINARY or "tsan" in cli.BINARY, "sanitizers need the address space")
    def test_88_too_little_memory_is_told_with_what_was_needed(self):
        genome = self.write("genome.fa", ">chr1\n" + "ACGTACGTAC" * 30_000_000 + "\n")  # 300 MB on one line
        exons = "".join(f"chr1\tmade\tCDS\t{start}\t{start + 98}\t.\t+\t0\tID=c{start}\n" for start in (1, 299_999_001))
        candidates = self.write("candidates.gff3", "##gff-version 3\n" + exons)
        targets = self.write("targets.fa", ">t\n" + "ACGTACGTAC" * 20 + "\n")
        out = self.path("models.gff3")
        limit = 200 * 1024 * 1024
        result = cli.run("predict", "--genome", genome, "--candidates", candidates, "--targets", targets, "--out", out,
                         preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)))
        if result.code != 0:  # it need not hold the whole sequence, but when it does it must say so
            self.assert_fails(result, 137, "memory", "MiB")
            self.assertFalse(out.exists())
        self.assert_no_temporaries()

    @unittest.skipIf("asan" in cli.BINARY or "tsan" in cli.BINARY, "sanitizers need the address space")
    def test_memory_does_not_grow_with_a_line_or_a_sequence_of_the_genome(self):
        bases = "ACGTACGTAC" * 30_000_000  # 300 MB
        exons = "".join(f"chr1\tmade\tCDS\t{start}\t{start + 98}\t.\t+\t0\tID=c{start}\n" for start in (299_000_001, 299_000_501))
        candidates = self.write("candidates.gff3", "##gff-version 3\n" + exons)
        targets = self.write("targets.fa", ">t\n" + "ACGTACGTAC" * 20 + "\n")
        out = self.path("models.gff3")
        limit = 200 * 1024 * 1024
        one_line = f">chr1\n{bases}\n"
        for content in (one_line, gzip.compress(one_line.encode(), 1), f">chr1\nA\n{bases[1:]}\n"):
            genome = self.write("long.fa", content)
            result = cli.run("predict", "--genome", genome, "--candidates", candidates, "--targets", targets, "--out", out,
                             preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)))
            self.assert_ok(result)
        genome.unlink()

    @unittest.skipIf("asan" in cli.BINARY or "tsan" in cli.BINARY, "sanitizers need the address space")
    def test_a_line_without_end_is_refused_early_in_little_memory(self):
        limit = 500 * 1024 * 1024
        bounded = lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
        long = {letter: gzip.compress(letter * 1_000_000, 1) * 1_000 for letter in (b"x", b"\t")}  # 1 GB, in 1 MB
        header = gzip.compress(b"region_seqid\tregion_start0\tregion_end0\tstrand\ttarget_id\n")
        out = self.path("out")
        tiny = cli.TINY
        for letter, endless in long.items():
            files = {"pairs": header + endless, "names": endless, "hits": gzip.compress(b"##gff-version 3\n") + endless,
                     "matrix": endless, "gff": gzip.compress(b"##gff-version 3\n") + endless,
                     "fasta": gzip.compress(b">") + endless}
            paths = {name: self.write(name, content) for name, content in files.items()}
            predict = lambda *more: ("predict", "--genome", tiny / "genome.fa", "--targets", tiny / "targets.cds.fa", "--out", out, *more)
            runs = [predict("--candidates", tiny / "candidates.gff3", option, paths[name])
                    for option, name in (("--pairs", "pairs"), ("--pairs", "names"), ("--hits", "hits"))]
            runs += [predict("--candidates", paths["gff"]),
                     ("predict", "--genome", paths["fasta"], "--targets", tiny / "targets.cds.fa", "--out", out),
                     ("scan", "--queries", paths["fasta"], "--database", paths["fasta"], "--out", out),
                     ("train", "--genome", tiny / "genome.fa", "--annotation", paths["gff"], "--out", out)]
            for run in runs:
                with self.subTest(letter=letter, run=run[0], file=run[-3:]):
                    begin = time.monotonic()
                    self.assert_fails(cli.run(*run, preexec_fn=bounded), 65, "a line of more than 16 MiB")
                    self.assertLess(time.monotonic() - begin, 10)
            scan = ("scan", "--queries", tiny / "targets.pep.fa", "--database", tiny / "targets.pep.fa", "--matrix", paths["matrix"], "--out", out)
            self.assert_fails(cli.run(*scan, preexec_fn=bounded), 65, "matrix")
        self.assertFalse(out.exists())

    @unittest.skipIf("asan" in cli.BINARY or "tsan" in cli.BINARY, "sanitizers have threads and stacks of their own")
    def test_a_small_stack_is_enough(self):
        small = 128 * 1024  # bytes: of the first thread, and so of all others
        result = cli.run("annotate", cli.TINY / "genome.fa", cli.TINY / "targets.pep.fa", "-o", self.path("out"), "--threads", "2", "--also", "hints,evm,paf,miniprot",
                         preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_STACK, (small, small)))
        self.assert_ok(result)
        again = cli.run("report", self.path("out") / "run.json", self.path("out") / "genes.gff3.gz", "-o", self.path("again.html"),
                        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_STACK, (small, small)))
        self.assert_ok(again)

    @unittest.skipIf("asan" in cli.BINARY or "tsan" in cli.BINARY, "sanitizers have threads and stacks of their own")
    def test_threads_that_the_system_refuses_are_done_without(self):
        expected = self.expected()
        too_large = 1 << 46  # bytes: no thread finds room for such a stack
        for more in (("--threads", "3"), ("--threads", "3", "--quiet"), ("--threads", "1")):
            result = self.predict(self.path("models.gff3"), *more,
                                  preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_STACK, (too_large, too_large)))
            self.assert_ok(result)
            wanted = min(3, len(os.sched_getaffinity(0)))  # more than there are processors do not work
            told = f"exonweave: warning: aligning: the system gives fewer threads than --threads says (got '1', need up to {wanted}). Hint: "
            self.assertEqual(told in result.stderr, "3" in more and wanted > 1, str(result))
            self.assertEqual(self.path("models.gff3").read_bytes(), expected)

    def test_94_of_two_runs_on_one_output_one_wins_whole(self):
        expected = self.expected()
        for _ in range(5):
            runs = [start(*cli.predict_tiny(self.path("models.gff3")), stderr=subprocess.PIPE) for _ in range(2)]
            for running in runs:
                _, errors = running.communicate(timeout=cli.TIMEOUT)
                self.assertEqual(running.returncode, 0, errors.decode())
            self.assertEqual(self.path("models.gff3").read_bytes(), expected)
            self.assert_no_temporaries()

    def test_95_a_folder_as_input_is_missing_input(self):
        for name in ("genome.fa", "candidates.gff3", "targets.cds.fa", "pairs.tsv"):
            args = with_input(cli.predict_tiny(self.path("models.gff3")), name, self.dir)
            self.assert_fails(cli.run(*args), 66, str(self.dir))
            self.assertEqual(self.names(), [])

    def test_95_a_missing_file_is_missing_input(self):
        for name in ("genome.fa", "candidates.gff3", "targets.cds.fa", "pairs.tsv"):
            args = with_input(cli.predict_tiny(self.path("models.gff3")), name, self.path("none"))
            self.assert_fails(cli.run(*args), 66, "none", "No such file or directory")

    def test_95_a_named_pipe_as_input_is_read(self):
        expected = self.expected()
        for name in ("genome.fa", "candidates.gff3", "targets.cds.fa"):
            pipe = self.path(name)
            os.mkfifo(pipe)
            args = with_input(cli.predict_tiny(self.path("models.gff3")), name, pipe)
            running = start(*args, stderr=subprocess.PIPE)
            pipe.write_bytes((cli.TINY / name).read_bytes())
            _, errors = running.communicate(timeout=cli.TIMEOUT)
            self.assertEqual(running.returncode, 0, errors.decode())
            self.assertEqual(self.path("models.gff3").read_bytes(), expected, name)

    def test_96_the_locale_changes_nothing(self):
        expected = self.expected()
        for locale in ("C", "de_DE.UTF-8", "tr_TR.UTF-8"):
            self.assert_ok(self.predict(self.path("models.gff3"), env={"LC_ALL": locale, "LANG": locale}))
            self.assertEqual(self.path("models.gff3").read_bytes(), expected)

    def test_78_an_output_that_is_an_input_is_refused(self):
        genome = self.write("copy.fa", (cli.TINY / "genome.fa").read_bytes())
        os.link(genome, self.path("other-name.fa"))
        args = with_input(cli.predict_tiny(self.path("other-name.fa")), "genome.fa", genome)
        self.assert_fails(cli.run(*args), 2, "--out", "--genome")
        self.assertEqual(genome.read_bytes(), (cli.TINY / "genome.fa").read_bytes())

    def test_77_no_threads_are_too_few(self):
        for value in ("0", "-1", "two", "1.5", ""):
            self.assert_fails(self.predict(self.path("models.gff3"), f"--threads={value}"), 2, "--threads")

    def test_79_standard_input_is_read_once(self):
        args = ["-" if str(arg).endswith((".fa", ".gff3")) else arg for arg in cli.predict_tiny(self.path("models.txt"))]
        self.assert_fails(cli.run(*args), 2, "standard input")


class SimulateFaults(cli.Case):
    def start(self, name):
        """A run that has begun to write."""
        folder = self.path(name)
        running = start(*SIMULATE, folder)
        self.addCleanup(running.wait)
        self.addCleanup(running.kill)
        self.assertTrue(wait_until(lambda: running.poll() is not None or (folder.is_dir() and any(folder.iterdir()))))
        return running

    def test_81_a_full_disk_is_an_io_error_without_temporaries(self):
        folder = self.path("disk")
        folder.mkdir()
        with small_disk(folder, 256 * 1024):
            result = cli.run(*SIMULATE, folder / "out")
            self.assert_fails(result, 74, "No space left on device")
            self.assert_no_temporaries(folder)

    def code_after(self, number, name):
        running = self.start(name)
        running.send_signal(number)
        return running.wait(timeout=5)

    def test_84_an_interrupted_run_ends_within_5_seconds_without_temporaries(self):
        for number, code in ((signal.SIGINT, 130), (signal.SIGTERM, 143)):
            seen = 0
            for attempt in range(10):  # a run may end before the signal reaches it
                seen = seen or self.code_after(number, f"out-{code}-{attempt}")
            self.assertEqual(seen, code)
            self.assert_no_temporaries()

    def test_86_a_place_that_takes_no_folder_is_refused(self):
        self.assert_fails(cli.run(*SIMULATE, "/proc/none/out"), 73, "/proc/none")


if __name__ == "__main__":
    unittest.main()
