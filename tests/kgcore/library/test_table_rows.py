"""What the rows of tables are called: sections, rows under rows, and labels that stand elsewhere than first."""

from __future__ import annotations

import re

import pytest
from defusedxml.ElementTree import fromstring  # type: ignore[import-untyped]

from kgcore.library.tables_reading import read_table


def rows(text: str) -> list[str]:
    """Return the paths of a table's rows; the first line is the head. *bold*, > goes in, ^2 is tall, _3 wide."""
    head, *body = (line.strip() for line in text.strip().splitlines())
    lines = "".join(f"<tr>{''.join(map(cell, line.split('|')))}</tr>" for line in body)
    names = "".join(f"<th>{name.strip()}</th>" for name in head.split("|"))
    found = read_table(fromstring(f"<table><thead><tr>{names}</tr></thead><tbody>{lines}</tbody></table>"), "T1")
    assert found is not None
    return [" / ".join(path) for path in found.rows]


def cell(text: str) -> str:
    text = text.strip().replace("&", "&amp;").replace("<", "&lt;")
    text, _, tall = text.partition("^")
    text, _, wide = text.partition("_")
    spans = f' rowspan="{tall}"' * bool(tall) + f' colspan="{wide}"' * bool(wide)
    text = re.sub(r"\*(.+)\*", r"<bold>\1</bold>", text)
    return f"<td{spans}>{'&#8195;' * text.startswith('>')}{text.removeprefix('>')}</td>" if text != "." else ""


