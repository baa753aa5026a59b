"""scan: finds relatives, in a database and in a genome's frames, whatever the order of the files and the threads; its outputs, for predict
too; refusals."""
import json
import os
import random
import re
import struct
import subprocess
import threading
import unittest
import zlib

import cli
import made_genes

AMINO = "ACDEFGHIKLMNPQRSTVWY"
CODONS = dict(zip(AMINO, "GCT TGT GAT GAA TTT GGT CAT ATT AAA CTT ATG AAT CCT CAA CGT TCT ACT GTT TGG TAT".split()))


def fasta(records):
    return "".join(f">{name}\n{residues}\n" for name, residues in records)


class Scan(cli.Case):
    def setUp(self):
        super().setUp()
        self.dice = random.Random(12)
        self.queries = [(f"q{n}", self.protein(80).replace("P", "A")) for n in range(3)]  # P scores less than 0 with all others
        self.database = [(f"d{n}", self.protein(60)) for n in range(20)]
        self.database += [(f"r{n}", self.protein(9) + "P" + residues[5:70] + "PPPP") for n, (_, residues) in enumerate(self.queries)]
        self.query_file = self.write("queries.fa", fasta(self.queries))
        self.database_file = self.write("database.fa", fasta(self.database))

    def protein(self, length):
        return "".join(self.dice.choice(AMINO) for _ in range(length))

    def bases(self, length):
        return "".join(self.dice.choice("ACGT") for _ in range(length))

    def genome(self):
        code = lambda residues: "".join(CODONS[each] for each in residues)
        one = self.bases(500) + code(self.queries[0][1]) + "TAA" + self.bases(400)
        two = self.bases(301) + made_genes.reverse_complement(code(self.queries[1][1])) + self.bases(77)
        return self.write("genome.fa", fasta([("one", one), ("two", two)]))

    def scan(self, *options):
        return cli.run("scan", "-q", "--queries", self.query_file, *options)

    def rows(self, *options, said=""):
        result = self.scan(*options)
        self.assertEqual((result.code, result.stderr), (0, said), result)
        return [line.split("\t") for line in result.stdout.splitlines()]

    def left_out(self, n, most):
        """What a scan says of matches that --max-hits keeps out."""
        return f"exonweave: warning: {self.query_file}: sequences beyond --max-hits are excluded: {n} (need up to {most} of a query). Hint: raise --max-hits\n"

    def test_relatives_are_found(self):
        rows = self.rows("--database", self.database_file, "--mask-queries", "none", "--mask-database", "none")
        self.assertEqual([row[:2] for row in rows], [["q0", "r0"], ["q1", "r1"], ["q2", "r2"]])
        for row in rows:
            self.assertEqual(len(row), 12)
            self.assertEqual(row[6:10], ["6", "70", "11", "75"])
            self.assertEqual(row[2:6], ["100.000", "65", "0", "0"])
            self.assertLess(float(row[10]), 1e-20)

    def test_frames_of_a_genome_are_mapped_back(self):
        rows = self.rows("--genome", self.genome())
        self.assertEqual([row[:2] for row in rows], [["q0", "one"], ["q1", "two"]])
        self.assertEqual(rows[0][6:10], ["1", "80", "501", "740"])
        self.assertEqual(rows[1][6:10], ["1", "80", "541", "302"])

    def test_predict_takes_the_table_and_the_paf(self):
        genome, paf = self.genome(), self.path("hits.paf")
        table = self.path("hits.tsv")
        self.assertEqual(self.scan("--genome", genome, "--out", table, "--paf-out", paf).code, 0)
        read = [cli.run("predict", "-q", "-g", genome, "--targets", self.query_file, "--hits", hits, "--splice-model", "vertebrate").stdout
                for hits in (table, paf)]
        self.assertEqual(read[0], read[1])
        self.assertIn("Target=q0", read[0])

    def test_the_same_bytes_from_a_formatted_database_any_order_and_any_threads(self):
        outs = ["--paf-out", "--gff3-out", "--pairwise-out"]
        made = {}
        formatted = self.path("database.db")
        self.assertEqual(cli.run("scan", "-q", "--database", self.database_file, "--format-db", formatted).code, 0)
        self.assert_fails(cli.run("scan", "--database", self.database_file, "--format-db", "/dev/null"), 2, "need a regular file that is not packed")
        turned = self.write("turned.fa", fasta(reversed(self.database)))
        turned_queries = self.write("turned_queries.fa", fasta(reversed(self.queries)))
        for name, queries, database, threads in (("a", self.query_file, self.database_file, 1), ("b", turned_queries, turned, 3),
                                                 ("c", self.query_file, formatted, 2)):
            paths = [self.path(f"{name}{out}") for out in outs]
            result = cli.run("scan", "-q", "--queries", queries, "--database", database, "--threads", threads, "--max-evalue", 100,
                             *(word for pair in zip(outs, paths) for word in pair))
            self.assertEqual(result.code, 0, result)
            made[name] = [result.stdout, *(path.read_text() for path in paths)]
        self.assertGreater(len(made["a"][0].splitlines()), 5)
        self.assertEqual(made["a"], made["b"])
        self.assertEqual(made["a"], made["c"])

    def test_a_genome_is_formatted_with_its_places(self):
        genome, formatted = self.genome(), self.path("frames.db")
        self.assertEqual(cli.run("scan", "-q", "--genome", genome, "--format-db", formatted).code, 0)
        self.assertEqual(self.rows("--database", formatted), self.rows("--genome", genome))

    def test_the_gff3_is_valid(self):
        out = self.path("matches.gff3")
        self.assertEqual(self.scan("--genome", self.genome(), "--gff3-out", out).code, 0)
        checked = subprocess.run(["gt", "gff3validator", out], capture_output=True, text=True)
        self.assertEqual(checked.returncode, 0, checked.stderr)
        self.assertIn("\tprotein_match\t302\t541\t", out.read_text())

    def test_thresholds(self):
        loose = ("--database", self.database_file, "--max-evalue", 1000, "--max-hsps", 1)
        n = len(self.rows(*loose))
        best = self.rows(*loose, "--max-hits", 1, said=self.left_out(n - 3, 1))
        self.assertEqual([row[1] for row in best], ["r0", "r1", "r2"])
        self.assertEqual(len(self.rows("--database", self.database_file, "--min-score", 200)), 3)
        result = self.scan("--database", self.database_file, "--min-score", 5000)
        self.assertEqual((result.code, result.stdout), (0, ""))
        self.assertIn("no query has a match", result.stderr)

    def test_of_hits_that_tie_the_first_ones_of_the_full_table_are_kept(self):
        twins = self.write("twins.fa", fasta([(name, self.queries[0][1]) for name in ("z", "b", "a", "c")]))
        full = self.rows("--database", twins)
        self.assertEqual([row[1] for row in full], ["a", "b", "c", "z"])
        self.assertEqual(self.rows("--database", twins, "--max-hits", 2, said=self.left_out(2, 2)), full[:2])
        self.assertEqual(self.rows("--database", twins, "--max-hits", 4), full)

    def test_gaps_and_matrices(self):
        linear = self.rows("--database", self.database_file, "--gap-open", 0, "--gap-extend", 8)
        self.assertEqual(len(linear), 3)
        self.assertEqual(len(self.rows("--database", self.database_file, "--matrix", "BLOSUM45", "--gap-open", 14, "--gap-extend", 2)), 3)
        self.assert_fails(self.scan("--database", self.database_file, "--gap-open", 0, "--gap-extend", 1), 2, "--min-score",
                          "scores of random proteins grow")
        self.assert_fails(self.scan("--database", self.database_file, "--gap-open", 0, "--gap-extend", 0), 2, "not both 0")
        self.assert_fails(self.scan("--database", self.database_file, "--matrix", self.path("none")), 66,
                          "--matrix: neither a matrix nor a file", "none")
        low = self.write("low.txt", f"  {' '.join(AMINO)}\n" + "".join(f"{a} {' '.join('0' * 20)}\n" for a in AMINO))
        for more in ([], ["--min-score", 1]):
            self.assert_fails(self.scan("--database", self.database_file, "--matrix", low, *more), 65, "low.txt", "no pair of amino acids scores above 0")

    def estimate(self, *options, queries=None):
        found = self.path("estimate.json")
        result = cli.run("scan", "--queries", queries or self.query_file, "--estimate", "--json", found, *options)
        self.assert_ok(result)
        return result.stdout, json.loads(found.read_text())

    def test_copies_in_one_sequence_are_matches_of_their_own(self):
        domain = self.protein(50)
        query = self.write("domain.fa", fasta([("domain", domain)]))
        copies = self.write("copies.fa", fasta([("once", self.protein(70) + domain), ("thrice", (self.protein(30) + domain) * 3 + self.protein(9))]))
        rows = lambda *options: [line.split("\t") for line in cli.run("scan", "-q", "--queries", query, "--database", copies, "--max-evalue", "1e-10",
                                                                     "--mask-database", "none", *options).stdout.splitlines()]
        places = lambda found: [(row[1], int(row[8]), int(row[9])) for row in found]
        wanted = [("once", 71, 120), ("thrice", 31, 80), ("thrice", 111, 160), ("thrice", 191, 240)]
        self.assertEqual(places(rows()), wanted)
        self.assertEqual(places(rows("--max-hsps", 2)), wanted[:3])
        self.assertEqual(places(rows("--max-hsps", 1)), wanted[:2])
        self.assertEqual(places(rows("--max-hits", 1)), wanted[:1])
        self.assert_fails(cli.run("scan", "--queries", query, "--database", copies, "--max-hsps", -1), 2, "--max-hsps")

    def test_scores_are_adjusted_to_compositions(self):
        rich = lambda: "".join(self.dice.choice("KKKE" + AMINO) for _ in range(300))
        query, database = self.write("rich.fa", fasta([("q", rich())])), self.write("riches.fa", fasta([(f"d{n}", rich()) for n in range(50)]))
        masks = ("--mask-queries", "none", "--mask-database", "none", "--max-evalue", 10)
        rows = lambda *options: cli.run("scan", "-q", "--queries", query, "--database", database, *masks, *options).stdout.splitlines()
        self.assertGreater(len(rows()), len(rows("--comp-based-stats", 1)))
        self.assertGreater(len(rows()), len(rows("--comp-based-stats", 2)))
        self.assertEqual(rows("--comp-based-stats", 0), rows())
        even = self.write("even.mat", "   " + "  ".join(AMINO) + "\n" +
                          "".join(f"{a} " + " ".join("5" if a == b or {a, b} == {"A", "C"} else "-4" for b in AMINO) + "\n" for a in AMINO))
        refused = ("--matrix", even, "--gap-open", 30, "--gap-extend", 10)
        self.assert_fails(self.scan("--database", database, "--comp-based-stats", 2, *refused), 2,
                          "--comp-based-stats 2 with scores that imply no frequencies of residues")
        self.assert_fails(self.scan("--database", database, "--comp-based-stats", 3), 2, "--comp-based-stats")
        self.assert_fails(self.scan("--database", database, "--comp-based-stats", 1, "--gap-open", 0, "--gap-extend", 1, "--min-score", 90), 2,
                          "--comp-based-stats where E-values are not known")

    def test_a_database_of_several_files(self):
        half = len(self.database) // 2
        parts = [self.write(f"part{n}.fa", fasta(part)) for n, part in enumerate((self.database[half:], self.database[:half]))]
        both = [word for part in parts for word in ("--database", part)]
        wanted = self.scan("--database", self.database_file).stdout
        self.assertEqual(self.scan(*both).stdout, wanted)
        formatted = self.path("both.db")
        self.assertEqual(cli.run("scan", "-q", *both, "--format-db", formatted).code, 0)
        self.assertEqual(self.scan("--database", formatted).stdout, wanted)
        self.assert_fails(self.scan("--database", parts[0], "--database", formatted), 2, "both.db: a formatted database together with others")
        self.assert_fails(self.scan("--database", parts[0], "--database", self.write("again.fa", fasta([(name, residues + "W") for name, residues in self.database]))),
                          65, "duplicate target name of another sequence")

    def test_columns(self):
        self.write("titled.fa", "".join(f">{name} some {name}\n{residues}\n" for name, residues in self.database))
        usual = self.rows("--database", self.path("titled.fa"))
        formatted = self.path("titled.db")
        self.assertEqual(cli.run("scan", "-q", "--database", self.path("titled.fa"), "--format-db", formatted).code, 0)
        for database in (self.path("titled.fa"), formatted):
            rows = self.rows("--database", database, "--columns", "std,qlen stitle")
            self.assertEqual(rows, [row + ["80", f"{row[1]} some {row[1]}"] for row in usual])
        self.assert_fails(self.scan("--database", formatted, "--columns", "std staxids"), 2, "unknown column for --columns", "staxids")
        self.assert_fails(self.scan("--database", formatted, "--columns", ","), 2, "--columns without a name")
        self.assert_fails(self.scan("--database", formatted, "--columns", "qcov", "--estimate"), 2, "did you mean qcovs?")

    def test_masks(self):
        poor, lower = "Q" * 30, self.protein(40).lower()
        query = self.write("masked.fa", fasta([("q", self.protein(60) + poor), ("l", self.protein(60) + lower)]))
        rows = lambda *options: [line.split("\t") for line in cli.run("scan", "-q", "--queries", query, *options).stdout.splitlines()]
        ends = lambda found: {row[0]: row[7] for row in reversed(found) if row[0] == row[1]}
        masked = ends(rows("--database", query))
        self.assertEqual(masked["l"], "100")
        self.assertTrue(55 <= int(masked["q"]) <= 60, masked)
        unmasked = ("--mask-database", "none", "--mask-queries", "none")
        self.assertEqual(ends(rows("--database", query, *unmasked)), {"q": "90", "l": "100"})
        lower_case = ("--mask-database", "none", "--mask-queries", "lower-case")
        self.assertEqual(ends(rows("--database", query, *lower_case)), {"q": "90", "l": "60"})
        for mask in ("none", "seg", "tantan", "lower-case"):
            formatted = self.path(f"{mask}.db")
            self.assertEqual(cli.run("scan", "-q", "--database", query, "--mask-database", mask, "--format-db", formatted).code, 0)
            for given in ((), ("--mask-database", mask)):
                self.assertEqual(rows("--database", formatted, *given), rows("--database", query, "--mask-database", mask))
            other = "seg" if mask == "none" else "none"
            for more in (("--queries", query), ("--format-db", self.path("again.db"))):
                self.assert_fails(cli.run("scan", "--database", formatted, "--mask-database", other, *more), 2,
                                  f"{mask}.db: --mask-database is not that of the database (got '{other}', need {mask})", "--format-db")
        self.assert_fails(self.scan("--genome", self.genome(), "--mask-database", "lower-case"), 2, "--mask-database lower-case together with --genome")
        self.assert_fails(self.scan("--database", query, "--mask-queries", "dust"), 2, "--mask-queries", "none|seg|tantan|lower-case")
        self.assert_fails(cli.run("scan", "--database", query, "--mask-queries", "seg", "--format-db", self.path("x.db")), 2, "--format-db excludes --mask-queries")

    def test_queries_that_are_masked_wholly_are_told(self):
        database = self.write("d.fa", fasta([("d", "Q" * 30 + self.protein(60))]))
        queries = self.write("q.fa", fasta([("poor", "Q" * 40), ("rich", self.protein(60)), ("also", "SP" * 25), ("unknown", "X" * 40)]))
        told = "q.fa:5: wholly masked queries have no match: 2 (got 'also'). Hint: --mask-queries none compares them"
        result = cli.run("scan", "-q", "--queries", queries, "--database", database)
        self.assert_ok(result)
        self.assertEqual(result.stderr.count(told), 1, result.stderr)
        self.assertNotIn("wholly", cli.run("scan", "-q", "--queries", queries, "--database", database, "--mask-queries", "none").stderr)
        lower = self.write("lower.fa", fasta([("l", self.protein(60).lower()), ("part", self.protein(60).lower() + "M")]))
        self.assertIn("wholly masked queries have no match: 1 (got 'l')", cli.run("scan", "-q", "--queries", lower, "--database", database, "--mask-queries", "lower-case").stderr)

    def test_an_estimate_says_what_a_scan_takes_and_scans_nothing(self):
        table = self.path("hits.tsv")
        text, found = self.estimate("--database", self.database_file, "--threads", 3, "--out", table)
        self.assertEqual(found["counts"], {"queries": 3, "sequences": 23, "residues": 1437, "cells": 3 * 80 * 1437})
        self.assertEqual((found["subcommand"], found["threads"], found["alignments_at_most"], found["calibration"]), ("scan", 3, 69, None))
        cpu = found["engines"][0]
        self.assertEqual((cpu["engine"], cpu["measured_here"]), ("scan-cpu", False))
        self.assertEqual((found["engine"], found["seconds"]), ("scan-cpu", cpu["seconds"]))  # no GPU pays for so little
        self.assertGreater(found["memory_bound_bytes"], found["memory_bytes"])
        for word in ("queries     3\n", "alignments  69 at most\n", "scan-cpu", "no GPU pays", "on 3 threads", "--memory", "'exonweave calibrate'"):
            self.assertIn(word, text)
        self.assertFalse(table.exists())
        self.assertEqual((text, found), self.estimate("--database", self.database_file, "--threads", 3, "--out", table))
        self.assertEqual(self.estimate("--database", self.database_file, "--max-hits", 2, "--memory", "1M")[1]["alignments_at_most"], 6)
        self.assertEqual(found["memory_bytes"], self.estimate("--database", self.database_file, "--memory", "1M")[1]["memory_bytes"])

    def test_more_cells_take_longer_and_more_threads_less(self):
        seconds = lambda *options, **more: self.estimate("--database", self.database_file, *options, **more)[1]["seconds"]
        one = seconds("--threads", 1)
        self.assertLess(seconds("--threads", 4), one)
        self.assertGreater(seconds("--threads", 1, queries=self.write("more.fa", fasta(self.queries + [("q3", self.protein(500))]))), one)
        self.assertGreater(seconds("--threads", 1, "--engine", "scan-cpu"), 0)

    def test_estimates_of_what_cannot_be_scanned_fail_as_the_scan_does(self):
        self.assert_fails(self.scan("--database", self.path("none.fa"), "--estimate"), 66, "none.fa")
        self.assert_fails(self.scan("--database", self.database_file, "--json", self.path("e.json")), 2, "--json without --estimate")
        self.assert_fails(self.scan("--database", self.database_file, "--estimate", "--json", self.database_file), 2, "database.fa")
        self.assert_fails(self.scan("--database", self.database_file, "--calibration", self.path("none.yaml")), 66, "none.yaml")
        self.assert_fails(cli.run("scan", "--database", self.database_file, "--format-db", self.path("x"), "--estimate"), 2, "--estimate")

    def test_an_estimate_whose_json_goes_to_standard_output_is_told_beside_it_unless_quiet(self):
        options = ["--queries", self.query_file, "--database", self.database_file, "--estimate", "--json", "-"]
        result = cli.run("scan", *options)
        self.assert_ok(result, "alignments  69 at most")
        self.assertEqual(json.loads(result.stdout)["engine"], "scan-cpu")
        quiet = cli.run("scan", *options, "--quiet")
        self.assertEqual((quiet.code, quiet.stderr, quiet.stdout), (0, "", result.stdout))

    def test_without_known_e_values_there_are_none(self):
        free = ("--database", self.database_file, "--gap-open", 0, "--gap-extend", 1, "--min-score", 300)
        rows = self.rows(*free)
        self.assertTrue(rows)
        self.assertEqual({row[10] for row in rows}, {"nan"})
        self.assert_fails(self.scan(*free, "--max-evalue", "1e-5"), 2, "--max-evalue where E-values are not known", "--min-score")

    def test_a_packed_gff3_has_an_index(self):
        out = self.path("matches.gff3.gz")
        self.assertEqual(self.scan("--genome", self.genome(), "--gff3-out", out).code, 0)
        listed = subprocess.run(["tabix", "-l", out], capture_output=True, text=True)
        self.assertTrue(listed.stdout, listed.stderr)
        self.assert_fails(self.scan("--genome", self.genome(), "--gff3-out", out, "--paf-out", f"{out}.tbi"), 2, "the index of --gff3-out")

    def test_usage(self):
        self.assert_fails(self.scan(), 2, "either --database or --genome")
        self.assert_fails(self.scan("--database", self.database_file, "--genome", self.genome()), 2, "--database together with --genome")
        self.assert_fails(cli.run("scan", "--database", self.database_file), 2, "--queries is needed")
        self.assert_fails(self.scan("--database", self.database_file, "--engine", "none"), 2, "unknown engine")
        self.assert_fails(self.scan("--database", self.database_file, "--format-db", self.path("x")), 2, "--format-db", "--queries")
        self.assert_fails(cli.run("scan", "--database", self.database_file, "--format-db", self.path("x"), "--out", self.path("y")), 2, "--out")
        formatted = self.path("frames.db")
        self.assertEqual(cli.run("scan", "-q", "--genome", self.genome(), "--format-db", formatted).code, 0)
        self.assert_fails(self.scan("--database", formatted, "--genetic-code", 2), 2, "--genetic-code is not that")
        self.assertEqual(self.scan("--database", formatted, "--genetic-code", 1).code, 0)
        matrix = self.write("matrix.txt", "x")
        self.assert_fails(self.scan("--database", self.database_file, "--matrix", matrix, "--out", matrix), 2, "matrix.txt")
        self.assert_fails(cli.run("scan", "--database", self.database_file, "--format-db", self.path("x.gz")), 2, "not packed")
        self.assert_fails(self.scan("--database", self.query_file, "--out", self.query_file), 2, "queries.fa")
        self.assert_fails(self.scan("--database", self.path("none.fa")), 66, "none.fa")
        self.assert_fails(cli.run("scan", "--database", self.path("none.fa"), "--format-db", self.path("no") / "x.db"), 73, "x.db")
        self.assert_fails(self.scan("--database", self.database_file, "--engine", "auto:0"), 2, "--engine: numbers of GPUs without an engine of GPUs")
        result = cli.run("scan", "--queries", self.query_file, "--database", self.database_file, "--engine", "scan-cuda",
                         env={"CUDA_VISIBLE_DEVICES": ""})
        self.assert_fails(result, 69, "--engine scan-cuda", "--engine auto runs on the CPU")

    def test_what_formats_a_database_takes_no_option_of_a_scan(self):
        of_both = {"--database", "--genome", "--genetic-code", "--mask-database", "--threads", "--quiet", "--help", "--help-all"}
        of_scan = {"--queries": self.query_file, "--matrix": "BLOSUM62", "--gap-open": 11, "--gap-extend": 1, "--max-evalue": 1,
                   "--min-score": 1, "--max-hits": 1, "--max-hsps": 1, "--comp-based-stats": 0, "--mask-queries": "seg",
                   "--out": "out.tsv", "--columns": "std", "--paf-out": "out.paf", "--gff3-out": "out.gff3",
                   "--pairwise-out": "out.txt", "--journal": "off", "--resume": None, "--engine": "auto", "--memory": "1G", "--estimate": None, "--json": "out.json"}
        known = re.findall(r"^  (?:-\w,)?(--[\w-]+)", cli.run("scan", "--help-all").stdout, re.MULTILINE)
        self.assertEqual(set(known), {*of_both, *of_scan, "--format-db"})
        formatting = ["scan", "--database", self.database_file, "--format-db", self.path("x.db")]
        for option, value in of_scan.items():
            with self.subTest(option=option):
                result = cli.run(*formatting, option, *([] if value is None else [value]))
                self.assert_fails(result, 2, "excludes", option, "--format-db")
        self.assertFalse(self.path("x.db").exists())

    def test_nothing_to_look_for_and_nowhere_to_look_is_an_empty_result(self):
        none = self.write("none.fa", ">q\n>r\n")
        bare = self.write("bare.fa", ">n\n" + "N" * 50 + "\n")
        for queries, option, database, what in ((none, "--database", self.database_file, "none.fa: no query has residues"),
                                                (self.query_file, "--database", none, "none.fa: no protein to compare with"),
                                                (self.query_file, "--genome", bare, "bare.fa: no open frame to compare with")):
            out, gff3, paf = self.path("out.tsv"), self.path("out.gff3"), self.path("out.paf")
            result = cli.run("scan", "--queries", queries, option, database, "--out", out, "--gff3-out", gff3, "--paf-out", paf)
            self.assert_ok(result, what, "no query has a match: the result is empty", "0 matches")
            self.assertEqual((out.read_text(), paf.read_text(), gff3.read_text()), ("", "", "##gff-version 3\n"))

    def test_the_estimate_of_nothing(self):
        none = self.write("none.fa", ">q\n>r\n")
        formatted = self.path("database.db")
        self.assert_ok(cli.run("scan", "--database", self.database_file, "--format-db", formatted))
        for queries, database, counts in ((none, formatted, (0, 23, 1437)), (self.query_file, none, (3, 0, 0)), (none, none, (0, 0, 0))):
            text, found = self.estimate("--database", database, queries=queries)
            self.assertEqual(found["counts"], dict(zip(("queries", "sequences", "residues", "cells"), (*counts, 0))))
            self.assertEqual((found["alignments_at_most"], found["engine"]), (0, "scan-cpu"))
            self.assertLess(found["seconds"], 0.01)
            self.assertIn(f"queries     {counts[0]}\n", text)
            self.assertIn("alignments  0 at most\n", text)
        result = cli.run("scan", "--queries", none, "--database", formatted, "--estimate")
        self.assert_ok(result, "none.fa: no query has residues")
        self.assertNotIn("the result is empty", result.stderr)
        self.assertIn("cells       0\n", result.stdout)

    def test_bad_input(self):
        dna = self.write("dna.fa", ">d\n" + "ACGTTGCA" * 20 + "\n")
        self.assert_fails(self.scan("--database", dna), 65, "DNA where protein")
        self.assert_fails(cli.run("scan", "--queries", dna, "--database", self.database_file), 65, "DNA where protein")
        self.assertEqual(cli.run("scan", "-q", "--queries", self.write("short.fa", ">q\nAAAAAAAAMKV\n"), "--database", self.database_file).code, 0)
        self.assert_fails(self.scan("--database", self.database_file, "--memory", 1), 137, "not enough memory")
        self.assert_fails(self.scan("--database", self.write("empty.fa", "")), 65, "empty.fa")
        self.assert_fails(self.scan("--database", self.write("gap.fa", ">a\nMAG-ICAL\n")), 65, "gap.fa:2")

    def test_fasta_may_come_from_a_fifo_but_not_a_formatted_database(self):
        def from_fifo(option, content, *more):
            fifo = self.path("fifo")
            os.mkfifo(fifo)
            writer = threading.Thread(target=fifo.write_bytes, args=(content,), daemon=True)
            writer.start()
            result = cli.run("scan", "-q", option, fifo, *more)
            writer.join()
            fifo.unlink()
            return result

        wanted = self.scan("--database", self.database_file).stdout
        for option, path, more in (("--database", self.database_file, ("--queries", self.query_file)),
                                   ("--queries", self.query_file, ("--database", self.database_file))):
            result = from_fifo(option, path.read_bytes(), *more)
            self.assertEqual((result.code, result.stdout, result.stderr), (0, wanted, ""))
        formatted = self.path("database.db")
        self.assertEqual(cli.run("scan", "-q", "--database", self.database_file, "--format-db", formatted).code, 0)
        self.assert_fails(from_fifo("--database", formatted.read_bytes(), "--queries", self.query_file), 65, "binary data where FASTA is needed")
        self.assert_fails(self.scan("--database", self.dir), 66, "is a directory, not a file")

    def test_a_database_that_is_cut_or_of_another_version_is_refused(self):
        formatted = self.path("database.db")
        self.assertEqual(cli.run("scan", "-q", "--database", self.database_file, "--format-db", formatted).code, 0)
        whole = formatted.read_bytes()
        formatted.write_bytes(whole[:-64])
        self.assert_fails(self.scan("--database", formatted), 65, "--format-db")
        for version in (1, 7):
            formatted.write_bytes(whole[:8] + bytes([version]) + whole[9:])
            self.assert_fails(self.scan("--database", formatted), 65, f"version {version}", "make it again with 'exonweave scan --format-db'")

    def test_127_no_flipped_bit_of_a_database_changes_what_a_scan_says(self):
        formatted = self.path("database.db")
        self.assertEqual(cli.run("scan", "-q", "--database", self.database_file, "--format-db", formatted).code, 0)
        whole = formatted.read_bytes()
        for at in (9, 13, 17, 23, 25, 33, 41, 50, 62, 66, len(whole) // 2, len(whole) - 1):
            formatted.write_bytes(whole[:at] + bytes([whole[at] ^ 16]) + whole[at + 1:])
            self.assert_fails(self.scan("--database", formatted), 65, "database.db")

    def test_a_database_that_contradicts_itself_is_refused_though_its_checksum_is_right(self):
        formatted = self.path("database.db")
        self.assertEqual(cli.run("scan", "-q", "--database", self.write("one.fa", ">one\nMAGIC\n"), "--format-db", formatted).code, 0)
        crafted = bytearray(formatted.read_bytes())
        crafted[320:324] = struct.pack("<I", 1 << 30)  # the length of its only sequence
        crafted[20:24] = bytes(4)
        crafted[20:24] = struct.pack("<I", zlib.crc32(crafted))
        formatted.write_bytes(crafted)
        self.assert_fails(self.scan("--database", formatted), 65, "contradicts itself: blocks that do not fit the lengths", "--format-db")


if __name__ == "__main__":
    unittest.main()
