#!/usr/bin/env python3
"""Pictures of compare.html for the documentation: compare-*.png beside this file.

    EXONWEAVE_BINARY=build/release/exonweave docs/images/make_comparison_images.py out annotation.gff3

Those of the documentation compare the run of docs/start/annotate.md with the annotation of fission yeast. It needs
Chromium.
"""
import argparse
import os
import pathlib
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path.insert(0, str(ROOT / "tests" / "cli"))
os.environ.setdefault("EXONWEAVE_BINARY", str(ROOT / "build/release/exonweave"))
os.environ.setdefault("EXONWEAVE_SOURCE_DIR", str(ROOT))
import chromium


def take_pictures(folder):
    with chromium.Browser(folder / "profile") as browser:
        page = browser.open(folder / "compare.html", height=860)
        page.wait_for("document.documentElement?.dataset.state === 'complete'")
        (HERE / "compare-overview.png").write_bytes(page.picture())
        page.evaluate("[...document.querySelectorAll('button.plain')].find((each) => each.textContent === 'merged').click()")
        page.evaluate("document.querySelector('.grid .body .row').click()")
        page.evaluate("scrollTo({top: document.querySelector('#genes').getBoundingClientRect().top + scrollY - 62, behavior: 'instant'})")
        page.resize(1280, 1000)
        page.wait_for("new Promise((resolve) => setTimeout(() => resolve(true), 800))")
        (HERE / "compare-gene.png").write_bytes(page.picture())


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sets", metavar="SET", nargs=2, help="gene sets as compare takes them")
    with tempfile.TemporaryDirectory() as name:
        subprocess.run([os.environ["EXONWEAVE_BINARY"], "compare", *parser.parse_args().sets, "-o", name], check=True)
        take_pictures(pathlib.Path(name))


if __name__ == "__main__":
    main()
