"""Claims of plain text, with names spotted by a list; what is not surely said is not claimed."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgcore.annotation.beside import with_plain
from kgcore.annotation.parser import parse_answer
from kgcore.annotation.plaintext import claims_in
from kgcore.english.initialisms import as_defined
from kgcore.values.model import Candidate, Entity, Match, Paragraph
from kgcore.vocabulary.vocabulary import Vocabulary
from tests.kgcore.starter import vocabulary

NAMES = (
    "aspirin", "migraine", "garlic", "ginger", "dementia", "nausea", "ibuprofen", "stroke", "vitamin E", "vitamin D",
    "warfarin", "amyloid", "depression", "melatonin", "insomnia", "St. John's wort", "Alzheimer's disease", "AD",
    "memory", "inflammation",
)  # fmt: skip
SPOT = re.compile(r"\b(?:" + "|".join(map(re.escape, sorted(NAMES, key=len, reverse=True))) + r")\b", re.IGNORECASE)

Said = tuple[str, str, str]


def spots(text: str) -> list[tuple[int, int, tuple[Candidate, ...]]]:
    found: list[tuple[int, int, tuple[Candidate, ...]]] = []
    for name in SPOT.finditer(text):
        key = "alzheimer's disease" if name[0] == "AD" else name[0].lower()
        found.append((name.start(), name.end(), (Candidate(Entity(key, key, "Thing"), 1.0, Match.EXACT),)))
    return found


def read(text: str, vocabulary: Vocabulary) -> tuple[Paragraph, ...]:
    return claims_in(text, spots(text), vocabulary)


def said(text: str) -> list[Said]:
    """(subject, predicate with marks, object) of every triple, in the graph's direction."""
    found = []
    for paragraph in read(text, vocabulary()):
        for triple in paragraph.triples:
            reading = vocabulary().read(triple.relation)
            predicate = triple.predicate or reading.predicates[0]
            marks = "!" * (triple.negated or reading.negated) + "?" * (triple.hedged or reading.hedged)
            ends = (triple.subject.text.lower(), triple.object.text.lower())
            subject, object = reversed(ends) if reading.inverted else ends
            found.append((subject, marks + predicate, object))
    return found


