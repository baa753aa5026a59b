"""The page of `exonweave compare` in Chromium: it loads without a network, has the genes of the table, finds, filters, sorts and draws them,
in the dark and on a phone, and whatever names are like."""
import unittest

import chromium
import cli
from compared_genes import OF_A, OF_B, THREE, gff3
from report_inputs import escaped

COMPLETE = "document.documentElement?.dataset.state === 'complete'"
HOSTILE = "<script>window.wasHere=1</script>\"'><img src=x onerror=window.wasHere=1>"
ROWS = "[...document.querySelectorAll('.grid .body .row')].filter((row) => !row.hidden).sort((a, b) => a.offsetTop - b.offsetTop)"


def setUpModule():
    if not chromium.PROGRAM:
        raise unittest.SkipTest("no chromium")


class Page(cli.Case):
    def setUp(self):
        super().setUp()
        browser = chromium.Browser(self.path("profile"))
        self.browser = browser.__enter__()
        self.addCleanup(browser.__exit__)

    def open(self, a=None, b=None, **how):
        a, b = self.write("a.gff3", gff3(OF_A if a is None else a)), self.write("b.gff3", gff3(OF_B if b is None else b))
        self.assert_ok(cli.run("compare", a, b, "-o", self.path("out")))
        page = self.browser.open(self.path("out") / "compare.html", **how)
        page.wait_for(COMPLETE)
        return page

    def assert_quiet(self, page):
        self.assertEqual((page.complaints(), page.requests(), page.skipped_headings()), ([], [], []))

    def rows(self, page):
        """(status, gene of A, gene of B) of each."""
        return [tuple(row) for row in page.evaluate(f"{ROWS}.map((row) => [0, 1, 2].map((cell) => row.children[cell].textContent))")]

    def choose(self, page, control, value):
        page.evaluate(f"document.getElementById('{control}').value = {value!r}")
        page.evaluate(f"document.getElementById('{control}').dispatchEvent(new Event('input'))")

    def test_it_has_the_counts_and_rows_of_the_comparison(self):
        page = self.open()
        self.assertEqual(page.evaluate("[...document.querySelectorAll('#headline strong')].slice(0, 4).map((each) => each.textContent)"), ["2", "10", "2", "1"])
        self.assertEqual(page.evaluate("document.getElementById('count').textContent"), "16 rows")
        self.assertEqual(self.rows(page)[:3], [("only in A", "antisense", "same"), ("exact", "same", "same"), ("changed", "start", "start")])
        self.assertEqual(page.evaluate("document.querySelector('#subtitle').textContent").split(" · ")[:2], ["A: a.gff3", "B: b.gff3, the reference"])
        self.assert_quiet(page)

    def test_a_set_without_genes_is_compared_too(self):
        self.assert_ok(cli.run("compare", self.write("none.gff3", "##gff-version 3\n"), self.write("b.gff3", gff3(OF_B)), "-o", self.path("out")))
        page = self.browser.open(self.path("out") / "compare.html")
        page.wait_for(COMPLETE)
        self.assertEqual({status for status, _, _ in self.rows(page)}, {"only in B"})
        self.assertNotIn("NaN", page.evaluate("document.body.innerText"))
        self.assert_quiet(page)

    def test_rows_are_searched_and_filtered(self):
        page = self.open()
        for control, value, shown in (("status", "exact", ["same", "isoforms"]), ("status", "only_b", ["–"]), ("change", "merged", ["merged", "merged"]),
                                      ("query", "ISO t1", ["isoforms"]), ("query", "s02:600-700", ["start"]), ("query", "s02:621", [])):
            self.choose(page, control, value)
            self.assertEqual([a for _, a, _ in self.rows(page)], shown, value)
            self.choose(page, control, "")
        page.evaluate("[...document.querySelectorAll('button.plain')].find((each) => each.textContent === 'split').click()")
        self.assertEqual([a for _, a, _ in self.rows(page)], ["split1", "split2"])
        self.assertEqual(page.evaluate("document.getElementById('count').textContent"), "2 of 16 rows")

    def test_rows_are_sorted_and_chosen_by_keys(self):
        page = self.open()
        page.evaluate("document.querySelector('[data-column=b] button').click()")
        names = [b for _, _, b in self.rows(page) if b != "–"]
        self.assertEqual(names, sorted(names))
        page.evaluate("document.getElementById('query').focus()")
        page.type("frame")
        page.press("Enter")
        page.wait_for("document.querySelector('#gene h3').textContent === 'frame'")
        self.assertEqual(page.evaluate("location.hash"), "#gene=frame")
        self.assert_quiet(page)

    def test_both_models_are_drawn_with_what_differs(self):
        page = self.open(address="#gene=start")
        page.wait_for("document.querySelector('#gene h3').textContent === 'start' && document.querySelector('#gene .drawing .exon') !== null")
        counts = "['same-exon', 'other-exon'].map((kind) => document.querySelectorAll(`#gene .drawing .${kind}`).length)"
        self.assertEqual(page.evaluate(counts), [4, 2])
        cells = page.evaluate("[...document.querySelectorAll('#gene tbody tr')].map((row) => [...row.children].map((cell) => cell.textContent))")
        self.assertEqual(cells, [["1", "501–620", "501–590", "start +30 nt"], ["2", "301–390", "301–390", "same"], ["3", "101–190", "101–190", "same"]])
        self.assert_quiet(page)

    def test_neighbours_of_a_merged_gene_are_drawn(self):
        page = self.open(address="#gene=merged")
        page.wait_for("document.querySelector('#gene .drawing .exon') !== null")
        self.assertEqual(page.evaluate("document.querySelectorAll('#gene .drawing .beside').length"), 1)
        self.assertEqual(page.evaluate("[...document.querySelectorAll('#gene .gene-head .tag')].map((each) => each.textContent)"), ["changed", "merged"])

    def test_hostile_names_are_text(self):
        page = self.open({escaped(HOSTILE): ("s01", "+", THREE)}, {"b": ("s01", "+", THREE[:2])})
        self.assertEqual(self.rows(page), [("changed", HOSTILE, "b")])
        self.assertIsNone(page.evaluate("window.wasHere ?? null"))
        self.assert_quiet(page)

    def test_it_fits_a_phone_and_is_dark_where_asked(self):
        for width in (390, 820, 1280):
            page = self.open(width=width, scheme="dark")
            self.assertLessEqual(page.evaluate("document.documentElement.scrollWidth"), width)
            self.assertEqual(page.evaluate("getComputedStyle(document.body).backgroundColor"), "rgb(20, 23, 26)")
            self.assert_quiet(page)

    def test_equal_sets_give_equal_bytes(self):
        self.open()
        first = (self.path("out") / "compare.html").read_bytes()
        self.open()
        self.assertEqual((self.path("out") / "compare.html").read_bytes(), first)

    def test_many_genes_load_soon(self):
        genes = {f"g{g}": (f"chr{g % 9}", "+-"[g % 2], [(1000 * g + 100 * e, 1000 * g + 100 * e + 59) for e in range(1, 9)]) for g in range(50_000)}
        page = self.open(genes, {name: (sequence, strand, exons[: 7 + int(name[-1]) % 2]) for name, (sequence, strand, exons) in genes.items()})
        self.assertLess(page.main_thread_seconds(), 5)
        self.assertLess((self.path("out") / "compare.html").stat().st_size, 8e6)


if __name__ == "__main__":
    unittest.main()
