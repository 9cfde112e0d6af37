"""Reads what people write: questions (with those that went before), texts to be checked, conversations."""

from __future__ import annotations

import asyncio
import itertools
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from kgcore.annotation.beside import with_plain
from kgcore.annotation.parser import parse_answer
from kgcore.annotation.plaintext import claims_in
from kgcore.conversation.statements import (
    asked_as_statement,
    blank_out_quotes,
    one_paragraph,
    restate_agreement,
    restate_answer,
    without_doubt,
)
from kgcore.conversation.transcript import LONGEST_MESSAGE, MOST_CHARACTERS, MOST_MESSAGES, unify_speakers
from kgcore.english.agreement import count_noun
from kgcore.english.initialisms import as_defined
from kgcore.english.language import language_of
from kgcore.english.sentences import blank_controls
from kgcore.linking.linking import Ranking
from kgcore.ports import KnowledgeGraph
from kgcore.question.comparing import is_comparison
from kgcore.question.misspelt import misspelt_words, put_right
from kgcore.question.parts import question_parts
from kgcore.question.plain_names import (
    MOST_SHORT,
    PlainName,
    asked_of_changing,
    asked_of_ill,
    asked_of_lack,
    asked_of_modified,
    asked_of_stage,
    asked_of_target,
    asked_plainly,
    asks_of_modifying,
    names_stage,
    plain_names,
    words_that_name,
)
from kgcore.question.pointing import asked_of_listed
from kgcore.question.reading import UnderstoodQuestion, understand_question
from kgcore.question.relation import is_ill, is_taken, is_untyped
from kgcore.question.shared_heads import joins_names, with_shared_heads
from kgcore.turn.annotating import SentenceAnnotator
from kgcore.turn.asserting import with_asserted
from kgcore.turn.checking import Checker
from kgcore.turn.hearing import as_heard, asks_of_two, told_as_heard
from kgcore.values.intent import Intent, Open, Which
from kgcore.values.message import Said
from kgcore.values.model import Candidate, Claim, Match, Mention, Paragraph
from kgcore.values.remembering import entities_bytes, remembered
from kgcore.values.text import shorten
from kgcore.vocabulary.vocabulary import Vocabulary
from kgcore.vocabulary.wording import name_in_sentence

_PUT_RIGHT = 7  # letters of an ill's name that is put right: shorter slips are offered, never taken for granted
_POINTING = re.compile(
    r"\b(?:(?:the )?(?:first|second|third|fourth|fifth|last|1st|2nd|3rd|4th|5th) (?:one|of (?:them|these|those))|"
    r"the (?:first|second|third|fourth|fifth|last|former|latter|other)(?: (?:one|drug|supplement|herb))?|"
    r"(?:that|this) (?:one|drug|"
    r"supplement|herb|medicine|disease|condition|substance)|(?:the|that) [a-z-]{3,} (?:one|thing)|it|them|they)\b",
    re.IGNORECASE,
)
REMEMBERED_BYTES = 8 << 20  # of questions that were understood
REMEMBERED = 5  # earlier questions of a thread that a follow-up can lean on
_APART = "\n\n"  # between paragraphs
_BY_NAME = (Match.EXACT, Match.SYNONYM)
_LONG = 1_000  # characters of questions that are understood beside what else goes on
Spots = tuple[tuple[int, int, tuple[Candidate, ...]], ...]


@dataclass(frozen=True, slots=True, eq=False)
class _Put:
    """A question as it was put; `before` is what it goes on from. Equal to another of the same words, spots and graph.

    What a thread asked before is read again with each of its next questions.
    """

    words: str
    spots: Spots
    vocabulary: Vocabulary
    types: tuple[str, ...]
    before: Intent | None

    def __hash__(self) -> int:
        return hash(self.words)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, _Put) or self.vocabulary is not other.vocabulary:
            return False
        given = (self.words, self.types, self.spots, self.before)
        return given == (other.words, other.types, other.spots, other.before)


