"""The manual page, completions, and what packagers look for, all made from the program's own options."""
import os
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
            for option in re.findall(r"^  (?:-\w,)?(--[\w-]+)", printed(name, "--help-all"), re.MULTILINE):
                self.assertIn(f"\\fB{option}\\fR", text, name)

    def test_it_has_the_sections_of_a_manual_page(self):
        self.assertEqual(re.findall(r"^\.SH (.*)", printed("man"), re.MULTILINE),
                         ["NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "SUBCOMMANDS", "EXIT STATUS", "SEE ALSO"])

    def test_the_groups_of_a_subcommand_are_those_of_its_help(self):
        page = printed("man")
        for name in cli.subcommands():
            groups = re.findall(r"^([A-Z](?!he options of).*):$", printed(name, "--help-all"), re.MULTILINE)
            section = re.search(rf"\.SS \\fBexonweave {name}\\fR\n(.*?)(?=\.S[SH] )", page, re.DOTALL)[1]
            told = re.findall(r"^\.PP\n\\fB(.*):\\fR$", section, re.MULTILINE)
            # help leaves some groups to that of predict
            self.assertEqual([each for each in told if each in groups], groups if len(groups) > 1 else [], name)

    def test_its_exit_codes_are_those_of_help(self):
        footer = printed("--help")[printed("--help").index("Exit codes:"):].strip()
        self.assertIn(f".SH EXIT STATUS\n{footer}\n", printed("man").replace("\\-", "-"))

    def test_a_full_disk_is_noticed(self):
        for words in (("man",), ("completion", "bash"), ("completion", "zsh"), ("completion", "fish")):
            with open("/dev/full", "wb") as full:
                result = cli.run(*words, stdout=full)
            self.assertEqual(result.code, 74, str(result))
            self.assertIn("No space left on device", result.stderr)

    def test_it_tells_exit_codes_and_version(self):
        page = printed("man")
        self.assertIn(f'.TH EXONWEAVE 1 "" "exonweave {printed("--version").strip()}"', page)
        self.assertRegex(page, r"\.SH EXIT STATUS\n.*65 bad data")

    def test_no_line_of_text_is_a_request(self):
        requests = {line.split(" ")[0] for line in printed("man").splitlines() if line[:1] in (".", "'")}
        self.assertEqual(requests, {".TH", ".SH", ".SS", ".TP", ".PP", ".br"})

    @unittest.skipUnless(shutil.which("groff"), "groff is not here")
    def test_groff_has_nothing_to_say_of_it(self):
        made = subprocess.run(["groff", "-man", "-Tutf8", "-ww"], input=printed("man"), capture_output=True, text=True, check=True)
        self.assertEqual(made.stderr, "")
        self.assertIn("--genome FILE", re.sub("\x1b\\[[0-9;]*m|.\x08", "", made.stdout))

    @unittest.skipUnless(shutil.which("man"), "man is not here")
    def test_man_has_nothing_to_say_of_it(self):
        shown = subprocess.run(["man", "--warnings", "-l", self.write("exonweave.1", printed("man"))], capture_output=True, text=True, check=True,
                               env=dict(os.environ, MANPAGER="cat", PAGER="cat", LC_ALL="C.UTF-8"))
        self.assertEqual(shown.stderr, "")


class Completion(cli.Case):
    def completed(self, *words):
        """What bash offers for the last word."""
        script = self.write("completion.bash", printed("completion", "bash"))
        ask = 'source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); compopt() { :; }; _exonweave; printf "%s\\n" "${COMPREPLY[@]}"'
        asked = subprocess.run(["bash", "-c", ask, "bash", script, "exonweave", *words], capture_output=True, text=True, cwd=self.dir, check=True)
        self.assertEqual(asked.stderr, "")
        return sorted(asked.stdout.splitlines()) if asked.stdout.strip() else []

    def test_subcommands(self):
        self.assertEqual(self.completed("pre"), ["predict"])
        self.assertEqual(self.completed("--v"), ["--version"])
        self.assertLessEqual(set(cli.subcommands()), set(self.completed("")))

    def test_options(self):
        self.assertEqual(self.completed("predict", "--genom"), ["--genome"])
        self.assertEqual(self.completed("search", "--paf"), ["--paf-out"])
        spellings = {"-g", "--genome", "--targets"}  # of what stands alone: help lists GENOME and TARGETS
        self.assertEqual(self.completed("predict", "-"), sorted(spellings | set(re.findall(r"(?<=[ ,])--?[\w-]+(?=[ ,\n])", "".join(
            line[:28] + "\n" for line in printed("predict", "--help-all").splitlines() if line.startswith("  -"))))))

    def test_values(self):
        self.assertEqual(self.completed("predict", "--where", ""), ["everywhere", "exhaustive", "loci", "size"])
        self.assertEqual(self.completed("predict", "--style", "m"), ["match", "miniprot"])
        self.assertEqual(self.completed("completion", "z"), ["zsh"])
        self.assertEqual(self.completed("predict", "--flank", ""), [])
        self.assertEqual(self.completed("predict", "--engine", "cuda-"), ["cuda-inter", "cuda-intra"])
        self.assertEqual(self.completed("train", "--order", ""), ["0", "1", "2", "auto"])

    def test_words_with_commas_between_them(self):
        words = re.search(r"--also ([\w,]+)", printed("annotate", "--help"))[1].split(",")
        self.assertLessEqual({"hints", "evm", "paf", "miniprot"}, set(words))
        self.assertEqual(self.completed("annotate", "--also", ""), sorted(words))
        self.assertEqual(self.completed("annotate", "--also", "mi"), ["miniprot"])
        self.assertEqual(self.completed("annotate", "--also", "hints,paf,mi"), ["hints,paf,miniprot"])
        self.assertEqual(self.completed("annotate", "--also", "=", "evm,p"), ["evm,paf"])

    def test_values_behind_an_equals_sign_which_bash_takes_for_a_word(self):
        self.assertEqual(self.completed("predict", "--style", "="), ["gene", "match", "miniprot"])
        self.assertEqual(self.completed("predict", "--style", "=", "mi"), ["miniprot"])

    def test_files(self):
        self.write("genome.fa", ">a\n")
        self.assertEqual(self.completed("predict", "-g", "gen"), ["genome.fa"])
        self.assertEqual(self.completed("predict", "--candidates", "gen"), ["genome.fa"])
        self.assertEqual(self.completed("predict", "--genome", "=", "gen"), ["genome.fa"])

    def test_a_file_name_may_have_spaces_and_stars(self):
        self.write("a *b.fa", ">a\n")
        self.assertEqual(self.completed("predict", "--genome", "a"), ["a *b.fa"])

    def test_what_is_a_file_or_a_word(self):
        self.write("my.yaml", "")
        offered = self.completed("predict", "--splice-model", "")
        self.assertLessEqual({"my.yaml", "auto", "self", "vertebrate", "none"}, set(offered))
        self.assertNotIn("FILE", offered)

    def test_folders(self):
        self.path("made").mkdir()
        self.write("maize.fa", "")
        self.assertEqual(self.completed("simulate", "--out", "ma"), ["made"])

    @unittest.skipUnless(shutil.which("zsh"), "zsh is not here")
    def test_zsh_can_read_its_own(self):
        script = self.write("_exonweave", printed("completion", "zsh"))
        subprocess.run(["zsh", "-n", script], check=True)

    def test_zsh_has_every_option_of_every_subcommand(self):
        script = printed("completion", "zsh")
        for name in cli.subcommands():
            section = re.search(rf"^    {name}\)\n(.*?) ;;$", script, re.MULTILINE | re.DOTALL)[1]
            for option in re.findall(r"^  (?:-\w,)?(--[\w-]+)", printed(name, "--help-all"), re.MULTILINE):
                self.assertRegex(section, rf"{option}[=\[}},]", name)

    @unittest.skipUnless(shutil.which("fish"), "fish is not here")
    def test_fish_completes_subcommands_options_values_and_files(self):
        script = self.write("exonweave.fish", printed("completion", "fish"))
        self.write("genome.fa", ">a\n")
        self.path("folder").mkdir()
        for line, offered in (("ann", ["annotate"]), ("--build", ["--build-info"]), ("annotate --als", ["--also"]), ("annotate --also mi", ["miniprot"]),
                              ("annotate --also evm,pa", ["evm,paf"]), ("predict --style m", ["match", "miniprot"]), ("annotate gen", ["genome.fa"]),
                              ("predict -g gen", ["genome.fa"]), ("predict gen", ["genome.fa"]), ("scan gen", []), ("predict --splice-model pla", ["plant"]),
                              ("simulate --out fo", ["folder/"]), ("completion fi", ["fish"]), ("predict --threads ", [])):
            asked = subprocess.run(["fish", "--no-config", "-c", f"source {script}; complete -C 'exonweave {line}'"], capture_output=True, text=True,
                                   cwd=self.dir, env=dict(os.environ, HOME=str(self.dir)), check=True)
            self.assertEqual(asked.stderr, "", line)
            self.assertEqual([each.split("\t")[0] for each in asked.stdout.splitlines()], offered, line)

    def test_fish_has_every_option_of_every_subcommand(self):
        script = printed("completion", "fish")
        for name in cli.subcommands():
            for option in re.findall(r"^  (?:-\w,)?--([\w-]+)", printed(name, "--help-all"), re.MULTILINE):
                self.assertRegex(script, rf"(?m)^complete -c exonweave -n '__fish_seen_subcommand_from {name}'.* -l {option} -", name)

    def test_another_shell_is_refused(self):
        self.assert_fails(cli.run("completion", "tcsh"), 2, "tcsh", "bash|zsh|fish")
        self.assert_fails(cli.run("completion"), 2, "shell")


class Packages(cli.Case):
    def test_the_citation_and_the_program_are_of_the_version_that_is_built(self):
        version = re.search(r"project\(exonweave VERSION (\S+)", (cli.SOURCE_DIR / "CMakeLists.txt").read_text())[1]
        self.assertEqual(printed("--version"), f"{version}\n")
        self.assertIn(f"\nversion: {version}\n", (cli.SOURCE_DIR / "CITATION.cff").read_text())

    def test_the_first_page_names_every_subcommand(self):
        named = re.findall(r"^\| `(\w+)` \|", (cli.SOURCE_DIR / "docs" / "index.md").read_text(), re.MULTILINE)
        self.assertEqual(set(cli.subcommands()), set(named))


if __name__ == "__main__":
    unittest.main()
