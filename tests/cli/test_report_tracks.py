"""Tracks of other programs in the browser of the page, what a click shows, sessions for other browsers, and the page's colours."""
import json
import struct
import time
import unittest
import xml.etree.ElementTree
import zlib

import chromium
import cli
from report_inputs import Run
from test_report import Report, data_of
from test_report_marks import CATCH, TABLE
from test_report_page import BROWSER_IS_OPEN, COMPLETE, FRAME, GENES_TRACK, HOSTILE, POPUP, PageCase, brightness, setUpModule  # noqa: F401

LABELS = f"[...{FRAME}.shadowRoot.querySelectorAll('.igv-track-label')].map(({{textContent}}) => textContent)"
BED = "chr1\t100\t900\tpeak <b>1</b>\t0\t+\n"


def bgzf(data):
    """A file of one block, and the block that ends it."""
    def block(piece):
        packer = zlib.compressobj(wbits=-15)
        packed = packer.compress(piece) + packer.flush()
        return (b"\x1f\x8b\x08\x04\0\0\0\0\0\xff\x06\0BC\x02\0" + struct.pack("<H", len(packed) + 25) + packed +
                struct.pack("<II", zlib.crc32(piece), len(piece)))
    return block(data) + block(b"")


def bam(name, length, place, n=4):
    """`n` reads of ten bases at a place."""
    head = f"@HD\tVN:1.6\tSO:coordinate\n@SQ\tSN:{name}\tLN:{length}\n".encode()
    text = b"BAM\1" + struct.pack("<I", len(head)) + head + struct.pack("<II", 1, len(name) + 1) + name.encode() + b"\0" + struct.pack("<I", length)
    read = struct.pack("<iiBBHHHiiii", 0, place, 2, 60, 4681, 1, 0, 10, -1, -1, 0) + b"r\0" + struct.pack("<I", 10 << 4) + b"\x12" * 5 + b"\x1e" * 10
    return bgzf(text + n * (struct.pack("<I", len(read)) + read))


def bigwig(name, length, values):
    """One section of (start, end, value), without zoom levels."""
    section = struct.pack("<IIIIIBBH", 0, values[0][0], values[-1][1], 0, 0, 1, 0, len(values)) + b"".join(struct.pack("<IIf", *each) for each in values)
    packed, heights = zlib.compress(section), [height for _, _, height in values]
    summary = struct.pack("<Qdddd", len(values), min(heights), max(heights), sum(heights), sum(height ** 2 for height in heights))
    names = struct.pack("<IIIIQQ", 0x78CA8C91, 1, len(name), 8, 1, 0) + struct.pack("<BBH", 1, 0, 1) + name.encode() + struct.pack("<II", 0, length)
    data_at = 64 + len(summary) + len(names)
    index_at = data_at + 4 + len(packed)
    head = struct.pack("<IHHQQQHHQQIQ", 0x888FFC26, 4, 0, 64 + len(summary), data_at, index_at, 0, 0, 0, 64, len(section), 0)
    index = struct.pack("<IIQIIIIQII", 0x2468ACE0, 1, 1, 0, values[0][0], 0, values[-1][1], index_at, 1, 0)
    leaf = struct.pack("<BBHIIIIQQ", 1, 0, 1, 0, values[0][0], 0, values[-1][1], data_at + 4, len(packed))
    return head + summary + names + struct.pack("<I", 1) + packed + index + leaf


class Tracks(Report):
    def test_tracks_are_in_the_page_with_their_formats(self):
        tracks = {"peaks.bed": BED.encode(), "other.gff3": b"chr1\tx\texon\t5\t9\t.\t+\t.\tID=a\n", "reads.bam": bam("chr1", 500_000, 600)}
        options = [part for name, text in tracks.items() for part in ("--track", self.write(name, text))]
        page = self.report(*self.files(Run(3)), *options)
        entries = data_of(page, "account")["tracks"]
        self.assertEqual([(each["name"], each["format"], each["held"]) for each in entries],
                         [("peaks.bed", "bed", True), ("other.gff3", "gff3", True), ("reads.bam", "bam", True)])
        self.assertIn('id="data-track-2"', page)

    def test_bad_tracks_are_refused_with_their_lines(self):
        for name, text, code, parts in (("a.bed", "chr1\t9\t5\n", 65, ("a.bed:1: not an interval", "need 0 <= start <= end")),
                                        ("b.bed", "nowhere\t5\t9\n", 65, ("b.bed:1: no row of this track is on a sequence of the run", "nowhere")),
                                        ("c.vcf", "##fileformat=VCFv4.2\nchr1\tx\t.\n", 65, ("c.vcf:2: not a supported track format", "BED, GFF3, GTF, BAM or bigWig")),
                                        ("d.bam", bam("other", 1000, 5), 65, ("d.bam: no reference sequence of this BAM file", "got 'other'")),
                                        ("e.bam", bam("chr1", 1000, 5)[:40], 74, ("e.bam",))):
            with self.subTest(name):
                self.assert_refused(code, *parts, more=("--track", self.write(name, text)))
        self.assert_refused(66, "none.bed", more=("--track", self.path("none.bed")))

    def test_a_track_that_is_too_large_is_left_out_with_a_warning(self):
        text = ("chr1\t5\t9\t" + "n" * 9000 + "\n") * 3000
        result = cli.run("report", *self.files(Run(3)), "--track", self.write("big.bed", text), "-o", self.path("report.html"))
        self.assert_ok(result, "big.bed: track is too large to be embedded in the report (got '27 MB', need 25 MB at most)")
        self.assertFalse(data_of(self.path("report.html").read_text(), "account")["tracks"][0]["held"])


