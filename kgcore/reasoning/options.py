"""What options are beside bare names: statements, what one thing does, pairs, processes of what they name. Pure."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import replace

from kgcore.english.inflection import singular
from kgcore.english.reading import PhraseReader
from kgcore.reasoning.choices import ChoiceQuestion, Option, asks_for_statements
from kgcore.reasoning.plain_words import DEED_NOUNS, in_plain_words
from kgcore.reasoning.stems import GAP, Spots
from kgcore.values.model import Entity

_PRONOUN = re.compile(r"^(?:it|they|he|she|this|these|that)\s+", re.I)
_PROCESS_OF = re.compile(
    r"\b(?:an?|the)? ?(?P<what>absorption|uptake|deficiency|metabolism|production|secretion|excretion|synthesis"
    r"|sensitivity|resistance|transmission) (?:of|to|in|for)"
    r"(?P<gap> (?:which|what)(?: one)?(?: of (?:the following|these))?(?: \w+)?|_+)?\W*$",
    re.I,
)
_HINDERS = re.compile(r"\b(?:interferes? with|(?:hinder|impede|impair)s?)$", re.I)
_PAIR = re.compile(r"([^–—→/:=]{2,60}?)(?: ?[–—→/:=] ?| -+>? | (?:for|and|with) )([^–—→/:=]{2,60})")
_ASKS_PAIR = re.compile(
    r"\b(?:pair\w*|match\w*|combination\w*|go(?:es)? together|belongs? together|associations?\b"
    r"|interactions? (?:is|are|has been|have been) (?:(?:clinically|well|best) )?(?:significant|relevant|documented"
    r"|known|established|reported|described|recorded|real)(?=\W*$)"
    r"|is an? (?:(?:known|documented|established|recognised|recognized|clinically|significant|relevant) )*"
    r"(?:[\w-]+ )?interaction(?=\W*$))",
    re.I,
)
_MOST_OF_DEED = 4  # words


def are_deeds(question: ChoiceQuestion, spots: Spots, words: PhraseReader) -> bool:
    """Whether all options say what the one thing that the stem names does, or is to something: "treats gout"."""
    one = len({meant[0].entity.id for _, _, meant in spots if meant}) == 1
    return one and (say_of_it(question) or say_deeds(question, words))


def say_deeds(question: ChoiceQuestion, words: PhraseReader) -> bool:
    """Whether all options begin with a relation: "treats gout", "is a risk factor for"."""
    said = [_PRONOUN.sub("", o.text) for o in question.named]
    return bool(said) and all(_begins_with_relation(one, words) for one in said)


def _begins_with_relation(said: str, words: PhraseReader) -> bool:
    parts = said.split()
    most = min(_MOST_OF_DEED, len(parts) - 1)
    return any(words.read(" ".join(parts[:n]).lower()).predicates for n in range(1, most + 1))


def statements_of(question: ChoiceQuestion, spots: Spots, words: PhraseReader) -> dict[str, str]:
    """Return the options as statements; one without a subject of its own is about what the stem names."""
    names = [question.stem[a:b] for a, b, meant in sorted(spots, key=lambda s: s[:2]) if meant]
    said = {}
    for option in question.named:
        led = _PRONOUN.sub("", option.text)
        if names and _OWN_VERB.match(led):
            said[option.label] = f"{names[0]} {led[:1].lower()}{led[1:]}"
            continue
        headless = led != option.text or re.match(r"(?:is|are|can|may|does|has|[a-z]+s)\b", option.text)
        bare = len(set(names)) == 1 and words.read(led.split()[0].lower()).predicates and len(led.split()) > 1
        if bare and (led[:1].isupper() or _DOES_WHAT.search(question.stem)):  # "Lithium may: A) cause hypothyroidism"
            said[option.label] = f"{names[0]} can {led[:1].lower()}{led[1:]}"
        else:
            said[option.label] = f"{names[0]} {led}" if names and headless else option.text
    return said


_DOES_WHAT = re.compile(
    r"\b(?:does|do|can|may|might|will|could|(?:known|likely|able|expected|used|shown) to)"
    r"(?: (?:all|any|which|one)(?: one)?(?: of (?:the following|these))?)?\W*$",
    re.I,
)


# An option's verb of its own: "Is a risk factor for", "can cause", "Belongs to the".
_OWN_VERB = re.compile(r"(?:is|are|was|can|may|might|does|do|has|have|acts?|works?|belongs?|helps?|protects?)\b", re.I)


def without_article(name: str) -> str:
    """Return an option's name without an article, or whose it is, before it, and without "trait" behind it."""
    bare = re.sub(r"^(?:(?:in|as) )?(?:an?|the|his|her|their|your|my) (?=\w{2})", "", name, flags=re.I)
    return re.sub(r"\b(dominant|recessive) (?:trait|manner|fashion|pattern|condition|disorder)$", r"\1", bare)


