#!/usr/bin/env python3
"""Writes docs/reference/command-line.md from the help of the program: every subcommand with its options in tables.

    workflows/command_line_page.py --program build/release/exonweave > docs/reference/command-line.md

An option that an earlier subcommand has in the same words is only named again.
"""
import argparse
import html
import re
import subprocess
from typing import NamedTuple

HELP_COLUMN = 30  # where the help of an option begins
VALUE = re.compile(r"[A-Z+][^a-z]*(?: \(required\))?|\(required\)")

HEAD = """# Command line

This page is made from the program by `workflows/command_line_page.py`. `exonweave SUBCOMMAND --help` prints the same.
Exit codes stand on [a page of their own](exit-codes.md).

    exonweave SUBCOMMAND [OPTIONS]

| subcommand | task |
|---|---|
"""


class Option(NamedTuple):
    name: str  # -o,--out FILE (required)
    help: str

    def names(self):
        """The long name, or the name of a value that stands alone."""
        return (re.findall(r"--[\w-]+", self.name) or [self.name.split()[0]])[0]


class Command(NamedTuple):
    name: str
    task: str
    usage: str
    examples: list  # (what it does, lines)
    groups: list  # (heading, options)


def help_of(program, *words):
    """The help of the program or of a subcommand, all of it."""
    def printed(option):
        return subprocess.run([program, *words, option], check=True, capture_output=True, text=True).stdout
    text = printed("--help")
    return printed("--help-all") if "--help-all" in text else text


def parts(text):
    """Lines before the first heading, then each heading with its lines. The footer has no heading of its own."""
    found = [("", [])]
    for line in text.split("\nExit codes:")[0].splitlines():
        if re.fullmatch(r"[A-Z].*:", line) and not line.startswith("Usage:"):
            found.append((line[:-1], []))
        else:
            found[-1][1].append(line)
    return found


def options(lines):
    """The options of a group. Help begins at its column; where an option is too long for that, in the next line."""
    found = []
    for line in lines:
        if re.match(r"  \S", line):
            name, gap, help_text = line[2:HELP_COLUMN - 2], line[HELP_COLUMN - 2:HELP_COLUMN], line[HELP_COLUMN:]
            if gap != "  " and (not gap.endswith(" ") or VALUE.fullmatch(help_text)):
                name, gap, help_text = line[2:], "", ""
            found.append(Option((name + gap).strip(), help_text.strip()))
        elif line.startswith(" " * HELP_COLUMN):
            found[-1] = Option(found[-1].name, f"{found[-1].help} {line.strip()}".strip())
    return found


def examples(lines):
    """Paragraphs with the indented lines that follow them."""
    found = []
    for line in lines:
        if line.startswith("    "):
            found[-1][1].append(line[4:])
        elif line and (not found or found[-1][1]):
            found.append((line, []))
        elif line:
            found[-1] = (f"{found[-1][0]} {line}", [])
    return found


def command(program, name, task):
    (_, head), *groups = parts(help_of(program, name))
    usage = next(n for n, line in enumerate(head) if line.startswith("Usage:"))
    return Command(name, task, head[usage][len("Usage: "):], examples(head[usage + 1:]),
                   [(heading, options(lines)) for heading, lines in groups])


def subcommands(program):
    """Names and tasks, in the order of the help."""
    return [(option.name, option.help) for heading, lines in parts(help_of(program)) if "command" in heading.lower()
            for option in options(lines) if re.fullmatch(r"[a-z][\w-]*", option.name)]


def cell(text):
    """Text in a table of Markdown."""
    return html.escape(text, quote=False).replace("|", "&#124;").replace("*", "\\*")


def code_cell(text):
    """Code in a table. Backticks do where there is no bar, for which GitHub and mkdocs have no common sign."""
    return f"<code>{cell(text)}</code>" if "|" in text else f"`{text}`"


def example_text(each):
    does, lines = each
    return f"\n{html.escape(does, quote=False)}\n" + ("\n```text\n" + "\n".join(lines) + "\n```\n" if lines else "")


def group_text(heading, found, known, n_groups):
    """A table of the options that are new here, and the names of the others."""
    new = [option for option in found if option not in known]
    text = f"\n### {heading}\n" if n_groups > 1 else ""
    if new:
        text += "\n| option | meaning |\n|---|---|\n"
        text += "".join(f"| {code_cell(option.name)} | {cell(option.help)} |\n" for option in new)
    for name in dict.fromkeys(known[option] for option in found if option in known):
        same = ", ".join(f"`{option.names()}`" for option in found if known.get(option) == name)
        text += f"\nAs in [{name}](#{name}): {same}.\n"
    return text


def command_text(each, known):
    text = f"\n## {each.name}\n\n{each.task}.\n\n    {each.usage}\n"
    text += "".join(map(example_text, each.examples))
    groups = [(heading, [option for option in found if "--help" not in option.name]) for heading, found in each.groups]
    groups = [(heading, found) for heading, found in groups if found]
    text += "".join(group_text(heading, found, known, len(groups)) for heading, found in groups)
    for option in (option for _, found in groups for option in found):
        known.setdefault(option, each.name)
    return text


def page(program):
    commands = [command(program, name, task) for name, task in subcommands(program)]
    known = {}  # option: the subcommand that explains it
    return (HEAD + "".join(f"| [`{each.name}`](#{each.name}) | {cell(each.task)} |\n" for each in commands) +
            "".join(command_text(each, known) for each in commands))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", default="build/release/exonweave", help="(default: %(default)s)")
    print(page(parser.parse_args().program), end="")


if __name__ == "__main__":
    main()
