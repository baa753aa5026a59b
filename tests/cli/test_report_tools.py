"""The page of `exonweave report` in Chromium: completeness, what to check, filters, downloads, the table of sequences, and the text for a paper."""
import re
import xml.etree.ElementTree as xml

import cli
from report_inputs import Run
from test_report_page import COMPLETE, HOSTILE, ROWS, PageCase, search, setUpModule  # noqa: F401

SETS = [{"proteins": ["given.fa"], "n": 200, "single": 180, "duplicated": 11, "fragmented": 5, "missing": 4},
        {"proteins": [HOSTILE, "more.fa"], "n": 8, "single": 1, "duplicated": 0, "fragmented": 4, "missing": 3}]
LINES = ["C:95.5%[S:90.0%,D:5.5%],F:2.5%,M:2.0%,n:200", "C:12.5%[S:12.5%,D:0.0%],F:50.0%,M:37.5%,n:8"]
SHOWN = HOSTILE[HOSTILE.rindex("/") + 1:]  # without what looks like folders
KEEP_FILES = """(() => {
  window.saved = [];
  const make = window.makeAddress ??= URL.createObjectURL;
  URL.createObjectURL = (blob) => { if (!/javascript/.test(blob.type)) window.saved.push(blob); return make(blob); };
  HTMLAnchorElement.prototype.click = function() { window.savedName = this.download; };
})()"""


def click(page, selector, text):
    page.evaluate(f"[...document.querySelectorAll('{selector}')].find(({{textContent}}) => textContent === '{text}').click()")


class Tools(PageCase):
    def saved(self, page, selector, button):
        """The name and the text of the file that a button makes."""
        page.evaluate(KEEP_FILES)
        click(page, selector, button)
        page.wait_for("window.saved.length === 1")
        return page.evaluate("window.savedName"), page.evaluate("window.saved[0].text()")

    def fill(self, page, field, value):
        page.evaluate(f"(() => {{ const field = document.getElementById('{field}'); field.value = '{value}'; field.dispatchEvent(new Event('input')); }})()")


class Completeness(Tools):
    def test_each_set_has_a_bar_by_its_shares_and_a_line(self):
        page = self.open(Run(3), account={"completeness": SETS})
        page.wait_for("document.querySelector('#completeness svg') && true")
        self.assertEqual(page.evaluate("[...document.querySelectorAll('#completeness .over')].map(({textContent}) => textContent)"), LINES)
        bars = "[...document.querySelectorAll('#completeness .drawing rect')]"
        page.wait_for(f"{bars}.length === 8")
        widths = page.evaluate(f"{bars}.map((bar) => bar.getBoundingClientRect().width)")
        shares = [part[key] / part["n"] for part in SETS for key in ("single", "duplicated", "fragmented", "missing")]
        whole = sum(widths[:4])
        for width, share in zip(widths, shares):
            self.assertAlmostEqual(width / whole, share, 3)
        colours = page.evaluate(f"{bars}.slice(0, 4).map((bar) => getComputedStyle(bar).fill)")
        self.assertEqual(len(set(colours)), 4)
        table = page.evaluate("[...document.querySelectorAll('#completeness tbody tr')].map((row) => [...row.children].map(({textContent}) => textContent))")
        self.assertEqual(table[0], ["complete", "191", "95.5%", "1", "12.5%"])
        self.assertEqual(table[-1], ["all", "200", "100.0%", "8", "100.0%"])
        self.assertIn(SHOWN, page.evaluate("document.querySelector('#completeness table').textContent"))
        self.assertFalse(page.evaluate("window.wasHere"))
        self.assert_quiet(page)

    def test_a_run_without_it_has_no_card(self):
        for account in ({}, {"completeness": None}, {"completeness": [{"proteins": ["a.fa"], "n": 0, "single": 0, "duplicated": 0, "fragmented": 0, "missing": 0}]},
                        {"completeness": [{"proteins": ["a.fa"], "n": 5, "single": None}]}):
            page = self.open(Run(3), account=account)
            self.assertNotIn("Completeness", page.evaluate("document.querySelector('#completeness').textContent"))
            self.assert_quiet(page)

    def test_the_figure_is_saved_in_colours_of_paper(self):
        for scheme in ("light", "dark"):
            page = self.open(Run(3), account={"completeness": SETS[:1]}, scheme=scheme)
            page.wait_for("document.querySelector('#completeness svg') && true")
            name, text = self.saved(page, "#completeness button", "SVG")
            self.assertEqual(name, "completeness.svg")
            drawing = xml.fromstring(text)
            self.assertEqual({key.get("fill") for key in drawing.iter("{http://www.w3.org/2000/svg}rect")},
                             {"rgb(86, 180, 233)", "rgb(52, 146, 199)", "rgb(240, 228, 66)", "rgb(240, 68, 66)"}, scheme)
            self.assertIn(LINES[0], "".join(drawing.itertext()))
            self.assertNotIn("var(", text)
            self.assert_quiet(page)


