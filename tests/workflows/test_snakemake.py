"""The Snakemake workflow makes what annotate makes, or, in parts, what one run of predict makes: on this machine, through Slurm, and when jobs are
killed."""
import gzip
import json
import os
import re
import shutil
import statistics
import subprocess
import unittest

import cli
import models
import slurm
from test_annotate_gene_model import MadeGenome

WORKFLOW = cli.SOURCE_DIR / "workflows" / "snakemake"
OPTIONS = "--splice-model vertebrate"
PROGRAM = 200  # MB of a job beside its --memory
OUTPUTS = {"alignments.gff3.gz": "--out", "genes.gff3.gz": "--locus-out", "genes.gtf.gz": "--locus-out", "genes.bed.gz": "--locus-out",
           "genes.pep.fa.gz": "--locus-protein-out", "genes.cds.fa.gz": "--locus-cds-out", "unplaced.tsv": "--unplaced-out"}
# What exonweave is called with is written down. Where a test has a table of parts for a sample, shard leaves this one.
WATCHER = """#!/usr/bin/env bash
echo "$@" >> {folder}/calls
{program} "$@" || exit
[ "$1" = shard ] || exit 0
table=$(grep -o 'results/[^ ]*/parts.tsv' <<< "$@")
own={folder}/$(basename "$(dirname "$table")").parts.tsv
[ ! -e "$own" ] || cp "$own" "$table"
"""
# Ends the first try of part 2 as soon as its journal holds a result. Later tries write down that they go on from it.
KILLER = """#!/usr/bin/env bash
echo "$@" >> {folder}/calls
journal=$(printf '%s\\n' "$@" | grep '2[.]journal$') || exec {program} "$@"
if [ -s "$journal" ]; then
  {program} "$@" 2> >(tee {folder}/went_on >&2)
  exit
fi
{program} "$@" --engine sequential &
until [ "$(stat -c %s "$journal" 2>/dev/null || echo 0)" -gt 1500 ] || ! kill -0 $!; do :; done
kill -9 $! && touch {folder}/was_killed
wait $!
"""
# Ends the first try of annotate as soon as its journal holds a result. Later tries write down that they go on from it.
ANNOTATE_KILLER = """#!/usr/bin/env bash
echo "$@" >> {folder}/calls
journal=results/tiny/run.journal
if [ -s "$journal" ]; then
  {program} "$@" 2> >(tee {folder}/went_on >&2)
  exit
fi
{program} "$@" --engine sequential &
until [ "$(stat -c %s "$journal" 2>/dev/null || echo 0)" -gt 1500 ] || ! kill -0 $!; do :; done
kill -9 $! && touch {folder}/was_killed
wait $!
"""
# Gives the first try of each part far too little memory.
MISER = """#!/usr/bin/env bash
echo "$@" >> {folder}/calls
part=$(grep -o '[0-9]*[.]journal' <<< "$@") && mkdir {folder}/tried."$part" || exec {program} "$@"
exec {program} "${{@/#[0-9]*M/20K}}"
"""


