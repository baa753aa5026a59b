"""The alignment of a gene and its protein by residues, in the page of `exonweave report`: pairs, gaps, ends that are not aligned, exons, frameshifts
and stop codons, and proteins that the page translates from its genome."""
import gzip
import random
import re

import cli
import models
from protein_genes import translate
from report_inputs import Run
from test_report import data_of
from test_report_page import COMPLETE, HOSTILE, PageCase, search, setUpModule  # noqa: F401

BLOCKS = "[...document.querySelectorAll('#gene .aligned')].map((each) => each.textContent)[0]"
ROW = "chr1\tx\t{}\t{}\t{}\t50\t{}\t{}\t{}\n"


def lines_of(text, name):
    """What stands behind a name in all blocks, without places."""
    found = re.findall(rf"^{re.escape(name)} *[\d,]* (.*?)(?: [\d,]+)?$", text, re.MULTILINE)
    return "".join(each[:60] for each in found)


class Alignment(PageCase):
    def show(self, genome, rows, target, protein, strand="+", name="p"):
        """The page of one gene t of `rows`: (type, first, last, phase, attributes)."""
        first, last = min(row[1] for row in rows), max(row[2] for row in rows)
        text = ROW.format("mRNA", first, last, strand, ".", f"ID=t;identity=0.5;Target={name} 1 {len(target)}")
        text += "".join(ROW.format("CDS", begin, end, strand, phase, f"ID=c;Parent=t;{more}") for begin, end, phase, more in
                        [row[1:] for row in rows])
        arguments = ["report", self.write("run.json", Run().account()), self.write("t.gff3", text), "-o", self.path("t.html"),
                     "--genome", self.write("g.fa", f">chr1\n{genome}\n"), "--targets", self.write("targets.fa", f">{name} x\n{target}\n"),
                     "--proteins", self.write("proteins.fa", f">t\n{protein}\n")]
        self.assert_ok(cli.run(*arguments))
        page = self.browser.open(self.path("t.html"))
        page.wait_for(COMPLETE)
        self.assert_quiet(page)
        return page

    def test_pairs_gaps_and_ends_that_are_not_aligned(self):
        #         1  2  3  4  5  6    intron        7  8
        genome = "ATGAAACTTTGGGATGAG" + "GTAAGTTTTTAG" + "TGTTAA"
        page = self.show(genome, [("CDS", 1, 18, 0, "Target=p 3 9;Gap=M3 D1 I2 M2"), ("CDS", 31, 36, 0, "Target=p 10 10;Gap=M1")], "GGMKIAADECPP", "MKLWDEC")
        text = page.evaluate(BLOCKS)
        self.assertEqual(lines_of(text, "p").strip(), "ggMKI-AADECpp")
        self.assertEqual(lines_of(text, "t").strip(), "MKLW--DEC")
        marks = re.search(r"\n +(MK\+ +DEC) *\n", text)
        self.assertIsNotNone(marks, text)
        self.assertIn("▾ exon 1, 1–18", text)
        self.assertIn("▾ exon 2, 31–36; intron of 12 nt GT–AG", text)
        self.assertIn("genome", text)
        said = page.evaluate("document.querySelector('#gene .alignment p').textContent")
        self.assertIn("6 pairs: 5 identical, 1 similar (BLOSUM62).", said)
        self.assertIn("1 residue of the gene and 2 of the target lie in gaps.", said)
        self.assertIn("Not aligned: the first 2 and the last 2 of 12 residues of the target.", said)
        kinds = page.evaluate("[...document.querySelectorAll('#gene .aligned span')].filter(({className}) => className.includes('insertion')).map(({textContent}) => textContent)")
        self.assertEqual(kinds, ["AA", "--"])
        legend = page.evaluate("document.querySelector('#gene .legend').textContent")
        self.assertIn("light box: residues that the target lacks", legend)
        self.assertIn("triangle: residues of the target that the gene lacks", legend)

    def test_a_frameshift_and_a_stop_codon_on_the_reverse_strand(self):
        coding = "ATGAAATGA" + "C" + "GATGAGTAA"  # M K * shift D E stop
        genome = coding[::-1].translate(str.maketrans("ACGT", "TGCA"))
        page = self.show(genome, [("CDS", 11, 19, 0, "Target=p 1 3;Gap=M3"), ("CDS", 1, 9, 0, "Target=p 4 5;Gap=M2")], "MKWDE", "MK*DE", strand="-")
        text = page.evaluate(BLOCKS)
        self.assertIn("! frameshift: 1 nt skipped before 9–1", text)
        self.assertEqual(lines_of(text, "t").strip(), "MK*!DE")
        self.assertEqual(lines_of(text, "p").strip(), "MKW-DE")
        self.assertEqual(page.evaluate("[...document.querySelectorAll('#gene .aligned .stop')].map(({textContent}) => textContent)"), ["W", "*"])
        self.assertIn("19–4", text)

    def test_blocks_have_sixty_columns_and_places(self):
        dice = random.Random(5)
        codons = [a + b + c for a in "ACG" for b in "ACGT" for c in "ACGT"]
        coding = "ATG" + "".join(dice.choices(codons, k=149))
        page = self.show(coding + "TAA", [("CDS", 1, 453, 0, "Target=p 1 150;Gap=M150")], "M" * 150, translate(coding))
        text = page.evaluate(BLOCKS)
        numbers = re.findall(r"^p +(\d+) M+ (\d+)$", text, re.MULTILINE)
        self.assertEqual(numbers, [("1", "60"), ("61", "120"), ("121", "150")])
        self.assertEqual(re.findall(r"^genome +(.*)$", text, re.MULTILINE), ["1–180", "181–360", "361–450"])

    def test_names_stay_text(self):
        name = HOSTILE.replace(" ", "%20").replace("=", "%3D").replace(";", "%3B")
        page = self.show("ATGAAATAA", [("CDS", 1, 9, 0, f"Target={name} 1 2;Gap=M2")], "MK", "MK", name=name)
        self.assertFalse(page.evaluate("window.wasHere"))
        self.assertIn("<script>", page.evaluate("document.querySelector('#gene').textContent"))

    def test_a_target_that_does_not_fit_is_not_shown(self):
        page = self.show("ATGAAATAA", [("CDS", 1, 9, 0, "Target=p 1 40;Gap=M40")], "MK", "MK")
        self.assertIn("Residues and exons of t", page.evaluate("document.querySelector('#gene .alignment summary').textContent"))
        self.assertEqual(lines_of(page.evaluate(BLOCKS), "t").strip(), "MK")
        self.assertEqual(page.evaluate("document.querySelector('#gene .alignment p').textContent"), "The alignment of p has other exons.")

    def test_without_targets_the_option_is_named(self):
        page = self.open(Run(1), "--proteins", self.write("p.fa", ">gene1.t1\nMKLV\n"))
        self.assertEqual(page.evaluate("document.querySelector('#gene .alignment p').textContent"),
                         "The residues of protein_1 are not in this page. The option --targets adds them.")

    def test_genes_of_a_run_have_the_proteins_and_identities_of_its_files(self):
        self.assert_ok(cli.run("annotate", cli.TINY / "genome.fa", cli.TINY / "targets.pep.fa", "-o", self.path("out"), "--splice-model", "vertebrate"))
        folder = self.path("out")
        proteins = models.read_fasta(gzip.decompress((folder / "genes.pep.fa.gz").read_bytes()).decode())
        targets = models.read_fasta((cli.TINY / "targets.pep.fa").read_text())
        rows = [row for row in models.read_gff3(gzip.decompress((folder / "genes.gff3.gz").read_bytes()).decode()) if row.type == "mRNA"]
        text = (folder / "report.html").read_text()
        self.assertEqual(data_of(text, "proteins"), {})  # the page translates all
        page = self.browser.open(folder / "report.html")
        page.wait_for(COMPLETE)
        for row in rows:
            name = row.attributes["ID"]
            search(page, row.attributes["Parent"])
            page.press("Enter")
            page.wait_for(f"document.querySelector('#gene .gene-head').textContent.includes('{row.attributes['Parent']},')")
            shown = page.evaluate(BLOCKS)
            target = row.attributes["Target"].split()[0]
            letters = lambda line: re.sub("[^A-Za-z]", "", line).upper()
            self.assertEqual(letters(lines_of(shown, name)), proteins[name])
            self.assertEqual("".join(page.evaluate("document.querySelector('#gene .residues').textContent").split("\n")[1:]), proteins[name])
            self.assertIn(letters(lines_of(shown, target if len(target) <= 12 else target[:11] + "…")), targets[target])
            pairs, same = map(int, re.search(r"(\d+) pairs: (\d+) identical", page.evaluate("document.querySelector('#gene .alignment p').textContent")).groups())
            gaps = page.evaluate("[...document.querySelectorAll('#gene .aligned .deletion, #gene .aligned .insertion')].reduce((n, each) => n + each.textContent.length, 0)") / 2
            self.assertAlmostEqual(same / (pairs + gaps), float(row.attributes["identity"]), 3)
        self.assert_quiet(page)
