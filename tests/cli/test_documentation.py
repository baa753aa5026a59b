"""The commands of README.md and docs/, run as they stand: every line of a ```sh block that begins with `exonweave`,
`build/release/exonweave` or a tool that prepares its inputs or reads its outputs (`sed`, `tabix`, `zgrep`) must end with
exit code 0.

They run in the order of their page in a folder that holds a copy of test-data/, so that a command may use what one
before it has written. Each page has a folder of its own: readers need no other page first. A block that cannot be run is
marked, with the reason, by a line before it:

    <!-- not run: needs the human genome -->
"""
import gzip
import json
import os
import re
import shutil
import subprocess
import sys
import unittest

import cli
import models

DOCUMENTS = [cli.SOURCE_DIR / "README.md", *sorted((cli.SOURCE_DIR / "docs").rglob("*.md"))]
NOT_RUN = re.compile(r"<!-- not run: \S.* -->")
COMMAND = re.compile(r"(?:\$ )?((?:(?:build/release/)?exonweave|sed|tabix|zgrep)\s.*)")

SCRIPT = re.compile(r"\w+=|for ")


def blocks(text):
    """The ```sh blocks, as lists of lines, each with the last line of text before it."""
    found, before, fence = [], "", None
    for line in text.splitlines():
        if line.startswith("```"):
            fence = None if fence is not None else line[3:].strip()
            found += [(before, [])] if fence == "sh" else []
        elif fence == "sh":
            found[-1][1].append(line)
        elif fence is None:
            before = line.strip() or before
    return found


def commands(block):
    """The commands in a block that are run, each with its continued lines; one with variables or loops is one command."""
    if any(SCRIPT.match(line) for line in block):
        return ["\n".join(block)]
    text = re.sub(r"\s*\\\n\s*", " ", "\n".join(block))
    matches = (COMMAND.fullmatch(line.strip()) for line in text.splitlines())
    return [match[1] for match in matches if match]


def commands_of(document):
    return [command for before, block in blocks(document) if not NOT_RUN.fullmatch(before) for command in commands(block)]


class Parsing(unittest.TestCase):
    def test_commands_of_marked_and_unmarked_blocks(self):
        text = """
Text about exonweave predict.

```sh
exonweave predict --genome g.fa \\
  --out x   # a comment
ls
zgrep -c x y.gz
$ build/release/exonweave devices
```

    exonweave: indented blocks show output

```text
exonweave not-this
```
<!-- not run: no such file -->
```sh
exonweave nor-this
```

<!-- not run: -->
```sh
exonweave this-one
```

```sh
part=1
exonweave part $part
```
"""
        self.assertEqual(commands_of(text), ["exonweave predict --genome g.fa --out x   # a comment", "zgrep -c x y.gz",
                                             "build/release/exonweave devices", "exonweave this-one", "part=1\nexonweave part $part"])


