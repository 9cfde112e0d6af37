"""A team's names: what the table may hold, and how what is said is compared with it."""

from __future__ import annotations

import pytest

from kgcore.errors import InputError
from kgcore.linking.team_names import NameRow, TeamNames, names_text, read_names

TABLE = "name\tentity\tnote\nthe sunshine vitamin\tD:1\tfrom the wards\nEPS\tD:2\t\nThe blue pills\tD:3\n"


def test_a_table_is_read_and_written_alike() -> None:
    rows = read_names(TABLE)
    assert rows[0] == NameRow("the sunshine vitamin", "D:1", "from the wards")
    assert read_names(names_text(rows)) == tuple(sorted(rows, key=lambda r: r.name.casefold()))
    assert read_names("") == ()
    assert read_names("\ufeff" + TABLE.replace("\n", "\r\n")) == rows


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("sunshine\tD:1\n", "names.tsv:1: has no header"),
        ("name\tentity\n\nx y z\n", "names.tsv:3: has 1 cells"),
        ("name\tentity\nfine\t\n", "names.tsv:2: has 2 cells"),
        ("name\tentity\n…\tD:1\n", "names.tsv:2: has no name that could be said"),
        (f"name\tentity\n{'a' * 500}\tD:1\n", "names.tsv:2: has no name"),
        ("name\tentity\na\tb\tc\td\n", "names.tsv:2: has 4 cells"),
    ],
)
def test_a_bad_line_is_named_with_what_is_wrong(text: str, words: str) -> None:
    with pytest.raises(InputError, match=words):
        read_names(text)


def test_spelling_does_not_matter_but_an_initialism_is_no_word() -> None:
    names = TeamNames.of(read_names(TABLE))
    assert names.of_mention("Sunshine vitamins") == ("D:1",)
    assert names.of_mention("EPS") == ("D:2",)
    assert names.of_mention("eps") == ()
    assert names.of_mention("vitamin D") == ()
    assert names.beginning("the") == ("D:1", "D:3")
    assert names.beginning("") == ()


def test_a_name_may_mean_several() -> None:
    names = TeamNames.of([NameRow("blues", "D:1"), NameRow("Blues", "D:2")])
    assert names.of_mention("the blues") == ("D:1", "D:2")


@pytest.mark.parametrize(
    ("written", "mention", "meant"),
    [
        ("COPDGX", "copdgx", False),
        ("COPDGXY", "copdgxy", True),
        ("COPDGX", "Copdgx", True),
        ("Blues", "blues", True),
        ("BLues", "blues", False),
    ],
)
def test_only_a_short_name_of_capitals_is_no_word(written: str, mention: str, meant: bool) -> None:
    assert TeamNames.of([NameRow(written, "D:1")]).of_mention(mention) == (("D:1",) if meant else ())


def test_a_name_is_as_it_was_written_first_and_begins_as_it_is_written() -> None:
    names = TeamNames.of([NameRow("Blue pill", "D:1"), NameRow("blue pills", "D:2"), NameRow("pill, blue", "D:3")])
    assert names.beginning("BLUE") == ("D:1", "D:2")
    assert names.beginning("pill") == ("D:3",)
    assert names.beginning("blue pills") == ()