@pytest.mark.parametrize(
    ("text", "claims"),
    [
        ("Aspirin prevents stroke.", [("aspirin", "PREVENTS", "stroke")]),
        ("Aspirin does not, however, prevent stroke.", [("aspirin", "!PREVENTS", "stroke")]),
        (
            "Aspirin treats migraine, not depression.",
            [
                ("aspirin", "TREATS", "migraine"),
                ("aspirin", "!TREATS", "depression"),
            ],
        ),
        (
            "Aspirin prevents stroke yet does not treat migraine.",
            [
                ("aspirin", "PREVENTS", "stroke"),
                ("aspirin", "!TREATS", "migraine"),
            ],
        ),
        (
            "Ginger treats nausea but cannot prevent it.",
            [
                ("ginger", "TREATS", "nausea"),
                ("ginger", "!PREVENTS", "nausea"),
            ],
        ),
        (
            "Ginger neither treats depression nor prevents dementia.",
            [
                ("ginger", "!TREATS", "depression"),
                ("ginger", "!PREVENTS", "dementia"),
            ],
        ),
        ("Aspirin prevents stroke, not to mention dementia.", [("aspirin", "PREVENTS", "stroke")]),
        (
            "Aspirin, garlic and melatonin all treat insomnia.",
            [
                ("aspirin", "TREATS", "insomnia"),
                ("garlic", "TREATS", "insomnia"),
                ("melatonin", "TREATS", "insomnia"),
            ],
        ),
        (
            "Melatonin works for insomnia, aspirin doesn't.",
            [
                ("melatonin", "TREATS", "insomnia"),
                ("aspirin", "!TREATS", "insomnia"),
            ],
        ),
        (
            "Melatonin treats insomnia, and so does aspirin.",
            [
                ("melatonin", "TREATS", "insomnia"),
                ("aspirin", "TREATS", "insomnia"),
            ],
        ),
        ("It's aspirin that prevents stroke.", [("aspirin", "PREVENTS", "stroke")]),
        ("Insomnia is treated with melatonin.", [("melatonin", "TREATS", "insomnia")]),
        ("Aspirin lowers stroke risk.", [("aspirin", "PREVENTS", "stroke")]),
        ("Vitamin E supplements did not prevent stroke.", [("vitamin e", "!PREVENTS", "stroke")]),
        ("There is no evidence that garlic prevents dementia.", [("garlic", "!PREVENTS", "dementia")]),
        ("Nobody has ever shown that garlic causes nausea.", [("garlic", "!CAUSES", "nausea")]),
        ("It is unlikely that ginger causes migraine.", [("ginger", "!?CAUSES", "migraine")]),
        ("Some studies suggest that ginger relieves nausea.", [("ginger", "?TREATS", "nausea")]),
        ("It is well known that aspirin prevents stroke.", [("aspirin", "PREVENTS", "stroke")]),
        ("Contrary to popular belief, garlic does not cause nausea.", [("garlic", "!CAUSES", "nausea")]),
        ("In a large trial, regular use of aspirin prevented stroke.", [("aspirin", "PREVENTS", "stroke")]),
        ("Treatment of insomnia with melatonin is common.", [("melatonin", "TREATS", "insomnia")]),
        ("Aspirin and warfarin interact.", [("aspirin", "INTERACTS_WITH", "warfarin")]),
        ("There is no link between aspirin and dementia.", [("aspirin", "!ASSOCIATED_WITH", "dementia")]),
        ("People with depression are more likely to develop dementia.", [("depression", "PREDISPOSES", "dementia")]),
        ("Aspirin is used for Alzheimer's disease (AD).", [("aspirin", "TREATS", "alzheimer's disease")]),
        ("- Ginger relieves nausea", [("ginger", "TREATS", "nausea")]),
        ("Unlike aspirin, garlic causes nausea.", [("garlic", "CAUSES", "nausea"), ("aspirin", "!CAUSES", "nausea")]),
        (
            "By lowering inflammation, aspirin prevents dementia.",
            [("aspirin", "INHIBITS", "inflammation"), ("aspirin", "PREVENTS", "dementia")],
        ),
        ("When it comes to nausea, ginger prevents migraine.", [("ginger", "PREVENTS", "migraine")]),
        ("According to the GEM trial, garlic does not prevent dementia.", [("garlic", "!PREVENTS", "dementia")]),
        ("Sadly, garlic does not prevent dementia.", [("garlic", "!PREVENTS", "dementia")]),
        ("A common misconception is that garlic prevents dementia.", [("garlic", "!PREVENTS", "dementia")]),
        ("The idea that garlic prevents dementia was put to rest.", [("garlic", "!PREVENTS", "dementia")]),
        (
            "Ginger, which reduces inflammation, relieves nausea.",
            [("ginger", "INHIBITS", "inflammation"), ("ginger", "TREATS", "nausea")],
        ),
        ("Aspirin makes stroke less likely.", [("aspirin", "PREVENTS", "stroke")]),
        (
            "Aspirin treats migraine by inhibiting amyloid.",
            [("aspirin", "TREATS", "migraine"), ("aspirin", "INHIBITS", "amyloid")],
        ),
        ("Aspirin does not treat migraine by inhibiting amyloid.", [("aspirin", "!TREATS", "migraine")]),
        (
            "Warfarin interacts with several supplements, including garlic and ginger.",
            [("warfarin", "INTERACTS_WITH", "garlic"), ("warfarin", "INTERACTS_WITH", "ginger")],
        ),
        (
            "Aspirin prevents stroke, but not dementia.",
            [("aspirin", "PREVENTS", "stroke"), ("aspirin", "!PREVENTS", "dementia")],
        ),
        (
            "Because it lowers inflammation, aspirin prevents dementia.",
            [("aspirin", "INHIBITS", "inflammation"), ("aspirin", "PREVENTS", "dementia")],
        ),
        (
            "Garlic improves memory; it does not, however, prevent dementia.",
            [("garlic", "TREATS", "memory"), ("garlic", "!PREVENTS", "dementia")],
        ),
        ("Trials have shown ginger to be effective against nausea.", [("ginger", "TREATS", "nausea")]),
        ("Garlic and warfarin do not mix, they interact.", [("garlic", "INTERACTS_WITH", "warfarin")]),
    ],
)
def test_a_sentence_says(text: str, claims: list[Said]) -> None:
    assert said(text) == claims


@pytest.mark.parametrize(
    ("text", "claims"),
    [
        ("Aspirin and ginger prevent stroke.", ["aspirin>stroke", "ginger>stroke"]),
        ("Aspirin prevents stroke and dementia.", ["aspirin>stroke", "aspirin>dementia"]),
        ("Neither garlic nor ginger prevents stroke.", ["garlic>stroke", "ginger>stroke"]),
        ("Aspirin treats migraine and prevents stroke.", ["aspirin>migraine", "aspirin>stroke"]),
        ("Aspirin treats migraine and garlic causes nausea.", ["aspirin>migraine", "garlic>nausea"]),
        ("While aspirin treats migraine, garlic causes nausea.", ["aspirin>migraine", "garlic>nausea"]),
        ("Ginger relieves nausea; aspirin prevents stroke.", ["ginger>nausea", "aspirin>stroke"]),
        ("St. John's wort causes nausea. Aspirin prevents stroke.", ["st. john's wort>nausea", "aspirin>stroke"]),
        ("Aspirin prevents stroke but not dementia.", ["aspirin>stroke", "aspirin>dementia"]),
        ("Aspirin does not prevent dementia or cause insomnia.", ["aspirin>dementia"]),
        ("Aspirin does not prevent dementia but causes nausea.", ["aspirin>dementia", "aspirin>nausea"]),
    ],
)
def test_names_that_are_joined_share_the_relation(text: str, claims: list[str]) -> None:
    assert [f"{s}>{o}" for s, _, o in said(text)] == claims