@unittest.skipIf("report: off" in cli.run("--build-info").stdout, "built without the libraries of the page")
class Browser(PageCase):
    def opened(self, run, *more, **how):
        page = self.open(run, *more, **how)
        page.evaluate("document.querySelector('#gene .gene-head .main').click()")
        page.wait_for(BROWSER_IS_OPEN)
        return page

    def popup(self, page, text):
        """What a click on the first gene shows."""
        page.evaluate(f"{FRAME}.scrollIntoView()")
        page.wait_for(f"{GENES_TRACK} && true")
        for _ in range(chromium.PATIENCE):
            left, top, width = page.evaluate(f"(({{x, y, width}}) => [x, y, width])({GENES_TRACK}.getBoundingClientRect())")
            page.click(left + width / 2, top + 20)
            time.sleep(1)
            if page.evaluate(f"{POPUP}?.textContent.includes('{text}')"):
                break
        return page.evaluate(f"{POPUP}?.textContent")

    def test_tracks_are_shown_beside_the_genes(self):
        genome = self.write("genome.fa", ">chr1\n" + "ACGTTGCA" * 60_000 + "\n")
        page = self.opened(Run(3), "--genome", genome, "--track", self.write("peaks <b>.bed", BED), "--track", self.write("reads.bam", bam("chr1", 480_000, 600)),
                           "--track", self.write("cover.bw", bigwig("chr1", 480_000, [(600, 900, 5.0), (900, 1200, 7.5)])))
        page.wait_for(f"{LABELS}.length >= 4")
        self.assertTrue({"peaks__b_.bed", "reads.bam", "cover.bw", "Genes"} <= set(page.evaluate(LABELS)))
        self.assertIn("peaks <b>.bed", page.evaluate("document.querySelector('#browser-body p').textContent"))
        self.assert_quiet(page)

    def test_files_that_are_chosen_become_tracks(self):
        page = self.opened(Run(3))
        page.evaluate("(() => { const data = new DataTransfer(), input = document.querySelector('#browser-body input'); for (const [name, text] of "
                      f"[['mine.bed', {BED!r}], ['reads.bam', 'x'], ['notes.txt', 'x']]) data.items.add(new File([text], name));"
                      "input.files = data.files; input.dispatchEvent(new Event('change')); })()")
        page.wait_for(f"{LABELS}.includes('mine.bed')")
        page.wait_for("document.querySelector('#browser-body [role=status]').textContent !== ''")
        self.assertEqual(page.evaluate("document.querySelector('#browser-body [role=status]').textContent"),
                         "reads.bam: choose its index, reads.bam.bai, together with it. notes.txt is not BED, GFF3, GTF, BAM or bigWig.")
        self.assert_quiet(page)

    def test_a_click_shows_target_and_support(self):
        run = Run(3, names={0: "cdc2"}, targets={0: HOSTILE})
        said = self.popup(self.opened(run), "Support")
        for part in ("Namecdc2", f"Target{HOSTILE}", f"Support{run.genes[0]['support']:.3f}".replace("Support", "Support"), "Identity"):
            self.assertIn(part, said.replace("\xa0", ""))

    def test_genes_have_the_colours_of_their_support(self):
        run = Run(1)
        colours = {}
        for support in (0.5, 1.0):
            run.genes[0]["support"] = support
            page = self.opened(run)
            page.wait_for(f"{GENES_TRACK} && true")
            pixels = f"(({{data}}) => {{ const n = {{}}; for (let k = 0; k < data.length; k += 4) if (data[k + 3] === 255) {{ const c = data.slice(k, k + 3).join(); n[c] = (n[c] ?? 0) + 1; }} return n; }})({GENES_TRACK}.getContext('2d').getImageData(0, 0, {GENES_TRACK}.width, {GENES_TRACK}.height))"
            page.wait_for(f"Object.keys({pixels}).length > 1")
            colours[support] = page.evaluate(pixels)
        self.assertGreater(colours[0.5].get("217,164,65", 0), 100)
        self.assertGreater(colours[1.0].get("20,100,125", 0), 100)

    def test_all_alignments_of_a_protein_are_listed_and_shown(self):
        run = Run(4, targets={0: "p", 2: "p"})
        page = self.open(run, "--alignments", self.write("alignments.gff3", run.gff3()))
        rows = "[...[...document.querySelectorAll('#gene details')].find((each) => each.textContent.startsWith('All alignments of p: 2')).querySelectorAll('tbody tr')]"
        best = sorted((run.genes[0], run.genes[2]), key=lambda gene: -gene["score"])
        self.assertEqual(page.evaluate(f"{rows}.map((row) => row.children[2].textContent)"), [str(gene["score"]) for gene in best])
        page.evaluate(f"{rows}[1].querySelector('button').click()")
        page.wait_for(BROWSER_IS_OPEN)
        middle = (best[1]["exons"][0][0] + best[1]["exons"][-1][1]) // 2
        page.wait_for(f"{FRAME}.shadowRoot.querySelector('.igv-search-input').value.startsWith('chr1:')")
        first, last = (int(each.replace(",", "")) for each in page.evaluate(f"{FRAME}.shadowRoot.querySelector('.igv-search-input').value").split(":")[1].split("-"))
        self.assertTrue(first < middle < last)
        self.assert_quiet(page)