# What stands around an option's name and says nothing of its own: how it is worded, what it is, why it is chosen.
_AROUND_NAME = tuple(
    re.compile(p, re.I)
    for p in (
        r"^(?:it(?:'s| is| was| would be| must be)|this is|that is|i(?: would)? (?:think|guess|say|choose)(?: it is)?"
        r"|answer:?|(?:definitely|probably|maybe)) ",
        r"^(?:(?:the|an?|her|his|their|your|my) )?(?:(?:regular|daily|continued|concurrent|concomitant) )?"
        r"(?:(?:taking|using|eating|drinking|giving|adding|ingesting|consuming)"
        r"|(?:use|intake|administration|ingestion|consumption|effects?|addition) of"
        r"|(?:treatment|therapy|supplementation) with|a (?:course|trial) of"
        r"|(?:give|take|try|prescribe|recommend|suggest|administer|start|offer)(?= \w)) ",
        r"^(?:(?:one|someone|somebody|those|(?:an? |the )?(?:\w+ )?(?:patients?|persons?|people|man|woman|child)) )"
        r"(?:with|who ha(?:s|ve)|suffering from|on|taking|who takes?) ",
        r"^(?:(?:the|an?) )?(?:drug|medicine|medication|herb|supplement|vitamin|mineral|food|enzyme|protein|gene"
        r"|receptor|hormone|disease|condition|disorder|symptom|antibiotic|antidepressant|statin|spice|compound"
        r"|nutrient) ",
        r" \d+(?:[.,]\d+)? ?(?:mg|g|µg|mcg|ml|iu|units?)(?:/\w+)?"
        r"(?: (?:daily|per day|a day|once|twice|once daily|twice daily|orally|po|iv|bid|tid|qd))*$",
        r" (?:supplements?|supplementation|capsules?|tablets?|pills?|therapy|treatment|use|intake|preparations?"
        r"|products?|alone|only|itself|by itself|on its own)$",
        r"(?<=\w) ?\([^()]*\)$",
        r"(?:,| [–—-]|;|:)? (?:because|since|as it|which|due to|that (?:is|are|has|can))\b.*$",
        r"(?:,| [–—-]|;|:) (?:an?|the|for|by|e\.g\.|i\.e\.|used|known|found|one of)\b.*$",
    )
)
_MOST_STRIPPED = 3


def names_within(said: str) -> list[str]:
    """Return what an option's name may be once the words around it are gone, the longest first."""
    found, last = [said], [said]
    for _ in range(_MOST_STRIPPED):
        last = [
            less for one in last for p in _AROUND_NAME if (less := p.sub("", one).strip(" ,;:*_\"'")) != one and less
        ]
        found += last
    return sorted(dict.fromkeys(found), key=len, reverse=True)


CHANGES_ACTIVITY = re.compile(
    r"\b(?:inhibit|block|activat|stimulat|antagon|agonis|suppress|induc|increas|decreas)", re.I
)


def with_activity(question: ChoiceQuestion, named: Collection[str], known: Collection[str]) -> list[ChoiceQuestion]:
    """Return a question with "PPARG activity" for PPARG among its options, and in its stem, where that is `known`."""
    made = []
    if any(f"{o.text} activity" in known for o in question.named):
        options = tuple(
            replace(o, text=f"{o.text} activity") if f"{o.text} activity" in known else o for o in question.options
        )
        made.append(replace(question, options=options))
    for name in named:
        if f"{name} activity" in known:
            stem = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)(?! activity)", f"{name} activity", question.stem)
            made.append(replace(question, stem=stem, told=""))
    return made


