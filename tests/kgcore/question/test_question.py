from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgcore.question.reading import UnderstoodQuestion, read_otherwise, understand_question
from kgcore.question.skeleton import Spot
from kgcore.values.intent import (
    About,
    Compare,
    Connect,
    Digest,
    Examples,
    Intent,
    More,
    Open,
    Slant,
    Which,
    Why,
    YesNo,
    named_entities,
)
from kgcore.values.model import Candidate, Entity, Match
from kgcore.vocabulary.wording import (
    name_in_sentence,
    question_about,
    question_connected,
    question_disputed,
    question_which,
    question_why,
)
from tests.kgcore import starter

TYPES = tuple(sorted({e.type for e in starter.entities().values()}))


def spots(question: str) -> tuple[Spot, ...]:
    """Spot names and synonyms of the starter graph, the longest first (a stand-in for the linker)."""
    names = {n.lower(): e for e in starter.entities().values() for n in (*e.synonyms, e.name)}
    found: list[Spot] = []
    for name in sorted(names, key=len, reverse=True):
        for hit in (
            re.finditer(rf"(?<!\w){re.escape(name)}(?!\w)", question.lower()) if name in question.lower() else ()
        ):
            if all(hit.end() <= s or hit.start() >= e for s, e, _ in found):
                found.append((*hit.span(), (Candidate(names[name], 1.0, Match.EXACT),)))
    return tuple(found)


def ask(question: str, before: Intent | None = None) -> UnderstoodQuestion:
    return understand_question(question, spots(question), starter.vocabulary(), TYPES, before)


def names(intent: Intent) -> list[str]:
    return [e.name for e in named_entities(intent)]


@pytest.mark.parametrize(
    ("question", "entities", "predicate"),
    [
        ("Can vitamin E slow the progression of Alzheimer's disease?", ["Vitamin E", "Alzheimer's disease"], "TREATS"),
        ("Does St. John's wort interact with warfarin", ["St. John's wort", "Warfarin"], "INTERACTS_WITH"),
        ("Is procaine effective against dementia?", ["Procaine", "Dementia"], "TREATS"),
        ("Can dementia be prevented by vitamin D?", ["Vitamin D", "Dementia"], "PREVENTS"),
        ("Could you tell me whether fish oil contains DHA?", ["Fish oil", "Docosahexaenoic acid"], "CONTAINS"),
        ("Should I take melatonin for jet lag?", ["Melatonin", "Jet lag"], "TREATS"),
        ("is it safe to take garlic with warfarin?", ["Garlic", "Warfarin"], "INTERACTS_WITH"),
        ("Is donepezil a cholinesterase inhibitors drug?", ["Donepezil", "Cholinesterase inhibitors"], "ISA"),
    ],
)
def test_a_question_about_two_entities_has_a_relation_and_a_direction(
    question: str, entities: list[str], predicate: str
) -> None:
    intent = ask(question).intent
    assert isinstance(intent, YesNo)
    assert names(intent) == entities
    assert predicate in intent.asked.predicates


def test_a_question_for_any_link_takes_any_relation() -> None:
    intent = ask("Is there a link between coffee and Parkinson's disease?").intent
    assert isinstance(intent, YesNo)
    assert not intent.asked.predicates


def test_cure_asks_for_more_than_treats() -> None:
    intent = ask("Can vitamin E cure Alzheimer's disease?").intent
    assert isinstance(intent, YesNo)
    assert intent.asked.overstates


def test_whether_two_can_be_taken_together_is_a_question_of_harm() -> None:
    intent = ask("Can I take garlic with warfarin?").intent
    assert isinstance(intent, YesNo)
    assert intent.asked.slant is Slant.BAD


