#!/usr/bin/env python3
"""Do the tests notice when the code is wrong? Changes random lines of lib/spliced and lib/exons, one at a time, and runs
the test programs of their library. A change that no test notices survives: it shows a line that no test holds.

    tests/mutate.py --number 20 --only lib/spliced/graph

The build folder must be configured (tests/run.sh leaves build/release). Each file is restored, also after Ctrl-C and
SIGTERM. Mutants that do not compile are not counted.
"""
import argparse
import contextlib
import dataclasses
import os
import pathlib
import random
import re
import signal
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]
PROGRAMS = {"spliced": ["test_spliced", "test_conformance"], "exons": ["test_exons", "test_conformance"]}
SUFFIXES = {".cpp", ".hpp"}
BUILD_LIMIT = 1800  # seconds; a constant expression may never end

COMPARISONS = {"<": "<=", "<=": "<", ">": ">=", ">=": ">", "==": "!=", "!=": "=="}
# clang-format puts blanks around operators of two sides, and none around brackets of templates.
SWAPS = [
    ("comparison", re.compile(r"(?<= )(?:<=|>=|==|!=|<|>)(?= )"), COMPARISONS.get),
    ("logic", re.compile(r"(?<= )(?:&&|\|\|)(?=\s|$)"), {"&&": "||", "||": "&&"}.get),
    ("sum", re.compile(r"(?<= )[+-](?= )"), {"+": "-", "-": "+"}.get),
    ("extreme", re.compile(r"\bstd::(?:ranges::)?(?:min|max)\b(?=[(<])"),
     lambda name: name[:-3] + {"min": "max", "max": "min"}[name[-3:]]),
    ("constant", re.compile(r"(?<![\w.'])(?:0|[1-9][0-9]*)(?![\w.'])"), lambda number: str(int(number) + 1)),
]
LITERAL = re.compile(r'"(?:\\.|[^"\\])*"|\'(?:\\.|[^\'\\])+\'|//.*')
NOT_CODE = re.compile(r"\s*(?:#|//|static_assert\b|using\b|template\b|namespace\b)")
KEEPS = re.compile(r"(?:return|break|continue|throw|goto|using|typedef|delete|co_\w+)\b")
CONTROL = re.compile(r"(?:if constexpr|if|while|for) \(")
ASSIGNMENT = re.compile(r"\*?(?:[\w:.]|->)+ (?:[-+*/%&|^]|<<|>>)?= ")
CALL = re.compile(r"(?:[\w:.]|->)+;$")
STEP = re.compile(r"(?:\+\+|--)|.*(?:\+\+|--);$")


@dataclasses.dataclass(frozen=True)
class Mutant:
    line: int  # from 0
    kind: str
    before: str
    after: str


def masked(line):
    """The line with blanks in place of its comments, and of what is in its strings and character literals."""
    def blank(match):
        text = match[0]
        return " " * len(text) if text.startswith("//") else text[0] + "\0" * (len(text) - 2) + text[-1]
    return LITERAL.sub(blank, line)


def without_brackets(text):
    """The text without what is between brackets, and without these; None where they do not match."""
    left, open_ones = [], []
    pairs = {")": "(", "]": "[", "}": "{"}
    for letter in text:
        if letter in "([{":
            open_ones.append(letter)
        elif letter in pairs:
            if not open_ones or open_ones.pop() != pairs[letter]:
                return None
        elif not open_ones:
            left.append(letter)
    return None if open_ones else "".join(left)


def inner_statement(code):
    """What a control of one line does; the code itself where it is none. None where its condition does not end."""
    while match := CONTROL.match(code):
        depth = 0
        for position in range(match.end() - 1, len(code)):
            depth += {"(": 1, ")": -1}.get(code[position], 0)
            if depth == 0:
                break
        else:
            return None
        code = code[position + 1:].lstrip()
    return code


def is_droppable(code, code_before):
    """Whether a line is a whole statement that is neither a declaration nor ends or leaves what it is in."""
    code = code.strip()
    if not code.endswith(";") or not re.search(r"(?:[;{}:)]|^)$", code_before.strip()):
        return False
    statement = inner_statement(code)
    if not statement or without_brackets(code) is None or KEEPS.match(statement):
        return False
    bare = without_brackets(statement)
    return bare is not None and bool(ASSIGNMENT.match(bare) or CALL.fullmatch(bare) or
                                     (STEP.match(statement) and " " not in bare))


def mutants(text):
    """All that can be made of a source, in the order of its lines."""
    made = []
    code_before = ""
    for number, line in enumerate(text.split("\n")):
        code = masked(line)
        if NOT_CODE.match(line) or not code.strip():
            if line.lstrip().startswith("#"):
                code_before = ""
            continue
        for kind, pattern, other in SWAPS:
            for match in pattern.finditer(code):
                made.append(Mutant(number, kind, line, line[:match.start()] + other(match[0]) + line[match.end():]))
        if is_droppable(code, code_before):
            indent = line[:len(line) - len(line.lstrip())]
            made.append(Mutant(number, "dropped", line, indent + "{}"))
        code_before = code
    return made


def sources(root, only):
    """The sources below the folders `only`, which must lie in lib/spliced or lib/exons."""
    found = []
    for folder in only:
        path = (root / folder).resolve()
        parts = path.relative_to(root).parts if path.is_relative_to(root) else ()
        if len(parts) < 2 or parts[0] != "lib" or parts[1] not in PROGRAMS or not path.exists():
            raise SystemExit(f"mutate.py: no folder of lib/{' or lib/'.join(PROGRAMS)}: {folder}")
        found += [path] if path.is_file() else [each for each in sorted(path.rglob("*")) if each.suffix in SUFFIXES]
    return sorted(set(found))


