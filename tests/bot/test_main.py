"""The very beginning of a command, before there is anything that could be said."""

from __future__ import annotations

import builtins
from typing import Any

import pytest

from bot.__main__ import INTERRUPTED, main


def test_whoever_interrupts_while_the_program_is_being_loaded_sees_no_trace(monkeypatch: pytest.MonkeyPatch) -> None:
    load = builtins.__import__

    def interrupted(name: str, *more: Any, **others: Any) -> Any:
        if name == "bot.cli":
            raise KeyboardInterrupt
        return load(name, *more, **others)

    monkeypatch.setattr(builtins, "__import__", interrupted)
    monkeypatch.setattr("gc.set_threshold", lambda *numbers: None)
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == INTERRUPTED
