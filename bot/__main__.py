"""`evigraph` and `python -m bot`. The process that draws imports this module again, so it loads nothing by itself."""

from __future__ import annotations

import gc
import os

# A start makes some 400,000 objects that stay; at Python's own 700 it would look through them hundreds of times.
COLLECTED = 50_000
INTERRUPTED = 130  # 128 and the signal's number, as shells have it


def begin_process() -> None:
    """Settle what a process has to know before it loads anything: numpy looks at the environment once.

    The benchmarks begin so, too: with numpy's own threads a turn takes twice the processor.
    """
    os.putenv("OPENBLAS_NUM_THREADS", "1")  # its threads wait by spinning, and take others' processor
    gc.set_threshold(max(COLLECTED, gc.get_threshold()[0]), *gc.get_threshold()[1:])


def main() -> None:
    """Do what the command line says."""
    begin_process()
    try:
        from bot.cli import main as run_command
    except KeyboardInterrupt:  # loading takes a second or two, in which there is nothing to say yet
        raise SystemExit(INTERRUPTED) from None

    run_command(prog_name="evigraph")


if __name__ == "__main__":
    main()
