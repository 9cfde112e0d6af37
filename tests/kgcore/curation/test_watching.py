"""What is new of what is watched: newer papers that are about it, each told once."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgcore.curation.watching import Marks, Watch, WatchList, read_watch_list, watch_list_text
from kgcore.errors import InputError
from kgcore.library.model import Article, Section
from kgcore.presentation.watching import Digest, ThreadClaim, digest_reply, digest_sentence
from kgcore.values.model import Entity
from kgcore.values.reply import Notice

PLACE = ("page", "", "local", "t1")
MONDAY = date(2026, 11, 16)
THURSDAY = date(2026, 11, 19)


def paper(title: str, abstract: str = "", id: str = "PMID:1") -> Article:
    return Article((id,), title, (Section("", abstract),) if abstract else ())


def test_a_search_is_about_papers_that_have_all_its_words_and_not_any() -> None:
    watch = Watch.search("vitamin E dementia")
    assert watch.fits(paper("Vitamin E in dementias", "A trial of 20 people."))
    assert not watch.fits(paper("Vitamin D in rickets"))
    assert not watch.fits(paper("Dementia in vitamin D deficiency"))


def test_an_entity_is_followed_under_all_its_names() -> None:
    watch = Watch.following(Entity("D:1", "Vitamin E", "Supplement", synonyms=("alpha-tocopherol", "E")))
    assert watch.fits(paper("Alpha-tocopherol and the heart"))
    assert watch.fits(paper("On vitamin E"))
    assert not watch.fits(paper("E numbers in food"))


def test_what_looks_for_nothing_is_no_search() -> None:
    with pytest.raises(InputError, match="nothing to look for"):
        Watch.search("year:2020..2024")


def test_newer_is_what_came_since_even_where_papers_were_taken_out() -> None:
    marks = Marks().after(["a", "b", "c"])
    assert marks.newer(["a", "b", "c"]) == ()
    assert marks.newer(["a", "b", "c", "d", "e"]) == ("d", "e")
    assert marks.newer(["b", "c", "d"]) == ("d",)
    assert Marks().newer(["a"]) == ("a",)


@given(st.lists(st.text(min_size=1), unique=True), st.lists(st.text(min_size=1), unique=True))
def test_nothing_is_told_twice(before: list[str], more: list[str]) -> None:
    ids = [*before, *(id for id in more if id not in before)]
    marks = Marks().after(before)
    assert set(marks.newer(ids)).isdisjoint(before)
    assert marks.after(ids).newer(ids) == ()


def test_an_event_that_is_tried_again_tells_the_same() -> None:
    watched = WatchList(PLACE, marks=Marks(5, "e"), before=Marks(3, "c"), event="e1")
    assert watched.marks_for("e1") == Marks(3, "c")
    assert watched.marks_for("e2") == Marks(5, "e")


def test_a_list_is_kept_whole_and_anything_else_is_none() -> None:
    watched = WatchList(PLACE, (Watch.search("zinc colds"), Watch.following(Entity("D:1", "Zinc", "Drug"))))
    watched = WatchList(PLACE, watched.watches, Marks(2, "b").told(["PMID:3"], [("t:0", "unsure")]), Marks(), "e")
    assert read_watch_list(watch_list_text(watched)) == watched
    for wrong in (
        "",
        "[]",
        "{}",
        '{"place": 1}',
        '{"place": [1], "watches": [], "marks": {}, "before": {}, "event": 1}',
    ):
        assert read_watch_list(wrong) is None


def test_the_same_is_not_watched_twice_and_what_is_not_there_not_stopped() -> None:
    watched = WatchList(PLACE).with_watch(Watch.search("zinc colds"))
    with pytest.raises(InputError, match="already"):
        watched.with_watch(Watch.search("zinc colds"))
    assert not watched.without(1).watches
    for number in (0, 2):
        with pytest.raises(InputError, match="no number"):
            watched.without(number)


@pytest.mark.parametrize(
    ("digest", "words"),
    [
        (
            Digest(tuple(paper("x", id=f"PMID:{n}") for n in range(12)), 9, 2, (ThreadClaim(4, "", MONDAY),)),
            "12 new papers on what is watched here, 9 known facts, 2 new, 1 against claim 4 of Monday's thread",
        ),
        (Digest((paper("x"),), new=1), "1 new paper on what is watched here, 1 new fact"),
        (Digest(retracted=(paper("x"),)), "1 paper retracted"),
        (
            Digest((paper("x"),), against=(ThreadClaim(1, "", date(2026, 3, 2)),) * 2, contrary=1),
            "1 new paper on what is watched here, 2 against claim 1 of the thread of 2 March 2026, "
            "1 against what the graph says",
        ),
        (Digest(), "Nothing new on what is watched here"),
    ],
)
def test_what_is_new_is_said_in_one_sentence(digest: Digest, words: str) -> None:
    assert digest_sentence(digest, THURSDAY) == words


def test_papers_that_were_too_many_to_be_read_are_told_of() -> None:
    told = digest_reply(Digest((paper("x"),), unread=3), THURSDAY)
    notices = [b.text for b in told.blocks if isinstance(b, Notice)]
    assert notices == ["3 of these papers were not read for facts: too many came at once."]