def _put_bytes(put: _Put, understood: UnderstoodQuestion) -> int:
    known = [candidate.entity for _, _, meant in put.spots for candidate in meant]
    return 4 * len(put.words) + 2 * entities_bytes((*known, *understood.focus))


@remembered(REMEMBERED_BYTES, _put_bytes)
def _understood(put: _Put) -> UnderstoodQuestion:
    return understand_question(put.words, put.spots, put.vocabulary, put.types, put.before)


class TextReader:
    """Finds the graph's entities in running text, and what is said or asked of them."""

    def __init__(self, graph: KnowledgeGraph, vocabulary: Vocabulary) -> None:
        self._graph = graph
        self.vocabulary = vocabulary
        self.types = tuple(name for name, _ in graph.info.types)

    async def understand(
        self,
        question: str,
        earlier: Sequence[str] = (),
        mentions: Sequence[Mention] = (),
        context: Intent | None = None,
        *,
        guess: bool = True,
    ) -> UnderstoodQuestion:
        """Return what a question asks; `mentions` are those that a model found in it. Raises GraphError.

        `context` is what it goes on from, where that is not the question before it. `guess`: what no rule reads may be
        heard by a transformer; an answer that is marked right or wrong must not hang on that.
        """
        as_put = question
        question, slips = await self._put_right(question)
        if (treats := asked_of_changing(plain := asked_plainly(question))) != plain:
            slips, question = (*slips, (question.strip(" ?.!"), treats.strip("?"))), treats
        question, staged = await self._with_stage(question)
        slips = (*slips, *staged)
        question = await self._with_modified(question)
        question = await self._with_target(await self._with_lack(await self._with_ill(asked_plainly(question))))
        question = await self._with_heads(question)
        apart = [asked_plainly(part) for one in earlier[-REMEMBERED:] for part in question_parts(one)]
        questions = (*apart[-REMEMBERED:], question)
        spotted = await self._spot(questions)
        if mentions:
            candidates = await self._graph.candidates(mentions)
            spotted[-1] = with_mentions(question, spotted[-1], mentions, candidates)
        spotted = await self._with_plain_names(questions, spotted)
        spotted[-1] = await self._with_slips(question, spotted[-1])
        before: Intent | None = None
        for n, (words, spots) in enumerate(zip(questions, spotted, strict=True), 1):
            before = context if context is not None and n == len(questions) else before
            given = _Put(words, tuple(spots), self.vocabulary, self.types, before)
            long = len(words) > _LONG
            understood = await asyncio.to_thread(_understood, given) if long else _understood(given)
            lost = before is None and isinstance(understood.intent, Open)  # what "it" means then is not in the graph
            if (understood.focus or lost) and not _is_aside(words, understood, before):
                before = understood.intent
        understood = replace(understood, put_right=slips) if slips else understood
        if not guess or asks_of_two(as_put):
            return understood
        heard = await as_heard(question, spotted[-1], understood, self._graph, self.vocabulary, self.types)
        return understood if heard is None else told_as_heard(heard, understood, as_put)

    async def _put_right(self, question: str) -> tuple[str, tuple[tuple[str, str], ...]]:
        """Return the question with its misspelt words put right, and each as written and as meant; no names."""
        slips = misspelt_words(question)
        if not slips or language_of(question):
            return question, ()
        (named,) = await self._graph.spot([question])
        own = [(start, end) for start, end, meant in named if meant and meant[0].match is not Match.SPELLING]
        slips = tuple(s for s in slips if not any(a < s[1] and s[0] < b for a, b in own))
        return put_right(question, slips), tuple((question[start:end], meant) for start, end, meant in slips)

    async def _with_ill(self, question: str) -> str:
        """Return "what can help with restless legs?" for "restless legs - what helps?", where that is an ill."""
        ill, plain = asked_of_ill(question)
        if not ill:
            return question
        spots = await self.spot_plain(ill)
        meant = spots[0][2][0].entity if len(spots) == 1 and spots[0][2] else None
        return plain if meant and (is_ill(meant) or is_untyped(meant)) else question

    async def _with_heads(self, question: str) -> str:
        """Return "chronic sinusitis and acute sinusitis" for "chronic and acute sinusitis", where both are known."""
        if not joins_names(question):
            return question
        (spots,) = await self._graph.spot([question])
        ways = list(with_shared_heads(question, spots))
        found = await self._graph.spot([name for name, _ in ways]) if ways else ()
        whole = (
            put
            for (name, put), own in zip(ways, found, strict=True)
            if len(own) == 1 and own[0][:2] == (0, len(name)) and own[0][2] and own[0][2][0].match in _BY_NAME
        )
        return next(whole, question)

    async def _with_lack(self, question: str) -> str:
        """Return "does metformin cause vitamin B12 deficiency?" for "… leave you short of B12?", where it is known."""
        ways = asked_of_lack(question)
        found = await self._graph.spot([name for name, _ in ways]) if ways else ()
        whole = (
            put
            for (name, put), spots in zip(ways, found, strict=True)
            if len(spots) == 1 and spots[0][:2] == (0, len(name)) and spots[0][2] and is_ill(spots[0][2][0].entity)
        )
        return next(whole, question)

    async def _with_stage(self, question: str) -> tuple[str, tuple[tuple[str, str], ...]]:
        """Return "infantile cataract" for "cataracts in infancy", where the graph has such a name, and that as read."""
        if not names_stage(question):
            return question, ()
        (spots,) = await self._graph.spot([question])
        start, end, names = asked_of_stage(question, [s for s in spots if s[2] and is_ill(s[2][0].entity)])
        found = await self._graph.spot(names) if names else ()
        meant = {s[2][0].entity.id for s in spots if s[:1] == (start,) and s[2]}
        for name, own in zip(names, found, strict=True):
            if len(own) == 1 and own[0][:2] == (0, len(name)) and own[0][2] and own[0][2][0].match in _BY_NAME:
                if own[0][2][0].entity.id in meant:  # it goes by both names
                    break
                put = name_in_sentence(own[0][2][0].entity)
                return f"{question[:start]}{put}{question[end:]}", ((question[start:end], put),)
        return question, ()

    async def _with_target(self, question: str) -> str:
        """Return "what inhibits BACE1?" for "BACE1 inhibitors", where the graph has the one and not the other."""
        plain = asked_of_target(question)
        if plain == question:
            return question
        own, target = await self._graph.spot([question, plain])
        known = any(asked_of_target(question[start:end]) != question[start:end] for start, end, _ in own)
        return plain if target and not known else question

    async def _with_modified(self, question: str) -> str:
        """Return "what increases phosphorylated MAPT?" for "what phosphorylates tau?", where the graph has the form and
        no such relation.
        """
        if not asks_of_modifying(question) or self.vocabulary.read("phosphorylates").predicates:
            return question
        (spots,) = await self._graph.spot([question])
        ways = asked_of_modified(question, spots)
        found = await self._graph.spot([name for name, _ in ways]) if ways else ()
        return next(
            (
                put
                for (name, put), own in zip(ways, found, strict=True)
                if len(own) == 1 and own[0][:2] == (0, len(name)) and own[0][2] and own[0][2][0].match in _BY_NAME
            ),
            question,
        )

    async def _spot(self, questions: Sequence[str]) -> list[Spots]:
        """Spot names; where a question compares, a name does not take in both sides of an "and"."""
        joined = [n for n, q in enumerate(questions) if " and " in q and is_comparison(q)]
        found = await self._graph.spot((*questions, *(questions[n].replace(" and ", " ,   ") for n in joined)))
        spotted = list(found[: len(questions)])
        for n, apart in zip(joined, found[len(questions) :], strict=True):
            spotted[n] = split_joined_spots(spotted[n], apart)
        return spotted

    async def spot_plain(self, text: str) -> Spots:
        """Return where a text names entities, in the words of the graph or in those of people. Raises GraphError."""
        (spots,) = await self._graph.spot([text])
        return (await self._with_plain_names([text], [spots]))[0]

    async def _with_plain_names(self, questions: Sequence[str], spotted: Sequence[Spots]) -> list[Spots]:
        """Add what people write in the place of a name ("B12", "my ankle is swollen", a medicine for its class); of
        several texts, all is looked up together.
        """
        plain = [plain_names(question, spots) for question, spots in zip(questions, spotted, strict=True)]
        every = [one for some in plain for one in some]
        said = [Mention(one.name) for one in every if not one.whole]
        ranked = iter(await self._graph.rank(said, 1) if said else ())
        whole = [one.name for one in every if one.whole]
        named = iter(await self._graph.spot(whole) if whole else ())
        return [_with_names(spots, some, ranked, named) for spots, some in zip(spotted, plain, strict=True)]

    async def _with_slips(self, question: str, spots: Spots) -> Spots:
        """Add the ills that words of a question are a slip for ("migrane"): the answer says how it read
        them. Drugs that are spelt alike are told apart on purpose, so that only what is plain is put right of these.
        """
        words = [w for w in words_that_name(question, spots) if len(w[0]) >= _PUT_RIGHT][:MOST_SHORT]
        found = list(spots)
        ranked = await self._graph.rank([Mention(w[0]) for w in words], 1) if words else ()
        for word, one in zip(words, ranked, strict=True):
            meant = one.candidates[:1] if one.linked else ()
            if meant and meant[0].match is Match.SPELLING and is_ill(meant[0].entity):
                found.append((word.start(), word.end(), tuple(meant)))
        return tuple(sorted(found, key=lambda spot: spot[:2]))

    async def _spot_apart(self, texts: Sequence[str]) -> list[Spots]:
        """Spot names; where one takes in both sides of an "and" that are names of one type, both are named."""
        spotted: list[Spots] = list(await self._graph.spot(texts)) if texts else []
        joined = [n for n, t in enumerate(texts) if any(" and " in t[a:b] for a, b, _ in spotted[n])]
        found = await self._graph.spot([texts[n].replace(" and ", " ,   ") for n in joined]) if joined else ()
        for n, apart in zip(joined, found, strict=True):
            whole = tuple(s for s in spotted[n] if s[2] and s[2][0].match is Match.EXACT)  # "nausea and vomiting of …"
            others = tuple(s for s in spotted[n] if s not in whole)
            spotted[n] = tuple(sorted((*whole, *split_joined_spots(others, apart)), key=lambda s: s[:2]))
        return spotted

    async def read(self, text: str) -> tuple[str, tuple[Paragraph, ...]]:
        """Return the readable text and its paragraphs with triples, annotated or not. Raises GraphError."""
        # Beside the event loop: a text may have 40,000 characters, and nobody else is to wait for it.
        paragraphs = await asyncio.to_thread(parse_answer, text, self.types, self.vocabulary.names)
        if not any(p.marks for p in paragraphs):
            (spots,) = await self._spot_apart([text])
            paragraphs = await asyncio.to_thread(claims_in, text, spots, self.vocabulary, strangers=True)
            apart = tuple(_spots_of_each(blank_controls(text), paragraphs, spots))
            paragraphs = await self.asserted(paragraphs, apart)
        else:
            paragraphs = await self.completed(paragraphs)
        return "\n\n".join(p.text for p in paragraphs), await asyncio.to_thread(as_defined, paragraphs)

    async def completed(self, paragraphs: Sequence[Paragraph]) -> tuple[Paragraph, ...]:
        """Return annotated paragraphs with what their sentences surely say besides. Raises GraphError."""
        texts = [p.text for p in paragraphs]
        spotted = await self._spot_apart(texts)
        starts = [0, *itertools.accumulate(len(text) + len(_APART) for text in texts)]
        spots = tuple(
            (at + a, at + b, meant) for at, some in zip(starts, spotted, strict=False) for a, b, meant in some
        )
        # Together, since what stands under a heading leans on it.
        plain = await asyncio.to_thread(claims_in, _APART.join(texts), spots, self.vocabulary)
        if len(plain) != len(paragraphs):
            return tuple(paragraphs)
        pairs = tuple(zip(paragraphs, plain, strict=True))

        def reads(phrase: str, predicate: str | None) -> bool:
            found = self.vocabulary.read(phrase).predicates
            return bool(found) and (predicate is None or predicate in found or predicate not in self.vocabulary.names)

        read = await asyncio.to_thread(lambda: tuple(with_plain(*pair, n, reads) for n, pair in enumerate(pairs)))
        return await self.asserted(read, spotted)

    async def asserted(
        self, paragraphs: Sequence[Paragraph], spotted: Sequence[Spots] | None = None
    ) -> tuple[Paragraph, ...]:
        """Return paragraphs with what no rule could read in them, and a transformer can; `spotted` are their names, as
        far as they are known. Raises GraphError.
        """
        if spotted is None and all(map(_says_all, paragraphs)):
            return tuple(paragraphs)
        named = spotted if spotted is not None else await self._spot_apart([p.text for p in paragraphs])
        return await with_asserted(paragraphs, named, self._graph, self.vocabulary)

    async def read_plain(self, texts: Sequence[str]) -> tuple[tuple[Paragraph, ...], ...]:
        """Return each text's paragraphs with triples, in one round trip for all; annotation is not looked for.

        Raises GraphError.
        """
        spotted = await self._spot_apart(texts)
        found = []
        for text, spots in zip(texts, spotted, strict=True):
            paragraphs = await asyncio.to_thread(claims_in, text, spots, self.vocabulary)
            found.append(await asyncio.to_thread(as_defined, paragraphs))
        return tuple(found)


