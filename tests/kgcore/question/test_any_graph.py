"""Questions in the words of graphs that others made: what the bot offers there, typed back, is read as meant."""

from __future__ import annotations

import pytest

from kgcore.question.pointing import asked_of_listed
from kgcore.question.reading import UnderstoodQuestion, understand_question
from kgcore.question.skeleton import question_skeleton
from kgcore.values.intent import About, Intent, Open, Slant, Which, YesNo
from kgcore.values.model import Candidate, Entity, Match, Predicate
from kgcore.vocabulary.vocabulary import Vocabulary

ASTHMA = Entity("A", "asthma", "Disease")
PATIENTS = Vocabulary.of(
    map(Predicate, ("need_medical_test", "possible_disease", "has_symptom", "possible_cure_disease"))
)
GENES = Vocabulary.of(map(Predicate, ("CtD", "CpD", "DlA", "GpPW")))
TYPES = ("Gene", "Disease", "Compound", "Anatomy")


def read(question: str, words: Vocabulary, types: tuple[str, ...] = ("Thing",)) -> UnderstoodQuestion:
    start = question.index("asthma")
    spot = (start, start + len("asthma"), (Candidate(ASTHMA, 1.0, Match.EXACT),))
    return understand_question(question, [spot], words, types)


def asked(question: str, words: Vocabulary, types: tuple[str, ...] = ("Thing",)) -> tuple[tuple[str, ...], bool | None]:
    intent = read(question, words, types).intent
    assert isinstance(intent, Which), question
    return intent.asked.predicates, intent.outward


def test_what_is_offered_is_understood_when_it_is_typed() -> None:
    assert asked("Which medical tests does asthma need?", PATIENTS) == (("need_medical_test",), True)
    assert asked("Which possible diseases does asthma point to?", PATIENTS) == (("possible_disease",), True)
    assert asked("Which parts of the body does asthma localize to?", GENES, TYPES) == (("DlA",), True)
    assert not read("Which parts of the body does asthma localize to?", GENES, TYPES).unread


def test_causes_are_asked_for_where_a_graph_only_tells_of_symptoms() -> None:
    assert asked("Which diseases cause asthma?", PATIENTS) == (("has_symptom",), False)


def test_help_is_what_comes_nearest_to_it_in_the_graph() -> None:
    assert asked("What helps against asthma?", GENES, TYPES) == (("CtD", "CpD"), False)
    intent = read("What helps against asthma?", PATIENTS).intent
    assert isinstance(intent, Which)
    assert (intent.asked.slant, intent.asked.predicates) == (Slant.GOOD, ("possible_cure_disease",))


def test_a_type_that_a_graph_lacks_is_not_answered_with_another() -> None:
    for question, types in (
        ("Which drugs treat asthma?", ("Compound",)),
        ("Which foods treat asthma?", ("Food",)),
        ("Which genes treat asthma?", ("Gene",)),
    ):
        intent = read(question, GENES, TYPES).intent
        assert isinstance(intent, Which)
        assert intent.types == types


def test_a_sort_of_a_type_is_not_the_type() -> None:
    assert not isinstance(read("Which drug classes does asthma belong to?", GENES, TYPES).intent, Which)


def test_where_something_is_found_asks_for_parts_of_the_body() -> None:
    intent = read("Where does asthma localize?", GENES, TYPES).intent
    assert isinstance(intent, Which)
    assert (intent.asked.predicates, intent.types) == (("DlA",), ("Anatomy",))


def test_a_part_of_the_body_before_a_noun_is_not_what_is_asked_about() -> None:
    question = "Can asthma raise blood sugar?"
    blood = Entity("B", "blood", "Anatomy")
    spots = [
        (4, 10, (Candidate(ASTHMA, 1.0, Match.EXACT),)),
        (17, 22, (Candidate(blood, 1.0, Match.EXACT),)),
    ]
    assert understand_question(question, spots, GENES, TYPES).focus == (ASTHMA,)
    assert blood in understand_question("Can asthma raise blood?", spots, GENES, TYPES).focus


