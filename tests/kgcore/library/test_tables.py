"""Tables as trees of headers, what their cells say, and how they are found."""

from __future__ import annotations

import sqlite3
import time
from pathlib import Path
from xml.etree.ElementTree import Element

import pytest
from defusedxml.ElementTree import fromstring  # type: ignore[import-untyped]

from kgcore.drawing.tables import draw_profile, draw_table
from kgcore.errors import InputError
from kgcore.ingest.articles.tabulating import html_tree
from kgcore.library.embedded.tables import TableIndex
from kgcore.library.tables import Comparison, Table, label_lines
from kgcore.library.tables_labels import label_core
from kgcore.library.tables_profile import Axis, meta_profile, profile_words
from kgcore.library.tables_query import Synonyms, TableQuery, parse_table_query, read_value_query
from kgcore.library.tables_reading import read_table, tables_of
from kgcore.library.tables_store import PaperTables, pack_table, unpack_table, with_values
from kgcore.library.tables_values import read_value

TRIAL = """<table-wrap id="T1"><label>Table 1</label><caption><p>Baseline. Values are mean (SD) or n (%).</p></caption>
<table><thead>
<tr><th rowspan="2">Characteristic</th><th colspan="2">Group</th><th rowspan="2">P value</th></tr>
<tr><th>Zinc (n = 40)</th><th>Placebo (n = 41)</th></tr></thead>
<tbody>
<tr><td colspan="4"><bold>Demographics</bold></td></tr>
<tr><td>Age, years</td><td>54.1 (8.2)</td><td>53.0 (9.1)</td><td>0.61</td></tr>
<tr><td>Female</td><td>22 (55.0)</td><td>20 (48.8)</td><td>0.58</td></tr>
<tr><td colspan="4"><bold>Vital signs</bold></td></tr>
<tr><td>SBP, mmHg</td><td>131.5 (12.0)</td><td>142.0 (11.1)</td><td>&lt;0.001</td></tr>
</tbody></table><table-wrap-foot><p>SBP: systolic blood pressure.</p></table-wrap-foot></table-wrap>"""


def table(source: str) -> Table:
    found = read_table(fromstring(source), "T1")
    assert found is not None
    return with_values(found)


def index(folder: Path, *tables: Table, abbreviations: tuple[tuple[str, str], ...] = ()) -> TableIndex:
    opened = TableIndex.open(folder, writable=True)
    opened.put([PaperTables(f"PMC{n}", f"PMC:PMC{n}", "1", (one,), abbreviations) for n, one in enumerate(tables, 1)])
    return opened


def test_headers_become_paths_and_sections_head_their_rows() -> None:
    read = table(TRIAL)
    assert read.columns == (
        ("Characteristic",), ("Group", "Zinc (n = 40)"), ("Group", "Placebo (n = 41)"), ("P value",)
    )  # fmt: skip
    assert read.rows == (("Demographics", "Age, years"), ("Demographics", "Female"), ("Vital signs", "SBP, mmHg"))
    assert (read.label, read.footnotes) == ("Table 1", ("SBP: systolic blood pressure.",))


def test_cells_say_what_their_table_says_of_them() -> None:
    cells = {(c.row, c.column): c.value for c in table(TRIAL).cells}
    assert (cells[1, 1].n, cells[1, 1].percent) == (22, 55)
    assert (cells[2, 3].p, cells[2, 3].comparison) == (0.001, Comparison.LESS)
    assert cells[2, 1].unit == "mmHg"


@pytest.mark.parametrize(
    ("text", "column", "field", "value"),
    [
        ("23.9 ± 4.6", "Mean ± SD", "sd", 4.6),
        ("1.17 (0.9–1.4)", "OR (95% CI)", "ci", (0.9, 1.4)),
        ("15/31 (48 %)", "Responders", "of", 31),
        ("16/4", "Placebo", "of", None),  # men and women: no sixteen of four
        ("54 (18–77)", "Median (range)", "range", (18, 77)),
        ("1,234", "Number", "number", 1234),
        ("−3.2", "Change", "number", -3.2),
        ("0.04", "P value", "p", 0.04),
    ],
)
def test_numbers_are_read_as_they_are_meant(text: str, column: str, field: str, value: object) -> None:
    assert getattr(read_value(text, ("x",), (column,)), field) == value