class Workflow(cli.Case):
    parts = 0

    def setUp(self):
        super().setUp()
        self.work = self.path("work")
        shutil.copytree(WORKFLOW, self.work)
        self.bin = self.path("bin")
        self.bin.mkdir()
        self.program(WATCHER)
        self.environment = {}
        self.configure()

    def program(self, text):
        """What is run as exonweave."""
        (self.bin / "exonweave").write_text(text.format(program=cli.BINARY, folder=self.dir))
        (self.bin / "exonweave").chmod(0o755)

    def configure(self, **changes):
        values = {"samples": "config/samples.tsv", "out": "results", "parts": self.parts, "threads": 1, "mem_mb": 500, "runtime": 5, "options": OPTIONS, **changes}
        (self.work / "config/config.yaml").write_text("".join(f"{key}: {value}\n" for key, value in values.items() if value is not None))

    def samples(self, rows, header=("sample", "genome", "proteins", "pairs", "options")):
        (self.work / "config/samples.tsv").write_text("".join("\t".join(map(str, row)) + "\n" for row in [header, *rows]))

    def snakemake(self, *more):
        environment = dict(os.environ, PATH=f"{self.bin}:{os.environ['PATH']}", HOME=str(self.dir), XDG_CACHE_HOME=str(self.dir / "cache"), **self.environment)
        return subprocess.run(["snakemake", "--cores", "2", *more], cwd=self.work, env=environment, capture_output=True, text=True, timeout=cli.TIMEOUT)

    def assert_runs(self, *more):
        done = self.snakemake(*more)
        logs = "".join(f"--- {path}\n{path.read_text()}" for path in self.work.rglob("logs/*.txt"))
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr + logs)
        return done

    def results(self, sample):
        return self.work / "results" / sample

    def would_run(self, *more):
        """How often each rule runs."""
        lines = self.assert_runs("--dry-run", "--quiet", "progress", *more).stdout.splitlines()
        return {words[0]: int(words[1]) for words in map(str.split, lines) if len(words) > 1 and words[1].isdigit()}

    def assert_refused(self, *parts):
        done = self.snakemake("--dry-run")
        self.assertNotEqual(done.returncode, 0, done.stdout)
        for part in parts:
            self.assertIn(part, done.stdout + done.stderr)


