"""Several questions of one message: each is understood behind those before it, and all are answered in one reply."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace

from kgcore.evidence.findings import Agreement, group_findings
from kgcore.ports import KnowledgeGraph
from kgcore.question.followup import is_about_an_ill
from kgcore.question.harms_alone import asks_for_harms_alone
from kgcore.question.parts import asks_of_answers, parts_of_row
from kgcore.question.plain_names import asked_plainly
from kgcore.question.pointing import asked_of_listed
from kgcore.question.reading import UnderstoodQuestion
from kgcore.question.relation import is_ill, is_sign, is_swallowed, is_taken
from kgcore.reasoning.complaints import asks_what_it_is
from kgcore.turn.reader import TextReader
from kgcore.values.intent import About, Compare, Open, Which
from kgcore.values.model import Entity, Evidence, Mention
from kgcore.values.tasks import AnswerRequest, Detail
from kgcore.values.thread import Turn
from kgcore.vocabulary.types import is_acted_on
from kgcore.vocabulary.vocabulary import Vocabulary
from kgcore.vocabulary.wording import name_in_sentence

MOST_ANSWERS = 2  # answers to a question that the next one, "and is it safe?", is put about


@dataclass(frozen=True, slots=True)
class Part:
    """One question of a message, understood, and what it is answered from."""

    understood: UnderstoodQuestion
    request: AnswerRequest


Ground = Callable[[str, UnderstoodQuestion], Awaitable[AnswerRequest]]
Fit = Callable[[str, UnderstoodQuestion], Awaitable[UnderstoodQuestion]]


@dataclass(frozen=True, slots=True)
class PartReader:
    """Reads the further questions of a message. `ground` fetches what answers one, `fit` chooses among its senses."""

    reader: TextReader
    fit: Fit
    ground: Ground

    async def read(
        self,
        parts: Sequence[str],
        first: Part,
        earlier: Sequence[str],
        mentions: Sequence[Mention],
        *,
        alike: bool = False,
    ) -> tuple[Part, ...]:
        """Return all parts in order; `earlier` are the thread's questions. Where the parts are `alike`, one question
        asked of several things, none goes on from the one before. Raises GraphError.
        """
        found = [first]
        for number, words in enumerate(parts[1:], 1):
            before = found[-1]
            answers = answers_of(before, self.reader.vocabulary) if len(found) == number else ()
            if len(found) == number and asks_of_answers(words, before.understood.intent):
                for entity in answers:
                    understood = await self.reader.understand(words, (), (), About(entity))
                    found.append(await self._part(words, understood, Detail.BRIEF))
                continue
            named = [m for m in mentions if m.text.lower() in words.lower()]
            understood = await self.reader.understand(words, (*earlier, *(() if alike else parts[:number])), named)
            found.append(await self._part(words, understood))
        return tuple(found)

    async def _part(self, words: str, understood: UnderstoodQuestion, detail: Detail | None = None) -> Part:
        understood = await self.fit(words, understood)
        request = await self.ground(words, understood)
        return Part(understood, replace(request, detail=detail or request.detail))


def answers_of(part: Part, vocabulary: Vocabulary) -> tuple[Entity, ...]:
    """Return what answers a question of which things do something: the best-documented first, the disputed ones where
    nothing else does.
    """
    intent, evidence = part.understood.intent, part.request.evidence
    if not isinstance(intent, Which):
        return ()
    known = {e.id: e for e in evidence.entities} | {intent.entity.id: intent.entity}
    findings = [
        f
        for f in group_findings(evidence.edges, known, vocabulary)
        if f.object.id == intent.entity.id and not is_ill(f.subject) and f.standing is not Agreement.DENIED
        if not intent.types or f.subject.type in intent.types
    ]
    agreed = [f for f in findings if f.standing is Agreement.SAID]
    ranked = sorted(agreed or findings, key=lambda f: -f.weight)
    return tuple({f.subject.id: f.subject for f in ranked}.values())[:MOST_ANSWERS]


def asked_of_answers(question: str, last: Turn) -> tuple[str, ...]:
    """Return a question of what the last answer named ("and the side effects?", "can I take it with ibuprofen?", "what
    do they target?") as one about each of these; () for other questions.
    """
    return (
        _harms_of_answers(question, last)
        or _asked_of_remedy(question, last)
        or _asked_of_diagnosis(question, last)
        or _asked_of_each(question, last)
    )


def _harms_of_answers(question: str, last: Turn) -> tuple[str, ...]:
    """Return "and the side effects?" as a question about each thing that the last answer named, where its question
    named none ("What helps with anxiety?"); () for other questions.
    """
    if not asks_for_harms_alone(question):
        return ()
    return tuple(f"What are the side effects of {name_in_sentence(e)}?" for e in _taken_of(last))


def _taken_of(last: Turn) -> tuple[Entity, ...]:
    """Return what the last answer names that is taken, where its question named nothing of the kind."""
    of_those = asked_of_listed(last.question)[0]  # "which of those can I take with warfarin?": warfarin is not meant
    if any(map(_may_be_taken, last.focus)) and not of_those:
        return ()
    told = [c for _, c in last.counted if not c.triple.negated]
    sides = [side.entity for c in told for side in (c.subject, c.object) if side is not None]
    some = [e for e in sides if e not in last.focus and _may_be_taken(e)]
    return tuple({e.id: e for e in sorted(some, key=lambda e: not is_taken(e))}.values())


def _may_be_taken(entity: Entity) -> bool:
    return is_taken(entity) or is_swallowed(entity.type)


_IT = r"(?P<it>it|this|that)"
_SOMEBODY = r"(?:i|we|you|he|she|they|one|people|children|kids|my \w+)"
_OF_REMEDY = tuple(  # what can only be asked of something that is taken
    re.compile(rf"(?:(?:and|so|but|ok|okay|then|also)[, ]+)*{form}[^?]{{0,80}}[?.! ]*", re.IGNORECASE)
    for form in (
        rf"(?:can|could|may|should|must|do|does|would) {_SOMEBODY}(?: (?:also|still|safely|ever|really))*"
        rf" (?:take|use|drink|eat|combine|mix|swallow) {_IT}\b",
        r"is it (?:safe|ok|okay|fine|all right|dangerous|risky|bad)(?: for \w+(?: \w+)?)? to"
        rf" (?:take|use|drink|eat|combine|mix|swallow) {_IT}\b",
        rf"is {_IT} (?:also |really |very |actually )*(?:safe|unsafe|addictive|toxic|habit[- ]forming)\b(?! to\b)",
        rf"(?:does|can|could|will|would|might|may) {_IT} (?:also |badly |have any |have )*"
        r"(?:interact|clash|interfere|react|side[- ]effects?|go (?:well )?with|be (?:taken|used|combined|mixed))\b",
        rf"what (?:else )?(?:might|could|can|may|will|would|does) {_IT} do to"
        r" (?:the|my|his|her|your|our|their|one's)\b",
        rf"how (?:does|did|can|would) {_IT} (?:actually |really |even )?(?:work|act|help)\b",
    )
)


def _asked_of_remedy(question: str, last: Turn) -> tuple[str, ...]:
    """Return "can I take it with ibuprofen?" as a question about each thing that the last answer named for an ill,
    where its question named none ("What treats gout?"): the ill is not taken; () for other questions.
    """
    said = " ".join(question.split())
    found = next(filter(None, (form.fullmatch(said) for form in _OF_REMEDY)), None)
    if found is None:
        return ()
    start, end = found.span("it")
    return tuple(f"{said[:start]}{name_in_sentence(e)}{said[end:]}" for e in _taken_of(last))


_IT_ALONE = re.compile(r"\b(?:it|this|that)\b(?=[\s?.!]*$)", re.IGNORECASE)


def _asked_of_diagnosis(question: str, last: Turn) -> tuple[str, ...]:
    """Return "which medicines are used for it?" as a question about each ill that would explain what was told; () for
    other questions: the sign is known, and what it comes of was asked.
    """
    said = " ".join(question.split())
    found = _IT_ALONE.search(said)
    if not (found and last.claims and is_about_an_ill(said) and asks_what_it_is(last.question)):
        return ()
    tells = [c.subject.entity for c in last.claims if c.subject and c.object and not c.triple.negated]
    shown = {c.object.entity.id for c in last.claims if c.object}
    ills = {e.id: name_in_sentence(e) for e in tells if is_ill(e) and not is_sign(e) and e.id not in shown}
    start, end = found.span()
    return tuple(f"{said[:start]}{name}{said[end:]}" for name in ills.values())


_OF_EACH = re.compile(
    r"(?:(?:and|so|but|ok|okay|then),? )*(?P<asks>what(?: else)?|how|which \w+) (?P<does>do|can|did)"
    r" (?:they|these|those)(?: (?:drugs|medicines|supplements|herbs|foods))?"
    r" (?P<rest>(?!all\b|both\b|have\b|share|compare|differ|go\b|fit|relate|mean"
    r"|(?:(?:usually|often|normally) )?(?:give|prescribe|recommend|order|offer|suggest|advise)\b)[a-z][a-z ]{2,40}?)"
    r"(?: in the body| exactly)?[\s?.!]*",
    re.IGNORECASE,
)
_THIRD = {"do": "does"}
_MOST_EACH = 6  # things of a list that are asked about one by one


_EACH_TARGET = re.compile(
    r"(?:(?:and|so|but|ok|okay|then),? )*(?:(?:is|are) there (?:any )?|do you know (?:any )?|any |list |show me )?"
    r"(?:which |what |any |the )*(?P<kind>drugs?|medicines?|medications?|compounds?|chemicals?|inhibitors?|molecules?)"
    r" (?:that |which |to )?(?:can |could |may )?(?P<does>targets?|hits?|binds?(?: to)?|inhibits?|blocks?|acts? on"
    r"|affects?) (?:any of |some of |one of )?(?:them|these|those)"
    r"(?: (?:genes?|proteins?|targets?|enzymes?|receptors?))?[\s?.!]*",
    re.IGNORECASE,
)


def _asked_for_each_target(question: str, last: Turn) -> tuple[str, ...]:
    """Return "are there drugs that target these genes?" as a question for each that the last answer listed."""
    found = _EACH_TARGET.fullmatch(" ".join(question.split()))
    if found is None:
        return ()
    sides = [side.entity for _, c in last.counted for side in (c.subject, c.object) if side is not None]
    hit = {e.id: e for e in sides if is_acted_on(e.type) and not is_taken(e) and e not in last.focus}
    return tuple(f"Which {found['kind']} {found['does']} {name_in_sentence(e)}?" for e in hit.values())[:_MOST_EACH]


def _asked_of_each(question: str, last: Turn) -> tuple[str, ...]:
    """Return "what do they target?" as a question about each thing that the last answer listed, where its question
    named none of these; () for other questions.
    """
    if for_each := _asked_for_each_target(question, last):
        return for_each
    found = _OF_EACH.fullmatch(" ".join(question.split()))
    if found is None or any(is_taken(e) for e in last.focus):
        return ()
    told = [c for _, c in last.counted if not c.triple.negated]
    sides = [side.entity for c in told for side in (c.subject, c.object) if side is not None]
    taken = list({e.id: e for e in sides if is_taken(e) or is_swallowed(e.type)}.values())
    does = _THIRD.get(found["does"].lower(), found["does"])
    asked = tuple(f"{found['asks']} {does} {name_in_sentence(e)} {found['rest']}?" for e in taken)
    return asked[:_MOST_EACH] if len(asked) > 1 else ()


async def asked_of_row(question: str, understood: UnderstoodQuestion, graph: KnowledgeGraph) -> tuple[str, ...]:
    """Return a question as one about each of the things that it asks the same of; () for others. Raises GraphError."""
    written = understood.written
    known = await graph.entities(list(written))
    taken = [words for id, words in written.items() if id in known and is_taken(known[id])]
    return parts_of_row(asked_plainly(question), written.values(), taken)


def whole_question(parts: Sequence[Part]) -> UnderstoodQuestion:
    """Return what all parts are about, as one; its intent is the first comparison among them, or the first part's."""
    all_ = [p.understood for p in parts]
    intent = next((u.intent for u in all_ if isinstance(u.intent, Compare)), all_[0].intent)
    pairs = [pair for u in all_ for pair in zip(u.focus, u.alternatives, strict=False)]
    meant = {e.id: (e, others) for e, others in reversed(pairs)}
    focus = tuple({e.id: e for u in all_ for e in u.focus}.values())
    return UnderstoodQuestion(
        intent,
        focus,
        tuple(meant[e.id][1] if e.id in meant else () for e in focus),
        all_[0].follow_up,
        {id: words for u in all_ for id, words in u.written.items()},
        tuple(dict.fromkeys(word for u in all_ for word in u.unread)),
        tuple(dict.fromkeys(pair for u in all_ for pair in u.put_right)),
    )


def whole_request(question: str, parts: Sequence[Part], focus: Sequence[Entity]) -> AnswerRequest:
    """Return the request that answers all parts: a model is told all that they rest on."""
    requests = tuple(p.request for p in parts)
    if len(requests) == 1:
        return requests[0]
    evidence = Evidence(
        tuple({e.id: e for r in requests for e in r.evidence.entities}.values()),
        tuple({e.id: e for r in requests for e in r.evidence.edges}.values()),
        tuple({p.id: p for r in requests for p in r.evidence.papers}.values()),
        tuple(dict.fromkeys(path for r in requests for path in r.evidence.paths)),
    )
    ids = tuple(e.id for e in focus)
    intent = requests[0].intent if not isinstance(requests[0].intent, Open) else requests[-1].intent
    return replace(requests[0], question=question, evidence=evidence, focus=ids, intent=intent, parts=requests)