class Sessions(PageCase):
    def saved(self, page, label):
        page.evaluate(f"{TABLE} = null; {CATCH}; [...document.querySelectorAll('#browser-body button')].find(({{textContent}}) => textContent.startsWith('{label}')).click()")
        page.wait_for(f"{TABLE} !== null")
        return page.evaluate(TABLE)

    def annotated(self, *more, **account):
        account = {"subcommand": "annotate", "inputs": [{"role": "genome", "path": "/data/a&b.fa.gz", "bytes": 1, "md5": None}], **account}
        return self.open(Run(3), *more, account=account)

    def test_sessions_name_the_files_of_the_run(self):
        page = self.annotated("--track", self.write("peaks.bed", BED))
        session = xml.etree.ElementTree.fromstring(self.saved(page, "Save IGV"))
        self.assertEqual(session.get("genome"), "a&b.fa.gz")
        self.assertTrue(session.get("locus").startswith("chr1:"))
        self.assertEqual([each.get("path") for each in session.iter("Resource")], ["genes.gff3.gz", "alignments.gff3.gz", "peaks.bed"])
        config = json.loads(self.saved(page, "Save JBrowse"))
        self.assertEqual(config["assemblies"][0]["sequence"]["adapter"]["gziLocation"]["uri"], "a&b.fa.gz.gzi")
        self.assertEqual([each["adapter"]["type"] for each in config["tracks"]], ["Gff3TabixAdapter", "Gff3TabixAdapter", "BedAdapter"])
        self.assertEqual(config["tracks"][0]["adapter"]["index"]["location"]["uri"], "genes.gff3.gz.tbi")
        self.assertEqual(config["defaultSession"]["view"]["init"]["tracks"], ["genes", "alignments", "track-0"])
        self.assert_quiet(page)

    def test_a_run_with_other_files_has_none(self):
        page = self.annotated(subcommand="predict")
        self.assertNotIn("Save IGV", page.evaluate("document.querySelector('#browser-body').textContent"))


class Colours(PageCase):
    def test_the_button_chooses_light_or_dark_whatever_the_system_has(self):
        page = self.open(Run(3), scheme="dark")
        body = "document.body"
        self.assertLess(*brightness(page, body, "backgroundColor", "color"))
        for theme, is_dark in (("Light", False), ("Dark", True), ("Auto", True)):
            page.evaluate("document.getElementById('theme').click()")
            self.assertEqual(page.evaluate("document.getElementById('theme').textContent"), theme)
            paper, ink = brightness(page, body, "backgroundColor", "color")
            self.assertEqual(paper < ink, is_dark, theme)
        page.evaluate("document.getElementById('theme').click()")
        again = self.browser.open(self.path("report.html"), scheme="dark")
        again.wait_for(COMPLETE)
        self.assertGreater(*brightness(again, body, "backgroundColor", "color"))  # it was kept

    def test_paper_is_light_and_has_no_buttons(self):
        page = self.open(Run(3), scheme="dark")
        page.call("Emulation.setEmulatedMedia", media="print", features=[{"name": "prefers-color-scheme", "value": "dark"}])
        paper, ink = brightness(page, "document.querySelector('.card')", "backgroundColor", "color")
        self.assertGreater(paper - ink, 300)
        for hidden in ("header", "#browser", ".mark-tools", ".mark-button", ".tools"):
            self.assertEqual(page.evaluate(f"getComputedStyle(document.querySelector('{hidden}')).display"), "none", hidden)
        self.assertNotEqual(page.evaluate("getComputedStyle(document.querySelector('#gene')).display"), "none")

    def test_places_have_room_in_the_table(self):
        run = Run(12)
        for gene in run.genes:
            gene["sequence"] = "NC_003424.3"
            gene["exons"] = [(first + 12_345_678, last + 12_345_678) for first, last in gene["exons"]]
        page = self.open(run)
        for width in (1280, 900):
            page.resize(width, 900)
            cell = "document.querySelector('.grid .body .row').children[1]"
            self.assertLessEqual(page.evaluate(f"{cell}.scrollWidth"), page.evaluate(f"{cell}.clientWidth"), width)