def test_what_was_not_read_is_said_without_the_words_before_it() -> None:
    intent = read("Could asthma and a stiff neck be meningitis?", PATIENTS).intent
    assert isinstance(intent, About)
    assert intent.missing == "stiff neck be meningitis"


CELLS = Vocabulary.of(map(Predicate, ("increases", "decreases", "regulates", "association")))
FUNCTION = (("0", "donepezil", "Chemical"), ("1", "memory", "BiologicalProcess"), ("2", "aging", "BiologicalProcess"))


def read_typed(question: str) -> Intent:
    """Understand a question over CELLS in which the things of FUNCTION stand by their names."""
    found = [(question.index(name), Entity(id, name, type)) for id, name, type in FUNCTION if name in question]
    spots = [(at, at + len(e.name), (Candidate(e, 1.0, Match.EXACT),)) for at, e in found]
    return understand_question(question, spots, CELLS, ("Chemical", "BiologicalProcess")).intent


@pytest.mark.parametrize("question", ["Does donepezil help memory?", "Is donepezil good for memory?"])
def test_a_function_is_helped_by_what_increases_it_and_by_nothing_that_treats_it_away(question: str) -> None:
    intent = read_typed(question)
    assert isinstance(intent, YesNo)
    assert intent.asked.predicates == ("increases",)


def test_what_is_bad_for_a_function_decreases_it_whatever_it_is_itself() -> None:
    intent = read_typed("Is aging bad for memory?")
    assert isinstance(intent, YesNo)
    assert (intent.subject.name, intent.object.name, intent.asked.predicates) == ("aging", "memory", ("decreases",))


MARKERS = Vocabulary.of(map(Predicate, ("biomarkerFor", "decreases", "CtD")))


def test_what_there_is_for_something_need_not_be_good_for_it() -> None:
    for question in ("Which biomarkers are there for asthma?", "What biomarkers exist for asthma?"):
        assert asked(question, MARKERS) == (("biomarkerFor",), False)
    intent = read("Which mouse models are there for asthma?", MARKERS).intent
    assert isinstance(intent, Which)
    assert intent.asked.slant is Slant.ANY
    for question in ("Which treatments are there for asthma?", "What help is there for asthma?"):
        intent = read(question, MARKERS).intent
        assert isinstance(intent, Which)
        assert intent.asked.predicates == ("CtD",)


def test_medicines_are_asked_for_where_a_graph_says_what_is_needed() -> None:
    needing = Vocabulary.of(map(Predicate, ("need_medication", "has_symptom")))
    for question in ("Which medicines help with asthma?", "What drugs are there for asthma?", "What treats asthma?"):
        intent = read(question, needing).intent
        assert isinstance(intent, Which)
        assert intent.asked.predicates == ("need_medication",)
        assert intent.outward is not False  # asthma needs them, not they asthma
        assert not intent.asked.overstates


@pytest.mark.parametrize(
    ("question", "relation"),
    [
        ("How do doctors find out whether someone has asthma?", "need_medical_test"),
        ("how is asthma tested for", "need_medical_test"),
        ("How can asthma be diagnosed?", "need_medical_test"),
        ("how do you rule out asthma", "need_medical_test"),
        ("signs that it could be asthma", "has_symptom"),
        ("How can I tell if I have asthma?", "has_symptom"),
        ("what does asthma feel like", "has_symptom"),
        ("how does asthma show itself", "has_symptom"),
    ],
)
def test_tests_and_symptoms_are_asked_for_in_many_ways(question: str, relation: str) -> None:
    assert asked(question, PATIENTS) == ((relation,), True)
    assert not read(question, PATIENTS).unread


def test_how_something_is_treated_or_works_is_not_how_it_is_found() -> None:
    for question in ("how is asthma treated", "how does asthma come about", "how do people live with asthma"):
        intent = read(question, PATIENTS).intent
        assert not isinstance(intent, Which) or "need_medical_test" not in intent.asked.predicates, question


