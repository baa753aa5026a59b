"""Helpers of the command-line tests: run the program as a user would and look at what came out.

    class Predict(cli.Case):
        def test_an_unknown_option_is_a_usage_error(self):
            self.assert_fails(cli.run("predict", "--nope"), 2, "unknown option '--nope'")

Every test has an empty folder of its own, self.dir, which is also where run() can be told to start (cwd=self.dir).
"""
import difflib
import itertools
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

BINARY = os.environ["EXONWEAVE_BINARY"]
SOURCE_DIR = pathlib.Path(os.environ["EXONWEAVE_SOURCE_DIR"])
SHARED_DIR = SOURCE_DIR.parent / "shared"  # real data; not everyone has it
TINY = SOURCE_DIR / "test-data" / "tiny"
GOLDEN = SOURCE_DIR / "tests" / "golden"
UPDATE_GOLDEN = "EXONWEAVE_UPDATE_GOLDEN"  # set to 1: golden files are written instead of compared
# The last line of `predict` and `search`: what came out, time and memory.
CLOSING_LINE = re.compile(r"^exonweave: [\d,]+ (?:genes? \(--locus-|alignments?[, ]|loc(?:us|i), \d).*, \d+ MB peak\n\Z", re.MULTILINE)
os.environ["EXONWEAVE_CALIBRATION"] = "/nonexistent"  # whoever runs the tests may have measured the machine
TIMEOUT = 300  # seconds; sanitizers are slow


def python_with(module):
    """A Python that has a module: packages of the system are for its own, which need not be the one that runs this.
    Without one the test is skipped."""
    for python in (sys.executable, "/usr/bin/python3"):
        if subprocess.run([python, "-c", f"import {module}"], capture_output=True, check=False).returncode == 0:
            return python
    raise unittest.SkipTest(f"no Python has {module}")


class Result:
    """What a run left: code (negative: killed by that signal), stdout and stderr as text, stdout_bytes; messages are
    stderr without the closing line, which no two runs have in common."""

    def __init__(self, completed):
        self.args = completed.args
        self.code = completed.returncode
        self.stdout_bytes = completed.stdout or b""
        self.stdout = self.stdout_bytes.decode(errors="replace")
        self.stderr = (completed.stderr or b"").decode(errors="replace")
        self.messages = CLOSING_LINE.sub("", self.stderr)

    def __str__(self):
        return f"{' '.join(map(str, self.args))}\nexit {self.code}\nstdout:\n{self.stdout}\nstderr:\n{self.stderr}"


def command(*args):
    """The program and its arguments, for subprocess."""
    return [BINARY, *map(str, args)]


def run(*args, stdin=b"", cwd=None, env=None, **popen_options):
    """Runs `exonweave ARGS...`. stdin is text, bytes or a file; env holds variables to change (None removes one)."""
    environment = dict(os.environ)
    for name, value in (env or {}).items():
        environment.pop(name, None)
        if value is not None:
            environment[name] = str(value)
    options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **popen_options}
    if isinstance(stdin, (str, bytes)):
        options["input"] = stdin.encode() if isinstance(stdin, str) else stdin
    else:
        options["stdin"] = stdin
    return Result(subprocess.run(command(*args), cwd=cwd, env=environment, timeout=TIMEOUT, **options))


def subcommands():
    """The names of the subcommands that this program has."""
    lines = run("--help").stdout.split("Subcommands:")[1].splitlines()
    return {line.split()[0] for line in lines if line.startswith("  ") and line.strip()}


def needs_shared_data(*parts):
    """Decorator: skips when the real data, or this part of it, is not there."""
    return unittest.skipUnless(SHARED_DIR.joinpath("data", *parts).exists(), "the real data is not here")


def calibration_text(**prices):
    """Of a machine with a GPU, about as the program's own, but for some prices in seconds."""
    usual = {"result": 3.5e-4, "base": 5e-8, "residue": 8e-8, "sweep_cell": 8.5e-11, "cell": 5e-11, "parsed_base": 5.7e-7, "device_cell": 1.3e-12, "launch": 0.4}
    return "\n".join(["calibration: 8", 'version: "0.1.0"', 'date: "2026-12-01"', "machine:", '  cpu: "A"', '  instructions: "AVX3"', "  cores: 2", "  gpus:",
                      '    - "B"', "low: 0.8", "high: 1.3", "median_error: 0.1", "seconds:",
                      *(f"  {unit}: {price}" for unit, price in (usual | prices).items()), "end: whole", ""])


def predict_tiny(out, *more):
    """The arguments of the main job on test-data/tiny, writing to `out`."""
    return ["predict", "--genome", TINY / "genome.fa", "--candidates", TINY / "candidates.gff3", "--targets",
            TINY / "targets.cds.fa", "--pairs", TINY / "pairs.tsv", "--out", out, *more]


def predict(*more, genome=TINY / "genome.fa", candidates=TINY / "candidates.gff3", targets=TINY / "targets.cds.fa",
            pairs=TINY / "pairs.tsv", **options):
    """Runs the main job on test-data/tiny, or on what is given in its place (None: without that option). `candidates`
    may be a list. Models come on standard output unless `more` has --out."""
    args = ["predict"]
    for name, paths in (("--genome", genome), ("--candidates", candidates), ("--targets", targets), ("--pairs", pairs)):
        for path in paths if isinstance(paths, list) else [paths]:
            args += [name, path] if path is not None else []
    return run(*args, *more, **options)


class Case(unittest.TestCase):
    def setUp(self):
        self.dir = pathlib.Path(tempfile.mkdtemp(prefix="exonweave-cli-"))
        self.addCleanup(shutil.rmtree, self.dir, ignore_errors=True)

    def path(self, name):
        return self.dir / name

    def write(self, name, content):
        """Writes text or bytes to self.dir/name and returns the path."""
        path = self.dir / name
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    def names(self):
        """The names in self.dir, hidden ones included, sorted."""
        return sorted(os.listdir(self.dir))

    def assert_ok(self, result, *stderr_parts):
        """Exit 0, no error line, and each part on stderr."""
        self.assertEqual(result.code, 0, str(result))
        self.assertNotIn("exonweave: error:", result.stderr, str(result))
        for part in stderr_parts:
            self.assertIn(part, result.stderr, str(result))

    def assert_fails(self, result, code, *stderr_parts):
        """This exit code, at least one error line in the program's form, each part on stderr, nothing on stdout."""
        self.assertEqual(result.code, code, str(result))
        self.assertIn("exonweave: error: ", result.stderr, str(result))
        for part in stderr_parts:
            self.assertIn(part, result.stderr, str(result))
        self.assertEqual(result.stdout, "", str(result))

    def assert_no_temporaries(self, folder=None):
        left = [path for path in pathlib.Path(folder or self.dir).rglob(".*.exonweave-*")]
        self.assertEqual(left, [], "temporaries were left")

    def assert_golden(self, name, content):
        """The bytes are those of tests/golden/NAME."""
        path = GOLDEN / name
        if os.environ.get(UPDATE_GOLDEN) == "1":
            path.write_bytes(content)
        how = f"If the change is meant: {UPDATE_GOLDEN}=1 tests/run.sh --only cli; then read 'git diff tests/golden'"
        self.assertTrue(path.exists(), f"no {path}. {how}")
        expected = path.read_bytes()
        if content != expected:
            difference = difflib.unified_diff(expected.decode(errors="replace").splitlines(),
                                              content.decode(errors="replace").splitlines(), str(path), "now", lineterm="")
            self.fail("\n".join([*itertools.islice(difference, 40), how]))
