"""A run in parts: `shard` divides it, `predict --part` works out each part, `merge` writes what the whole run would have written."""
import json
import random
import signal
import struct
import subprocess
import time
import unittest

import cli
import models
import record_log
from test_search import gene, protein

OUTPUTS = {"--locus-out": "l.gff3", "--locus-out gtf": "l.gtf", "--hints-out": "h.gff", "--locus-protein-out": "lp.fa", "--locus-cds-out": "lc.fa", "--locus-out bed": "l.bed.gz", "--protein-out": "p.fa", "--cds-out": "c.fa", "--alignment-out": "a.txt", "--bed-out": "b.bed.gz",
           "--paf-out": "p.paf", "--unplaced-out": "u.tsv", "--evm-out": "e.gff3", "--summary": "m_mqc.json", "--out": "models.gff3.gz"}  # what follows a blank tells files of an option apart


class Parts(cli.Case):
    """Genes on sequences of their own, to be searched for; some stand side by side."""

    N_GENES = 24

    def setUp(self):
        super().setUp()
        dice = random.Random(7)
        bases = lambda n: "".join(dice.choice("ACGT") for _ in range(n))
        proteins = {f"p{n}": protein(dice, 120) for n in range(self.N_GENES)}
        records = lambda pairs: "".join(f">{name}\n{residues}\n" for name, residues in pairs)
        self.genome = self.write("genome.fa", records((f"s{n}", bases(1500) + gene(dice, each) + bases(1500))
                                                      for n, each in enumerate(proteins.values())))
        self.targets = self.write("targets.fa", records([*proteins.items(), ("unplaced", protein(dice, 90))]))
        self.plan = self.path("run.plan")
        self.inputs = ["--genome", self.genome, "--targets", self.targets, "--where", "loci", "--splice-model", "vertebrate"]

    def outputs(self, folder):
        self.path(folder).mkdir()
        return [part for option, name in OUTPUTS.items() for part in (option.split()[0], self.path(folder) / name)]

    def bytes_of(self, folder):
        return {name: (self.path(folder) / name).read_bytes() for name in OUTPUTS.values()}

    def shard(self, n_parts, *more):
        return cli.run("shard", *self.inputs, "--parts", n_parts, "--plan", self.plan, *more)

    def part_file(self, part):
        return self.path(f"{part}.part")

    def part(self, part, *more):
        return cli.run("predict", *self.inputs, "--plan", self.plan, "--part", part, "--journal", self.part_file(part), *more)

    def merge(self, parts, *more):
        return cli.run("merge", *self.inputs, "--plan", self.plan, *more, *map(self.part_file, parts))

    def divided(self, n_parts, *more):
        """All parts, in an order of their own."""
        self.assert_ok(self.shard(n_parts, *more))
        parts = list(range(1, n_parts + 1))
        random.Random(n_parts).shuffle(parts)
        for part in parts:
            self.assert_ok(self.part(part, "--quiet"))
        return parts

    def assert_same_as_whole(self, n_parts, *inputs, whole="whole"):
        self.inputs += inputs
        if not self.path(whole).exists():
            self.assert_ok(cli.run("predict", *self.inputs, *self.outputs(whole)))
        folder = f"of {n_parts}"
        self.assert_ok(self.merge(self.divided(n_parts), *self.outputs(folder)))
        self.assertEqual(self.bytes_of(folder), self.bytes_of(whole))
        self.assert_no_temporaries()

    def test_merged_parts_have_the_bytes_of_the_whole_run(self):
        for n_parts in (1, 5, 64):
            self.assert_same_as_whole(n_parts)
        for name in ("l.gff3", "l.gtf", "e.gff3"):  # s2 before s10, as in the genome
            rows = [line.split("\t")[0] for line in self.path(f"whole/{name}").read_text().splitlines() if line[:1] not in ("#", "")]
            self.assertEqual(list(dict.fromkeys(rows)), [f"s{n}" for n in range(self.N_GENES)], name)

    def test_parts_and_their_merge_take_the_options_of_the_plan(self):
        self.inputs += ["--max-loci", "3", "--sensitive"]
        self.assert_ok(cli.run("predict", *self.inputs, *self.outputs("whole")))
        self.assert_ok(self.shard(2))
        self.inputs = []
        self.assert_ok(self.part(1))
        self.assert_ok(self.part(2, "--max-loci=3", "--genome", self.genome))  # the same once more
        self.assert_ok(self.merge((1, 2), *self.outputs("merged")))
        self.assertEqual(self.bytes_of("merged"), self.bytes_of("whole"))

    def test_merge_takes_a_review_that_the_plan_knows_nothing_of(self):
        parts = self.divided(2)
        self.assert_ok(self.merge(parts, "--out", "/dev/null", "--locus-out", self.path("whole.gff3")))
        rows = [row for row in models.read_gff3(self.path("whole.gff3").read_text()) if row.type == "gene"]
        review = self.write("review.tsv", "sequence\tstart\tend\tstrand\tmark\n" + "".join(
            f"{row.seqid}\t{row.start}\t{row.end}\t{row.strand}\treject\n" for row in rows[:2]))
        result = self.merge(parts, "--out", "/dev/null", "--locus-out", self.path("kept.gff3"), "--review", review)
        self.assert_ok(result)
        self.assertIn(f"2 of {len(rows)} genes removed: rejected by --review", result.stderr)
        kept = [row for row in models.read_gff3(self.path("kept.gff3").read_text()) if row.type == "gene"]
        self.assertEqual([(row.seqid, row.start) for row in kept], [(row.seqid, row.start) for row in rows[2:]])

    def test_an_option_that_is_not_the_plans_is_refused(self):
        self.assert_ok(self.shard(2))
        self.inputs = ["--max-loci", "4"]
        self.assert_fails(self.part(1), 65, "run.plan", "--max-loci")

    def test_without_its_plan_a_part_says_so_first(self):
        self.inputs = []
        self.assert_fails(self.part(1), 66, "run.plan")
        self.plan.write_text("no plan")
        self.assert_fails(self.merge((1,)), 65, "run.plan")

    def test_what_the_whole_run_learns_all_parts_know(self):
        self.inputs[self.inputs.index("vertebrate")] = "vertebrate:1"
        self.assert_same_as_whole(3)
        summary = self.path("summary.json")
        self.assert_ok(self.merge((1, 2, 3), "--summary", summary, "--out", self.path("again.gff3")))
        self.assertEqual(len(json.loads(summary.read_text())["training"]), 1)

    def test_everywhere_chance_is_that_of_the_whole_run(self):
        self.genome.write_text("".join(self.genome.read_text().partition(">s6")[:1]))
        self.targets.write_text("".join(self.targets.read_text().partition(">p6")[:1]))
        self.inputs[self.inputs.index("loci")] = "everywhere"
        self.assert_same_as_whole(4, "--top", "2")

    def test_pairs_and_candidates(self):
        tiny = cli.TINY
        self.inputs = ["--genome", tiny / "genome.fa", "--candidates", tiny / "candidates.gff3", "--targets", tiny / "targets.cds.fa", "--pairs",
                       tiny / "pairs.tsv"]
        options = {key: value for key, value in OUTPUTS.items() if key not in ("--paf-out",)}
        outputs = lambda folder: [part for option, name in options.items() for part in (option.split()[0], self.path(folder) / name)]
        for folder in ("whole", "merged"):
            self.path(folder).mkdir()
        self.assert_ok(cli.run("predict", *self.inputs, *outputs("whole")))
        self.assert_ok(self.merge(self.divided(3), *outputs("merged")))
        for name in options.values():
            self.assertEqual((self.path("merged") / name).read_bytes(), (self.path("whole") / name).read_bytes(), name)

    def test_what_was_too_large_is_told_by_the_merge(self):
        self.inputs += ["--memory", "20M", "--engine", "sequential"]
        long = "".join(random.Random(1).choice("ACGT") for _ in range(200_000))
        self.genome.write_text(self.genome.read_text() + f">long\n{long}\n")
        self.inputs[self.inputs.index("loci")] = "everywhere"
        self.targets.write_text("".join(self.targets.read_text().partition(">p2")[:1]))
        whole = cli.run("predict", *self.inputs, "--unplaced-out", self.path("whole.tsv"), "--out", self.path("whole.gff3"))
        self.assert_ok(whole, "warning")
        parts = self.divided(2)
        self.assert_ok(self.merge(parts, "--unplaced-out", self.path("merged.tsv"), "--out", self.path("merged.gff3")), "warning")
        self.assertIn("not enough memory", self.path("whole.tsv").read_text())
        self.assertEqual(self.path("merged.tsv").read_text(), self.path("whole.tsv").read_text())
        # with more memory it goes on with these alone
        self.inputs[self.inputs.index("20M")] = "2G"
        for part in parts:
            self.assert_ok(self.part(part, "--resume", "--quiet"))
        self.assert_ok(self.merge(parts, "--unplaced-out", self.path("merged.tsv"), "--out", self.path("merged.gff3")))
        self.assertNotIn("not enough memory", self.path("merged.tsv").read_text())

    def test_a_part_runs_in_a_memory_that_the_models_of_all_are_too_large_for(self):
        self.inputs += ["--top", "90", "--max-loci", "1", "--flank", "100"]
        whole, little = self.path("whole.gff3"), ("--memory", "4M", "--threads", "1")
        self.assert_ok(cli.run("predict", *self.inputs, "--out", whole))
        refused = cli.run("predict", *self.inputs, *little, "--out", self.path("no.gff3"))
        self.assert_fails(refused, 137, "not enough memory for the inputs and models of the run", "'exonweave shard' makes parts that need less")
        self.assert_ok(self.shard(2, *little, "--parts-out", self.path("parts.tsv")))
        for row in self.path("parts.tsv").read_text().splitlines()[1:]:
            self.assertLess(int(row.split("\t")[4]), 40)
        for part in (1, 2):
            self.assert_ok(self.part(part, *little))
        self.assert_ok(self.part(2, *little, "--resume"), "result")
        self.assert_ok(self.merge((1, 2), "--out", self.path("merged.gff3")))
        self.assertEqual(self.path("merged.gff3").read_bytes(), whole.read_bytes())
        self.assert_fails(self.merge((1, 2), *little, "--out", self.path("no.gff3")), 137, "not enough memory", "raise --memory")

    def test_parts_are_about_equal_and_told_in_a_table(self):
        table = self.path("parts.tsv")
        result = self.shard(4, "--parts-out", table)
        self.assert_ok(result, "the longest part is expected to take 1.", "4 parts, 24 results")
        rows = [line.split("\t") for line in table.read_text().splitlines()]
        self.assertEqual(rows[0], ["part", "results", "seconds", "of_mean", "memory_mb"])
        self.assertEqual([row[0] for row in rows[1:]], ["1", "2", "3", "4"])
        self.assertEqual(sum(int(row[1]) for row in rows[1:]), self.N_GENES)
        for row in rows[1:]:
            self.assertAlmostEqual(float(row[3]), 1, delta=0.15)
            self.assertTrue(10 < int(row[4]) < 500, row)
        self.assert_ok(self.shard(40), "more parts than results")

    def test_one_plan_has_one_content(self):
        self.assert_ok(self.shard(3, "--threads", "2"))
        plan = self.plan.read_bytes()
        self.assert_ok(self.shard(3, "--quiet"))
        self.assertEqual(self.plan.read_bytes(), plan)

    def test_a_part_that_was_killed_goes_on(self):
        self.assert_ok(cli.run("predict", *self.inputs, *self.outputs("whole")))
        self.inputs += ["--engine", "sequential"]
        self.assert_ok(self.shard(2))
        self.assert_ok(self.part(1))
        file = self.part_file(2)
        running = subprocess.Popen(cli.command("predict", *self.inputs, "--plan", self.plan, "--part", 2, "--journal", file),
                                   stderr=subprocess.DEVNULL)
        while running.poll() is None and not (file.exists() and file.stat().st_size > 2500):
            time.sleep(0.001)
        running.send_signal(signal.SIGKILL)
        killed = running.wait() != 0
        unfinished = self.merge((1, 2), "--out", self.path("no.gff3"))
        if killed:
            self.assert_fails(unfinished, 65, "2.part: part 2 is not done", "results', need all", "--resume")
            self.assertFalse(self.path("no.gff3").exists())
        self.assert_ok(self.part(2, "--resume"), "of an earlier run")
        self.assert_ok(self.merge((1, 2), *self.outputs("merged")))
        self.assertEqual(self.bytes_of("merged"), self.bytes_of("whole"))

    def test_113_parts_that_are_missing_double_or_of_something_else(self):
        parts = self.divided(4)
        out = self.path("no.gff3")
        merge = lambda *which: self.merge(which, "--out", out)
        self.assert_fails(merge(1, 3), 65, "run.plan: parts are missing: 2, 4 (got '2 of 4 parts', need all)", "--part 2 --journal FILE --resume")
        self.part_file("copy").write_bytes(self.part_file(3).read_bytes())
        self.assert_fails(merge(*parts, "copy"), 65, "copy.part: part 3 is given twice", "3.part")
        self.assert_fails(merge(*parts, "none"), 66, "none.part")
        self.part_file("text").write_text("no part")
        self.assert_fails(merge(1, 2, 3, "text"), 65, "text.part: this file is not a part")
        self.part_file("cut").write_bytes(self.part_file(4).read_bytes()[:30])
        self.assert_fails(merge(1, 2, 3, "cut"), 65, "cut.part: the part says nothing")
        self.part_file("plan").write_bytes(self.plan.read_bytes())
        self.assert_fails(merge(1, 2, 3, "plan"), 65, "plan.part: not a part of a run")
        self.plan, plan = self.part_file(1), self.plan
        self.assert_fails(merge(*parts), 65, "this is a part of a run")
        self.plan = self.write("cut.plan", plan.read_bytes()[:-9])
        self.assert_fails(merge(*parts), 65, "not a whole plan")
        self.plan = plan
        self.assert_fails(cli.run("merge", *self.inputs, "--plan", plan, "--out", out, "--top", "2", *map(self.part_file, parts)), 65,
                          "the plan is of another run: --top")
        self.plan = self.path("other.plan")
        self.assert_ok(self.shard(5))
        self.assert_fails(merge(*parts), 65, "the part is of another run: MD5 of plan")
        self.assertFalse(out.exists())

    def test_133_crafted_plans_and_parts_are_refused(self):
        """Their checksums are right, and what they say cannot be."""
        parts = self.divided(2)
        sound = record_log.records(self.plan)
        out = self.path("no.gff3")
        whole_plan = self.plan.read_bytes()
        for n_parts, part_of, what in ((0, [0] * 24, "a number of parts"), (2, [0] * 23 + [2], "a result of an unknown part"), (1 << 40, [0] * 24, "more parts"),
                                       (2, [0] * 25, "it divides another number of results"), (2, [0] * 23, "it divides another number of results"), (2, [], "it divides another number of results")):
            record_log.write(self.plan, [*sound[:-1], record_log.division(n_parts, part_of)])
            self.assert_fails(cli.run("predict", *self.inputs, "--plan", self.plan, "--part", 1, "--journal", self.path("new.part")), 65,
                              f"run.plan: the plan contradicts itself: {what}")
        record_log.write(self.plan, [*sound[:-1], sound[-1][:9] + struct.pack("<Q", 1 << 60)])
        self.assert_fails(self.merge(parts, "--out", out), 65, "run.plan: the plan contradicts itself: a count that is too large")
        record_log.write(self.plan, sound[1:])
        self.assert_fails(self.merge(parts, "--out", out), 65, "run.plan: the plan contradicts itself: results before any settings")
        self.plan.write_bytes(whole_plan)
        file = self.part_file(2)
        settings, *results = record_log.records(file)
        for number in (b"0", b"3"):
            self.assertEqual(settings.count(b"part\x01" + bytes(7) + b"2"), 1)
            record_log.write(file, [settings.replace(b"part\x01" + bytes(7) + b"2", b"part\x01" + bytes(7) + number), *results])
            self.assert_fails(self.merge((1, 2), "--out", out), 65, "2.part: the part contradicts itself: a part that is not in the plan")
        far = results[0][:9] + struct.pack("<Q", 1 << 50) + results[0][17:]  # the sequence that the first result is on
        record_log.write(file, [settings, far, *results[1:]])
        for refused in (self.merge((1, 2), "--out", out), self.part(2, "--resume")):
            self.assert_fails(refused, 65, "2.part", "contradicts itself: a result that is in no sequence")
        dice = random.Random(5)
        for _ in range(12):
            crafted = [bytearray(each) for each in results]
            for _ in range(3):
                record = dice.choice(crafted)
                record[dice.randrange(len(record))] = dice.choice((0, 1, 0x7F, 0xFF))
            record_log.write(file, [settings, *map(bytes, crafted)])
            merged = self.merge((1, 2), "--out", self.path("some.gff3"), "--alignment-out", self.path("some.txt"), "--paf-out", self.path("some.paf"),
                                "--locus-out", self.path("l.gff3"), "--summary", self.path("some.json"))
            self.assertIn(merged.code, (0, 65), merged)
        self.assertFalse(out.exists())

    def test_a_part_needs_a_plan_and_a_journal_and_writes_nothing_else(self):
        self.assert_ok(self.shard(2))
        journal = ("--journal", self.part_file(1))
        predict = lambda *more: cli.run("predict", *self.inputs, *more)
        self.assert_fails(predict("--part", "1", *journal), 2, "--part without --plan")
        self.assert_fails(predict("--plan", self.plan, *journal), 2, "--plan without --part", "merge")
        self.assert_fails(predict("--plan", self.plan, "--part", "1"), 2, "--part without --journal")
        self.assert_fails(predict("--plan", self.plan, "--part", "1", "--journal", "off"), 2, "--part without --journal")
        self.assert_fails(predict("--plan", self.plan, "--part", "3", *journal), 2, "--part: not in the plan", "parts 1 to 2")
        self.assert_fails(predict("--plan", self.plan, "--part", "0", *journal), 2, "--part", "1 to 100000")
        for option in ("--out", "--summary"):
            self.assert_fails(predict("--plan", self.plan, "--part", "1", *journal, option, self.path("no")), 2, f"{option} together with --part")
        self.assert_fails(predict("--plan", self.path("none"), "--part", "1", *journal), 66, "none")
        self.assert_fails(predict("--plan", self.genome, "--part", "1", *journal), 65, "genome.fa: this file is not a plan")
        self.assert_fails(predict("--plan", self.plan, "--part", "1", "--journal", self.plan), 2, "--journal", "--plan")
        self.assert_fails(predict("--plan", self.plan, "--part", "1", "--set", "min_intron=40", *journal), 65, "the plan is of another run: --set")
        self.assertEqual(self.names(), ["genome.fa", "run.plan", "targets.fa"])

    def test_a_plan_is_a_file_of_its_own(self):
        self.assert_fails(cli.run("shard", *self.inputs, "--parts", 2, "--plan", "-"), 2, "--plan")
        self.assert_fails(cli.run("shard", *self.inputs, "--parts", 2, "--plan", self.path("p.gz")), 2, "--plan", "not packed")
        self.assert_fails(cli.run("shard", *self.inputs, "--parts", 2, "--plan", self.genome), 2, "--plan")
        self.assert_fails(cli.run("shard", *self.inputs, "--parts", 0, "--plan", self.plan), 2, "--parts", "1 to 100000")
        self.assert_fails(cli.run("shard", *self.inputs, "--parts", 2, "--plan", self.path("none") / "p"), 73, "none")
        piped = [*self.inputs]
        piped[piped.index(self.targets)] = "-"
        self.assert_fails(cli.run("shard", *piped, "--parts", 2, "--plan", self.plan, stdin=self.targets.read_bytes()), 2,
                          "shard where an input is not a file")
        self.assertFalse(self.plan.exists())
        self.assert_no_temporaries()


if __name__ == "__main__":
    unittest.main()
