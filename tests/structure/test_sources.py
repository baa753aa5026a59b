"""Habits of the C++ and CUDA sources of lib/, apps/ and tests/ that a search can prove: lines of 120 columns, and variables that can be
searched for."""
import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SUFFIXES = {".cpp", ".hpp", ".cu", ".cuh"}
MOST_COLUMNS = 120
NO_NAME = re.compile(r"\b(?:of|at|from|to|in|with)_?\s*(?:\.(?!\.)|->)")
COMMENT_OR_TEXT = re.compile(
    r"""//[^\n]*|/\*.*?\*/|R"([^\s("]*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|(?<!\w)'(?:\\.|[^'\\\n])+'""", re.DOTALL)


def sources():
    return [path for room in ("lib", "apps", "tests") for path in sorted((ROOT / room).rglob("*")) if path.suffix in SUFFIXES]


def code_alone(text):
    """The lines of a source with blanks for comments and texts."""
    return COMMENT_OR_TEXT.sub(lambda match: re.sub(r"[^\n]", " ", match.group()), text).split("\n")


def accesses(text):
    """Numbers of the lines that read members of a variable whose name is a preposition."""
    return [number for number, line in enumerate(code_alone(text), 1) if NO_NAME.search(line)]


def wide_lines(text):
    return [number for number, line in enumerate(text.split("\n"), 1) if len(line) > MOST_COLUMNS]


class Sources(unittest.TestCase):
    def check(self, lines_of):
        """No source has such lines."""
        found = [f"{path.relative_to(ROOT)}:{number}" for path in sources() for number in lines_of(path.read_text())]
        self.assertEqual(found, [], "\n".join(["", *found]))

    def test_no_variable_is_a_preposition(self):
        self.check(accesses)

    def test_lines_have_at_most_120_columns(self):
        self.check(wide_lines)

    def test_accesses_are_found(self):
        for line in ("of.view();", "x = of_.n;", "f(at->row)", "with_ .get()", "problem.of.view();", "1'000 + in.size() + 2'000;"):
            self.assertEqual(accesses("\n" + line), [2], line)

    def test_what_only_looks_like_an_access_is_not_found(self):
        for line in ("profile.of(code)", "// at.row", "/* of.x\nof.y */", '"made from. "', 'R"(of.x\nof.y)"', "T... of...",
                     "frame_of.x", "offset.x", "{.of = 1}", "'\"' + a; // of.x"):
            self.assertEqual(accesses(line), [], line)

    def test_wide_lines_are_found(self):
        self.assertEqual(wide_lines("a" * 120 + "\n" + "b" * 121 + "\n" + "\u00e9" * 120), [2])


if __name__ == "__main__":
    unittest.main()
