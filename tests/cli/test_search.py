"""search: finds genes that are there, in a table that predict takes; options, refusals, and the same bytes for any order."""
import gzip
import itertools
import json
import random
import unittest

import cli
import made_genes
import models

HEADER = ("region_seqid\tregion_start0\tregion_end0\tstrand\ttarget_id\tscore\te_value\tsegments\tcore_start0\tcore_end0\t"
          "target_start0\ttarget_end0\ttarget_length")
CODONS = dict(zip("ACDEFGHIKLMNPQRSTVWY", "GCT TGT GAT GAA TTT GGT CAT ATT AAA CTT ATG AAT CCT CAA CGT TCT ACT GTT TGG TAT".split()))


def protein(dice, length):
    return "M" + "".join(dice.choice("ACDEFGHIKLMNPQRSTVWY") for _ in range(length - 1))


def coding(residues):
    return "".join(CODONS[each] for each in residues) + "TAA"


def gene(dice, residues):
    """A coding sequence in two exons, between them an intron of 400 nt."""
    exons = coding(residues)
    middle = len(exons) // 2
    intron = "GTAAGT" + "".join(dice.choice("ACGT") for _ in range(374)) + "TTTTTTTTCTTTTTTTTCAG"
    return exons[:middle] + intron + exons[middle:]


def little_alike():
    """A target and a relative with four of seven residues in common, 1101100 again and again: none of the usual seeds."""
    blocks = ("WHCK", "YQEM", "LRNT", "KFCW", "HYAE", "MLKQ", "VWRN", "ECHY", "QTFK", "RWLM")
    of = lambda between, after: "".join(a + b + between + c + d + after for a, b, c, d in blocks)
    return of("D", "PG"), of("T", "SK")