def test_markers_and_what_makes_more_active_are_asked_for_in_plain_words() -> None:
    assert asked("Name markers of asthma", MARKERS) == (("biomarkerFor",), False)
    assert asked("which things make asthma less active?", MARKERS) == (("decreases",), False)


SLEEP, WARFARIN = Entity("S", "sleep", "Process"), Entity("W", "warfarin", "Drug")


def after(before: Intent, question: str, *named: Entity) -> Intent:
    spots = [
        (at, at + len(e.name), (Candidate(e, 1.0, Match.EXACT),)) for e in named for at in [question.index(e.name)]
    ]
    return understand_question(question, spots, MARKERS, ("Drug",), before).intent


def test_a_pronoun_means_the_stranger_that_was_asked_about_and_not_what_stood_beside_it() -> None:
    lost = About(SLEEP, unknown=("moxotan",))  # "Is moxotan good for sleep?"
    assert after(lost, "Can I take it with warfarin?", WARFARIN) == About(WARFARIN, "moxotan")
    assert after(lost, "Is it safe?") == Open((), ("moxotan",))
    assert after(Open((), ("moxotan",)), "What are its side effects?") == Open((), ("moxotan",))


def test_a_pronoun_means_the_illness_where_its_treatment_is_asked_for() -> None:
    lost = About(ASTHMA, unknown=("moxotan",))  # "Does moxotan help with asthma?"
    intent = after(lost, "What else helps against it?")
    assert isinstance(intent, Which)
    assert intent.entity == ASTHMA
    assert after(lost, "Is it safe?") == Open((), ("moxotan",))
    known = after(About(WARFARIN), "Is it safe?")
    assert "moxotan" not in str(known)


def test_what_is_expressed_by_a_part_is_expressed_in_it() -> None:
    genes = Vocabulary.of(map(Predicate, ("AuG", "CbG", "GiG")))
    reading = genes.read("is upregulated in")
    assert (reading.predicates, reading.inverted) == (("AuG",), True)
    assert genes.read("is a ligand of").predicates == ("CbG",)
    assert not genes.read("binds in").predicates


def test_what_relieves_something_is_what_palliates_it() -> None:
    assert GENES.read("relieves").predicates == ("CpD", "CtD")
    assert GENES.read("palliates").predicates == ("CpD",)  # and treating is more than that
    assert GENES.read("treats").predicates == ("CtD",)
    only = Vocabulary.of([Predicate("TREATS")])
    assert only.read("relieves").predicates == only.read("gives symptomatic relief in").predicates == ("TREATS",)


RARE = Vocabulary.of(map(Predicate, ("HAS_INHERITANCE", "HAS_ONSET", "HAS_SYMPTOM")))


@pytest.mark.parametrize(
    "question",
    [
        "Is asthma hereditary?",
        "does asthma run in families?",
        "is asthma dominant or recessive",
        "how does one get asthma?",
    ],
)
def test_whether_an_illness_is_inherited_is_asked_of_the_predicate_that_tells_it(question: str) -> None:
    assert asked(question, RARE)[0] == ("HAS_INHERITANCE",)


@pytest.mark.parametrize("question", ["At what age does asthma start?", "when does asthma begin?"])
def test_at_what_age_an_illness_begins_is_asked_of_its_onset(question: str) -> None:
    assert asked(question, RARE)[0] == ("HAS_ONSET",)


@pytest.mark.parametrize(
    "question", ["What symptoms come with asthma?", "my son has asthma - what should we look out for?"]
)
def test_what_comes_with_an_illness_are_its_symptoms(question: str) -> None:
    assert asked(question, RARE)[0] == ("HAS_SYMPTOM",)