def _says_all(paragraph: Paragraph) -> bool:
    """Whether the claims of a plain paragraph speak of each pair of the names that are marked in it."""
    stated = {frozenset((t.subject.ref, t.object.ref)) for t in paragraph.triples}
    refs = dict.fromkeys(m.ref for m in paragraph.marks if m.ref.startswith("N"))
    return all(frozenset(pair) in stated for pair in itertools.combinations(refs, 2))


def _spots_of_each(text: str, paragraphs: Iterable[Paragraph], spots: Spots) -> Iterator[Spots]:
    """Yield the spots of each paragraph of a text, counted from its start."""
    at = 0
    for paragraph in paragraphs:
        start = max(at, text.find(paragraph.text, at))
        at = start + len(paragraph.text)
        yield tuple((a - start, b - start, meant) for a, b, meant in spots if start <= a and b <= at)


def _is_aside(words: str, understood: UnderstoodQuestion, before: Intent | None) -> bool:
    """Tell whether a question asks only how those that were listed go with something that is taken: the thread is still
    about what they are good for ("are any of them risky with warfarin?", "and for anxiety?").
    """
    ill = isinstance(before, Which) and is_ill(before.entity)
    return ill and bool(asked_of_listed(words)[0]) and any(map(is_taken, understood.focus))


