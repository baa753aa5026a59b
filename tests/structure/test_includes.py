"""The rooms of the program, proved from the includes of lib/ and apps/: a room reads only those that it may, no two
folders read each other, not even through others, and the tests lie as what they test does."""
import pathlib
import re
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
READS = {  # lib/CMakeLists.txt says what each is
    "base": set(),
    "spliced": {"base"},
    "gpu": {"base", "spliced"},
    "exons": {"base", "spliced"},
    "pairwise": {"base", "spliced", "gpu", "exons"},
    "report": {"base", "spliced", "exons"},
    "lab": {"base", "spliced", "exons"},
    "runtime_model": {"base", "spliced", "gpu", "exons", "pairwise", "lab"},
}
APPS_READ = {  # but for apps/main.cpp, which reads them all
    "cli": set(),
    "predict": {"cli"},
    "pairwise": {"cli"},
    "genes": {"cli", "predict"},
    "runtime_model": {"cli", "predict", "pairwise"},
    "annotate": {"cli", "predict", "runtime_model"},
    "miniprot": {"cli", "predict"},
    "lab": {"cli"},
    "report": {"cli"},
    "compare": {"cli"},
}
INCLUDE = re.compile(r'^#include "([^"]+)"', re.MULTILINE)
SOURCES = {".cpp", ".hpp", ".cu", ".cuh"}


def sources(folder):
    return [path for path in sorted((ROOT / folder).rglob("*")) if path.suffix in SOURCES]


def included(path):
    """The files of the project that a source includes."""
    for name in INCLUDE.findall(path.read_text()):
        found = [ROOT / base / name for base in ("lib", "apps") if (ROOT / base / name).exists()]
        if not found:
            raise AssertionError(f"{path.relative_to(ROOT)} includes {name}, which is in neither lib/ nor apps/")
        yield found[0]


def folder_reads():
    """For each folder those that its sources read, each with one of the includes."""
    reads = {}
    for path in sources("lib") + sources("apps"):
        here = reads.setdefault(path.parent, {})
        for other in included(path):
            if other.parent != path.parent:
                here.setdefault(other.parent, f"{path.relative_to(ROOT)} includes {other.relative_to(ROOT)}")
    return reads


def cycle(reads):
    """The includes of a circle of folders; empty: there is none."""
    done, stack = set(), []

    def visit(folder):
        if folder in stack:
            circle = stack[stack.index(folder):] + [folder]
            return [reads[a][b] for a, b in zip(circle, circle[1:])]
        if folder in done:
            return []
        stack.append(folder)
        for other in reads.get(folder, {}):
            if found := visit(other):
                return found
        stack.pop()
        done.add(folder)
        return []

    for folder in reads:
        if found := visit(folder):
            return found
    return []


class Includes(unittest.TestCase):
    def assert_rooms_read(self, base, reads):
        """Each room of a base, lib or apps, reads no other of that base but those that it may."""
        self.assertEqual({path.name for path in (ROOT / base).iterdir() if path.is_dir()}, set(reads))
        for room, may_read in reads.items():
            for path in sources(f"{base}/{room}"):
                for other in included(path):
                    top, other_room = other.relative_to(ROOT).parts[:2]
                    if top != base:
                        continue
                    with self.subTest(source=str(path.relative_to(ROOT))):
                        self.assertIn(other_room, may_read | {room})

    def test_each_library_reads_only_those_that_it_may(self):
        self.assert_rooms_read("lib", READS)
        for path in sources("lib"):
            for other in included(path):
                with self.subTest(source=str(path.relative_to(ROOT))):
                    self.assertEqual(other.relative_to(ROOT).parts[0], "lib")

    def test_each_room_of_commands_reads_only_those_that_it_may(self):
        self.assert_rooms_read("apps", APPS_READ)

    def test_no_two_folders_read_each_other(self):
        self.assertEqual(cycle(folder_reads()), [])

    def test_circles_are_found(self):
        reads = {"a": {"b": "a reads b"}, "b": {"c": "b reads c"}, "c": {"a": "c reads a"}, "d": {"a": "d reads a"}}
        self.assertEqual(cycle(reads), ["a reads b", "b reads c", "c reads a"])
        del reads["c"]["a"]
        self.assertEqual(cycle(reads), [])

    def test_tests_lie_as_what_they_test(self):
        for room in [*READS, "apps"]:
            for path in (ROOT / "tests" / room).rglob("test_*.cpp"):
                folder = path.parent.relative_to(ROOT / "tests")
                with self.subTest(test=str(path.relative_to(ROOT))):
                    self.assertTrue((ROOT / ("" if room == "apps" else "lib") / folder).is_dir())


if __name__ == "__main__":
    unittest.main()
