"""Looks tables of the library's papers up, profiles them, and keeps a profile as what is measured of an entity."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace

from kgcore.drawing.tables import ProfilePicture, TablePicture
from kgcore.errors import DrawingError, GraphError, InputError, LibraryError
from kgcore.exploration.exploration import effective_actions
from kgcore.library.ids import pmcid
from kgcore.library.model import Article
from kgcore.library.tables_csv import csv_name, table_csv
from kgcore.library.tables_labels import graph_names
from kgcore.library.tables_match import TableMatch, TableResults
from kgcore.library.tables_profile import ProfileTerm
from kgcore.library.tables_query import Synonyms, TableQuery, parse_table_query
from kgcore.library.tables_views import (
    MOST_FOUND,
    found_buttons,
    found_lines,
    found_words,
    label_of,
    measured_words,
    narrowed,
    profile_alt,
    profile_blocks,
    profile_table,
    same_tables,
    table_alt,
    table_block,
    table_notes,
    table_title,
    tables_heading,
    terms_kept,
    understood_words,
    with_names,
)
from kgcore.ports import KnowledgeGraph, Store
from kgcore.presentation.replies import STALE, notice_reply, refusal_reply
from kgcore.turn.browsing import find_by_name
from kgcore.turn.literature import LIBRARY_AWAY
from kgcore.turn.services import Services, note_id, person_key
from kgcore.values.actions import ActionRecord, Measured
from kgcore.values.message import Action, Click, Command, Person, Place, TableLookup, Verb
from kgcore.values.model import Entity, Mention
from kgcore.values.reply import Block, Figure, File, Notice, Plain, Reply, Strong, Text

VERBS = (Verb.TABLE, Verb.TABLE_NAMES, Verb.TABLE_FILE, Verb.PROFILE, Verb.TERM, Verb.KEEP_PROFILE)
LONGEST_QUERY = 500  # characters
MOST_PROFILED = 300  # tables
MOST_TERMS = 16
MEASURED = "measured"  # where the store's map holds in which thread a profile of an entity was kept
NO_WORDS = (
    "Please say what you look for in tables: words, such as tables tumor size 8.45, or parts, such as "
    'tables row: "tumor size" value: >8.'
)
NO_TABLES = "There are no tables to look through: whoever runs the bot adds papers with “evigraph library add”."
NOTHING = "No table of the library has this. Try fewer or other words, or “names:yes” for other names of a label."


class TableHandler:
    """Answers look-ups in tables, and the buttons under them. Raises StoreError."""

    def __init__(self, services: Services) -> None:
        self._services = services

    async def look_up(self, command: Command) -> Reply:
        """Return the first table found, for the person alone; its buttons point to the look-up, which is kept."""
        text = " ".join(command.text.replace("\x00", " ").split())[:LONGEST_QUERY]
        if not any(c.isalnum() for c in text):
            return refusal_reply(NO_WORDS)
        return await self._begun(command.place.key, person_key(command), text)

    async def click(self, event: Click, note: TableLookup, action: Action) -> Reply:
        """Return what a button under a look-up leads to."""
        if self._services.tables is None:
            return refusal_reply(NO_TABLES)
        try:
            return await self._clicked(event, note, action)
        except InputError as error:
            return refusal_reply(str(error))
        except LibraryError:
            return refusal_reply(LIBRARY_AWAY)

    async def _clicked(self, event: Click, note: TableLookup, action: Action) -> Reply:
        match action.verb:
            case Verb.TABLE:
                return await self._table(note, action.index)
            case Verb.SHARE:
                return await self._table(note, action.index, event.person)
            case Verb.TABLE_FILE:
                return await self._file(note, action.index)
            case Verb.TABLE_NAMES:
                return await self._begun(note.thread, note.person, with_names(note.text, names=action.index == 1))
            case Verb.PROFILE:
                return await self._profile(note)
            case Verb.TERM:
                terms, _ = await self._terms(note)
                if action.index >= len(terms):
                    return refusal_reply(STALE)
                return await self._begun(note.thread, note.person, narrowed(note.text, terms[action.index].label))
            case Verb.KEEP_PROFILE:
                return await self._keep(event, note)
            case _:
                return refusal_reply(STALE)

    async def _begun(self, thread: str, person: str, text: str) -> Reply:
        tables = self._services.tables
        note = TableLookup(note_id("tables", thread, person, text), thread, person, text)
        try:
            if tables is None or not await tables.count():
                return refusal_reply(NO_TABLES)
            reply = await self._table(note, 0)
        except InputError as error:
            return refusal_reply(str(error))
        except LibraryError:
            return refusal_reply(LIBRARY_AWAY)
        if len(reply.blocks) > 1:
            await self._services.store.keep_note(note)
        return reply

    # ── a found table ───────────────────────────────────────────────────────────────────────────────────────────────

    async def _found(self, note: TableLookup, top: int = MOST_FOUND) -> tuple[TableResults, Sequence[TableMatch]]:
        if self._services.tables is None:
            raise LibraryError(NO_TABLES)
        query = await self._with_graph_names(parse_table_query(note.text))
        results = await self._services.tables.search(query, top)
        return results, results.together[:top]

    async def _with_graph_names(self, query: TableQuery) -> TableQuery:
        """Return the query with the graph's other names of its labels; without them where the graph is away."""
        labels = [label for label in (query.row, query.column) if label]
        if query.synonyms is Synonyms.NEVER or not labels:
            return query
        try:
            ranked = await self._services.graph.rank([Mention(label) for label in labels], 1)
        except GraphError:
            return query
        names = {
            label: graph_names(label, (one.candidates[0].entity.name, *one.candidates[0].entity.synonyms))
            for label, one in zip(labels, ranked, strict=True)
            if one.linked and one.candidates
        }
        return replace(query, also_rows=names.get(query.row, ()), also_columns=names.get(query.column, ()))

    async def _table(self, note: TableLookup, place: int, sharing: Person | None = None) -> Reply:
        results, found = await self._found(note)
        if not found:
            return notice_reply(" ".join((NOTHING, *understood_words(results))))
        if place >= len(found):
            return refusal_reply(STALE)
        match = found[place]
        table = match.found.table
        picture = await self._picture(match)
        block = table_block(table, match.cells, picture)
        blocks: list[Block] = [tables_heading(note.text, len(found)), *map(Notice, understood_words(results))]
        if sharing is not None:
            who = " ".join(sharing.name.split()) or "Somebody"
            blocks = [Text((Strong(who), Plain(f" shares a table found for “{note.text}”.")))]
        blocks += [*found_lines(match, await self._article(match.found.paper)), block, *table_notes(table, block)]
        if said := found_words(match, results):
            blocks.append(Notice(f"Table {place + 1} of {len(found)}. {said}"))
        blocks.append(
            found_buttons(
                note.id, place, len(found), results, own=sharing is None, shared=Place.of_key(note.thread).shared
            )
        )
        return Reply("", note.text, tuple(blocks), private=sharing is None)

    async def _picture(self, match: TableMatch) -> Figure | None:
        table = match.found.table
        chart = TablePicture(table, match.cells, f"{match.found.id}  {table_title(table)}")
        try:
            drawn = await self._services.renderer.chart(chart)
        except DrawingError:
            return None
        return Figure(drawn.png, drawn.svg, table_alt(table, match.cells), drawn.width, drawn.height)

    async def _article(self, paper: str) -> Article | None:
        search, id = self._services.papers, pmcid(paper) or paper
        try:
            return await search.article(id) if search is not None else None
        except LibraryError:
            return None

    async def _file(self, note: TableLookup, place: int) -> Reply:
        _, found = await self._found(note)
        if place >= len(found):
            return refusal_reply(STALE)
        key = found[place].found.id
        file = File(csv_name(key), "text/csv", table_csv(found[place].found.table).encode("utf-8-sig"))
        return Reply("", note.text, (Text((Strong(key), Plain(" as CSV."))), file), private=True)

    # ── meta-profiles ───────────────────────────────────────────────────────────────────────────────────────────────

    async def _terms(self, note: TableLookup) -> tuple[tuple[ProfileTerm, ...], int]:
        _, found = await self._found(note, MOST_PROFILED)
        tables = same_tables(found)
        if self._services.tables is None or not tables:
            return (), 0
        return await self._services.tables.profile(tables, MOST_TERMS), len(tables)

    async def _profile(self, note: TableLookup) -> Reply:
        terms, tables = await self._terms(note)
        if not terms:
            return refusal_reply("These tables have no header terms to profile.")
        entity = await self._entity_of(note)
        picture = await self._chart(terms, tables)
        blocks = profile_blocks(note.text, terms, tables, picture, note.id, entity.name if entity else "")
        return Reply("", note.text, blocks, private=True)

    async def _chart(self, terms: tuple[ProfileTerm, ...], tables: int) -> Figure | None:
        try:
            drawn = await self._services.renderer.chart(ProfilePicture(terms, tables))
        except DrawingError:
            return None
        return Figure(drawn.png, drawn.svg, profile_alt(terms, tables), drawn.width, drawn.height)

    async def _entity_of(self, note: TableLookup) -> Entity | None:
        """Return the entity that a look-up seems to be about; None where the graph knows none."""
        results, _ = await self._found(note, 1)
        try:
            found = await find_by_name(self._services.graph, label_of(results.query, results))
        except GraphError:
            return None
        return found[0] if found else None

    async def _keep(self, event: Click, note: TableLookup) -> Reply:
        name = " ".join("".join(event.field("name")[:1]).split())
        entity = await named_entity(self._services.graph, name)
        if entity is None:
            return refusal_reply(f"The graph has nothing called “{name}”, so the profile was not kept.")
        terms, tables = await self._terms(note)
        if not terms:
            return refusal_reply(STALE)
        kept = Measured(entity.id, entity.name, note.text, tables, terms_kept(terms))
        await self._services.store.keep_action(ActionRecord(event.id, event.place.key, person_key(event), kept))
        where = json.dumps({"thread": event.place.key, "event": event.id})
        await self._services.store.set_state(MEASURED, _measured_key(event.place.key, entity.id), where)
        picture = await self._chart(terms, tables)
        heading = Text((Strong(f"What is measured of {entity.name}"), Plain(f": {_words(kept)}.")))
        note_on = Notice(f"Kept in this thread; the panel of {entity.name} in a picture shows it from now on.")
        return Reply("", note.text, (heading, *((picture,) if picture else ()), profile_table(terms), note_on))


def _words(kept: Measured) -> str:
    return measured_words(kept.terms, kept.tables, kept.text)


def _measured_key(thread: str, entity: str) -> str:
    """Return the name under which it is held: each workspace has its own."""
    return "\x1f".join((*thread.split("\x1f")[:2], entity))


async def named_entity(graph: KnowledgeGraph, name: str) -> Entity | None:
    """Return the entity of that name; None where there is none, or the graph is away."""
    try:
        found = await find_by_name(graph, name) if name else ()
    except GraphError:
        return None
    return found[0] if found else None


async def measured_row(store: Store, thread: str, entity: str) -> tuple[tuple[str, str], ...]:
    """Return what is measured of an entity as a row of its card, as long as the thread that kept it does. Raises
    StoreError.
    """
    kept = await store.get_state(MEASURED, _measured_key(thread, entity))
    if kept is None:
        return ()
    where = json.loads(kept)
    records = effective_actions(await store.action_records(where["thread"]))
    found = [r.control for r in records if r.event == where["event"] and isinstance(r.control, Measured)]
    return tuple(("What is measured", _words(one)) for one in found[:1])