def test_a_table_comes_back_from_its_bytes() -> None:
    assert unpack_table(pack_table(table(TRIAL)), values=True) == table(TRIAL)


def test_bytes_that_are_no_table_are_refused() -> None:
    with pytest.raises(ValueError, match="not a packed table"):
        unpack_table(b"nonsense")


# ── what people and programs write ──────────────────────────────────────────────────────────────────────────────────


def test_a_table_without_headers_has_rows_and_cells() -> None:
    read = table("<table><tr><td>Zinc</td><td>12</td></tr><tr><td>Iron</td><td>15</td></tr></table>")
    assert [c.text for c in read.cells] == ["12", "15"]
    assert read.rows == (("Zinc",), ("Iron",))


def test_three_hundred_columns_are_read_and_drawn() -> None:
    head = "".join(f"<th>c{n}</th>" for n in range(300))
    body = "".join(f"<td>{n}</td>" for n in range(299))
    read = table(f"<table><thead><tr>{head}</tr></thead><tbody><tr><td>row</td>{body}</tr></tbody></table>")
    assert len(read.columns) == 300
    assert draw_table(read, {(0, 250)}).startswith(b"\x89PNG")


def test_a_picture_with_all_columns_says_nothing_of_more_of_them() -> None:
    body = "".join(f"<tr><td>{n % 2 * 'Pain'}</td><td>word{n}</td><td>{n}</td><td>2</td></tr>" for n in range(1, 5))
    read = table(f"<table><thead><tr><th/><th/><th>a</th><th>b</th></tr></thead><tbody>{body}</tbody></table>")
    assert read.stub == 2
    assert b"not shown" not in draw_table(read, format="svg")


def test_right_to_left_text_stays_as_it_is_written() -> None:
    read = table(
        "<table><thead><tr><th>المجموعة</th><th>זינק</th></tr></thead><tbody><tr><td>العمر</td><td>54</td></tr></tbody></table>"
    )
    assert (read.columns[1], read.rows[0], read.cells[0].text) == (("זינק",), ("العمر",), "54")
    assert draw_table(read).startswith(b"\x89PNG")


def test_tables_in_cells_are_read_as_far_as_people_look() -> None:
    inner = "<table><tr><td>a</td><td>1</td></tr><tr><td>b</td><td>2</td></tr></table>"
    for _ in range(30):
        inner = f"<table><tr><td>w</td><td>1</td></tr><tr><td>x</td><td>{inner}</td></tr></table>"
    assert table(inner).cells[1].nested is not None


def test_a_cell_in_a_list_of_spans_reaches_no_further_than_the_table() -> None:
    read = table('<table><tr><td rowspan="99999" colspan="99999">a</td><td>1</td></tr><tr><td>2</td></tr></table>')
    assert len(read.columns) <= 1_002


@pytest.mark.parametrize(
    "source", ["<table-wrap/>", "<table/>", "<table><tr/></table>", "<table><tr><td/></tr></table>"]
)
def test_what_has_no_cells_is_no_table(source: str) -> None:
    found = read_table(fromstring(source), "T1")
    assert found is None or not found.cells


def test_careless_html_is_read_like_a_browser_does() -> None:
    page = html_tree("<table><tr><th>Drug<th>Dose<tr><td>Zinc<td>10 mg<p>daily<tr><td>Iron<td>5 mg</table>")
    (read,) = tables_of(page)
    assert read.rows == (("Zinc",), ("Iron",))
    assert read.cells[0].text == "10 mg daily"


def test_reading_a_long_table_takes_time_in_proportion() -> None:
    def took(rows: int) -> float:
        body = "".join(f"<tr><td>row {n}</td><td>{n}</td><td>{n} ({n / 7:.1f})</td></tr>" for n in range(rows))
        element: Element = fromstring(f"<table>{body}</table>")
        began = time.process_time()
        read_table(element, "T1")
        return time.process_time() - began

    took(500)
    assert took(8_000) < 16 * max(took(2_000), 0.01)  # four times the rows; sixteen would be quadratic