class Checks(Tools):
    def sentences(self, page):
        return page.evaluate("[...document.querySelectorAll('.checks li')].map((each) => each.firstChild.textContent)")

    def test_the_three_worst_points_are_named_and_lead_to_their_genes(self):
        run = Run(20, evidence={g: "protein" for g in range(20)})
        for g in (3, 8, 9):
            run.genes[g]["support"] = 0.4
        genes = self.write("partial.gff3", re.sub(r"(ID=gene1[2-9]\.t1;)", r"\1partial=stop_codon;", run.gff3()).replace("ID=gene1.t1;", "ID=gene1.t1;pseudo=true;"))
        self.assert_ok(cli.run("report", self.write("run.json", run.account(completeness=SETS[:1])), genes, "-o", self.path("partial.html")))
        page = self.browser.open(self.path("partial.html"))
        page.wait_for(COMPLETE)
        said = self.sentences(page)
        self.assertEqual([text.split(" (")[0] for text in said], ["8 of 20 genes", "1 of 20 genes", "3 of 20 genes"])
        self.assertIn("lack a start or stop codon", said[0])
        self.assertIn("are disrupted", said[1])
        self.assertIn("a support below 0.5", said[2])
        page.evaluate("document.querySelectorAll('.checks button')[2].click()")
        self.assertEqual(self.names_shown(page), ["gene4", "gene9", "gene10"])
        page.evaluate("document.querySelectorAll('.checks button')[0].click()")
        self.assertEqual(self.names_shown(page), [f"gene{g}" for g in range(12, 20)])
        page.evaluate("document.getElementById('clear-filters').click()")
        self.assertEqual(page.evaluate("document.getElementById('count').textContent"), "20 genes")
        self.assert_quiet(page)

    def test_missing_proteins_are_named_by_the_last_set(self):
        run = Run(5)
        for gene in run.genes:
            gene.update(support=0.9, identity=0.8)
        page = self.open(run, account={"completeness": SETS})
        said = self.sentences(page)
        self.assertEqual(len(said), 1)
        self.assertIn(f"3 of 8 proteins (38%) of {SHOWN}, more.fa are missing and 4 fragmented", said[0])
        page = self.open(run)
        self.assertIn("All genes are complete", page.evaluate("document.querySelector('#completeness').textContent"))
        self.assert_quiet(page)


