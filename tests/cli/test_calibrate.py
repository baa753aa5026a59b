"""`calibrate`: measures what work costs on this machine; what the others make of that."""
import json
import re
import unittest

import cli

TINY = ["--genome", cli.TINY / "genome.fa", "--targets", cli.TINY / "targets.pep.fa", "--pairs", cli.TINY / "pairs.tsv"]
UNITS = ["result", "base", "residue", "sweep_cell", "cell", "parsed_base", "device_cell", "launch"]


def calibrate(*more, **how):
    return cli.run("calibrate", "--seconds", "1", *more, **how)


def slower(text):
    """All prices a thousand times higher."""
    return re.sub(r"(?m)^  (\w+): ([0-9.e-]+)$", lambda found: found[0] if found[1] == "cores" else f"  {found[1]}: {float(found[2]) * 1000}", text)


class Calibrate(cli.Case):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.said = calibrate("--out", "-")
        cls.text = cls.said.stdout

    def setUp(self):
        super().setUp()
        self.assert_ok(self.said, "1 calibration,")
        self.file = self.write("c.yaml", self.text)

    def test_every_unit_has_a_price(self):
        self.assertEqual(re.findall(r"(?m)^  (\w+): [0-9.e-]+$", self.text.split("seconds:")[1]), UNITS)
        self.assertNotRegex(self.text, r"(?m)^  (result|base|residue|sweep_cell|cell|parsed_base): 0$")
        self.assertRegex(self.text, r"(?m)^date: \"20\d\d-\d\d-\d\d\"$")
        self.assertRegex(self.text, r"(?m)^  cpu: \".+\"$")
        for name in ("low", "high", "median_error"):
            self.assertRegex(self.text, rf"(?m)^{name}: [0-9.]+$")

    def test_where_it_is_found_again(self):
        home = self.path("home")
        for given, path in (({"EXONWEAVE_CALIBRATION": home / "mine.yaml"}, home / "mine.yaml"),
                            ({"EXONWEAVE_CALIBRATION": None, "XDG_CONFIG_HOME": home / "config"}, home / "config/exonweave/calibration.yaml"),
                            ({"EXONWEAVE_CALIBRATION": None, "XDG_CONFIG_HOME": None, "HOME": home}, home / ".config/exonweave/calibration.yaml")):
            path.parent.mkdir(parents=True)
            path.write_text(self.text)
            result = cli.run("estimate", *TINY, "--json", self.path("e.json"), env=given)
            self.assert_ok(result)
            found = json.loads(self.path("e.json").read_text())
            self.assertEqual(found["calibration"], str(path))
            self.assertEqual([each["measured_here"] for each in found["engines"]], [True])
            self.assertNotIn("calibrate", result.stdout)
            off = cli.run("estimate", *TINY, env={**given, "EXONWEAVE_CALIBRATION": "off"})
            self.assertIn("'exonweave calibrate' measures this machine", off.stdout)

    def test_its_place_is_made(self):
        home = self.path("home")
        result = calibrate("--quiet", env={"EXONWEAVE_CALIBRATION": None, "XDG_CONFIG_HOME": None, "HOME": home})
        self.assert_ok(result)
        self.assertEqual(result.stderr, "")
        self.assertIn("nine of ten", result.stdout)
        self.assertTrue((home / ".config/exonweave/calibration.yaml").exists())
        self.assert_fails(cli.run("calibrate", env={name: None for name in ("EXONWEAVE_CALIBRATION", "XDG_CONFIG_HOME", "HOME")}), 2, "--out FILE")
        self.assert_fails(cli.run("calibrate", "--out", self.path("none") / "c.yaml"), 73, "none")

    def test_scan_and_align_go_by_it(self):
        proteins = cli.TINY / "targets.pep.fa"
        scan = ["scan", "--queries", proteins, "--database", proteins, "--estimate", "--json", "-"]
        align = ["align", proteins, proteins, "--estimate", "--json", "-"]
        slow = self.write("slow.yaml", slower(self.text))
        for command, engine in ((scan, "scan-cpu"), (align, "simd")):
            found, more = (json.loads(cli.run(*command, env={"EXONWEAVE_CALIBRATION": file}).stdout) for file in (self.file, slow))
            self.assertEqual((found["engine"], found["calibration"]), (engine, str(self.file)))
            self.assertTrue(found["engines"][0]["measured_here"])
            self.assertAlmostEqual(more["seconds"] / found["seconds"], 1000, delta=1)
        bad = self.write("bad.yaml", self.text.replace("  cell: ", "  cell: x"))
        for command in (scan, align):
            self.assert_fails(cli.run(*command, "--calibration", bad), 65, "bad.yaml", "cell is no number", "'exonweave calibrate' makes a new one")

    def test_a_search_goes_by_it(self):
        seconds = []
        for file in (self.file, self.write("slow.yaml", slower(self.text))):
            found = cli.run("estimate", *TINY[:4], "--where", "loci", "--json", "-", env={"EXONWEAVE_CALIBRATION": file})
            self.assert_ok(found)
            seconds.append(json.loads(found.stdout)["search_seconds"])
        self.assertAlmostEqual(seconds[1] / seconds[0], 1000, delta=1)
        hint = "'exonweave calibrate' measures this machine"
        search = lambda file: cli.run("search", *TINY[:4], "--estimate", env={"EXONWEAVE_CALIBRATION": file}).stdout
        self.assertNotIn(hint, search(self.file))
        self.assertIn(hint, search("off"))

    def test_seconds_are_by_it_and_results_are_not(self):
        outputs = []
        for name, text in (("usual", self.text), ("slow", slower(self.text))):
            calibration, summary, out = self.write(f"{name}.yaml", text), self.path(f"{name}.json"), self.path(f"{name}.gff3")
            self.assert_ok(cli.run("predict", *TINY, "--summary", summary, "--out", out, env={"EXONWEAVE_CALIBRATION": calibration}))
            totals = json.loads(summary.read_text())["totals"]
            outputs.append((out.read_bytes(), totals["predicted_thread_seconds"]))
        self.assertEqual(outputs[0][0], outputs[1][0])
        self.assertAlmostEqual(outputs[1][1] / outputs[0][1], 1000, delta=1)

    def test_114_of_another_machine_is_a_warning_and_what_cannot_be_read_an_error(self):
        other = self.write("other.yaml", re.sub(r"cpu: .*", 'cpu: "Pocket Calculator"', self.text))
        result = cli.run("predict", *TINY, "--out", self.path("o.gff3"), env={"EXONWEAVE_CALIBRATION": other})
        self.assert_ok(result, "warning", "the calibration is of another machine", "got 'Pocket Calculator'", "'exonweave calibrate' measures this one")
        before = self.write("before.yaml", self.text.replace("calibration: 8", "calibration: 7"))
        for command in ("predict", "estimate"):
            self.assert_fails(cli.run(command, *TINY, "--calibration", before), 65, "before.yaml", "not a calibration of this program", "got '7'",
                              "'exonweave calibrate' makes a new one")
        self.assert_fails(cli.run("estimate", *TINY, "--calibration", self.path("none.yaml")), 66, "none.yaml")
        self.assert_fails(cli.run("calibrate", env={"EXONWEAVE_CALIBRATION": "off"}), 2, "--out FILE", "EXONWEAVE_CALIBRATION is off")
        # nobody asked for the usual one
        result = cli.run("predict", *TINY, "--out", self.path("o.gff3"), env={"EXONWEAVE_CALIBRATION": before})
        self.assert_ok(result, "warning", "the calibration cannot be used: not a calibration of this program", "'exonweave calibrate' makes a new one")
        self.assert_fails(cli.run("estimate", *TINY, "--calibration", ""), 2, "--calibration")

    def test_what_cannot_be_measured_is_refused(self):
        self.assert_fails(cli.run("calibrate", "--seconds", "0"), 2, "--seconds")
        self.assert_fails(calibrate("--out", self.path("c"), env={"TMPDIR": self.path("none")}), 74, "none")
        self.assertEqual(self.names(), ["c.yaml"])


if __name__ == "__main__":
    unittest.main()
