"""Inputs that stand alone or are named, letters that mean the same in every command, and -t of earlier versions."""
import re

import cli
import made_genes

GENOME, PROTEINS, CDNA, CANDIDATES = (cli.TINY / name for name in ("genome.fa", "targets.pep.fa", "targets.cds.fa", "candidates.gff3"))
PAIRS = cli.TINY / "pairs.tsv"
NOTE = ("exonweave: note: -t FILE is now written as a positional argument or --targets; it is accepted until version 0.4.0\n")

# Of each command: its inputs by name and what stands alone, and further options.
FORMS = {
    "predict": ([("--genome", "GENOME", [GENOME]), ("--targets", "TARGETS", [PROTEINS])], ["--pairs", PAIRS, "-q"]),
    "estimate": ([("--genome", "GENOME", [GENOME]), ("--targets", "TARGETS", [PROTEINS])], ["--pairs", PAIRS, "-q", "--threads", "2"]),
    "search": ([("--genome", "GENOME", [GENOME]), ("--targets", "PROTEINS", [PROTEINS])], ["-q"]),
    "validate": ([("--genome", "GENOME", [GENOME]), ("--targets", "TARGETS", [PROTEINS])], []),
    "shard": ([("--genome", "GENOME", [GENOME]), ("--targets", "TARGETS", [PROTEINS])], ["--pairs", PAIRS, "-q", "--parts", "2", "--plan", "run.plan"]),
    "analyze": ([("--genome", "GENOME", [GENOME]), ("--targets", "TARGETS", [CDNA])], ["-c", CANDIDATES, "-p", PAIRS, "-o", "study"]),
    "graph": ([("--genome", "GENOME", [GENOME]), ("--candidates", "CANDIDATES", [CANDIDATES])], ["--region", "tiny1:1-5000"]),
    "blocks": ([("--genome", "GENOME", [GENOME])], ["--region", "tiny1:1-500"]),
}
NO_INPUT_IS_REQUIRED = {"validate"}


def named(inputs):
    return [word for name, _, paths in inputs for path in paths for word in (name, path)]


def alone(inputs):
    return [path for _, _, paths in inputs for path in paths]