@pytest.mark.parametrize(
    ("question", "entity", "predicate", "types", "outward"),
    [
        (
            "Which supplements may slow Alzheimer's disease?",
            "Alzheimer's disease",
            "TREATS",
            "DietarySupplement",
            False,
        ),
        ("Which disorders can omega-3 help with?", "Omega-3 fatty acids", "TREATS", "Disease", True),
        ("What are the side effects of haloperidol?", "Haloperidol", "CAUSES", None, True),
        ("What causes dementia?", "Dementia", "PREDISPOSES", None, False),
        ("What helps against insomnia?", "Insomnia", "TREATS", None, False),
        ("How can I lower my LDL cholesterol?", "LDL cholesterol", "INHIBITS", None, False),
        ("Which drugs interact with St. John's wort?", "St. John's wort", "INTERACTS_WITH", "Drug", None),
        ("Are there any herbs that treat depression?", "Depression", "TREATS", "DietarySupplement", False),
        ("What does fish oil contain?", "Fish oil", "CONTAINS", None, True),
        ("risk factors for dementia", "Dementia", "PREDISPOSES", None, False),
        ("Is lithium safe?", "Lithium", "CAUSES", None, True),
        ("What can I take for migraine?", "Migraine", "PREVENTS", None, False),
    ],
)
def test_a_question_for_others_has_a_type_and_a_direction(
    question: str, entity: str, predicate: str, types: str | None, outward: bool | None
) -> None:
    intent = ask(question).intent
    assert isinstance(intent, Which)
    assert intent.entity.name == entity
    assert predicate in intent.asked.predicates
    assert intent.types == ((types,) if types else ())
    assert intent.outward is outward


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        ("compare donepezil and rivastigmine", ["Donepezil", "Rivastigmine"]),
        ("Is donepezil better for dementia than memantine?", ["Donepezil", "Memantine", "Dementia"]),
        ("Which is better for dementia, donepezil or memantine?", ["Donepezil", "Memantine", "Dementia"]),
        (
            "Compare donepezil, memantine and rivastigmine for Alzheimer's disease",
            ["Donepezil", "Memantine", "Rivastigmine", "Alzheimer's disease"],
        ),
        ("zinc vs vitamin C for the common cold", ["Zinc", "Vitamin C", "Common cold"]),
        ("Is donepezil better than memantine for dementia?", ["Donepezil", "Memantine", "Dementia"]),
        ("What is the difference between simvastatin and lovastatin?", ["Simvastatin", "Lovastatin"]),
    ],
)
def test_comparisons_are_recognised_with_their_topic(question: str, expected: list[str]) -> None:
    intent = ask(question).intent
    assert isinstance(intent, Compare)
    assert names(intent) == expected


def test_a_condition_is_not_compared_with_a_remedy() -> None:
    intent = ask("Which is better for migraine, magnesium or foobarol?").intent
    assert isinstance(intent, YesNo)
    assert names(intent) == ["Magnesium", "Migraine"]
    assert intent.against == "foobarol"


def test_what_is_not_understood_or_left_for_later_is_noted() -> None:
    stopping = ask("Stop my warfarin and take foobarol instead?").intent
    assert isinstance(stopping, About)
    assert stopping.beside
    two = ask("Can ginkgo prevent dementia, and what about vitamin E?").intent
    assert isinstance(two, YesNo)
    assert [e.name for e in two.left] == ["Vitamin E"]


def test_a_warning_is_not_asked_of_a_condition_that_follows() -> None:
    first = ask("Is it safe to take ginkgo with warfarin?").intent
    then = ask("what about depression", first).intent
    assert isinstance(then, YesNo)
    assert then.asked.slant is Slant.ANY


@pytest.mark.parametrize("question", ["tell me about ginkgo", "What is ginkgo?", "ginkgo", "GINKGO!!"])
def test_a_bare_name_asks_what_there_is_to_know(question: str) -> None:
    assert ask(question).intent == About(starter.named()["Ginkgo biloba"])


def test_what_the_graph_has_nothing_for_is_kept_in_words() -> None:
    intent = ask("Does turmeric thin the blood?").intent
    assert isinstance(intent, About)
    assert intent.missing == "thin the blood"