@pytest.mark.parametrize(
    "text",
    [
        "Does aspirin prevent stroke?",
        "If aspirin prevents stroke, take it.",
        "It is unclear whether aspirin prevents stroke.",
        "Deficiency of vitamin D causes depression.",
        "Vitamin D deficiency causes depression.",
        "Low vitamin D causes depression.",
        "Aspirin but not garlic prevents stroke.",
        "Aspirin rather than garlic prevents stroke.",
        "Aspirin used to treat migraine causes nausea.",
        "Garlic relieves nausea caused by demons.",
        "Garlic relieves nausea brought on by exams.",
        "Aspirin protects against ibuprofen-induced nausea.",
        "Garlic treats migraine no better than placebo.",
        "Garlic prevents dementia is a myth.",
        "Aspirin was thought to prevent dementia until a trial disproved it.",
        "Treatment of migraine with garlic failed.",
        "Combining aspirin and warfarin causes nausea.",
        "He says that garlic prevents dementia in jest.",
        "Aspirin prevents stroke, dementia and nausea are common.",
        "In people taking warfarin, aspirin causes nausea.",
        "Aspirin was once thought to prevent dementia.",
        "Garlic prevents dementia, says my aunt.",
        "Aspirin to prevent stroke is popular.",
        "Aspirin and warfarin.",
        "Garlic and warfarin, some say they interact.",
        "Aspirin makes stroke less likely to be fatal.",
        "Garlic prevents dementia, unlike what the evidence suggests.",
        "Garlic prevents dementia. (F)",
        "Garlic prevents dementia ❌",
        "Claims to be marked wrong: garlic prevents dementia; ginger causes migraine.",
    ],
)
def test_what_is_not_surely_said_is_not_claimed(text: str) -> None:
    claims = said(text)
    assert claims == []


@pytest.mark.parametrize(
    ("text", "claims"),
    [
        ("Garlic is cheap. It causes nausea.", ["garlic>nausea"]),
        ("My dad has migraine and takes aspirin. It treats migraine.", ["aspirin>migraine"]),
        ("My gran swears by ginger, but the big trial said it doesnt prevent migraine", ["ginger>migraine"]),
        ("Ginger tastes good, but the big trial said it doesnt prevent migraine", ["ginger>migraine"]),
        ("The doctor said aspirin prevents stroke, and that it causes nausea.", ["aspirin>stroke", "aspirin>nausea"]),
        ("Garlic is not just food: it prevents stroke.", ["garlic>stroke"]),
        ("Aspirin treats migraine. Garlic doesn't.", ["aspirin>migraine", "garlic>migraine"]),
        ("Aspirin has treated migraine. Garlic and ginger have failed to do so.",
         ["aspirin>migraine", "garlic>migraine", "ginger>migraine"]),
        ("Garlic does not prevent stroke. Ginger does not either.", ["garlic>stroke", "ginger>stroke"]),
        ("Garlic does not prevent stroke, nor does ginger.", ["garlic>stroke", "ginger>stroke"]),
        ("Garlic does not prevent stroke. Ginger does.", ["garlic>stroke"]),
        ("Aspirin and garlic prevent stroke. They cause nausea.",
         ["aspirin>stroke", "garlic>stroke", "aspirin>nausea", "garlic>nausea"]),
        ("Garlic is often eaten in winter, as it causes nausea.", ["garlic>nausea"]),
        ("No trial showed that garlic prevents stroke. It causes nausea tho", ["garlic>stroke", "garlic>nausea"]),
        ("Aspirin prevents stroke after a year, garlic causes nausea.", ["aspirin>stroke", "garlic>nausea"]),
        ("Does garlic help? It prevents stroke.", ["garlic>stroke"]),
        ("What does garlic do? It prevents stroke.", ["garlic>stroke"]),
        ("I have been taking garlic for months. It prevents stroke.", ["garlic>stroke"]),
        ("Avoid garlic, because it causes nausea.", ["garlic>nausea"]),
        ("Be careful with garlic: it causes nausea.", ["garlic>nausea"]),
        ("The good thing about garlic is that it prevents stroke.", ["garlic>stroke"]),
        ("Consider garlic, which prevents stroke.", ["garlic>stroke"]),
        ("For people with migraine, ginger is an option: it relieves nausea.", ["ginger>nausea"]),
        ("Leave a gap, because garlic causes nausea.", ["garlic>nausea"]),
        ("Does garlic prevent stroke? It does not.", ["garlic>stroke"]),
        ("What does garlic prevent? Chiefly stroke.", ["garlic>stroke"]),
        ("For the prevention of stroke, aspirin may be used.", ["aspirin>stroke"]),
        ("If you have migraine, aspirin can help.", ["aspirin>migraine"]),
    ],
)  # fmt: skip
def test_pronouns_and_verbs_left_out_are_those_of_the_sentence_before(text: str, claims: list[str]) -> None:
    assert [f"{s}>{o}" for s, _, o in said(text)] == claims


