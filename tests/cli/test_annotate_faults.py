"""Faults under `annotate`, most of them in its last step: whatever ended the run, the same command goes on, and the folder is that of a run that
nobody disturbed. And that two runs do not share a folder. `predict` with several outputs is put to the same."""
import contextlib
import os
import pathlib
import re
import resource
import shutil
import signal
import struct
import subprocess
import tempfile
import unittest

import cli
import record_log
from faulty_calls import FaultyCalls
from test_annotate import ALSO, FILES, PAGE, Annotated
from test_faults import small_disk

GONE_ON = r"run\.journal: [1-9]\d* results? of an earlier run"
KILL, TERMINATE = "kill -9 $PPID", "kill -TERM $PPID"
HOW = ("--splice-model", "vertebrate")  # learns nothing


def setUpModule():
    global calls
    folder = pathlib.Path(tempfile.mkdtemp(prefix="exonweave-calls-"))
    unittest.addModuleCleanup(shutil.rmtree, folder)
    calls = FaultyCalls(folder)


class Faults(Annotated):
    def setUp(self):
        super().setUp()
        self.journal = self.path("out") / "run.journal"
        self.genome = self.write("genome.fa", (cli.TINY / "genome.fa").read_bytes())
        self.proteins = self.write("proteins.fa", (cli.TINY / "targets.pep.fa").read_bytes())

    def annotate(self, *more, out="out", **options):
        return super().annotate(*HOW, *more, out=out, **{"genome": self.genome, "proteins": self.proteins, **options})

    def page_data(self, out="out"):
        """What the page shows of sequence and genes."""
        text = (self.path(out) / PAGE).read_text()
        return {name: re.search(f'id="data-{name}">([^<]*)<', text)[1] for name in ("genes", "bases", "proteins", "alignments")}

    def results(self, out="out"):
        """The folder, but for times."""
        return self.content(out), self.page_data(out)

    def undisturbed(self, *more, **inputs):
        """What a run leaves in a folder and parent of the same names, so that MultiQC's sample is the same."""
        parent = self.path("undisturbed") / self.path("out").parent.name
        parent.mkdir(parents=True)
        out = str((parent / "out").relative_to(self.path("out").parent))
        self.assert_ok(self.annotate(*more, out=out, **inputs))
        found = self.results(out)
        shutil.rmtree(self.path("undisturbed"))
        return found

    def goes_on(self, wanted, *more, told=GONE_ON, **inputs):
        """The same command again leaves what it should; of the results of the run before none was computed again."""
        again = self.annotate(*more, **inputs)
        self.assert_ok(again)
        self.assertRegex(again.stderr, told)
        self.assertEqual(self.results(), wanted)
        self.assert_no_temporaries()
        self.assertFalse(self.journal.exists())


