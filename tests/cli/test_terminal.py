"""What a terminal shows: numbered steps and their times, colours; and that pipes, dumb terminals and NO_COLOR have none of it."""
import os
import pty
import re
import threading
import unittest

import cli

PLAIN = {"TERM": "xterm", "NO_COLOR": "1", "CLICOLOR_FORCE": None}
COLOURED = {"TERM": "xterm", "NO_COLOR": None, "CLICOLOR_FORCE": None}
STEPS = ["reading", "searching", "training", "aligning", "selecting genes", "gene model", "completeness", "writing"]


def read_some(descriptor):
    try:
        return os.read(descriptor, 4096)
    except OSError:  # a terminal whose other end is closed
        return b""


class Terminal(cli.Case):
    def on_terminal(self, *args, env):
        """Exit code, and what a terminal shows on standard error."""
        ours, theirs = pty.openpty()
        shown = []
        reader = threading.Thread(target=lambda: shown.extend(iter(lambda: read_some(ours), b"")))
        reader.start()
        result = cli.run(*args, stderr=theirs, env=env)
        os.close(theirs)
        reader.join()
        os.close(ours)
        return result.code, b"".join(shown).decode().replace("\r\n", "\n")

    def annotate(self, *more, folder=cli.TINY):
        return ["annotate", folder / "genome.fa", folder / "targets.pep.fa", "-o", self.path("out"), *more]

    def made(self):
        self.assert_ok(cli.run("simulate", "--profile", "microexons", "--out", self.path("made")))
        return self.path("made")

    def test_annotate_shows_its_steps_and_ends_with_their_times(self):
        code, shown = self.on_terminal(*self.annotate("--threads", "1", folder=self.made()), env=PLAIN)
        self.assertEqual(code, 0)
        lines = re.findall(r"\r\x1b\[Kstep (\d) of (\d): ([a-z ]+)", shown)
        self.assertTrue(lines, shown)
        for number, n_steps, name in lines:
            self.assertEqual((STEPS[int(number) - 1], int(n_steps)), (name.split(",")[0].rstrip(), len(STEPS)))
        table = shown[re.search("step +time", shown).start():].splitlines()
        self.assertEqual([line[:15].rstrip() for line in table[1:-1]], STEPS)
        for line in table[1:-1]:
            self.assertRegex(line[15:], r"^ +\S+ s +\S+ s +\d+ MB$")
        self.assertRegex(table[-1], r"^exonweave: \d+ genes .* see ")
        for line in shown.split("\n"):  # messages take the place of a line of progress
            self.assertNotRegex(line.rpartition("\r\x1b[K")[2], "^step \\d.*exonweave:")

    def test_pipes_and_dumb_terminals_have_neither_steps_nor_colours(self):
        piped = cli.run(*self.annotate(), env=COLOURED)
        self.assert_ok(piped)
        for env in ({**COLOURED, "TERM": "dumb"}, {**COLOURED, "TERM": None}):
            code, shown = self.on_terminal(*self.annotate(), env=env)
            self.assertEqual(code, 0)
            volatile = re.compile(r"\d+ s, \d+ MB|(?m:^exonweave: [a-z ]+: \d+%, .* left\n)")  # the latter of a machine that is busy
            self.assertEqual(volatile.sub("", shown), volatile.sub("", piped.stderr))
        self.assertNotIn("\x1b", piped.stderr)
        self.assertNotIn("step", piped.stderr)
        code, shown = self.on_terminal(*self.annotate("--quiet"), env=COLOURED)
        self.assertEqual((code, shown), (0, ""))

    def test_errors_are_red_and_warnings_yellow_where_colours_are_wanted(self):
        red, yellow = "exonweave: \x1b[1;31merror:\x1b[0m ", "exonweave: \x1b[1;33mwarning:\x1b[0m "
        wrong = ["predict", "--nope"]
        self.assertTrue(self.on_terminal(*wrong, env=COLOURED)[1].startswith(red))
        for env in (PLAIN, {**COLOURED, "TERM": "dumb"}, {**PLAIN, "CLICOLOR_FORCE": "1"}):
            self.assertTrue(self.on_terminal(*wrong, env=env)[1].startswith("exonweave: error: "), env)
        for force, head in (("1", red), ("0", "exonweave: error: "), (None, "exonweave: error: ")):
            self.assertTrue(cli.run(*wrong, env={**COLOURED, "CLICOLOR_FORCE": force}).stderr.startswith(head), force)
        empty = self.write("t.fa", ">a\nMKLVINGKTLKGEITIEAVDAAEAEKIFKQYANDNGIDGEWTY\n>b\n")
        found = self.on_terminal("search", "--genome", cli.TINY / "genome.fa", "--targets", empty, "--out", self.path("p.tsv"), env=COLOURED)
        self.assertIn(yellow, found[1])

    def test_search_has_its_own_steps(self):
        made = self.annotate(folder=self.made())
        code, shown = self.on_terminal("search", "--genome", made[1], "--targets", made[2], "--out", self.path("p.tsv"), env=COLOURED)
        self.assertEqual(code, 0)
        for number, name in re.findall(r"step (\d) of 3: \x1b\[1m([a-z]+)", shown):
            self.assertEqual(["reading", "searching", "writing"][int(number) - 1], name)


if __name__ == "__main__":
    unittest.main()
