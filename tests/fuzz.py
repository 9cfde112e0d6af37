"""`python -m tests.fuzz --minutes 10`: random examples of all property tests, round after round until the time is over.

What a round finds is printed, and its test sits out the next rounds, so that one fault does not hide others. What was
found is also kept in .hypothesis/: the next call begins with it. A fault that is mended stays as an `@example`.
"""

from __future__ import annotations

import argparse
import random
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

TESTS = Path(__file__).parent
_FAILED = re.compile(r"^(?:FAILED|ERROR) (tests/.+?)(?: - .*)?$", re.M)
_OPTIONS = (
    "-m",
    "hypothesis",
    "--hypothesis-profile=fuzz",
    "--tb=short",
    "-rfE",
    "--color=no",
    "-p",
    "no:cacheprovider",
)


def property_files() -> list[str]:
    """Return the files with property tests, in another order each time: a round may be cut short."""
    root = TESTS.parent
    found = [str(p.relative_to(root)) for p in TESTS.rglob("test_*.py") if "from hypothesis import" in p.read_text()]
    return random.sample(found, len(found))


def output_of_round(files: list[str], failed: list[str], seconds: float) -> str:
    """Run the tests once, but those that failed, for so long at most; return what pytest says."""
    left_out = [f"--deselect={test}" for test in failed]
    command = [sys.executable, "-m", "pytest", *_OPTIONS, *left_out, *files]
    running = subprocess.Popen(command, cwd=TESTS.parent, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    try:
        return running.communicate(timeout=seconds)[0]
    except subprocess.TimeoutExpired:
        running.send_signal(signal.SIGINT)  # pytest says what it has found so far
        return running.communicate()[0]


def main() -> int:
    """Return 1 where something was found."""
    parser = argparse.ArgumentParser(prog="tests.fuzz")
    parser.add_argument("--minutes", type=float, default=10.0)
    until = time.monotonic() + 60 * parser.parse_args().minutes
    files, rounds = property_files(), 0
    failed: list[str] = []
    while files and (left := until - time.monotonic()) > 0:
        rounds += 1
        output = output_of_round(files, failed, left)
        found = [test for test in _FAILED.findall(output) if test not in failed]
        if found or ("passed" not in output and left > 60):
            print(output, flush=True)
        failed += found
        print(
            f"round {rounds}: {len(found)} found, {max(0.0, until - time.monotonic()) / 60:.0f} minutes left",
            flush=True,
        )
        if not found and "passed" not in output:  # not one test ran: another round would do no better
            break
        files = property_files()
    print(f"{rounds} rounds, {len(failed)} tests failed", *failed, sep="\n  ")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