class LastStep(Faults):
    def test_144_killed_before_any_rename_the_same_command_goes_on(self):
        wanted = self.undisturbed()
        for name in sorted(FILES | {PAGE}):
            with self.subTest(before=name):
                self.assertEqual(self.annotate(env=calls.at("rename", name, KILL)).code, -signal.SIGKILL)
                self.assertTrue(self.journal.exists())
                self.goes_on(wanted)
                shutil.rmtree(self.path("out"))

    def test_144_killed_over_an_earlier_annotation_too(self):
        self.assert_ok(self.annotate("--also", "paf,hints", "--id-prefix", "X"))
        others = self.write("others.fa", self.proteins.read_text().split(">", 3)[0] + ">" + ">".join(self.proteins.read_text().split(">")[3:]))
        wanted = self.undisturbed("--also", "paf", proteins=others)
        for name in ("run.json", "genes.pep.fa.gz", "genes.gff3.gz", "genes.gff3.gz.tbi"):
            self.assertEqual(self.annotate("--also", "paf", proteins=others, env=calls.at("rename", name, KILL)).code, -signal.SIGKILL)
            self.assertFalse((self.path("out") / "hints.gff.gz").exists())  # it goes before the first rename
        self.goes_on(wanted, "--also", "paf", proteins=others)
        self.assert_folder(FILES | ALSO["paf"])

    def test_125_where_a_rename_fails_the_same_command_goes_on(self):
        wanted = self.undisturbed()
        for name, state in (("run.json", "all outputs are as before"), ("genes.pep.fa.gz", r"new: \S*/run\.json; as before: "),
                            (PAGE, "as before: .*"), ("genes.bed.gz.tbi", "new: .*as before: .*")):
            result = self.annotate(env=calls.at("rename", name))
            self.assert_fails(result, 74, f"out/{name}: cannot rename the finished output: Input/output error", "the same command resumes from there")
            self.assertRegex(result.stderr, state)
            self.assert_no_temporaries()
            self.goes_on(wanted)
            shutil.rmtree(self.path("out"))

    def test_144_without_a_journal_the_same_command_begins_anew(self):
        wanted = self.undisturbed()
        with contextlib.ExitStack() as stack:
            for name, told in (("genes.pep.fa.gz", "out/genes.pep.fa.gz: cannot rename"), (None, "report.html")):
                pipe = stack.enter_context(subprocess.Popen(["cat", self.proteins], stdout=subprocess.PIPE))
                result = self.annotate(proteins="/dev/stdin", stdin=pipe.stdout, env=calls.at("rename", name) if name else None)
                self.assertEqual((result.code, told in result.stderr), (74 if name else 0, True), str(result))
        self.assertEqual(self.results(), wanted)

    def test_a_run_that_goes_on_may_ask_for_the_completeness_by_other_proteins(self):
        self.assertEqual(self.annotate(env=calls.at("rename", "run.json")).code, 74)
        again = self.annotate("--completeness", self.proteins)
        self.assert_ok(again)
        self.assertRegex(again.stderr, GONE_ON)
        self.assertIn("\ncompleteness\t", (self.path("out") / "completeness.tsv").read_text())

    def test_84_a_signal_in_the_last_step_leaves_the_journal_and_no_temporary(self):
        wanted = self.undisturbed()
        for call, name in (("fsync", "run.json"), ("fsync", PAGE), ("rename", "genes.gff3.gz")):
            with self.subTest(call=call, name=name):
                self.assertEqual(self.annotate(env=calls.at(call, name, TERMINATE)).code, 143)
                # Between renames a signal waits.
                self.assert_folder({"run.journal"} if call == "fsync" else FILES | {"run.journal"})
                self.assert_no_temporaries()
                self.goes_on(wanted)
                shutil.rmtree(self.path("out"))

    def test_a_folder_that_is_not_written_to_the_disk_is_an_io_error(self):
        wanted = self.undisturbed()
        result = self.annotate(env=calls.at("fsync", "out"))
        self.assert_fails(result, 74, "out: cannot write the folder: Input/output error; new: ")
        self.assertNotIn("as before", result.stderr)
        self.goes_on(wanted)

    def test_81_a_page_that_the_disk_has_no_room_for(self):
        wanted = self.undisturbed()
        limit = 100_000  # bytes: the page is larger, and nothing else
        result = self.annotate(preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)))
        if result.code == 0 and (self.path("out") / PAGE).stat().st_size < limit:
            self.skipTest("a page without libraries")
        self.assert_fails(result, 74, "out/report.html: cannot write: File too large")
        self.assertEqual(os.listdir(self.path("out")), ["run.journal"])
        self.goes_on(wanted)

    def test_81_full_disks(self):
        wanted = self.undisturbed()
        self.path("out").mkdir()
        with small_disk(self.path("out"), 16 << 10) as disk:
            for kib in (16, 32, 64, 160, 320, 480, 640, 800):
                subprocess.run(["mount", "-o", f"remount,size={kib}k", disk], check=True)
                result = self.annotate()
                if result.code == 0:
                    break
                self.assertIn(result.code, (73, 74), str(result))
                self.assertIn("No space left on device", result.stderr)
                self.assertLessEqual(set(os.listdir(disk)), {"run.journal"})
            subprocess.run(["mount", "-o", "remount,size=32M", disk], check=True)
            self.goes_on(wanted, told="report.html")

    def test_85_what_a_killed_run_leaves_is_hidden_and_goes(self):
        self.annotate(env=calls.at("fsync", PAGE, KILL))
        self.assertEqual({name for name in os.listdir(self.path("out")) if not name.startswith(".")}, {"run.journal"})
        self.goes_on(self.undisturbed())


