"""The page of `exonweave report` in Chromium: it loads without a network, finds, sorts and shows genes, by keyboard too, in the dark and on
a phone, and whatever names are like."""
import re
import time
import unittest

import chromium
import cli
from report_inputs import Run

HOSTILE = "<script>window.wasHere=1</script>\"'><img src=x onerror=window.wasHere=1>"
FRAME = "document.querySelector('.browser-frame')"
BROWSER_IS_OPEN = f"{FRAME}.shadowRoot?.querySelector('canvas') && !document.querySelector('#browser-body .main') && true"
GENES_TRACK = f"[...{FRAME}.shadowRoot.querySelectorAll('.igv-viewport canvas')].find(({{clientWidth, clientHeight}}) => clientWidth > 0 && clientHeight === 120)"
POPUP = f"{FRAME}.shadowRoot.querySelector('.igv-ui-popover')"
READY = "document.documentElement?.dataset.state !== undefined"
COMPLETE = "document.documentElement?.dataset.state === 'complete'"
EVIDENCE = "document.getElementById('evidence')"
EVIDENCE_CARD = "document.querySelector('#by-evidence .card')"
GENE_MODEL = {"used": True, "verdict": "passed", "training_genes": 1686, "training_introns": 1200,
              "self_test": {"genes": 1000, "found": 880, "share": 0.88, "least_share": 0.35}, "agreeing": 900, "replaced": 1, "added": 2000,
              "genes": {"protein": 100, "protein_and_model": 900, "model": 2000}}
ROWS = "[...document.querySelectorAll('.grid .body .row')].filter((row) => !row.hidden).sort((a, b) => a.offsetTop - b.offsetTop)"


def brightness(page, element, *properties):
    """Of colours, 0 to 765."""
    return [sum(map(int, re.findall(r"\d+", page.evaluate(f"getComputedStyle({element}).{name}"))[:3])) for name in properties]


def search(page, text):
    page.evaluate("document.getElementById('query').select()")
    page.evaluate("document.getElementById('query').focus()")
    page.type(text)


def setUpModule():
    if not chromium.PROGRAM:
        raise unittest.SkipTest("no chromium")


class PageCase(cli.Case):
    def setUp(self):
        super().setUp()
        browser = chromium.Browser(self.path("profile"))
        self.browser = browser.__enter__()
        self.addCleanup(browser.__exit__)

    def make(self, run, *more, **account):
        arguments = ["report", self.write("run.json", run.account(**account)), self.write("genes.gff3", run.gff3()), "-o", self.path("report.html")]
        self.assert_ok(cli.run(*arguments, *more))
        return self.path("report.html")

    def open(self, run, *more, account=None, **how):
        page = self.browser.open(self.make(run, *more, **(account or {})), **how)
        page.wait_for(COMPLETE)
        return page

    def tearDown(self):
        self.assertFalse(any(event["method"] == "Network.requestWillBeSent" and event["params"]["request"]["url"].startswith("http")
                             for event in self.browser.events), "the page asks a network")

    def assert_quiet(self, page):
        self.assertEqual((page.complaints(), page.requests(), page.skipped_headings()), ([], [], []))

    def facts(self, page):
        """Of the gene that is shown."""
        return dict(page.evaluate("[...document.querySelectorAll('#gene .facts div')].map(({children}) => [...children].map((each) => each.textContent))"))

    def column(self, page, title):
        place = f"[...document.querySelectorAll('.head .cell')].findIndex((cell) => cell.textContent === '{title}')"
        return page.evaluate(f"{ROWS}.map((row) => row.children[{place}].textContent)")

    def names_shown(self, page):
        return page.evaluate(f"{ROWS}.map((row) => row.children[0].textContent)")


