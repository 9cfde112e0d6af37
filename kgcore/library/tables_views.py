"""Tables of papers as people see them in a conversation: found ones with their cells marked, meta-profiles. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from kgcore.english.agreement import count_noun
from kgcore.library.model import Article
from kgcore.library.tables import Table as PaperTable
from kgcore.library.tables_match import How, IndexedTable, TableMatch, TableResults
from kgcore.library.tables_profile import ProfileTerm, profile_title, profile_words
from kgcore.library.tables_query import Synonyms, TableQuery
from kgcore.library.views import paper_of
from kgcore.values.message import Action, Verb
from kgcore.values.reply import (
    Block,
    Choice,
    Choices,
    Field,
    FieldKind,
    Figure,
    Form,
    Inline,
    Link,
    Look,
    Notice,
    Plain,
    Strong,
    Table,
    Text,
)
from kgcore.values.text import clean_line, shorten

MOST_FOUND = 20  # tables that can be looked through
MOST_ROWS, MOST_COLUMNS = 14, 9  # of a table that is shown; the file has all of it
LONGEST_CAPTION, LONGEST_CELL, LONGEST_ALT = 200, 120, 1000
MOST_NAMES = 8  # other names that are told
HOW = {
    How.EXACT: "as asked for",
    How.SAME: "in another form of the label, or under another name",
    How.WORDS: "by words in common",
    How.NOT: "",
}


def table_title(table: PaperTable) -> str:
    """Return a table's label and caption on one line."""
    return shorten(clean_line(" ".join(filter(None, (table.label, table.caption)))), LONGEST_CAPTION)


def shown_rows(table: PaperTable, marked: Sequence[tuple[int, int]]) -> tuple[int, ...]:
    """Return the rows that are shown: all of a short table, else those around the marked cells."""
    if len(table.rows) <= MOST_ROWS:
        return tuple(range(len(table.rows)))
    wanted = sorted({row for row, _ in marked})[:MOST_ROWS] or [0]
    shown, reach = set(wanted), 1
    while len(shown) < MOST_ROWS:
        near = sorted({row + step for row in wanted for step in (-reach, reach)} - shown)
        shown |= set([row for row in near if 0 <= row < len(table.rows)][: MOST_ROWS - len(shown)])
        reach += 1
    return tuple(sorted(shown))


def _shown_columns(table: PaperTable, marked: Sequence[tuple[int, int]]) -> tuple[int, ...]:
    every = range(table.stub, len(table.columns))
    if len(every) <= MOST_COLUMNS:
        return tuple(every)
    first = [column for column in sorted({c for _, c in marked}) if column >= table.stub]
    return tuple(sorted(list(dict.fromkeys((*first, *every)))[:MOST_COLUMNS]))


def table_block(table: PaperTable, marked: Sequence[tuple[int, int]], picture: Figure | None) -> Table:
    """Return a found table as a block: rows' labels in front, matching cells marked."""
    rows, columns = shown_rows(table, marked), _shown_columns(table, marked)
    grid = table.grid()
    head = ["" if not table.stub else _label(table.columns[table.stub - 1])]
    body = tuple(
        (_cell(" › ".join(table.rows[row])), *(_cell(grid[row][column]) for column in columns)) for row in rows
    )
    places = tuple(
        (rows.index(row), columns.index(column) + 1) for row, column in marked if row in rows and column in columns
    )
    heads = (*head, *(_label(table.columns[column]) for column in columns))
    return Table(tuple(heads), body, "", places, picture)


def _label(path: Sequence[str]) -> str:
    return _cell(" / ".join(path))


def _cell(text: str) -> str:
    return shorten(clean_line(text), LONGEST_CELL)


def table_alt(table: PaperTable, marked: Sequence[tuple[int, int]]) -> str:
    """Return a table's picture in words: its size, and what stands in the marked cells."""
    size = f"{count_noun(len(table.rows), 'row')}, {count_noun(len(table.columns) - table.stub, 'column')}"
    said = {(cell.row, cell.column): cell.text for cell in table.cells}
    lines = [f"{' › '.join(table.rows[r])}, {' / '.join(table.columns[c])}: {said.get((r, c), '')}" for r, c in marked]
    found = f" Marked: {'; '.join(lines[:12])}." if lines else ""
    return shorten(clean_line(f"{table_title(table)} A table of {size}.{found}"), LONGEST_ALT)


