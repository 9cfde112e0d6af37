"""Text from outside stays text: it pings nobody, makes no link, and begins no heading."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.discord.inlines import clean_line, code_text, escape_line, escape_markdown, masked_link, shorten_line

MARKS = st.sampled_from("\\*_~`|<>[]()@#:!&/-+.0123456789 \n\t\u202e\u200b")
HOSTILE = st.text(st.one_of(MARKS, st.characters(max_codepoint=0x2FFF)), max_size=60)


def plain(markdown: str) -> str:
    """Return what a reader sees of escaped text."""
    return re.sub(r"\\([^0-9A-Za-z\s])", r"\1", markdown).replace("\u200b", "")


@given(HOSTILE)
def test_a_reader_sees_what_was_written(text: str) -> None:
    assert plain(escape_line(escape_markdown(text))) == plain_of(text)


def plain_of(text: str) -> str:
    return re.sub(r"\\([^0-9A-Za-z\s])", r"\1", re.sub(r"\\", r"\\\\", clean_line(text))).replace("\u200b", "")


@given(HOSTILE)
def test_no_mark_mention_or_address_is_left(text: str) -> None:
    found = escape_markdown(text)
    bare = re.sub(r"\\[^0-9A-Za-z\s]", "", found)
    assert not set("*_~`|<>[]") & set(bare)
    assert not re.search(r"@(?!\u200b)", found)
    assert "://" not in found
    assert "\n" not in found
    assert not re.match(r"\s*([#+-]|[0-9]+[.)])(\s|$)", escape_line(found))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("@everyone", "@\u200beveryone"),
        ("<@123> <#5> <t:0>", "\\<@\u200b123\\> \\<#5\\> \\<t:0\\>"),
        ("[paper](https://evil.example)", "\\[paper\\](https:\u200b//evil.example)"),
        ("discord.gg/abc", "discord\u200b.gg/abc"),
        (":smile:", "\\:smile:"),
        ("5-HT2A (pH 7.4)", "5-HT2A (pH 7.4)"),
        ("a\nb\r\n\nc", "a b c"),
        ("TNF\u202e", "TNF"),
    ],
)
def test_what_means_something_to_discord_means_nothing(text: str, expected: str) -> None:
    assert escape_markdown(text) == expected


@pytest.mark.parametrize("text", ["# Big", "- item", "-# small", "1. one", "+ plus", "> quote"])
def test_a_line_begins_nothing(text: str) -> None:
    assert escape_line(escape_markdown(text)) != text
    assert plain(escape_line(escape_markdown(text))) == text


def test_a_link_shows_its_words_and_leads_only_to_web_addresses() -> None:
    assert (
        masked_link("A [b] *c*", "https://doi.org/10.1/(x)<y>")
        == "[A \\[b\\] \\*c\\*](<https://doi.org/10.1/%28x%29%3Cy%3E>)"
    )
    assert masked_link("A", "javascript:alert(1)") == "A"


@given(HOSTILE)
def test_a_code_block_cannot_be_ended(text: str) -> None:
    assert "`" not in code_text(text)
    assert "\n" not in code_text(text)


@given(HOSTILE, st.integers(1, 40))
def test_what_is_shortened_fits_and_says_so(text: str, most: int) -> None:
    found = shorten_line(text, most)
    assert len(found) <= most
    assert found == clean_line(text).strip() or found.endswith("…")
