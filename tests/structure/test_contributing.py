"""What CONTRIBUTING.md and docs/develop/architecture.md name is there: each path in backticks, and each name that a path follows."""
import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGES = ("CONTRIBUTING.md", "docs/develop/architecture.md")
CODE = re.compile(r"`([^`]+)`")
# `name` in `path`, `name` (`path`)
NAME_IN_PATH = re.compile(r"`([A-Za-z_][\w:]*)`(?: in| of)?\s+\(?`([\w./-]+/[\w.-]+\.[a-z]+)`")
SUFFIX = re.compile(r"\.(?:md|txt|cpp|hpp|cu|cuh|inc|py|sh|yaml|json)$")
MADE = ("build/",)  # by building


def without_blocks(text):
    return re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)


def paths(text):
    """Words in backticks that have a slash or end as files do; of a command each of its words."""
    for code in CODE.findall(without_blocks(text)):
        for word in code.split():
            if re.fullmatch(r"[\w.][\w./-]*", word) and ("/" in word or SUFFIX.search(word)) and not word.startswith(MADE):
                yield word


class Contributing(unittest.TestCase):
    def test_every_path_exists(self):
        for page in PAGES:
            text = (ROOT / page).read_text()
            found = list(paths(text))
            self.assertGreater(len(found), 20)
            for path in found:
                with self.subTest(page=page, path=path):
                    self.assertTrue((ROOT / path).exists())

    def test_commands_name_paths_that_exist(self):
        for block in re.findall(r"^```sh\n(.*?)^```$", (ROOT / "CONTRIBUTING.md").read_text(), re.MULTILINE | re.DOTALL):
            for word in re.findall(r"(?:tests|lib|apps|docs)/[\w./-]+", block):
                with self.subTest(path=word):
                    self.assertTrue((ROOT / word).exists())

    def test_every_name_is_in_the_file_that_it_is_said_to_be_in(self):
        found = [match for page in PAGES for match in NAME_IN_PATH.findall(without_blocks((ROOT / page).read_text()))]
        self.assertGreater(len(found), 5)
        for name, path in found:
            with self.subTest(name=name, path=path):
                self.assertIn(name, (ROOT / path).read_text())

    def test_what_is_taken_for_a_path(self):
        text = "`lib/a.hpp` `tests/run.sh --tidy` `README.md` `build/release` `a_name` `--where loci` `1/2 of`, `^exons:`"
        self.assertEqual(list(paths(text)), ["lib/a.hpp", "tests/run.sh", "README.md", "1/2"])
        self.assertEqual(NAME_IN_PATH.findall("`f` in `a/b.cpp`, `g` (`a/c.hpp`), `h` and `a/d.hpp`, `i` of `a/e.py`"),
                         [("f", "a/b.cpp"), ("g", "a/c.hpp"), ("i", "a/e.py")])


if __name__ == "__main__":
    unittest.main()
