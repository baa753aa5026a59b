"""A curator's marks in the page of `exonweave report`: kept by the browser, filtered, saved, read again, and taken by the program."""
import cli
from report_inputs import Run
from test_report_page import COMPLETE, HOSTILE, PageCase, setUpModule  # noqa: F401

HEAD = "gene_id\tsequence\tstart\tend\tstrand\tmark\tnote\n"
TABLE = "window.savedTable"
CATCH = f"URL.createObjectURL = (blob) => {{ blob.text().then((text) => {{ {TABLE} = text; }}); return 'blob:none'; }}; HTMLAnchorElement.prototype.click = () => undefined"


class Marks(PageCase):
    def button(self, page, name):
        page.evaluate(f"[...document.querySelectorAll('#gene .mark-row button')].find(({{textContent}}) => textContent.endsWith('{name}')).click()")

    def choose(self, page, row):
        page.evaluate(f"document.querySelectorAll('.grid .body .row')[{row}].click()")
        page.wait_for(f"document.querySelector('#gene h3')?.textContent === 'gene{row + 1}'")

    def filter(self, page, mark):
        page.evaluate(f"document.getElementById('mark').value = '{mark}'; document.getElementById('mark').dispatchEvent(new Event('input'))")
        return self.names_shown(page)

    def saved(self, page):
        """The table, as the button saves it."""
        page.evaluate(f"{TABLE} = null; {CATCH}; [...document.querySelectorAll('#marks button')].find(({{textContent}}) => textContent === 'Save marks').click()")
        page.wait_for(f"{TABLE} !== null")
        return page.evaluate(TABLE)

    def load(self, page, text):
        page.evaluate(f"(() => {{ const data = new DataTransfer(), input = document.querySelector('#marks input'); data.items.add(new File([{text!r}], 'a.tsv'));"
                      "input.files = data.files; input.dispatchEvent(new Event('change')); })()")
        page.wait_for("document.querySelector('#marks [role=status]').textContent !== ''")
        return page.evaluate("document.querySelector('#marks [role=status]').textContent")

    def row(self, gene, mark, note=""):
        return f"{gene['id']}\t{gene['sequence']}\t{gene['exons'][0][0]}\t{gene['exons'][-1][1]}\t{gene['strand']}\t{mark}\t{note}\n"

    def test_marks_are_shown_filtered_saved_and_kept(self):
        run = Run(6)
        page = self.open(run)
        self.assertIn("No gene is marked.", page.evaluate("document.querySelector('#marks').textContent"))
        self.button(page, "Accept")
        self.choose(page, 1)
        self.button(page, "Reject")
        page.press("l")  # and back
        page.press("r")
        self.choose(page, 2)
        page.press("l")
        self.choose(page, 3)
        page.evaluate("((input) => { input.value = 'two\\tgenes?'; input.dispatchEvent(new Event('input')); })(document.querySelector('.mark-note'))")
        self.assertEqual(self.names_shown(page), ["✓gene1", "✗gene2", "?gene3", "gene4", "gene5", "gene6"])
        self.assertIn("Marks: 1 accepted, 1 rejected, 1 look again.", page.evaluate("document.querySelector('#marks').textContent"))
        for mark, names in (("accept", ["✓gene1"]), ("reject", ["✗gene2"]), ("look again", ["?gene3"]), ("marked", ["✓gene1", "✗gene2", "?gene3"]),
                            ("unmarked", ["gene4", "gene5", "gene6"]), ("note", ["gene4"])):
            self.assertEqual(self.filter(page, mark), names, mark)
        table = HEAD + self.row(run.genes[0], "accept") + self.row(run.genes[1], "reject") + self.row(run.genes[2], "look again") + \
            self.row(run.genes[3], ".", "two genes?")
        self.assertEqual(self.saved(page), table)
        self.assert_quiet(page)
        again = self.browser.open(self.path("report.html"))
        again.wait_for(COMPLETE)
        self.assertEqual(self.names_shown(again)[:3], ["✓gene1", "✗gene2", "?gene3"])
        self.assertEqual(again.evaluate("[...document.querySelectorAll('#gene .mark-row [aria-pressed=true]')].map(({textContent}) => textContent)"), ["✓ Accept"])
        self.button(again, "Accept")  # takes it away
        self.assertEqual(self.names_shown(again)[0], "gene1")
        self.assert_quiet(again)
        other = self.open(Run(6, seed=2))  # of another run
        self.assertEqual(self.names_shown(other), [f"gene{g + 1}" for g in range(6)])

    def test_a_saved_table_is_read_again_by_places(self):
        run = Run(4)
        page = self.open(run)
        renamed = self.row({**run.genes[2], "id": "other"}, "reject", HOSTILE)
        moved = self.row({**run.genes[1], "exons": [(1, 2)]}, "accept")
        self.assertEqual(self.load(page, HEAD + renamed + moved), "1 gene marked; 1 row of genes that are not here.")
        self.assertEqual(self.names_shown(page), ["gene1", "gene2", "✗gene3", "gene4"])
        self.choose(page, 2)
        self.assertEqual(page.evaluate("document.querySelector('.mark-note').value"), HOSTILE)
        self.assertFalse(page.evaluate("window.wasHere"))
        self.assert_quiet(page)

    def test_what_else_is_in_the_store_of_the_browser_does_no_harm(self):
        page = self.open(Run(3))
        self.button(page, "Accept")
        for text, names in (("[[0,'constructor',''],[1,'reject',''],[9,'accept',''],[2,'accept',5],[-1,'accept','']]", ["gene1", "✗gene2", "gene3"]),
                            ("{'a':1}", ["gene1", "gene2", "gene3"]), ("none", ["gene1", "gene2", "gene3"])):
            page.evaluate(f"localStorage.setItem(Object.keys(localStorage).find((key) => key.startsWith('exonweave marks')), {text.replace(chr(39), chr(34))!r})")
            page = self.browser.open(self.path("report.html"))
            page.wait_for(COMPLETE)
            self.assertEqual(self.names_shown(page), names, text)
            self.assert_quiet(page)

    def test_other_files_are_refused(self):
        page = self.open(Run(4))
        for text, said in (("a\tb\n", "line 1 has no column sequence"), (HEAD + self.row(Run(4).genes[0], "keep"), "row 1: “keep” is no mark")):
            page.evaluate("document.querySelector('#marks [role=status]').textContent = ''")
            self.assertIn(said, self.load(page, text))
        self.assertEqual(self.names_shown(page), ["gene1", "gene2", "gene3", "gene4"])
        self.assert_quiet(page)

    def test_what_the_page_saves_the_program_takes(self):
        self.assert_ok(cli.run("annotate", cli.TINY / "genome.fa", cli.TINY / "targets.pep.fa", "-o", self.path("out"), "--splice-model", "vertebrate"))
        page = self.browser.open(self.path("out") / "report.html")
        page.wait_for(COMPLETE)
        n = page.evaluate("Number(document.querySelector('#headline strong').textContent)")
        page.press("r")
        review = self.write("review.tsv", self.saved(page))
        result = cli.run("annotate", cli.TINY / "genome.fa", cli.TINY / "targets.pep.fa", "-o", self.path("out"), "--splice-model", "vertebrate", "--review", review)
        self.assert_ok(result)
        self.assertIn(f"exonweave: 1 of {n} genes removed: rejected by --review\n", result.stderr)
        self.assertNotIn("warning", result.stderr)
