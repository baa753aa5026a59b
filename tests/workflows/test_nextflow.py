"""The Nextflow pipeline. Where there is no Nextflow the scripts of its modules alone are run, filled in by groovy.py, one after the other as
main.nf would have it: what main.nf itself does, and the configuration, is not tried then, and the test says so."""
import ast
import gzip
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import time
import unittest

import cli
import groovy
from test_annotate import ALSO, FILES, PAGE
from test_annotate_gene_model import MODEL, MadeGenome

try:
    import yaml
except ImportError:
    yaml = None

PIPELINE = cli.SOURCE_DIR / "workflows" / "nextflow"
MODULES = PIPELINE / "modules" / "nf-core" / "exonweave"
NAMES = ("annotate", "predict", "shard", "part", "merge")
OF_PREDICT = {"tiny.gff3.gz": "--out", "tiny.loci.gff3": "--locus-out", "tiny.loci_proteins.fa": "--locus-protein-out",
              "tiny.loci_cds.fa": "--locus-cds-out", "tiny.proteins.fa": "--protein-out", "tiny.cds.fa": "--cds-out",
              "tiny.unplaced.tsv": "--unplaced-out"}
FOLDER = {"alignments.gff3.gz": "--out", "genes.gff3.gz": "--locus-out", "genes.gtf.gz": "--locus-out", "genes.bed.gz": "--locus-out",
          "genes.pep.fa.gz": "--locus-protein-out", "genes.cds.fa.gz": "--locus-cds-out", "unplaced.tsv": "--unplaced-out"}
TINY = {"meta": {"id": "tiny"}, "genome": cli.TINY / "genome.fa", "index": [], "proteins": cli.TINY / "targets.pep.fa",
        "targets": cli.TINY / "targets.pep.fa", "candidates": [], "splice_model": [], "completeness": [], "gene_model": [],
        "pairs": cli.TINY / "pairs.tsv", "hits": []}
TIMED = {"run.json", "report.html", "exonweave_mqc.json"}  # with times, the command line, or names of directories
ARGS = "--splice-model vertebrate"


def parameters():
    """The pipeline's, with their defaults."""
    block = (PIPELINE / "nextflow.config").read_text().partition("params {")[2].partition("\n}")[0]
    return {name: ast.literal_eval(value) for name, value in re.findall(r"^    (\w+) += (.*?) *(?://.*)?$", block, re.MULTILINE)}


class Memory:
    """Of a task, MB."""

    def __init__(self, mega):
        self.mega = mega

    def toMega(self):
        return self.mega


def task(process, **more):
    return {"process": process, "cpus": 2, "memory": None, "accelerator": None, **more, "ext": {"args": ARGS, **more.get("ext", {})}}


class Pipeline(cli.Case):
    def setUp(self):
        super().setUp()
        self.path("bin").mkdir()
        os.symlink(cli.BINARY, self.path("bin/exonweave"))
        self.environment = dict(os.environ, PATH=f"{self.path('bin')}:{os.environ['PATH']}")

    def assert_same_as_predict(self, folder, outputs, *more, inputs=("--pairs", TINY["pairs"], *ARGS.split())):
        """outputs: options of predict by the names in the folder."""
        whole = self.path("whole")
        whole.mkdir(exist_ok=True)
        self.assert_ok(cli.run("predict", "--genome", TINY["genome"], "--targets", TINY["targets"], *inputs, *more,
                               *(part for name, option in outputs.items() for part in (option, whole / name))))
        for name in outputs:
            self.assertEqual((folder / name).read_bytes(), (whole / name).read_bytes(), name)

    def assert_same_as_merged(self, folder, *more, **inputs):
        self.assert_same_as_predict(folder, FOLDER, "--style", "match", *more, **inputs)
        self.assertTrue((folder / "report.html").read_text().startswith("<!doctype html>"))

    def assert_same_as_annotate(self, folder, proteins, *more):
        whole = self.path("whole")
        self.assert_ok(cli.run("annotate", TINY["genome"], *proteins, *ARGS.split(), *more, "-o", whole))
        self.assertEqual(sorted(os.listdir(folder)), sorted(os.listdir(whole)))
        for name in {path.name for path in whole.iterdir()} - TIMED:
            self.assertEqual((folder / name).read_bytes(), (whole / name).read_bytes(), name)


