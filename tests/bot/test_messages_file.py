from __future__ import annotations

from io import BytesIO

import pytest

from bot.messages_file import LARGEST, read_messages
from kgcore.errors import InputError
from kgcore.values.message import Said


def test_a_saved_conversation_is_read_with_its_speakers() -> None:
    raw = "\ufeffAnn: Zink hilft nicht.\r\nJosé: ¿Seguro?\r\n".encode()
    assert read_messages(BytesIO(raw)) == (Said("Ann", "Zink hilft nicht."), Said("José", "¿Seguro?"))


def test_bytes_that_are_no_text_are_named_by_their_line() -> None:
    with pytest.raises(InputError, match=r"line 2: not valid UTF-8"):
        read_messages(BytesIO(b"Ann: one\nBen: \xff\xfe\n"))


def test_an_endless_file_is_not_read_to_its_end() -> None:
    with pytest.raises(InputError, match="longer than"):
        read_messages(BytesIO(b"x" * (LARGEST + 10)))


def test_json_lines_that_are_wrong_are_named_by_their_line() -> None:
    raw = b'{"speaker": "Ann", "text": "one"}\n\n{"speaker": "Ben"}\n'
    with pytest.raises(InputError, match=r'line 3: "text" is missing'):
        read_messages(BytesIO(raw))
