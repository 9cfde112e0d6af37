from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from kgcore.llm.openai import ThoughtFilter

CHUNKS = st.lists(st.text(alphabet="<think>/ ab\n", max_size=6), max_size=12)


def passed(chunks: list[str]) -> str:
    thoughts = ThoughtFilter()
    return "".join([*(thoughts.feed(c) for c in chunks), thoughts.finish()])


@given(CHUNKS)
def test_chunk_boundaries_do_not_matter(chunks: list[str]) -> None:
    assert passed(chunks) == passed(["".join(chunks)])


@given(st.text())
def test_text_without_thoughts_passes_unchanged(text: str) -> None:
    assert passed([text]) == text or text.lstrip().startswith("<think>")


@given(st.text(alphabet="ab <\n"), st.text(alphabet="cd", min_size=1))
def test_thoughts_at_the_beginning_are_dropped(thought: str, answer: str) -> None:
    assert passed([f"\n<think>{thought}</think>\n\n{answer}"]) == answer


def test_a_thought_that_never_ends_is_not_shown() -> None:
    assert passed(["<think>hmm", " hmm"]) == ""