class Filters(Tools):
    def test_figures_exons_and_sequences_filter(self):
        run = Run(60, genes_on_sequence=20)
        page = self.open(run)
        for field, value, wants in (("identity", "50", lambda gene: round(gene["identity"], 4) >= 0.5), ("coverage", "70", lambda gene: round(gene["coverage"], 4) >= 0.7),
                                    ("fewest-exons", "3", lambda gene: len(gene["exons"]) >= 3), ("most-exons", "2", lambda gene: len(gene["exons"]) <= 2),
                                    ("on-sequence", "chr2", lambda gene: gene["sequence"] == "chr2"), ("on-sequence", "HR", lambda _: True), ("on-sequence", "none", lambda _: False)):
            self.fill(page, field, value)
            expected = [gene["id"] for gene in run.genes if wants(gene)]
            self.assertEqual(page.evaluate("document.getElementById('count').textContent"), f"{len(expected)} of 60 genes" if len(expected) < 60 else "60 genes", field)
            self.assertEqual(self.names_shown(page)[:5], expected[:5], field)
            self.fill(page, field, "")
        self.fill(page, "on-sequence", "none")
        self.assertEqual(page.evaluate("document.querySelector('.grid .empty').textContent"), "No matching genes")
        self.assert_quiet(page)

    def test_genes_without_an_alignment_have_no_identity(self):
        page = self.open(Run(4, evidence={0: "model", 1: "protein", 2: "protein", 3: "protein"}))
        self.fill(page, "identity", "0")
        self.assertEqual(self.names_shown(page), ["gene2", "gene3", "gene4"])
        self.assert_quiet(page)


class Downloads(Tools):
    def test_the_table_has_the_genes_that_are_shown_in_their_order(self):
        run = Run(30, names={2: "a\tb%\n"})
        page = self.open(run)
        self.fill(page, "fewest-exons", "3")
        click(page, ".head button", "Score")
        name, text = self.saved(page, "#gene-downloads button", "Table (TSV)")
        self.assertEqual(name, "genes.tsv")
        rows = [line.split("\t") for line in text.splitlines()]
        expected = sorted((gene for gene in run.genes if len(gene["exons"]) >= 3), key=lambda gene: -gene["score"])
        self.assertEqual(rows[0][:7], ["gene", "name", "sequence", "start", "end", "strand", "exons"])
        self.assertEqual([row[:1] + row[2:7] for row in rows[1:]],
                         [[gene["id"], "chr1", str(gene["exons"][0][0]), str(gene["exons"][-1][1]), gene["strand"], str(len(gene["exons"]))] for gene in expected])
        self.assertEqual({len(row) for row in rows}, {len(rows[0])})
        self.assert_quiet(page)

    def test_genes_come_back_as_they_were(self):
        run = Run(12, names={0: HOSTILE, 1: "名前;=,%"}, targets={0: "a b" + HOSTILE}, products={0: HOSTILE, 3: "kinase, putative"},
                  evidence={g: "model" if g == 5 else "protein" for g in range(12)})
        page = self.open(run)
        name, text = self.saved(page, "#gene-downloads button", "GFF3")
        self.assertEqual(name, "genes.gff3")
        kinds = ("gene", "mRNA", "CDS")
        given = [line.split("\t") for line in run.gff3().splitlines() if not line.startswith("#")]
        back = [line.split("\t") for line in text.splitlines() if not line.startswith("#")]
        self.assertEqual([row[:5] + row[6:8] for row in back if row[2] in kinds], [row[:5] + row[6:8] for row in given if row[2] in kinds])
        self.assert_ok(cli.run("report", self.path("run.json"), self.write("back.gff3", text), "-o", self.path("back.html")))
        again = self.browser.open(self.path("back.html"))
        again.wait_for(COMPLETE)
        rows = f"{ROWS}.map((row) => row.textContent)"
        self.assertEqual(again.evaluate(rows), page.evaluate(rows))
        self.assert_quiet(again)
        self.assert_quiet(page)

    def test_proteins_are_those_of_the_genes_shown(self):
        page = self.open(Run(20), "--proteins", self.write("p.fa", "".join(f">gene{g}.t1\n{'MKLV' * 20}\n" for g in range(1, 11))))
        search(page, "gene1")
        name, text = self.saved(page, "#gene-downloads button", "Proteins (FASTA)")
        lines = "\n".join(["MKLV" * 15, "MKLV" * 5])
        self.assertEqual((name, text), ("genes.pep.fa", f">gene1.t1\n{lines}\n>gene10.t1\n{lines}\n"))
        page = self.open(Run(20))
        self.assertNotIn("FASTA", page.evaluate("document.querySelector('#gene-downloads').textContent"))
        self.assert_quiet(page)

    def test_charts_are_saved_without_styles_of_the_page(self):
        if "report: off" in cli.run("--build-info").stdout:
            self.skipTest("built without the libraries of the page")
        page = self.open(Run(60), scheme="dark")
        page.wait_for("document.querySelectorAll('#figure-cards .chart svg').length === document.querySelectorAll('#figure-cards .chart').length")
        cards = page.evaluate("document.querySelectorAll('#figure-cards .card').length")
        self.assertEqual(page.evaluate("document.querySelectorAll('#figure-cards .card > button.save').length"), cards)
        self.assertIn("Support", page.evaluate("[...document.querySelectorAll('#figure-cards h3')].map(({textContent}) => textContent)"))
        self.assertIn("Identity", page.evaluate("[...document.querySelectorAll('#figure-cards h3')].map(({textContent}) => textContent)"))
        for _ in range(cards):
            name, text = self.saved(page, "#figure-cards button.save", "SVG")
            page.evaluate("document.querySelector('#figure-cards .card').remove()")
            drawing = xml.fromstring(text)
            self.assertTrue(name.endswith(".svg"))
            self.assertGreater(len(list(drawing.iter())), 10)
            for word in ("var(", "oklab", "currentColor", "class=", "#14171a"):
                self.assertNotIn(word, text)
        self.assert_quiet(page)


    def test_the_picture_of_a_gene_is_saved(self):
        page = self.open(Run(3))
        page.wait_for("document.querySelector('#gene .drawing svg') && true")
        name, text = self.saved(page, "#gene button", "SVG")
        drawing = xml.fromstring(text)
        exons = page.evaluate("document.querySelectorAll('#gene .drawing .exon').length")
        self.assertEqual(name, "gene1.svg")
        self.assertGreaterEqual(len(list(drawing.iter("{http://www.w3.org/2000/svg}rect"))), exons)
        self.assertNotIn("var(", text)
        self.assert_quiet(page)


