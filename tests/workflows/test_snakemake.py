"""The Snakemake workflow makes what one run of predict makes: on this machine, through Slurm, and when jobs are killed."""
import gzip
import json
import os
import shutil
import subprocess
import unittest

import cli
import slurm

WORKFLOW = cli.SOURCE_DIR / "workflows" / "snakemake"
OPTIONS = "--splice-model vertebrate"
OUTPUTS = {"models.gff3.gz": "--out", "loci.gff3": "--locus-out", "proteins.fa": "--protein-out", "cds.fa": "--cds-out", "unplaced.tsv": "--unplaced-out"}
# Ends the first try of part 2 as soon as its journal holds a result. Later tries write down that they go on from it.
KILLER = """#!/usr/bin/env bash
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


@unittest.skipUnless(shutil.which("snakemake"), "no snakemake")
class Snakemake(cli.Case):
    def setUp(self):
        super().setUp()
        self.work = self.path("work")
        shutil.copytree(WORKFLOW, self.work)
        self.bin = self.path("bin")
        self.bin.mkdir()
        os.symlink(cli.BINARY, self.bin / "exonweave")
        self.environment = {}
        self.configure()

    def configure(self, **changes):
        values = {"samples": "config/samples.tsv", "out": "results", "parts": 3, "threads": 1, "mem_mb": 500, "runtime": 5, "options": OPTIONS, **changes}
        (self.work / "config/config.yaml").write_text("".join(f"{key}: {value}\n" for key, value in values.items() if value is not None))
        tiny = cli.TINY
        self.samples([["tiny", tiny / "genome.fa", tiny / "targets.pep.fa", tiny / "pairs.tsv"],  # what is missing at the end is empty
                      ["everywhere", tiny / "genome.fa", tiny / "targets.pep.fa", "", "--where everywhere"]])

    def samples(self, rows, header=("sample", "genome", "targets", "pairs", "options")):
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

    def assert_same_as_one_run(self, sample, *more):
        wanted = {name: self.path(f"whole.{name}") for name in OUTPUTS}
        self.assert_ok(cli.run("predict", "--genome", cli.TINY / "genome.fa", "--targets", cli.TINY / "targets.pep.fa", *OPTIONS.split(), *more,
                               *(part for name, option in OUTPUTS.items() for part in (option, wanted[name]))))
        for name, path in wanted.items():
            self.assertEqual((self.results(sample) / name).read_bytes(), path.read_bytes(), name)

    def assert_all_same(self):
        self.assert_same_as_one_run("tiny", "--pairs", cli.TINY / "pairs.tsv")
        self.assert_same_as_one_run("everywhere", "--where", "everywhere")
        rows = [line.split("\t") for line in (self.work / "results/report.tsv").read_text().splitlines()]
        self.assertEqual(rows[0][5:], ["cells", "thread_seconds", "predicted_thread_seconds"])
        for sample, *_, predicted in rows[1:]:
            totals = json.loads((self.results(sample) / "summary.json").read_text())["totals"]
            self.assertEqual(predicted, f"{totals['predicted_thread_seconds']:.1f}")
        self.assertEqual([row[:5] for row in rows], [["sample", "targets", "results", "loci", "models"], ["tiny", *["10"] * 4],
                                                     ["everywhere", "10", "20", "10", "10"]])

    def test_all_samples_have_what_one_run_makes(self):
        self.assert_runs()
        self.assert_all_same()
        self.assertTrue((self.results("tiny") / "tiny_mqc.json").exists())
        self.assertFalse(list(self.results("tiny").glob("parts/*")))
        self.assertIn("Nothing to be done", self.assert_runs().stderr)

    def test_a_part_that_is_killed_is_tried_again_and_goes_on(self):
        (self.bin / "exonweave").unlink()
        (self.bin / "exonweave").write_text(KILLER.format(program=cli.BINARY, folder=self.dir))
        (self.bin / "exonweave").chmod(0o755)
        tiny = cli.TINY
        self.samples([["everywhere", tiny / "genome.fa", tiny / "targets.pep.fa", "", "--where everywhere"]])
        self.assert_runs()
        self.assertTrue(self.path("was_killed").exists())
        self.assertRegex(self.path("went_on").read_text(), r"2\.journal: [1-9]\d* results? of a run before")
        self.assert_same_as_one_run("everywhere", "--where", "everywhere")

    def test_a_part_of_another_plan_is_not_gone_on_with(self):
        parts = self.results("tiny") / "parts"
        parts.mkdir(parents=True)
        (parts / "1.journal").write_text("of another plan")
        self.assert_runs()
        self.assert_all_same()

    def would_run(self, *more):
        """How often each rule runs."""
        lines = self.assert_runs("--dry-run", "--quiet", "progress", *more).stdout.splitlines()
        return {words[0]: int(words[1]) for words in map(str.split, lines) if len(words) > 1 and words[1].isdigit()}

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

    def assert_refused(self, *parts):
        done = self.snakemake("--dry-run")
        self.assertNotEqual(done.returncode, 0, done.stdout)
        for part in parts:
            self.assertIn(part, done.stdout + done.stderr)

    def test_what_is_wrong_is_refused_before_anything_runs(self):
        for changes, word in (({"parts": 0}, "parts"), ({"parts": "many"}, "parts"), ({"partz": 3}, "partz"), ({"mem_mb": 1}, "mem_mb")):
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
        self.assert_refused("a sample is there twice")
        self.samples([["tiny", tiny / "genome.fa", tiny / "targets.pep.fa", "x"]], ("sample", "genome", "targets", "pears"))
        self.assert_refused("pears")

    @unittest.skipIf(slurm.missing(), f"no Slurm can be started: {slurm.missing()} is not here")
    def test_jobs_through_slurm(self):
        try:
            with slurm.Slurm(self.path("slurm")) as cluster:
                self.environment = cluster.environment
                self.assert_runs("--profile", "profiles/slurm")
                self.assertEqual(cluster.call("squeue", "--noheader").stdout, "")
        except slurm.CannotStart as why:
            self.skipTest(str(why))
        self.assert_all_same()
        self.assertTrue(list(self.work.glob("slurm-*.txt")))


if __name__ == "__main__":
    unittest.main()