PREPOSITION = re.compile(r" (?:of|in|with|due to|from|during|for|to|by|on) (?:the |an? )?", re.I)


def without_prepositions(name: str) -> str:
    """Return the key of a name in which prepositions are left out: "absorption of iron" as "absorption iron"."""
    return key_of(PREPOSITION.sub(" ", name))


def is_called(entity: Entity, name: str) -> bool:
    """Whether something has a name, but for case, signs, an article and the plural."""
    return key_of(name) in {key_of(n) for n in (entity.name, *entity.synonyms)}


def key_of(name: str) -> str:
    """Return a name as it is compared: without article, case, signs, and without the plural of its last word."""
    head, _, last = without_article(name).casefold().rpartition(" ")
    return "".join(c for c in f"{head}{singular(last)}" if c.isalnum())


# What may be taken together is no pair that the graph joins.
_MAY_GO_TOGETHER = re.compile(
    r"\b(?:may|can|could|might|should) (?:safely |also |always )?be (?:safely )?(?:combined|mixed|taken|used|given"
    r"|prescribed|co-?administered)\b|\b(?:safe|safely|harmless|unproblematic|compatible|without (?:risk|problems?))\b",
    re.I,
)


_EACH_OF_PAIR = re.compile(r"\bboth\b", re.I)  # "which pair both treat X": each of the two is asked of
_RIGHT_ONE = re.compile(
    r"(?:which|what)(?: one)?(?: of (?:these|the following))? (?:is|are) (?:correct|right|true|accurate)\W*", re.I
)
_SIGNED = re.compile(r"\w ?[–—→] ?\w|\w (?:-+>?|[:=]) \w")


def pairs_of(question: ChoiceQuestion) -> dict[str, tuple[str, str]]:
    """Return the two names of each option of "which pair is right?"; none where an option is no pair."""
    pairs = {o.label: found for o in question.named if (found := _PAIR.fullmatch(o.text))}
    asks = _ASKS_PAIR.search(question.asked) and not _MAY_GO_TOGETHER.search(question.asked)
    asks = (asks and not _EACH_OF_PAIR.search(question.asked)) or (
        _RIGHT_ONE.fullmatch(question.asked) and all(_SIGNED.search(o.text) for o in question.named)
    )
    if len(pairs) < len(question.named) or not asks:
        return {}
    return {k: (without_article(found[1]), without_article(found[2])) for k, found in pairs.items()}


_TOGETHER = re.compile(r"\b(?:two|three|both|pair|combinations?)\b", re.I)
_JOINED = re.compile(
    r" (?:and|&|plus|\+|as well as|together with|along with|combined with) (?:the other )?|, ?(?:and )?", re.I
)


def names_joined(question: ChoiceQuestion) -> dict[str, list[str]]:
    """Return the names of each option that is a row of them: "lithium and amiodarone"."""
    names = {o.label: [without_article(n) for n in _JOINED.split(o.text) if n] for o in question.named}
    return {label: some for label, some in names.items() if len(some) > 1}


def asks_for_several(question: ChoiceQuestion) -> bool:
    """Whether a stem asks for things together: "which two drugs cause X?"."""
    return _TOGETHER.search(question.asked) is not None


_MATCHED = re.compile(
    r"(?:(?:match|pair|link|connect|associate)(?:es|ed|ing)?\b[^:?]{0,30}?:? ?)?"
    r"(?P<name>[^:?>=–—→]{2,60}?) ?"
    r"(?:(?:-+|=+)>|[→=–—-]|(?:goes|belongs|(?:is|are) (?:paired|matched|linked)) with)\W*",
    re.I,
)


def pairs_with_stem(question: ChoiceQuestion) -> dict[str, tuple[str, str]]:
    """Return each option with the one name that is the whole stem ("Match: latanoprost ->"); none for other stems."""
    found = _MATCHED.fullmatch(question.stem)
    if found is None or GAP.search(question.stem):
        return {}
    return {o.label: (found["name"].strip(), without_article(o.text)) for o in question.named}