class Page(PageCase):
    def test_it_loads_without_a_network_and_without_errors(self):
        run = Run(30)
        page = self.open(run)
        self.assert_quiet(page)
        self.assertEqual(page.evaluate("document.querySelector('#headline strong').textContent"), "30")
        self.assertEqual(self.names_shown(page)[:3], ["gene1", "gene2", "gene3"])

    def test_a_gene_that_is_searched_for_is_shown(self):
        run = Run(200, names={150: "cdc2"}, products={150: "a kinase of the cell cycle"})
        page = self.open(run)
        for words in ("cdc2", "kinase CYCLE", "protein_151"):
            search(page, words)
            self.assertEqual(self.names_shown(page), ["cdc2"], words)
            self.assertEqual(page.evaluate("document.getElementById('count').textContent"), "1 of 200 genes")
        page.press("Enter")
        page.wait_for("document.querySelector('#gene h3').textContent === 'cdc2'")
        n_exons = len(run.genes[150]["exons"])
        page.wait_for(f"document.querySelectorAll('#gene .drawing .exon').length === {n_exons}")
        self.assertEqual(page.evaluate("document.querySelectorAll('#gene tbody tr').length"), n_exons)
        self.assert_quiet(page)

    def test_a_gene_shows_its_protein(self):
        run = Run(30)
        proteins = self.write("p.fa", "".join(f">gene{g + 1}.t1 target=x\n" + "MKLV" * (g + 1) + "\n" for g in range(20)))
        page = self.open(run, "--proteins", proteins)
        for gene, shown in (("gene17", f">gene17.t1\n{'MKLV' * 15}\nMKLVMKLV"), ("gene25", None)):
            search(page, gene)
            page.press("Enter")
            page.wait_for(f"document.querySelector('#gene h3').textContent === '{gene}'")
            self.assertEqual(page.evaluate("document.querySelector('#gene pre.residues')?.textContent ?? null"), shown)
        self.assert_quiet(page)

    def test_limits_of_the_search_are_shown(self):
        limits = {"loci": {"limit": 100, "left_out": 7, "targets": 2}, "introns": {"limit": 500_000, "left_out": 0, "targets": 0}}
        for given, shown in ((limits, True), (None, False)):
            page = self.open(Run(3), account={"search_limits": given})
            text = page.evaluate("document.querySelector('#run').textContent")
            self.assertEqual("Limits of the search" in text, shown)
            self.assertEqual("loci of a protein10072length of an intron, nt500,00000" in text, shown)
            self.assert_quiet(page)

    def test_genes_are_counted_filtered_and_shown_by_their_evidence(self):
        run = Run(10, names={0: "cdc2"}, evidence={g: "protein" if g < 3 else "protein,model" if g < 8 else "model" for g in range(10)})
        page = self.open(run, account={"gene_model": GENE_MODEL})
        self.assertEqual(page.evaluate(f"[...{EVIDENCE_CARD}.querySelectorAll('tbody tr')].map((row) => [...row.children].map((cell) => cell.textContent))"),
                         [["protein", "3", "30.0%", "3"], ["protein and gene model", "5", "50.0%", "5"], ["gene model alone", "2", "20.0%", "2"]])
        for evidence, genes in (("protein", ["cdc2", "gene2", "gene3"]), ("protein,model", [f"gene{g}" for g in range(4, 9)]), ("model", ["gene9", "gene10"]),
                                ("", ["cdc2", *(f"gene{g}" for g in range(2, 11))])):
            page.evaluate(f"(({{options}}) => [...options].find(({{value}}) => value === '{evidence}').selected = true)({EVIDENCE})")
            page.evaluate(f"{EVIDENCE}.dispatchEvent(new Event('input'))")
            self.assertEqual(self.names_shown(page), genes)
        self.assertEqual(page.evaluate(f"{EVIDENCE}.selectedOptions[0].textContent"), "any")
        self.assertEqual(self.column(page, "Notes"), [""] * 8 + ["no protein"] * 2)
        self.assert_quiet(page)

    def test_a_gene_of_the_gene_model_alone_has_no_figures_of_an_alignment(self):
        run = Run(4, evidence={0: "model", 1: "protein", 2: "protein,model", 3: "protein"})
        page = self.open(run, account={"gene_model": GENE_MODEL})
        text = "hypothetical protein; found by the gene model alone"
        self.assertEqual(self.facts(page), {"Evidence": "gene model alone", "Model score": f"{run.genes[0]['score'] / 2:g} half-bits", "Target": text})
        for column, shown in (("Target", text), ("Score", "–"), ("Support", "–"), ("Identity", "–"), ("Coverage", "–"), ("E-value", "–")):
            self.assertEqual(self.column(page, column)[0], shown, column)
            for _ in range(2):  # up and down
                page.evaluate(f"[...document.querySelectorAll('.head button')].find(({{textContent}}) => textContent === '{column}').click()")
                self.assertEqual(self.names_shown(page)[-1], "gene1", column)
            page.evaluate("document.querySelector('[data-column=place] button').click()")
        search(page, "hypothetical")
        self.assertEqual(self.names_shown(page), ["gene1"])
        search(page, "gene3")
        page.press("Enter")
        page.wait_for("document.querySelector('#gene h3').textContent === 'gene3'")
        facts = self.facts(page)
        self.assertEqual((facts["Evidence"], facts["Target"]), ("protein and gene model", "protein_3"))
        self.assertEqual(facts["Model score"], f"{run.genes[2]['score'] / 2:g} half-bits")
        aligned = run.genes[1:]
        headline = page.evaluate("document.querySelector('#headline').innerText")
        for key in ("support", "identity"):
            self.assertIn("of 3 genes", next(line for line in headline.split("\n") if "median" in line and ("coverage" in line) == (key == "identity")))
        self.assertIn(f"{sum(gene['support'] >= 0.9 for gene in aligned) / 3:.0%}", headline)
        self.assertIn("Excluded: 1 gene of the gene model alone.", page.evaluate("document.querySelector('#figures').textContent"))
        self.assertIn("1 gene without a support always stays.", page.evaluate("document.querySelector('#support').textContent"))
        quantiles = page.evaluate("[...document.querySelectorAll('#figures tr')].find((row) => row.children[0].textContent === 'identity').textContent")
        self.assertIn(f"{min(gene['identity'] for gene in aligned):.1%}", quantiles)
        self.assert_quiet(page)

    def test_a_gene_whose_exons_the_gene_model_replaced_names_the_protein_that_aligns_there(self):
        row = "chr1\tx\t{}\t101\t400\t50\t+\t.\t"
        genes = self.write("replaced.gff3", row.format("gene") + "ID=g;Name=cdc2\n" + row.format("mRNA") +
                           "ID=t;Parent=g;identity=0.5;locus_targets=p1,p2;evidence=protein,model;model_score=20\n" + row.format("CDS") + "ID=c;Parent=t\n")
        self.assert_ok(cli.run("report", self.write("run.json", Run().account()), genes, "-o", self.path("replaced.html")))
        page = self.browser.open(self.path("replaced.html"))
        page.wait_for(COMPLETE)
        self.assertEqual(self.facts(page)["Target"], "p1 aligned here with other exons")
        self.assertEqual(page.evaluate(f"{EVIDENCE_CARD}.querySelectorAll('p').length"), 0)  # no run says why
        self.assert_quiet(page)

    def test_whether_the_gene_model_was_used_is_said_and_why(self):
        test = "in a two-fold self-test it reproduced 88% of 1,000 genes exactly (35% are required)"
        training = f"Trained on 1,686 confident genes (1,200 introns); {test}."
        change = "It agrees with 900 genes of alignments in all exons, replaced 1 and added 2,000."
        few = {"used": False, "verdict": "too_few_genes", "training_genes": 7, "self_test": None}
        for more, said in (
                ({}, f"Gene model: used. {training} {change}"),
                ({"verdict": "demanded"}, f"Gene model: used, as requested. {training} {change}"),
                ({"verdict": "given", "training_genes": 0, "self_test": None}, f"Gene model: used, as given in a file. {change}"),
                ({"verdict": "constructor"}, f"Gene model: used. {training} {change}"),
                ({"used": False, "verdict": "failed", "self_test": {"genes": 1000, "found": 349, "share": 0.349, "least_share": 0.35}},
                 "Gene model: not used, since in a two-fold self-test it reproduced 34% of 1,000 genes exactly (35% are required)."),
                (few, "Gene model: not used, since there are only 7 confident genes to train on."),
                ({**few, "least_training_genes": 20}, "Gene model: not used, since there are only 7 confident genes to train on (20 are required)."),
                ({**few, "training_genes": 1}, "Gene model: not used, since there is only 1 confident gene to train on.")):
            page = self.open(Run(3, evidence={0: "protein"}), account={"gene_model": {**GENE_MODEL, **more}})
            self.assertEqual(page.evaluate(f"{EVIDENCE_CARD}.querySelector('p').textContent"), said)
            self.assert_quiet(page)

    def test_without_a_gene_model_evidence_is_nowhere(self):
        for account in ({}, {"gene_model": None}):
            page = self.open(Run(3, evidence={0: "guessed"}), account=account)
            self.assertNotIn("Evidence", page.evaluate("document.querySelector('main').innerText"))
            self.assertNotIn("gene model", page.evaluate("document.querySelector('main').innerText"))
            self.assert_quiet(page)

    def test_a_place_finds_its_genes(self):
        run = Run(50)
        first, last = run.genes[20]["exons"][0][0], run.genes[22]["exons"][-1][1]
        page = self.open(run)
        search(page, f"chr1:{first:,}-{last:,}")
        self.assertEqual(self.names_shown(page), ["gene21", "gene22", "gene23"])

    def test_columns_sort(self):
        run = Run(300)
        page = self.open(run)
        for column, key, descending in (("score", "score", True), ("support", "support", True), ("identity", "identity", True)):
            for reverse in (descending, not descending):
                page.evaluate(f"document.querySelector('[data-column={column}] button').click()")
                expected = sorted(run.genes, key=lambda gene: gene[key], reverse=reverse)[0][key]
                shown = self.names_shown(page)[0]
                self.assertEqual(next(gene for gene in run.genes if gene["id"] == shown)[key], expected)
                self.assertEqual(page.evaluate(f"document.querySelector('[data-column={column}]').ariaSort"), "descending" if reverse else "ascending")

    def test_the_keyboard_is_enough(self):
        page = self.open(Run(100))
        page.press("/")
        self.assertEqual(page.evaluate("document.activeElement.id"), "query")
        page.type("gene1")  # gene1, gene10 to gene19, gene100
        page.press("ArrowDown")
        self.assertEqual(page.evaluate("document.activeElement.className"), "body")
        for key, expected in (("ArrowDown", "gene10"), ("ArrowDown", "gene11"), ("ArrowUp", "gene10"), ("End", "gene100"), ("Home", "gene1")):
            page.press(key)
            page.wait_for(f"document.querySelector('#gene h3').textContent === '{expected}'")
            self.assertEqual(page.evaluate("document.querySelector('.row[aria-selected=true] .cell').textContent"), expected)
            self.assertEqual(page.evaluate("document.getElementById(document.querySelector('.grid .body').getAttribute('aria-activedescendant')).children[0].textContent"), expected)
        outlines = []
        for _ in range(12):
            page.press("Tab")
            outlines.append(page.evaluate("document.activeElement === document.body ? '' : getComputedStyle(document.activeElement).outlineStyle"))
        self.assertNotIn("none", outlines)

    def test_an_address_names_a_gene(self):
        path = self.make(Run(500))
        page = self.browser.open(path, address="#gene=gene400")
        page.wait_for("document.querySelector('#gene h3')?.textContent === 'gene400'")

    def test_hostile_names_are_only_names(self):
        run = Run(3, names={0: HOSTILE, 1: "'; alert(1) //", 2: "名前 \u202e"}, targets={0: HOSTILE, 1: "__proto__", 2: "constructor"}, products={0: HOSTILE})
        unplaced = self.write("unplaced.tsv", "target_id\tregion_seqid\tregion_start0\tregion_end0\tstrands\treason\tbest_score\tn_candidates\n"
                              f"{HOSTILE}\t.\t.\t.\t.\t{HOSTILE}\t.\t0\n")
        page = self.open(run, "--unplaced", unplaced, account={"inputs": [{"role": HOSTILE, "path": HOSTILE, "bytes": 5, "md5": HOSTILE}], "command": [HOSTILE],
                                                                "training": [{"genes": 1, "introns": 1, "chosen": HOSTILE}]})
        self.assertEqual(self.names_shown(page)[0], HOSTILE)
        self.assertEqual(page.evaluate("document.querySelector('#gene h3').textContent"), HOSTILE)
        self.assertFalse(page.evaluate("window.wasHere"))
        self.assertEqual(page.evaluate("document.querySelectorAll('main img, main script').length"), 0)
        search(page, HOSTILE[:20])
        self.assertEqual(self.names_shown(page), [HOSTILE])
        self.assert_quiet(page)

    def test_a_phone_needs_no_scrolling_to_the_side(self):
        for names in (None, {0: "a" * 200}):
            page = self.open(Run(40, names=names, targets=names), width=390, height=844)
            self.assertEqual(page.evaluate("document.documentElement.scrollWidth"), 390)
            self.assert_quiet(page)

    def test_light_and_dark(self):
        path, shades = self.make(Run(5)), {}
        for scheme in ("light", "dark"):
            page = self.browser.open(path, scheme=scheme)
            page.wait_for(COMPLETE)
            shades[scheme] = brightness(page, "document.body", "color", "backgroundColor")
        self.assertLess(shades["light"][0], shades["light"][1])
        self.assertGreater(shades["dark"][0], shades["dark"][1])

    def test_on_paper_it_is_light_and_has_its_bars(self):
        page = self.open(Run(5), scheme="dark")
        page.call("Emulation.setEmulatedMedia", media="print", features=[{"name": "prefers-color-scheme", "value": "dark"}])
        self.assertGreater(*brightness(page, "document.body", "backgroundColor", "color"))
        for part in (".bar i", ".meter i", ".legend i", ".drawing rect"):
            self.assertEqual(page.evaluate(f"getComputedStyle(document.querySelector('{part}')).printColorAdjust"), "exact", part)

    def test_the_command_is_shown_without_folders(self):
        page = self.open(Run(3), account={"command": ["/opt/bin/exonweave", "annotate", "/home/me/my genome.fa", "it's.fa", "-o", "/home/me/out"]})
        self.assertEqual(page.evaluate("document.querySelector('pre.command').textContent"), "exonweave annotate 'my genome.fa' 'it'\\''s.fa' -o out")
        self.assertNotIn("/home/me", page.evaluate("document.documentElement.textContent"))

    def test_times_say_whose_they_are(self):
        page = self.open(Run(3), account={"seconds": {"align": 240, "total": 240}, "totals": {"predicted_thread_seconds": 200, "cpu_seconds": 250, "thread_seconds": 300}})
        text = page.evaluate("document.querySelector('#run').textContent")
        for words in ("Wall-clock time, 4 min in total.", "CPU time, measured4 min", "wall-clock time of each thread, measured5 min", "summed over threads"):
            self.assertIn(words, text)

    def test_why_genes_have_no_support_is_said(self):
        run = Run(3)
        genes = self.write("bare.gff3", re.sub(r"[;](min_margin|margin|support)=[\d.]+", "", run.gff3()))
        candidates = [{"role": "candidates", "path": "c.gff3", "bytes": 1, "md5": None}]
        for account, why in (({"inputs": candidates, "parameters": {"targets": "protein", "margins": True}}, "this one was given candidate exons"),
                             ({"parameters": {"targets": "dna", "margins": True}}, "the targets are DNA"),
                             ({"parameters": {"targets": "protein", "margins": False}}, "The run had --no-margins"),
                             ({}, "The file of the models contains none")):
            self.assert_ok(cli.run("report", self.write("run.json", run.account(**account)), genes, "-o", self.path("bare.html")))
            page = self.browser.open(self.path("bare.html"))
            page.wait_for(COMPLETE)
            self.assertIn(why, page.evaluate("document.querySelector('#support').textContent"))

    def test_an_exon_that_a_frameshift_divides_is_one(self):
        for strand, numbers in (("+", ["1", "", "2"]), ("-", ["1", "2", ""])):
            rows = [f"mRNA\t101\t800\t.\t{strand}\t.\tID=t", *(f"CDS\t{first}\t{last}\t.\t{strand}\t0\tParent=t"
                                                            for first, last in ((101, 160), (162, 251), (601, 800)))]
            self.assert_ok(cli.run("report", self.write("run.json", Run().account()), self.write("t.gff3", "".join(f"c\tx\t{row}\n" for row in rows)),
                                   "-o", self.path("shifted.html")))
            page = self.browser.open(self.path("shifted.html"))
            page.wait_for(COMPLETE)
            self.assertEqual(page.evaluate("document.querySelector('.grid .body .row').children[2].textContent"), "2")
            self.assertEqual(page.evaluate("[...document.querySelectorAll('#gene tbody tr')].map((row) => row.children[0].textContent)"), numbers)
            self.assert_quiet(page)

    def test_what_the_page_was_made_without_is_said(self):
        page = self.open(Run(5))
        text = page.evaluate("document.querySelector('main').textContent")
        for option in ("--unplaced", "--splice-model"):
            self.assertIn(f"which the option {option} adds", text)

    def test_fifty_thousand_genes(self):
        path = self.make(Run(50_000))
        page = self.browser.open(path)
        page.wait_for(READY)
        ready = page.main_thread_seconds()
        page.wait_for(COMPLETE)
        print(f"50,000 genes: {path.stat().st_size / 1e6:.1f} MB, {ready:.2f} s of the main thread until the table, "
              f"{page.main_thread_seconds():.2f} s until all")
        self.assertLess(ready, 30)  # far more than it takes: a machine may be busy
        search(page, "gene49999")
        self.assertEqual(self.names_shown(page), ["gene49999"])
        self.assertLess(page.evaluate("document.querySelectorAll('.grid .row').length"), 100)
        self.assert_quiet(page)


