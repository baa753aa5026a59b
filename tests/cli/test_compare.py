"""`exonweave compare`: what it says of made gene sets, that nothing but their genes decides it, and what it refuses."""
import os
import random
import unittest

import cli
from compared_genes import OF_A, OF_B, THREE, gff3, gtf, packed
from report_inputs import escaped
from test_report import HOSTILE, Parts, data_of


def table(text):
    """Rows by the names of their columns."""
    head, *rows = [line.split("\t") for line in text.splitlines()]
    return [dict(zip(head, row)) for row in rows]


def made_genes(seed, n=60):
    """Genes that are alike in sets of all seeds, so that many are the same and many overlap."""
    shared, own = random.Random(0), random.Random(seed)
    genes, place = {}, 100
    for g in range(n):
        exons = []
        for _ in range(shared.choice((1, 2, 4))):
            length = 3 * shared.randrange(10, 40)
            exons.append((place, place + length - 1))
            place += length + shared.randrange(5, 90)
        change = own.randrange(6)
        if change == 0:
            exons[0] = (exons[0][0] + 3 * own.randrange(1, 5), exons[0][1])
        elif change == 1:
            exons[-1] = (exons[-1][0], exons[-1][1] + own.randrange(1, 5))
        elif change == 2:
            exons = exons[1:] or exons
        if change != 3:
            genes[f"g{g}"] = ("chr1" if g < n // 2 else "chr2", "+-"[g % 2 if change != 4 else own.randrange(2)], exons)
    return genes


def levels(a, b):
    """{level: (of A, of B, of both)} by sets of Python."""
    def parts(genes, of_gene):
        return {(sequence, strand, part) for sequence, strand, exons in genes.values() for part in of_gene(exons)}

    def introns(exons):
        return [(left[1], right[0]) for left, right in zip(exons, exons[1:])]
    ways = {"Base": lambda exons: [base for first, last in exons for base in range(first, last + 1)], "Exon": lambda exons: exons, "Intron": introns,
            "Intron chain": lambda exons: [tuple(introns(exons))] if len(exons) > 1 else [], "Transcript": lambda exons: [tuple(exons)]}
    found = {}
    for level, way in ways.items():
        of_a, of_b = parts(a, way), parts(b, way)
        found[level] = len(of_a), len(of_b), len(of_a & of_b)
    return found


class Compare(cli.Case):
    def compare(self, a, b, *more):
        result = cli.run("compare", a, b, "-o", self.path("out"), *more)
        self.assert_ok(result)
        self.assert_no_temporaries()
        return result

    def compare_made(self, a, b):
        return self.compare(self.write("a.gff3", gff3(a)), self.write("b.gff3", gff3(b)))

    def tsv(self):
        return self.path("out").joinpath("compare.tsv").read_text()


class Results(Compare):
    def test_every_class_of_change(self):
        self.write("a.gff3", gff3(OF_A))
        self.write("b.gff3", gff3(OF_B))
        result = cli.run("compare", "a.gff3", "b.gff3", "-o", "out", cwd=self.dir)
        self.assert_ok(result)
        self.assert_golden("compare.tsv", self.tsv().encode())
        self.assert_golden("compare.txt", result.stdout_bytes)
        self.assertEqual(sorted(os.listdir(self.path("out"))), ["compare.html", "compare.tsv"])

    def test_names_and_changes_of_the_golden_table(self):
        self.compare_made(OF_A, OF_B)
        changes = {(row["a_gene"], row["b_gene"]): (row["status"], row["changes"]) for row in table(self.tsv())}
        for name, change in (("start", "start_moved"), ("end", "end_moved"), ("moved", "intron_moved"), ("added", "intron_added,frame_differs"),
                             ("lost", "intron_lost,frame_differs"), ("turned", "opposite_strand"), ("frame", "start_moved,end_moved,frame_differs")):
            self.assertEqual(changes.pop((name, name)), ("changed", change))
        self.assertEqual(changes, {
            ("same", "same"): ("exact", "."), ("isoforms", "isoforms"): ("exact", "."), ("merged", "merged1"): ("changed", "merged"),
            ("merged", "merged2"): ("changed", "merged"), ("split1", "split"): ("changed", "split"), ("split2", "split"): ("changed", "split"),
            ("extra", "."): ("only_a", "."), (".", "missed"): ("only_b", "."), ("antisense", "same"): ("only_a", "opposite_strand")})

    def test_levels_are_those_of_sets_of_python(self):
        for seed in (1, 2, 3):
            a, b = made_genes(seed), made_genes(seed + 10)
            shown = self.compare_made(a, b).stdout.splitlines()
            for level, (of_a, of_b, of_both) in levels(a, b).items():
                with self.subTest(seed=seed, level=level):
                    self.assertIn(f"{level:<16}{100 * of_both / of_b:>10.2f}{100 * of_both / of_a:>10.2f}{of_a:>10}{of_b:>10}{of_both:>10}", shown)

    def test_each_gene_is_counted_once_and_is_in_the_table(self):
        a, b = made_genes(4), made_genes(14)
        shown = self.compare_made(a, b).stdout
        rows = table(self.tsv())
        counts = {words[0]: [int(word) for word in words[-2:]] for words in map(str.split, shown.splitlines()) if len(words) in (3, 5) and words[-1].isdigit()}
        self.assertEqual([counts["exact"][k] + counts["changed"][k] + counts["only"][k] for k in (0, 1)], [len(a), len(b)])
        for letter, genes in (("a", a), ("b", b)):
            self.assertEqual({row[f"{letter}_gene"] for row in rows} - {"."}, set(genes))
            exact = {row[f"{letter}_gene"] for row in rows if row["status"] == "exact"}
            self.assertEqual(exact, {name for name, gene in genes.items() if gene in (b if letter == "a" else a).values()})

    def test_a_set_and_itself_is_exact(self):
        genes = self.write("a.gff3", gff3(made_genes(5)))
        self.compare(genes, genes)
        self.assertEqual({row["status"] for row in table(self.tsv())}, {"exact"})

    def test_exchanged_sets_exchange_their_columns(self):
        a, b = made_genes(6), made_genes(16)
        opposite = {"merged": "split", "split": "merged", "intron_added": "intron_lost", "intron_lost": "intron_added"}
        statuses = {"only_a": "only_b", "only_b": "only_a"}

        def turned(row):
            names = {"a": "b", "b": "a"}
            made = {(names[key[0]] + key[1:] if key[1:2] == "_" else key): value for key, value in row.items()}
            made["status"] = statuses.get(row["status"], row["status"])
            made["changes"] = ",".join(sorted(opposite.get(change, change) for change in row["changes"].split(",")))
            return made
        self.compare_made(a, b)
        forwards = [{**row, "changes": ",".join(sorted(row["changes"].split(",")))} for row in table(self.tsv())]
        self.compare_made(b, a)
        backwards = [turned(row) for row in table(self.tsv())]
        order = lambda row: sorted(row.items())
        self.assertEqual(sorted(forwards, key=order), sorted(backwards, key=order))


class Page(Compare):
    def page(self):
        return self.path("out").joinpath("compare.html").read_text()

    def test_the_page_has_the_rows_of_the_table(self):
        self.compare_made(OF_A, OF_B)
        rows, account, pairs = table(self.tsv()), data_of(self.page(), "account"), data_of(self.page(), "pairs")
        self.assertEqual([account["status_words"][number] for number in pairs["status"]], [row["status"] for row in rows])
        self.assertEqual([",".join(account["change_words"][number] for number in numbers) or "." for numbers in pairs["changes"]],
                         [row["changes"] for row in rows])
        for letter in "ab":
            self.assertEqual([gene or "." for gene in pairs[letter]["gene"]], [row[f"{letter}_gene"] for row in rows])
            self.assertEqual([str(sum(lengths[::2])) if lengths else "." for lengths in pairs[letter]["lengths"]], [row[f"{letter}_bases"] for row in rows])
        self.assertEqual([(each["genes"], each["exact"], each["changed"], each["only"]) for each in account["sets"]], [(14, 2, 10, 2), (13, 2, 10, 1)])

    def test_names_never_become_markup_and_no_directory_is_in_the_page(self):
        self.compare_made(OF_A, OF_B)
        usual = self.page()
        self.compare(self.write("a.gff3", gff3({escaped(HOSTILE): ("s01", "+", THREE)})), self.write("b.gff3", gff3(OF_B)))
        self.assertEqual([tag for tag, _ in Parts(self.page()).elements], [tag for tag, _ in Parts(usual).elements])
        self.assertIn(HOSTILE, data_of(self.page(), "pairs")["a"]["gene"])
        self.assertEqual([each["name"] for each in data_of(self.page(), "account")["sets"]], ["a.gff3", "b.gff3"])
        self.assertNotIn(str(self.dir), self.page())


class Inputs(Compare):
    def test_order_format_and_compression_change_nothing(self):
        genes = {name: gene for name, gene in made_genes(7).items()}
        other = gff3(made_genes(17))
        b = self.write("b.gff3", other)
        plain = self.compare(self.write("a.gff3", gff3(genes)), b).stdout
        rows = self.tsv()
        blocks = list(genes.items())
        random.Random(1).shuffle(blocks)
        for name, text in (("shuffled.gff3", gff3(dict(blocks))), ("a.gff3.gz", packed(gff3(genes))), ("a.gtf", gtf(genes)),
                           ("windows.gff3", gff3(genes).replace("\n", "\r\n"))):
            with self.subTest(name):
                result = self.compare(self.write(name, text), b)
                self.assertEqual(result.stdout.splitlines()[2:], plain.splitlines()[2:])
                self.assertEqual(self.tsv(), rows)

    def test_the_directory_of_a_run_is_a_gene_set(self):
        self.path("run").mkdir()
        genes = self.write("run/genes.gff3.gz", packed(gff3(OF_A)))
        b = self.write("b.gff3", gff3(OF_B))
        of_folder = self.compare(self.path("run"), b)
        rows = self.tsv()
        self.assertEqual(self.compare(genes, b).stdout.splitlines()[1:], of_folder.stdout.splitlines()[1:])
        self.assertEqual(self.tsv(), rows)

    def test_standard_input_is_a_gene_set(self):
        result = cli.run("compare", "-", self.write("b.gff3", gff3(OF_B)), stdin=gff3(OF_B))
        self.assert_ok(result)
        self.assertIn(f"exact           {len(OF_B):>10}{len(OF_B):>10}\n", result.stdout)
        self.assertEqual(self.names(), ["b.gff3"])

    def test_a_ribosomal_slippage_and_names_with_blanks_are_no_errors(self):
        slipping = self.write("a.gff3", gff3({"a gene": ("s01", "+", [(101, 190), (190, 300)])}))
        self.compare(slipping, slipping)
        self.assertEqual([(row["a_gene"], row["a_exons"], row["a_bases"]) for row in table(self.tsv())], [("a gene", "1", "200")])

    def test_transcripts_that_name_no_gene_are_of_one_where_they_share_codons(self):
        nameless = "".join(line + "\n" for line in gff3({"x": ("s01", "+", [(101, 190)]), "y": ("s01", "+", [(131, 190)]), "z": ("s01", "+", [(231, 290)])})
                           .replace(";Parent=x\n", "\n").replace(";Parent=y\n", "\n").replace(";Parent=z\n", "\n").splitlines() if "\tgene\t" not in line)
        result = self.compare(self.write("a.gff3", nameless), self.write("b.gff3", nameless))
        self.assertIn("2 genes, 3 transcripts", result.stdout)


class BadInput(Compare):
    def assert_refused(self, code, a, b, *parts):
        self.assert_fails(cli.run("compare", a, b, "-o", self.path("out")), code, *parts)
        self.assertNotIn("out", self.names())

    def test_bad_rows_are_told_with_file_line_and_value(self):
        good = self.write("good.gff3", gff3(OF_B))
        bad = self.write("bad.gff3", gff3(OF_A).replace("\t501\t620\t", "\t0\t620\t", 1).replace("\t+\t0\t", "\tx\t0\t", 1))
        self.assert_refused(65, bad, good, "bad.gff3:4: bad strand (got 'x', need + or -)", "start is 0 (got '0', need at least 1)", "0-based?")
        self.assert_refused(65, good, bad, "bad.gff3:4: bad strand")

    def test_files_that_hold_no_genes(self):
        good = self.write("good.gff3", gff3(OF_B))
        for name, text, what in (("empty.gff3", "", "annotation without a CDS row"), ("comments.gff3", "# nothing\n", "annotation without a CDS row"), ("fasta.fa", ">s\nACGT\n", "without a CDS row"),
                                 ("exons.gff3", "##gff-version 3\ns01\tx\texon\t1\t9\t.\t+\t.\tParent=t\n", "annotation without a CDS row"),
                                 ("utf16.gff3", gff3(OF_A).encode("utf-16"), "UTF-16")):
            with self.subTest(name):
                self.assert_refused(65, self.write(name, text), good, f"{name}:", what)

    def test_a_run_that_found_no_gene_is_a_set_of_none(self):
        genome, proteins = self.write("g.fa", f">s01\n{'ACGGT' * 300}\n"), self.write("p.fa", ">p\nMWCHPWMKYWCDHWNPYWHCMWQPHFWYMC\n")
        self.assert_ok(cli.run("annotate", genome, proteins, "-o", self.path("none")))
        good = self.write("good.gff3", gff3(OF_B))
        result = self.compare(self.path("none"), good)
        self.assertIn(f"A {self.path('none')}: 0 genes, 0 transcripts\n", result.stdout)
        self.assertEqual({row["status"] for row in table(self.tsv())}, {"only_b"})
        result = self.compare(good, self.path("none"))
        self.assertEqual({row["status"] for row in table(self.tsv())}, {"only_a"})
        self.assertIn(f"{'Exon':<16}{'-':>10}{'0.00':>10}", result.stdout)
        self.compare(self.path("none"), self.path("none"))
        self.assertEqual(len(self.tsv().splitlines()), 1)

    def test_sets_of_other_genomes(self):
        a, b = self.write("a.gff3", gff3({"x": ("chr1", "+", [(1, 90)])})), self.write("b.gff3", gff3({"x": ("NC_1", "+", [(1, 90)])}))
        self.assert_refused(65, a, b, "b.gff3: the gene sets have no sequence in common (got 'NC_1', need a sequence of", "such as chr1). Hint: Both must be of one assembly")

    def test_missing_files_and_directories_without_genes(self):
        good = self.write("good.gff3", gff3(OF_B))
        self.path("empty").mkdir()
        self.assert_refused(66, self.path("nowhere"), good, "nowhere")
        self.assert_refused(66, self.path("empty"), good, "a directory without a gene set (need genes.gff3.gz in it")
        self.assert_refused(74, self.write("cut.gff3.gz", packed(gff3(OF_A))[:-30]), good, "cut.gff3.gz")

    def test_usage(self):
        good = self.write("good.gff3", gff3(OF_B))
        self.assert_fails(cli.run("compare", good), 2, "B")
        self.assert_fails(cli.run("compare", "-", "-"), 2, "standard input")
        self.path("out").mkdir()
        inside = self.write("out/compare.tsv", gff3(OF_B))
        self.assert_fails(cli.run("compare", inside, good, "-o", self.path("out")), 2, "--out")
        self.assertEqual(inside.read_text(), gff3(OF_B))

    def test_an_output_directory_that_cannot_be_made(self):
        good = self.write("good.gff3", gff3(OF_B))
        self.assert_fails(cli.run("compare", good, good, "-o", good / "out"), 73, "cannot create")

    def test_a_full_disk_leaves_nothing(self):
        good = self.write("good.gff3", gff3(OF_B))
        with open("/dev/full", "wb") as full:
            result = cli.run("compare", good, good, "-o", self.path("out"), stdout=full)
        self.assertEqual(result.code, 74, str(result))
        self.assert_no_temporaries()
        self.assertNotIn("out", self.names())


if __name__ == "__main__":
    unittest.main()