def choose(files, number, chance):
    """So many mutants of different lines, drawn by `chance`: [(path, mutant)]."""
    by_line = {}
    for path in files:
        for mutant in mutants(path.read_text()):
            by_line.setdefault((path, mutant.line), []).append(mutant)
    lines = chance.sample(sorted(by_line), min(number, len(by_line)))
    return [(path, chance.choice(by_line[path, line])) for path, line in lines]


@contextlib.contextmanager
def mutated(path, mutant):
    """The file with the mutant in it. It is restored however this ends; signals wait while it is."""
    original = path.read_bytes()
    lines = original.decode().split("\n")
    assert lines[mutant.line] == mutant.before
    lines[mutant.line] = mutant.after
    try:
        path.write_bytes("\n".join(lines).encode())
        yield
    finally:
        held = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGTERM, signal.SIGHUP})
        path.write_bytes(original)
        signal.pthread_sigmask(signal.SIG_SETMASK, held)


def run(command, limit):
    """The exit code of a command, None where it took longer. It leaves no process behind."""
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                               start_new_session=True)
    try:
        return process.wait(limit)
    except subprocess.TimeoutExpired:
        return None
    finally:
        if process.poll() is None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


class Tests:
    """The test programs in a build folder."""

    def __init__(self, folder, jobs, limit):
        self.folder, self.jobs, self.limit = folder, jobs, limit
        self.seconds = {}  # of each program on the code as it is

    def build(self, program):
        return run(["cmake", "--build", self.folder, "--target", program, "-j", str(self.jobs)], BUILD_LIMIT) == 0

    def passes(self, program, limit):
        return run([str(self.folder / program), "--abort"], limit) == 0

    def measure(self, program):
        if not self.build(program):
            raise SystemExit(f"mutate.py: {program} does not build in {self.folder}")
        start = time.monotonic()
        if not self.passes(program, None):
            raise SystemExit(f"mutate.py: {program} fails on the code as it is")
        self.seconds[program] = time.monotonic() - start

    def verdict(self, programs):
        """'killed', 'survived', or 'does not compile', of the code as it is now."""
        for program in programs:
            if not self.build(program):
                return "does not compile"
            if not self.passes(program, self.limit or max(30, 5 * self.seconds[program])):
                return "killed"
        return "survived"


def check_is_committed(root):
    changes = subprocess.run(["git", "-C", root, "status", "--porcelain", "--", "lib"], capture_output=True, text=True)
    if changes.returncode != 0:
        raise SystemExit(f"mutate.py: git cannot tell whether lib is committed: {changes.stderr.strip()}")
    if changes.stdout:
        raise SystemExit(f"mutate.py: lib has changes that are not committed:\n{changes.stdout.rstrip()}")


def report(results, root):
    """The survivors as a table, and the share that was killed."""
    lines = []
    survivors = [(path, mutant) for path, mutant, verdict in results if verdict == "survived"]
    if survivors:
        lines += ["| file | line | kind | before | after |", "|---|---|---|---|---|"]
    for path, mutant in sorted(survivors, key=lambda each: (each[0], each[1].line)):
        cells = [f"`{text.strip()}`".replace("|", "\\|") for text in (mutant.before, mutant.after)]
        lines.append(f"| {path.relative_to(root)} | {mutant.line + 1} | {mutant.kind} | {cells[0]} | {cells[1]} |")
    n_killed = sum(verdict == "killed" for *_, verdict in results)
    n_broken = sum(verdict == "does not compile" for *_, verdict in results)
    n_counted = len(results) - n_broken
    share = f" ({100 * n_killed / n_counted:.0f}%)" if n_counted else ""
    lines.append(f"{n_killed} of {n_counted} mutants were killed{share}; {n_broken} more did not compile.")
    return "\n".join(lines)


def interrupt(number, _frame):
    raise SystemExit(128 + number)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--number", "-n", type=int, default=100, help="lines to change (default: 100)")
    parser.add_argument("--seed", type=int, help="the same seed makes the same mutants (default: another each time)")
    parser.add_argument("--only", action="append", metavar="FOLDER",
                        help="a folder of lib/spliced or lib/exons; may be repeated (default: both)")
    parser.add_argument("--build", type=pathlib.Path, default=pathlib.Path("build/release"), metavar="FOLDER",
                        help="where cmake builds (default: build/release)")
    parser.add_argument("--programs", nargs="+", metavar="PROGRAM",
                        help="test programs to run (default: those of the library, then test_conformance)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="to compile with (default: all processors)")
    parser.add_argument("--limit", type=float, metavar="SECONDS",
                        help="longer than this no test program runs (default: five times what it takes on the code as "
                             "it is, 30 at least)")
    arguments = parser.parse_args()
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, interrupt)

    check_is_committed(ROOT)
    seed = random.randrange(10**6) if arguments.seed is None else arguments.seed
    chosen = choose(sources(ROOT, arguments.only or ["lib/spliced", "lib/exons"]), arguments.number, random.Random(seed))
    programs = {path: arguments.programs or PROGRAMS[path.relative_to(ROOT).parts[1]] for path, _ in chosen}
    tests = Tests(ROOT / arguments.build, arguments.jobs, arguments.limit)
    for program in sorted({each for names in programs.values() for each in names}):
        tests.measure(program)

    print(f"{len(chosen)} mutants with --seed {seed}", file=sys.stderr)
    results = []
    try:
        for number, (path, mutant) in enumerate(chosen, 1):
            with mutated(path, mutant):
                verdict = tests.verdict(programs[path])
            results.append((path, mutant, verdict))
            print(f"{number}: {path.relative_to(ROOT)}:{mutant.line + 1}, {mutant.kind}: {verdict}", file=sys.stderr,
                  flush=True)
    finally:
        print(report(results, ROOT))


if __name__ == "__main__":
    main()