class InputForms(cli.Case):
    def outcome(self, *words):
        """Code, standard output and the files that a run wrote, which are removed."""
        result = cli.run(*words, cwd=self.dir)
        files = {path.name: path.read_bytes() for path in self.dir.iterdir()}
        for name in files:
            self.path(name).unlink()
        return result.code, result.stdout, files

    def test_what_stands_alone_is_the_same_as_what_is_named_before_and_behind_options(self):
        for command, (inputs, more) in FORMS.items():
            with self.subTest(command=command):
                by_name = self.outcome(command, *named(inputs), *more)
                self.assertEqual(by_name[0], 0)
                self.assertEqual(self.outcome(command, *alone(inputs), *more), by_name)
                self.assertEqual(self.outcome(command, *more, *alone(inputs)), by_name)
                self.assertEqual(self.outcome(command, *alone(inputs[:1]), *more, *named(inputs[1:])), by_name)

    def test_train_and_genes_take_them_too(self):
        fasta, gff = made_genes.genome()
        genome, annotation = self.write("genome.fa", fasta), self.write("genes.gff3", gff)
        runs = [cli.run("train", *words) for words in ((genome, annotation), ("-g", genome, "-a", annotation), (genome, "-a", annotation))]
        self.assert_ok(runs[0])
        self.assertEqual({run.stdout for run in runs}, {runs[0].stdout})
        self.assert_fails(cli.run("train", genome, annotation, "-a", annotation), 2, "ANNOTATION together with --annotation")
        runs = [cli.run("genes", *words, "--train", annotation) for words in ((genome,), ("-g", genome))]
        self.assertEqual((runs[0].code, runs[0].stdout), (runs[1].code, runs[1].stdout))

    def test_both_ways_at_once_are_an_error(self):
        for command, (inputs, more) in FORMS.items():
            order = " ".join(title for _, title, _ in inputs)
            for name, title, paths in inputs:
                with self.subTest(command=command, name=name):
                    self.assert_fails(cli.run(command, *alone(inputs), name, paths[0], *more, cwd=self.dir), 2,
                                      f"{title} together with {name} (got '{paths[0]}', need one of them)",
                                      f"Hint: values without the name of an option are {order}")
        self.assert_fails(cli.run("predict", "-g", GENOME, PROTEINS), 2, f"GENOME together with --genome (got '{PROTEINS}'")
        self.assertEqual(self.names(), [])

    def test_missing_inputs_are_told_in_both_forms(self):
        for command in FORMS.keys() - NO_INPUT_IS_REQUIRED:
            inputs, more = FORMS[command]
            titles = [title for _, title, _ in inputs]
            forms = f"(need {' '.join(titles)}, or {' '.join(f'{name} FILE' for name, _, _ in inputs)})"
            self.assert_fails(cli.run(command, *more), 2, f"{', '.join(titles)} {'are' if len(titles) > 1 else 'is'} required {forms}",
                              f"Hint: See 'exonweave {command} --help'")
            for name, title, _ in inputs[1:]:
                self.assert_fails(cli.run(command, GENOME, *more), 2, f"{title} is required (need {title}, or {name} FILE)")
        self.assert_fails(cli.run("validate"), 2, "nothing to validate (need at least one of GENOME, TARGETS, --scoring)")
        self.assertEqual(self.names(), [])

    def test_messages_name_the_form_that_was_used(self):
        for words, told in (([GENOME, PROTEINS, PROTEINS], "TARGETS: the file is given twice"),
                            (["-g", GENOME, "--targets", PROTEINS, "--targets", PROTEINS], "--targets: the file is given twice"),
                            (["-", "-"], "TARGETS: standard input can be read only once (got '-', need a file, because GENOME reads it already)"),
                            ([GENOME, PROTEINS, "-o", GENOME], "--out: the output is also the input of GENOME"),
                            ([GENOME, ""], "TARGETS: the value is empty"), (["--genome", "", PROTEINS], "--genome: the value is empty")):
            self.assert_fails(cli.run("predict", *words), 2, told)

    def test_an_option_that_may_be_repeated_takes_one_value_each_time(self):
        usual = cli.run("predict", GENOME, CDNA, "-q", "-p", PAIRS, "-c", CANDIDATES)
        self.assert_ok(usual)
        self.assertEqual(cli.run("predict", "-q", "-p", PAIRS, "-c", CANDIDATES, GENOME, CDNA).stdout, usual.stdout)
        other = self.write("other.fa", ">other\nMKTAYIAKQR\n")
        many = cli.run("predict", "-q", "-c", CANDIDATES, GENOME, PROTEINS, other, "-p", PAIRS)
        self.assertEqual((many.code, many.stdout), (0, cli.run("predict", "-q", "-g", GENOME, "--targets", PROTEINS, "--targets", other, "-c", CANDIDATES,
                                                               "-p", PAIRS).stdout))

    def test_a_part_takes_inputs_that_stand_alone_instead_of_those_of_its_plan(self):
        moved = self.write("moved.fa", GENOME.read_bytes())
        self.assert_ok(cli.run("shard", moved, PROTEINS, "--pairs", PAIRS, "--parts", "1", "-o", self.path("run.plan")))
        moved.rename(self.path("here.fa"))
        part = ["predict", "--plan", self.path("run.plan"), "--part", "1", "--journal", self.path("1.part")]
        self.assert_fails(cli.run(*part, "-q"), 66, "moved.fa")
        for words in ((self.path("here.fa"),), (self.path("here.fa"), PROTEINS), ("-qg", self.path("here.fa")), ("--", self.path("here.fa"))):
            self.assert_ok(cli.run(*part, "--resume", *words))
        merged = cli.run("merge", "-q", "--plan", self.path("run.plan"), "-g", self.path("here.fa"), self.path("1.part"))
        self.assertEqual(merged.stdout, cli.run("predict", "-q", self.path("here.fa"), PROTEINS, "--pairs", PAIRS).stdout)

    def test_the_summary_has_the_inputs_under_their_names_however_they_were_given(self):
        options = []
        for words in ([GENOME, PROTEINS], ["-g", GENOME, "--targets", PROTEINS]):
            self.assert_ok(cli.run("predict", *words, "-p", PAIRS, "-q", "--summary", self.path("run.json"), "-o", self.path("models.gff3")))
            options.append(re.search(r'"options": \{.*?\}', self.path("run.json").read_text(), re.DOTALL)[0])
        self.assertEqual(options[0], options[1])
        self.assertIn('"--genome"', options[0])


