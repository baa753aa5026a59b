"""The commands of README.md and docs/, run as they stand: every line of a ```sh block that begins with `exonweave` or
`build/release/exonweave` must end with exit code 0.

They run in the order of the document in a folder that holds a copy of test-data/, so that a command may use what one
before it has written. A block that cannot be run is marked, with the reason, by a line before it:

    <!-- not run: needs the human genome -->
"""
import os
import re
import shutil
import subprocess
import unittest

import cli

DOCUMENTS = [cli.SOURCE_DIR / "README.md", *sorted((cli.SOURCE_DIR / "docs").rglob("*.md"))]
NOT_RUN = re.compile(r"<!-- not run: \S.* -->")
COMMAND = re.compile(r"(?:\$ )?((?:build/release/)?exonweave\s.*)")


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
    """The commands of ours in a block, each with its continued lines."""
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
"""
        self.assertEqual(commands_of(text), ["exonweave predict --genome g.fa --out x   # a comment",
                                             "build/release/exonweave devices", "exonweave this-one"])


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
                    done = subprocess.run(["bash", "-euo", "pipefail", "-c", command], cwd=self.dir, env=environment,
                                          capture_output=True, text=True, timeout=cli.TIMEOUT, stdin=subprocess.DEVNULL)
                    self.assertEqual(done.returncode, 0, done.stderr)
                    self.assertNotIn("warning", done.stderr)

    def test_the_readme_shows_the_main_job(self):
        self.assertTrue([command for command in commands_of((cli.SOURCE_DIR / "README.md").read_text())
                         if re.search(r"exonweave predict .*test-data/", command)])


if __name__ == "__main__":
    unittest.main()
