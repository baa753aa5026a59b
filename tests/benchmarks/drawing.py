"""Helpers of the tests of scripts that draw: run a script, and read its plots."""
import subprocess
import xml.etree.ElementTree as xml

import cli

SVG, XLINK = "{http://www.w3.org/2000/svg}", "{http://www.w3.org/1999/xlink}"


class Case(cli.Case):
    script = None  # name of a file beside this one

    @classmethod
    def setUpClass(cls):
        cls.python = cli.python_with("matplotlib")

    def run_script(self, *arguments):
        """(exit code, standard output, standard error); plots lie in self.dir/plots."""
        script = cli.SOURCE_DIR / "tests/benchmarks" / self.script
        done = subprocess.run([self.python, "-B", script, *arguments, "--out", self.path("plots")], capture_output=True,
                              text=True, timeout=cli.TIMEOUT)
        return done.returncode, done.stdout, done.stderr

    def plots(self):
        return sorted(path.name for path in self.path("plots").iterdir())

    def svg(self, name):
        return xml.parse(self.path("plots") / name).getroot()

    def title(self, name):
        return self.svg(name).find(SVG + "title").text

    def texts(self, name):
        return [text.text for text in self.svg(name).iter(SVG + "text")]

    def points(self, name):
        """(outline, style) of each point of a scatter plot, by series, and then those of the legend."""
        root = self.svg(name)
        outlines = {path.get("id"): path.get("d") for path in root.iter(SVG + "path")}
        uses = [(outlines[use.get(XLINK + "href")[1:]], use.get("style")) for use in root.iter(SVG + "use")]
        return [(outline, style) for outline, style in uses if "fill-opacity" in style]  # ticks are opaque