_ANALOGY = re.compile(
    r"(?P<a>[^:?]{2,60}?) ?(?:(?:is|are) to|(?<!:):(?!:)) ?(?P<b>[^:?]{2,60}?),? ?"
    r"(?:\bjust as\b|\bas\b|(?<!:)::(?!:)|=|\bwhat\b) ?"
    r"(?P<c>[^:?]{2,60}?) ?(?:(?:is|are) to|(?<!:):(?!:))"
    r"[\s_.?]*(?:which(?: of (?:these|the following))?|what)?[\s_.?:]*",
    re.I,
)


def analogy_of(question: ChoiceQuestion) -> tuple[str, str, str] | None:
    """Return A, B and C of "A is to B as C is to": what is asked for; None for other stems."""
    found = _ANALOGY.fullmatch(question.stem)
    return (found["a"].strip(), found["b"].strip(), found["c"].strip()) if found else None


_KIND_ASKED = re.compile(
    rf"^{GAP.pattern} (?:(?:is|are) (?:an? )?)?(?P<kind>(?:[\w-]+ ){{1,4}}?)"
    r"(?:is|are|was|can|may|does|has|used|given|prescribed|indicated|approved|that|which|[a-z]+s)\b",
    re.I,
)


def is_kind_of_options(said: str, asked: str) -> bool:
    """Whether a word only says of what kind all options are: "which anti-amyloid antibody treats …"."""
    found = _KIND_ASKED.search(asked)
    return found is not None and said.strip("-") in found["kind"]


# What the pairs are of, as a stem says it, by the senses in which the two may be joined (loose_stems.SENSES).
_PAIRED = (
    (
        re.compile(r"\b(?:indications?|treatments?|therap(?:y|ies)|remed(?:y|ies))\b", re.I),
        ("treat", "palliate", "need"),
    ),
    (re.compile(r"\b(?:adverse|side effects?|toxicit\w+|unwanted)\b", re.I), ("cause", "predispose")),
    (re.compile(r"\b(?:mechanisms?|targets?|receptors?|enzymes?)\b", re.I), ("act", "bind")),
    (re.compile(r"\b(?:symptoms?|signs?|findings?|features?|manifestations?)\b", re.I), ("present",)),
    (re.compile(r"\b(?:constituents?|ingredients?|components?|sources?)\b", re.I), ("contain",)),
    (re.compile(r"\binteract\w*\b", re.I), ("interact",)),
)


def senses_of_pairs(stem: str) -> frozenset[str]:
    """Return in which senses a stem says that its pairs belong together; none where it does not say."""
    return frozenset(sense for pattern, senses in _PAIRED if pattern.search(stem) for sense in senses)


_OF_IT = re.compile(r"(?:it|they) [a-z]+(?: \S+)+", re.I)
_TELLS = re.compile(r"(?:it|they) (?!(?:is|are|was|were|would|must|may|might|could|has|have)\b)[a-z]+ \w", re.I)


def tells_of_it(option: Option) -> bool:
    """Whether an option tells what a thing does ("it treats gout"), so that "it is an X" beside it is no bare name."""
    return _TELLS.match(option.text) is not None


_FOR_WHAT_REASON = re.compile(r"\b(?:why|how come|reasons?|explain\w*|because|cause)\b", re.I)


def say_of_it(question: ChoiceQuestion) -> bool:
    """Whether all options are sentences on the thing that the stem names: "What is the function of X? A) It …".

    What is the reason of something is not told by what is true of a thing.
    """
    named = question.named
    return bool(named) and all(_OF_IT.fullmatch(o.text) for o in named) and not _FOR_WHAT_REASON.search(question.stem)


_REASON = re.compile(r"\b(?:because|since|only|except|why)\b", re.I)


def without_reason(asked: str) -> str:
    """Return a stem without words that only lead to what its options say."""
    return _REASON.sub("", asked)


def speaks_for_itself(question: ChoiceQuestion, words: PhraseReader) -> bool:
    """Whether the options say a relation themselves, so that the stem says none."""
    asks = asks_for_statements(question.asked) or _ASKS_PAIR.search(question.asked) is not None
    asks = asks or bool(pairs_with_stem(question))
    return asks or say_deeds(question, words)


