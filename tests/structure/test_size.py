"""A ceiling of lines for each room of lib/ and apps/. A change that needs more raises it here, in a commit of its own
that says why the room has to grow."""
import pathlib
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
MAX_LINES = {
    "apps/annotate": 400,
    "apps/cli": 4700,
    "apps/compare": 180,
    "apps/genes": 1250,
    "apps/lab": 310,
    "apps/miniprot": 340,
    "apps/pairwise": 1770,
    "apps/predict": 5800,
    "apps/report": 150,
    "apps/runtime_model": 940,
    "lib/base": 4330,
    "lib/exons/candidates": 3090,
    "lib/exons/comparison": 630,
    "lib/exons/gene_finding": 5000,
    "lib/exons/graph": 2230,
    "lib/exons/introns": 170,
    "lib/exons/loci": 5700,
    "lib/exons/models": 1260,
    "lib/exons/run": 6850,
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
    "lib/pairwise": 9400,
    "lib/report": 2870,
    "lib/runtime_model": 1630,
    "lib/spliced": 10100,
}
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

    def test_no_ceiling_is_far_above_its_room(self):
        """A room that shrinks takes its ceiling along."""
        for room, most in MAX_LINES.items():
            with self.subTest(room=room):
                self.assertLessEqual(most, lines_of(room) * 1.15)


if __name__ == "__main__":
    unittest.main()