def _with_names(spots: Spots, plain: Iterable[PlainName], ranked: Iterator[Ranking], named: Iterator[Spots]) -> Spots:
    """Return the spots with what plain names were found to mean; `ranked` and `named` go on behind those of these."""
    found = list(spots)
    for one in plain:
        if one.whole:
            meant = next((c for s, e, c in next(named) if (s, e) == (0, len(one.name))), ())
        else:
            meant = tuple(next(ranked).candidates[:1])
        inner = [s for s in found if one.start < s[1] and s[0] < one.end]
        free = not inner or (one.whole and all(one.holds(s) for s in inner))
        if meant and free and one.fits(meant[0].entity):
            found = [*(s for s in found if s not in inner), (one.start, one.end, tuple(meant))]
    return tuple(sorted(found, key=lambda spot: spot[:2]))


def split_joined_spots(spots: Spots, apart: Spots) -> Spots:
    """Exchange a spot for the two of one type that stand within it when "and" keeps them apart."""
    made: list[tuple[int, int, tuple[Candidate, ...]]] = []
    for start, end, meant in spots:
        inner = [s for s in apart if start <= s[0] and s[1] <= end and s[2]]
        alike = len(inner) > 1 and len({s[2][0].entity.type for s in inner}) == 1
        made += inner if alike else [(start, end, meant)]
    return tuple(made)