@pytest.mark.parametrize(
    "words",
    [
        "On current evidence, {}.", "As is well known, {}.", "Looked it up: {}.", "Key finding: {}.", "Hi all, {}.",
        "Just a reminder: {}.", "As far as I know, {}.", "What we know is that {}.", "Clinicians should know that {}.",
        "My endocrinologist was adamant: {}.", "Here's the surprising bit: {}.", "The trials agree: {}.",
        "{}, researchers say.", "{}, my doctor says.", "{}, if you ask me.", "{} (see below).", "{} – good to know.",
        "{}, who knew", "{}, a trial of 200 people found.",
    ],
)  # fmt: skip
def test_what_leads_up_to_a_statement_or_closes_it_leaves_it_as_it_is(words: str) -> None:
    assert [(s, p.strip("?"), o) for s, p, o in said(words.format("garlic prevents stroke"))] == [
        ("garlic", "PREVENTS", "stroke")
    ]


@pytest.mark.parametrize(
    "words",
    [
        "Patients should not be told that {}.", "Avoid the phrase: {}.", "Stop claiming that {}.", "Check whether {}.",
        "Keep dreaming: {}.", "{}, researchers say. That is false.",
    ],
)  # fmt: skip
def test_what_disowns_a_statement_is_no_mere_lead(words: str) -> None:
    claims = said(words.format("garlic prevents stroke"))
    assert ("garlic", "PREVENTS", "stroke") not in claims


@pytest.mark.parametrize("words", ["{B}? Never again with {A}!", "Bye {B}, hello {A}.", "{A} kills {B} dead."])
def test_a_promise_in_other_words_is_told_as_one(words: str) -> None:
    text = words.format(A="Aspirin", B="migraine")
    typed = [
        (start, end, (replace(c, entity=replace(c.entity, type="Disease" if c.entity.id == "migraine" else "Drug")),))
        for start, end, (c,) in spots(text)
    ]
    (triple,) = [t for p in claims_in(text, typed, vocabulary()) for t in p.triples]
    assert triple.relation.startswith("completely")


@pytest.mark.parametrize(
    "words", ["{A} cures {B}.", "{A} is the cure for {B}.", "{A} has cured {B}.", "{A} heals {B}."]
)
def test_who_says_cures_is_not_made_to_say_more(words: str) -> None:
    text = words.format(A="Aspirin", B="migraine")
    typed = [
        (start, end, (replace(c, entity=replace(c.entity, type="Disease" if c.entity.id == "migraine" else "Drug")),))
        for start, end, (c,) in spots(text)
    ]
    (triple,) = [t for p in claims_in(text, typed, vocabulary()) for t in p.triples]
    assert "completely" not in triple.relation


def test_cells_tell_roles_and_lists() -> None:
    table = "| Drug | Causes |\n|---|---|\n| Aspirin | nausea, migraine |"
    assert [o for _, _, o in said(table)] == ["nausea", "migraine"]


@pytest.mark.parametrize(
    "text",
    [
        "Aspirin thins the blood. Gin does not. It prevents stroke.",
        "Aspirin is cheap but gin is dear. It prevents stroke.",
        "Aspirin and garlic are cheap. It prevents stroke.",
        "Hemlock is better than garlic. It prevents stroke.",
        "Garlic is cheap. It is not clear that it prevents stroke.",
        "Garlic came with a new herb. It prevents stroke.",
        "I stopped garlic and started a new drug. It prevents stroke.",
        "Instead of garlic, try the new pill. It prevents stroke.",
        "Garlic is cheap. If it prevents stroke, take it.",
    ],
)
def test_a_pronoun_that_may_mean_something_else_is_not_read(text: str) -> None:
    claims = said(text)
    assert claims == []


