"""Settings for all tests."""

from __future__ import annotations

import os

from hypothesis import settings

# The same examples in every run of CI, so that a commit is judged by itself; new ones on people's machines.
settings.register_profile("ci", derandomize=True)
if os.environ.get("CI"):
    settings.load_profile("ci")
