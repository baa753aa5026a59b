"""Runs the tests of one file, as `python3 -m unittest -v NAME` does. Where all were skipped, the last line says so."""
import sys
import unittest

ALL_SKIPPED = "nothing failed, everything was skipped"  # tests/CMakeLists.txt looks for it


def is_all_skipped(result):
    """Whether no test was run to its end: single ones count one each, and classes that were skipped whole do not count."""
    single = [test for test, _ in result.skipped if isinstance(test, unittest.TestCase) and not hasattr(test, "test_case")]
    return bool(result.skipped) and result.wasSuccessful() and result.testsRun <= len(single)


def main():
    sys.path.insert(0, "")
    result = unittest.main(module=None, argv=[sys.argv[0], "-v", *sys.argv[1:]], exit=False).result
    if is_all_skipped(result):
        print(ALL_SKIPPED, flush=True)
    sys.exit(not result.wasSuccessful() or (result.testsRun == 0 and not result.skipped))


if __name__ == "__main__":
    main()
