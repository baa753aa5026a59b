"""What tests/mutate.py makes of sources, and that it leaves them as they were."""
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time
import unittest

TESTS = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(TESTS))
import mutate  # noqa: E402


def made_of(*lines):
    """What becomes of these lines: (kind, line after)."""
    return [(mutant.kind, mutant.after.strip()) for mutant in mutate.mutants("\n".join(lines))]


class MakingMutants(unittest.TestCase):
    def test_comparisons_are_swapped(self):
        for before, after in mutate.COMPARISONS.items():
            self.assertEqual(made_of(f"return a {before} b;"), [("comparison", f"return a {after} b;")])

    def test_logic_sums_and_extremes_are_swapped(self):
        self.assertEqual(made_of("return a && b;"), [("logic", "return a || b;")])
        self.assertEqual(made_of("return a &&"), [("logic", "return a ||")])
        self.assertEqual(made_of("return a + b;"), [("sum", "return a - b;")])
        self.assertEqual(made_of("return std::min(a, b);"), [("extreme", "return std::max(a, b);")])
        self.assertEqual(made_of("return std::ranges::max(a);"), [("extreme", "return std::ranges::min(a);")])
        self.assertEqual(made_of("return std::max<int>(a, b);"), [("extreme", "return std::min<int>(a, b);")])

    def test_each_place_is_a_mutant_of_its_own(self):
        self.assertEqual(made_of("return a + b + c;"), [("sum", "return a - b + c;"), ("sum", "return a + b - c;")])

    def test_constants_grow_by_one(self):
        self.assertEqual(made_of("return 0;"), [("constant", "return 1;")])
        self.assertEqual(made_of("return at[9];"), [("constant", "return at[10];")])

    def test_numbers_of_other_kinds_stay(self):
        for line in ("return 0x10;", "return 1.5;", "return 1e9;", "return 1'000;", "return a1;", "return 1U;"):
            self.assertEqual(made_of(line), [])

    def test_templates_references_and_arrows_stay(self):
        for line in ("template <class T>", "std::vector<T> a;", "void f(T&& a);", "return a->b;", "return std::min_of(a);",
                     "return std::numeric_limits<T>::max();", "#include <span>", "static_assert(a < 1);"):
            self.assertEqual(made_of(line), [])

    def test_strings_and_comments_stay(self):
        for line in ('return "a < 1 && b";', "return ' ';", "return a;  // a < 1", "// return a < 1;", "/// 1 + 1"):
            self.assertEqual(made_of(line), [])
        self.assertEqual(made_of('return a < b;  // "'), [("comparison", 'return a <= b;  // "')])

    def test_statements_are_dropped(self):
        for line in ("a = b;", "a.b[i] += c;", "*a = b;", "a->b = c;", "call(a);", "a.call(b)->c();", "++a;", "a.b--;",
                     "if (a) b = c;", "for (auto& a : b) a.call();"):
            self.assertEqual(made_of("{", "  " + line), [("dropped", "{}")], line)

    def test_neither_declarations_nor_what_ends_something_are_dropped(self):
        for line in ("int a = b;", "const auto a = b;", "std::vector<int> a;", "auto& [a, b] = c;", "return a;", "break;",
                     "throw a();", "if (a) return b;", "int f(int a);", "using a = b;", "};", "a = [b] {"):
            self.assertEqual(made_of("{", "  " + line), [], line)

    def test_ends_of_statements_are_not_dropped(self):
        self.assertEqual(made_of("a = b(c,", "      d);"), [])
        self.assertEqual(made_of("a =", "    b();"), [])
        self.assertEqual(made_of("if (a)", "  b();"), [("dropped", "{}")])

    def test_a_mutant_keeps_the_indent_and_knows_its_line(self):
        self.assertEqual(mutate.mutants("{\n    a = b;\n}"), [mutate.Mutant(1, "dropped", "    a = b;", "    {}")])