def with_mentions(
    question: str, spots: Spots, mentions: Sequence[Mention], candidates: Sequence[tuple[Candidate, ...]]
) -> Spots:
    """Add what a model found in the question, where it stands there in so many words and nothing was spotted.

    What does not stand there is what the question's pointing words ("it", "the second one") mean, in their order.
    """
    found = list(spots)
    pointing = [m.span() for m in _POINTING.finditer(question)]
    for mention, meant in zip(mentions, candidates, strict=True):
        start = question.lower().find(mention.text.lower()) if mention.text else -1
        end = start + len(mention.text)
        if start < 0 and meant and pointing:  # what "the second one" stands for
            start, end = pointing.pop(0)
        if meant and start >= 0 and all(end <= s or start >= e for s, e, _ in found):
            found.append((start, end, meant))
    return tuple(sorted(found, key=lambda spot: spot[:2]))


_TWO = 2
MOST_SILENT, SHOWN = 4, 60  # messages without a claim that are named, and characters of each
MOST_CLAIMS = 100  # more make neither a picture nor a list that anybody reads
NO_CLAIM = (
    "No claim was found in {}. A claim says how two things are related, as in "
    "“Vitamin E prevents Alzheimer's disease”; questions, quotations and doubtful wordings are left alone."
)


@dataclass(frozen=True, slots=True)
class MappedStatements:
    """One paragraph per message, in its writer's own words, and who wrote it; all claims, in reading order.

    `notices` say what was left out. `said` are the messages' ids, as far as they are known.
    """

    paragraphs: tuple[Paragraph, ...]
    claims: tuple[Claim, ...]
    speakers: tuple[str, ...]
    notices: tuple[str, ...] = ()
    said: tuple[str, ...] = ()


