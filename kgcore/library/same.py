"""Whether two articles without an id in common are the same paper. Pure."""

from __future__ import annotations

from kgcore.library.model import Article
from kgcore.linking.names import tokens

_SURE_WORDS = 5  # of a title, from which the same words mean the same paper


def title_key(article: Article) -> str:
    """Return the words of a title by which other records of a paper are found; "" for one that is too short."""
    words = tokens(article.title)
    return " ".join(words) if len(words) >= _SURE_WORDS else ""


def may_be_one(one: Article, other: Article) -> bool:
    """Whether two articles of one title can be the same paper: no ids of one kind differ, the years hardly."""
    for prefix in ("PMC:", "PMID:", "DOI:"):
        first, second = ({id for id in a.ids if id.startswith(prefix)} for a in (one, other))
        if first and second and not first & second:
            return False
    return one.year is None or other.year is None or abs(one.year - other.year) <= 1
