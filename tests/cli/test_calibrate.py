"""`calibrate`: measures what work costs on this machine; what the others make of that."""
import json
import re
import unittest

import cli

TINY = ["--genome", cli.TINY / "genome.fa", "--targets", cli.TINY / "targets.pep.fa", "--pairs", cli.TINY / "pairs.tsv"]
KINDS = ["protein_on_blocks", "protein_on_candidates", "cdna_on_candidates", "cdna_on_blocks"]


def calibrate(engine, *more, **how):
    return cli.run("calibrate", "--engines", engine, "--seconds", "1", *more, **how)


class Calibrate(cli.Case):
    """Most tests measure the engine of scan, which takes a tenth of the time of the others."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.said = calibrate("simd", "--out", "-")
        cls.text = cls.said.stdout
        cls.said_of_search = calibrate("search", "--out", "-")

    def setUp(self):
        super().setUp()
        self.assert_ok(self.said)
        self.file = self.write("c.yaml", self.text)

    def test_every_kind_of_work_is_measured_with_its_errors(self):
        self.assertEqual(re.findall(r"^    kind: (\S+)", self.text, re.M), KINDS)
        self.assertEqual(re.findall(r"^  - engine: (\S+)", self.text, re.M), ["simd"] * 4)
        self.assertEqual(re.findall(r"^  - command: (\S+)\n    engine: (\S+)", self.text, re.M), [("align", "simd")])
        self.assertRegex(self.text, r"(?m)^date: \"20\d\d-\d\d-\d\d\"$")
        self.assertRegex(self.text, r"(?m)^  cpu: \".+\"$")
        for name in ("results", "low", "high", "median_error", "late_error"):
            self.assertEqual(len(re.findall(rf"^    {name}: [0-9.]+$", self.text, re.M)), 4, name)
        self.assertIn("5 calibrations", self.said.stderr)

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
            self.assertEqual([each["measured_here"] for each in found["engines"]], [True, False, False])
            self.assertNotIn("calibrate", result.stdout)
            off = cli.run("estimate", *TINY, "--calibration", "off", env=given)
            self.assertIn("'exonweave calibrate' measures this machine", off.stdout)

    def test_its_place_is_made(self):
        home = self.path("home")
        result = calibrate("scan-cpu", "--quiet", env={"EXONWEAVE_CALIBRATION": None, "XDG_CONFIG_HOME": None, "HOME": home})
        self.assert_ok(result)
        self.assertEqual(result.stderr, "")
        self.assertIn("nine in ten", result.stdout)
        self.assertTrue((home / ".config/exonweave/calibration.yaml").exists())
        self.assert_fails(cli.run("calibrate", env={name: None for name in ("EXONWEAVE_CALIBRATION", "XDG_CONFIG_HOME", "HOME")}), 2, "--out FILE")
        self.assert_fails(cli.run("calibrate", "--out", self.path("none") / "c.yaml"), 73, "none")

    def test_other_engines_of_this_machine_stay_known(self):
        for cpu, kept in (("", True), ("Pocket Calculator", False)):
            text = self.text.replace("end: whole", self.said_of_search.stdout[self.said_of_search.stdout.index("search:"):])
            file = self.write("both.yaml", re.sub("cpu: .*", f'cpu: "{cpu}"', text) if cpu else text)
            for _ in range(2):  # the second time in place of the first
                self.assert_ok(calibrate("scan-cpu", "--out", file))
            self.assertEqual("search:" in file.read_text(), kept)
            self.assertEqual(re.findall(r"(?m)^  - engine: (\S+)", file.read_text()), ["simd"] * 4 if kept else [])
            self.assertEqual(re.findall(r"(?m)^  - command: (\S+)", file.read_text()), ["scan", "align"] if kept else ["scan"])

    def test_scan_and_align_go_by_it(self):
        proteins = cli.TINY / "targets.pep.fa"
        made = calibrate("scan-cpu", "--out", self.file)
        self.assert_ok(made, "1 calibration,")
        self.assertRegex(self.file.read_text(), r"pairwise:\n  - command: scan\n    engine: scan-cpu\n    runs: [0-9]+\n    seconds:\n(      \w+: \S+\n)*      cell: ")
        scan = ["scan", "--queries", proteins, "--database", proteins, "--estimate", "--json", "-", "--calibration"]
        align = ["align", proteins, proteins, "--estimate", "--json", "-", "--calibration"]
        slow = self.write("slow.yaml", re.sub(r"(?m)^      (\w+): (\S+)$", lambda found: f"      {found[1]}: {float(found[2]) * 1000}",
                                              self.file.read_text()))
        for command, engine in ((scan, "scan-cpu"), (align, "simd")):
            found, slower = (json.loads(cli.run(*command, file).stdout) for file in (self.file, slow))
            self.assertEqual((found["engine"], found["calibration"]), (engine, str(self.file)))
            self.assertTrue(found["engines"][0]["measured_here"])
            self.assertAlmostEqual(slower["seconds"] / found["seconds"], 1000, delta=1)
        without = self.write("without.yaml", self.file.read_text().split("pairwise:")[0] + "end: whole\n")
        usual, off = (json.loads(cli.run(*scan, file).stdout) for file in (without, "off"))
        self.assertEqual(usual["seconds"], off["seconds"])
        self.assertFalse(usual["engines"][0]["measured_here"])
        bad = self.write("bad.yaml", self.file.read_text().replace("command: scan", "command: skim"))
        for command in (scan, align):
            self.assert_fails(cli.run(*command, bad), 65, "bad.yaml", "unknown command", "skim", "'exonweave calibrate' makes a new one")

    def test_a_search_goes_by_it(self):
        self.assert_ok(self.said_of_search, "2 calibrations,")
        text = self.said_of_search.stdout
        file = self.write("search.yaml", text)
        self.assertRegex(text, r"search:\n    runs: [0-9]+\n    seconds:\n(      \w+: \S+\n)+sweeps:\n    runs: [0-9]+\n    seconds:\n(      \w+: \S+\n)+end: whole")
        self.assertRegex(text, r"search:\n    runs: [0-9]+\n    seconds:\n(      \w+: \S+\n)*      parsed_base: [0-9]")
        slow = self.write("slow.yaml", re.sub(r"(?m)^      (base|residue|seed|looked_base|parsed_base): (\S+)$", lambda found: f"      {found[1]}: {float(found[2]) * 1000}", text))
        seconds = []
        for file in (file, slow):
            found = cli.run("estimate", *TINY[:4], "--where", "loci", "--calibration", file, "--json", "-")
            self.assert_ok(found)
            seconds.append(json.loads(found.stdout)["search_seconds"])
        self.assertAlmostEqual(seconds[1] / seconds[0], 1000, delta=1)

    def test_a_search_that_was_not_measured_is_told_as_such(self):
        hint = "'exonweave calibrate' measures this machine"
        search = ["search", *TINY[:4], "--estimate", "--calibration"]
        self.assertNotIn(hint, cli.run(*search, self.write("search.yaml", self.said_of_search.stdout)).stdout)
        self.assertIn(hint, cli.run(*search, self.file).stdout)  # which is of simd alone
        self.assertIn(hint, cli.run(*search, "off").stdout)

    def test_what_cannot_be_read_is_not_kept_and_told(self):
        file = self.write("bad.yaml", self.text.replace("engine: simd", "engine: sequential").replace("low: ", "low: x", 1))
        self.assert_ok(calibrate("scan-cpu", "--quiet", "--out", file), "warning", "bad.yaml", "cannot be read and are lost")
        self.assertNotIn("sequential", file.read_text())

    def test_seconds_are_by_it_and_results_are_not(self):
        slow = re.sub(r"(?m)^      (\w+): (\S+)$", lambda found: f"      {found[1]}: {float(found[2]) * 1000}", self.text)
        outputs = []
        for name, text in (("usual", self.text), ("slow", slow)):
            calibration, summary, out = self.write(f"{name}.yaml", text), self.path(f"{name}.json"), self.path(f"{name}.gff3")
            self.assert_ok(cli.run("predict", *TINY, "--calibration", calibration, "--summary", summary, "--out", out))
            totals = json.loads(summary.read_text())["totals"]
            outputs.append((out.read_bytes(), totals["predicted_thread_seconds"]))
        self.assertEqual(outputs[0][0], outputs[1][0])
        self.assertAlmostEqual(outputs[1][1] / outputs[0][1], 1000, delta=1)

    def test_114_of_another_machine_is_a_warning_and_what_cannot_be_read_an_error(self):
        other = self.write("other.yaml", re.sub(r"cpu: .*", 'cpu: "Pocket Calculator"', self.text))
        result = cli.run("predict", *TINY, "--calibration", other, "--out", self.path("o.gff3"))
        self.assert_ok(result, "warning", "the calibration is of another machine", "got 'Pocket Calculator'", "'exonweave calibrate' measures this one")
        bad = self.write("bad.yaml", self.text.replace("kind: cdna_on_blocks", "kind: wool"))
        for command in ("predict", "estimate"):
            self.assert_fails(cli.run(command, *TINY, "--calibration", bad), 65, "bad.yaml", "unknown kind of work", "wool", "'exonweave calibrate' makes a new one")
        self.assert_fails(cli.run("estimate", *TINY, "--calibration", self.path("none.yaml")), 66, "none.yaml")
        # nobody asked for the usual one
        result = cli.run("predict", *TINY, "--out", self.path("o.gff3"), env={"EXONWEAVE_CALIBRATION": bad})
        self.assert_ok(result, "warning", "the calibration cannot be used: unknown kind of work", "'exonweave calibrate' makes a new one")
        self.assert_fails(cli.run("estimate", *TINY, "--calibration", ""), 2, "--calibration")

    def test_what_cannot_be_measured_is_refused(self):
        self.assert_fails(cli.run("calibrate", "--engines", "quick"), 2, "--engines", "quick", "simd", "scan-cpu", "fast")
        self.assert_fails(cli.run("calibrate", "--seconds", "0"), 2, "--seconds")
        if "no " in cli.run("devices").stdout + cli.run("devices").stderr:
            self.assert_fails(cli.run("calibrate", "--engines", "cuda", "--out", self.path("c")), 69, "cuda")
        self.assert_fails(cli.run("calibrate", "--engines", "simd", "--out", self.path("c"), env={"TMPDIR": self.path("none")}), 74, "none")
        self.assertEqual(self.names(), ["c.yaml"])


if __name__ == "__main__":
    unittest.main()