# ── search ──────────────────────────────────────────────────────────────────────────────────────────────────────────

OTHER = TRIAL.replace("SBP, mmHg", "Heart rate").replace("142.0 (11.1)", "70.2 (9.0)").replace("Zinc", "Iron")


@pytest.mark.parametrize(
    ("query", "found"),
    [
        (TableQuery(row="SBP, mmHg", column="Placebo (n = 41)", value=read_value_query("142.0 (11.1)")), "PMC1#T1"),
        (TableQuery(row="SBP", value=read_value_query(">140")), "PMC1#T1"),
        (TableQuery(row="systolic blood pressure"), "PMC1#T1"),
        (TableQuery(column="Iron (n = 40)"), "PMC2#T1"),
        (TableQuery(text="heart rate placebo 70.2 (9.0)"), "PMC2#T1"),
        (TableQuery(text="SBP above 140"), "PMC1#T1"),
        (TableQuery(value=read_value_query("> 140")), "PMC1#T1"),
    ],
)
def test_a_table_is_found_by_what_is_known_of_it(tmp_path: Path, query: TableQuery, found: str) -> None:
    opened = index(tmp_path, table(TRIAL), table(OTHER), abbreviations=(("SBP", "systolic blood pressure"),))
    assert opened.search(query).matches[0].found.id == found


def test_the_cells_that_match_are_named(tmp_path: Path) -> None:
    query = TableQuery(row="SBP, mmHg", value=read_value_query("> 140"))
    assert index(tmp_path, table(TRIAL)).search(query).matches[0].cells == ((2, 2),)


def test_synonyms_can_be_switched_off(tmp_path: Path) -> None:
    opened = index(tmp_path, table(TRIAL), abbreviations=(("SBP", "systolic blood pressure"),))
    known = TableQuery(row="systolic arterial pressure", also_rows=("SBP",))
    assert opened.search(known).matches[0].cells
    off = TableQuery(row="systolic arterial tension", synonyms=Synonyms.NEVER, value=read_value_query("131.5 (12.0)"))
    assert not opened.search(off).matches


def test_a_table_that_is_put_in_again_takes_the_place_of_the_old_one(tmp_path: Path) -> None:
    opened = index(tmp_path, table(TRIAL))
    opened.put([PaperTables("PMC1", "PMC:PMC1", "2", (table(OTHER),))])
    assert (len(opened), opened.marks()) == (1, {"PMC:PMC1": "2"})
    assert not opened.search(TableQuery(row="SBP, mmHg")).matches
    opened.remove(["PMC:PMC1"])
    assert len(opened) == 0


def test_a_file_that_is_no_index_is_told_with_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "tables.db").write_bytes(b"something else" * 100)
    with pytest.raises(InputError, match="Remove it; it is made again"):
        TableIndex.open(tmp_path)


@pytest.mark.parametrize(
    ("label", "core"),
    [
        ("Male, n (%)", "male"),
        ("Age (years)a", "age"),
        ("SBP (mmHg)", "systolic blood pressure"),
        ("Systolic blood pressure", "systolic blood pressure"),
    ],
)
def test_the_last_letter_of_a_word_is_no_mark(label: str, core: str) -> None:
    assert label_core(label, {"SBP": "systolic blood pressure"}) == core


def test_a_profile_tells_columns_from_rows(tmp_path: Path) -> None:
    opened = index(tmp_path, table(TRIAL), table(OTHER))
    found = [m.found for m in opened.search(TableQuery(row="Age, years")).matches]
    profile = meta_profile(found, opened.label_weight)
    axes = {term.label: term.axis for term in profile}
    assert (axes["Age, years"], axes["Placebo (n = 41)"]) == (Axis.ROW, Axis.COLUMN)
    assert "2 tables" in profile_words(profile, 2)
    assert draw_profile(profile, 2).startswith(b"\x89PNG")