class Documentation(cli.Case):
    def prepare(self, name):
        """A folder as a clone's, with the data and the program; and the environment of its commands."""
        folder = self.path(name)
        shutil.copytree(cli.SOURCE_DIR / "test-data", folder / "test-data")
        (folder / "build" / "release").mkdir(parents=True)
        os.symlink(cli.BINARY, folder / "build" / "release" / "exonweave")
        return folder, dict(os.environ, PATH=f"{folder / 'build' / 'release'}:{os.environ['PATH']}")

    def run_in(self, folder, environment, command):
        done = subprocess.run(["bash", "-euo", "pipefail", "-c", command], cwd=folder, env=environment, capture_output=True, text=True,
                              timeout=cli.TIMEOUT, stdin=subprocess.DEVNULL)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertNotIn("warning", done.stderr)

    def test_every_command_of_every_page_works(self):
        for number, path in enumerate(DOCUMENTS):
            folder, environment = self.prepare(f"page{number}")
            for command in commands_of(path.read_text()):
                with self.subTest(page=str(path.relative_to(cli.SOURCE_DIR)), command=command):
                    if command.startswith("tabix") and not shutil.which("tabix"):
                        self.skipTest("no tabix")
                    self.run_in(folder, environment, command)
            shutil.rmtree(folder)

    def test_the_readme_goes_from_a_genome_to_the_folder_that_it_describes(self):
        """Every protein of the recipe has its gene, and every file of the table is there."""
        text = (cli.SOURCE_DIR / "README.md").read_text()
        recipe = next(block for _, block in blocks(text) if "exonweave simulate" in "".join(block))
        folder, environment = self.prepare("readme")
        for command in commands(recipe):
            self.run_in(folder, environment, command)
        table = text[text.index("| file in `out` | content |"):].split("\n\n")[0]
        files = re.findall(r"`([\w.-]+)`", " ".join(row.split("|")[1] for row in table.splitlines()[2:]))
        self.assertGreater(len(files), 8)
        for name in files:
            with self.subTest(file=name):
                self.assertGreater((folder / "out" / name).stat().st_size, 0)
        n_targets = len(models.read_fasta((folder / "example" / "targets.pep.fa").read_text()))
        self.assertGreater(n_targets, 100)
        with gzip.open(folder / "out" / "genes.pep.fa.gz", "rt") as packed:
            self.assertEqual(len(models.read_fasta(packed.read())), n_targets)
        with gzip.open(folder / "out" / "genes.gff3.gz", "rt") as packed:
            genes = [line for line in packed if "\tgene\t" in line]
        self.assertEqual(len(genes), n_targets)
        self.assertEqual(len((folder / "out" / "unplaced.tsv").read_text().splitlines()), 1)


COMMAND_LINE = cli.SOURCE_DIR / "docs" / "reference" / "command-line.md"
COMMAND_LINE_SCRIPT = cli.SOURCE_DIR / "workflows" / "command_line_page.py"


class CommandLinePage(unittest.TestCase):
    def test_it_is_what_the_program_says(self):
        made = subprocess.run([sys.executable, COMMAND_LINE_SCRIPT, "--program", cli.BINARY], capture_output=True, text=True, check=True)
        how = "Make it anew: workflows/command_line_page.py --program build/release/exonweave > docs/reference/command-line.md"
        self.assertEqual(made.stdout.splitlines(), COMMAND_LINE.read_text().splitlines(), how)

    def test_it_has_every_option_of_every_subcommand(self):
        sections = dict(re.findall(r"^## (\S+)\n(.*?)(?=^## |\Z)", COMMAND_LINE.read_text(), re.MULTILINE | re.DOTALL))
        self.assertEqual(set(sections), cli.subcommands())
        for name, text in sections.items():
            for option in re.findall(r"^  (?:-\w,)?(--[\w-]+)", cli.run(name, "--help-all").stdout, re.MULTILINE):
                if not option.startswith("--help"):
                    self.assertRegex(text, rf"[`,>]{option}[ `<]", name)


class ReferencePages(cli.Case):
    """What outputs have is explained: each name stands in backticks on its page."""

    def page(self, name):
        return set(re.findall(r"`([\w.]+)`", (cli.SOURCE_DIR / "docs" / "reference" / name).read_text()))

    def test_every_attribute_of_gff3(self):
        golden = [path for path in cli.GOLDEN.glob("*.gff3") if "miniprot" not in path.name]
        rows = [line.split("\t") for path in golden for line in path.read_text().splitlines() if not line.startswith("#")]
        attributes = {pair.split("=")[0] for row in rows for pair in row[8].split(";")}
        self.assertGreater(len(attributes), 10)
        self.assertLessEqual(attributes, self.page("gff3-attributes.md"))

    def test_every_key_of_the_scoring_and_every_unit_of_work(self):
        self.assert_ok(cli.run(*cli.predict_tiny(self.path("models.gff3"), "--summary", self.path("run.json"))))
        summary = json.loads(self.path("run.json").read_text())
        self.assertLessEqual(set(summary["parameters"]["scoring"]), self.page("scoring.md"))
        self.assertLessEqual(set(summary["totals"]["costs"]), self.page("estimate.md"))
        self.assertLessEqual(set(summary) | set(summary["totals"]) - {"costs"}, self.page("run-json.md"))


if __name__ == "__main__":
    unittest.main()
