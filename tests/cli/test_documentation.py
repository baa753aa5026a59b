"""The commands of README.md and docs/, run as they stand: every line of a ```sh block that begins with `exonweave`,
`build/release/exonweave` or a tool that reads what it has written (`tabix`, `zgrep`) must end with exit code 0.

They run in the order of the document in a folder that holds a copy of test-data/, so that a command may use what one
before it has written. A block that cannot be run is marked, with the reason, by a line before it:

    <!-- not run: needs the human genome -->
"""
import gzip
import json
import os
import re
import shutil
import subprocess
import unittest

import cli
import models

DOCUMENTS = [cli.SOURCE_DIR / "README.md", *sorted((cli.SOURCE_DIR / "docs").rglob("*.md"))]
NOT_RUN = re.compile(r"<!-- not run: \S.* -->")
COMMAND = re.compile(r"(?:\$ )?((?:(?:build/release/)?exonweave|tabix|zgrep)\s.*)")

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
    def prepare(self):
        """A folder as a clone's, with the data and the program."""
        shutil.copytree(cli.SOURCE_DIR / "test-data", self.path("test-data"))
        self.path("build/release").mkdir(parents=True)
        os.symlink(cli.BINARY, self.path("build/release/exonweave"))
        return dict(os.environ, PATH=f"{self.path('build/release')}:{os.environ['PATH']}")

    def test_every_command_of_every_document_works(self):
        environment = self.prepare()
        for path in DOCUMENTS:
            for command in commands_of(path.read_text()):
                with self.subTest(document=path.name, command=command):
                    if command.startswith("tabix") and not shutil.which("tabix"):
                        self.skipTest("no tabix")
                    done = subprocess.run(["bash", "-euo", "pipefail", "-c", command], cwd=self.dir, env=environment,
                                          capture_output=True, text=True, timeout=cli.TIMEOUT, stdin=subprocess.DEVNULL)
                    self.assertEqual(done.returncode, 0, done.stderr)
                    self.assertNotIn("warning", done.stderr)

    def test_the_readme_goes_from_a_genome_to_indexed_models(self):
        """Every protein of the recipe has its gene: the files agree on their number."""
        recipe = next(block for _, block in blocks((cli.SOURCE_DIR / "README.md").read_text()) if "exonweave simulate" in "".join(block))
        environment = self.prepare()
        making, predicting = commands(recipe)
        for command in (making, predicting + " --protein-out models.pep.fa --unplaced-out unplaced.tsv --summary run.json"):
            subprocess.run(["bash", "-c", command], cwd=self.dir, env=environment, check=True, capture_output=True, timeout=cli.TIMEOUT)
        with gzip.open(self.path("models.gff3.gz"), "rt") as packed:
            found = models.models_of(packed.read())
        n_targets = len(models.read_fasta(self.path("example/targets.pep.fa").read_text()))
        self.assertGreater(n_targets, 100)
        self.assertEqual(len({model.target for model in found}), n_targets)
        self.assertEqual(len(models.read_fasta(self.path("models.pep.fa").read_text())), len(found))
        self.assertEqual(len(self.path("unplaced.tsv").read_text().splitlines()), 1)
        self.assertEqual(len(models.models_of(self.path("genes.gff3").read_text())), n_targets)
        self.assertIn("search", json.loads(self.path("run.json").read_text())["seconds"])
        self.assertTrue(self.path("models.gff3.gz.tbi").exists())

    def test_the_readme_shows_the_main_job(self):
        self.assertTrue([command for command in commands_of((cli.SOURCE_DIR / "README.md").read_text())
                         if re.search(r"exonweave predict .*test-data/", command)])


if __name__ == "__main__":
    unittest.main()
