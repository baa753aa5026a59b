#!/usr/bin/env python3
"""Pictures of report.html for the documentation: report-*.png beside this file.

    EXONWEAVE_BINARY=build/release/exonweave docs/images/make_report_images.py genome.fa.gz proteins.fa.gz

Those of the documentation are of fission yeast with the proteins of budding yeast, as docs/start/annotate.md fetches
them. Without files, they are of a genome that is made up. It needs Chromium, and a program that was built with the
libraries of the page.
"""
import argparse
import os
import pathlib
import random
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(ROOT / "tests" / "cli"))
os.environ.setdefault("EXONWEAVE_BINARY", str(ROOT / "build/release/exonweave"))
os.environ.setdefault("EXONWEAVE_SOURCE_DIR", str(ROOT))
import chromium
import made_genes
from protein_genes import translate

LARGEST = 250_000  # bytes of a picture
RESIDUES = "ACDEFGHIKLMNPQRSTVWY"
COMPLETE = "document.documentElement?.dataset.state === 'complete'"


def changed(source, protein, rate):
    """A relative of a protein: substitutions, and a tenth as many short insertions and deletions."""
    letters = []
    for residue in protein[1:]:
        draw = source.random()
        if draw < rate:
            letters.append(source.choice(RESIDUES))
        elif draw < 1.05 * rate:
            letters.append(residue + "".join(source.choices(RESIDUES, k=source.randrange(1, 5))))
        elif draw > 1.1 * rate:
            letters.append(residue)
    return protein[0] + "".join(letters)


def site(source, consensus, fixed, share=0.82):
    """A splice site: mostly its consensus, and always what is fixed."""
    return "".join(base if k in fixed or source.random() < share else source.choice("ACGT") for k, base in enumerate(consensus))


def without_stop(coding):
    return "*" not in translate(coding)


def exon_after(source, coding):
    """Bases that continue what is coded before them without a stop codon."""
    while True:
        exon = made_genes.codons(source, source.randrange(12, 80)) + made_genes.bases(source, source.randrange(3)) + "AG"
        if without_stop(coding + exon):
            return exon


def gene_of(source):
    """(bases, protein) of a gene with up to nine introns."""
    text = coding = "ATG"
    for _ in range(source.choice((0, 1, 1, 2, 3, 3, 4, 6, 9))):
        exon = exon_after(source, coding)
        intron = (site(source, "GTAAGT", (0, 1)) + made_genes.bases(source, 40 + int(source.lognormvariate(4.9, 0.9))) +
                  "".join(source.choices("TTTTCCCAG", k=18)) + "AG")
        text, coding = text + exon + intron, coding + exon
    while True:
        end = made_genes.bases(source, -len(coding) % 3) + made_genes.codons(source, source.randrange(40, 220))
        if without_stop(coding + end):
            return text + end + "TAA", translate(coding + end)


def write_inputs(folder, n_genes=180, seed=4):
    """simulated.fa with two sequences, and relatives.fa with up to four proteins for each gene."""
    source = random.Random(seed)
    sequences, proteins = ["", ""], []
    for g in range(n_genes):
        residues, protein = gene_of(source)
        if source.random() < 0.5:
            residues = made_genes.reverse_complement(residues)
        sequences[g % 2] += made_genes.bases(source, source.randrange(900, 4500)) + residues
        for relative in range(source.choice((1, 1, 2, 3, 4))):
            rate = source.uniform(0.1, 0.55)
            proteins.append(f">{'ABCD'[relative]}_{1000 + g} made-up protein {g + 1}\n{changed(source, protein, rate)}\n")
    for k in range(25):
        proteins.append(f">E_{k} without a relative here\n{'M' + ''.join(source.choices(RESIDUES, k=180))}\n")
    (folder / "simulated.fa").write_text("".join(f">chr{s + 1}\n{text}{made_genes.bases(source, 3000)}\n" for s, text in enumerate(sequences)))
    (folder / "relatives.fa").write_text("".join(proteins))


def take_pictures(folder):
    with chromium.Browser(folder / "profile") as browser:
        def open_page(**how):
            page = browser.open(folder / "report.html", **how)
            page.wait_for(COMPLETE)
            page.wait_for("document.querySelectorAll('.chart svg').length === document.querySelectorAll('.chart').length")
            return page

        def save(page, name, part=None):
            if part:
                page.evaluate(f"scrollTo({{top: document.querySelector('{part}').getBoundingClientRect().top + scrollY - 62, behavior: 'instant'}})")
            page.wait_for("new Promise((resolve) => setTimeout(() => resolve(true), 800))")
            picture = page.picture()
            assert len(picture) < LARGEST, f"{name}: {len(picture)} bytes"
            (HERE / f"report-{name}.png").write_bytes(picture)

        page = open_page(height=860)
        save(page, "overview")
        for name, part, height in (("completeness", "#completeness", 620), ("sequences", "#sequences", 420), ("methods", "#run", 720)):
            page.resize(1280, height)
            save(page, name, part)
        page.resize(1280, 780)
        save(page, "splice-sites", "#sites")
        page.evaluate("document.querySelector('[data-column=exons] button').click()")
        for row in range(12):  # the first one whose exons are those of an alignment
            page.evaluate(f"document.querySelectorAll('.grid .body .row')[{row}].click()")
            page.wait_for(f"document.querySelector('#row-{row}').ariaSelected === 'true'")
            page.wait_for("new Promise((resolve) => setTimeout(() => resolve(true), 500))")
            if page.evaluate("document.querySelector('#gene .alignment .identical') !== null"):
                break
        save(page, "genes", "#genes")
        page.resize(1280, 700)
        save(page, "gene", "#gene")
        page.resize(1280, 560)
        save(page, "alignment", "#gene .alignment")
        for row, mark in enumerate(("accept", "accept", "reject", "look-again", "accept")):
            page.evaluate(f"document.querySelectorAll('.grid .body .row')[{row}].click()")
            page.wait_for("document.querySelector('#gene .mark-row') && true")
            page.evaluate(f"document.querySelector('#gene .mark-button.{mark}').click()")
        page.resize(1280, 660)
        save(page, "marks", "#table")
        page.evaluate("document.querySelectorAll('.grid .body .row')[0].click()")
        page.evaluate("document.querySelector('#gene .gene-head .main').click()")
        page.wait_for("document.querySelector('.browser-frame').shadowRoot && !document.querySelector('#browser-body .main') && true")
        page.resize(1280, 620)
        save(page, "browser", "#browser")
        save(open_page(height=860, scheme="dark"), "dark", "#figures")
        page = open_page(width=390, height=844)
        save(page, "phone", "#genes")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", metavar="FILE", nargs="*", help="a genome, and files of proteins")
    files = [str(pathlib.Path(each).resolve()) for each in parser.parse_args().files]
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        if not files:
            write_inputs(folder)
            files = ["simulated.fa", "relatives.fa"]
        subprocess.run([os.environ["EXONWEAVE_BINARY"], "annotate", *files, "-o", "out"], cwd=folder, check=True)
        take_pictures(folder / "out")


if __name__ == "__main__":
    main()