class Replaced(Faults):
    """The genome becomes another file while the run reads it, or before it makes its page."""

    def setUp(self):
        super().setUp()
        self.other = self.write("other.fa", self.genome.read_text().replace("ACG", "AGG"))
        self.wanted = self.undisturbed()

    def test_146_the_page_shows_the_bases_that_were_read(self):
        for command, told in ((f"mv '{self.other}' '{self.genome}'", "genome.fa: another file has this name by now: results are those of the former"),
                              (f"rm '{self.genome}'", "")):
            genome = self.genome.read_bytes()
            result = self.annotate(env=calls.at("fsync", "run.json", command))
            self.assert_ok(result, told)
            self.assertEqual(self.results(), self.wanted)
            self.genome.write_bytes(genome)

    def test_146_a_genome_that_is_written_to_ends_the_run_and_the_same_command_annotates_the_new_one(self):
        result = self.annotate(env=calls.at("fsync", "run.json", f"cat '{self.other}' > '{self.genome}'"))
        self.assert_fails(result, 65, "genome.fa: the file was changed while it was read")
        self.assertFalse(self.path("out").exists())
        self.assert_ok(self.annotate())
        self.assertNotEqual(self.results(), self.wanted)
        self.assertEqual(self.results(), self.undisturbed())

    def test_a_genome_from_a_pipe_is_shown_too(self):
        pipe = self.path("pipe")
        os.mkfifo(pipe)
        with subprocess.Popen(["cp", self.genome, pipe]):
            self.assert_ok(self.annotate(genome=pipe))
        self.assertEqual(self.page_data(), self.wanted[1])


class Together(Faults):
    def test_145_a_folder_is_for_one_run_at_a_time(self):
        wanted = self.undisturbed()
        other = self.write("other.fa", "".join(f">{record}" for record in self.proteins.read_text().split(">")[3:]))
        refused = self.path("refused")
        command = " ".join(f"'{word}'" for word in cli.command("annotate", self.genome, other, "-o", self.path("out"), *HOW))
        for call, name in (("fsync", "run.json"), ("rename", "genes.gff3.gz")):
            first = self.annotate(env=calls.at(call, name, f"{command} 2>'{refused}'; echo $? >>'{refused}'"))
            self.assert_ok(first)
            self.assertRegex(refused.read_text(), r"\Aexonweave: error: \S*/out: another run writes into this folder\. Hint: wait for its end, or name "
                                                  r"another folder\n73\n\Z")
            self.assertEqual(self.results(), wanted)
            self.assert_folder(FILES)

    def test_145_of_many_runs_at_once_the_files_are_those_of_one(self):
        others = [self.write(f"{n}.fa", "".join(f">{record}" for record in self.proteins.read_text().split(">")[n + 1:])) for n in range(4)]
        wanted = [self.undisturbed(proteins=each) for each in others]
        running = [subprocess.Popen(cli.command("annotate", self.genome, each, "-o", self.path("out"), *HOW), stderr=subprocess.PIPE) for each in others]
        ends = [(each.communicate(timeout=cli.TIMEOUT)[1].decode(), each.returncode) for each in running]
        self.assertIn(0, [code for _, code in ends])
        for text, code in ends:
            self.assertEqual("another run writes into this folder" in text, code == 73, text)
            self.assertIn(code, (0, 73))
        self.assertIn(self.results(), wanted)
        self.assert_folder(FILES)