@pytest.mark.parametrize(
    ("question", "form"),
    [
        ("does zinc switch on asthma", "does zinc activate {0}"),
        ("does zinc keep asthma away", "does zinc prevent {0}"),
        ("what does asthma do in the body?", "what does {0} do"),
        ("which rare diseases go with asthma", "which diseases go with {0}"),
        ("what does the asthma disorder do?", "what does {0} do"),
        ("what does the asthma gene do?", "what does {0} gene do"),
        ("which asthma disorders are rare?", "which {0} disorders are rare"),
        ("what is asthma supposed to do?", "what does {0} do"),
        ("asthma: is it rare?", "is {0} rare"),
        ("And the asthma ... can they treat it?", "can they treat {0}"),
        ("asthma, does that run in families?", "does {0} run in families"),
        ("asthma. is it true that it is rare", "{0}. is it true that it is rare"),
    ],
)
def test_everyday_words_around_a_name_are_put_as_usual(question: str, form: str) -> None:
    start = question.index("asthma")
    assert question_skeleton(question, [(start, start + 6, (Candidate(ASTHMA, 1.0, Match.EXACT),))]).text == form


def test_what_is_asked_of_those_that_were_listed_is_put_without_the_pronoun() -> None:
    assert asked_of_listed("do any of those drugs interact with warfarin?") == ("what interact with warfarin", "drugs")
    assert asked_of_listed("are any of them safe with alcohol?") == ("what interacts with alcohol", "")
    assert asked_of_listed("does zinc help?") == ("", "")


_ON_IT = ("when I take {}", "with {}", "if you use {}", "from {}", "while I am on {}")
_OF_HARM = [
    *(f"What can go wrong {on}?" for on in _ON_IT),
    *(f"What should I watch out for {on}?" for on in _ON_IT),
    *(f"What do I have to be careful about {on}?" for on in _ON_IT),
    *(f"What bad things come {on}?" for on in ("from {}", "with {}", "of taking {}")),
    *(
        f"{which} {what} {ends}?"
        for which, ends in (("What", "does {} cause"), ("Which", "can {} bring about"), ("What", "may {} have"))
        for what in ("problems", "trouble", "unwanted effects", "nasty side effects", "complaints", "harm")
    ),
    *(f"What are the {what} of {{}}?" for what in ("drawbacks", "disadvantages", "hazards", "ill effects", "cons")),
    "Which complaints do people on {} get?",
    "What unpleasant effects do patients taking {} report?",
]


@pytest.mark.parametrize("question", _OF_HARM)
def test_what_may_go_wrong_with_a_thing_asks_for_its_harms(question: str) -> None:
    text = question.format("warfarin")
    spots = [(text.index("warfarin"), text.index("warfarin") + 8, (Candidate(WARFARIN, 1.0, Match.EXACT),))]
    understood = understand_question(text, spots, GENES, TYPES)
    assert isinstance(understood.intent, Which)
    assert (understood.intent.asked.slant, understood.intent.outward) == (Slant.BAD, True)
    assert not understood.unread


def test_what_happens_to_whoever_takes_a_thing_is_no_help_with_it() -> None:
    for text in ("What can happen if I take warfarin?", "What happens when you use warfarin?"):
        spots = [(text.index("warfarin"), text.index("warfarin") + 8, (Candidate(WARFARIN, 1.0, Match.EXACT),))]
        intent = understand_question(text, spots, GENES, TYPES).intent
        assert isinstance(intent, Which)
        assert (intent.asked.slant, intent.outward) == (Slant.ANY, True)


def test_illnesses_that_need_a_thing_are_those_that_it_treats() -> None:
    for verb in ("need", "require", "call for", "respond to", "are treated with"):
        text = f"Which disorders {verb} warfarin?"
        spots = [(text.index("warfarin"), text.index("warfarin") + 8, (Candidate(WARFARIN, 1.0, Match.EXACT),))]
        intent = understand_question(text, spots, GENES, TYPES).intent
        assert isinstance(intent, Which)
        assert (intent.asked.predicates[:1], intent.outward) == (("CtD",), True)


def test_what_makes_somebody_something_has_it_as_a_symptom() -> None:
    assert asked("Which illnesses make you asthma?", PATIENTS) == (("has_symptom",), False)