class Sequences(Tools):
    def test_genes_of_each_sequence_are_counted_sorted_and_shown(self):
        run = Run(50, genes_on_sequence=20)
        genome = self.write("genome.fa", f">chr1\n{'ACGT' * 60_000}\n>chr2\n{'ACGT' * 50_000}\n>chr3\n{'ACGT' * 90_000}\n>empty\nACGT\n")
        page = self.open(run, "--genome", genome)
        rows = "[...document.querySelectorAll('#sequences tbody tr')].map((row) => [...row.children].map(({textContent}) => textContent))"
        shown = page.evaluate(rows)
        self.assertEqual([row[0] for row in shown], ["chr3", "chr1", "chr2", "empty"])
        on_chr1 = [gene for gene in run.genes if gene["sequence"] == "chr1"]
        self.assertEqual(shown[1], ["chr1", "240,000", "20", f"{20 / 0.24:.1f}", "20", "100.0%", f"{sum(gene['support'] for gene in on_chr1) / 20:.3f}",
                                    f"{sum(len(gene['exons']) for gene in on_chr1) / 20:.1f}"])
        self.assertEqual(shown[3][2:], ["0", "0.0", "0", "–", "–", "–"])
        click(page, "#sequences th button", "sequence")
        self.assertEqual([row[0] for row in page.evaluate(rows)], ["chr1", "chr2", "chr3", "empty"])
        name, text = self.saved(page, "#sequences button", "Table (TSV)")
        self.assertEqual((name, [line.split("\t")[:3] for line in text.splitlines()][1]), ("sequences.tsv", ["chr1", "240000", "20"]))
        click(page, "#sequences td button", "chr3")
        self.assertEqual(page.evaluate("document.getElementById('count').textContent"), "10 of 50 genes")
        self.assert_quiet(page)

    def test_many_sequences_are_shown_in_part(self):
        run = Run(300, genes_on_sequence=1)
        for gene in run.genes:
            gene["sequence"] += HOSTILE
        page = self.open(run)
        self.assertEqual(page.evaluate("document.querySelectorAll('#sequences tbody tr').length"), 20)
        click(page, "#sequences button", "Show more of 300")
        self.assertEqual(page.evaluate("document.querySelectorAll('#sequences tbody tr').length"), 220)
        self.assertFalse(page.evaluate("window.wasHere"))
        self.assert_quiet(page)