# ── what was found ──────────────────────────────────────────────────────────────────────────────────────────────────


def tables_heading(text: str, found: int) -> Text:
    """Return how many tables there are, and what was looked for."""
    number = f"The {found} best tables" if found >= MOST_FOUND else count_noun(found, "table")
    return Text((Strong(f"{number} in the library"), Plain(f" for “{clean_line(text)}”.")))


def understood_words(results: TableResults) -> tuple[str, ...]:
    """Return how a query was understood: a free text's structure beside its words, and other names of the labels."""
    lines = []
    split, structural = results.split, results.structural
    if split is not None and structural is not None:
        asked = structural.query
        parts = [f"row “{asked.row}”" if asked.row else "", f"column “{asked.column}”" if asked.column else ""]
        parts.append(f"value {asked.value.text}" if asked.value else "")
        read = ", ".join(filter(None, parts))
        lines.append(
            f"Read in two ways: as {read} ({count_noun(len(structural.matches), 'table')}), and as plain words "
            f"({count_noun(len(results.matches), 'table')})."
        )
    query = structural.query if structural is not None else results.query
    for name, label, also in (("row", query.row, query.also_rows), ("column", query.column, query.also_columns)):
        others = list({one.casefold(): one for one in reversed(also) if one.casefold() != label.casefold()}.values())[
            ::-1
        ]
        if others:
            more = f" and {len(others) - MOST_NAMES} more" if len(others) > MOST_NAMES else ""
            lines.append(f"Also looked for as {name}: {', '.join(others[:MOST_NAMES])}{more}.")
    if query.synonyms is Synonyms.NEVER:
        lines.append("Only labels as you wrote them; other names are left out.")
    elif _only_as_written(results):
        alike = (structural or results).matches[0].how is How.WORDS
        these = (
            "These share words with the labels that you wrote" if alike else "These have the labels as you wrote them"
        )
        lines.append(f"{these}; “names:yes” finds other names of them, too.")
    return tuple(lines)


def _only_as_written(results: TableResults) -> bool:
    """Return whether labels stand as they were written, so that tables with other names of them were left out."""
    part = results.structural if results.structural is not None else results
    labelled = bool(part.query.row or part.query.column) and bool(part.matches)
    return labelled and part.query.synonyms is Synonyms.IF_NEEDED and not used_other_names(results)


def used_other_names(results: TableResults) -> bool:
    """Return whether other names than those given were looked for."""
    query = results.structural.query if results.structural is not None else results.query
    return bool(query.also_rows or query.also_columns)


def found_words(match: TableMatch, results: TableResults) -> str:
    """Return by which way a table was found."""
    ways = []
    if results.structural is not None:
        if any(m.found.id == match.found.id for m in results.by_structure):
            ways.append("by its labels and values" if results.structural.query.value else "by its labels")
        if any(m.found.id == match.found.id for m in results.matches):
            ways.append("by its words")
        return f"Found {' and '.join(ways)}." if ways else ""
    return f"Found {'; '.join((HOW[match.how], *match.why))}."


def found_lines(match: TableMatch, article: Article | None) -> tuple[Text, ...]:
    """Return a table's title, and the paper that it stands in, with its link."""
    title = Text((Strong(match.found.id), Plain(f"  {table_title(match.found.table)}")))
    if article is None:
        return (title,)
    paper = paper_of(article)
    words = clean_line(f"{paper.title}{f' ({paper.year})' if paper.year else ''}")
    named: Inline = Link(words, paper.url) if paper.url.startswith("http") else Plain(words)
    return (title, Text((Plain("In: "), named)))


def found_buttons(note: str, place: int, total: int, results: TableResults, *, own: bool, shared: bool) -> Choices:
    """Return what can be done with a found table and with the search; `own`: it is seen by who searched alone, who can
    show it to others where the place is `shared`.
    """

    def button(label: str, verb: Verb, index: int) -> Choice:
        return Choice(label, str(Action(verb, note, index)), look=Look.SUBTLE)

    buttons = [button("Previous table", Verb.TABLE, place - 1)] if place else []
    buttons += [button("Next table", Verb.TABLE, place + 1)] if place + 1 < total else []
    buttons += [button("CSV", Verb.TABLE_FILE, place), button("Profile", Verb.PROFILE, 0)]
    if not own:
        return Choices(tuple(buttons))
    if used_other_names(results):
        buttons.append(button("Without other names", Verb.TABLE_NAMES, 0))
    elif (results.structural or results).query.synonyms is Synonyms.NEVER or _only_as_written(results):
        buttons.append(button("With other names", Verb.TABLE_NAMES, 1))
    if shared:
        buttons.append(button("Share to channel", Verb.SHARE, place))
    return Choices(tuple(buttons))


