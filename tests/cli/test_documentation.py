"""The commands of README.md and docs/, run as they stand: every line of a ```sh block that begins with `exonweave`,
`build/release/exonweave` or a tool that prepares its inputs or reads its outputs (`sed`, `tabix`, `zgrep`) must end with
exit code 0.

They run in the order of their page in a folder that holds a copy of test-data/, so that a command may use what one
before it has written. Each page has a folder of its own: readers need no other page first. A block that cannot be run is
marked, with the reason, by a line before it:

    <!-- not run: needs the human genome -->
"""
import gzip
import os
import re
import shutil
import subprocess
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


if __name__ == "__main__":
    unittest.main()