def test_the_way_from_one_to_the_other_is_asked_by_how_and_why() -> None:
    intent = ask("How does curcumin affect Alzheimer's disease?").intent
    assert isinstance(intent, Why)
    assert names(intent) == ["Curcumin", "Alzheimer's disease"]


def test_follow_ups_lean_on_the_question_before() -> None:
    first = ask("Can vitamin E slow the progression of Alzheimer's disease?").intent
    other = ask("and what about Parkinson's disease?", first)
    assert other.follow_up
    assert names(other.intent) == ["Vitamin E", "Parkinson's disease"]
    assert names(ask("what about selenium?", first).intent) == ["Selenium", "Alzheimer's disease"]
    effects = ask("what about its side effects?", first).intent
    assert isinstance(effects, Which)
    assert effects.entity.name == "Vitamin E"
    assert names(ask("does it also help with memory?", first).intent) == ["Vitamin E", "Memory"]
    assert isinstance(ask("why?", first).intent, Why)


def test_another_type_can_be_asked_for_in_one_word() -> None:
    first = ask("Which supplements may slow Alzheimer's disease?").intent
    drugs = ask("and drugs?", first).intent
    assert isinstance(drugs, Which)
    assert drugs.types == ("Drug",)
    assert drugs.entity.name == "Alzheimer's disease"


@pytest.mark.parametrize(
    "said", ["I read that it does not.", "But my doctor said it doesn't help", "they say it does", "I heard it works"]
)
def test_what_somebody_says_of_the_answer_before_asks_the_same_again(said: str) -> None:
    before = ask("Does vitamin E slow Alzheimer's disease?").intent
    assert isinstance(before, YesNo)
    assert ask(said, before).intent == before


def test_a_question_that_stands_on_its_own_forgets_the_one_before() -> None:
    first = ask("Can vitamin E slow the progression of Alzheimer's disease?").intent
    assert names(ask("compare coffee and tea", first).intent) == ["Coffee", "Tea"]


def test_every_question_that_we_recommend_is_understood_as_meant() -> None:
    """A clicked recommendation comes back as a question: it has to mean the pair that it was made of."""
    for edge in starter.edges()[::4]:
        subject, object = starter.entities()[edge.subject], starter.entities()[edge.object]
        predicate = starter.vocabulary().get(edge.predicate)
        asked = ask(question_about(subject, predicate, object)).intent
        assert {e.id for e in named_entities(asked)} == {subject.id, object.id}, question_about(
            subject, predicate, object
        )
        assert isinstance(asked, YesNo)
        assert not asked.asked.predicates or edge.predicate in asked.asked.predicates
        way = ask(question_why(subject, object)).intent
        assert isinstance(way, Why)
        for centre, type, outward in ((subject, object.type, True), (object, subject.type, False)):
            which = ask(question_which(centre, predicate, type, outward)).intent
            assert isinstance(which, Which), question_which(centre, predicate, type, outward)
            assert which.entity == centre
            assert edge.predicate in which.asked.predicates
            assert which.outward in {outward, None}


@pytest.mark.parametrize(
    "question",
    [
        "",
        " ",
        "🤷‍♀️🤷",
        "\x00\x00",
        "هل فيتامين هـ مفيد؟",
        "<script>{0}</script>",
        "{0} {1}",
        "?" * 20_000,
        "a b " * 5_000,
    ],
    ids=["empty", "blank", "emoji", "null", "arabic", "markup", "braces", "marks", "long"],
)
def test_what_cannot_be_made_out_is_an_open_question(question: str) -> None:
    intent = ask(question).intent
    assert isinstance(intent, Open)
    assert not intent.entities


def test_a_novel_is_read_for_its_question() -> None:
    text = "I read a lot. " * 30 + "Does zinc prevent diarrhea? " + "Thanks for reading. " * 20
    assert names(ask(text).intent) == ["Zinc", "Diarrhea"]


