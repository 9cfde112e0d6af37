"""Whatever reads text that people or models wrote takes time in proportion to its length, whatever stands in it."""

from __future__ import annotations

import gc
import re
import time
from collections.abc import Callable, Mapping

import pytest

from kgcore.annotation.badges import badge_edits
from kgcore.annotation.headings import denied_stretches
from kgcore.annotation.parser import AnnotationParser
from kgcore.annotation.pieces import clauses_apart
from kgcore.annotation.plaintext import claims_in
from kgcore.annotation.stream import LONGEST_PARAGRAPH, showable_prefix, strip_markdown, strip_unshowable
from kgcore.annotation.unread_pairs import unread_pairs
from kgcore.conversation.statements import blank_out_quotes, one_paragraph
from kgcore.english.added import more_of_it
from kgcore.english.hearsay import attributed, withdrawn
from kgcore.english.initialisms import defined
from kgcore.english.leads import lead_in, opening_phrases
from kgcore.english.means import means_in, purposes_in
from kgcore.english.qualifier_terms import limits
from kgcore.english.sentences import Stretch, sentence_ends, split_sentences
from kgcore.english.spans import NameSpan
from kgcore.question import danger
from kgcore.question.parts import parts_of_row, question_parts
from kgcore.question.reading import understand_question
from kgcore.question.skeleton import Spot
from kgcore.reasoning.stories import LONGEST as LONGEST_STORY
from kgcore.reasoning.stories import read_story
from kgcore.values.model import Candidate, Entity, Match, Mention, Paragraph
from kgcore.vocabulary.vocabulary import Vocabulary

LENGTH = 1_600
TIMES = 4
GENEROUS = 2.5  # a quadratic reader takes TIMES times as long for each character, a linear one once
SHORTEST = 0.004  # seconds; what is quicker is measured as this long
RULES = Vocabulary.of(())
DENSE = "[zinc|Drug]($N1) [treats]($R1, $H, $N1, $N2) [cold|Disease]($N2)."
WORST = (
    *("!", "!x", "?)x", ". ", ".\n", "\n", " \n", "\n\n", "a\n\n", "1. ", "-\n", "* ", "**a**", "_", "#\n", "> ", "` "),
    *("1", "a ", ": "),
    *("zinc\n\n", "zinc. ", "zinc; ", "zinc (zinc). ", "```\n"),
    *("[", "[a](", "[a]($N1) ", "$N1 ", "(($N1", f"{DENSE} ", f"{DENSE}\n\n"),
)  # fmt: skip


def piecewise(text: str) -> None:
    """As an answer arrives that is written quickly."""
    parser, seen = AnnotationParser(), 0
    for at in range(0, len(text), 2_500):
        parser.feed(text[at : at + 2_500])
        assert parser.partial is not None
        if parser.ended > seen:
            assert len(parser.paragraphs) == parser.ended
            for index in range(seen, parser.ended):
                parser.problems(index)
            seen = parser.ended
    parser.finish()


def plain(text: str) -> None:
    """As a text to be checked is read, with a name wherever one stands."""
    spots = [(at, at + 4, ()) for at in range(len(text)) if text.startswith("zinc", at)]
    claims_in(text, spots, RULES)


def message(text: str) -> None:
    """As a conversation to be mapped is read."""
    words = blank_out_quotes(text, {"Ann": None})
    one_paragraph(text, words, claims_in(words, (), RULES), 0)


def question(text: str) -> None:
    """As a question is read in which a name stands wherever "zinc" does."""
    spots: list[Spot] = [(at, at + 4, ()) for at in range(len(text)) if text.startswith("zinc", at)]
    understand_question(text, spots, RULES, ("Drug",))


def paired(text: str) -> None:
    """With all names that stand in it, none of them in a claim."""
    spots = [
        (m.start(), m.end(), (Candidate(Entity(m[0], m[0], "Drug"), 1.0, Match.EXACT),))
        for m in re.finditer("zinc|cold|x|a", text)
    ]
    for _ in unread_pairs(Paragraph(text), spots, "", lambda words: False):
        pass


