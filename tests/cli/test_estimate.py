"""`estimate`: what a run will take, by the same arguments, without running it."""
import json
import subprocess
import os
import random
import unittest

import cli

TINY = ["--genome", cli.TINY / "genome.fa", "--targets", cli.TINY / "targets.pep.fa"]
CDNA = ["--genome", cli.TINY / "genome.fa", "--targets", cli.TINY / "targets.cds.fa", "--candidates", cli.TINY / "candidates.gff3"]
PAIRS = ["--pairs", cli.TINY / "pairs.tsv"]


class Estimate(cli.Case):
    def estimate(self, *more, inputs=(*TINY, *PAIRS)):
        """The JSON and the rows of the table."""
        self.said = cli.run("estimate", *inputs, "--json", self.path("e.json"), "--by-locus", self.path("e.tsv"), *more)
        self.assert_ok(self.said)
        rows = [line.split("\t") for line in self.path("e.tsv").read_text().splitlines()]
        self.assertEqual(rows[0][:10], ["target_id", "region_seqid", "region_start0", "region_end0", "strands", "seconds", "memory_mb", "eq3_units", "eq4_units", "eq5_units"])
        return json.loads(self.path("e.json").read_text()), rows[1:]

    def test_engines_and_results_of_a_run(self):
        found, rows = self.estimate()
        self.assertEqual([each["engine"] for each in found["engines"]], ["simd"])
        for each in found["engines"]:
            self.assertLess(0, each["low"])
            self.assertLessEqual(each["low"], each["thread_seconds"])
            self.assertLessEqual(each["thread_seconds"], each["high"])
            self.assertIn(each["engine"], self.said.stdout)
        self.assertEqual((found["engine"], found["results"], found["results_looked_at"], found["search_seconds"]), ("simd", 10, 10, 0))
        self.assertEqual(len(rows), 10)
        seconds = [float(row[5]) for row in rows]
        self.assertEqual(seconds, sorted(seconds, reverse=True))
        self.assertAlmostEqual(sum(seconds) + found["learning_seconds"], found["engines"][0]["thread_seconds"], delta=0.01 * sum(seconds))
        self.assertEqual(self.names(), ["e.json", "e.tsv"])

    def test_what_it_says_is_the_same_each_time(self):
        first = self.estimate()
        self.assertEqual(self.estimate(), first)
        self.assertIn("engine      simd: ", self.said.stdout)

    def test_predict_estimates_by_the_same_words(self):
        wanted = self.estimate("--threads", "300")[0]
        models = self.path("models.gff3")
        said = cli.run("predict", *TINY, *PAIRS, "--out", models, "--estimate", "--threads", "300")
        self.assert_ok(said)
        self.assertEqual(said.stdout, self.said.stdout)
        self.assertIn(f"on {wanted['threads']} threads", said.stdout)
        self.assertFalse(models.exists())
        self.assert_ok(cli.run("estimate", *TINY, *PAIRS, "--out", models, "--locus-out", self.path("genes.gff3")))
        self.assertEqual(self.names(), ["e.json", "e.tsv"])

    def test_what_is_of_an_estimate_needs_one(self):
        for option, value in (("--json", self.path("e.json")), ("--by-locus", self.path("e.tsv")), ("--budget", "2h")):
            self.assert_fails(cli.run("annotate", *TINY[1::2], "-o", self.path("out"), option, value), 2, f"{option} without --estimate")
        self.assert_fails(cli.run("estimate", *TINY, "--plan", cli.TINY / "genome.fa"), 2, "--plan in an estimate")

    def test_more_work_takes_longer_and_threads_make_it_shorter(self):
        some = self.estimate("--threads", "1")[0]
        everywhere = self.estimate("--where", "everywhere", "--threads", "1", inputs=TINY)[0]
        self.assertGreater(everywhere["seconds"], some["seconds"])
        self.assertLess(self.estimate("--threads", "2", "--where", "everywhere", inputs=TINY)[0]["seconds"], everywhere["seconds"])
        self.assertGreater(self.estimate("--engine", "sequential", "--threads", "1")[0]["seconds"], some["seconds"])
        self.assertEqual(self.estimate("--splice-model", "vertebrate")[0]["learning_seconds"], 0)

    def test_a_sequence_of_which_a_piece_is_examined_takes_as_long_as_its_length_says(self):
        targets = self.write("short.fa", ">short\nMKTAYIAKQRQISFVKSHFSRQLEERLGLIEVQAPI\n")
        bases = random.Random(1).randbytes(5_000_000).translate(b"ACGT" * 64).decode()

        def work(length):
            genome = self.write("long.fa", f">long\n{bases[:length]}\n")
            return self.estimate("--where", "everywhere", "--splice-model", "vertebrate", inputs=["--genome", genome, "--targets", targets])[0]["work"]
        one, five = work(1_000_000), work(5_000_000)
        self.assertAlmostEqual(five["sweep_cell"] / one["sweep_cell"], 5, delta=0.2)

    def test_loci_that_are_searched_for(self):
        found, rows = self.estimate("--where", "loci", inputs=TINY)
        self.assertGreater(found["search_seconds"], 0)
        self.assertEqual(found["results"], len(rows))  # no more targets than are looked at
        self.assertIn("search ", self.said.stdout)
        self.assertIn("splice sites: ", self.said.stderr)  # is learnt: regions go by what introns cost
        for unit in ("base", "residue", "cell"):
            self.assertGreater(found["search_work"][unit], 0)
        header = self.path("e.tsv").read_text().splitlines()[0].split("\t")
        expected = {(row[0], int(row[2])): row for row in rows}
        self.assert_ok(cli.run("predict", *TINY, "--where", "loci", "--threads", "1", "--summary", self.path("s.json"), "--out", self.path("o.gff3")))
        for each in json.loads(self.path("s.json").read_text())["loci"]:  # on the same regions
            row = expected[each["target"], each["region_start0"]]
            self.assertEqual(float(row[header.index("result")]), each["costs"]["result"])
            self.assertAlmostEqual(float(row[header.index("sweep_cell")]), each["costs"]["sweep_cell"], delta=0.3 * each["costs"]["sweep_cell"])

    def test_of_many_targets_some_are_searched_for(self):
        records = (cli.TINY / "targets.pep.fa").read_text()
        many = self.write("many.fa", "".join(records.replace(">", f">copy{n}.") for n in range(100)))
        inputs = [*TINY[:2], "--targets", many]
        found, _ = self.estimate("--where", "loci", inputs=inputs)
        self.assertEqual(found["results_looked_at"], found["results"])  # the search takes no time
        slow = self.write("slow.yaml", cli.calibration_text(residue=1))
        found, rows = self.estimate("--where", "loci", "--calibration", slow, inputs=inputs)
        self.assertEqual(found["results_looked_at"], len(rows))
        self.assertAlmostEqual(found["results"], 5 * len(rows), delta=1)
        self.assertIn("extrapolated from some of the targets", self.said.stdout)

    def test_candidates_and_dna(self):
        found, rows = self.estimate(inputs=["--genome", cli.TINY / "genome.fa", "--targets", cli.TINY / "targets.cds.fa", "--candidates",
                                            cli.TINY / "candidates.gff3", *PAIRS])
        self.assertEqual(found["results"], len(rows))
        self.assertEqual(found["learning_seconds"], 0)

    def test_a_run_without_a_gene_model_has_no_time_for_one(self):
        found, _ = self.estimate("--where", "loci", inputs=TINY)
        self.assertEqual((found["gene_model_seconds"], found["search_work"]["parsed_base"]), (0, 0))
        self.assertNotIn("gene model", self.said.stdout)

    def test_counts_of_the_paper_and_units_of_work(self):
        found, rows = self.estimate(inputs=["--genome", cli.TINY / "genome.fa", "--targets", cli.TINY / "targets.cds.fa", "--candidates",
                                            cli.TINY / "candidates.gff3", *PAIRS])
        header = self.path("e.tsv").read_text().splitlines()[0].split("\t")
        column = lambda name: [float(row[header.index(name)]) for row in rows]
        self.assert_ok(cli.run("analyze", "--genome", cli.TINY / "genome.fa", "--targets", cli.TINY / "targets.cds.fa", "--candidates",
                               cli.TINY / "candidates.gff3", *PAIRS, "--out-prefix", self.path("a")))
        analyzed = [line.split("\t") for line in self.path("a.cases.tsv").read_text().splitlines()]
        for name in ("eq3_units", "eq4_units", "eq5_units"):
            cases = [float(row[analyzed[0].index(name)]) for row in analyzed[1:] if row[0] != "average"]
            self.assertEqual(sorted(column(name)), sorted(cases), name)
            self.assertEqual(found["work"][name], sum(cases))
        for name in ("cell", "device_cell"):
            self.assertGreater(found["work"][name], 0)
            self.assertAlmostEqual(found["work"][name], sum(column(name)), delta=1e-4 * found["work"][name])

    def test_the_units_are_those_that_a_run_counts(self):
        _, rows = self.estimate("--splice-model", "vertebrate")
        header = self.path("e.tsv").read_text().splitlines()[0].split("\t")
        self.assert_ok(cli.run("predict", *TINY, *PAIRS, "--splice-model", "vertebrate", "--threads", "1", "--summary", self.path("s.json"), "--out", self.path("o.gff3")))
        counted = {(each["target"], each["region_start0"]): each["costs"] for each in json.loads(self.path("s.json").read_text())["loci"]}
        for row in rows:
            for unit, count in counted[row[0], int(row[2])].items():
                off = 0.3 if unit == "sweep_cell" else 1e-4  # where the chain is nobody knows before
                self.assertAlmostEqual(float(row[header.index(unit)]), count, delta=off * count + 1e-9, msg=unit)

    def test_memory_and_output(self):
        found, rows = self.estimate("--threads", "1")
        header = self.path("e.tsv").read_text().splitlines()[0].split("\t")
        largest = max(float(row[header.index("memory_mb")]) for row in rows)
        self.assertLess(1e6 * largest, found["memory_bytes"])
        more = self.estimate("--threads", "4")[0]
        self.assertGreater(more["memory_bytes"], found["memory_bytes"])
        self.assertIn("memory ", self.said.stdout)
        self.assert_ok(cli.run("predict", *TINY, *PAIRS, "--out", self.path("o.gff3")))
        size = self.path("o.gff3").stat().st_size
        self.assertTrue(size / 3 < found["output_bytes"] < size * 3, (size, found["output_bytes"]))

    def test_threads_are_those_of_the_run_and_no_more_work_than_there_are_processors(self):
        before = os.sched_getaffinity(0)
        self.addCleanup(os.sched_setaffinity, 0, before)
        os.sched_setaffinity(0, {min(before)})
        everywhere = ("--where", "everywhere")
        usual = self.estimate(*everywhere, inputs=TINY)[0]
        one, eight = (self.estimate(*everywhere, "--threads", n, inputs=TINY)[0] for n in (1, 8))
        self.assertEqual((usual["threads"], one["threads"], eight["threads"]), (1, 1, 8))
        self.assertEqual(usual["seconds"], one["seconds"])
        self.assertLess(eight["seconds"], one["seconds"])
        self.assertEqual(eight["memory_bound_bytes"], 8 << 30)  # as on a machine that has it
        self.assertLessEqual(one["memory_bound_bytes"], 1 << 30)
        told = cli.run("predict", *TINY, *everywhere, "--threads", 8, "--summary", self.path("s.json"), "--out", self.path("o.gff3"))
        self.assert_ok(told)
        parameters = json.loads(self.path("s.json").read_text())["parameters"]
        self.assertEqual((parameters["threads"], parameters["memory_bytes"]), (1, one["memory_bound_bytes"]))
        self.assertRegex(told.stderr, r"everywhere: .* cells, some [\d.e-]+ s on 1 thread\b")
        scanned = cli.run("scan", "--queries", cli.TINY / "targets.pep.fa", "--database", cli.TINY / "targets.pep.fa", "--estimate", "--threads", 8)
        self.assertIn(" on 8 threads", scanned.stdout)

    def test_gpus_score_nucleotides_alone(self):
        usual = self.write("c.yaml", cli.calibration_text())  # which knows GPUs
        for inputs, takes_gpus in (((*CDNA, *PAIRS), True), ((*TINY, *PAIRS), False)):
            engines = [each["engine"] for each in self.estimate("--calibration", usual, inputs=inputs)[0]["engines"]]
            self.assertEqual("cuda" in engines, takes_gpus)

    def test_a_bound_on_memory_is_told_beside_what_would_be_taken(self):
        free = self.estimate()[0]
        bound = self.estimate("--memory", "3M")[0]
        self.assertEqual(bound["memory_unbounded_bytes"], free["memory_bytes"])
        self.assertLess(bound["memory_bytes"], free["memory_bytes"])
        self.assertIn("by --memory", self.said.stdout)

    def test_an_output_on_standard_output_is_alone_there(self):
        said = cli.run("estimate", *TINY, *PAIRS, "--json", "-")
        self.assert_ok(said)
        self.assertEqual(json.loads(said.stdout)["results"], 10)
        self.assertIn("results     10", said.stderr)
        self.assertEqual(cli.run("estimate", *TINY, *PAIRS, "--json", "-", "--quiet").stderr, "")

    def test_a_plot_of_predicted_times_and_those_of_runs(self):
        plot, table, summary = self.path("p.svg"), self.path("s.tsv"), self.path("s.json")
        script = cli.SOURCE_DIR / "workflows/plots/plot_times.py"
        self.assert_ok(cli.run("estimate", *TINY, *PAIRS, "--engine", "simd", "--by-locus", table))
        self.assert_ok(cli.run("predict", *TINY, *PAIRS, "--engine", "simd", "--summary", summary, "--out", self.path("o.gff3")))
        said = subprocess.run([cli.python_with("matplotlib"), script, table, "--measured", summary, "--out", plot], capture_output=True, text=True)
        self.assertEqual((said.returncode, said.stderr), (0, ""))
        self.assertIn("simd: 10 results", plot.read_text())
        self.assertIn("measured", plot.read_text())

    def test_a_budget(self):
        found, rows = self.estimate("--splice-model", "vertebrate", "--budget", "2h")
        longest = found["budget"].pop("longest")
        self.assertEqual(found["budget"], {"seconds": 7200, "results": len(rows), "share": 1})
        self.assertEqual(len(longest), 5)
        self.assertTrue(longest[0]["result"].startswith(rows[0][0] + " on "))
        self.assertIn(f"longest     {longest[0]['result']}: ", self.said.stdout)
        self.assertIn("100%", self.said.stdout)
        half = sum(float(row[5]) for row in rows) / 2
        found, _ = self.estimate("--splice-model", "vertebrate", "--threads", "1", "--budget", f"{half:.9f}s")
        self.assertLess(found["budget"]["share"], 1)
        self.assertGreaterEqual(found["budget"]["share"], 0.5)  # the shortest first
        for text in ("0", "-1h", "soon", "2w", "h", ""):
            result = cli.run("estimate", *TINY, *PAIRS, "--budget", text)
            self.assertEqual(result.code, 2, str(result))
            self.assertIn("--budget", result.stderr)

    def test_what_predict_refuses_is_refused(self):
        self.assert_fails(cli.run("estimate", *TINY, "--engine", "fast"), 2, "unknown engine")
        self.assert_fails(cli.run("estimate", *TINY, "--json", self.path("none") / "e"), 73, "none")
        self.assert_fails(cli.run("estimate", *TINY, "--json", TINY[1]), 2, "--json")
        self.assert_fails(cli.run("estimate", "--genome", self.write("g.fa", ">s\nAC!\n"), "--targets", TINY[3]), 65, "g.fa:2")


if __name__ == "__main__":
    unittest.main()