@unittest.skipUnless(shutil.which("snakemake"), "no snakemake")
class Annotate(Workflow):
    def setUp(self):
        super().setUp()
        self.samples([["tiny", cli.TINY / "genome.fa", cli.TINY / "targets.pep.fa"]])

    def assert_same_as_annotate(self, sample, genome, proteins, *more):
        """All but what has times or the command line."""
        whole = self.path("whole/results") / sample  # MultiQC's row is named after two directories
        self.assert_ok(cli.run("annotate", genome, *proteins, *OPTIONS.split(), *more, "-o", whole))
        names = {path.name for path in whole.iterdir()}
        self.assertEqual({path.name for path in self.results(sample).iterdir()}, names | {"logs"})
        for name in names - {"run.json", "report.html"}:
            self.assertEqual((self.results(sample) / name).read_bytes(), (whole / name).read_bytes(), name)

    def test_every_column_is_an_option_of_annotate(self):
        made = MadeGenome(60, 40, 400)
        genome, near, far = self.write("g.fa", made.fasta), self.path("near/p.fa"), self.path("far/p.fa")
        records = made.proteins.splitlines(keepends=True)
        for path, lines in ((near, records[:20]), (far, records[20:])):
            path.parent.mkdir()
            path.write_text("".join(lines))
        self.assert_ok(cli.run("annotate", genome, near, far, *OPTIONS.split(), "-o", self.path("first")))
        self.assertTrue(self.path("first/gene-model.yaml").exists())
        columns = {"candidates": self.path("first/genes.gff3.gz"), "completeness": near, "gene_model": self.path("first/gene-model.yaml")}
        self.samples([["all", genome, f"{near},{far}", *columns.values(), "--id-prefix g1."], ["few", genome, far]],
                     ("sample", "genome", "proteins", *columns, "options"))
        self.assert_runs()
        self.assert_same_as_annotate("all", genome, [near, far], *(part for name, path in columns.items() for part in (f"--{name.replace('_', '-')}", path)),
                                     "--id-prefix", "g1.")
        self.assert_same_as_annotate("few", genome, [far])
        rows = [line.split("\t") for line in (self.work / "results/report.tsv").read_text().splitlines()]
        for sample, *counts in rows[1:]:
            genes = json.loads((self.results(sample) / "run.json").read_text())["locus_models"]
            self.assertEqual(counts[:4], [str(genes[name]) for name in ("written", "complete", "partial", "pseudo")])
        self.assertIn("Nothing to be done", self.assert_runs().stderr)

    def test_a_splice_model_of_another_run(self):
        self.assert_ok(cli.run("annotate", cli.TINY / "genome.fa", cli.TINY / "targets.pep.fa", "--splice-model", "plant", "-o", self.path("first")))
        model = self.path("first/splice-model.yaml")
        self.samples([["tiny", cli.TINY / "genome.fa", cli.TINY / "targets.pep.fa", model]], ("sample", "genome", "proteins", "splice_model"))
        self.configure(options="--also paf")
        self.assert_runs()
        self.assertEqual((self.results("tiny") / "splice-model.yaml").read_bytes(), model.read_bytes())

    def test_threads_and_memory_are_those_of_the_job(self):
        self.configure(threads=2, mem_mb=700)
        self.assert_runs()
        self.assertIn(" --threads 2 --memory 500M", self.path("calls").read_text())
        self.configure(threads=2, mem_mb=700, max_mem_mb=600, engine_options="--engine simd")
        self.assert_runs("--forcerun", "annotate")
        self.assertIn(" --threads 2 --memory 400M --engine simd", self.path("calls").read_text())

    def test_a_run_that_is_killed_is_tried_again_and_goes_on(self):
        self.program(ANNOTATE_KILLER)
        self.assert_runs()
        self.assertTrue(self.path("was_killed").exists())
        self.assertRegex(self.path("went_on").read_text(), r"[1-9]\d* results? of an earlier run")
        self.assert_same_as_annotate("tiny", cli.TINY / "genome.fa", [cli.TINY / "targets.pep.fa"])
        self.assertEqual(re.findall(r"--memory (\d+)M", self.path("calls").read_text()), ["300", "800"])

    def test_other_options_and_the_other_way_replace_what_is_there(self):
        self.configure(options="--also hints")
        self.assert_runs()
        self.assertTrue((self.results("tiny") / "hints.gff.gz").exists())
        self.configure(parts=2)
        self.assert_runs()
        self.assertFalse((self.results("tiny") / "splice-model.yaml").exists())
        self.configure()
        self.assert_runs()
        for name in ("genome", "genome.fai", "run.plan", "parts.tsv"):
            (self.results("tiny") / name).unlink()
        shutil.rmtree(self.results("tiny") / "parts", ignore_errors=True)
        self.assert_same_as_annotate("tiny", cli.TINY / "genome.fa", [cli.TINY / "targets.pep.fa"])

    def test_a_copy_beside_the_small_data_runs_as_it_comes(self):
        copy = self.path("mine")
        shutil.copytree(WORKFLOW, copy)
        self.path("test-data").symlink_to(cli.SOURCE_DIR / "test-data")
        self.work = copy
        self.assertEqual(self.would_run(), {"all": 1, "annotate": 1, "report": 1, "total": 3})

    def test_columns_of_a_run_in_parts_are_refused(self):
        tiny = cli.TINY
        self.samples([["tiny", tiny / "genome.fa", tiny / "targets.pep.fa", tiny / "pairs.tsv"]])
        self.assert_refused("sample 'tiny' has pairs, which is for parts above 0")

    @unittest.skipIf(slurm.missing(), f"no Slurm can be started: {slurm.missing()} is not here")
    def test_jobs_through_slurm(self):
        try:
            with slurm.Slurm(self.path("slurm")) as cluster:
                self.environment = cluster.environment
                self.assert_runs("--profile", "profiles/slurm")
                jobs = cluster.jobs()
        except slurm.CannotStart as why:
            self.skipTest(str(why))
        self.assertEqual(jobs, [("exonweave.annotate", 500, 5)])
        self.assert_same_as_annotate("tiny", cli.TINY / "genome.fa", [cli.TINY / "targets.pep.fa"])