def test_a_profile_shows_what_is_measured_without_statistics_names_of_labels_and_marks_of_footnotes(
    tmp_path: Path,
) -> None:
    cells = "<tr><td>Lean mass (kg) a</td><td>3</td><td>0.2</td></tr>"
    heads = ("P", "P-value *", "95% CI")
    wraps = (
        f'<table-wrap id="T{n}"><table><tr><th>Variable</th><th>Zinc</th><th>{p}</th></tr>{cells}</table></table-wrap>'
        for n, p in enumerate(heads)
    )
    opened = index(tmp_path, *map(table, wraps))
    profile = meta_profile([m.found for m in opened.search(TableQuery(column="Zinc")).matches], opened.label_weight)
    terms = {term.label: term.tables for term in profile}
    assert terms == {"Lean mass (kg)": 3, "Zinc": 3}


def test_a_profile_leaves_out_what_one_table_has_where_enough_stands_in_several(tmp_path: Path) -> None:
    shared = "".join(f"<tr><td>{name}</td><td>3</td></tr>" for name in ("Pain", "Mood", "Sleep", "Weight", "Falls"))
    wraps = (
        f'<table-wrap id="T{n}"><table><tr><th/><th>Zinc</th></tr>{shared}<tr><td>{own}</td><td>2</td></tr></table>'
        "</table-wrap>"
        for n, own in enumerate(("Minutes online", "Friends"))
    )
    opened = index(tmp_path, *map(table, wraps))
    profile = meta_profile([m.found for m in opened.search(TableQuery(column="Zinc")).matches], opened.label_weight)
    assert {term.label for term in profile} == {"Zinc", "Pain", "Mood", "Sleep", "Weight", "Falls"}


def test_a_header_over_several_columns_stands_once_in_the_picture() -> None:
    read = table(
        '<table-wrap id="T1"><table><thead><tr><th rowspan="2">Arm</th><th colspan="3">Time</th></tr>'
        "<tr><th>0</th><th>10</th><th>20</th></tr></thead><tbody><tr><td>Zinc</td><td>1</td><td>2</td><td>3</td>"
        "</tr></tbody></table></table-wrap>"
    )
    assert draw_table(read, format="svg").count(b"<!-- Time -->") == 1


SIZES = """<table-wrap id="T1"><caption><p>Tumours</p></caption><table><thead>
<tr><th/><th>Zinc</th><th>Placebo</th></tr></thead><tbody>
<tr><td>Tumor size, mm</td><td>8.9 (2.1)</td><td>7.7 (2.4)</td></tr>
<tr><td colspan="3">Tumor size, n (%)</td></tr>
<tr><td>&#8195;&#8804; 2 cm</td><td>12 (30.0)</td><td>14 (34.1)</td></tr>
<tr><td>&#8195;&gt; 2 cm</td><td>28 (70.0)</td><td>27 (65.9)</td></tr></tbody></table></table-wrap>"""


def test_how_many_are_of_a_size_is_no_size(tmp_path: Path) -> None:
    found = index(tmp_path, table(SIZES))
    (sizes,) = found.search(TableQuery("tumor size", value=read_value_query(">8"))).matches
    assert sizes.cells == ((0, 1),)
    (counts,) = found.search(TableQuery("> 2 cm", value=read_value_query(">27"))).matches
    assert counts.cells == ((2, 1),)
    found.close()


def test_of_how_many_it_was_measured_is_none_of_its_values(tmp_path: Path) -> None:
    rows = "<tr><td>SBP</td></tr><tr><td>&#8195;N</td><td>1329</td></tr><tr><td>&#8195;Baseline</td><td>142.5</td></tr>"
    found = index(tmp_path, table(f"<table><tr><th>Measure</th><th>Zinc</th></tr>{rows}</table>"))
    (above,) = found.search(TableQuery("SBP", value=read_value_query(">140"))).matches
    assert above.cells == ((1, 1),)
    found.close()


VISITS = """<table><tr><td>Torque</td><td/><td>Before</td><td>After</td></tr>
<tr><td rowspan="2">Flexor</td><td>30&#176;/s</td><td>78.8</td><td>89.8</td></tr>
<tr><td>120&#176;/s</td><td>49.8</td><td>58.4</td></tr>
<tr><td rowspan="2">Extensor</td><td>30&#176;/s</td><td>80.2</td><td>95.8</td></tr>
<tr><td>120&#176;/s</td><td>87.6</td><td>96.8</td></tr>
</table>"""
PLAN = """<table><tr><th>Outcome</th><th>Measure</th><th>Week 0</th><th>Week 8</th></tr>
<tr><td>Adherence</td><td>Count of tablets</td><td>X</td><td>X</td></tr>
<tr><td>Sleep</td><td>A diary of nights</td><td>---</td><td>X</td></tr></table>"""