READ = {
    "what says columns anew heads rows and is none": (
        """ | Zinc | Placebo
        *Doctors* | Mean (SD) | Median (SD)
        General | 3 | 4
        *Equipment* | % | n
        Ultrasound | 50 | 58""",
        ["Doctors / General", "Equipment / Ultrasound"],
    ),
    "words beside a label name columns where the rows below stand further in": (
        """Sessions | Zinc | Placebo
        Total | 408 | 487
        Between centres | Centre A | Centre B
        >Splints | 27 | 16
        >Straps | 92 | 67""",
        ["Total", "Between centres / Splints", "Between centres / Straps"],
    ),
    "a heading ends where what stands below it makes up a hundred percent": (
        """ | Zinc | Placebo
        Restaurants | |
        >Tables | 33 | 31
        >Parties | |
        >Small | 2 (25.0%) | 4 (40%)
        >Large | 6 (75.0%) | 6 (60%)
        >Menu for children | 7 (87.5%) | 9 (90%)""",
        ["Restaurants / " + path for path in ("Tables", "Parties / Small", "Parties / Large", "Menu for children")],
    ),
    "what the same rows stand below again and again heads them": (
        """ | Zinc | Placebo
        Cholesterol | 0.4 | 0.1
        Baseline | 6.2 | 6.0
        Week 6 | 5.8 | 5.9
        Triglycerides | 0.2 | 0.1
        Baseline | 2.0 | 2.1
        Week 6 | 1.9 | 1.8
        Glucose | 0.3 | 0.2
        Baseline | 5.6 | 5.4
        Week 6 | 5.3 | 5.2""",
        [what + at for what in ("Cholesterol", "Triglycerides", "Glucose") for at in ("", " / Baseline", " / Week 6")],
    ),
    "lists that stand side by side have no labels": (
        """Inclusion criteria | Exclusion criteria
        Adults | Allergy
        Consent | Pregnancy""",
        ["", ""],
    ),
    "a list's items stand under its headings": (
        """Inclusion criteria_2
        a. | Adults
        b. | Consent
        *Exclusion criteria*_2
        a. | Allergy
        b. | Pregnancy""",
        ["a. / Adults", "b. / Consent", "Exclusion criteria / a. / Allergy", "Exclusion criteria / b. / Pregnancy"],
    ),
    "the same score on the left of each criterion is no label": (
        """Score | Criterion
        1 | Age above 40
        1 | Cancer
        1 | Pulse above 120""",
        ["Age above 40", "Cancer", "Pulse above 120"],
    ),
    "numbers that recur in each group are labels": (
        """Index | Days | Zinc | Placebo
        Volume | 0 | 26.9 | 26.2
         | 15 | 25.0 | 24.8
        Haemoglobin | 0 | 10.2 | 9.0
         | 15 | 9.0 | 8.6""",
        ["Volume / 0", "Volume / 15", "Haemoglobin / 0", "Haemoglobin / 15"],
    ),
    "tall labels in a table of words are divided by the words beside them": (
        """When | What | How
        Start^2 | Quality of life | QoL-AD
        Falls | Routine
        Month 12^2 | Quality of life | QoL-AD
        Falls | Routine""",
        ["Start / Quality of life", "Start / Falls", "Month 12 / Quality of life", "Month 12 / Falls"],
    ),
    "answers that are alike name no columns": (
        """ | First | Second
        Ascites | no | no
        Albumin | 366 | 445""",
        ["Ascites", "Albumin"],
    ),
    "labels on the right are labels": (
        """P value | Number | Diagnosis
        0.01 | 4 | Autism
        0.02 | 6 | ADHD
        0.03 | 7 | Total""",
        ["Autism", "ADHD", "Total"],
    ),
    "a blank first column heads nothing": (
        """ | Side | Region | x | y
         | Right | Putamen | 24 | 8
         | Left | Amygdala | 24 | 8
        *Negative* | | | |
         | Left | Precuneus | 40 | 5""",
        ["Right / Putamen", "Left / Amygdala", "Negative / Left / Precuneus"],
    ),
    "letters beside numbers say more of a row": (
        """Position | Base | G (%) | A (%)
        -3 | T | 9.5 | 9.6
        -2 | A | 11.5 | 66.6
        -1 | C | 11.2 | 66.9""",
        ["-3 / T", "-2 / A", "-1 / C"],
    ),
    "prose beside a tall label is what the row has": (
        f"""Type | Message | Day | Hour
        Reminder | {"Take it. " * 12} | 1 | 2
        Lesson^2 | {"Eat fruit. " * 12} | 3 | 4
        {"Move about. " * 12} | 5 | 6""",
        ["Reminder", "Lesson", "Lesson"],
    ),
    "rows that are numbered as parts are parts": (
        """ | Zinc | Placebo
        1. Cost | 4 | 5
        2. Time | 119 | 114
        2.1 Waiting | 58 | 54
        2.2 Talking | 49 | 49
        3. Visits | 1 | 2""",
        ["1. Cost", "2. Time", "2. Time / 2.1 Waiting", "2. Time / 2.2 Talking", "3. Visits"],
    ),
    "a tall p-value is of the rows below": (
        """ | Zinc | Placebo | P
        Age | 26 | 27 | 0.77
        Race | | | 0.16^3
        >Black | 27 | 28 | .
        >White | 64 | 72 | .
        Height | 170 | 171 | 0.5""",
        ["Age", "Race / Black", "Race / White", "Height"],
    ),
    "a heading beside a tall label divides it": (
        """ | | Zinc | Iron
        Pain^4 | Responders | 91 | 69
        Others | 60 | 82
        Comparisons_3
        Zinc v iron | 1.2 | 3
        Sleep^4 | Responders | 81 | 69
        Others | 70 | 82
        Comparisons_3
        Zinc v iron | 2 | 3""",
        [
            "Pain / Responders", "Pain / Others", "Pain / Comparisons / Zinc v iron",
            "Sleep / Responders", "Sleep / Others", "Sleep / Comparisons / Zinc v iron",
        ],
    ),
    "a sum has no number, whatever stands above it": (
        """ | Provider | n | %
        1 | Doctor | 10 | 20
        2 | Nurse | 20 | 40
        3 | Midwife | 20 | 40
         | Total | 50 | 100""",
        ["1 / Doctor", "2 / Nurse", "3 / Midwife", "Total"],
    ),
    "a bold row is no heading where its numbers are bold, too": (
        """ | Zinc | Iron
        *Violence* | n | %
        0 | 9 | 8
        3-6 | 11 | 10
        *7 or more* | *93* | *82*
        Missing | 1 | 1
        *Depressed* | |
        No | 32 | 28""",
        ["Violence / 0", "Violence / 3-6", "Violence / 7 or more", "Violence / Missing", "Depressed / No"],
    ),
    "parts that are counted stand beside each other": (
        """ | Under 5 | 5 and above
        *Part I: shares* | |
        *Arm A* | |
        Time 0 | 41 | 31
        *Arm B* | |
        Time 0 | 52 | 38
        *Part II: models* | |
        Arm A: T1 | 0.65 | 0.02""",
        ["Part I: shares / Arm A / Time 0", "Part I: shares / Arm B / Time 0", "Part II: models / Arm A: T1"],
    ),
    "a row that goes on under a label stands as far in as that": (
        """ | | T1 | P
        Attitudes | | |
        >Smoking is bad | I | 3.8 | 0.1
         | C | 2.5 | 0.2
        >Smoking is safe | I | 3.1 | 0.1
         | C | 5.0 | 0.3""",
        [
            "Attitudes / Smoking is bad / I", "Attitudes / Smoking is bad / C",
            "Attitudes / Smoking is safe / I", "Attitudes / Smoking is safe / C",
        ],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("text", "paths"), READ.values(), ids=READ)
def test_rows_are_called_what_people_read(text: str, paths: list[str]) -> None:
    assert rows(text) == paths