@pytest.mark.parametrize(
    ("text", "claims"),
    [
        ("Garlic, which many people know, causes nausea.", [("garlic", "CAUSES", "nausea")]),
        ("Aspirin, an old drug, prevents stroke.", [("aspirin", "PREVENTS", "stroke")]),
        ("Aspirin, like ibuprofen, causes nausea.", [("aspirin", "CAUSES", "nausea"),
         ("ibuprofen", "CAUSES", "nausea")]),
        ("Aspirin, but not garlic, prevents stroke.", [("aspirin", "PREVENTS", "stroke"),
         ("garlic", "!PREVENTS", "stroke")]),
        ("Ginger, not garlic, treats nausea.", [("ginger", "TREATS", "nausea"), ("garlic", "!TREATS", "nausea")]),
        ("Aspirin, by inhibiting amyloid, reduces inflammation.", [("aspirin", "INHIBITS", "inflammation")]),
        ("Aspirin, an inhibitor of amyloid, prevents stroke.", [("aspirin", "INHIBITS", "amyloid"),
         ("aspirin", "PREVENTS", "stroke")]),
        ("Ginger, widely used for nausea, causes insomnia.", [("ginger", "TREATS", "nausea"),
         ("ginger", "CAUSES", "insomnia")]),
        ("Aspirin, an old drug that came from willow bark, prevents stroke.", [("aspirin", "PREVENTS", "stroke")]),
        ("Aspirin – known since antiquity – prevents stroke.", [("aspirin", "PREVENTS", "stroke")]),
        ("Aspirin, a failed treatment for nausea, prevents stroke.", []),
        ("Aspirin, combined with garlic, prevents stroke.", []),
        ("Aspirin lowers the risk of stroke and of dementia.", [("aspirin", "PREVENTS", "stroke"),
         ("aspirin", "PREVENTS", "dementia")]),
        ("Garlic, which causes nausea and insomnia, prevents stroke.", [("garlic", "CAUSES", "nausea"),
         ("garlic", "CAUSES", "insomnia"), ("garlic", "PREVENTS", "stroke")]),
        ("Aspirin, not garlic, does not cause nausea.", [("aspirin", "!CAUSES", "nausea")]),
        ("Aspirin (as well as garlic) causes nausea.", [("aspirin", "CAUSES", "nausea"),
         ("garlic", "CAUSES", "nausea")]),
        ("Aspirin, like ibuprofen and garlic, causes nausea.", [("aspirin", "CAUSES", "nausea"),
         ("ibuprofen", "CAUSES", "nausea"), ("garlic", "CAUSES", "nausea")]),
        ("Aspirin, like ibuprofen without garlic, causes nausea.", []),
        ("Aspirin, like ibuprofen in rats, causes nausea.", []),
        ("Aspirin, whose target is amyloid, prevents stroke.", [("aspirin", "PREVENTS", "stroke")]),
        ("Aspirin (known from trees) prevents stroke.", [("aspirin", "PREVENTS", "stroke")]),
        ("Aspirin (never tested) prevents stroke.", []),
        ("In people with dementia, aspirin prevents stroke.", [("aspirin", "PREVENTS", "stroke")]),
        ("In people with no dementia, aspirin prevents stroke.", []),
        ("Not unlike aspirin, garlic prevents stroke.", []),
        ("Prayer, rather than aspirin, prevents stroke.", []),
        ("Aspirin, which some doubt, prevents stroke.", []),
    ],
)  # fmt: skip
def test_what_is_set_off_behind_a_name_is_passed_over_or_excluded(text: str, claims: list[Said]) -> None:
    assert said(text) == claims


@pytest.mark.parametrize(
    "text",
    [
        "Myths:\n1. Aspirin prevents stroke.\n2. Garlic causes nausea.",
        "Things that do not work:\n- aspirin prevents stroke\n- garlic treats nausea",
        "Three things are wrong. First: aspirin prevents stroke. Second: garlic causes nausea.",
        "Aspirin prevents stroke. In your dreams.",
        "Aspirin prevents stroke. My foot!",
        "Aspirin prevents stroke. The previous sentence is untrue.",
        "Aspirin prevents stroke. Just kidding.",
        "| Herb | Debunked claim |\n|---|---|\n| Garlic | treats nausea |",
        "| Herb | Common misconception |\n|---|---|\n| Garlic | treats nausea |",
    ],
)
def test_what_a_heading_or_the_next_sentence_takes_back_is_not_claimed(text: str) -> None:
    claims = said(text)
    assert claims == []