def test_what_recurs_beside_tall_cells_and_what_stands_before_marks_are_labels() -> None:
    assert table(VISITS).rows[:3] == (("Flexor", "30°/s"), ("Flexor", "120°/s"), ("Extensor", "30°/s"))
    assert table(PLAN).rows == (("Adherence", "Count of tablets"), ("Sleep", "A diary of nights"))


def rows_of(*lines: str) -> tuple[tuple[str, ...], ...]:
    """Return how the rows of a table are read; cells between bars, `_` an em space, `*bold*`."""
    cells = [[cell.strip() for cell in line.split("|")] for line in lines]
    html = "".join("<tr>" + "".join(map(_cell, line)) + "</tr>" for line in cells)
    heads = "".join(f"<th>{'' if at == 0 else f'Arm {at}'}</th>" for at in range(len(cells[0])))
    return table(f"<table><thead><tr>{heads}</tr></thead><tbody>{html}</tbody></table>").rows


def _cell(text: str) -> str:
    bold = text.startswith("*")
    return f"<td>{'<bold>' * bold}{text.strip('*').replace('_', '&#8195;')}{'</bold>' * bold}</td>"


@pytest.mark.parametrize(
    ("lines", "read"),
    [
        (  # a p-value beside the group, none beside its rows
            ("Sex | | | 0.4", "Single | 3 | 4 |", "Married | 5 | 6 |", "Weight | 60 | 61 | 0.2"),
            (("Sex",), ("Sex", "Single"), ("Sex", "Married"), ("Weight",)),
        ),
        (  # two sexes are all that there is of them
            ("Gender | |", "Male | 3 | 4", "Female | 5 | 6", "Smoking history | 7 | 8"),
            (("Gender", "Male"), ("Gender", "Female"), ("Smoking history",)),
        ),
        (  # a time alone in its row heads what was measured then
            ("3 months | |", "Pain | 3 | 4", "12 months | |", "Pain | 1 | 2"),
            (("3 months", "Pain"), ("12 months", "Pain")),
        ),
        (  # the test of a group stands in it, though it is not indented
            ("Iron | |", "_Median | 3 | 4", "_Range | 1-5 | 2-6", "p value | 0.3 |", "Age | 50 | 51"),
            (("Iron", "Median"), ("Iron", "Range"), ("Iron", "p value"), ("Age",)),
        ),
        (  # two headings at once, and again: the first of each pair ends the pair before
            ("*Before birth* | |", "*Visits* | |", "One | 1 | 2", "*After birth* | |", "*Cord* | |", "Thread | 3 | 4"),
            (("Before birth", "Visits", "One"), ("After birth", "Cord", "Thread")),
        ),
        (  # what says that it counts ends where something else is measured
            ("Diabetes (%) | |", "Type 1 | 3 | 4", "Type 2 | 5 | 6", "Duration (years) | 7 | 8"),
            (("Diabetes (%)", "Type 1"), ("Diabetes (%)", "Type 2"), ("Duration (years)",)),
        ),
        (  # a plain heading ends a bold one whose rows are indented
            ("*Age range* | |", "_Min | 1 | 2", "Weight, kg | |", "_Mean | 70 | 71"),
            (("Age range", "Min"), ("Weight, kg", "Mean")),
        ),
        (  # a sum ends a group that nothing else ends
            ("Symptoms | |", "Positive | 3 | 4", "Negative | 5 | 6", "Total | 8 | 10", "Weight | 70 | 71"),
            (("Symptoms", "Positive"), ("Symptoms", "Negative"), ("Symptoms", "Total"), ("Weight",)),
        ),
        (  # a heading goes on in the next line
            ("*After 4 weeks* | |", "*with the first drug* | |", "8 am | 3 | 4", "*After 8 weeks* | |", "8 am | 5 | 6"),
            (("After 4 weeks with the first drug", "8 am"), ("After 8 weeks", "8 am")),
        ),
        (  # what has come twice in the same way is whole when it comes again
            ("*A* | |", "Day 0 | 1 | 2", "*B* | |", "Day 0 | 1 | 2", "*C* | |", "Day 0 | 1 | 2", "Mean titre | 5 | 6"),
            (("A", "Day 0"), ("B", "Day 0"), ("C", "Day 0"), ("Mean titre",)),
        ),
        (  # bold sums stand above their plain items
            ("*Alcohol* | 9 | 8", "Harm | 1 | 2", "Crime | 3 | 4", "*Drugs* | 7 | 6", "Harm | 1 | 2", "Crime | 3 | 4"),
            (
                ("Alcohol",),
                ("Alcohol", "Harm"),
                ("Alcohol", "Crime"),
                ("Drugs",),
                ("Drugs", "Harm"),
                ("Drugs", "Crime"),
            ),
        ),
        (  # a list
            ("Tests", "_Blood", "_Urine", "Questions", "_Sleep"),
            (("Tests", "Blood"), ("Tests", "Urine"), ("Questions", "Sleep")),
        ),
    ],
)
def test_which_row_stands_under_which(lines: tuple[str, ...], read: tuple[tuple[str, ...], ...]) -> None:
    assert rows_of(*lines) == read