class WithoutLibraries(PageCase):
    """What a program that was built without them makes: the page holds nothing where they would be."""

    def make(self, *run, **account):
        path = super().make(*run, **account)
        text, n_libraries = re.subn(r'(<script type="text/plain" id="data-(?:charts|browser)">)[^<]*', r"\1", path.read_text())
        self.assertEqual(n_libraries, 2)
        path.write_text(text)
        return path

    def test_tables_stand_for_charts_and_say_what_they_are(self):
        page = self.open(Run(100), "--splice-model", "fungus")
        text = page.evaluate("document.querySelector('main').innerText")
        for said in ("built without its chart library, so the page contains tables instead of charts", "built without its genome browser", "Quantiles, nt:",
                     "Quantiles of identity and coverage:", "Quantiles of the number of exons:", "Bits of each base:", "Bases of more than 0 bits"):
            self.assertIn(said, text)
        for of_charts in ("stronger colour", "The last bar", "Letters above", "Faint letters", "Show in browser", "Open the browser"):
            self.assertNotIn(of_charts, text)
        cards = "[...document.querySelectorAll('#support .card, #figure-cards .card, #site-cards .card')]"
        self.assertEqual(page.evaluate(f"{cards}.map((card) => [card.querySelectorAll('.chart').length, card.querySelector('table').offsetHeight > 0])"),
                         [[0, True]] * 11)
        self.assert_quiet(page)


