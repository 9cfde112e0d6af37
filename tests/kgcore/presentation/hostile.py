"""Titles that try to break out of whatever they are written into."""

from __future__ import annotations

from hypothesis import strategies as st

_PIECES = (
    "<script>alert(1)</script>", "[x](javascript:alert(1))", "![x](https://evil.example/p.png)", "**bold**", "`code`",
    "| cell |", "\n\n# head\n\n", "\r\nTY  - JOUR\r\n", "\nER  - \n", "}}, note = {", "\\", "{", "}", "}\n@article{x,",
    "\\input{/etc/passwd}", "$x^2$", "100 % & more #1 ~_^", "&lt;b&gt;", "https://evil.example", "www.evil.example",
    "@everyone", "<https://evil.example>", "\u2028", "\u202e", "\x00", "\x85", "\x1c", "- item", "1. one", "1) one",
    "> quote", "+ plus", "===", "---", "Alzheimer’s", "β-amyloid", "日本", '"', "\\|", "&#64;", "[^1]", "~~no~~", "...",
)  # fmt: skip
titles = st.lists(st.sampled_from(_PIECES) | st.text(max_size=8), max_size=6).map("".join)
