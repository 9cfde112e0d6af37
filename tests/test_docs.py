"""The docs' made parts."""

from __future__ import annotations

import re

from tests.attack.attacks import TABLE, attacks, names_in
from tests.docs import DOT, PARTS, ROOT, pages, parts_in, renewed
from tests.house import picture

_PATH = re.compile(r"`((?:kgcore|bot|adapters|tests|docs)/[\w./-]+)`")


def test_the_made_parts_of_the_docs_are_fresh() -> None:
    """`make docs` renews them."""
    for page in pages():
        text = page.read_text(encoding="utf-8")
        assert text == renewed(text), page


def test_every_part_that_can_be_made_stands_somewhere() -> None:
    found = {name for page in pages() for name in parts_in(page.read_text(encoding="utf-8"))}
    assert found == set(PARTS)


def test_the_picture_of_the_house_is_fresh() -> None:
    """It is drawn from the code's own imports; `make docs` draws it anew."""
    assert DOT.read_text(encoding="utf-8") == picture()


def test_every_file_that_a_page_names_exists() -> None:
    """Paths in backquotes that begin with a folder of ours; capitals stand for names to be filled in."""
    for page in (*pages(), *(ROOT / name for name in ("CONTRIBUTING.md", "CHANGELOG.md"))):
        named = set(_PATH.findall(page.read_text(encoding="utf-8")))
        missing = sorted(n for n in named if not re.search("[A-Z]", n) and not (ROOT / n).exists())
        assert not missing, (page.name, missing)


def test_every_attack_of_the_table_is_made_by_tests_that_there_are() -> None:
    named = {test for attack in attacks() for test in attack.tests}
    files = {test.partition("::")[0] for test in named} | {
        f"tests/attack/{p.name}" for p in TABLE.parent.glob("test_*.py")
    }
    there = {f"{file}::{name}" for file in files for name in names_in(file)}
    assert not named - there
    assert {test for test in there if test.startswith("tests/attack/")} <= named