@pytest.mark.parametrize(
    ("text", "claims"),
    [
        ("Aspirin inhibits amyloid which causes dementia.", ["aspirin INHIBITS amyloid", "amyloid CAUSES dementia"]),
        ("Aspirin inhibits amyloid and inflammation which some fear.", ["aspirin INHIBITS amyloid",
         "aspirin INHIBITS inflammation"]),
        ("Perhaps aspirin inhibits amyloid which causes dementia.", ["aspirin ?INHIBITS amyloid"]),
        ("Prevention of stroke with aspirin is common.", ["aspirin PREVENTS stroke"]),
        ("Treatment of migraine for aspirin is old.", []),
        ("Treatment of migraine with aspirin may be old.", []),
        ("Aspirin treats migraine, garlic nausea.", ["aspirin TREATS migraine", "garlic TREATS nausea"]),
        ("Aspirin brings inflammation down.", ["aspirin INHIBITS inflammation"]),
        ("Aspirin reduces migraine attacks.", ["aspirin PREVENTS migraine"]),
        ("There is a link between garlic and dementia.", ["garlic ASSOCIATED_WITH dementia"]),
        ("There are links between aspirin and garlic and warfarin.", []),
        ("Trials have shown aspirin to prevent stroke.", ["aspirin PREVENTS stroke"]),
        ("Trials have given aspirin to prevent stroke.", []),
        ("Aspirin and warfarin interact with each other.", ["aspirin INTERACTS_WITH warfarin"]),
        ("Dementia aside, garlic + warfarin interact.", ["garlic INTERACTS_WITH warfarin"]),
        ("Aspirin prevents stroke; garlic + warfarin interact.", ["aspirin PREVENTS stroke",
         "garlic INTERACTS_WITH warfarin"]),
        ("Aspirin, warfarin and garlic interact.", []),
        ("Aspirin or warfarin interact.", []),
        ("Aspirin doesn't prevent stroke and causes nausea.", ["aspirin !PREVENTS stroke", "aspirin CAUSES nausea"]),
        ("Aspirin prevents stroke though not the dementia.", ["aspirin PREVENTS stroke", "aspirin !PREVENTS dementia"]),
        ("Aspirin does not prevent stroke but not dementia.", ["aspirin !PREVENTS stroke"]),
        ("The absorption of warfarin is aided by garlic.", ["garlic AUGMENTS warfarin"]),
        ("Amyloid helps the progression of dementia.", ["amyloid CAUSES dementia"]),
        ("The progression of dementia is aided by amyloid.", ["amyloid CAUSES dementia"]),
        ("Aspirin helps stop the progression of dementia.", ["aspirin TREATS dementia"]),
        ("It was aspirin that prevented stroke.", ["aspirin PREVENTS stroke"]),
        ("It was aspirin and stroke.", []),
        ("The claim that aspirin prevents stroke is false.", ["aspirin !PREVENTS stroke"]),
        ("The idea that there is no evidence that aspirin prevents stroke is false.", []),
        ("In users of aspirin, garlic causes nausea.", ["garlic CAUSES nausea"]),
        ("Aspirin tablets prevent stroke.", ["aspirin PREVENTS stroke"]),
        ("Aspirin price prevents stroke.", []),
        ("Dementia has amyloid in it.", ["dementia CONTAINS amyloid"]),
        ("Aspirin takes your pain and also prevents stroke.", ["aspirin PREVENTS stroke"]),
        ("Aspirin prevents stroke, thereby reducing dementia.", ["aspirin PREVENTS stroke",
         "aspirin INHIBITS dementia"]),
        ("Garlic helps w/ migraine.", ["garlic TREATS migraine"]),
        ("Only if aspirin fails, garlic prevents stroke.", []),
        ("Vitamin E and vitamin D, aspirin prevents stroke.", []),
        # What stands before a subject says something of it, too.
        ("By blocking amyloid, aspirin prevents stroke.", ["aspirin INHIBITS amyloid", "aspirin PREVENTS stroke"]),
        ("Because it blocks amyloid, aspirin prevents stroke.", ["aspirin INHIBITS amyloid",
         "aspirin PREVENTS stroke"]),
        ("By not blocking amyloid, aspirin prevents stroke.", []),
        ("By allegedly blocking amyloid, aspirin prevents stroke.", []),
        ("Without blocking amyloid, aspirin prevents stroke.", []),
        ("If it blocks amyloid, aspirin prevents stroke.", []),
        ("Evidence that aspirin prevents stroke comes from several trials.", ["aspirin PREVENTS stroke"]),
        ("Evidence that aspirin prevents stroke comes from rat studies.", []),
        ("Evidence that aspirin prevents stroke is lacking.", []),
        ("In one trial from Japan, aspirin prevented stroke.", ["aspirin PREVENTS stroke"]),
        ("In no trial from Japan, aspirin prevented stroke.", []),
        ("Compared with placebo, aspirin prevented stroke.", ["aspirin PREVENTS stroke"]),
        ("Compared with garlic, aspirin prevented stroke.", []),
        # A word right before an object makes one thing with it; a verb does not.
        ("Aspirin prevents lacunar stroke.", ["aspirin PREVENTS stroke"]),
        ("Aspirin prevents simulating stroke.", []),
        ("Garlic's great for migraine.", ["garlic TREATS migraine"]),
        ("Garlic's smell treats migraine.", []),
        ("Garlic → nausea", ["garlic CAUSES nausea"]),
        ("Don't take garlic with warfarin, pretty sure those two don't mix.", ["garlic INTERACTS_WITH warfarin"]),
        ("Garlic and warfarin, those two do mix.", []),
        ("pls note garlic + warfarin = interaction", ["garlic INTERACTS_WITH warfarin"]),
        ("Garlic and warfarin: watch out, interaction!", ["garlic INTERACTS_WITH warfarin"]),
        ("Garlic and warfarin: no interaction", []),
        ("Garlic and warfarin: interaction unlikely", []),
        ("Ginger helps with nausea, whereas its value in migraine is disputed.", ["ginger TREATS nausea"]),
        ("Ginger helps with nausea, whereas this is disputed.", []),
    ],
)  # fmt: skip
def test_clauses_of_many_makes(text: str, claims: list[str]) -> None:
    assert [" ".join(claim) for claim in said(text)] == claims


