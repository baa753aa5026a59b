"""predict without pairs and hits: on loci that it finds itself, or everywhere."""
import gzip
import json
import random
import re
import unittest

import cli
import made_genes
import models
from test_search import coding, gene, little_alike, protein

PAIRS = "region_seqid\tregion_start0\tregion_end0\tstrand\ttarget_id\none\t0\t1000\t+\tp0\n"


class PredictSearch(cli.Case):
    def setUp(self):
        super().setUp()
        dice = random.Random(4)
        self.proteins = {f"p{n}": protein(dice, 100) for n in range(4)}
        bases = lambda n: "".join(dice.choice("ACGT") for _ in range(n))
        one = bases(8000) + gene(dice, self.proteins["p0"]) + bases(30000) + gene(dice, self.proteins["p1"]) + bases(9000)
        two = bases(700) + made_genes.reverse_complement(gene(dice, self.proteins["p2"])) + bases(500)
        self.sequences = {"one": one, "two": two}

    def predict(self, *options, sequences=None, proteins=None):
        text = lambda records: "".join(f">{name}\n{residues}\n" for name, residues in records)
        genome = self.write("genome.fa", text(sequences or self.sequences.items()))
        targets = self.write("targets.fa", text(proteins or self.proteins.items()))
        return cli.run("predict", "--genome", genome, "--targets", targets, "--splice-model", "vertebrate", *options)

    def test_genes_are_found_where_a_search_finds_loci(self):
        summary, unplaced = self.path("run.json"), self.path("unplaced.tsv")
        found = self.predict("--where", "loci", "--summary", summary, "--unplaced-out", unplaced)
        self.assertEqual(found.code, 0, found)
        self.assertEqual({(model.target, len(model.parts)) for model in models.models_of(found.stdout)}, {("p0", 2), ("p1", 2), ("p2", 2)})
        run = json.loads(summary.read_text())
        self.assertIn("search", run["seconds"])
        self.assertEqual({key: run["parameters"][key] for key in ("where", "search_engine", "sensitive", "seed_soft_masked")},
                         {"where": "loci", "search_engine": "simd", "sensitive": False, "seed_soft_masked": False})
        places = 2 * sum(map(len, self.sequences.values()))
        self.assertEqual({locus["search_space"] for locus in run["loci"]}, {places * 100})
        self.assertEqual([row.split("\t") for row in unplaced.read_text().splitlines()[1:]], [["p3", ".", ".", ".", ".", "no locus", ".", "0"]])

    def test_models_tell_how_far_their_chains_are_proved(self):
        def windows(*options):
            found = self.predict("--quiet", *options)
            self.assertEqual(found.code, 0, found)
            return {row.seqid: row.attributes["window"] for row in models.read_gff3(found.stdout) if row.type == "mRNA"}
        self.assertEqual(windows("--where", "loci"), {"one": "limited", "two": "proved"})  # "two" is shorter than what is searched around
        self.assertEqual(windows("--where", "everywhere"), {"one": "proved", "two": "proved"})
        pairs = self.write("pairs.tsv", PAIRS.splitlines()[0] + "\none\t7000\t12000\t+\tp0\ntwo\t0\t%d\t-\tp2\n" % len(self.sequences["two"]))
        self.assertEqual(windows("--pairs", pairs), {"one": "given", "two": "proved"})

    def test_a_target_without_a_locus_is_told(self):
        found = self.predict("--where", "loci", "--quiet")
        self.assertEqual((found.code, found.stderr),
                         (0, f"exonweave: warning: {self.path('targets.fa')}:7: target without a model: no locus (got 'p3')\n"))

    def test_what_limits_keep_out_is_told_in_a_warning_the_table_and_the_summary(self):
        unplaced, summary = self.path("unplaced.tsv"), self.path("run.json")
        copy = gene(random.Random(9), self.proteins["p0"])
        between = "".join(random.Random(2).choice("ACGT") for _ in range(400_000))
        row = between.join([copy] * 4)

        def limited(*options):
            found = self.predict("--where", "loci", "--quiet", "--unplaced-out", unplaced, "--summary", summary, *options,
                                 sequences=[("row", row)], proteins=[("p0", self.proteins["p0"])])
            self.assertEqual(found.code, 0, found)
            rows = [line.split("\t") for line in unplaced.read_text().splitlines()[1:]]
            return found.stdout.count("\tmRNA\t"), found.stderr, rows, json.loads(summary.read_text())["search_limits"]["loci"]

        self.assertEqual(limited(), (4, "", [], {"limit": 100, "left_out": 0, "targets": 0}))
        self.assertEqual(limited("--max-loci", 3), (
            3, f"exonweave: warning: {self.path('targets.fa')}:1: loci beyond --max-loci 3 are excluded: 1, of 1 target (got 'p0'). "
               "Hint: raise --max-loci\n",
            [["p0", ".", ".", ".", ".", "more loci than the limit: 1 excluded", ".", "0"]], {"limit": 3, "left_out": 1, "targets": 1}))
        row = between[:5000].join([copy] * 3)  # of which the search makes one region
        self.assertEqual(limited(), (3, "", [], {"limit": 100, "left_out": 0, "targets": 0}))
        self.assertEqual(limited("--max-loci", 1), (
            1, f"exonweave: warning: {self.path('targets.fa')}:1: loci beyond --max-loci 1 are excluded: 2, of 1 target (got 'p0'). "
               "Hint: raise --max-loci\n",
            [["p0", ".", ".", ".", ".", "more loci than the limit: 2 excluded", ".", "0"]], {"limit": 1, "left_out": 2, "targets": 1}))

    def test_the_limit_of_loci_is_that_of_the_search(self):
        copy = gene(random.Random(9), self.proteins["p0"])
        dice = random.Random(2)
        row = "".join("".join(dice.choice("ACGT") for _ in range(12_000)) + copy for _ in range(102))
        count = lambda *options: self.predict("--where", "loci", "--flank", 1000, "--no-margins", *options, sequences=[("row", row)],
                                              proteins=[("p0", self.proteins["p0"])]).stdout.count("\tmRNA\t")
        self.assertEqual(count(), 100)
        self.assertEqual(count("--max-loci", 102), 102)

    def test_each_copy_of_a_row_in_tandem_is_a_gene(self):
        self.assertEqual(cli.run("simulate", "--profile", "tiny", "--out", self.path("made")).code, 0)
        def record(path, name):
            return next(text for text in self.path(path).read_text().split(">") if text.startswith(f"{name}\n"))
        residues = "".join(record("made/genome.fa", "tiny1").split("\n")[1:])
        first, last = next((row.start, row.end) for row in models.read_gff3(self.path("made/truth.gff3").read_text())
                           if row.attributes["ID"] == "tiny1.g1.t1")
        target = self.write("one.fa", ">" + record("made/targets.pep.fa", "tiny1.g1.species1"))
        for n, between, where in ((12, 1500, "everywhere"), (12, 1500, "loci"), (120, 60, "loci")):
            with self.subTest(n=n, where=where):
                dice = random.Random(n)
                bases = lambda n: "".join(dice.choices("ACGT", k=n))
                row, starts = bases(500), []
                for _ in range(n):
                    starts.append(len(row) + 1)
                    row += residues[first - 1:last] + bases(between)
                found = cli.run("predict", "--genome", self.write("row.fa", f">row\n{row}{bases(500)}\n"), "--targets", target,
                                "--where", where, "--quiet", "--locus-out", self.path("genes.gff3"))
                self.assertEqual((found.code, found.stderr), (0, ""), found)
                for rows in (found.stdout, self.path("genes.gff3").read_text()):
                    self.assertEqual([(each.start, each.end) for each in models.read_gff3(rows) if each.type == "mRNA"],
                                     [(start, start + last - first) for start in starts])

    def test_where_to_look_goes_by_the_time_that_it_would_take(self):
        bases = lambda n: random.Random(n).randbytes(n).translate(b"ACGT" * 64).decode()  # far faster than choices
        short, copy = {"p0": self.proteins["p0"][:80]}, gene(random.Random(9), self.proteins["p0"])
        many = {f"p{n}": protein(random.Random(n), 500) for n in range(1, 15)}

        def where(length, proteins, *options):
            summary = self.path("run.json")
            found = self.predict("--no-margins", "--summary", summary, *options,
                                 sequences=[("one", bases(length // 2) + copy + bases(length // 2))], proteins=proteins.items())
            self.assertEqual(found.code, 0, found)
            self.assertIn("p0", {model.target for model in models.models_of(found.stdout)})
            return json.loads(summary.read_text())["parameters"]["where"]
        self.assertEqual(where(100_000, short), "everywhere")
        self.assertEqual(where(14_500_000, short), "loci")  # as a whole its scores could leave 32 bits
        self.assertEqual(where(14_500_000, short, "--memory", "100M"), "loci")
        self.assertEqual(where(700_000, {**short, **many}), "loci")
        slow = self.write("slow.yaml", cli.calibration_text(result=1, sweep_cell=1e-7))
        self.assertEqual(where(100_000, short, "--calibration", slow), "everywhere")

    def test_an_estimate_goes_the_way_of_the_run(self):
        bases = random.Random(1).randbytes(14_500_000).translate(b"ACGT" * 64).decode()
        genome, targets = self.write("genome.fa", f">one\n{bases}\n"), self.write("targets.fa", f">p0\n{self.proteins['p0'][:80]}\n")
        for command in (("estimate", "--genome", genome, "--targets", targets), ("annotate", genome, targets, "--out", self.path("out"), "--estimate")):
            found = cli.run(*command, "--json", self.path("e.json"))
            self.assertEqual(found.code, 0, found)
            self.assertGreater(json.loads(self.path("e.json").read_text())["search_seconds"], 0)

    def test_a_limit_of_introns_that_binds_nowhere_changes_nothing(self):
        for where in ("loci", "everywhere", "exhaustive"):
            without = self.predict("--where", where, "--quiet")
            self.assertIn("e_value=", without.stdout)
            self.assertEqual(self.predict("--where", where, "--quiet", "--max-intron", 500_000).stdout, without.stdout)

    def test_an_intron_beyond_the_limit_is_told(self):
        exons = gene(random.Random(9), self.proteins["p0"])
        dice = random.Random(2)
        apart = exons[:400] + "".join(dice.choice("ACGT") for _ in range(60_000)) + exons[400:]
        found = self.predict("--where", "loci", "--quiet", "--max-intron", 30_000, sequences=[("one", apart)],
                             proteins=[("p0", self.proteins["p0"])])
        self.assertIn("neighbouring loci may be one gene with an intron beyond --max-intron 30000: 1, of 1 target (got 'p0')",
                      found.stderr)
        self.assertEqual(self.predict("--where", "loci", "--quiet", "--max-intron", 90_000, sequences=[("one", apart)],
                                      proteins=[("p0", self.proteins["p0"])]).stderr, "")

    def test_a_gene_with_an_intron_of_350_kb_is_exact(self):
        exons = gene(random.Random(9), self.proteins["p0"])  # the second begins 550 nt behind the first
        dice = random.Random(2)
        bases = lambda n: "".join(dice.choices("ACGT", k=n))
        text = bases(9_000) + exons[:400] + bases(350_000) + exons[400:] + bases(9_000)
        for strand, residues in (("+", text), ("-", made_genes.reverse_complement(text))):
            with self.subTest(strand=strand):
                found = self.predict("--where", "loci", "--quiet", "--memory", "200M", sequences=[("one", residues)],
                                     proteins=[("p0", self.proteins["p0"])])
                self.assertEqual((found.code, found.stderr), (0, ""), found)
                parts = [(9_001, 9_151), (359_552, 359_703)]
                if strand == "-":
                    parts = [(len(text) + 1 - last, len(text) + 1 - first) for first, last in reversed(parts)]
                self.assertEqual([(row.start, row.end, row.strand) for row in models.read_gff3(found.stdout) if row.type == "CDS"],
                                 [(*part, strand) for part in parts])

    def test_the_same_bytes_for_threads_and_orders(self):
        wanted = self.predict("--where", "loci").stdout
        self.assertIn("\tmRNA\t", wanted)
        for n_threads in (1, 3):
            again = self.predict("--where", "loci", "--threads", n_threads, "--memory", "200M", proteins=reversed(self.proteins.items()))
            self.assertEqual(again.stdout, wanted)
        turned = self.predict("--where", "loci", sequences=reversed(self.sequences.items()))
        rows = lambda text: sorted(re.sub(r"gene\d+", "gene", line) for line in text.splitlines())
        self.assertEqual(rows(turned.stdout), rows(wanted))

    def test_proteins_that_have_nothing_to_do_with_a_genome_have_no_model(self):
        dice = random.Random(17)
        bases = "".join(dice.choice("ACGT") for _ in range(300_000))
        proteins = [(f"u{n}", protein(dice, 300)) for n in range(40)]
        for how in ((), ("--sensitive",)):
            unplaced, summary = self.path("unplaced.tsv"), self.path("run.json")
            found = self.predict("--where", "loci", "--unplaced-out", unplaced, "--summary", summary, *how, sequences=[("one", bases)],
                                 proteins=proteins)
            self.assertEqual(found.code, 0, found)
            self.assertEqual([line for line in found.stdout.splitlines() if not line.startswith("##")], [])
            self.assertEqual(len(unplaced.read_text().splitlines()), 41)
            self.assertEqual(json.loads(summary.read_text())["parameters"]["sensitive"], bool(how))

    def test_a_small_genome_is_aligned_everywhere(self):
        plain, everywhere = self.predict(), self.predict("--where", "everywhere")
        self.assertEqual(plain.stdout, everywhere.stdout)
        self.assertEqual(self.predict("--where", "everywhere").stdout, everywhere.stdout)
        self.assertEqual(self.predict("--where", "size").stdout, everywhere.stdout)
        self.assertRegex(everywhere.stderr, r"exonweave: everywhere: [\d.e+]+ cells, some [\d.e-]+ s on \d+ threads?\n")
        self.assertNotIn("everywhere", self.predict("--where", "everywhere", "--quiet").stderr)
        self.assertNotIn("everywhere", plain.stderr)

    def test_loci_are_for_proteins_without_pairs_and_candidates(self):
        self.assert_fails(self.predict("--where", "nowhere"), 2, "--where")
        cdna = self.write("cdna.fa", ">t\nATGGCTGCTTAAGCTGCATGCATGCAT\n")
        genome = self.write("g.fa", ">one\n" + self.sequences["one"] + "\n")
        self.assert_fails(cli.run("predict", "--genome", genome, "--targets", cdna, "--where", "loci"), 2,
                          "--where loci where no search is possible")
        candidates = self.write("c.gff3", "##gff-version 3\none\tx\tCDS\t100\t199\t.\t+\t0\tID=a\n")
        self.assert_fails(self.predict("--where", "loci", "--candidates", candidates), 2, "no candidates")
        pairs = self.write("pairs.tsv", PAIRS)
        self.assert_fails(self.predict("--where", "loci", "--pairs", pairs), 2, "no pairs")

    def test_a_sensitive_search_finds_what_is_little_alike(self):
        target, relative = little_alike()
        self.sequences["one"] = self.sequences["one"][:20000] + coding(relative) + self.sequences["one"][20000:]
        targets = [("p0", self.proteins["p0"]), ("far", target)]
        targets_of = lambda *options: {model.target for model in models.models_of(
            self.predict("--where", "loci", "--max-evalue", 1000, *options, proteins=targets).stdout)}
        self.assertEqual(targets_of(), {"p0"})
        self.assertEqual(targets_of("--sensitive"), {"p0", "far"})
        self.assertEqual(self.predict("--sensitive").code, 0)
        for where in (("--where", "everywhere",), ("--pairs", self.write("pairs.tsv", PAIRS))):
            self.assert_fails(self.predict("--sensitive", *where), 2, "--sensitive where no loci are searched for")

    def test_annotate_aligns_no_protein_where_another_one_matches_far_better(self):
        weak = "".join(other if n % 20 < 11 else own for n, (own, other) in enumerate(zip(self.proteins["p0"], self.proteins["p3"])))
        proteins = [("p0", self.proteins["p0"]), ("p1", self.proteins["p1"]), ("weak", weak)]
        sequences = [*self.sequences.items(), ("gap", 8_000_000 * "N")]  # too large to be aligned everywhere
        found = self.predict(sequences=sequences, proteins=proteins)
        self.assertEqual({model.target for model in models.models_of(found.stdout)}, {"p0", "p1", "weak"})  # the best locus of each
        done = cli.run("annotate", self.path("genome.fa"), self.path("targets.fa"), "-o", self.path("out"), "--splice-model", "vertebrate")
        self.assertEqual(done.code, 0, done)
        aligned = gzip.decompress(self.path("out").joinpath("alignments.gff3.gz").read_bytes()).decode()
        self.assertEqual(set(re.findall(r"Target=(\S+)", aligned)), {"p0", "p1"})
        rows = [row.split("\t") for row in self.path("out").joinpath("unplaced.tsv").read_text().splitlines()[1:]]
        self.assertEqual({(row[0], row[5]) for row in rows},
                         {("weak", "no locus"), ("weak", "loci outscored by other proteins: 1 excluded")})

    def test_soft_masked_bases_are_not_seeded_unless_asked(self):
        one, two = self.sequences["one"], self.sequences["two"]
        targets = lambda found: {model.target for model in models.models_of(found.stdout)}
        expected = self.predict("--where", "loci").stdout
        masked = [("one", one[:7900] + one[7900:8800].lower() + one[8800:]), ("two", two)]  # all of p0
        self.assertEqual(targets(self.predict("--where", "loci", sequences=masked)), {"p1", "p2"})
        self.assertEqual(self.predict("--where", "loci", "--seed-soft-masked", sequences=masked).stdout, expected)
        self.assertIn("exonweave: 900 of ", self.predict("--where", "loci", sequences=masked).stderr)
        nearly = [(name, residues[:400] + residues[400:].lower()) for name, residues in self.sequences.items()]  # all genes
        again = self.predict("--where", "loci", sequences=nearly)
        self.assert_ok(again, "no locus found outside soft-masked bases: searching them as well")
        self.assertEqual(again.stdout, expected)
        partly = [("one", one[:8300] + one[8300:8800].lower() + one[8800:]), ("two", two)]  # its second exon
        self.assertEqual(self.predict("--where", "loci", sequences=partly).stdout, expected)
        lower = [(name, residues.lower()) for name, residues in self.sequences.items()]
        self.assertEqual(self.predict("--where", "loci", sequences=lower).stdout, expected)
        self.assertEqual(self.predict("--where", "everywhere", sequences=masked).stdout, self.predict("--where", "everywhere").stdout)
        for where in (("--where", "everywhere",), ("--pairs", self.write("pairs.tsv", PAIRS))):
            self.assert_fails(self.predict("--seed-soft-masked", *where), 2, "--seed-soft-masked where no loci are searched for")

    def test_the_flank_is_that_of_the_search(self):
        def regions(flank):
            summary = self.path("run.json")
            self.assert_ok(self.predict("--where", "loci", "--flank", flank, "--summary", summary))
            return sorted((locus["sequence"], locus["region_start0"], locus["region_end0"])
                          for locus in json.loads(summary.read_text())["loci"])
        length = {name: len(residues) for name, residues in self.sequences.items()}
        narrow = regions(0)
        self.assertEqual(len(narrow), 3)
        for flank in (300, 6000):
            self.assertEqual(regions(flank), [(name, max(0, start - flank), min(length[name], end + flank)) for name, start, end in narrow])
        self.assertEqual(set(regions(10**6)), {(name, 0, length[name]) for name in length})

    def test_a_flank_where_nothing_is_searched_for_is_refused(self):
        needs = "--flank without hits (got '5', need --hits, or a search for loci of proteins (--where loci))"
        pairs = self.write("pairs.tsv", PAIRS)
        candidates = self.write("c.gff3", "##gff-version 3\none\tx\tCDS\t100\t199\t.\t+\t0\tID=a\n")
        for where in ((), ("--where", "everywhere",), ("--pairs", pairs), ("--candidates", candidates)):
            self.assert_fails(self.predict("--flank", 5, *where), 2, needs)
        self.assert_fails(self.predict("--flank", 5, proteins=[("cdna", "ATGGCTGCTTAAGCTGCATGCATGCAT")]), 2, needs)
        self.assert_fails(self.predict("--flank", 5, "--pairs", pairs), 2, "regions of --pairs are taken as they are")
        self.assert_fails(self.predict("--flank", "x", "--where", "loci"), 2, "--flank: not a number in its range")

    def test_where_nothing_is_found_the_result_is_empty(self):
        found = self.predict("--where", "loci", proteins=[("p3", self.proteins["p3"])])
        self.assertEqual((found.code, found.stdout.count("\tmRNA\t")), (0, 0), found)
        self.assertIn("the result is empty", found.stderr)


if __name__ == "__main__":
    unittest.main()