class Methods(Tools):
    ACCOUNT = {"subcommand": "annotate", "version": "9.8.7", "versions": {"htslib": "1.19", "cuda": "off"},
               "inputs": [{"role": "genome", "path": "/x/yeast.fa", "bytes": 5, "md5": "0" * 32}, {"role": "targets", "path": "a.fa", "bytes": 5, "md5": None},
                          {"role": "targets", "path": HOSTILE, "bytes": 5, "md5": "1" * 32}],
               "parameters": {"targets": "protein", "where": "loci", "max_e_value": 0.001, "min_support": 0.5, "scoring": {"gap_open": 11}},
               "training": [{"genes": 154, "introns": 107, "chosen": "fungus", "chosen_by": "genes"}],
               "options": {"--min-support": "0.5", "--sensitive": True}, "command": ["exonweave", "annotate", "/x/yeast.fa", "a.fa"], "completeness": SETS[:1]}

    def test_the_paragraph_says_how_the_genes_were_made(self):
        page = self.open(Run(30), account=self.ACCOUNT)
        text = page.evaluate("document.querySelector('.methods').textContent")
        for said in ("in the genome yeast.fa (MD5 " + "0" * 32 + ")", "with exonweave 9.8.7 (command annotate)", f"the proteins a.fa and {SHOWN} (MD5 ",
                     "seeded search", "E-value above 0.001", "the model fungus, chosen on 154 confident genes with 107 introns", "below 0.5 were removed",
                     "contains 30 genes, of which 30 are complete", LINES[0]):
            self.assertIn(said, text)
        self.assertNotIn("undefined", text)
        self.assertNotIn("null", text)
        self.assertFalse(page.evaluate("window.wasHere"))
        self.assert_quiet(page)

    def test_a_run_that_says_little_has_a_paragraph_too(self):
        page = self.open(Run(1), account={"parameters": None, "inputs": None, "seconds": None})
        text = page.evaluate("document.querySelector('.methods').textContent")
        self.assertIn("with exonweave 0.1.0", text)
        self.assertNotIn("undefined", text)
        self.assert_quiet(page)

    def test_texts_are_copied(self):
        page = self.open(Run(3), account=self.ACCOUNT)
        page.evaluate("navigator.clipboard.writeText = (text) => { window.copied = text; return Promise.resolve(); }")
        for kind in ("command", "methods"):
            card = f"[...document.querySelectorAll('#run .card')].find((card) => card.querySelector('.{kind}'))"
            page.evaluate(f"{card}.querySelector('button').click()")
            page.wait_for(f"window.copied === document.querySelector('#run .{kind}').textContent")
            page.wait_for(f"{card}.querySelector('button').textContent === 'Copied'")
        self.assert_quiet(page)

    def test_options_that_were_given_come_first_and_the_rest_is_folded(self):
        page = self.open(Run(3), account=self.ACCOUNT)
        card = "[...document.querySelectorAll('#run .card')].find((card) => card.querySelector('h3').textContent === 'Settings')"
        self.assertEqual(page.evaluate(f"[...{card}.querySelectorAll('tbody tr')].map((row) => [...row.children].map(({{textContent}}) => textContent))"),
                         [["--min-support", "0.5"], ["--sensitive", "yes"]])
        self.assertEqual(page.evaluate(f"[...{card}.querySelectorAll('details')].map((each) => [each.open, each.firstChild.textContent])"),
                         [[False, "All settings"], [False, "Scoring"]])
        for options, said in (({}, "All settings have their defaults"), (None, "does not list the options")):
            page = self.open(Run(3), account={**self.ACCOUNT, "options": options})
            self.assertIn(said, page.evaluate(f"{card}.textContent"))
        self.assertIn("Htslib1.19", page.evaluate("document.querySelector('#run').textContent").replace(" ", ""))
        self.assert_quiet(page)
