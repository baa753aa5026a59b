"""Habits of the C++ and CUDA sources of lib/, apps/ and tests/ that a search can prove: lines of 120 columns, and variables that can be
searched for."""
import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SUFFIXES = {".cpp", ".hpp", ".cu", ".cuh"}
MOST_COLUMNS = 120
NAME_OF_ONE_CATCH2 = re.compile(r"\bCatch::((Contains|Equals|StartsWith|EndsWith|Within\w+|Message)|Matchers::Contains(Substring)?)\b")
PREPOSITION = r"\b(?:of|at|from|to|in|with)_?\b"
NO_NAME = re.compile(PREPOSITION + r"\s*(?:\.(?!\.)|->)")
# A variable, parameter or data member, where it is declared and where it is used. Functions may have such names, and have a bracket behind
# them; members of others are found where they are declared.
NO_VARIABLE = re.compile(r"(?<![.:\w])(?<!->)" + PREPOSITION + r"(?!\s*\()")
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


def variables(text):
    """Numbers of the lines that declare or use a variable whose name is a preposition."""
    return [number for number, line in enumerate(code_alone(text), 1)
            if NO_VARIABLE.search(line) and not line.lstrip().startswith("#")]


def wide_lines(text):
    return [number for number, line in enumerate(text.split("\n"), 1) if len(line) > MOST_COLUMNS]


def names_of_one_catch2(text):
    """Matchers that Catch2 has in version 2 alone, or in version 3 alone; tests/contains.hpp has one for both."""
    return [number for number, line in enumerate(text.split("\n"), 1) if NAME_OF_ONE_CATCH2.search(line)]


class Sources(unittest.TestCase):
    def check(self, lines_of):
        """No source has such lines."""
        found = [f"{path.relative_to(ROOT).as_posix()}:{number}" for path in sources() for number in lines_of(path.read_text())]
        self.assertEqual(found, [], "\n".join(["", *found]))

    def test_nothing_is_read_through_a_preposition(self):
        self.check(accesses)

    def test_no_variable_is_a_preposition(self):
        self.check(variables)

    def test_lines_have_at_most_120_columns(self):
        self.check(wide_lines)

    def test_accesses_are_found(self):
        for line in ("of.view();", "x = of_.n;", "f(at->row)", "with_ .get()", "problem.of.view();", "1'000 + in.size() + 2'000;"):
            self.assertEqual(accesses("\n" + line), [2], line)

    def test_what_only_looks_like_an_access_is_not_found(self):
        for line in ("profile.of(code)", "// at.row", "/* of.x\nof.y */", '"made from. "', 'R"(of.x\nof.y)"', "T... of...",
                     "frame_of.x", "offset.x", "{.of = 1}", "'\"' + a; // of.x"):
            self.assertEqual(accesses(line), [], line)

    def test_variables_are_found(self):
        for line in ("for (std::size_t at = 0; at < n; ++at) {", "void add(molecule of);", "score* to, int n", "T of{};", "int in[2];",
                     "const auto at = [&](int i) {", "[&](const auto& to) {", "auto& [of, n] = value;", "double up = 0, from = 1;",
                     "std::size_t at_;", "void (*with)(int)", "return offset + from;", "f(T... of)", "for (char to : letters)"):
            self.assertEqual(variables("\n" + line), [2], line)

    def test_what_only_looks_like_a_variable_is_not_found(self):
        for line in ("score of(node_id v) const;", "region.at(i)", "return of (0).n;", "using letter_tables::at, letter_table;",
                     "{.of = 1}", "p->to = 1;", "frame_of = 1", "to_string(x)", "// from here", '"at"', "#error in vain",
                     "offset = up_to;"):
            self.assertEqual(variables(line), [], line)

    def test_tests_compile_with_both_versions_of_catch2(self):
        found = [f"{path.relative_to(ROOT).as_posix()}:{number}" for path in sorted((ROOT / "tests").rglob("*.[ch]pp"))
                 if path.name not in ("contains.hpp", "catch.hpp") for number in names_of_one_catch2(path.read_text())]
        self.assertEqual(found, [])

    def test_names_of_one_catch2_are_found(self):
        for line in ("Catch::Contains(why)", "using Catch::Matchers::Contains;", "Catch::Matchers::ContainsSubstring(a)", "Catch::Equals(b)"):
            self.assertEqual(names_of_one_catch2("\n" + line), [2], line)
        self.assertEqual(names_of_one_catch2("contains(why) && Catch::Matchers::StartsWith(a)"), [])

    def test_wide_lines_are_found(self):
        self.assertEqual(wide_lines("a" * 120 + "\n" + "b" * 121 + "\n" + "\u00e9" * 120), [2])


if __name__ == "__main__":
    unittest.main()
