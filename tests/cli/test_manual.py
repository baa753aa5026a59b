"""The manual page, completions, and what packagers look for, all made from the program's own options."""
import re
import shutil
import subprocess
import unittest

import cli


def printed(*args):
    result = cli.run(*args)
    assert (result.code, result.stderr) == (0, ""), result
    return result.stdout


class Manual(cli.Case):
    def test_the_page_has_every_option_of_every_subcommand(self):
        page = printed("man").replace("\\-", "-")
        sections = dict(re.findall(r"\.SS \\fBexonweave (\S+)\\fR\n(.*?)(?=\.S[SH] )", page, re.DOTALL))
        self.assertEqual(set(sections), set(cli.subcommands()))
        for name, text in sections.items():
            for option in re.findall(r"^  (?:-\w,)?(--[\w-]+)", printed(name, "--help"), re.MULTILINE):
                self.assertIn(f"\\fB{option}\\fR", text, name)

    def test_it_tells_exit_codes_and_version(self):
        page = printed("man")
        self.assertIn(f'.TH EXONWEAVE 1 "" "exonweave {printed("--version").strip()}"', page)
        self.assertRegex(page, r"\.SH EXIT STATUS\n.*65 bad data")

    def test_no_line_of_text_is_a_request(self):
        requests = {line.split(" ")[0] for line in printed("man").splitlines() if line[:1] in (".", "'")}
        self.assertEqual(requests, {".TH", ".SH", ".SS", ".TP"})

    @unittest.skipUnless(shutil.which("groff"), "groff is not here")
    def test_groff_has_nothing_to_say_of_it(self):
        made = subprocess.run(["groff", "-man", "-Tutf8", "-ww"], input=printed("man"), capture_output=True, text=True, check=True)
        self.assertEqual(made.stderr, "")
        self.assertIn("--genome FILE", re.sub("\x1b\\[[0-9;]*m|.\x08", "", made.stdout))


class Completion(cli.Case):
    def completed(self, *words):
        """What bash offers for the last word."""
        script = self.write("completion.bash", printed("completion", "bash"))
        ask = 'source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); compopt() { :; }; _exonweave; printf "%s\\n" "${COMPREPLY[@]}"'
        asked = subprocess.run(["bash", "-c", ask, "bash", script, "exonweave", *words], capture_output=True, text=True, cwd=self.dir, check=True)
        self.assertEqual(asked.stderr, "")
        return sorted(asked.stdout.split())

    def test_subcommands(self):
        self.assertEqual(self.completed("pre"), ["predict"])
        self.assertEqual(self.completed("--v"), ["--version"])
        self.assertLessEqual(set(cli.subcommands()), set(self.completed("")))

    def test_options(self):
        self.assertEqual(self.completed("predict", "--genom"), ["--genome"])
        self.assertEqual(self.completed("search", "--paf"), ["--paf-out"])
        self.assertEqual(self.completed("predict", "-"), sorted(set(re.findall(r"(?<=[ ,])--?[\w-]+(?=[ ,\n])", "".join(
            line[:28] + "\n" for line in printed("predict", "--help").splitlines() if line.startswith("  -"))))))

    def test_values(self):
        self.assertEqual(self.completed("predict", "--where", ""), ["everywhere", "loci", "size"])
        self.assertEqual(self.completed("predict", "--style", "m"), ["match", "miniprot"])
        self.assertEqual(self.completed("completion", "z"), ["zsh"])
        self.assertEqual(self.completed("predict", "--flank", ""), [])

    def test_files(self):
        self.write("genome.fa", ">a\n")
        self.assertEqual(self.completed("predict", "-g", "gen"), ["genome.fa"])
        self.assertEqual(self.completed("predict", "--candidates", "gen"), ["genome.fa"])

    @unittest.skipUnless(shutil.which("zsh"), "zsh is not here")
    def test_zsh_can_read_its_own(self):
        script = self.write("_exonweave", printed("completion", "zsh"))
        subprocess.run(["zsh", "-n", script], check=True)

    def test_another_shell_is_refused(self):
        self.assert_fails(cli.run("completion", "fish"), 2, "fish")
        self.assert_fails(cli.run("completion"), 2, "shell")


class Packages(cli.Case):
    def test_the_citation_is_of_this_version(self):
        self.assertIn(f"\nversion: {printed('--version')}", (cli.SOURCE_DIR / "CITATION.cff").read_text())


if __name__ == "__main__":
    unittest.main()