# "A deficiency of which vitamin is associated with X?"
_PROCESS_FIRST = re.compile(
    r"^(?:an?|the)? ?(?P<what>absorption|deficiency|metabolism|production|synthesis) of (?P<gap>which|what)(?: of these"
    r"| of the following)?(?: (?:vitamin|mineral|nutrient|hormone|trace element|element|metal|substance|drug))? (?=\w)",
    re.I,
)


# "Can lead to ____ syndrome": what stands behind the blank belongs to the names.
_BLANK_OF = re.compile(r"_{2,} (?P<noun>(?!is|are|was|by|in|of|to|for|and|with|on|from|at|as|than)[a-z]{3,})\W*$", re.I)


_BLANK_FIRST = re.compile(
    r"^(?:an? |the )?_{2,} (?P<what>absorption|uptake|deficiency|metabolism|production|synthesis|sensitivity"
    r"|resistance) ",
    re.I,
)


def process_asked(question: ChoiceQuestion) -> tuple[str, dict[str, str]]:
    """Return "X lowers", {"A": "iron absorption"} for "X lowers the absorption of: iron"; "" for every other stem."""
    if first := _PROCESS_FIRST.match(question.asked):
        told = f"{question.told} " if question.told else ""
        stem = f"{told}{first['gap']} {question.asked[first.end() :]}"
        return stem, {o.label: f"{without_article(o.text)} {first['what']}" for o in question.named}
    if blank := _BLANK_OF.search(question.stem):
        names = {o.label: f"{without_article(o.text)} {blank['noun']}" for o in question.named}
        return f"{question.stem[: blank.start()]}____", names
    if begins := _BLANK_FIRST.match(question.stem):
        names = {o.label: f"{without_article(o.text)} {begins['what']}" for o in question.named}
        return f"which {question.stem[begins.end() :]}", names
    found = _PROCESS_OF.search(question.stem)
    if found is None or (not found["gap"] and GAP.search(question.stem)):
        return "", {}
    stem = _HINDERS.sub("reduces", question.stem[: found.start()].rstrip())
    names = {o.label: f"{without_article(o.text)} {found['what']}" for o in question.named}
    return f"{stem} {found['gap'] or ''}".rstrip(), names


# ── how something works ─────────────────────────────────────────────────────────────────────────────────────────────

_ASKS_HOW = re.compile(r"mechanisms?|modes?|works?|acts?|action|exerts?|mediated|due|attribut\w+|operates?", re.I)
# All that a question on how something works says beside names; any other word asks more ("its harmful effect").
_WORDS_OF_HOW = re.compile(
    r"acts?|actions?|activity|agent|also|belongs|class|classed|kind|type|and|are|as|attributable|attributed|be|being|benefits?|best|characteri[sz]ed|"
    r"classified|described|explained|expected|pharmacology|responsible|summari[sz]ed|thought|understood|underlying|underl(?:ies|ie)|"
    r"body|by|can|chief(?:ly)?|describes?|do|does|drug|due|effects?|exerts?|explains|following|"
    r"for|given|has|how|in|involves?|is|its?|likely|main(?:ly)?|mechanisms?|mediated|medicine|"
    r"modes?|most(?:ly)?|of|on|one|operates?|pharmacologic(?:al)?|primar(?:y|ily)|principal(?:ly)?|"
    r"produces?|statement|supplement|th(?:at|e|ese|ey|is)|therapeutic|through|to|treatment|used|"
    r"via|what|when|which|why|works?|helps?|effective|an?|s"
)
_AGAINST_WHAT = re.compile(  # "In Alzheimer's disease, memantine acts by": what stands here is not what acts
    r"\b(?:in|for|against|with|on|treat(?:s|ing)?|(?:treatment|management|therapy|prevention|prophylaxis) of)"
    r"(?: (?:patients|people|those) with)?(?: (?:the|an?))? *$",
    re.I,
)
_BY_WAY = re.compile(r"^(?:(?:it|they) )?(?:(?:works?|acts?) )?(?:(?:by|via|through) )?(?:the )?", re.I)
_NOUN_LAST = re.compile(rf"(?P<whom>.{{2,60}}?)[ -](?P<noun>{'|'.join(DEED_NOUNS)})", re.I)
_ACTS_ON = re.compile(r"\b(?:acts?|works?) (?:on|at|upon)(?: (?:which|what)\b|\W*$)", re.I)
_DOES = {
    "inhibitor": "inhibits", "blocker": "blocks", "antagonist": "blocks", "suppressor": "suppresses",
    "activator": "activates", "stimulator": "stimulates", "inducer": "induces", "agonist": "is an agonist of",
}  # fmt: skip
_DOER_LAST = re.compile(
    rf"(?:an? |the )?(?:(?:reversible|selective|potent|competitive|non-competitive|direct) )?"
    rf"(?P<whom>[^,;:]{{2,60}}?)[ -](?P<doer>{'|'.join(_DOES)})s?",
    re.I,
)
_NOUN_OR_VERB = re.compile(rf"(?:{'|'.join(DEED_NOUNS)}) (?:of|at) \S|[a-z]{{3,}}ing \S", re.I)
_VERB_FIRST = re.compile(rf"(?:{'|'.join(DEED_NOUNS.values())}) \S", re.I)


