"""Papers fetched from PubMed by their ids, from a small server of our own."""

from __future__ import annotations

from pathlib import Path

import pytest

from kgcore.errors import InputError
from kgcore.ingest.articles.fetching import fetched, ids_in, searched
from kgcore.ingest.pubmed import Eutilities
from tests.servers.ncbi import FakeNcbi

ARTICLES = {"1": ("Zinc for colds", "Lancet", 2001), "2": ("Vitamin D and falls", "BMJ", 2002)}


def never(seconds: float) -> None:
    """Do not wait."""


def test_ids_become_articles_after_trouble() -> None:
    with FakeNcbi(ARTICLES, troubles=[503]).serving() as ncbi:
        found = list(fetched(Eutilities(url=ncbi.url, wait=never), ["PMID:1", "PMID:99"]))
    assert [(a.ids[0], a.title, a.year) for a in found] == [("PMID:1", "Zinc for colds", 2001)]
    assert ncbi.asked[0]["tool"] == ["evigraph"]


def test_words_are_searched_and_the_configured_name_is_told() -> None:
    with FakeNcbi(ARTICLES).serving() as ncbi:
        asking = Eutilities(url=ncbi.url, key="k", email="ann@example.org", wait=never)
        assert searched(asking, "vitamin falls", 5) == ("PMID:2",)
    assert ncbi.asked[0]["email"] == ["ann@example.org"]
    assert ncbi.asked[0]["api_key"] == ["k"]


def test_a_list_of_ids_is_told_from_other_files(tmp_path: Path) -> None:
    listed, other, bad = (tmp_path / name for name in ("ids.txt", "other.txt", "bad.txt"))
    listed.write_text("# ours\n12345\nPMC77\nhttps://doi.org/10.1000/X\n", encoding="utf-8")
    other.write_text("TY  - JOUR\n", encoding="utf-8")
    bad.write_text("\n".join(["1"] * 30 + ["zinc"]), encoding="utf-8")
    assert ids_in(listed) == ("PMID:12345", "PMC:PMC77", "DOI:10.1000/x")
    assert ids_in(other) == ()
    with pytest.raises(InputError, match="zinc"):
        ids_in(bad)
