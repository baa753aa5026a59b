"""The command line itself: help, version, and what a mistyped command is told."""
import os
import re
import subprocess
import unittest

import cli


class CommandLine(cli.Case):
    def test_help_goes_to_standard_output(self):
        result = cli.run("--help")
        self.assert_ok(result)
        self.assertIn("Subcommands:", result.stdout)
        self.assertEqual(result.stderr, "")

    def test_every_subcommand_has_help(self):
        for name in cli.subcommands():
            result = cli.run(name, "--help")
            self.assert_ok(result)
            options = [line.split()[0] for line in result.stdout.splitlines() if line.startswith("  -")]
            self.assertEqual(options[-2:], ["-h,--help", "--help-all"], name)  # after all others
            self.assertIn(f"    exonweave {name}", result.stdout.replace("source <(exonweave", "exonweave"), f"{name} has no example")

    def test_help_of_predict_has_the_common_options_and_says_where_all_are(self):
        common, every = (cli.run("predict", option).stdout for option in ("--help", "--help-all"))
        lines = [[line for line in text.splitlines() if line.startswith("  -")] for text in (common, every)]
        self.assertLessEqual(len(lines[0]), 25)
        self.assertLessEqual(len(re.findall(r"(?m)^  (?:-|[A-Z]+ )", every)), 60)
        names = [{line.split()[0] for line in each} for each in lines]
        self.assertLess(names[0], names[1])
        n_more = len(lines[1]) - len(lines[0])
        self.assertEqual(common.splitlines()[-1], f"'exonweave predict --help-all' lists {n_more} more options.")
        self.assertNotIn("more options", every)

    def test_help_says_what_options_do_not_what_they_exclude_on_lines_that_fit(self):
        for name in cli.subcommands():
            text = cli.run(name, "--help-all").stdout
            for noise in ("Excludes", "Needs:", "REQUIRED"):
                self.assertNotIn(noise, text, name)
            described = [line for line in text.splitlines() if line.startswith(" " * 30)]
            self.assertEqual([line for line in described if len(line) > 100], [], name)
            self.assertNotIn("[", re.sub(r"^Usage: .*", "", text, flags=re.MULTILINE), f"{name}: a default that is not '(default: X)'")
        self.assertIn("GENOME FILE (required)", cli.run("predict", "--help").stdout)

    def test_options_that_a_plan_gives_are_not_required(self):
        self.assertEqual(re.findall(r"(\S+) FILE \(required\)", cli.run("merge", "--help").stdout), ["PART", "--plan"])
        self.assert_fails(cli.run("merge"), 2, "--plan, PART are required")
        self.assert_fails(cli.run("merge", "--plan", self.path("lost.plan"), "a.part"), 66, "lost.plan")

    def test_search_is_for_proteins_alone(self):
        self.assertNotIn("cDNA", cli.run("search", "--help-all").stdout)
        self.assertIn("Proteins or cDNA to align", cli.run("predict", "--help").stdout)

    def test_help_of_predict_begins_with_the_real_job_and_has_its_options_in_groups(self):
        text = cli.run("predict", "--help").stdout
        self.assertIn("    exonweave predict genome.fa.gz proteins.fa --locus-out genes.gff3 -o models.gff3.gz\n", text.split("Input:")[0])
        groups = ["Positionals", "Input", "Where to look", "Model", "Output", "Run"]
        self.assertEqual(re.findall(r"^([A-Z].*):$", text, re.MULTILINE), groups)
        self.assertEqual(re.findall(r"^([A-Z].*):$", cli.run("predict", "--help-all").stdout, re.MULTILINE), groups)
        self.assertIn("(default: standard output)", re.sub(r"\s+", " ", text))
        page = cli.run("man").stdout.replace("\\-", "-")
        self.assertIn("exonweave predict genome.fa.gz proteins.fa --locus-out genes.gff3 -o models.gff3.gz\n", page)

    def test_the_version_is_a_bare_number(self):
        for words in (["--version"], ["-V"], *([name, option] for name in cli.subcommands() - {"miniprot"} for option in ("--version", "-V"))):
            result = cli.run(*words)
            self.assert_ok(result)
            self.assertRegex(result.stdout, r"^\d+\.\d+\.\d+\n$")

    def test_build_info_tells_how_the_program_was_built(self):
        result = cli.run("--build-info")
        self.assert_ok(result)
        self.assertRegex(result.stdout, r"^exonweave \d+\.\d+\.\d+\nCUDA: .+\nhtslib: \d.*\nreport: .+\n$")

    def test_nothing_at_all_is_a_usage_error_that_shows_the_usage(self):
        result = cli.run()
        self.assert_fails(result, 2, "subcommand", "exonweave --help")
        usage, error = result.stderr.split("exonweave: error: ")
        self.assertEqual(usage, cli.run("--help").stdout + "\n")
        self.assertNotIn("\n", error.rstrip("\n"))

    def test_a_mistyped_subcommand_is_told_the_nearest(self):
        self.assert_fails(cli.run("devcies"), 2, "unknown subcommand 'devcies'", "Did you mean 'devices'?")

    def test_a_subcommand_unlike_any_is_told_where_help_is(self):
        self.assert_fails(cli.run("xyzzyxyzzy"), 2, "unknown subcommand 'xyzzyxyzzy'", "exonweave --help")

    def test_a_mistyped_option_is_told_the_nearest(self):
        for old, new in (("--min-intron", "--set min_intron=N"), ("--preset=paper", "--scoring NAME"), ("--everywhere", "--where everywhere")):
            self.assert_fails(cli.run("predict", old), 2, f"unknown option '{old}'", f"It is now '{new}'")
        self.assert_fails(cli.run("devices", "--jsn"), 2, "unknown option '--jsn'", "Did you mean '--json'?")

    def test_a_mistyped_option_with_a_value_is_told_the_nearest(self):
        self.assert_fails(cli.run("devices", "--jsno=1"), 2, "Did you mean '--json'?")

    def test_an_option_given_twice_is_told_with_its_values(self):
        for args in (["predict", "--genome", "a.fa", "--genome", "b.fa"], ["predict", "-g", "a.fa", "-g", "b.fa"],
                     ["scan", "--genome", "a.fa", "--genome", "b.fa"]):
            self.assert_fails(cli.run(*args), 2, "--genome: the option is given twice (got 'a.fa', 'b.fa', need it once)")
        self.assert_fails(cli.run("align", "a", "b", "--threads", 1, "--threads", 2, "--threads", 1), 2,
                          "--threads: the option is given 3 times (got '1', '2', '1', need it once)")

    def test_an_argument_too_many_is_a_usage_error(self):
        self.assert_fails(cli.run("devices", "extra"), 2, "unexpected argument 'extra'", "exonweave devices --help")

    def test_values_without_the_names_of_their_options_are_told_the_whole_line(self):
        for words, line in ((["report", "run.json", "genes.gff3", "page.html"], "report --out page.html run.json genes.gff3"),
                            (["report", "~/run.json", "it's $g.gff3", "my page.html", "--track", "a.bed"],
                             "report --out 'my page.html' '~/run.json' 'it'\\''s $g.gff3' --track a.bed")):
            self.assert_fails(cli.run(*words), 2, f"Hint: Did you mean 'exonweave {line}'?")
        self.assert_fails(cli.run("report", "run.json", "genes.gff3", "page.html"), 2, "unexpected argument 'page.html' (need --out FILE)")
        self.assert_fails(cli.run("predict", "genome.fa", "--nonsense"), 2, "Hint: See 'exonweave predict --help'")
        self.assert_fails(cli.run("report", "run.json", "genes.gff3", "a", "b"), 2, "Hint: See 'exonweave report --help'")

    def test_a_file_given_twice_to_an_option_is_one_error(self):
        one, same = cli.TINY / "targets.pep.fa", self.path("same.fa")
        same.symlink_to(one)
        for words, option in ((["annotate", cli.TINY / "genome.fa", one, same, "-o", self.path("out")], "PROTEINS"),
                              (["predict", "-g", cli.TINY / "genome.fa", "--targets", one, "--targets", same], "--targets"),
                              (["scan", "--queries", one, "--database", one, "--database", same], "--database")):
            result = cli.run(*words)
            self.assert_fails(result, 2, f"{option}: the file is given twice (got '{same}', need it once)")
            self.assertEqual(result.stderr.count("error"), 1)
        self.assertEqual(self.names(), ["same.fa"])
        self.assert_ok(cli.run("scan", "-q", "--queries", one, "--database", same))  # two options: all against all

    def test_an_empty_value_is_refused_by_every_option_that_takes_one(self):
        n_options = 0
        for subcommand in cli.subcommands():
            help_text = cli.run(subcommand, "--help-all").stdout
            for short, name in re.findall(r"^  (?:(-\w),)?(--[\w-]+) (?! )", help_text, re.MULTILINE):
                n_options += 1
                for words in filter(None, ((short, ""), (name, ""), (f"{name}=",), (f"{name}=", "--quiet"))):
                    if words[0]:
                        with self.subTest(subcommand=subcommand, words=words):
                            self.assert_fails(cli.run(subcommand, *words, cwd=self.dir), 2, f"{name}: ")
        self.assertGreater(n_options, 60)
        self.assertEqual(self.names(), [])

    def test_an_empty_value_is_told_with_what_is_needed(self):
        for words in (("--out", ""), ("-o", ""), ("--out=", "--no-margins")):
            self.assert_fails(cli.run("predict", *words), 2, "--out: the value is empty (need FILE). Hint: omit the option")

    def test_row_73_a_number_has_one_way_to_be_written(self):
        needed = {"simulate": ["--profile", "tiny", "--out", "d"], "align": ["a.fa", "b.fa"], "train": ["-g", "g.fa", "-a", "a.gff3"],
                  "genes": ["g.fa", "--train", "a.gff3"],
                  "scan": ["--queries", "q.fa", "--database", "d.fa"], "graph": ["-g", "g.fa", "-c", "c.gff3", "-r", "s"], "blocks": ["-g", "g.fa"],
                  "merge": ["-g", "g.fa", "--targets", "t.fa", "x.part", "--plan", "p", "--out", "o"], "calibrate": [], "validate": ["-g", "g.fa"],
                  "shard": ["-g", "g.fa", "--targets", "t.fa", "--plan", "p"], "estimate": ["-g", "g.fa", "--targets", "t.fa"],
                  "predict": ["-g", "g.fa", "--targets", "t.fa", "--out", "o"], "annotate": ["g.fa", "t.fa", "-o", "o"], "search": ["-g", "g.fa", "--targets", "t.fa"]}
        whole = ["010", "1e3", "+5", "99999999999999999999", "1.0"]
        bad = {"N": whole, "SIZE": ["010M", "1e3", "99999999999999999999"], "SHARE": ["00.5", "1e-1", "+0.5"], "RATE": ["00.5", "1e-1"],
               "E": ["010", "00.5", "+1", "1e999"], "COST": whole, "COST|off": whole, "N|off": whole, "N,...": ["010", "0,01", "1e3"]}
        tried = set()
        for subcommand in sorted(needed.keys() & cli.subcommands()):
            for name, kind in re.findall(r"^  (?:-\w,)?(--[\w-]+) (\S+)(?: |$)", cli.run(subcommand, "--help-all").stdout, re.MULTILINE):
                if kind not in bad or (name, kind) in tried:
                    continue
                for value in bad[kind] if kind not in {kind for _, kind in tried} else bad[kind][:1]:
                    with self.subTest(subcommand=subcommand, option=name, value=value):
                        self.assert_fails(cli.run(subcommand, *needed[subcommand], name, value, cwd=self.dir), 2, name, f"'{value}'")
                tried.add((name, kind))
        self.assertGreater(len(tried), 30)
        self.assertEqual(self.names(), [])

    def test_a_full_disk_is_noticed_for_help_too(self):
        with open("/dev/full", "wb") as full:
            result = cli.run("--help", stdout=full)
        self.assertEqual(result.code, 74, str(result))
        self.assertIn("No space left on device", result.stderr)

    def test_a_closed_standard_output_is_an_error(self):
        result = cli.run("--version", stdout=None, preexec_fn=lambda: os.close(1))
        self.assertEqual(result.code, 74, str(result))

    def test_no_standard_input_is_needed(self):
        self.assert_ok(cli.run("--version", stdin=subprocess.DEVNULL))


if __name__ == "__main__":
    unittest.main()