TALL = """<table><thead><tr><th>Organ</th><th>Term</th><th>Zinc</th><th>Placebo</th></tr></thead><tbody>
<tr><td>Gut</td><td>Nausea</td><td>3</td><td>4</td></tr><tr><td/><td>Ulcer</td><td>1</td><td>2</td></tr>
<tr><td>Infections</td><td/><td/><td/></tr><tr><td/><td>Rhinitis</td><td>1</td><td>2</td></tr>
<tr><td>Nerves</td><td>Pain</td><td>5</td><td>6</td></tr>
<tr><td/><td><bold>By severity</bold></td><td/><td/></tr><tr><td/><td>Mild</td><td>5</td><td>6</td></tr>
<tr><td>Skin</td><td>Rash</td><td>5</td><td>6</td></tr></tbody></table>"""


@pytest.mark.parametrize(
    ("lines", "read"),
    [
        (("1 | Doctor | 3 | 4", "2 | Nurse | 5 | 6", "3 | Midwife | 7 | 8"), ("1", "Doctor")),  # a number of the row
        (("Doctor | visit | 3 | 4", "Nurse | visit | 5 | 6", "All | visit | 8 | 10"), ("Doctor", "visit")),
        (("Patient | 82 (20) | 59 (25)", "| (N = 39) | (N = 30)", "Partner | 88 (9) | 57 (17)"), ("Patient",)),
    ],
)
def test_how_many_columns_are_labels(lines: tuple[str, ...], read: tuple[str, ...]) -> None:
    assert rows_of(*lines)[0] == read


def test_to_which_group_a_person_belongs_is_no_label() -> None:
    people = "".join(f"<tr><td>{id}</td><td>{arm}</td><td>{id + 40}</td></tr>" for id, arm in enumerate("AABBAB", 7))
    head = "<thead><tr><th>Patient ID</th><th>Arm</th><th>Age</th></tr></thead>"
    wide = people.replace("</tr>", "<td>1</td><td>2</td></tr>")
    assert table(f"<table>{head}<tbody>{wide}</tbody></table>").rows[0] == ("7",)
    other = head.replace("Patient ID", "Ward")
    assert table(f"<table>{other}<tbody>{wide}</tbody></table>").rows[0] == ("7", "A")


def test_values_with_places_in_the_last_column_are_no_labels() -> None:
    years = "".join(
        f"<tr><td>{y}–{y + 4}</td><td>{y}.5</td><td>-{y - 1950}.0/7{y % 9}.5(TN/KA)</td></tr>"
        for y in (1981, 1985, 1989)
    )
    assert table(f"<table><tbody>{years}</tbody></table>").rows[0] == ("1981–1985",)


def test_grades_may_be_counted_from_none() -> None:
    rows = "".join(
        f"<tr><td>{n}</td><td>{word}</td><td>{word} then</td></tr>" for n, word in enumerate(("No", "Mild", "Bad"))
    )
    assert table(f"<table><tbody>{rows}</tbody></table>").rows == (("0", "No"), ("1", "Mild"), ("2", "Bad"))


