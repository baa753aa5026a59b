"""The pages that users read: every link leads to a file and heading that are there, and mkdocs makes a site of docs/ without warnings."""
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", ROOT / "test-data" / "README.md",
         *sorted((ROOT / "workflows").rglob("*.md")), *sorted((ROOT / "docs").rglob("*.md"))]
LINK = re.compile(r"\]\(([^)\s]+)\)")
NAV_PAGE = re.compile(r"^ *- (?:[^:\n]+: )?([\w/-]+\.md)$", re.MULTILINE)


def running_text(text):
    """Without blocks, comments and code, which may hold what looks like a heading or a link."""
    text = re.sub(r"^```.*?^```$|<!--.*?-->", "", text, flags=re.MULTILINE | re.DOTALL)
    return re.sub(r"^    .*$", "", text, flags=re.MULTILINE)


def links(text):
    """Targets of the links, but for those to other sites."""
    return [target for target in LINK.findall(re.sub(r"`[^`]*`", "", running_text(text))) if not re.match(r"[a-z]+:", target)]


def anchors(text):
    """Names of the headings: only those that GitHub and mkdocs give alike."""
    found = set()
    for heading in re.findall(r"^#+ (.*)$", running_text(text), re.MULTILINE):
        plain = re.sub(r"[^\w\s-]", "", re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading)).strip().lower()
        on_github, on_site = re.sub(r"\s", "-", plain), re.sub(r"[-\s]+", "-", plain)
        if on_github == on_site:
            found.add(on_site)
    return found


class Parsing(unittest.TestCase):
    TEXT = """
# A page: `a_name` & more

## Where to [look](b.md)

See [one](c/d.md#e), ![two](f.png) and [three](https://example.org/g.md), not `[four](h.md)`.

```sh
# [five](i.md)
```

<!-- ![six](j.png) -->
    # seven
"""

    def test_links_to_files_are_found_in_running_text_alone(self):
        self.assertEqual(links(self.TEXT), ["b.md", "c/d.md#e", "f.png"])

    def test_headings_have_anchors_where_both_sites_agree(self):
        self.assertEqual(anchors(self.TEXT), {"where-to-look"})


class Links(unittest.TestCase):
    def test_every_link_leads_somewhere(self):
        for page in PAGES:
            text = page.read_text()
            for link in links(text):
                with self.subTest(page=str(page.relative_to(ROOT)), link=link):
                    path, _, anchor = link.partition("#")
                    target = (page.parent / path).resolve() if path else page
                    self.assertTrue(target.exists())
                    if anchor:
                        self.assertIn(anchor, anchors(target.read_text()))


class Site(unittest.TestCase):
    def test_the_site_lists_every_page_once(self):
        listed = NAV_PAGE.findall((ROOT / "mkdocs.yml").read_text())
        pages = [str(page.relative_to(ROOT / "docs")) for page in (ROOT / "docs").rglob("*.md")]
        self.assertEqual(sorted(listed), sorted(pages))

    @unittest.skipUnless(shutil.which("mkdocs"), "mkdocs is not here")
    def test_the_site_is_built_without_warnings(self):
        with tempfile.TemporaryDirectory() as folder:
            done = subprocess.run(["mkdocs", "build", "--strict", "--site-dir", folder], cwd=ROOT, capture_output=True, text=True)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertNotIn("WARNING", done.stderr)
            self.assertTrue((pathlib.Path(folder) / "start" / "annotate.html").exists())


if __name__ == "__main__":
    unittest.main()
