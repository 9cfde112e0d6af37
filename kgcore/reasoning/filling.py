"""A stem with an option's name put where it asks, to be read as prose is; and the relation that is found so. Pure.

What no pattern of gaps accounts for ("A, a part of B, switches on which receptor?") is often plain once it is said.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import replace
from itertools import pairwise

from kgcore.english.reading import PhraseReader
from kgcore.english.words import AUXILIARY
from kgcore.reasoning.choices import ChoiceQuestion
from kgcore.reasoning.plain_words import DIAGNOSED
from kgcore.reasoning.stems import ABOUT, GAP, Gap, Spots, unpadded, without_rank
from kgcore.values.model import UNQUALIFIED, Paragraph, Triple

MOST_TRIED = 3  # options whose names are put into a stem
_APPOSED = re.compile(
    r"(?<=\w), (?:itself )?(?:an?|the|one of the) (?![^,]*\b(?:which|what)\b)[^,?]{2,80},(?= \w)", re.I
)
_TURNED = re.compile(rf"^(?:[\w-]+ ){{0,{ABOUT}}}?(?:{AUXILIARY}) (?P<rest>\S.*)$", re.I)
_PREPOSITION = re.compile(r"\b(?:for|to|with|from|in|by|of|on|against|at)$", re.I)
# "X -> drug of choice?": a topic, and what is asked of it.
_TOPIC = re.compile(
    r"^(?P<topic>[^?|:]{2,60}?) ?(?:-+>|=+>|[→⇒|:–—]| - ) ?(?P<role>(?:(?!which|what)[\w-]+ ?){1,5})[?:. ]*$", re.I
)


def without_apposition(stem: str) -> str:
    """Return a stem without what it adds of a name between commas: "A, a part of B, blocks …"."""
    return _APPOSED.sub("", stem)


def filled_stems(stem: str, name: str) -> tuple[str, ...]:
    """Return sentences that a stem may become with a name put where it asks, the likeliest first."""
    if (topic := _TOPIC.match(stem)) and not GAP.search(stem):
        role = re.sub(r"^(?:the|an?) ", "", without_rank(topic["role"]), flags=re.I)
        return tuple(f"{name} is the {role} {joined} {topic['topic']}." for joined in ("of", "for", "in"))
    said = without_rank(unpadded(stem))
    gaps = list(GAP.finditer(said))
    if not gaps:
        return (f"{said} {name}.",)
    ahead, after = said[: gaps[-1].start()].strip(), said[gaps[-1].end() :].strip(" ,")
    lead = _PREPOSITION.search(ahead)
    made = []
    if turned := _TURNED.match(after):
        before, behind = (ahead[: lead.start()].strip(), lead[0].lower()) if lead else (ahead, "")
        made.append(f"{before} {turned['rest']} {behind} {name}.")
    words = after.split()
    made += [f"{ahead} {name} {' '.join(words[n:])}." for n in range(min(ABOUT, len(words)) + 1)]
    return tuple(" ".join(m.replace(" .", ".").split()) for m in made)


def gaps_of(paragraphs: Sequence[Paragraph], name: str, others: Collection[str]) -> tuple[Gap, ...]:
    """Return the relations in which a filled stem puts a name; none where it says less or more than these.

    `others` are the names that the stem itself has: each has to be an end of what is read.
    """
    triples = [t for p in paragraphs for t in p.triples]
    found = [gap for t in triples if (gap := _gap_of(t, name)) is not None]
    own = [t for t in triples if _key(name) in (_key(t.subject.text), _key(t.object.text))]
    ends = {_key(end.text) for t in triples for end in (t.subject, t.object)}
    covered = all(any(_key(other) in end or end in _key(other) for end in ends) for other in others)
    return tuple(found) if found and len(found) == len(own) and covered else ()


def agreed(read: Sequence[tuple[Gap, ...]], known: int) -> tuple[Gap, ...]:
    """Return what the readings of the options have in common; none where two differ or most say nothing."""
    some = {gaps for gaps in read if gaps}
    enough = 2 * sum(bool(gaps) for gaps in read) >= known
    return next(iter(some)) if len(some) == 1 and enough else ()


def _gap_of(triple: Triple, name: str) -> Gap | None:
    """Return how a plain claim relates a name to its other end; None where it is no end, or more is said."""
    plain = not (triple.negated or triple.hedged or triple.doubtful or triple.refuted)
    if not plain or triple.qualifiers != UNQUALIFIED or triple.stated is not None:
        return None
    first, second = _key(triple.subject.text) == _key(name), _key(triple.object.text) == _key(name)
    if first is second:
        return None
    return Gap(triple.relation, (triple.object if first else triple.subject).text, first)


def _key(name: str) -> str:
    return re.sub(r"^(?:an?|the) |\W+", "", name.casefold())


_FOUND_TO_HAVE = re.compile(
    r"(?:\b(?:diagnos(?:ed|is)(?: is)?(?: as| with| of| to have)*|(?:found|known|thought|said|told) to have"
    r"|(?:now |also |then )?(?:has|have|had|gets?|got)"
    r"|suffer(?:s|ed|ing)? from|develop(?:s|ed)?|presents? with|complains? of|admitted (?:for|with)|treated for"
    r"|(?:confirms?|shows?|reveals?|suggests?)))(?: (?:an?|the|severe|mild|acute|new|early|chronic))* $",
    re.I,
)
# "Which drug should be prescribed?", "What would you give him?", "Which is most suitable?"
_GIVEN = re.compile(
    r"\b(?:which|what)\b[^?]{0,80}\b(?:should|would|could|can|might|may|will|is|are|do|does|has|have|was|were)\b[^?]{0,60}"
    r"\b(?:prescribed?|given?|recommend(?:ed)?|started?|choose|chosen|indicated|appropriate|suitable|used?|tak(?:e|en)"
    r"|tr(?:y|ied)|help(?:s|ful)?|offer(?:ed)?|administer(?:ed)?|effective|work|beneficial)"
    r"(?: (?:to |for )?(?:him|her|them|it|this|first|here|now|this patient|the patient|next))*\W*$"
    r"|\b(?:which|what)\b[^?]{0,60}\b(?:has|have|is backed by|is supported by)\b[^?]{0,20}\bevidence\b"
    r"(?: (?:for|in|behind|here|it|this|that|such|setting|situation|case|circumstances|indication))*\W*$",
    re.I,
)
_ROLE_ASKED = re.compile(r"\b(?:which|what)\b[^?]*\b(?:is|are|was|would be|could be)\b[^?]*\b[a-z]{4,}\W*$", re.I)


_ROW = re.compile(r"\s*(?:,|,? and|,? or|,? as well as| plus| &)\s+(?:also )?(?:the |an? )?", re.I)
_DENIED = re.compile(r"\b(?:no|not|never|without|nor|neither|denie[sd]|free of|ruled out|excluded?)\b|n't\b", re.I)


def is_denied(before: str) -> bool:
    """Tell whether what stands before a name in its clause denies it: "no fever", "never had gout"."""
    return _DENIED.search(re.split(r"[.!?;]|\b(?:but|however|although|though)\b", before)[-1]) is not None


_AGAINST = re.compile(
    r"\b(?:avoid\w*|stop\w*|worse\w*|harm\w*|danger\w*|unsafe|contraindicat\w*|cautio\w*|against|withh\w*|stay away"
    r"|discontinu\w*|kept from|aggravat\w*|exacerbat\w*|least|not)\b",
    re.I,
)


def asks_what_to_give(asked: str) -> re.Match[str] | None:
    """Return where a question asks what to give, recommend or try; None elsewhere, and where it asks to avoid."""
    return None if _AGAINST.search(asked) else _GIVEN.search(asked)


def asks_of_told(asked: str) -> bool:
    """Tell whether a question that names nothing asks of what was told before: what to give, or what caused it."""
    return (_GIVEN.search(asked) or _ROLE_ASKED.search(asked)) is not None


# "Wants to bring down her blood lead": what is wished for is what is asked for.
_WISHES = re.compile(
    r"\b(?:wants?|wishes|hopes?|hoping|wishing|wanting|tries|trying|needs?|would like|intends?|decides?|plans?|aims?)"
    r" to ([a-z]+(?: [a-z]+){0,3}?) (?:(?:his|her|their|your|my|the|getting|developing) )?$",
    re.I,
)
_AVOIDED = re.compile(
    r"\b(?:should|must|ought to|needs? to|had better) (?:(?:he|she|they|the patient) )?(?:be )?"
    r"(?:avoid(?:ed)?|not be (?:taken|used|given|combined)|stay away from|steer clear of)\W*$"
    r"|\b(?:is|are|would be|could be|may be|poses?|spells?)(?: likely)?(?: to be)? (?:an? )?(?:problem|problematic"
    r"|unsafe|risky|dangerous|hazardous|risk|concern|trouble|bad idea|contraindicated|inadvisable|ill-advised)"
    r"(?: (?:for|to|with|in) (?:him|her|them|it|this|that|this patient|the patient))?\W*$"
    r"|\b(?:should|would|might|must) (?:concern|worry|alarm|trouble) (?:you|the \w+|him|her)\W*$",
    re.I,
)
_TAKES = re.compile(
    r"\b(?:tak(?:es?|ing)|on|us(?:es?|ing)|(?:put|started|maintained|stabili[sz]ed) on|prescribed|treated with)"
    r"(?: (?:an?|the|daily|regular|long-term|oral|low-dose))* $",
    re.I,
)
# "He takes lithium. Which problem do you have to reckon with?"
_HARM_ASKED = re.compile(
    r"\b(?:which|what)(?: [\w-]+){0,3} (?:problem|complication|side effect|adverse effect|adverse reaction|reaction"
    r"|symptom|condition|disorder|toxicity|danger)s?"
    r" (?:do|does|should|must|might|may|could|would|will|can|has|have|is|are)"
    r" (?:(?:you|one|we|he|she|they|the \w+|likely|most) )*(?:(?:have|be|to) )*(?:(?:reckon|deal) with|expect(?:ed)?"
    r"|fear|watch(?: out)? for|look(?: out)? for|develop|get|suffer(?: from)?|anticipate|aware of|monitor(?: for)?"
    r"|warn (?:him|her|them) (?:of|about)|feared)\W*$",
    re.I,
)


def is_asked_by_form(asked: str) -> bool:
    """Whether a question says nothing but that a diagnosis is asked for, or what somebody has to reckon with."""
    found = (p.search(asked) for p in (DIAGNOSED, _HARM_ASKED))
    return any(one and not re.search(r"\w", asked[: one.start()]) for one in found)


_JOINED_CLAUSE = re.compile(r"\b(?:and|but|that|which|who|as well as)\b(?: (?:also|is|are|can|may))*\s*", re.I)
_LONGEST_PHRASE = 4  # words


def further_gaps(asked: str, gap: Gap, spots: Spots, words: PhraseReader) -> tuple[Gap, ...]:
    """Return what else an option has to be beside a gap: "which drug for A also treats B?" asks for both."""
    opened, place = GAP.search(asked), asked.find(gap.name)
    if not gap.first or opened is None or place < 0:
        return ()
    found = []
    for start, end in sorted((a, b) for a, b, meant in spots if meant):
        name = asked[start:end]
        if name in gap.name or gap.name in name or start < opened.end():
            continue
        before = asked[opened.end() : start] if start < place else asked[place + len(gap.name) : start]
        if start > place and (joined := _JOINED_CLAUSE.search(before)):
            before = before[joined.end() :]
        elif start > place and not words.read(before.strip()).predicates:
            continue  # "which compound found in A activates B" says both
        said = before.split()[-_LONGEST_PHRASE:]
        ways = (" ".join(said[n:]) for n in range(len(said)))
        phrase = next((one for way in ways for one in (way, f"is a {way}") if words.read(one).predicates), "")
        if phrase:
            found.append(Gap(phrase, name, first=True))
    return tuple(found)


def stems_of_told(asked: str, told: str, spots: Spots) -> tuple[str, ...]:
    """Return stems that ask of what a patient was told to have, where the question itself names nothing.

    "A man has gout. Which drug should be given?" asks what treats gout; "… is the likely cause?" what is its cause.
    """
    names = sorted((a, b) for a, b, meant in spots if meant)
    had = [n for n, (a, _) in enumerate(names) if _FOUND_TO_HAVE.search(told[:a]) and not is_denied(told[:a])]
    if _AVOIDED.search(asked):
        taken = [told[a:b] for a, b in names if _TAKES.search(told[:a]) and not is_denied(told[:a])]
        return (f"Which interacts with {taken[0]}?",) if len(set(taken)) == 1 else ()
    wished = [(said[1], told[a:b]) for a, b in names if (said := _WISHES.search(told[:a]))]
    if len(wished) == 1 and _GIVEN.search(asked) and not _AGAINST.search(asked):
        return (f"Which can {wished[0][0]} {wished[0][1]}?",)
    if _HARM_ASKED.search(asked):
        drugs = {told[a:b] for a, b in names if _TAKES.search(told[:a]) and not is_denied(told[:a])}
        return (f"{drugs.pop()} causes which?",) if len(drugs) == 1 else ()
    if _AGAINST.search(asked):
        return ()
    if not had and (len(names) != 1 or is_denied(told[: names[0][0]])):
        return ()
    which = had[-1] if had else 0
    start, end = names[which]
    if which + 1 < len(names) and _ROW.fullmatch(told[end : names[which + 1][0]]):
        return ()  # several things at once: which of them is meant is not said
    name = told[start:end]
    if _GIVEN.search(asked):
        return (f"Which treats {name}?",)
    if _ROLE_ASKED.search(asked):
        return tuple(f"{asked.rstrip(' ?.:')} {joined} {name}?" for joined in ("of", "for"))
    return ()


_AND = re.compile(r"\s*(?:,|,? and|,? as well as| plus| &)\s+(?:also )?(?:the |an? )?", re.I)


def one_by_one(asked: str, spots: Spots) -> list[str]:
    """Return a stem once with each of the things that it names in a row; none where there is no such row."""
    names = sorted((a, b) for a, b, meant in spots if meant)
    between = [asked[b:a] for (_, b), (a, _) in pairwise(names)]
    if not between or not all(map(_AND.fullmatch, between)) or not re.search(r"\w", between[-1]):
        return []
    lead, tail = re.sub(r"\bboth (?:of )?$", "", asked[: names[0][0]], flags=re.I), asked[names[-1][1] :]
    return [f"{lead}{asked[a:b]}{tail}" for a, b in names]


_OWN_DRUG = (
    r"(?:his|her|their) (?:(?:current|usual|daily|present|regular|long-term) )?(?:drugs?|medicines?|medications?"
    r"|tablets?|pills?|capsules?|treatment|therapy|prescription)"
)
_OWN = re.compile(rf"\b{_OWN_DRUG}\b", re.I)
STANDS_FOR = re.compile(
    rf"\b(?:{_OWN_DRUG}|its|their|it|they|them|(?:this|that|the) (?:drug|medicine|medication|agent|compound|supplement"
    r"|herb|plant"
    r"|remedy"
    r"|vitamin|mineral|substance|gene|protein|enzyme|receptor|disease|disorder|condition|illness|infection|syndrome))"
    r"\b(?! that\b)",
    re.I,
)


# "Which is it?" asks for the option, which no name of the story stands for.
_IS_IT = re.compile(
    r"(?:which|what)(?: one)? (?:is|was|could|might|would) (?:it|this|that)(?: most| likely| probably)*"
    r"(?: be| to be)?\W*",
    re.I,
)


def with_name(question: ChoiceQuestion, told: Spots, asked: Spots) -> ChoiceQuestion | None:
    """Return "X is … . It interacts with which of these?" as a question on X; None where it is none of one thing."""
    names = {meant[0].entity.id: question.told[a:b] for a, b, meant in told if meant}
    if _OWN.search(question.asked) or _AVOIDED.search(question.asked):  # what somebody takes, and not what for
        taken = {i: name for i, name in names.items() if _TAKES.search(question.told[: question.told.find(name)])}
        names = {} if any(is_denied(question.told[: question.told.find(n)]) for n in taken.values()) else taken
    known = any(meant for _, _, meant in asked)
    if len(names) != 1 or known or not STANDS_FOR.search(question.asked) or _IS_IT.fullmatch(question.asked):
        return None
    (name,) = names.values()
    return replace(question, stem=STANDS_FOR.sub(lambda _: name, question.asked, count=1), told="")


def by_short_names(said: str, spots: Spots) -> str:
    """Return a text in which "acetylcholinesterase (ACHE)" is ACHE, where both are names; "" where nothing is so."""
    places = sorted((a, b) for a, b, meant in spots if meant)
    short = said
    for (start, end), (inner, close) in reversed([*pairwise(places)]):
        if said[end:inner] == " (" and said[close : close + 1] == ")":
            short = f"{short[:start]}{said[inner:close]}{short[close + 1 :]}"
    return "" if short == said else short