def test_a_row_that_names_columns_is_a_header_though_it_stands_in_the_body() -> None:
    organs = "<tr><td>Organ</td><td>Term</td><td>n (%)</td><td>n (%)</td></tr>"
    found = table(TALL.replace("<th>Organ</th><th>Term</th>", "<th/><th/>").replace("<tbody>", f"<tbody>{organs}"))
    assert found.columns == (("Organ",), ("Term",), ("Zinc", "n (%)"), ("Placebo", "n (%)"))
    assert found.rows[0] == ("Gut", "Nausea")


def test_labels_of_two_columns_end_where_the_left_one_goes_on() -> None:
    assert table(TALL).rows == (
        ("Gut", "Nausea"), ("Gut", "Ulcer"), ("Infections", "Rhinitis"), ("Nerves", "Pain"),
        ("Nerves", "By severity", "Mild"), ("Skin", "Rash"),
    )  # fmt: skip


def test_labels_in_other_words_find_their_table_and_one_that_is_not_there_is_left_out(tmp_path: Path) -> None:
    opened = index(tmp_path, table(TRIAL.replace("Placebo (n = 41)", "Control group")), table(OTHER))
    assert opened.search(TableQuery("age in years", "control arm")).matches[0].found.id == "PMC1#T1"
    value = read_value_query("131.5 (12.0)")
    (match,) = opened.search(TableQuery("sbp", "nothing of the kind", value)).matches
    assert (match.found.id, match.cells) == ("PMC1#T1", ((2, 1),))
    assert "without the column" in match.why[0]
    opened.close()


def test_a_question_finds_its_cell_though_tables_have_other_words(tmp_path: Path) -> None:
    opened = index(tmp_path, table(TRIAL), table(OTHER))
    match = opened.search(parse_table_query("How many women were there in the placebo group?")).matches[0]
    assert match.found.table.rows[match.cells[0][0]] == ("Demographics", "Female")
    opened.close()


def test_an_index_of_another_version_is_made_anew_where_it_may_be_written(tmp_path: Path) -> None:
    index(tmp_path, table(TRIAL)).close()
    with sqlite3.connect(tmp_path / "tables.db") as file:
        file.execute("UPDATE meta SET value = '0' WHERE key = 'version'")
    file.close()
    with pytest.raises(InputError, match="another version"):
        TableIndex.open(tmp_path)
    opened = TableIndex.open(tmp_path, writable=True)
    assert len(opened) == 0
    opened.close()


@pytest.mark.parametrize(
    ("paths", "lines"),
    [
        ((("Age",), ("Sex", "Men"), ("Sex", "Women")), ["0 Age", "- Sex", "1   Men", "2   Women"]),
        ((("Smoking",), ("Smoking", "Never"), ("Weight",)), ["0 Smoking", "1   Never", "2 Weight"]),
        ((("A", "B", "c"), ("A", "B", "d"), ("A", "e")), ["- A", "-   B", "0     c", "1     d", "2   e"]),
        ((("A", "b"), ("C", "d")), ["0 A › b", "1 C › d"]),  # a heading of one row stands beside it
        (((), ()), ["0 ", "1 "]),
        ((("A", "x"), ("A", "y"), ("B",), ("A", "x")), ["- A", "0   x", "1   y", "2 B", "3 A › x"]),
    ],
)
def test_what_heads_several_rows_is_told_once(paths: tuple[tuple[str, ...], ...], lines: list[str]) -> None:
    told = label_lines(paths)
    assert [f"{'-' if x.row is None else x.row} {'  ' * x.depth}{x.label}" for x in told] == lines


def test_sections_stand_above_their_rows_in_a_picture_and_what_is_found_is_framed_there() -> None:
    source = TRIAL.replace("</tbody>", "<tr><td>Pulse</td><td>70</td><td>71</td><td>0.5</td></tr></tbody>")
    drawn = draw_table(table(source), {(2, 2)}, format="svg").decode()
    assert drawn.count("<!-- Vital signs -->") == 1
    assert "›" not in drawn