async def map_statements(
    reader: TextReader, checker: Checker, said: Sequence[Said], annotator: SentenceAnnotator | None = None
) -> MappedStatements:
    """Return what people said, with verdicts. Raises GraphError where the messages cannot be read at all.

    `annotator` is asked for the sentences that nobody could read.
    """
    messages, cut = _bounded(said)
    names = unify_speakers(m.speaker for m in messages)
    seen: list[str] = []
    denied: list[bool] = []
    for message in messages:
        words, doubted = without_doubt(blank_out_quotes(message.text, dict.fromkeys(names)))
        seen.append(words)
        denied.append(doubted)
        await asyncio.sleep(0)  # let others have their turn
    read = await reader.read_plain(seen)
    if len(messages) == 1 and not denied[0]:  # in talks, who quotes or takes back is not told apart well enough
        read = (await reader.asserted(read[0]),)
    read = await annotator.completed(read) if annotator is not None else read
    asked = await _asked(reader, messages)
    topic = Paragraph("")
    paragraphs: list[Paragraph] = []
    for number, (message, words, found) in enumerate(zip(messages, seen, read, strict=True)):
        own = one_paragraph(message.text, words, found, number)
        if denied[number]:
            own = replace(own, triples=tuple(replace(t, negated=True) for t in own.triples if not t.negated))
        echo = None
        if number and not own.triples and names[number] != names[number - 1]:
            echo = restate_agreement(message.text, paragraphs[-1], names[number - 1], number, reader.vocabulary)
        if number and not own.triples:
            echo = echo or restate_answer(message.text, topic, number, reader.vocabulary)
        paragraphs.append(echo or own)
        said_of = topic if _takes_up(echo, topic) or not paragraphs[-1].triples else paragraphs[-1]
        topic = asked.get(number) or said_of
    total = sum(len(p.triples) for p in paragraphs)
    kept = _capped(paragraphs)
    claims = await checker.check([t for p in kept for t in p.triples])
    where = "these messages" if len(messages) > 1 else "this message"
    silent = _unread(names, paragraphs) if total else ()
    notices = (*cut, *_told(total, len(claims), where), *silent)
    return MappedStatements(kept, claims, names, notices, tuple(m.id for m in messages if m.id))