@pytest.mark.parametrize(
    ("question", "kind", "entities"),
    [
        ("What are examples of antioxidants?", Examples, ["Antioxidants"]),
        ("Give me some examples of statins", Examples, ["Statins"]),
        ("What else is known about vitamin E and coffee?", More, ["Vitamin E", "Coffee"]),
        ("Tell me more: “Vitamin E slows Alzheimer's disease …”", More, ["Vitamin E", "Alzheimer's disease"]),
        ("Sum up what we have found about vitamin E and dementia.", Digest, ["Vitamin E", "Dementia"]),
        (
            "How are vitamin E, oxidative stress and Alzheimer's disease connected?",
            Connect,
            ["Vitamin E", "Oxidative stress", "Alzheimer's disease"],
        ),
        ("How is coffee connected with sleep?", Why, ["Coffee", "Sleep"]),
    ],
)
def test_what_controls_ask_can_be_typed_as_well(question: str, kind: type[Intent], entities: list[str]) -> None:
    intent = ask(question).intent
    assert isinstance(intent, kind)
    assert names(intent) == entities


def test_every_explaining_question_that_we_recommend_is_understood_as_meant() -> None:
    words = starter.vocabulary()
    for edge in starter.edges()[::2]:
        subject, object = starter.entities()[edge.subject], starter.entities()[edge.object]
        predicate = words.get(edge.predicate)
        for question in (
            question_why(subject, object, predicate, edge.negated),
            question_disputed(subject, predicate, object),
            question_connected(subject, object),
        ):
            intent = ask(question).intent
            assert isinstance(intent, Why), question
            assert (intent.subject.id, intent.object.id) == (subject.id, object.id), question
        worse = ask(f"Does {name_in_sentence(subject)} make {name_in_sentence(object)} worse?").intent
        assert isinstance(worse, YesNo), name_in_sentence(subject)
        assert worse.asked.predicates == ("CAUSES",)


def test_a_name_that_nothing_goes_by_is_noticed() -> None:
    beside = ask("Can vitamin E and foobarol treat Alzheimer's disease?").intent
    assert isinstance(beside, YesNo)
    assert (names(beside), beside.unknown) == (["Vitamin E", "Alzheimer's disease"], ("foobarol",))
    assert beside.asked.predicates == ("TREATS",)
    alone = ask("Does foobarol interact with warfarin or aspirin?").intent
    assert alone == Open(named_entities(alone), ("foobarol",))
    about = ask("Does foobarol treat dementia?").intent
    assert isinstance(about, About)
    assert about.unknown == ("foobarol",)


@pytest.mark.parametrize(
    ("question", "contrary"),
    [
        ("Does avoiding vitamin E prevent Alzheimer's disease?", "avoiding vitamin E"),
        ("Can a lack of vitamin E cause dementia?", "a lack of vitamin E"),
        ("Does low vitamin E cause dementia?", "low vitamin E"),
        ("Does stopping aspirin prevent dementia?", "stopping aspirin"),
        ("Does coming off aspirin help dementia?", "coming off aspirin"),
        ("Does not taking aspirin worsen dementia?", "avoiding aspirin"),
        ("Would not having coffee improve sleep?", "not having coffee"),
        ("Should I avoid vitamin E with warfarin?", ""),
        ("Does low-dose aspirin prevent dementia?", ""),
        ("Does taking vitamin E prevent dementia?", ""),
        ("Can stopping smoking and vitamin E prevent dementia?", ""),
    ],
)
def test_a_question_about_the_contrary_of_a_name_is_not_answered_for_the_name(question: str, contrary: str) -> None:
    unknown = getattr(ask(question).intent, "unknown", ())
    told = [name for name in unknown if re.search("vitamin e|aspirin|coffee", name, re.IGNORECASE)]
    assert told == ([contrary] if contrary else [])


@pytest.mark.parametrize(
    "question",
    [
        "Does it interact with warfarin?",
        "Can people with dementia take melatonin?",
        "Does taking vitamin E prevent dementia?",
        "Is there anything that treats dementia?",
        "Do daily doses of vitamin E help with dementia?",
    ],
)
def test_plain_words_are_not_taken_for_unknown_names(question: str) -> None:
    assert getattr(ask(question).intent, "unknown", ()) == ()


