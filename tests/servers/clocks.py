"""A process whose clock is ahead of the others': a library that is loaded first adds seconds to the time of day."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

_SOURCE = r"""
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <sys/time.h>
#include <time.h>

static long ahead(void) {
    const char *seconds = getenv("CLOCK_AHEAD");
    return seconds ? atol(seconds) : 0;
}

int clock_gettime(clockid_t clock, struct timespec *at) {
    typedef int (*call)(clockid_t, struct timespec *);
    int failed = ((call)dlsym(RTLD_NEXT, "clock_gettime"))(clock, at);
    if (!failed && (clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE)) at->tv_sec += ahead();
    return failed;
}

int gettimeofday(struct timeval *restrict at, void *restrict zone) {
    struct timespec now;
    (void)zone;
    if (clock_gettime(CLOCK_REALTIME, &now)) return -1;
    at->tv_sec = now.tv_sec;
    at->tv_usec = now.tv_nsec / 1000;
    return 0;
}

time_t time(time_t *at) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    if (at) *at = now.tv_sec;
    return now.tv_sec;
}
"""
_CC = shutil.which("cc")
WHY_NOT = "" if _CC else "there is no C compiler, with which a clock is put ahead"


def clock_ahead(folder: Path, seconds: int) -> dict[str, str]:
    """Return the environment of a process whose time of day is so many seconds ahead; other clocks are as they are."""
    assert _CC, WHY_NOT
    source, library = folder / "clock.c", folder / "clock.so"
    source.write_text(_SOURCE, encoding="utf-8")
    subprocess.run([_CC, "-shared", "-fPIC", "-O1", "-o", str(library), str(source), "-ldl"], check=True)
    return {"LD_PRELOAD": str(library), "CLOCK_AHEAD": str(seconds)}
