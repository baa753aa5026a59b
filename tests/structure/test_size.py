"""A ceiling of lines for each room of lib/ and apps/, and one of files. A change that needs more raises it here, in a commit of its own
that says why the room has to grow."""
import pathlib
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
MAX_LINES = {
    "apps/annotate": 400,
    "apps/cli": 4780,
    "apps/compare": 180,
    "apps/genes": 1240,
    "apps/lab": 310,
    "apps/miniprot": 340,
    "apps/pairwise": 1760,
    "apps/predict": 6040,
    "apps/report": 150,
    "apps/runtime_model": 960,
    "lib/base": 4310,
    "lib/exons/candidates": 3060,
    "lib/exons/comparison": 620,
    "lib/exons/gene_finding": 4980,
    "lib/exons/graph": 2180,
    "lib/exons/introns": 170,
    "lib/exons/loci": 6250,
    "lib/exons/models": 1260,
    "lib/exons/run": 7010,
    "lib/exons/scoring": 1090,
    "lib/exons/sequences": 2800,
    "lib/exons/settings": 250,
    "lib/exons/significance": 500,
    "lib/exons/sites": 2940,
    "lib/exons/solving": 2760,
    "lib/exons/sweep": 3760,
    "lib/exons/writers": 2760,
    "lib/gpu": 5250,
    "lib/lab": 1830,
    "lib/pairwise": 9340,
    "lib/report": 2860,
    "lib/runtime_model": 1620,
    "lib/spliced": 9840,
}
MAX_FILES = 600
SOURCES = {".cpp", ".hpp", ".cu", ".cuh"}


def lines_of(room):
    return sum(path.read_text().count("\n") for path in (ROOT / room).rglob("*") if path.suffix in SOURCES)


class Size(unittest.TestCase):
    def test_each_room_has_a_ceiling(self):
        rooms = {f"{base}/{path.name}" for base in ("lib", "lib/exons", "apps") for path in (ROOT / base).iterdir()
                 if path.is_dir()} - {"lib/exons"}
        self.assertEqual(rooms, set(MAX_LINES))

    def test_no_room_grows_past_its_ceiling(self):
        for room, most in MAX_LINES.items():
            with self.subTest(room=room):
                self.assertLessEqual(lines_of(room), most)

    def test_lib_and_apps_have_so_many_files_at_most(self):
        n_files = sum(path.suffix in SOURCES for base in ("lib", "apps") for path in (ROOT / base).rglob("*"))
        self.assertLessEqual(n_files, MAX_FILES)

    def test_no_ceiling_is_far_above_its_room(self):
        """A room that shrinks takes its ceiling along."""
        for room, most in MAX_LINES.items():
            with self.subTest(room=room):
                self.assertLessEqual(most, lines_of(room) * 1.15)


if __name__ == "__main__":
    unittest.main()