class Letters(cli.Case):
    def test_letters_mean_the_same_in_every_command(self):
        letters = {"--threads": "-t", "--genome": "-g", "--out": "-o", "--engine": "-e", "--quiet": "-q"}
        n_found = 0
        for command in cli.subcommands() - {"miniprot"}:
            for letter, name in re.findall(r"^  (?:(-\w),)?(--[\w-]+)", cli.run(command, "--help-all").stdout, re.MULTILINE):
                self.assertEqual(letter or None, letters.get(name, letter or None), f"{command} {name}")
                n_found += name in letters
                if letter in letters.values() and name not in letters:
                    self.assertIn((command, name), {("shard", "--plan"), ("analyze", "--out-prefix")})
        self.assertGreater(n_found, 40)

    def test_t_with_a_number_is_threads(self):
        usual = cli.run("predict", GENOME, PROTEINS, "-p", PAIRS, "-q")
        for threads in ("-t2", "-t 2"):
            result = cli.run("predict", GENOME, PROTEINS, "-p", PAIRS, "-q", *threads.split())
            self.assertEqual((result.code, result.stdout, result.stderr), (0, usual.stdout, usual.stderr))
        self.assertIn(" on 7 threads", cli.run("estimate", GENOME, PROTEINS, "-p", PAIRS, "-t", "7").stdout)
        for command in ("predict", "search", "estimate"):
            for number in ("0", "65537", "99999999999999999999"):
                self.assert_fails(cli.run(command, GENOME, PROTEINS, "-t", number), 2, f"--threads: not a number in its range (got '{number}', need 1 to 65536)")
        self.assert_fails(cli.run("predict", GENOME, PROTEINS, "-t", "2", "--threads", "2"), 2, "--threads: the option is given twice")
        self.assert_fails(cli.run("align", PROTEINS, PROTEINS, "-t", "x"), 2, "--threads: not a number in its range (got 'x'")
        self.assert_fails(cli.run("validate", GENOME, "-t", "2"), 2, "unknown option '-t'")

    def test_t_with_a_file_is_targets_with_one_note(self):
        self.write("4", PROTEINS.read_bytes())
        for command in ("predict", "search", "estimate", "validate"):
            inputs, more = FORMS[command]
            usual = cli.run(command, *named(inputs), *more)
            for words in (["-t", PROTEINS], [f"-t{PROTEINS}"], ["-t", "./4"]):
                result = cli.run(command, "-g", GENOME, *words, *more, cwd=self.dir)
                self.assert_ok(result)
                self.assertEqual(result.stdout.replace("./4", str(PROTEINS)), usual.stdout)
                self.assertEqual(result.messages.count(NOTE), 1)
        other = self.write("other.fa", ">other\nMKTAYIAKQR\n")
        both = cli.run("predict", "-g", GENOME, "-t", PROTEINS, "-t", other, "-t", "2", "-p", PAIRS, "-q")
        self.assert_ok(both)
        self.assertEqual(both.stderr.count("note:"), 1)
        self.assert_fails(cli.run("predict", GENOME, PROTEINS, "-t", other), 2, NOTE, "TARGETS together with --targets")
        self.assert_fails(cli.run("predict", GENOME, "-t", "lost.fa"), 66, NOTE, "lost.fa: cannot open")
        self.assertNotIn("note:", cli.run("predict", "-g", GENOME, "--targets", PROTEINS, "-p", PAIRS, "-q").stderr)


class CommonHelp(cli.Case):
    def test_engines_for_research_are_in_the_help_of_all_options_alone(self):
        for command, common, research in (("predict", "auto|simd|cuda", ["sequential", "cuda-inter", "cuda-intra"]),
                                          ("annotate", "auto|simd|cuda", ["sequential", "cuda-inter", "cuda-intra"]),
                                          ("scan", "auto|scan-cpu|scan-cuda", ["scan-tiles", "scan-bands", "scan-rows"]),
                                          ("align", "auto|simd|", ["cooperative", "iterative"])):
            usual, every = (cli.run(command, option).stdout for option in ("--help", "--help-all"))
            self.assertIn(f"  -e,--engine {common}", usual)
            for name in research:
                self.assertNotIn(name, usual, command)
                self.assertRegex(every, rf"-e,--engine auto\S*\|{name}\b")

    def test_help_of_estimate_and_merge_leaves_out_what_has_no_effect_there(self):
        self.assertNotIn("--locus-out", cli.run("estimate", "--help").stdout.split("Run:")[0].split("Input:")[1])
        self.assertIn("'exonweave predict' under Where to look, Model, Output and Run", cli.run("estimate", "--help-all").stdout)
        merged = cli.run("merge", "--help").stdout
        self.assertEqual(re.findall(r"^([A-Z].*):$", merged, re.MULTILINE), ["Positionals", "Output", "Run"])

    def test_help_has_a_line_for_both_forms(self):
        for command, (inputs, _) in FORMS.items():
            usual, every = (cli.run(command, option).stdout for option in ("--help", "--help-all"))
            for name, title, _ in inputs:
                for text in (usual, every):
                    self.assertRegex(text, rf"\n  {title} FILE[^\n]*(\n {{30}}[^\n]*)*\(also\s+as\s+(-\w,)?{name}\)")
                    self.assertNotRegex(text, rf"\n  (-\w,)?{name} ")
            self.assertRegex(usual, rf"\nUsage: exonweave {command} \[OPTIONS\] \[?GENOME")
