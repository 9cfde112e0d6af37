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
    names = "".join(cell(name).replace("td", "th") for name in head.split("|"))
    found = read_table(fromstring(f"<table><thead><tr>{names}</tr></thead><tbody>{lines}</tbody></table>"), "T1")
    assert found is not None
    return [" / ".join(path) for path in found.rows]


def cell(text: str) -> str:
    text = text.strip().replace("&", "&amp;").replace("<", "&lt;")
    text, _, tall = text.partition("^")
    text, _, wide = text.partition("_")
    spans = f' rowspan="{tall}"' * bool(tall) + f' colspan="{wide}"' * bool(wide)
    text = re.sub(r"\*(.+)\*", r"<bold>\1</bold>", text)
    plain = text.lstrip(">")
    return f"<td{spans}>{'&#8195;' * (len(text) - len(plain))}{plain}</td>" if text != "." else ""


READ = {
    "names in bold with something plain in brackets behind are set alike": (
        """Vitamin | Dose | Limit
        *K* | 0 | 55
        *B1* (thiamin) | 20 | 0.6
        *B2* (riboflavin) | 20 | 0.7
        *Biotin* | 5 | 12
        *Choline* (chloride) | 250 | 300""",
        ["K", "B1 (thiamin)", "B2 (riboflavin)", "Biotin", "Choline (chloride)"],
    ),
    "what says of marks and numbers what they mean is no row": (
        """ | Zinc | Placebo
        Age | 3 | 4
        Weight* | 5 | 6
        * P < 0.05 | |
        Values are means ± SD | |""",
        ["Age", "Weight*"],
    ),
    "of whom are how many: a part of the row above": (
        """ | Zinc | Placebo
        Patients | 30 | 40
        of whom men | 15 | 16
        of whom women | 15 | 24
        Deaths | 3 | 4""",
        ["Patients", "Patients / of whom men", "Patients / of whom women", "Deaths"],
    ),
    "numbers that recur in every group are labels, whatever sections stand between the groups": (
        """Measure | Week | Mean | SD
        *Blood*_4
        Glucose^2 | 0 | 5.1 | 1.2
        . | 6 | 5.0 | 1.1
        Insulin^2 | 0 | 8.1 | 2.2
        . | 6 | 7.9 | 2.4
        *Body*_4
        Weight^2 | 0 | 80.2 | 9.8
        . | 6 | 78.3 | 9.1""",
        [
            "Blood / Glucose / 0",
            "Blood / Glucose / 6",
            "Blood / Insulin / 0",
            "Blood / Insulin / 6",
            "Body / Weight / 0",
            "Body / Weight / 6",
        ],
    ),
    "numbers that recur are labels where the label left of them stands in each row, too": (
        """Measure | Dose | Mean | SD
        Glucose | 10 mg | 5.1 | 1.2
        Glucose | 20 mg | 5.0 | 1.1
        Weight | 10 mg | 80.2 | 9.8
        Weight | 20 mg | 78.3 | 9.1""",
        ["Glucose / 10 mg", "Glucose / 20 mg", "Weight / 10 mg", "Weight / 20 mg"],
    ),
    "sections in bold that span a table end those before them, and not only the parts of these in bold": (
        """Sign | Zinc | Placebo
        *Clinical*_3
        *Smoking* | |
        Never | 3 | 4
        Former | 4 | 5
        *Laboratory*_3
        *Anaemia* | |
        Yes | 1 | 2
        No | 6 | 7""",
        [
            "Clinical / Smoking / Never",
            "Clinical / Smoking / Former",
            "Laboratory / Anaemia / Yes",
            "Laboratory / Anaemia / No",
        ],
    ),
    "a row is no heading of a bold one below it, whatever headings in plain stand above bold ones": (
        """Sign | Zinc | Placebo | P
        Clinical_4
        *Smoking* | | | .03
        Never | 3 | 4 |
        Former | 4 | 5 |
        *Stage* | | | .04
        Early | 1 | 2 |
        Late | 6 | 7 |""",
        [
            "Clinical / Smoking",
            "Clinical / Smoking / Never",
            "Clinical / Smoking / Former",
            "Clinical / Stage",
            "Clinical / Stage / Early",
            "Clinical / Stage / Late",
        ],
    ),
    "what names the columns of labels further down is no row": (
        """ | | Men | Women
        Cases | | 11 | 17
        *Parameter* | *Kind* | |
        Race | White | 90 | 91
         | Black | 4 | 5
        Age | | 61 | 62""",
        ["Cases", "Race / White", "Race / Black", "Age"],
    ),
    "rows that come again and again below each measure do so with marks of footnotes, too": (
        """Intake | Nuts | Chocolate
        Fat (g) | 80 | 22
        % of energy | 32 | 6
        Carbohydrate (g) | 52 | 1
        % of energy† | 46 | 1
        Protein (g) | 82 | 2
        % of energy | 16 | 1""",
        [
            "Fat (g)",
            "Fat (g) / % of energy",
            "Carbohydrate (g)",
            "Carbohydrate (g) / % of energy†",
            "Protein (g)",
            "Protein (g) / % of energy",
        ],
    ),
    "columns that only keep others apart are none": (
        """Pairs | | Variable | | n | Mean
        Pair 1 | | Left | | 5 | 3.1
         | | Right | | 5 | 3.3
        Pair 2 | | Left | | 5 | 2.1
         | | Right | | 5 | 2.9""",
        ["Pair 1 / Left", "Pair 1 / Right", "Pair 2 / Left", "Pair 2 / Right"],
    ),
    "a section ends with the first measure of another unit, whatever divides that further right": (
        """Site | Arm | Before | After
        BMD (g) | | |
        Hip | Zinc | 0.9 | 0.8
         | Placebo | 0.9 | 0.9
        Balance (s) | Zinc | 9 | 10
         | Placebo | 9 | 9""",
        ["BMD (g) / Hip / Zinc", "BMD (g) / Hip / Placebo", "Balance (s) / Zinc", "Balance (s) / Placebo"],
    ),
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
    "a heading that goes over two rows ends with both of them": (
        """ | Zinc | Placebo
        *Asked when they felt*_3
        *most like it:*_3
        >Bored | 9 | 8
        >Sad | 7 | 6
        Stressed in all | 1.3 | 1.4
        *Others*_3
        >Calm | 5 | 4""",
        [
            "Asked when they felt most like it: / Bored", "Asked when they felt most like it: / Sad",
            "Stressed in all", "Others / Calm",
        ],
    ),
    "a heading right above one of its kind ends with it": (
        """ | Zinc | Placebo
        *Feelings*_3
        *At night:*_3
        >Bored | 9 | 8
        >Sad | 7 | 6
        Stressed in all | 1.3 | 1.4
        *Others*_3
        >Calm | 5 | 4""",
        ["Feelings / At night: / Bored", "Feelings / At night: / Sad", "Stressed in all", "Others / Calm"],
    ),
    "labels stand below tall ones where all else is tall as these": (
        """Message | Strategy | Example | Aim | Whose | Dose
        Goal | Prompt | How was it? | Act | All | 3
        Reply^3 | Feedback | Fantastic^3 | Cheer^3 | All^3 | 12^3
        Reward
        Rehearsal
        Cues^2 | Planning | Make time^2 | Move^2 | Some^2 | 7^2
        Listing""",
        [
            "Goal / Prompt", "Reply / Feedback", "Reply / Reward", "Reply / Rehearsal", "Cues / Planning",
            "Cues / Listing",
        ],
    ),
    "numbers below a tall label are data": (
        """Drug | n | Dose
        Zinc^2 | 3 | 12^2
        4
        Iron^2 | 5 | 7^2
        6""",
        ["Zinc", "Zinc", "Iron", "Iron"],
    ),
    "rows that come again behind a blank one are no part of the row before it": (
        """ | Zinc | Placebo
        Positives | 11 | 7
        Of them cured | 4 | 3
        Mean before | 11.4 | 7.6
        | |
        Positives | 11 | 7
        Of them cured | 4 | 3
        Mean at once | 6.2 | 3.8
        | |
        Positives | 8 | 1
        Of them cured | 2 | 1
        Mean at a year | 1.2 | 0.2
        | |
        Positives | 8 | 1
        Of them cured | 2 | 1
        Mean at the end | 0.2 | 0.1""",
        [one for when in ("before", "at once", "at a year", "at the end")
         for one in ("Positives", "Of them cured", f"Mean {when}")],
    ),
    "bold labels that span most of a row end those before them": (
        """ | Zinc | Placebo | P
        *Weight used*_3 | 0.01
        Actual | 10 (50%) | 21 (70%) |
        Estimated | 7 (35%) | 5 (17%) |
        *Method*_3 | 0.29
        Equation | 17 (85%) | 29 (97%) |
        Other | 2 (10%) | 0 |
        *Energy*_3 | 0.19
        Mean | 5 | 6 |""",
        [
            "Weight used", "Weight used / Actual", "Weight used / Estimated", "Method", "Method / Equation",
            "Method / Other", "Energy", "Energy / Mean",
        ],
    ),
    "a heading that reaches into the data, with one p-value for all below it, is none of them": (
        """ | Zinc | Placebo | P
        Age | 43 | 44 | 0.2
        Kind_2 | | 0.08^3
        Slow | 6 (33%) | 10 (35%)
        Fast | 12 (67%) | 19 (65%)
        Tired | 8 | 9 | 0.5""",
        ["Age", "Kind / Slow", "Kind / Fast", "Tired"],
    ),
    "times and doses tell rows of one label apart": (
        """Regimen | Duration in weeks | Cured
        Old | | 0.90
        New | 14 | 0.79
        New | 16 | 0.84
        New | 18 | 0.87""",
        ["Old", "New / 14", "New / 16", "New / 18"],
    ),
    "days that were counted are data": (
        """Regimen | Days in hospital | Cured
        Old | 12 | 0.90
        New | 14 | 0.79
        Newer | 16 | 0.84""",
        ["Old", "New", "Newer"],
    ),
    "means are no part of a heading of shares": (
        """ | Zinc | Placebo
        Drugs, % | |
        Statins, % | 79 | 83
        Digoxin, % | 17 | 21
        Knowledge, mean percent | 46 | 49
        Weighing, % | 4 | 17""",
        ["Drugs, % / Statins, %", "Drugs, % / Digoxin, %", "Knowledge, mean percent", "Weighing, %"],
    ),
    "headings may be set in the middle": (
        """Variable | 1 | 2 | 3
        | | *All* |
        Stress | 1 | |
        Pulse | 0.4 | 1 |
        | | *The young* |
        Stress | 1 | |
        Pulse | 0.2 | 1 |""",
        ["All / Stress", "All / Pulse", "The young / Stress", "The young / Pulse"],
    ),
    "the sexes of those in the columns are data": (
        """Child | 1 | 2 | 3
        Gender | M | M | F
        Age | 3 | 13 | 4
        Weight | 5.7 | 8.9 | 7.0""",
        ["Gender", "Age", "Weight"],
    ),
    "a mean and a test below a label are names of columns": (
        """ | Zinc | Placebo
        *Days* | M | SD
        Cough | 4.4 | 1.0
        *Doses* | M | SD
        Tablets | 3.1 | 0.4""",
        ["Days / Cough", "Doses / Tablets"],
    ),
    "what a term means is no name of a column": (
        """Infection | Any infection of the upper or the lower airways of which a swab or a culture shows the cause
        Cold | A new illness with a runny nose
        Pneumonia | A new shadow on the picture of a lung""",
        ["Infection", "Cold", "Pneumonia"],
    ),
    "a name of a column that goes on for some words is one": (
        """Infection | What was counted as one in this trial
        Cold | A new illness with a runny nose
        Pneumonia | A new shadow on the picture of a lung""",
        ["Cold", "Pneumonia"],
    ),
    "a label in brackets says more of the row above": (
        """ | Zinc | Placebo
        *Fat* | |
        4 g/day | 262 | 217
        (n=165, 78, 87) | 220-312 | 179-267
        [range] | 1-9 | 2-8
        2 g/day | 254 | 244
        (n=171) | 216-303 | 199-315""",
        ["Fat / " + at for at in ("4 g/day", "4 g/day / (n=165, 78, 87)", "4 g/day / [range]")]
        + ["Fat / 2 g/day", "Fat / 2 g/day / (n=171)"],
    ),
    "what is in brackets and no statistic is a row of its own": (
        """ | Zinc | Placebo
        Pre-training | 40 | 127
        (T1) | 86 | 159
        1 follow-up | 25 | 30
        (% decline) | 33 | 25""",
        ["Pre-training", "(T1)", "1 follow-up", "(% decline)"],
    ),
    "what the labels are called and of how many each column is names columns": (
        """ | Zinc_2 | Placebo_2
         | Pre | Post | Pre | Post
        Variable | N = 23 | N = 23 | N = 20 | N = 20
        Anger | 40 | 40 | 39 | 41
        Variable rate | 4 | 5 | 6 | 7""",
        ["Anger", "Variable rate"],
    ),
    "labels that are all in brackets stand beside each other": (
        """ | Zinc | Placebo
        Days ill | |
        (0) | 2 | 3
        (1-3) | 4 | 5
        (more) | 6 | 7
        Weight (kg) | 60 | 61
        Cost (year 1) (euro) | 8 | 9""",
        ["Days ill / (0)", "Days ill / (1-3)", "Days ill / (more)", "Weight (kg)", "Cost (year 1) (euro)"],
    ),
    "the sum in bold stands beside those that head the same rows": (
        """ | Zinc | Placebo
        *Total* | |
        *Men* | 5 | 6
        *Women* | 7 | 8
        Cough | |
        Men | 1 | 2
        Women | 3 | 4
        Fever | |
        Men | 4 | 4
        Women | 4 | 4""",
        [what + who for what in ("Total", "Cough", "Fever") for who in (" / Men", " / Women")],
    ),
    "what heads the same rows twice within two bold headings stands in them": (
        """ | Zinc | Placebo
        *Adults* | |
        Cough | |
        Men | 1 | 2
        Women | 3 | 4
        *Children* | |
        Cough | |
        Men | 1 | 2
        Women | 3 | 4""",
        [f"{age} / Cough / {who}" for age in ("Adults", "Children") for who in ("Men", "Women")],
    ),
    "what says columns anew in the first row heads rows that stand further in": (
        """ | Zinc_2 | Placebo_2
        Measures | Mean (SD) | n | Mean (SD) | n
        >Weight | 91 (9) | 67 | 88 (9) | 66
        >Height | 170 (9) | 67 | 171 (8) | 66
        Habits | % | n | % | n
        >Smokers | 7 | 67 | 8 | 66""",
        ["Measures / Weight", "Measures / Height", "Habits / Smokers"],
    ),
    "what says columns anew in the first row heads nothing where a measure stands as far out": (
        """ | Zinc_2 | Placebo_2
        Measures | Mean (SD) | n | Mean (SD) | n
        >Weight | 91 (9) | 67 | 88 (9) | 66
        Smokers | 7 | 67 | 8 | 66""",
        ["Weight", "Smokers"],
    ),
    "units with a power are units": (
        """ | Zinc | Placebo
        Severity | |
        Body mass (kg/m2) | 26 | 29
        Pauses (ev/h) | 30 | 31
        Oxygen (%) | 84 | 83""",
        ["Severity / Body mass (kg/m2)", "Severity / Pauses (ev/h)", "Severity / Oxygen (%)"],
    ),
    "the first of several lists is marked as a head": (
        """Operations Committee |
        A. Tufail | Chief
        B. Patel | Nurse
        Steering Committee |
        C. Bunce | Statistics
        Data Committee |
        D. Frank | Chair""",
        [f"{of} / {who}" for of, who in (
            ("Operations Committee", "A. Tufail"), ("Operations Committee", "B. Patel"),
            ("Steering Committee", "C. Bunce"), ("Data Committee", "D. Frank"))],
    ),
    "items that are counted from the first stand below what they are items of": (
        """Advice
        Before the trial
        1. Think of those who stop.
        2. Say what stopping is.
        After the trial
        1. Report all.
        3.5 mg was too much""",
        ["Before the trial / 1. Think of those who stop.", "Before the trial / 2. Say what stopping is.",
         "After the trial / 1. Report all.", "3.5 mg was too much"],
    ),
    "rings stand further in than points": (
        """Criteria
        Out
        >• Not able to
        >>o Walk
        >>o Hear
        >• Allergic""",
        ["Out / • Not able to / o Walk", "Out / • Not able to / o Hear", "Out / • Allergic"],
    ),
    "nothing in a hundred is a part of it": (
        """ | Zinc | Placebo
        Meals out | |
        None | 1 (25%) | 2 (50%)
        One | 3 (75%) | 2 (50%)
        Two or more | 0 (0%) | 0 (0%)
        Pork | 2 (50%) | 1 (25%)""",
        [f"Meals out / {n}" for n in ("None", "One", "Two or more")] + ["Pork"],
    ),
    "what names the labels heads none of them": (
        """Characteristic |
        Sex |
        Women | mostly
        Race |
        Asian | some""",
        ["Sex / Women", "Race / Asian"],
    ),
    "what is measured and by what stands before marks of when": (
        """Domain | Measure | Instrument | Start | End
        Body | Pain | Visual analogue scale | X | X
         | Gait | Ten metre walk | X |
        *Mind* _5
        Mood | Sadness | Beck inventory | X | X
         | Worry | Hospital anxiety scale | X | X""",
        ["Body / Pain / Visual analogue scale", "Body / Gait / Ten metre walk",
         "Mind / Mood / Sadness / Beck inventory", "Mind / Mood / Worry / Hospital anxiety scale"],
    ),
    "labels that are alike are told apart by words next to them": (
        """ | Outcome | Description | Reason
        Primary | Function | The short battery of tests | Known to all
         | Strength | Grip, by the dynamometer | Easy to take
        Secondary | Mood | The scale for elders | Short
         | Falls | A diary that is sent in | Cheap""",
        ["Primary / Function", "Primary / Strength", "Secondary / Mood", "Secondary / Falls"],
    ),
    "of how many a measure was taken stands above its parts": (
        """ | n | All | Fish | Meat
        Age | 425 | 14.6 | 14.6 | 14.5
        Schooling of the mother | 346 | | |
        Primary | | 101 (29) | 26 (24) | 40 (35)
        College | | 246 (71) | 84 (76) | 75 (65)
        Fish for dinner | 425 | 4.1 | 4.1 | 4.0""",
        ["Age", "Schooling of the mother", "Schooling of the mother / Primary", "Schooling of the mother / College",
         "Fish for dinner"],
    ),
    "kinds are told apart by words beside an example": (
        """Kind | Thought | Example
        Neutral | Hunger | "I am hungry."
         | Taste | "I want a bar."
        Useful | Control | "I take none."
         | Reward | "I deserve it." """,
        ["Neutral / Hunger", "Neutral / Taste", "Useful / Control", "Useful / Reward"],
    ),
    "the next of a kind ends a heading of that kind": (
        """Micronutrient | Dose | Need
        Vitamin A | |
        Retinol (mg) | 1.6 | 0.7
        Carotene (mg) | 6.0 | 4.2
        Vitamin D (mg) | 20 | 10
        Vitamin K (mg) | 140 | 2""",
        ["Vitamin A / Retinol (mg)", "Vitamin A / Carotene (mg)", "Vitamin D (mg)", "Vitamin K (mg)"],
    ),
    "arms come again for each measure, whose name goes on over a blank": (
        """Arm | Measure | Before | After
        Zinc | Mood | 20.2 | 11.1
        Placebo | | 21.1 | 14.3
        Zinc | Sleep | 13.9 | 8.6
        Placebo | | 14.1 | 11.3""",
        ["Zinc / Mood", "Placebo / Mood", "Zinc / Sleep", "Placebo / Sleep"],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("text", "paths"), READ.values(), ids=READ)
def test_rows_are_called_what_people_read(text: str, paths: list[str]) -> None:
    assert rows(text) == paths


def test_a_header_over_labels_and_data_makes_no_labels_of_data() -> None:
    """What stands over both is when it was measured, and a line of the head below says what each column is."""
    found = read_table(
        fromstring(
            "<table><thead><tr><th colspan='2'>Before</th><th>After</th></tr>"
            "<tr><th>Reason</th><th>Rate</th><th>Rate</th></tr></thead>"
            "<tbody><tr><td>Technique</td><td>47 (0.33)</td><td>55 (0.32)</td></tr>"
            "<tr><td>Knowledge</td><td>33 (0.23)</td><td>39 (0.23)</td></tr></tbody></table>"
        ),
        "T1",
    )
    assert found is not None
    assert found.rows == (("Technique",), ("Knowledge",))
    assert [cell.text for cell in found.cells] == ["47 (0.33)", "55 (0.32)", "33 (0.23)", "39 (0.23)"]