def table_notes(table: PaperTable, block: Table) -> tuple[Notice, ...]:
    """Return a table's footnotes, and how much of it is not shown."""
    rows, columns = len(table.rows) - len(block.rows), len(table.columns) - table.stub - len(block.columns) + 1
    left = [count_noun(n, f"more {name}") for n, name in ((rows, "row"), (columns, "column")) if n > 0]
    notes = shorten(clean_line(" ".join((*table.notes, *table.footnotes))), 400)
    words = [f"Not shown: {' and '.join(left)}; the CSV file has them." if left else "", notes]
    return tuple(Notice(word) for word in words if word)


def with_names(text: str, *, names: bool) -> str:
    """Return a query with or without other names of its labels."""
    words = [w for w in text.split() if not w.lower().startswith("names:")]
    return " ".join([*words, f"names:{'yes' if names else 'no'}"])


def narrowed(text: str, term: str) -> str:
    """Return a query for those of its tables that have a header term."""
    return f"""{text} has: "{term.replace('"', "")}\""""


# ── meta-profiles ───────────────────────────────────────────────────────────────────────────────────────────────────


def profile_blocks(
    text: str, terms: Sequence[ProfileTerm], tables: int, picture: Figure | None, note: str, entity: str
) -> tuple[Block, ...]:
    """Return a profile: its chart, the same as a table, a button for each bar, and the form that keeps it."""
    heading = Text((Strong(profile_title(tables)), Plain(f", found for “{clean_line(text)}”.")))
    bars = tuple(
        Choice(
            shorten(clean_line(term.label), 60),
            str(Action(Verb.TERM, note, at)),
            f"{term.axis.value}, {count_noun(term.tables, 'table')}",
        )
        for at, term in enumerate(terms)
    )
    name = Field("name", "Of which entity of the graph?", FieldKind.TEXT, value=(entity,), most=200, names=True)
    keep = Form("Keep as what is measured", (name,), "Keep", str(Action(Verb.KEEP_PROFILE, note)))
    only = Choices((), bars, "Only the tables that have …")
    return (heading, *((picture,) if picture else ()), profile_table(terms), only, keep)


def profile_table(terms: Sequence[ProfileTerm]) -> Table:
    """Return a profile as a table."""
    rows = tuple((clean_line(t.label), t.axis.value, str(t.tables), f"{t.weight:.2f}") for t in terms)
    return Table(("Header term", "Where", "Tables", "TF-IDF"), rows)


def profile_alt(terms: Sequence[ProfileTerm], tables: int) -> str:
    """Return the chart in words."""
    return shorten(clean_line(profile_words(terms, tables)), LONGEST_ALT)


def measured_words(terms: Sequence[tuple[str, str, int]], tables: int, text: str) -> str:
    """Return in a line what is measured of an entity: "age (rows, 12), SBP …; in 20 tables for “blood pressure”"."""
    some = ", ".join(f"{clean_line(label)} ({count})" for label, _, count in terms[:8])
    return f"{some}; headers in {count_noun(tables, 'table')} for “{clean_line(text)}”"


def label_of(query: TableQuery, results: TableResults) -> str:
    """Return the label after which a profile's entity is looked for, "" where there is none."""
    split = results.split
    return query.row or query.column or (split.labels[0] if split and split.labels else query.text)


def same_tables(found: Sequence[TableMatch]) -> tuple[IndexedTable, ...]:
    """Return the tables of some matches, each once."""
    return tuple({m.found.id: m.found for m in found}.values())


def terms_kept(terms: Sequence[ProfileTerm]) -> tuple[tuple[str, str, int], ...]:
    """Return a profile's terms as they are kept."""
    return tuple((t.label, t.axis.value, t.tables) for t in terms)