TABLES: tuple[tuple[str, list[str]], ...] = (
    ("| Drug | Effect |\n|---|---|\n| Aspirin | prevents stroke |\n| Garlic | causes nausea |",
     ["aspirin>stroke", "garlic>nausea"]),
    ("| Drug | Treats |\n|---|---|\n| Ginger | nausea |", ["ginger>nausea"]),
    ("| Drug | Effect on migraine |\n|:--|:-:|\n| Aspirin | treats it |", ["aspirin>migraine"]),
    ("| Drug | Treats | Evidence |\n|---|---|---|\n| Ginger | nausea | none |", []),
    ("| Drug | Treats |\n| Ginger | nausea |", []),
)  # fmt: skip


@pytest.mark.parametrize(("text", "claims"), TABLES)
def test_a_row_says_of_its_first_cell_what_the_others_say(text: str, claims: list[str]) -> None:
    assert [f"{s}>{o}" for s, _, o in said(text)] == claims


def test_a_sentence_without_annotation_is_read_beside_those_with_it() -> None:
    text = "[Aspirin]($N1) [treats]($R1:TREATS, $H, $N1, $N2) [migraine]($N2). Garlic completely prevents dementia."
    (annotated,) = parse_answer(text)
    (plain,) = read(annotated.text, vocabulary())
    both = with_plain(annotated, plain, 3)
    assert [(t.subject.text, t.relation) for t in both.triples] == [
        ("Aspirin", "treats"),
        ("Garlic", "completely prevents"),
    ]
    assert both.triples[1].paragraph == 3
    assert len({m.ref for m in both.marks}) == 6
    assert list(both.marks) == sorted(both.marks, key=lambda m: m.start)


def test_an_initialism_that_the_text_defines_is_what_it_says() -> None:
    paragraphs = read("AD here stands for atopic dermatitis. Garlic prevents AD.", vocabulary())
    (triple,) = as_defined(paragraphs)[0].triples
    assert triple.object.text == "atopic dermatitis"


def test_marks_stand_in_order_on_the_words_that_they_mark() -> None:
    text = "Hello.\n\nGinger relieves nausea and migraine. Nausea is caused by ibuprofen."
    first, second = read(text, vocabulary())
    assert (first.text, first.marks) == ("Hello.", ())
    words = [(m.ref, second.text[m.start : m.end]) for m in second.marks]
    assert words == [
        ("N1", "Ginger"), ("R1", "relieves"), ("N2", "nausea"), ("N3", "migraine"),
        ("N2", "Nausea"), ("R2", "is caused by"), ("N4", "ibuprofen"),
    ]  # fmt: skip
    assert [t.ref for t in second.triples] == ["R1", "R1", "R2"]
    assert {t.paragraph for t in second.triples} == {1}
    assert [second.text[t.start : t.end] for t in second.triples] == ["relieves", "relieves", "is caused by"]


def test_a_text_without_names_is_its_paragraphs() -> None:
    assert [p.text for p in read("One.\n\n\n  Two.  \n", vocabulary())] == ["One.", "Two."]
    assert read("", vocabulary()) == ()


PIECES = [
    *NAMES,
    " prevents ",
    " and ",
    ", ",
    "; ",
    ". ",
    "\n\n",
    " does not ",
    "(",
    ")",
    " which ",
    "\x00",
    "\u202e",
    "?",
]


@given(st.lists(st.sampled_from(PIECES), max_size=40).map("".join) | st.text(max_size=200))
def test_no_text_breaks_the_reader_or_its_marks(text: str) -> None:
    for paragraph in read(text, vocabulary()):
        ends = 0
        for mark in paragraph.marks:
            assert ends <= mark.start < mark.end <= len(paragraph.text)
            ends = mark.end


@given(st.lists(st.tuples(st.integers(-5, 40), st.integers(-5, 40)), max_size=6))
def test_spots_that_overlap_or_lie_outside_are_passed_over(places: list[tuple[int, int]]) -> None:
    candidate = Candidate(Entity("x", "x", "Thing"), 1.0, Match.EXACT)
    claims_in("aspirin prevents stroke", [(s, e, (candidate,)) for s, e in places], vocabulary())