class Search(cli.Case):
    def setUp(self):
        super().setUp()
        dice = random.Random(4)
        self.proteins = {f"p{n}": protein(dice, 100) for n in range(4)}
        bases = lambda n: "".join(dice.choice("ACGT") for _ in range(n))
        one = bases(8000) + gene(dice, self.proteins["p0"]) + bases(30000) + gene(dice, self.proteins["p1"]) + bases(9000)
        two = bases(700) + made_genes.reverse_complement(gene(dice, self.proteins["p2"])) + bases(500)
        self.sequences = {"one": one, "two": two}
        self.genome = self.write("genome.fa", self.fasta(self.sequences))
        self.targets = self.write("targets.fa", self.fasta(self.proteins))

    @staticmethod
    def fasta(records):
        return "".join(f">{name}\n{residues}\n" for name, residues in records.items())

    def search(self, *options):
        return cli.run("search", "--genome", self.genome, "--targets", self.targets, *options)

    def without_locus(self, hint=". Hint: --sensitive finds more"):
        """What is said of p3, which is nowhere."""
        return f"exonweave: warning: {self.targets}:7: target without a locus (got 'p3'){hint}\n"

    def rows(self, result, messages=None):
        self.assertEqual((result.code, result.messages), (0, self.without_locus() if messages is None else messages), result)
        lines = result.stdout.splitlines()
        self.assertEqual(lines[0], HEADER)
        return [dict(zip(HEADER.split("\t"), line.split("\t"))) for line in lines[1:]]

    def test_genes_are_found_where_they_are(self):
        rows = self.rows(self.search())
        self.assertEqual([(row["target_id"], row["region_seqid"], row["strand"]) for row in rows],
                         [("p0", "one", "+"), ("p1", "one", "+"), ("p2", "two", "-")])
        self.assertAlmostEqual(int(rows[0]["core_start0"]), 8000, delta=9)
        self.assertAlmostEqual(int(rows[0]["core_end0"]), 8000 + 303 + 400, delta=9)
        for row in rows:
            self.assertLess(float(row["e_value"]), 1e-20)
            self.assertEqual((row["segments"], row["target_length"]), ("2", "100"))

    def test_of_a_long_row_of_close_copies_each_is_in_one_region(self):
        dice = random.Random(8)
        bases = lambda n: "".join(dice.choice("ACGT") for _ in range(n))
        copy = gene(dice, self.proteins["p3"])
        for n, between in ((70, 6000), (250, 800)):
            row = self.write("row.fa", self.fasta({"row": "".join(bases(between) + copy for _ in range(n)) + bases(500)}))
            chains = self.path("chains.paf")
            found = cli.run("search", "--genome", row, "--targets", self.targets, "--paf-out", chains, "--max-evalue", "1e-5")
            found = self.rows(found, f"exonweave: warning: {self.targets}:1: target without a locus (got 'p0'). "
                                     "Hint: --sensitive finds more [and 2 more]\n")
            regions = sorted((int(each["region_start0"]), int(each["region_end0"])) for each in found)
            self.assertGreater(len(regions), 1)
            for (_, end), (start, _) in itertools.pairwise(regions):
                self.assertLessEqual(end, start)
            places = {line.split("\t")[7] for line in chains.read_text().splitlines()}
            self.assertEqual((len(places), len(chains.read_text().splitlines())), (n, n))

    def test_predict_takes_the_table(self):
        table = self.path("loci.tsv")
        self.assertEqual(self.search("--out", table).code, 0)
        found = cli.run("predict", "-q", "--genome", self.genome, "--targets", self.targets, "--pairs", table,
                        "--splice-model", "vertebrate")
        self.assertEqual(found.code, 0, found)
        self.assertEqual({(model.target, len(model.parts)) for model in models.models_of(found.stdout)}, {("p0", 2), ("p1", 2), ("p2", 2)})

    def test_the_loci_as_paf(self):
        out = self.path("loci.paf")
        rows = self.rows(self.search("--paf-out", out))
        hits = [line.split("\t") for line in out.read_text().splitlines()]
        self.assertEqual([(hit[0], hit[5], hit[4]) for hit in hits], [("p0", "one", "+"), ("p1", "one", "+"), ("p2", "two", "-")])
        for row, hit in zip(rows, hits):
            self.assertEqual(hit[1:4], [row["target_length"], row["target_start0"], row["target_end0"]])
            self.assertEqual(hit[6:9], [str(len(self.sequences[row["region_seqid"]])), row["core_start0"], row["core_end0"]])
            self.assertGreaterEqual(int(hit[10]), int(hit[9]))
            self.assertGreater(int(hit[9]), 270)  # of 100 residues, all the same, but for what lies at the intron
            self.assertLessEqual(int(hit[10]), 330)
            self.assertEqual((hit[11], hit[13], hit[14]), ("255", "ev:f:" + row["e_value"], "ns:i:2"))
            self.assertAlmostEqual(int(hit[12].removeprefix("AS:i:")), float(row["score"]), delta=0.6)
        self.assertEqual(self.search("--paf-out", out, "--threads", 5).code, 0)
        self.assertEqual(out.read_text(), "".join("\t".join(hit) + "\n" for hit in hits))

    def test_the_paf_has_all_chains_of_a_locus(self):
        out = self.path("chains.paf")
        self.assertEqual(len(self.rows(self.search("--paf-out", out, "--max-intron", 200))), 3)
        hits = [line.split("\t") for line in out.read_text().splitlines()]
        self.assertEqual([hit[0] for hit in hits], ["p0", "p0", "p1", "p1", "p2", "p2"])
        self.assertEqual([hit[14] for hit in hits], ["ns:i:1"] * 6)
        for one, next in zip(hits[::2], hits[1::2]):
            self.assertLess(int(one[8]), int(next[7]))

    def test_names_in_gz_are_packed(self):
        plain = {option: self.path(f"plain{option}") for option in ("--out", "--paf-out")}
        packed = {option: self.path(f"packed{option}.gz") for option in plain}
        for paths in (plain, packed):
            self.assertEqual(self.search(*itertools.chain(*paths.items())).code, 0)
        for option, path in packed.items():
            self.assertTrue(path.read_bytes().startswith(b"\x1f\x8b"), option)
            self.assertEqual(gzip.decompress(path.read_bytes()), plain[option].read_bytes(), option)
        self.assertEqual(len(list(self.dir.glob("packed*"))), 2)  # and no index

    def test_predict_takes_the_paf(self):
        table, hits = self.path("loci.tsv"), self.path("loci.paf")
        self.assertEqual(self.search("--out", table, "--paf-out", hits).code, 0)
        options = ("predict", "-q", "--genome", self.genome, "--targets", self.targets, "--splice-model", "vertebrate")
        found = cli.run(*options, "--hits", hits)
        self.assertEqual(found.code, 0, found)
        self.assertEqual({(model.target, len(model.parts)) for model in models.models_of(found.stdout)}, {("p0", 2), ("p1", 2), ("p2", 2)})

    def test_threads_and_orders_change_nothing(self):
        expected = self.search("--threads", 1).stdout
        self.assertEqual(self.search("--threads", 7).stdout, expected)
        self.targets = self.write("turned.pep.fa", self.fasta(dict(reversed(self.proteins.items()))))
        self.assertEqual(self.search().stdout, expected)
        self.genome = self.write("turned.fa", self.fasta(dict(reversed(self.sequences.items()))))
        head, *rows = expected.splitlines(keepends=True)
        turned = "".join(row for name in reversed(self.sequences) for row in rows if row.startswith(f"{name}\t"))
        self.assertEqual(self.search().stdout, head + turned)

    def test_options(self):
        widths = lambda rows: [int(row["core_start0"]) - int(row["region_start0"]) for row in rows]
        self.assertTrue(all(width <= 100 for width in widths(self.rows(self.search("--flank", 100)))))
        cut = self.without_locus() + (f"exonweave: warning: {self.targets}:1: {{}}: 3, of 3 targets (got 'p0'). Hint: raise {{}}\n")
        introns = cut.format("neighbouring loci may be one gene with an intron beyond --max-intron 300",
                             "--max-intron if the species has such introns; otherwise these are separate loci")
        apart = self.rows(self.search("--max-intron", 300, "--flank", 0), introns)
        self.assertEqual(sum(row["target_id"] == "p0" for row in apart), 2)
        loci = cut.format("loci beyond --max-loci 1 are excluded", "--max-loci")
        best = self.rows(self.search("--max-intron", 300, "--flank", 0, "--max-loci", 1, "--min-loci-score", 0), loci)
        self.assertEqual(sum(row["target_id"] == "p0" for row in best), 1)
        self.assertEqual(len(self.rows(self.search("--max-intron", 300, "--flank", 0, "--min-loci-score", 1))), 3)
        self.assertEqual(len(self.rows(self.search("--genetic-code", 1, "--quiet"))), 3)
        strict = self.search("--max-evalue", "1e-200")
        self.assertEqual((strict.code, strict.stdout), (0, HEADER + "\n"), strict)

    def test_a_sensitive_search_finds_what_is_little_alike(self):
        target, relative = little_alike()
        one = self.sequences["one"]
        self.write("genome.fa", self.fasta({"one": one[:20000] + coding(relative) + one[20000:]}))
        self.write("targets.fa", self.fasta({"far": target}))
        self.assertEqual(self.search("--quiet").stdout.count("\n"), 1)
        rows = self.rows(self.search("--sensitive"), "")
        self.assertEqual([(row["core_start0"], row["target_length"]) for row in rows], [("20000", str(len(target)))])

    def test_the_last_line_says_how_many_loci_there_are(self):
        self.assertRegex(self.search().stderr.removeprefix(self.without_locus()), r"^exonweave: 3 loci, \d+\.\d s, \d+ MB peak\n$")
        self.assertEqual(self.search("--quiet").stderr, self.without_locus())
        self.assertEqual(self.search("--quiet", "--sensitive").stderr, self.without_locus(hint=""))

    def test_targets_of_two_files_are_one_set(self):
        expected = self.search().stdout
        names = list(self.proteins)
        self.targets = self.write("first.fa", self.fasta({name: self.proteins[name] for name in names[:1]}))
        second = self.write("second.fa", self.fasta({name: self.proteins[name] for name in names[1:]}))
        self.assertEqual(self.search("--targets", second).stdout, expected)
        other = self.write("other.fa", self.fasta({"p0": "M" + self.proteins["p0"]}))
        self.assert_fails(self.search("--targets", other), 65, "other.fa:1: duplicate target name of another sequence in ",
                          "first.fa on line 1 (got 'p0')")
        self.assert_fails(self.search("--targets", self.targets), 2, "--targets: the file is given twice")

    def test_soft_masked_bases_are_not_seeded_unless_asked(self):
        expected = self.search().stdout
        one = self.sequences["one"]
        mask = lambda start, end: self.write("genome.fa", self.fasta(
            dict(self.sequences, one=one[:start] + one[start:end].lower() + one[end:])))
        mask(7900, 8800)  # all of p0
        length = sum(map(len, self.sequences.values()))
        told = (f"exonweave: 900 of {length:,} bases ({90000 / length:.1f}%) are soft-masked (lower case): not used for seeds "
                "(--seed-soft-masked)\n")
        neither = f"exonweave: warning: {self.targets}:1: target without a locus (got 'p0'). Hint: --sensitive finds more [and 1 more]\n"
        self.assertEqual([row["target_id"] for row in self.rows(self.search(), told + neither)], ["p1", "p2"])
        self.assertEqual(self.search("--quiet").stderr, neither)
        self.assertNotIn("soft-masked", self.search("--seed-soft-masked").stderr)
        self.assertEqual(self.search("--seed-soft-masked").stdout, expected)
        for start, end in ((7900, 8300), (8300, 8800)):  # from within its intron to either end: found around what is left
            mask(start, end)
            self.assertEqual(self.search().stdout, expected)

    def test_where_all_genes_are_masked_the_search_looks_again_with_masked_bases(self):
        expected = self.search().stdout
        self.genome = self.write("genome.fa", self.fasta({name: text[:400] + text[400:].lower() for name, text in self.sequences.items()}))
        found = self.search()
        self.assert_ok(found, " are soft-masked (lower case)",
                       "exonweave: no locus found outside soft-masked bases: searching them as well\n")
        self.assertEqual(found.stdout, expected)
        self.assertEqual(self.search("--quiet").stderr, self.without_locus())

    def test_a_genome_in_lower_case_throughout_is_not_masked(self):
        expected = self.search().stdout
        for change in (str.lower, lambda text: text.lower().replace("t", "u")):
            records = {name: change(residues) for name, residues in self.sequences.items()}
            self.genome = self.write("lower.fa", self.fasta(records))
            self.assertEqual(self.search().stdout, expected)
            self.genome = self.path("lower.fa.gz")
            self.genome.write_bytes(gzip.compress(self.fasta(records).encode()))
            self.assertEqual(self.search().stdout, expected)

    def test_what_is_not_there_is_not_found(self):
        self.targets = self.write("other.fa", self.fasta({"p3": self.proteins["p3"]}))
        result = self.search()
        self.assertEqual((result.code, result.stdout), (0, HEADER + "\n"), result)
        self.assertIn("other.fa: no target has a locus: the result is empty", result.stderr)

    def test_records_without_residues_are_no_dna(self):
        self.targets = self.write("empty.fa", ">p\n")
        result = self.search()
        self.assertEqual((result.code, result.stdout), (0, HEADER + "\n"), result)
        self.assertIn("record without residues", result.stderr)
        self.assertNotIn("DNA", result.stderr)

    def test_short_proteins_of_letters_that_bases_have_are_no_dna(self):
        for residues in ("MGGNATCAGA", "MNDSGGNNGA" * 8):
            self.targets = self.write("short.fa", f">p\n{residues}\n")
            self.assert_ok(self.search())

    def estimate(self, *options):
        result = self.search("--estimate", *options)
        self.assert_ok(result)
        return result

    def test_an_estimate_writes_nothing(self):
        before = self.names()
        result = self.estimate("--threads", 2, "--out", self.path("pairs.tsv"), "--paf-out", self.path("loci.paf"))
        self.assertRegex(result.stdout, r"(?m)^results     3$")
        self.assertRegex(result.stdout, r"(?m)^search      \S+ \S+$")
        self.assertRegex(result.stdout, r"(?m)^all         \S+ \S+ on 2 threads$")
        self.assertRegex(result.stdout, r"(?m)^memory      \S+ MB$")
        self.assertEqual(self.names(), before)

    def test_an_estimate_is_that_of_the_search_of_predict(self):
        self.estimate("--threads", 300, "--json", self.path("e.json"))
        found = json.loads(self.path("e.json").read_text())
        self.assert_ok(cli.run("estimate", "--genome", self.genome, "--targets", self.targets, "--where", "loci",
                               "--json", self.path("p.json")))
        predicted = json.loads(self.path("p.json").read_text())
        for key in ("search_seconds", "search_work", "calibration"):
            self.assertEqual(found[key], predicted[key], key)
        self.assertEqual((found["subcommand"], found["results"], found["results_looked_at"], found["threads"]), ("search", 3, 3, 300))
        self.assertAlmostEqual(found["seconds"] * 300, found["search_seconds"])
        self.assertGreater(found["memory_bytes"], 0)

    def test_the_report_of_an_estimate_makes_way_for_its_figures(self):
        result = self.estimate("--json", "-")
        self.assertEqual(json.loads(result.stdout)["results"], 3)
        self.assertIn("\nall         ", "\n" + result.stderr)
        self.assertNotIn("all  ", self.estimate("--json", "-", "--quiet").stderr)
        self.assert_fails(self.search("--json", self.path("e.json")), 2, "--json without --estimate")
        self.assert_fails(self.search("--estimate", "--json", self.targets), 2, "--json")
        self.assert_fails(self.search("--estimate", "--calibration", self.targets), 65, "targets.fa")

    def test_bad_input(self):
        for option in ("--max-intron", "--flank"):
            self.assert_fails(self.search(f"{option}=-1"), 2, f"{option}: not a number in its range")
        self.assert_fails(self.search("--max-loci", 0), 2, "--max-loci: not a number in its range")
        self.assert_fails(self.search("--max-evalue", 0), 2, "--max-evalue: not")
        self.assert_fails(self.search("--min-loci-score", 2), 2, "--min-loci-score: not")
        self.assert_fails(self.search("--genetic-code", 7), 2, "--genetic-code: not the number of a genetic code")
        self.assert_fails(self.search("--out", self.genome), 2, "--out")
        self.assert_fails(self.search("--paf-out", self.targets), 2, "--paf-out")
        self.assert_fails(self.search("--out", "x.tsv", "--paf-out", "x.tsv"), 2, "--paf-out")
        self.targets = self.write("dna.fa", ">d\n" + "ACGTACGTAC" * 20 + "\n")
        self.assert_fails(self.search(), 65, "dna.fa: DNA targets: search is for proteins")
        self.targets = self.path("nowhere.fa")
        self.assert_fails(self.search(), 66, "nowhere.fa: cannot open")


if __name__ == "__main__":
    unittest.main()