class Journals(Faults):
    def killed(self):
        """A run that has computed all, and its journal."""
        self.assertEqual(self.annotate(env=calls.at("fsync", "run.json", KILL)).code, -signal.SIGKILL)
        return self.journal.read_bytes()

    def test_147_one_that_begins_with_zeros_is_begun_anew(self):
        wanted = self.undisturbed()
        whole = self.killed()
        for content in (bytes(4096), bytes(3), bytes(512) + whole[512:]):
            self.journal.write_bytes(content)
            self.goes_on(wanted, told=r"warning: \S*run\.journal: the journal of an earlier run begins with zeros, as a power cut leaves it: restarted\n")

    def test_147_of_predict_too(self):
        journal = self.path("models.gff3.journal")
        for more in ((), ("--resume",)):
            journal.write_bytes(bytes(100))
            result = cli.run("predict", "--genome", self.genome, "--targets", self.proteins, "--out", self.path("models.gff3"), "--where", "loci", *more)
            self.assert_ok(result, "warning: ", "models.gff3.journal: the journal of an earlier run begins with zeros")
            self.assertFalse(journal.exists())

    def test_133_one_that_no_run_has_written_is_begun_anew(self):
        wanted = self.undisturbed()
        self.killed()
        records = record_log.records(self.journal)
        first = next(n for n, each in enumerate(records) if each[:1] == b"R")
        far = records[first][:9] + struct.pack("<Q", 1 << 50) + records[first][17:]  # the sequence of the result
        record_log.write(self.journal, [*records[:first], far, *records[first + 1:]])
        self.goes_on(wanted, told=r"run\.journal: restarted; the journal contradicts itself: a result that is in no sequence, or of no target\n")

    def test_no_message_speaks_of_an_option_that_is_not_there(self):
        """--resume is of predict; annotate goes on by itself."""
        whole = self.killed()
        said = []
        for content in (whole, whole[:-5], bytes(100), b"", whole[:40], b"of another program"):
            self.journal.write_bytes(content)
            for more in ((), ("--max-loci", "3")):
                said.append(self.annotate(*more, env=calls.at("rename", "run.json")).stderr)
        self.assertNotIn("--resume", "".join(said))


class Folders(Faults):
    def test_a_link_to_nothing_makes_what_it_names(self):
        self.path("out").symlink_to("deep/target")
        self.assert_ok(self.annotate())
        self.assertTrue(self.path("out").is_symlink())
        self.assert_folder(FILES, "deep/target")
        shutil.rmtree(self.path("deep"))
        self.assert_fails(self.annotate(proteins=self.write("empty.fa", "")), 65, "empty.fa")
        self.assertTrue(self.path("out").is_symlink())
        self.assertFalse(self.path("deep/target").exists())
        self.path("out").unlink()
        self.path("out").symlink_to("out")
        self.assert_fails(self.annotate(), 73, "out: cannot create the folder: Too many levels of symbolic links")


    def test_86_a_disk_that_is_read_only_is_told_before_computing(self):
        self.path("out").mkdir()
        with small_disk(self.path("out"), 1 << 20) as disk:
            subprocess.run(["mount", "-o", "remount,ro", disk], check=True)
            self.assert_fails(self.annotate(), 73, "out/", "Read-only file system")
            self.assertEqual(os.listdir(disk), [])


class Predicted(cli.Case):
    """Several outputs of predict."""

    OUTPUTS = {"--out": "m.gff3.gz", "--locus-out": "l.gff3", "--protein-out": "p.fa", "--unplaced-out": "u.tsv"}

    def predict(self, folder, *more, **options):
        self.path(folder).mkdir(exist_ok=True)
        outputs = [word for option, name in self.OUTPUTS.items() for word in (option, self.path(folder) / name)]
        return cli.run("predict", "--genome", cli.TINY / "genome.fa", "--targets", cli.TINY / "targets.pep.fa", "--where", "loci", *HOW, "--resume",
                       *outputs, *more, **options)

    def content(self, folder):
        return {name: (self.path(folder) / name).read_bytes() for name in os.listdir(self.path(folder))}

    def test_144_and_125_whatever_comes_between_two_renames_the_same_command_goes_on(self):
        self.assert_ok(self.predict("whole"))
        wanted = self.content("whole")
        for command, code in ((KILL, -signal.SIGKILL), (None, 74), (TERMINATE, 143)):
            for name in wanted:
                with self.subTest(name=name, command=command):
                    self.assertEqual(self.predict("out", env=calls.at("rename", name, command)).code, code)
                    self.assertRegex(self.predict("out").stderr, r"m\.gff3\.gz\.journal: [1-9]\d* results? of an earlier run")
                    self.assertEqual(self.content("out"), wanted)
                    shutil.rmtree(self.path("out"))


if __name__ == "__main__":
    unittest.main()