READERS: Mapping[str, Callable[[str], object]] = {
    "an answer": piecewise,
    "a text": plain,
    "a message": message,
    "a question": question,
    "sentences": lambda text: list(sentence_ends(text, breaks=True)),
    "markdown": lambda text: strip_markdown(text, ()),
    "control characters": strip_unshowable,
    "the part that can be shown": lambda text: showable_prefix(text, first=True),
    "names of which nothing was read": paired,
}


def seconds(read: Callable[[str], object], unit: str, length: int) -> float:
    text = (unit * (length // len(unit) + 1))[:length] + "x"
    gc.disable()  # what other tests have left on the heap is not to be looked through meanwhile
    try:
        began = time.process_time()
        read(text)
        return max(time.process_time() - began, SHORTEST)
    finally:
        gc.enable()


@pytest.mark.parametrize("name", READERS)
def test_four_times_the_text_takes_about_four_times_as_long(name: str) -> None:
    READERS[name]("zinc.")  # tables are read once
    slow = {
        unit: (short, long)
        for unit in WORST
        if (long := seconds(READERS[name], unit, TIMES * LENGTH))
        > TIMES * GENEROUS * (short := seconds(READERS[name], unit, LENGTH))
    }
    again = {unit: seconds(READERS[name], unit, TIMES * LENGTH) / short for unit, (short, _) in slow.items()}
    assert not {unit: ratio for unit, ratio in again.items() if ratio > TIMES * GENEROUS}


@pytest.mark.parametrize("unit", [": ", "? ", "=  ", "score: ", "a ", "/a", "✅", "❌S$", "**❌a"])
def test_a_paragraph_of_badges_is_read_about_as_quickly_as_any(unit: str) -> None:
    """It is read on the event loop; these took five to thirty times as long as a paragraph of words."""
    words = "Vitamin E may help against Alzheimer's disease, as several trials say. "

    def ratio() -> float:
        spent = [seconds(lambda t: list(badge_edits(t)), one, LONGEST_PARAGRAPH) for one in (unit, words)]
        return spent[0] / spent[1]

    assert min(ratio() for _ in range(3)) <= 5 * GENEROUS


def heard(text: str) -> None:
    """As danger is told in a text that nobody has written before."""
    danger._read.clear()
    danger.danger_in(text)


@pytest.mark.parametrize(
    "unit",
    [
        *("my ", "took the ", "took a my dad ", "i can not ", "od ed ", "a! ", "he has a ", "my old dad, "),
        *("pregnant baby weeks ", "not stop bleed ", "had tingl my dad ", "10 pills of. "),
        *("tell me about ", "please ", "explain a ", "for me ", "give me an overview of "),
    ],
)
def test_whether_somebody_is_in_danger_is_told_in_linear_time(unit: str) -> None:
    danger.load_cues()  # the tables are read once

    def ratio() -> float:
        return seconds(heard, unit, 2_000) / seconds(heard, unit, 500)

    assert ratio() <= TIMES * GENEROUS or ratio() <= TIMES * GENEROUS


@pytest.mark.parametrize(
    "unit", ["zinc. ", "a! ", "[zinc|Drug]($N1) [treats]($R1, $H, $N1, $N2) [cold|Disease]($N2).\n\n"]
)
def test_beyond_two_thousand_characters_danger_takes_hardly_longer_to_hear(unit: str) -> None:
    """What is read of a text is bounded: the encoder takes most of the time, and reads no more of a longer one."""
    danger.load_cues()

    def ratio() -> float:
        return seconds(heard, unit, 32_000) / seconds(heard, unit, 2_400)

    assert ratio() <= GENEROUS or ratio() <= GENEROUS


@pytest.mark.parametrize("unit", ["1", "1,", "1 "])
def test_what_limits_a_claim_is_looked_for_in_linear_time(unit: str) -> None:
    limits("in mice")  # the tables are read once

    def ratio() -> float:
        return seconds(limits, unit, 6_000) / seconds(limits, unit, 1_500)

    assert ratio() <= TIMES * GENEROUS or ratio() <= TIMES * GENEROUS


@pytest.mark.parametrize("unit", ["A", "A-", "zinc", "AB (a ", "AB means a ", "by AB we mean a", "a (AB ", "a  "])
def test_what_initialisms_stand_for_is_looked_for_in_linear_time(unit: str) -> None:
    def ratio() -> float:
        return seconds(defined, unit, 10_000) / seconds(defined, unit, 2_500)

    assert ratio() <= TIMES * GENEROUS or ratio() <= TIMES * GENEROUS


def clauses(text: str) -> None:
    """As the clauses of a sentence are told apart in which a name stands wherever "zinc" does."""
    names = [NameSpan(n, n + 4, Mention("zinc", ref="N1")) for n in range(len(text)) if text.startswith("zinc", n)]
    if names:
        clauses_apart(text, Stretch(0, len(text)), names)


def taken_back(text: str) -> None:
    """As the sentences are looked for that others take back."""
    list(denied_stretches(text, list(split_sentences(text, Stretch(0, len(text)), ()))))


OPENINGS = (
    *(" ", "\n", "a ", ", ", "; ", "as we ", "although ", "i think ", "no, wait ", "because it ", "by ing ", "lly "),
    *("zinc ", "zinc, ", "zinc and ", "zinc treats it, and ", "both are ", "neither of the ", "long, ", " ,", "- "),
)  # fmt: skip
PARTS_OF_SENTENCES: Mapping[str, Callable[[str], object]] = {
    "openings": lambda text: (lead_in(text), opening_phrases(text)),
    "whose word it is": lambda text: (attributed(text), withdrawn(text)),
    "means": lambda text: (list(means_in(text, text, text)), list(purposes_in(text, text, text, ()))),
    "what more it is said of": more_of_it,
    "clauses": clauses,
    "what is taken back": taken_back,
}


@pytest.mark.parametrize("name", PARTS_OF_SENTENCES)
def test_the_parts_of_sentences_are_told_in_linear_time(name: str) -> None:
    read = PARTS_OF_SENTENCES[name]
    read("zinc.")  # tables are read once

    def ratio(unit: str) -> float:
        return seconds(read, unit, 6_000) / seconds(read, unit, 1_500)

    slow = [unit for unit in OPENINGS if ratio(unit) > TIMES * GENEROUS]
    assert not [unit for unit in slow if ratio(unit) > TIMES * GENEROUS]


@pytest.mark.parametrize("unit", ["does zinc ", "zinc, ", "zinc, zinc or ", "what interacts with zinc ", " ", "a, "])
def test_questions_are_taken_apart_in_linear_time(unit: str) -> None:
    """They are no longer than 600 characters."""

    def ratio(read: Callable[[str], object]) -> float:
        return seconds(read, unit, 590) / seconds(read, unit, 147)

    for read in (lambda text: parts_of_row(text, ["zinc", "garlic"]), question_parts):
        assert ratio(read) <= TIMES * GENEROUS or ratio(read) <= TIMES * GENEROUS


@pytest.mark.parametrize("unit", ["he takes ", "no ", "and he ", "her mother ", "stopped, ", " ", "a. A", "but back "])
def test_stories_are_read_in_linear_time(unit: str) -> None:
    def ratio() -> float:
        return seconds(lambda told: read_story(told, (), whatever=True), unit, LONGEST_STORY - 1) / seconds(
            lambda told: read_story(told, (), whatever=True), unit, LONGEST_STORY // TIMES
        )

    read_story("He takes zinc.", (), whatever=True)  # tables are read once
    assert ratio() <= TIMES * GENEROUS or ratio() <= TIMES * GENEROUS
