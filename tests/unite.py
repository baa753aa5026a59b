"""Writes a source that includes others, so that many tests compile as one: unite.py OUT SOURCE...

Each source gets a namespace of its own, so that it may name its helpers as it likes. All headers come before, since within
a namespace they would declare other things: what is included again there is empty. Sources that define macros, or that
declare anything in a named namespace of the project, cannot be united. CMake leaves them alone when it configures, by
the same words (tests/CMakeLists.txt).
"""
import pathlib
import re
import sys

IS_ALONE = re.compile(r"^(namespace exonweave|#define|#if|template <>)", re.MULTILINE)
INCLUDE = re.compile(r'#include (?:"(?P<own>[^"]+)"|<[^>]+>)')


def included(source):
    """The include lines of a source, those beside it by their whole paths."""
    for line in source.read_text().splitlines():
        if match := INCLUDE.match(line):
            beside = source.parent / match["own"] if match["own"] else None
            yield f'#include "{beside}"' if beside and beside.exists() else match.group()


def united(sources):
    headers = dict.fromkeys(line for source in sources for line in included(source))
    units = [f"namespace {source.stem} {{\n#include \"{source}\"\n}}  // namespace {source.stem}\n" for source in sources]
    return "\n".join([*headers, "", *units])


def main():
    out, *sources = map(pathlib.Path, sys.argv[1:])
    for source in sources:
        if found := IS_ALONE.search(source.read_text()):
            sys.exit(f"{source}: '{found.group()}' keeps it from being compiled with others: run cmake again")
    out.write_text(united(sources))


if __name__ == "__main__":
    main()
