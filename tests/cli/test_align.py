"""align: pairs of records from end to end; its three outputs; refusals."""
import gzip
import json
import unittest

import cli

GOLDEN_PAIRWISE = """Query= q
Length=12

> t
Length=11

 Score = 16
 Identities = 10/12 (83%), Gaps = 1/12 (8%)

Query  1          ACGTACGTTTGA  12
                  ||| |||| |||
Sbjct  1          ACG-ACGTATGA  11

"""


class Align(cli.Case):
    def setUp(self):
        super().setUp()
        self.query = self.write("q.fa", ">q\nACGTACGTTTGA\n")
        self.target = self.write("t.fa", ">t\nACGACGTATGA\n")

    def align(self, *options, query=None, target=None, **more):
        return cli.run("align", "-q", query or self.query, target or self.target, *options, **more)

    def text(self, *options, **more):
        result = self.align(*options, **more)
        self.assertEqual((result.code, result.stderr), (0, ""), result)
        return result.stdout

    def test_formats_are_the_same_from_all_engines(self):
        for engine in ("auto", "simd"):
            self.assertEqual(self.text("--engine", engine), GOLDEN_PAIRWISE)
            self.assertEqual(self.text("--engine", engine, "--format", "cigar"), "q\tt\t16\t3=1I4=1X3=\n")
            self.assertEqual(self.text("--engine", engine, "--format", "paf"),
                             "q\t12\t0\t12\t+\tt\t11\t0\t11\t10\t12\t255\tAS:i:16\tNM:i:2\tcg:Z:3=1I4=1X3=\n")

    def test_scores_alone(self):
        for options in (["--score-only"], ["--min-score", "17"]):
            self.assertEqual(self.text(*options, "--format", "cigar"), "q\tt\t16\t*\n")
            self.assertEqual(self.text(*options, "--format", "paf"), "q\t12\t0\t12\t+\tt\t11\t0\t11\t0\t0\t255\tAS:i:16\n")
            self.assertTrue(self.text(*options).endswith(" Score = 16\n\n"))
        self.assertIn("3=1I", self.text("--min-score", "16", "--format", "cigar"))
        self.assertIn("3=1I", self.text("--min-score", "-5", "--format", "cigar"))

    def test_scoring(self):
        self.assertIn("\t7\t", self.text("--match", 1, "--mismatch", 1, "--gap-open", 1, "--gap-extend", 1, "--format", "cigar"))
        protein = self.write("p.fa", ">p\nMKVLWAALLGHW\n"), self.write("r.fa", ">r\nMKVLWALLGHW\n")
        self.assertIn("p\tr\t54\t5=1I6=\n", self.text("--format", "cigar", query=protein[0], target=protein[1]))
        self.assert_fails(self.align("--match", 1, query=protein[0], target=protein[1]), 2, "proteins have --matrix")
        self.assert_fails(self.align("--matrix", "BLOSUM62"), 2, "DNA has --match")
        self.assert_fails(self.align("--matrix", self.path("none"), query=protein[0], target=protein[1]), 66, "--matrix: neither a matrix")
        self.assert_fails(self.align("--gap-extend", -1), 2, "--gap-extend")
        self.assert_fails(self.align("--match", 10000, query=self.write("long.fa", ">q\n" + "A" * 60000 + "\n")), 65, "32 bits")

    def test_pairs_by_order_whatever_the_threads(self):
        queries = self.write("many.fa", "".join(f">q{n}\n{'ACGT' * (n + 5)}\n" for n in range(9)))
        targets = gzip.compress("".join(f">t{n}\n{'ACTT' * (n + 5)}\n" for n in range(9)).encode())
        targets = self.write("many.fa.gz", targets)
        one, three = (self.text("--threads", n, "--format", "cigar", query=queries, target=targets) for n in (1, 3))
        self.assertEqual(one, three)
        self.assertEqual([row.split("\t")[:2] for row in one.splitlines()], [[f"q{n}", f"t{n}"] for n in range(9)])
        against_all = self.text("--format", "cigar", target=targets)
        self.assertEqual([row.split("\t")[0] for row in against_all.splitlines()], ["q"] * 9)
        self.assert_fails(self.align(query=queries), 65, "another number of records", "9, since records are paired")

    def test_standard_input_and_output_files(self):
        self.assertEqual(self.text(query="-", stdin=self.query.read_bytes()), GOLDEN_PAIRWISE)
        out = self.path("out.txt")
        self.assertEqual(self.text("--out", out), "")
        self.assertEqual(out.read_text(), GOLDEN_PAIRWISE)

    def estimate(self, *options, **more):
        found = self.path("estimate.json")
        text = self.text("--estimate", "--json", found, *options, **more)
        return text, json.loads(found.read_text())

    def test_an_estimate_says_what_alignments_take_and_aligns_nothing(self):
        text, found = self.estimate("--out", self.path("out.txt"))
        self.assertEqual(found["counts"], {"pairs": 1, "cells": 12 * 11})
        self.assertEqual((found["subcommand"], found["engine"], found["alignments_at_most"], found["threads"]), ("align", "simd", 1, 1))
        self.assertEqual(found["engines"][0]["engine"], "simd")
        self.assertEqual(found["work"]["path_cell"], 132)
        self.assertIn("simd", text)
        self.assertFalse(self.path("out.txt").exists())
        self.assertEqual((text, found), self.estimate("--out", self.path("out.txt")))
        self.assertEqual(self.estimate("--gap-open", 3)[1]["work"]["path_cell"], 132)
        alone = self.estimate("--score-only")[1]
        self.assertEqual((alone["alignments_at_most"], alone["work"]["path_cell"]), (0, 0))
        self.assertLess(alone["seconds"], found["seconds"])
        simd = self.estimate("--engine", "simd")[1]
        self.assertEqual((simd["engine"], simd["reason"], simd["seconds"]), ("simd", "--engine", simd["engines"][0]["seconds"]))

    def test_an_estimate_whose_json_goes_to_standard_output_is_told_beside_it_unless_quiet(self):
        options = [self.query, self.target, "--estimate", "--json", "-"]
        result = cli.run("align", *options)
        self.assert_ok(result, "alignments  1 at most")
        self.assertEqual(json.loads(result.stdout)["engine"], "simd")
        quiet = cli.run("align", *options, "--quiet")
        self.assertEqual((quiet.code, quiet.stderr, quiet.stdout), (0, "", result.stdout))

    def test_more_cells_take_longer_and_no_threads_help_a_single_pair(self):
        long = self.write("long.fa", ">q\n" + "ACGGT" * 400 + "\n")
        one = self.estimate("--threads", 1, query=long, target=long)[1]
        self.assertGreater(one["seconds"], self.estimate("--threads", 1)[1]["seconds"])
        self.assertEqual(self.estimate("--threads", 8, query=long, target=long)[1]["seconds"], one["seconds"])
        two = self.write("two.fa", "".join(f">t{n}\n" + "ACGGT" * 400 + "\n" for n in range(2)))
        serial, parallel = (self.estimate("--threads", n, query=long, target=two)[1] for n in (1, 8))
        self.assertEqual(parallel["threads"], 2)
        self.assertAlmostEqual(serial["seconds"], 2 * parallel["seconds"])

    def test_usage(self):
        self.assert_fails(self.align("--json", self.path("e.json")), 2, "--json without --estimate")
        self.assert_fails(self.align("--estimate", "--json", self.query), 2, "q.fa")
        self.assert_fails(self.align("--estimate", "--calibration", self.query), 65, "q.fa")
        self.assert_fails(self.align("--engine", "slow"), 2, "unknown engine", "fast")
        for engine in ("auto", "simd"):
            self.assert_fails(self.align("--engine", f"{engine}:0"), 2, "--engine: numbers of GPUs without an engine of GPUs")
        self.assert_fails(self.align("--engine", "fast:0,0"), 2, "--engine: not numbers of GPUs")
        result = self.align("--engine", "fast:1000")
        self.assert_fails(result, 69, "--engine: there is no such GPU" if "no such GPU" in result.stderr else "--engine fast: ")
        self.assert_fails(self.align("--out", self.query), 2, "--out")
        self.assert_fails(self.align(query="-", target="-"), 2, "standard input")
        self.assert_fails(self.align("--score-only", "--min-score", "3"), 2, "one of them")
        self.assert_fails(self.align("--format", "sam"), 2, "pairwise|cigar|paf")
        self.assert_fails(self.align("--threads", 0), 2, "--threads")
        self.assert_fails(self.align("--min-score", "1e3"), 2, "--min-score")

    def test_bad_input_writes_nothing(self):
        out = self.path("out.txt")
        protein = self.write("p.fa", ">p\nMKVLWAALLGHWMKVLWAALLGHWMKVLWAALLGHWMKVLWAALLGHWMKVLW\n")
        for target, code, words in ((self.write("empty.fa", ""), 65, "empty.fa"), (self.path("none.fa"), 66, "none.fa"),
                                    (self.write("bad.fa", ">t\nAC-GT\n"), 65, "bad.fa:2"), (protein, 65, "kind"),
                                    (self.write("hollow.fa", ">t\n>u\nACGT\n"), 65, "hollow.fa"),
                                    (self.write("twice.fa", ">t\nACGT\n>t\nACGT\n"), 65, "twice.fa:3")):
            self.assert_fails(self.align("--out", out, target=target), code, words)
            self.assertFalse(out.exists())
        self.assert_no_temporaries()

    def test_memory(self):
        long = self.write("long.fa", ">q\n" + "ACGGT" * 400 + "\n")
        self.assert_fails(self.align("--memory", "1K", query=long, target=long), 137, "not enough memory", "--memory")
        self.assertIn("2000=", self.text("--memory", "4M", "--format", "cigar", query=long, target=long))


if __name__ == "__main__":
    unittest.main()
