"""Tables in a conversation: looked up, looked through, downloaded, profiled, and kept as what is measured."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest
import pytest_asyncio
from defusedxml.ElementTree import fromstring  # type: ignore[import-untyped]

from kgcore.drawing.renderer import Renderer
from kgcore.drawing.tables import ProfilePicture, TablePicture
from kgcore.errors import InputError
from kgcore.library.embedded.tables import EmbeddedTables, TableIndex
from kgcore.library.tables_profile import Axis, ProfileTerm
from kgcore.library.tables_query import Synonyms, parse_table_query, split_text
from kgcore.library.tables_reading import read_table
from kgcore.library.tables_store import PaperTables
from kgcore.turn.browsing import find_by_name
from kgcore.turn.tables import measured_row
from kgcore.values.message import Click, Verb
from kgcore.values.reply import Choices, File, Form, Reply, Table, Text
from tests.kgcore.house import ANN, Bot, bot, folder
from tests.kgcore.talking import BEN, CHANNEL, button, notices, offers

__all__ = ["bot", "folder"]
SHORT = (("SBP", "systolic blood pressure"),)


def paper(name: str, head: str, rows: list[tuple[str, str, str]]) -> PaperTables:
    body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    wrap = f"<table-wrap id='T1'><label>Table 1</label><caption><p>{name} at baseline</p></caption><table><thead>"
    source = f"{wrap}<tr><th>{head}</th><th>Zinc</th><th>Placebo</th></tr></thead><tbody>{body}</tbody></table>"
    table = read_table(fromstring(f"{source}</table-wrap>"), "T1")
    assert table is not None
    return PaperTables(name, f"PMC:{name}", "1", (table,), SHORT)


PAPERS = (
    paper("PMC1", "Measure", [("SBP, mmHg", "131", "152"), ("Age, years", "54", "53")]),
    paper("PMC2", "Measure", [("Systolic blood pressure", "128", "129"), ("Tumor size", "8.45", "9.1")]),
    paper("PMC3", "Outcome", [("SBP, mmHg", "160", "155"), ("Depression", "12", "14")]),
)


@pytest_asyncio.fixture
async def reader(bot: Bot, tmp_path: Path) -> AsyncIterator[Bot]:
    """Yield a bot with tables."""
    index = TableIndex.open(tmp_path, writable=True)
    index.put(PAPERS)
    index.close()
    bot.tables = EmbeddedTables(tmp_path)
    bot.start()
    yield bot
    await bot.tables.close()


def table(reply: Reply) -> Table:
    return next(b for b in reply.blocks if isinstance(b, Table))


def words(reply: Reply) -> str:
    return " ".join((notices(reply), *(b.plain for b in reply.blocks if isinstance(b, Text))))


async def look_up(bot: Bot, text: str) -> Reply:
    (reply,) = await bot.command("tables", text, CHANNEL)
    return reply


async def press(bot: Bot, action: str, id: str, **fields: tuple[str, ...]) -> Reply:
    (reply,) = await bot.click(action, CHANNEL, id, **fields)
    return reply


async def test_matching_cells_are_marked_and_stand_in_the_picture(reader: Bot) -> None:
    reply = await look_up(reader, 'row: "SBP, mmHg" value: >150')
    found = table(reply)
    assert [found.rows[r][c] for r, c in found.marked] == ["152"]
    assert found.picture is not None
    assert "Marked: SBP, mmHg" in found.picture.alt
    assert not any(isinstance(b, Table) for b in reply.pictured.blocks)
    assert reply.private


async def test_the_next_table_comes_after_a_restart_and_as_csv(reader: Bot) -> None:
    first = await look_up(reader, 'row: "SBP, mmHg"')
    reader.start()
    second = await press(reader, button(first, Verb.TABLE, 1).action, "c1")
    assert table(second).rows != table(first).rows
    file = await press(reader, button(second, Verb.TABLE_FILE).action, "c2")
    (csv,) = [b for b in file.blocks if isinstance(b, File)]
    assert csv.name == "PMC3-T1.csv"
    assert "160" in csv.content.decode("utf-8-sig")


async def test_free_text_is_read_in_two_ways(reader: Bot) -> None:
    reply = await look_up(reader, "tumor size 8.45")
    assert "Read in two ways: as row “tumor size”, value 8.45 (1 table), and as plain words" in words(reply)
    assert "Found by its labels and values" in words(reply)
    assert [table(reply).rows[r][c] for r, c in table(reply).marked] == ["8.45"]


async def test_other_names_are_shown_and_can_be_switched_off(reader: Bot) -> None:
    asked = await look_up(reader, 'row: "systolic blood pressure" names:yes')
    assert "Also looked for as row: SBP" in words(asked)
    assert "3 tables" in words(asked)
    without = await press(reader, button(asked, Verb.TABLE_NAMES, 0).action, "c1")
    assert "1 table in the library" in words(without)
    assert offers(without, Verb.TABLE_NAMES)


async def test_where_labels_stand_as_written_those_in_other_words_are_a_press_away(reader: Bot) -> None:
    asked = await look_up(reader, 'row: "systolic blood pressure"')
    assert "1 table in the library" in words(asked)
    assert "“names:yes” finds other names" in words(asked)
    more = await press(reader, button(asked, Verb.TABLE_NAMES, 1).action, "c1")
    assert "3 tables" in words(more)
    assert "“names:yes”" not in words(more)


async def test_a_bar_of_the_profile_narrows_to_its_tables(reader: Bot) -> None:
    first = await look_up(reader, "sbp")
    profile = await press(reader, button(first, Verb.PROFILE).action, "c1")
    assert "measure" in words(profile)
    bars = [c for b in profile.blocks if isinstance(b, Choices) for c in b.menu]
    age = next(bar for bar in bars if bar.label == "Age, years")
    narrowed = await press(reader, age.action, "c2")
    assert '1 table in the library for “sbp has: "Age, years"”' in words(narrowed)


async def test_a_profile_is_kept_as_what_is_measured_of_an_entity(reader: Bot) -> None:
    first = await look_up(reader, "depression")
    profile = await press(reader, button(first, Verb.PROFILE).action, "c1")
    (form,) = [b for b in profile.blocks if isinstance(b, Form)]
    kept = await press(reader, form.action, "c2", name=("depression",))
    assert not kept.private
    entity = (await find_by_name(reader.graph, "depression"))[0].id
    (row,) = await measured_row(reader.store, CHANNEL.key, entity)
    assert row[0] == "What is measured"
    assert "Depression" in row[1]
    await reader.store.forget_thread(CHANNEL.key)
    assert await measured_row(reader.store, CHANNEL.key, entity) == ()


async def test_what_nobody_can_find_is_told(reader: Bot) -> None:
    assert "No table of the library has this" in words(await look_up(reader, "zebrafish"))
    assert "names: takes yes or no" in words(await look_up(reader, "sbp names:perhaps"))
    assert "Please say what you look for" in words(await look_up(reader, "…"))


async def test_without_a_library_nothing_is_found(bot: Bot) -> None:
    (reply,) = await bot.command("tables", "sbp", CHANNEL)
    assert "There are no tables" in words(reply)


async def test_where_nobody_else_is_no_table_is_offered_to_be_shared(reader: Bot) -> None:
    (reply,) = await reader.command("tables", "sbp", replace(CHANNEL, workspace=""))
    assert offers(reply, Verb.TABLE_FILE)
    assert not offers(reply, Verb.SHARE)


async def test_sharing_shows_everybody_the_table_and_who_shares_it(reader: Bot) -> None:
    first = await look_up(reader, "sbp")
    event = Click("c1", CHANNEL, BEN, button(first, Verb.SHARE).action)
    (shared,) = await reader.send(event)
    assert not shared.private
    assert "Ben shares a table" in words(shared)
    assert ANN.name not in words(shared)


@pytest.mark.parametrize(
    ("text", "row", "column", "value", "free"),
    [
        ('row: "tumor size" value: >8', "tumor size", "", ">8", ""),
        ("row: age column: placebo group value: between 50 and 60", "age", "placebo group", "between 50 and 60", ""),
        ('lymph node row:"size, cm" 8.45', "size, cm", "", None, "lymph node 8.45"),
        ("lymph node, size 8.45", "", "", None, "lymph node, size 8.45"),
    ],
)
def test_a_line_is_taken_apart(text: str, row: str, column: str, value: str | None, free: str) -> None:
    query = parse_table_query(text)
    assert (query.row, query.column, query.value.text if query.value else None, query.text) == (
        row,
        column,
        value,
        free,
    )


@pytest.mark.parametrize(
    ("text", "labels", "value"),
    [
        ("Age, years", ("Age, years",), ""),
        ("age, placebo", ("age", "placebo"), ""),
        ("age, years 60", ("age, years",), "60"),
        ("lymph node, size 8.45", ("lymph node", "size"), "8.45"),
        ("years", ("years",), ""),
    ],
)
def test_commas_part_labels_unless_all_of_a_text_is_one(text: str, labels: tuple[str, ...], value: str) -> None:
    known = {"age", "years", "age, years", "placebo", "lymph node", "size"}
    split = split_text(text, lambda label: label.lower() in known)
    assert (split.labels, split.value) == (labels, value)


def test_names_and_tolerance_are_checked() -> None:
    assert parse_table_query("sbp names:no").synonyms is Synonyms.NEVER
    assert parse_table_query("value: 8 tolerance: 0.5").value
    for wrong in ("names: maybe sbp", "row: age tolerance: much"):
        with pytest.raises(InputError):
            parse_table_query(wrong)


async def test_tables_and_profiles_are_drawn_in_the_process_that_draws() -> None:
    renderer = Renderer(seconds=60)
    try:
        drawn = await renderer.chart(TablePicture(PAPERS[0].tables[0], ((0, 2),), "PMC1#T1"))
        bars = await renderer.chart(ProfilePicture((ProfileTerm("Age", Axis.ROW, 2, 0.5),), 3))
    finally:
        await renderer.close()
    assert drawn.png.startswith(b"\x89PNG")
    assert bars.width > 100