@pytest.mark.parametrize(
    ("question", "unknown"),
    [
        ("Does avoiding coffee prevent Parkinson's disease?", "avoiding coffee"),
        ("Will dropping my daily coffee prevent dementia?", "dropping my daily coffee"),
        ("Does a lack of zinc treat the common cold?", "a lack of zinc"),
        ("Can you prevent dementia by giving up alcohol?", "giving up alcohol"),
        ("Is dementia caused by a lack of vitamin C?", "a lack of vitamin C"),
        ("Does coffee withdrawal cause anxiety?", "coffee withdrawal"),
        ("Does iron deficiency cause anemia?", "iron deficiency"),
        ("Does decaffeinated coffee prevent Parkinson's disease?", "decaffeinated coffee"),
        ("Do people who never drink coffee get Parkinson's disease?", "never drink coffee"),
    ],
)
def test_no_yes_about_a_name_is_given_to_its_contrary(question: str, unknown: str) -> None:
    assert getattr(ask(question).intent, "unknown", ()) == (unknown,)


@pytest.mark.parametrize(
    "question",
    [
        "Should I avoid coffee with levothyroxine?",
        "Does low-dose aspirin prevent stroke?",
        "Is a lack of vitamin D linked with dementia?",
        "Does a lack of sleep increase amyloid beta?",
        "Is donepezil an acetylcholinesterase inhibitor?",
        "Is vitamin B12 deficiency caused by metformin?",
        "Do people who drink coffee get Parkinson's disease?",
    ],
)
def test_what_the_graph_has_or_a_warning_asks_for_is_no_contrary(question: str) -> None:
    intent = ask(question).intent
    assert isinstance(intent, YesNo)
    assert intent.unknown == ()


@pytest.mark.parametrize("verb", ["affect", "cause"])
def test_a_verb_between_two_names_is_no_entity_though_something_is_called_so(verb: str) -> None:
    mood = (Candidate(Entity("DIS:mood", verb.capitalize(), "Disease"), 1.0, Match.EXACT),)
    text = f"Does curcumin {verb} amyloid beta?"
    found = understand_question(text, (*spots(text), (14, 14 + len(verb), mood)), starter.vocabulary(), TYPES)
    assert isinstance(found.intent, YesNo)
    assert names(found.intent) == ["Curcumin", "Amyloid-beta"]


@pytest.mark.parametrize(
    "text", ["Does curcumin help affect?", "Is affect related to curcumin?", "curcumin, affect, ginger"]
)
def test_a_name_that_could_be_a_verb_stays_a_name_elsewhere(text: str) -> None:
    at = text.index("affect")
    mood = (Candidate(Entity("DIS:mood", "Affect", "Disease"), 1.0, Match.EXACT),)
    found = understand_question(text, (*spots(text), (at, at + 6, mood)), starter.vocabulary(), TYPES)
    assert "Affect" in names(found.intent)


_some = st.sampled_from(sorted(starter.entities().values(), key=lambda e: e.id))


@given(st.text(max_size=200), st.lists(st.tuples(st.integers(-5, 210), st.integers(-5, 210), _some), max_size=12))
def test_no_text_and_no_spots_break_it(text: str, at: list[tuple[int, int, Entity]]) -> None:
    given_spots = [(s, e, (Candidate(x, 0.5, Match.SPELLING),)) for s, e, x in at]
    once = understand_question(text, given_spots, starter.vocabulary(), TYPES)
    again = understand_question(text, given_spots, starter.vocabulary(), TYPES, once.intent)
    assert len(once.focus) == len(once.alternatives)
    assert set(named_entities(again.intent)) <= {x for _, _, x in at}