@unittest.skipUnless(shutil.which("snakemake"), "no snakemake")
class InParts(Workflow):
    parts = 3

    def setUp(self):
        super().setUp()
        tiny = cli.TINY
        self.samples([["tiny", tiny / "genome.fa", tiny / "targets.pep.fa", tiny / "pairs.tsv"],  # what is missing at the end is empty
                      ["everywhere", tiny / "genome.fa", tiny / "targets.pep.fa", "", "--where everywhere"]])

    def assert_same_as_one_run(self, sample, *more):
        wanted = {name: self.path("whole") / name for name in OUTPUTS}
        self.path("whole").mkdir(exist_ok=True)
        self.assert_ok(cli.run("predict", "--genome", cli.TINY / "genome.fa", "--targets", cli.TINY / "targets.pep.fa", *OPTIONS.split(), "--style", "match", *more,
                               *(part for name, option in OUTPUTS.items() for part in (option, wanted[name]))))
        for name, path in wanted.items():
            self.assertEqual((self.results(sample) / name).read_bytes(), path.read_bytes(), name)

    def assert_all_same(self):
        self.assert_same_as_one_run("tiny", "--pairs", cli.TINY / "pairs.tsv")
        self.assert_same_as_one_run("everywhere", "--where", "everywhere")
        rows = [line.split("\t") for line in (self.work / "results/report.tsv").read_text().splitlines()]
        self.assertEqual(rows[0][6:], ["results", "cells", "thread_seconds", "predicted_thread_seconds"])
        for sample, *_, predicted in rows[1:]:
            totals = json.loads((self.results(sample) / "run.json").read_text())["totals"]
            self.assertEqual(predicted, f"{totals['predicted_thread_seconds']:.1f}")
        self.assertEqual([(row[0], row[6]) for row in rows[1:]], [("tiny", "10"), ("everywhere", "20")])
        self.assertEqual(rows[0][:6], ["sample", "genes", "complete", "partial", "disrupted", "median_support"])
        for sample, *counts in (row[:6] for row in rows[1:]):
            genes = models.models_of(gzip.decompress((self.results(sample) / "genes.gff3.gz").read_bytes()).decode())
            kinds = ["disrupted" if "pseudo" in gene.row.attributes else "partial" if "partial" in gene.row.attributes else "complete" for gene in genes]
            self.assertEqual(counts[:4], [str(len(genes)), *(str(kinds.count(kind)) for kind in rows[0][2:5])])
            supports = [float(gene.row.attributes["support"]) for gene in genes if "support" in gene.row.attributes]
            self.assertAlmostEqual(float(counts[4]), statistics.median(supports), delta=0.001)

    def test_all_samples_have_what_one_run_makes(self):
        self.assert_runs()
        self.assert_all_same()
        self.assertTrue((self.results("tiny") / "tiny_mqc.json").exists())
        self.assertTrue((self.results("tiny") / "report.html").read_text().startswith("<!doctype html>"))
        self.assertFalse(list(self.results("tiny").glob("parts/*")))
        self.assertIn("Nothing to be done", self.assert_runs().stderr)

    def test_a_part_that_is_killed_is_tried_again_and_goes_on(self):
        self.program(KILLER)
        tiny = cli.TINY
        self.samples([["everywhere", tiny / "genome.fa", tiny / "targets.pep.fa", "", "--where everywhere"]])
        self.assert_runs()
        self.assertTrue(self.path("was_killed").exists())
        self.assertRegex(self.path("went_on").read_text(), r"2\.journal: [1-9]\d* results? of an earlier run")
        self.assert_same_as_one_run("everywhere", "--where", "everywhere")
        first, second = self.memory_of_parts()[2]  # MB
        self.assertEqual(second + PROGRAM, 2 * (first + PROGRAM))

    def test_a_part_of_another_plan_is_not_gone_on_with(self):
        parts = self.results("tiny") / "parts"
        parts.mkdir(parents=True)
        (parts / "1.journal").write_text("of another plan")
        self.assert_runs()
        self.assert_all_same()

    def memory_of_parts(self):
        """MB, as exonweave was given them, at all tries of each part. For tests of one sample."""
        tries = {}
        for memory, part in re.findall(r"^predict .*--memory (\d+)M .*/(\d+)\.journal", self.path("calls").read_text(), re.MULTILINE):
            tries.setdefault(int(part), []).append(int(memory))
        return tries

    def plan_tables(self, header="part results seconds of_mean memory_mb", **rows):
        """Shard's tables are to be these, by sample: a row has the seconds of a part and its memory, MB."""
        for sample, values in rows.items():
            lines = [header.split(), *([number, 1, seconds, 1, *more] for number, (seconds, *more) in enumerate(values, 1))]
            self.write(f"{sample}.parts.tsv", "".join("\t".join(map(str, line)) + "\n" for line in lines))

    def resources_of_parts(self, *more):
        """Minutes and MB that would be asked for each part, by sample."""
        done = self.assert_runs("--dry-run", "--forcerun", "predict", *more)
        found = {}
        for sample, part, text in re.findall(r"^rule predict:.*?wildcards: sample=(\w+), part=(\d+)\n.*?resources: (.*?)$", done.stdout,
                                             re.MULTILINE | re.DOTALL):
            named = dict(each.split("=", 1) for each in text.split(", "))
            found.setdefault(sample, {})[int(part)] = (int(named["runtime"]), int(named["mem_mb"]))
        return {sample: [value for _, value in sorted(parts.items())] for sample, parts in found.items()}

    def test_parts_are_given_what_shard_expects_them_to_take(self):
        self.plan_tables(tiny=[(0, 10), (3600, 1000), (86400, 3000.5)], everywhere=[(60, 241), (1.5, 239), (29.9, 240)])
        self.assertEqual(self.resources_of_parts(), {"tiny": [(5, 500)] * 3, "everywhere": [(5, 500)] * 3})  # no table so far
        self.assert_runs("--until", "shard")
        self.assertEqual(self.resources_of_parts(), {"tiny": [(10, 500), (130, 1450), (2890, 3951)],
                                                     "everywhere": [(12, 502), (11, 500), (11, 500)]})
        self.configure(threads=2)
        self.assertEqual(self.resources_of_parts()["tiny"], [(10, 500), (70, 1450), (1450, 3951)])
        self.configure(time_margin=1, memory_margin=1.5)
        self.assertEqual(self.resources_of_parts()["tiny"], [(10, 500), (70, 1700), (1450, 4701)])
        self.configure(max_runtime=100, max_mem_mb=2000)
        self.assertEqual(self.resources_of_parts()["tiny"], [(10, 500), (100, 1450), (100, 2000)])
        self.configure(parts=4)  # a table for three is there as long as shard did not run again
        self.assertEqual(self.resources_of_parts()["tiny"][2:], [(2890, 3951), (5, 500)])

    def test_a_table_without_memory_leaves_that_to_the_configuration(self):
        self.configure(mem_mb=700)
        self.plan_tables("part results seconds of_mean", tiny=[(600,), (6,), (0,)])
        self.assert_runs("--until", "shard")
        self.assertEqual(self.resources_of_parts()["tiny"], [(30, 700), (11, 700), (10, 700)])

    def test_a_table_that_is_written_anew_is_read_anew(self):
        """In one run of Snakemake, which has asked for the resources before shard runs."""
        tiny = cli.TINY
        self.samples([["tiny", tiny / "genome.fa", tiny / "targets.pep.fa", tiny / "pairs.tsv"]])
        self.plan_tables(tiny=[(1, 400), (1, 800), (1, 1200)])
        self.assert_runs("--until", "shard")
        self.path("calls").unlink()
        self.plan_tables(tiny=[(1, 1600), (1, 2000), (1, 2400), (1, 2800)])
        self.configure(parts=4)
        self.assert_runs()
        self.assertEqual(self.memory_of_parts(), {1: [2000], 2: [2500], 3: [3000], 4: [3500]})
        self.assert_same_as_one_run("tiny", "--pairs", tiny / "pairs.tsv")

    def test_a_result_that_is_too_large_has_more_memory_at_the_next_try(self):
        tiny = cli.TINY
        self.samples([["tiny", tiny / "genome.fa", tiny / "targets.pep.fa", tiny / "pairs.tsv"]])
        self.program(MISER)
        self.assert_runs()
        self.assertEqual([len(tries) for tries in self.memory_of_parts().values()], [2] * 3)
        self.assert_same_as_one_run("tiny", "--pairs", tiny / "pairs.tsv")

    def test_changes_of_the_configuration_are_seen(self):
        self.assert_runs()
        self.configure(parts=5)
        self.assertEqual({rule: n for rule, n in self.would_run().items() if rule != "total"},
                         {"all": 1, "shard": 2, "predict": 10, "merge": 2, "report": 1})
        self.assert_runs("--until", "predict")  # and a run that ended here leaves parts of this plan
        self.configure(parts=2)
        self.assert_runs()
        self.assert_all_same()
        self.configure(parts=2, merge_options="--id-prefix g1.")
        self.assertEqual({rule: n for rule, n in self.would_run().items() if rule in ("shard", "merge")}, {"merge": 2})

    def test_a_genome_that_is_packed_but_not_in_blocks(self):
        packed = self.path("genome.fa.gz")
        packed.write_bytes(gzip.compress((cli.TINY / "genome.fa").read_bytes()))
        self.samples([["tiny", packed, cli.TINY / "targets.pep.fa", cli.TINY / "pairs.tsv", ""]])
        self.assert_runs()
        self.assert_same_as_one_run("tiny", "--pairs", cli.TINY / "pairs.tsv")

    def test_what_is_wrong_is_refused_before_anything_runs(self):
        for changes, word in (({"parts": -1}, "parts"), ({"parts": "many"}, "parts"), ({"partz": 3}, "partz"), ({"mem_mb": 1}, "mem_mb"),
                              ({"time_margin": 0.5}, "time_margin"), ({"max_mem_mb": 1}, "max_mem_mb")):
            self.configure(**changes)
            self.assert_refused(word)
        self.configure()
        tiny = cli.TINY
        for name in ("a/b", "..", ""):
            self.samples([[name, tiny / "genome.fa", tiny / "targets.pep.fa", "", ""]])
            self.assert_refused(f"'{name}'")
        self.samples([["tiny", "", tiny / "targets.pep.fa", "", ""]])
        self.assert_refused("genome")
        self.samples([["tiny", tiny / "genome.fa", tiny / "targets.pep.fa", "", ""]] * 2)
        self.assert_refused("a sample occurs twice")
        self.samples([["tiny", tiny / "genome.fa", tiny / "targets.pep.fa", "x"]], ("sample", "genome", "proteins", "pears"))
        self.assert_refused("pears")
        self.samples([["tiny", tiny / "genome.fa", tiny / "targets.pep.fa", "x"]], ("sample", "genome", "proteins", "gene_model"))
        self.assert_refused("sample 'tiny' has gene_model, which is for parts: 0")

    @unittest.skipIf(slurm.missing(), f"no Slurm can be started: {slurm.missing()} is not here")
    def test_jobs_through_slurm(self):
        self.plan_tables(tiny=[(60, 300), (120, 400), (180, 500)], everywhere=[(3600, 600), (7200, 700), (0, 0)])
        try:
            with slurm.Slurm(self.path("slurm")) as cluster:
                self.environment = cluster.environment
                self.assert_runs("--profile", "profiles/slurm")
                self.assertEqual(cluster.call("squeue", "--noheader").stdout, "")
                jobs = cluster.jobs()
        except slurm.CannotStart as why:
            self.skipTest(str(why))
        self.assert_all_same()
        self.assertTrue(list(self.work.glob("slurm-*.txt")))
        self.assertEqual([job[1:] for job in jobs if job[0] == "exonweave.predict"],
                         [(500, 10), (575, 12), (700, 14), (825, 16), (950, 130), (1075, 250)])
        self.assertEqual([job[1:] for job in jobs if job[0] in ("exonweave.shard", "exonweave.merge")], [(500, 5)] * 4)

    @unittest.skipIf(slurm.missing(), f"no Slurm can be started: {slurm.missing()} is not here")
    def test_a_job_of_slurm_that_fails_is_sent_again_with_more(self):
        tiny = cli.TINY
        self.samples([["tiny", tiny / "genome.fa", tiny / "targets.pep.fa", tiny / "pairs.tsv"]])
        self.program(MISER)
        try:
            with slurm.Slurm(self.path("slurm")) as cluster:
                self.environment = cluster.environment
                self.assert_runs("--profile", "profiles/slurm")
                jobs = [job[1:] for job in cluster.jobs() if job[0] == "exonweave.predict"]
        except slurm.CannotStart as why:
            self.skipTest(str(why))
        self.assert_same_as_one_run("tiny", "--pairs", tiny / "pairs.tsv")
        (memory, minutes), *others = sorted(set(jobs))
        self.assertEqual(others, [(2 * memory, 2 * minutes)])
        self.assertEqual(len(jobs), 6)
        self.assertEqual([len(tries) for tries in self.memory_of_parts().values()], [2] * 3)


if __name__ == "__main__":
    unittest.main()
