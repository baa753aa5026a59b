"""The wrappers for Snakemake: their own tests run, rules make what annotate and predict make, and files that they do not know are refused."""
import os
import re
import shutil
import subprocess
import unittest

import cli

try:
    import yaml
except ImportError:
    yaml = None

WRAPPERS = cli.SOURCE_DIR / "workflows" / "snakemake-wrapper"
PREDICT = WRAPPERS / "bio" / "exonweave" / "predict"
ANNOTATE = PREDICT.with_name("annotate")


@unittest.skipUnless(shutil.which("snakemake"), "no snakemake")
class Wrapper(cli.Case):
    def setUp(self):
        super().setUp()
        self.path("bin").mkdir()
        os.symlink(cli.BINARY, self.path("bin/exonweave"))
        self.path("wrappers").mkdir()
        os.symlink(WRAPPERS, self.path("wrappers/master"))  # rules name a version first
        self.work = self.path("work")

    def snakemake(self, *more, snakefile=PREDICT / "test" / "Snakefile"):
        environment = dict(os.environ, PATH=f"{self.path('bin')}:{os.environ['PATH']}", HOME=str(self.dir), XDG_CACHE_HOME=str(self.path("cache")))
        return subprocess.run(["snakemake", "--snakefile", snakefile, "--directory", self.work, "--config", f"data={cli.TINY}", "--cores", "2",
                               "--wrapper-prefix", f"file://{self.path('wrappers')}/", *more],
                              env=environment, capture_output=True, text=True, timeout=cli.TIMEOUT)

    def assert_runs(self, *more):
        done = self.snakemake(*more)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_its_own_test_makes_what_predict_makes(self):
        self.assert_runs("tiny.gff3.gz", "candidates/tiny.gff3")
        tiny = cli.TINY
        options = {"tiny.gff3.gz": "--out", "tiny.proteins.fa": "--protein-out", "tiny.unplaced.tsv": "--unplaced-out", "tiny_mqc.json": "--summary"}
        self.path("whole").mkdir()
        self.assert_ok(cli.run("predict", "--genome", tiny / "genome.fa", "--targets", tiny / "targets.pep.fa", "--pairs", tiny / "pairs.tsv",
                               "--splice-model", "vertebrate",
                               *(part for name, option in options.items() for part in (option, self.path("whole") / name))))
        for name in (*options, "tiny.gff3.gz.tbi"):
            self.assertEqual((self.work / name).read_bytes(), (self.path("whole") / name).read_bytes(), name)
        self.assert_ok(cli.predict("--out", self.path("candidates.gff3"), candidates=[tiny / "candidates.gff3", tiny / "candidates.genscan"]))
        self.assertEqual((self.work / "candidates/tiny.gff3").read_bytes(), self.path("candidates.gff3").read_bytes())

    def assert_same_folder(self, name, *more):
        whole = self.path("whole") / name
        self.assert_ok(cli.run("annotate", cli.TINY / "genome.fa", cli.TINY / "targets.pep.fa", *more, "-o", whole))
        for path in whole.iterdir():
            if path.name not in ("run.json", "report.html", "exonweave_mqc.json"):  # times, the command line, names of directories
                self.assertEqual((self.work / name / path.name).read_bytes(), path.read_bytes(), path.name)

    def test_annotate_makes_its_folder(self):
        tiny, whole = cli.TINY, self.path("whole")
        for _ in range(2):  # Snakemake removes the outputs of the first run, and leaves what it does not know
            done = self.snakemake("tiny/second/genes.gff3.gz", "--forceall", snakefile=ANNOTATE / "test" / "Snakefile")
            self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assert_same_folder("tiny", "--splice-model", "vertebrate")
        self.assert_same_folder("tiny/second", "--candidates", tiny / "truth.gff3", "--candidates", tiny / "candidates.genscan",
                                "--completeness", tiny / "targets.pep.fa", "--splice-model", whole / "tiny/splice-model.yaml")

    def test_annotate_has_one_folder(self):
        rule = f"""
rule it:
    input: genome="{cli.TINY}/genome.fa", proteins="{cli.TINY}/targets.pep.fa"
    output: "a/genes.gff3.gz", "b/report.html"
    wrapper: "master/bio/exonweave/annotate"
"""
        done = self.snakemake("a/genes.gff3.gz", snakefile=self.write("Snakefile", rule))
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("all outputs are files of one directory", done.stderr)

    def test_annotate_refuses_an_input_that_it_does_not_have(self):
        rule = f"""
rule it:
    input: genome="{cli.TINY}/genome.fa", proteins="{cli.TINY}/targets.pep.fa", pairs="{cli.TINY}/pairs.tsv"
    output: "a/genes.gff3.gz"
    wrapper: "master/bio/exonweave/annotate"
"""
        done = self.snakemake("a/genes.gff3.gz", snakefile=self.write("Snakefile", rule))
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("no input is called 'pairs'", done.stderr)

    def rule(self, text, out="out"):
        return self.snakemake(out, snakefile=self.write("Snakefile", f'''
rule it:
{text}
    wrapper: "master/bio/exonweave/predict"
'''))

    def test_names_with_blanks(self):
        os.symlink(cli.TINY, self.path("a folder"))
        done = self.rule(f"""    input: genome="{self.dir}/a folder/genome.fa", targets="{self.dir}/a folder/targets.pep.fa"
    output: models="a name.gff3" """, "a name.gff3")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertTrue((self.work / "a name.gff3").exists())

    def assert_refused(self, rule, message):
        done = self.rule(rule)
        self.assertNotEqual(done.returncode, 0)
        self.assertIn(message, done.stderr)

    def test_files_that_are_not_its_own_are_refused(self):
        genome = f'"{cli.TINY}/genome.fa"'
        inputs = f"    input: genome={genome}, targets={genome}"
        self.assert_refused(f'    input: genome={genome}, target={genome}\n    output: models="out"', "no input is called 'target'")
        self.assert_refused(f'    input: {genome}, targets={genome}\n    output: models="out"', "an input without a name")
        self.assert_refused(f'{inputs}\n    output: model="out"', "no output is called 'models'")
        self.assert_refused(f'{inputs}\n    output: models="out", protein="p"', "no output is called 'protein'")

    def test_every_option_is_one_of_the_program(self):
        for wrapper, fewest in ((PREDICT, 16), (ANNOTATE, 6)):
            options = re.findall(r'": "([a-z-]+)"', (wrapper / "wrapper.py").read_text())
            self.assertGreaterEqual(len(options), fewest)
            known = cli.run(wrapper.name, "--help-all").stdout
            for option in options:
                self.assertRegex(known, rf"(?m)^  \S*--{option}\s+\S*FILE|\(also\s+as\s+(-\w,)?--{option}\)")
        options, known = re.findall(r'": "([a-z-]+)"', (PREDICT / "wrapper.py").read_text()), cli.run("predict", "--help-all").stdout
        outputs = {option for option in re.findall(r"--(\S+-out) FILE", known)}
        self.assertEqual(outputs - set(options), set())

    @unittest.skipUnless(yaml, "PyYAML is not here")
    def test_meta_yaml_tells_every_file_and_the_version_is_the_projects(self):
        for path, tables in ((PREDICT, {"input": "OPTIONS_OF_INPUTS", "output": "OPTIONS_OF_OUTPUTS"}), (ANNOTATE, {"input": "OPTIONS_OF_INPUTS"})):
            meta, wrapper = yaml.safe_load((path / "meta.yaml").read_text()), (path / "wrapper.py").read_text()
            for kind, table in tables.items():
                names = re.findall(r'"(\w+)": "', wrapper.partition(f"{table} = {{")[2].partition("}")[0])
                self.assertEqual([name for each in meta[kind] for name in each if name not in ("genome", "proteins") or path == PREDICT], names)
        version = cli.run("--version").stdout.strip()
        for wrapper in (PREDICT, ANNOTATE):
            self.assertIn(f"exonweave ={version}", yaml.safe_load((wrapper / "environment.yaml").read_text())["dependencies"])


if __name__ == "__main__":
    unittest.main()