def _takes_up(echo: Paragraph | None, topic: Paragraph) -> bool:
    """Tell whether a message took up the topic's own claim ("nope"): what follows ("he says it does") is on it."""
    if echo is None or len(topic.triples) != 1:
        return False
    own, claim = echo.triples[0], topic.triples[0]
    return (own.subject.text, own.relation, own.object.text) == (claim.subject.text, claim.relation, claim.object.text)


async def _asked(reader: TextReader, messages: Sequence[Said]) -> dict[int, Paragraph]:
    """Return what the yes-or-no questions among the messages ask, read as statements, by the message's number."""
    some = {n: words for n, m in enumerate(messages) if (words := asked_as_statement(m.text))}
    read = await reader.read_plain(list(some.values())) if some else ()
    return {n: found[0] for n, found in zip(some, read, strict=True) if len(found) == 1 and len(found[0].triples) == 1}


def _unread(names: Sequence[str], paragraphs: Sequence[Paragraph]) -> tuple[str, ...]:
    """Return a word on the messages that state something in which no claim was read, for a short conversation."""
    silent = [
        f"{name}: “{shorten(' '.join(p.text.split()), SHOWN)}”"
        for name, p in zip(names, paragraphs, strict=True)
        if not p.triples and not p.text.rstrip().endswith("?")
    ]
    if not silent or len(paragraphs) < _TWO:
        return ()
    more = f" and {len(silent) - MOST_SILENT} more" if len(silent) > MOST_SILENT else ""
    return (f"No claim was read in {'; '.join(silent[:MOST_SILENT])}{more}.",)


def _told(total: int, checked: int, where: str) -> tuple[str, ...]:
    if not total:
        return (NO_CLAIM.format(where),)
    return (f"There are {total} claims in {where}; the first {checked} are checked here.",) if checked < total else ()


def _capped(paragraphs: Sequence[Paragraph]) -> tuple[Paragraph, ...]:
    kept, left = [], MOST_CLAIMS
    for paragraph in paragraphs:
        kept.append(replace(paragraph, triples=paragraph.triples[:left]))
        left -= len(kept[-1].triples)
    return tuple(kept)


def _bounded(said: Sequence[Said]) -> tuple[list[Said], tuple[str, ...]]:
    """Return the messages that are read, none of them empty, and what is to be told of the others."""
    messages = [m for m in (replace(m, text=m.text.strip()) for m in said) if m.text]
    kept: list[Said] = []
    room = MOST_CHARACTERS
    for message in messages[:MOST_MESSAGES]:
        room -= min(len(message.text), LONGEST_MESSAGE)
        if room < 0:
            break
        kept.append(replace(message, text=message.text[:LONGEST_MESSAGE]))
    told = []
    if len(kept) < len(messages):
        told.append(
            f"This is a long conversation: the first {len(kept)} of {count_noun(len(messages), 'message')} were read."
        )
    if any(len(m.text) > LONGEST_MESSAGE for m in messages[: len(kept)]):
        told.append(f"Of very long messages, the first {LONGEST_MESSAGE:,} characters were read.")
    return kept, tuple(told)