def as_mechanism(question: ChoiceQuestion, spots: Spots, kinds: Collection[str] = ()) -> ChoiceQuestion | None:
    """Return "how does X act? A) inhibition of Y" as one on statements: "X inhibits Y"; None for other questions.

    Only what acts may be named, beside what it is good for, and every option has to say a deed: "a Y inhibitor", too,
    but for those that a graph has as `kinds` of their own.
    """
    if _ACTS_ON.search(question.stem):
        return None  # on what, other than how
    stem, rest = question.stem, question.stem.lower()
    for name in sorted({stem[a:b].lower() for a, b, meant in spots if meant}, key=len, reverse=True):
        rest = rest.replace(name, " ")
    said = re.findall(r"[a-z]+", rest)
    doers = [o for o in question.named if o.text in kinds or _DOER_LAST.fullmatch(o.text)]
    asks = any(map(_ASKS_HOW.fullmatch, said)) or (len(doers) == len(question.named) > len(kinds))
    if not asks or not all(map(_WORDS_OF_HOW.fullmatch, said)):
        return None
    names = {meant[0].entity.id: stem[a:b] for a, b, meant in spots if meant and not _AGAINST_WHAT.search(stem[:a])}
    deeds = [f"is a {o.text}" if o.text in kinds else _deed(o.text) for o in question.named]
    if len(names) != 1 or not deeds or not all(deeds):
        return None
    (name,) = names.values()
    done = dict(zip((o.label for o in question.named), deeds, strict=True))
    options = tuple(
        replace(o, text=in_plain_words(f"{name} {done[o.label]}")) if o.label in done else o for o in question.options
    )
    return replace(question, stem=f"Which statement on {name} is true?", told="", options=options)


def pairs_as_deeds(question: ChoiceQuestion, words: PhraseReader) -> ChoiceQuestion | None:
    """Return "which pair is right? A) memantine – NMDA receptor inhibition" as one on statements: "memantine works by
    inhibition of NMDA receptor"; None where what stands behind a name is no deed.
    """
    deeds = {
        label: f"{name} {_deed(said) or (said if _begins_with_relation(said, words) else '')}"
        for label, (name, said) in pairs_of(question).items()
    }
    if not deeds or any(said.endswith(" ") for said in deeds.values()):
        return None
    options = tuple(
        replace(o, text=in_plain_words(deeds[o.label])) if o.label in deeds else o for o in question.options
    )
    return replace(question, stem="Which of these statements is true?", told="", options=options)


def _deed(said: str) -> str:
    """Return an option that is a deed as what follows the name of what does it; "" for every other."""
    deed = _BY_WAY.sub("", said.strip())
    if doer := _DOER_LAST.fullmatch(deed):
        return f"{_DOES[doer['doer'].lower()]} {doer['whom']}"
    if last := _NOUN_LAST.fullmatch(deed):
        return f"works by {last['noun']} of {last['whom']}"
    return f"works by {deed}" if _NOUN_OR_VERB.match(deed) else deed if _VERB_FIRST.match(deed) else ""