@pytest.mark.parametrize(
    ("before", "question", "kind", "entities"),
    [
        ("Is St John's wort safe?", "I'm on oral contraceptives", YesNo, ["St. John's wort", "Oral contraceptives"]),
        ("Is St John's wort safe?", "what about with citalopram", YesNo, ["St. John's wort", "Citalopram"]),
        ("vitamin D", "what about together with calcium", YesNo, ["Vitamin D", "Calcium"]),
        ("What interacts with warfarin?", "garlic too?", YesNo, ["Warfarin", "Garlic"]),
        ("What interacts with warfarin?", "is cranberry really a problem", YesNo, ["Warfarin", "Cranberry"]),
        ("What treats depression?", "what about saffron", YesNo, ["Saffron", "Depression"]),
        ("Does zinc treat the common cold?", "is vitamin C better", Compare, ["Zinc", "Vitamin C", "Common cold"]),
        ("Does turmeric treat osteoarthritis?", "does it beat ibuprofen?", Compare, ["Turmeric", "Ibuprofen"]),
        ("Can melatonin treat insomnia?", "I meant for jet lag", YesNo, ["Melatonin", "Jet lag"]),
        ("Can melatonin treat insomnia?", "will I get addicted", Which, ["Melatonin"]),
        ("Can melatonin treat insomnia?", "is there a natural alternative?", Which, ["Insomnia"]),
        ("Does coffee prevent dementia?", "so which is it", YesNo, ["Coffee", "Dementia"]),
        ("Does coffee treat dementia?", "and the supplements?", Which, ["Dementia"]),
        ("What is hypothyroidism?", "with what", Which, ["Hypothyroidism"]),
        ("Does vitamin E treat Alzheimer's disease?", "and what's the catch?", Which, ["Vitamin E"]),
        ("Does vitamin E treat Alzheimer's disease?", "isn't it bad for the prostate though?", Which, ["Vitamin E"]),
        ("What raises the risk of dementia?", "why hypertension?", Why, ["Hypertension", "Dementia"]),
        # and what is none of these
        ("What treats depression?", "what about anxiety", Which, ["Anxiety"]),
        ("Does turmeric treat osteoarthritis?", "is ginger bad", Which, ["Ginger"]),
        ("Does coffee prevent dementia?", "with dementia", YesNo, ["Coffee", "Dementia"]),
        ("What is coffee?", "what colour is the sky", Open, []),
    ],
)
def test_followups_as_people_type_them(before: str, question: str, kind: type[Intent], entities: list[str]) -> None:
    intent = ask(question, ask(before).intent).intent
    assert (type(intent), names(intent)[: len(entities)]) == (kind, entities)


def test_what_was_warned_of_is_not_named_instead_and_a_kind_can_be_kept_out() -> None:
    warned = ask("Can I take St John's wort with citalopram?").intent
    instead = ask("so what instead for depression?", warned).intent
    assert isinstance(instead, Which)
    assert {e.name for e in instead.without} == {"Citalopram", "St. John's wort"}
    elsewhere = ask("what else helps with migraine?", warned).intent
    assert isinstance(elsewhere, Which)
    assert elsewhere.without == ()
    listed = ask("What raises the risk of dementia?").intent
    others = ask("not drugs please", listed).intent
    assert isinstance(listed, Which)
    assert isinstance(others, Which)
    assert others == replace(listed, types=others.types)
    assert others.types
    assert "Drug" not in others.types


@pytest.mark.parametrize(
    ("name", "written", "told"),
    [
        ("Nausea and vomiting of pregnancy", "nausea", True),
        ("Diabetes Mellitus, Type 2", "diabetes", True),
        ("Dementia with Lewy bodies", "dementia", True),
        ("Nausea and vomiting", "nausea", False),
        ("Parkinson's disease dementia", "Parkinson's dementia", False),
        ("Cancer of the liver", "cancers of the liver", False),
    ],
)
def test_a_narrower_ill_than_was_written_is_told(name: str, written: str, told: bool) -> None:
    ill = Entity("D:1", name, "Disease")
    understood = UnderstoodQuestion(About(ill), (ill,), written={"D:1": written})
    assert bool(read_otherwise(understood)) is told