class ChoosingMutants(unittest.TestCase):
    def test_a_seed_chooses_the_same_ones_each_of_another_line(self):
        files = mutate.sources(mutate.ROOT, ["lib/spliced/graph"])
        chosen = mutate.choose(files, 30, random.Random(1))
        self.assertEqual(chosen, mutate.choose(files, 30, random.Random(1)))
        self.assertNotEqual(chosen, mutate.choose(files, 30, random.Random(2)))
        self.assertEqual(len({(path, mutant.line) for path, mutant in chosen}), 30)

    def test_no_more_than_there_are(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder) / "a.cpp"
            path.write_text("return a < 1;\nreturn b;\n")
            self.assertEqual(len(mutate.choose([path], 10, random.Random(1))), 1)

    def test_other_folders_are_refused(self):
        for folder in ("lib/gpu", "apps", "lib", "/", "lib/spliced/nowhere"):
            with self.assertRaises(SystemExit):
                mutate.sources(mutate.ROOT, [folder])


class Restoring(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = pathlib.Path(folder.name) / "a.cpp"
        self.path.write_bytes(b"return a < b;\r\nend\n")
        self.mutant, = mutate.mutants(self.path.read_bytes().decode())

    def test_the_file_is_mutated_within_and_restored_after(self):
        with mutate.mutated(self.path, self.mutant):
            self.assertIn(b"a <= b", self.path.read_bytes())
        self.assertEqual(self.path.read_bytes(), b"return a < b;\r\nend\n")

    def test_it_is_restored_after_signals(self):
        script = (f"import sys, signal, time, pathlib; sys.path.insert(0, {str(TESTS)!r}); import mutate\n"
                  f"path = pathlib.Path({str(self.path)!r})\n"
                  "for number in (signal.SIGINT, signal.SIGTERM): signal.signal(number, mutate.interrupt)\n"
                  "with mutate.mutated(path, mutate.mutants(path.read_bytes().decode())[0]):\n"
                  "    mutate.run(['sleep', '60'], 60)\n")
        for number in (signal.SIGINT, signal.SIGTERM):
            with subprocess.Popen([sys.executable, "-B", "-c", script]) as process:
                deadline = time.monotonic() + 20
                while b"<=" not in self.path.read_bytes() and time.monotonic() < deadline:
                    time.sleep(0.05)
                self.assertIn(b"<=", self.path.read_bytes())
                os.kill(process.pid, number)
                self.assertEqual(process.wait(20), 128 + number)
            self.assertEqual(self.path.read_bytes(), b"return a < b;\r\nend\n")


class Running(unittest.TestCase):
    def test_exit_codes_and_the_time_limit(self):
        self.assertEqual(mutate.run(["true"], 20), 0)
        self.assertEqual(mutate.run(["false"], 20), 1)
        self.assertIsNone(mutate.run(["sleep", "60"], 0.1))

    def test_changes_that_are_not_committed_are_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            git = ["git", "-C", folder, "-c", "user.name=a", "-c", "user.email=a@b"]
            subprocess.run([*git, "init", "--quiet"], check=True)
            (pathlib.Path(folder) / "lib").mkdir()
            (pathlib.Path(folder) / "other").write_text("")
            mutate.check_is_committed(folder)
            (pathlib.Path(folder) / "lib/a.cpp").write_text("")
            with self.assertRaises(SystemExit):
                mutate.check_is_committed(folder)
            subprocess.run([*git, "add", "lib"], check=True)
            subprocess.run([*git, "commit", "--quiet", "-m", "a"], check=True)
            mutate.check_is_committed(folder)

    def test_the_report_has_survivors_and_the_share(self):
        root = pathlib.Path("/p")
        mutant = mutate.Mutant(4, "logic", "  a || b", "  a && b")
        results = [(root / "lib/a.cpp", mutant, verdict) for verdict in ("survived", "killed", "killed", "does not compile")]
        text = mutate.report(results, root)
        self.assertIn("| lib/a.cpp | 5 | logic | `a \\|\\| b` | `a && b` |", text)
        self.assertTrue(text.endswith("2 of 3 mutants were killed (67%); 1 more did not compile."))
        self.assertEqual(mutate.report([], root), "0 of 0 mutants were killed; 0 more did not compile.")


if __name__ == "__main__":
    unittest.main()