class Modules(Pipeline):
    @classmethod
    def setUpClass(cls):
        print("The scripts of the modules are run, filled in by tests/workflows/groovy.py; Nextflow is not.", file=sys.stderr)

    def prepared(self, name, values, block="script", **task_values):
        """A folder with the inputs, as Nextflow stages them, and the script to run there."""
        module = groovy.Module(MODULES / name / "main.nf")
        folder = self.path(f"{len(self.names())}.{name}")
        folder.mkdir()
        staged = {}
        for variable in [each for group in module.inputs() for each in group]:
            value = values[variable]
            paths = [path for path in (value if isinstance(value, list) else [value]) if isinstance(path, pathlib.Path)]
            names = module.staged(variable, paths)
            for name_there, path in zip(names, paths):
                (folder / name_there).parent.mkdir(exist_ok=True)
                os.symlink(path, folder / name_there)
            staged[variable] = value if not paths and value != [] else names[0] if len(names) == 1 else names
        staged["task"] = task(module.name, **task_values)
        script = module.script(staged, block)
        return folder, script, module.files(staged)

    def bash(self, folder, script):
        return subprocess.run(["bash", "-euo", "pipefail", "-c", script], cwd=folder, env=self.environment, capture_output=True, text=True,
                              timeout=cli.TIMEOUT, stdin=subprocess.DEVNULL)

    def run_module(self, name, values, block="script", **task_values):
        """The folder where it ran and made all its files."""
        folder, script, files = self.prepared(name, values, block, **task_values)
        done = self.bash(folder, script)
        self.assertEqual(done.returncode, 0, script + done.stdout + done.stderr)
        for file in files[0] if block == "script" else [*files[0], *files[1]]:
            found = self.bash(folder, f"shopt -s nullglob; printf '%s\\n' {file}").stdout.split()
            self.assertTrue([each for each in found if (folder / each).exists()], f"{file}: none in {os.listdir(folder)}")
        return folder

    def divided(self, values, n_parts, **task_values):
        plan = self.run_module("shard", {**values, "n_parts": n_parts}) / f"{values['meta']['id']}.plan"
        parts = [self.run_module("part", {**values, "plan": plan, "part": part}, **task_values) for part in range(1, n_parts + 1)]
        return plan, [folder / f"{values['meta']['id']}.{number}.part" for number, folder in enumerate(parts, 1)]

    def test_a_run_of_predict(self):
        self.assert_same_as_predict(self.run_module("predict", TINY), OF_PREDICT)

    def test_a_run_of_annotate(self):
        self.assert_same_as_annotate(self.run_module("annotate", TINY) / "tiny", [TINY["proteins"]])

    def test_all_inputs_of_annotate(self):
        """Files of one name, as those of NCBI have, lie side by side."""
        made = MadeGenome(60, 40, 400)
        genome, records = self.write("g.fa", made.fasta), made.proteins.splitlines(keepends=True)
        proteins = [self.path(f"{name}/protein.faa") for name in ("near", "far")]
        for path, lines in zip(proteins, (records[:20], records[20:])):
            path.parent.mkdir()
            path.write_text("".join(lines))
        self.assert_ok(cli.run("annotate", genome, *proteins, "-o", self.path("first")))
        files = {"candidates": self.path("first/genes.gff3.gz"), "splice_model": self.path("first/splice-model.yaml"), "completeness": proteins[0],
                 "gene_model": self.path("first/gene-model.yaml")}
        folder = self.run_module("annotate", {**TINY, "genome": genome, "proteins": proteins, **files}, ext={"args": "--also hints,paf"}) / "tiny"
        self.assert_ok(cli.run("annotate", genome, *proteins, "--also", "hints,paf", "-o", self.path("whole"),
                               *(part for name, path in files.items() for part in (f"--{name.replace('_', '-')}", path))))
        names = {path.name for path in folder.iterdir()}
        self.assertEqual(names, {path.name for path in self.path("whole").iterdir()})
        self.assertLess({"gene-model.yaml", "hints.gff.gz", "alignments.paf.gz", "completeness.tsv"}, names)
        for name in names - TIMED:
            self.assertEqual((folder / name).read_bytes(), (self.path("whole") / name).read_bytes(), name)

    def test_parts_of_a_run(self):
        plan, parts = self.divided(TINY, 3, memory=Memory(600))
        self.assert_same_as_merged(self.run_module("merge", {**TINY, "plan": plan, "parts": parts}) / "tiny")

    def test_parts_of_a_run_with_a_splice_model(self):
        self.assert_ok(cli.run("annotate", TINY["genome"], TINY["proteins"], "--splice-model", "plant", "-o", self.path("first")))
        model = self.path("first/splice-model.yaml")
        args = {"ext": {"args": ""}}
        values = {**TINY, "splice_model": model}
        plan = self.run_module("shard", {**values, "n_parts": 1}, **args) / "tiny.plan"
        part = self.run_module("part", {**values, "plan": plan, "part": 1}, **args) / "tiny.1.part"
        self.assert_same_as_merged(self.run_module("merge", {**values, "plan": plan, "parts": [part]}, **args) / "tiny",
                                   inputs=("--pairs", TINY["pairs"], "--splice-model", model))

    def test_a_prefix_and_options_of_the_outputs(self):
        plan, parts = self.divided(TINY, 1)
        folder = self.run_module("merge", {**TINY, "plan": plan, "parts": parts}, ext={"prefix": "other", "args2": "--id-prefix g1."})
        self.assert_same_as_merged(folder / "other", "--id-prefix", "g1.")

    def test_candidates_of_several_files_and_a_genome_with_its_index(self):
        genome = self.path("data/genome.fa.gz")
        genome.parent.mkdir()
        if not shutil.which("samtools") or not shutil.which("bgzip"):
            self.skipTest("no samtools")
        with genome.open("wb") as packed:
            subprocess.run(["bgzip", "-c", TINY["genome"]], stdout=packed, check=True)
        subprocess.run(["samtools", "faidx", genome], check=True)
        candidates = [cli.TINY / "candidates.gff3", cli.TINY / "candidates.genscan"]
        values = {**TINY, "genome": genome, "index": [genome.with_name(genome.name + end) for end in (".fai", ".gzi")],
                  "targets": [cli.TINY / "targets.cds.fa"], "candidates": candidates}
        folder = self.run_module("predict", values, ext={"args": ""})
        self.assert_ok(cli.predict("--out", self.path("whole.gff3.gz"), candidates=candidates))
        self.assertEqual(gzip.decompress((folder / "tiny.gff3.gz").read_bytes()), gzip.decompress(self.path("whole.gff3.gz").read_bytes()))

    def test_threads_memory_and_gpus_are_those_of_the_task(self):
        for name in NAMES:
            values = {**TINY, "n_parts": 2, "plan": cli.TINY / "pairs.tsv", "part": 1, "parts": []}
            values["plan"] = self.write("a.plan", "")
            script = self.prepared(name, values, cpus=5, memory=Memory(4096), accelerator={"request": 1})[1]
            self.assertIn("--threads 5 ", script)
            self.assertIn("--memory 3896M ", script)
            self.assertEqual("--engine cuda" in script, name in ("annotate", "predict", "part"))
            self.assertIn(ARGS, script)

    def test_parts_are_given_what_shard_expects_them_to_take(self):
        directives = groovy.directives(PIPELINE / "nextflow.config", "EXONWEAVE_PART")
        parameters = {"mem_mb": 4096, "runtime": 240, "memory_margin": 1.25, "time_margin": 2, "max_mem_mb": 10000, "max_runtime": 1000, "retries": 2,
                      "engine_options": "-q"}

        def asked(row, attempt=1, cpus=1):
            variables = {"meta": {"id": "tiny", **row}, "params": parameters, "task": {"attempt": attempt, "cpus": cpus}}
            return tuple(directives[name](variables) for name in ("time", "memory", "ext.args2"))
        row = {"seconds": "3.6e+03", "memory_mb": "1000"}
        self.assertEqual(asked(row), (130, 1450, "-q --strict"))
        self.assertEqual(asked(row, cpus=2), (70, 1450, "-q --strict"))
        self.assertEqual(asked(row, attempt=2), (260, 2900, "-q --strict"))
        self.assertEqual(asked(row, attempt=3), (390, 4350, "-q"))
        self.assertEqual(asked({"seconds": "0", "memory_mb": "0"}), (10, 500, "-q --strict"))
        self.assertEqual(asked({"seconds": "0"}), (10, 4096, "-q --strict"))
        self.assertEqual(asked({}), (240, 4096, "-q --strict"))
        self.assertEqual(asked({"seconds": "360000", "memory_mb": "20000"}), (1000, 10000, "-q --strict"))

    @staticmethod
    def wait_for_group(group):
        """The shell is gone; the program that it ran holds its lock until it is gone too."""
        until = time.monotonic() + cli.TIMEOUT
        while time.monotonic() < until:
            try:
                os.killpg(group, 0)
            except ProcessLookupError:
                return
            time.sleep(0.01)

    def kill_and_try_again(self, name, values, ext, pattern):
        """The folder of the second try, which goes on from what the first left in a directory of both."""
        journals = self.path("journals")
        ext = {**ext, "journals": str(journals)}
        folder, script, _ = self.prepared(name, values, ext={**ext, "args2": "--engine sequential"})
        running = subprocess.Popen(["bash", "-euo", "pipefail", "-c", script], cwd=folder, env=self.environment, stderr=subprocess.DEVNULL,
                                   start_new_session=True)
        until = time.monotonic() + cli.TIMEOUT
        while running.poll() is None and time.monotonic() < until and not any(file.stat().st_size > 1500 for file in journals.glob(pattern)):
            time.sleep(0.001)
        os.killpg(running.pid, signal.SIGKILL)
        self.assertEqual(running.wait(), -signal.SIGKILL, "it was done before it could be killed")
        self.wait_for_group(running.pid)
        folder, script, _ = self.prepared(name, values, ext=ext)
        done = self.bash(folder, script)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stderr, r"[1-9]\d* results? of an earlier run")
        self.assertEqual(list(journals.iterdir()), [])
        return folder

    def test_a_part_that_was_killed_goes_on_where_all_tries_see_its_journal(self):
        values = {**TINY, "pairs": [], "part": 1}
        ext = {"args": f"{ARGS} --where everywhere"}
        values["plan"] = self.run_module("shard", {**values, "n_parts": 1}, ext=ext) / "tiny.plan"
        folder = self.kill_and_try_again("part", values, ext, "*.journal")
        merged = self.run_module("merge", {**values, "parts": [folder / "tiny.1.part"]}, ext=ext)
        self.assert_same_as_merged(merged / "tiny", inputs=ext["args"].split())

    def test_an_annotation_that_was_killed_goes_on_where_all_tries_see_its_directory(self):
        folder = self.kill_and_try_again("annotate", TINY, {"args": ARGS}, "tiny/run.journal")
        self.assert_same_as_annotate(folder / "tiny", [TINY["proteins"]])

    def test_stubs_make_all_files(self):
        values = {**TINY, "n_parts": 2, "part": 1, "plan": self.write("a.plan", ""), "parts": []}
        for name in NAMES:
            self.run_module(name, values, "stub")

    def test_every_file_of_annotate_is_an_output(self):
        is_index = re.compile(r"\.(tbi|csi)$").search
        names = {name for name in set(os.listdir(self.run_module("annotate", TINY, "stub") / "tiny")) if not is_index(name)}
        self.assertEqual(names, {name for name in FILES.union({PAGE, MODEL}, *ALSO.values()) if not is_index(name)})

    def test_versions_are_asked_of_the_program(self):
        for name in NAMES:
            module = groovy.Module(MODULES / name / "main.nf")
            self.assertEqual(self.bash(self.dir, module.outputs()["versions_exonweave"]).stdout, cli.run("--version").stdout)
            self.assertIn("topic: versions", module.blocks["output"])

    @unittest.skipUnless(yaml, "PyYAML is not here")
    def test_meta_yml_tells_every_input_and_output(self):
        version = cli.run("--version").stdout.strip()
        for name in NAMES:
            module = groovy.Module(MODULES / name / "main.nf")
            meta = yaml.safe_load((MODULES / name / "meta.yml").read_text())
            self.assertEqual((meta["name"], module.name), (f"exonweave_{name}", f"EXONWEAVE_{name.upper()}"))
            inputs = [[key for each in group for key in each] if isinstance(group, list) else list(group) for group in meta["input"]]
            self.assertEqual(inputs, module.inputs())
            outputs = {emit: list(groups[0][-1])[0] for emit, groups in meta["output"].items()}
            self.assertEqual(outputs, module.outputs())
            self.assertEqual(list(meta["topics"]["versions"][0][-1]), [module.outputs()["versions_exonweave"]])
            environment = yaml.safe_load((MODULES / name / "environment.yml").read_text())
            self.assertEqual(environment["dependencies"], [f"bioconda::exonweave={version}"])
            images = re.findall(r"exonweave:([\d.]+)--", (MODULES / name / "main.nf").read_text())
            self.assertEqual(images, [version] * 2)  # Singularity's and Docker's

    def test_the_pipeline_includes_modules_that_are_there(self):
        text = (PIPELINE / "main.nf").read_text()
        for name, path in re.findall(r"include \{ (\w+) +\} from '(.*)'", text):
            self.assertEqual(groovy.Module(PIPELINE / f"{path}.nf").name, name)
            self.assertIn(f"withName: '{name}'", (PIPELINE / "nextflow.config").read_text())
            self.assertIn(f"    {name}(", text)
        for output in re.findall(r"EXONWEAVE_(\w+)\.out\.(\w+)", text):
            self.assertIn(output[1], groovy.Module(MODULES / output[0].lower() / "main.nf").outputs())
        configuration = (PIPELINE / "nextflow.config").read_text()
        for name in set(re.findall(r"meta\.(\w+)", configuration)):
            self.assertRegex(text, rf"\b{name}\b")
        self.assertEqual(set(re.findall(r"params\.(\w+)", text + configuration)), set(parameters()))

    @unittest.skipUnless(yaml, "PyYAML is not here")
    def test_parameters_and_columns_are_those_of_the_snakemake_workflow(self):
        snakemake = PIPELINE.with_name("snakemake")
        schemas = snakemake / "workflow" / "schemas"
        defaults = {name: value["default"] for name, value in yaml.safe_load((schemas / "config.schema.yaml").read_text())["properties"].items()}
        own = {"gpus": 0, "journals": ""}
        self.assertEqual(parameters(), {**defaults, **own})
        self.assertEqual(yaml.safe_load((snakemake / "config" / "config.yaml").read_text()), defaults)
        text = (PIPELINE / "main.nf").read_text()
        columns = yaml.safe_load((schemas / "samples.schema.yaml").read_text())["properties"]
        lists = re.findall(r"\[('\w+'(?:, '\w+')+)\]", text.partition("// What lies beside")[0] + text.partition("def known = (")[2].partition(")")[0])
        self.assertEqual({name for names in lists for name in re.findall(r"\w+", names)}, set(columns))