@unittest.skipIf("report: off" in cli.run("--build-info").stdout, "built without the libraries of the page")
class Libraries(PageCase):
    def test_charts_are_drawn(self):
        page = self.open(Run(100), "--splice-model", "fungus")
        for section in ("support", "figure-cards", "site-cards"):
            page.wait_for(f"document.querySelector('#{section} .chart svg')")
        self.assertGreater(page.evaluate("document.querySelectorAll('.letters text').length"), 50)
        self.assertEqual(page.evaluate("document.querySelectorAll('#figure-cards details, #site-cards details').length"), 10)
        text = page.evaluate("document.querySelector('main').innerText")
        for of_charts in ("stronger colour", "The last bar", "Letters above"):
            self.assertIn(of_charts, text)
        self.assert_quiet(page)

    def test_the_browser_shows_a_gene_and_its_sequence(self):
        run = Run(20)
        genome = self.write("genome.fa", ">chr1\n" + "ACGTTGCA" * 60_000 + "\n")
        page = self.open(run, "--genome", genome, "--alignments", self.write("alignments.gff3", run.gff3()))
        search(page, "gene7")
        page.press("Enter")
        page.wait_for("document.querySelector('#gene h3').textContent === 'gene7'")
        page.evaluate("document.querySelector('#gene .main').click()")
        page.wait_for(BROWSER_IS_OPEN)
        self.assert_quiet(page)

    def test_the_browser_can_be_read_in_the_dark(self):
        page = self.open(Run(5), scheme="dark")
        page.evaluate("document.querySelector('#browser-body button').click()")
        page.wait_for(BROWSER_IS_OPEN)
        for part in (".igv-track-label", ".igv-search-input"):
            page.wait_for(f"{FRAME}.shadowRoot.querySelector('{part}') && true")
            paper, ink = brightness(page, f"{FRAME}.shadowRoot.querySelector('{part}')", "backgroundColor", "color")
            self.assertGreater(paper - ink, 300, part)

    def test_names_with_blanks_are_asked_for_nowhere(self):
        run = Run(3)
        for gene in run.genes:
            gene["sequence"] = "chr 1"
        page = self.open(run)
        page.evaluate("document.querySelector('#gene .main').click()")
        page.wait_for(BROWSER_IS_OPEN)
        page.wait_for(f"{FRAME}.shadowRoot.querySelector('.igv-search-input').value.startsWith('chr_1:')")
        page.evaluate(f"(({{searchInput}}) => {{ searchInput.value = 'cdc2'; searchInput.dispatchEvent(new Event('change')); }})"
                      f"({{searchInput: {FRAME}.shadowRoot.querySelector('.igv-search-input')}})")
        page.wait_for(f"{FRAME}.shadowRoot.textContent.includes('cdc2')")  # unknown
        self.assert_quiet(page)

    def test_the_browser_opens_without_a_sequence(self):
        page = self.open(Run(20))
        page.evaluate("document.querySelector('#browser-body button').click()")
        page.wait_for(BROWSER_IS_OPEN)
        self.assert_quiet(page)

    def test_a_click_in_the_browser_shows_no_name_as_markup(self):
        run = Run(3, names={0: HOSTILE, 1: HOSTILE, 2: HOSTILE})
        for gene in run.genes:
            gene["sequence"] = "<b>chr&1</b>"
        genome = self.write("genome.fa", ">" + "<b>chr&1</b>" + "\n" + "ACGTTGCA" * 10_000 + "\n")
        page = self.open(run, "--genome", genome)
        page.evaluate("document.querySelector('#gene .main').click()")
        page.wait_for(BROWSER_IS_OPEN)
        page.evaluate(f"{FRAME}.scrollIntoView()")
        page.wait_for(f"{GENES_TRACK} && true")
        for _ in range(chromium.PATIENCE):  # until the track is drawn
            left, top, width = page.evaluate(f"(({{x, y, width}}) => [x, y, width])({GENES_TRACK}.getBoundingClientRect())")
            page.click(left + width / 2, top + 20)  # the gene lies in the middle of the window
            time.sleep(1)  # or it is a double click
            if page.evaluate(f"{POPUP}?.textContent.includes('wasHere=1')"):
                break
        self.assertIn(HOSTILE, page.evaluate(f"{POPUP}?.textContent"))
        self.assertEqual(page.evaluate(f"{FRAME}.shadowRoot.querySelectorAll('img[src=x], script').length"), 0)
        self.assertFalse(page.evaluate("window.wasHere"))
        self.assert_quiet(page)