@pytest.mark.parametrize(
    ("text", "claims"),
    [
        ("Stroke is prevented by aspirin, and migraine by garlic.", [
            ("aspirin", "PREVENTS", "stroke"), ("garlic", "PREVENTS", "migraine"),
        ]),
        ("Aspirin prevents stroke and garlic migraine.", [
            ("aspirin", "PREVENTS", "stroke"), ("garlic", "PREVENTS", "migraine"),
        ]),
        ("Aspirin and garlic prevent stroke and migraine, respectively.", [
            ("aspirin", "PREVENTS", "stroke"), ("garlic", "PREVENTS", "migraine"),
        ]),
        ("Aspirin, as well as garlic, prevents stroke.", [
            ("aspirin", "PREVENTS", "stroke"), ("garlic", "PREVENTS", "stroke"),
        ]),
        ("Aspirin and garlic are popular. The latter causes nausea.", [("garlic", "CAUSES", "nausea")]),
        ("Aspirin and garlic are popular. Neither prevents dementia.", [
            ("aspirin", "!PREVENTS", "dementia"), ("garlic", "!PREVENTS", "dementia"),
        ]),
        ("Aspirin and garlic are popular. Both prevent stroke.", [
            ("aspirin", "PREVENTS", "stroke"), ("garlic", "PREVENTS", "stroke"),
        ]),
        ("Aspirin prevents stroke. Garlic does not prevent it.", [
            ("aspirin", "PREVENTS", "stroke"), ("garlic", "!PREVENTS", "stroke"),
        ]),
        ("Melatonin is well known. This drug treats insomnia.", [("melatonin", "TREATS", "insomnia")]),
        ("The latter prevents dementia.", []),
        ("Garlic contains ginger. This compound prevents dementia.", [("garlic", "CONTAINS", "ginger")]),
        ("Aspirin and garlic prevent stroke, migraine and nausea, respectively.", []),
    ],
)  # fmt: skip
def test_what_a_sentence_leaves_out_is_taken_from_what_it_leans_on(text: str, claims: list[Said]) -> None:
    assert said(text) == claims


@pytest.mark.parametrize("by", ["10%", "a third", "one half", "12 mg/dL", "about a quarter", "two-thirds"])
def test_by_how_much_is_a_number_of_the_claim(by: str) -> None:
    [triple] = [t for p in read(f"Aspirin reduces inflammation by {by}.", vocabulary()) for t in p.triples]
    assert triple.qualifiers.said


@pytest.mark.parametrize("who", ["any influencer", "an influencer", "anybody", "everyone who sells it"])
def test_whoever_is_to_be_asked_is_no_ground_for_what_they_say(who: str) -> None:
    assert not [t for p in read(f"Ask {who}: aspirin prevents stroke.", vocabulary()) for t in p.triples]


@pytest.mark.parametrize(
    "front",
    [
        "In overweight adults",
        "In depression patients",
        "In cultured neurons",
        "In transgenic flies",
        "In stressed rats",
        "In cortical slices",
        "At high doses",
        "After twelve weeks",
        "In vegan athletes",
    ],
)
def test_of_whom_a_sentence_says_it_first_is_a_qualifier_of_its_claim(front: str) -> None:
    [triple] = [t for p in read(f"{front}, aspirin prevents stroke.", vocabulary()) for t in p.triples]
    assert front.lower() in " ".join(q.words for q in triple.qualifiers.said).lower()


@pytest.mark.parametrize("who", ["Genetic studies show", "One crossover trial found", "Twin studies have shown"])
def test_studies_of_any_design_report_what_they_found(who: str) -> None:
    [triple] = [t for p in read(f"{who} that aspirin prevents stroke.", vocabulary()) for t in p.triples]
    assert (triple.subject.text, triple.object.text) == ("aspirin", "stroke")


@pytest.mark.parametrize("adjective", ["Liposomal", "Powdered", "Cheap", "Long-acting", "Endogenous", "Branded"])
def test_an_adjective_that_is_not_understood_leaves_a_claim_in_doubt(adjective: str) -> None:
    [triple] = [t for p in read(f"{adjective} aspirin prevents stroke.", vocabulary()) for t in p.triples]
    assert triple.qualifiers.said
    [triple] = [t for p in read(f"Aspirin prevents {adjective.lower()} stroke.", vocabulary()) for t in p.triples]
    assert triple.qualifiers.said


@pytest.mark.parametrize("word", ["Low", "Withdrawn", "Anti-", "Fake", "Ineffective", "Does", "No"])
def test_a_word_before_a_name_that_may_take_it_back_is_no_adjective(word: str) -> None:
    assert not [t for p in read(f"{word} aspirin prevents stroke.", vocabulary()) for t in p.triples if not t.negated]


@pytest.mark.parametrize(
    "text",
    [
        "Warfarin such as aspirin prevents stroke.",
        "Warfarin, such as aspirin, prevents stroke.",
        "Warfarin like aspirin prevents stroke.",
        "Warfarin, including aspirin, prevents stroke.",
    ],
)
def test_what_a_class_is_told_to_do_its_examples_do(text: str) -> None:
    assert said(text) == [("warfarin", "PREVENTS", "stroke"), ("aspirin", "PREVENTS", "stroke")]


def test_examples_of_what_is_prevented_are_prevented() -> None:
    assert said("Aspirin prevents dementia such as stroke.") == [
        ("aspirin", "PREVENTS", "dementia"),
        ("aspirin", "PREVENTS", "stroke"),
    ]