@unittest.skipUnless(shutil.which("nextflow"), "no nextflow: of the pipeline the scripts of its modules alone are tried")
class Nextflow(Pipeline):
    def nextflow(self, *more):
        environment = dict(self.environment, NXF_ANSI_LOG="false", NXF_OFFLINE="true", NXF_HOME=os.environ.get("NXF_HOME", str(self.path("home"))))
        return subprocess.run(["nextflow", "run", PIPELINE, "--out", self.path("results"), "--options", ARGS, "--mem_mb", "1000", "--threads", "1", *more],
                              cwd=self.dir, env=environment, capture_output=True, text=True, timeout=cli.TIMEOUT)

    def assert_runs(self, *more):
        done = self.nextflow(*more)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def samples(self, *columns):
        columns = ("genome", "proteins", *columns)
        return self.write("samples.tsv", "\t".join(("sample", *columns)) + "\n" + "\t".join(("tiny", *(str(TINY[name]) for name in columns))) + "\n")

    def test_the_pipeline_makes_what_annotate_makes(self):
        self.assert_runs("--samples", self.samples())
        self.assert_same_as_annotate(self.path("results/tiny"), [TINY["proteins"]])
        self.assertIn("exonweave: ", self.path("results/versions.yml").read_text())

    def test_the_pipeline_in_parts_makes_what_one_run_makes(self):
        self.assert_runs("--samples", self.samples("pairs"), "--parts", "3")
        self.assert_same_as_merged(self.path("results/tiny"))

    def test_columns_of_the_other_way_are_refused(self):
        done = self.nextflow("--samples", self.samples("pairs"))
        self.assertNotEqual(done.returncode, 0)
        self.assertIn("sample 'tiny' has pairs, which is for parts above 0", done.stdout + done.stderr)

    def test_stubs(self):
        for parts in (0, 2):
            self.assert_runs("--samples", self.samples(), "--parts", str(parts), "-stub-run")
            self.assertTrue(self.path("results/tiny/report.html").exists())
            shutil.rmtree(self.path("results"))


if __name__ == "__main__":
    unittest.main()
