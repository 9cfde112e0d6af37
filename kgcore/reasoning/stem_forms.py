"""Stems by their form: the one that does not belong, several blanks, the kind of all options, a row of signs. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence

from kgcore.english.inflection import singular

# ── the one that does not belong ────────────────────────────────────────────────────────────────────────────────────

_MISFIT = r"(?:odd (?:one|man)(?: out)?|exception|intruder|misfit|outsider|outlier|imp[oe]stor|stranger|black sheep)"
_OUT = (
    r"(?:struck|crossed|taken|ruled|left|thrown|kicked|weeded|singled|sorted) (?:off|out|from)|removed|deleted|excluded"
    r"|dropped|eliminated|discarded|out of place|wrong here|misplaced|in the wrong (?:list|group|place|company|category"
    r"|row)"
)
_WHICH = r"(?:which|what)(?: one| item| option)?(?: of (?:these|them|the following|the (?:options|items|names)))?"
_HERE = (
    r"(?: (?:here|there|in|out|together|(?:(?:off|from|to|on|in|into|with|among) )?(?:the|this|that)"
    r" (?:list|group|row|set|others?|rest|remaining \w+|series|collection|category|picture)|with the other \w+"
    r"|to it)){0,4}"
)
_ODD_ASKED = re.compile(
    rf"(?:(?:the )?{_MISFIT}{_HERE}"
    rf"|{_WHICH} (?:(?:should|must|has to|needs to|ought to|is to|can|would) (?:be )?|is |was )(?:the |an? )?"
    rf"(?:{_MISFIT}|{_OUT}){_HERE}"
    rf"|{_WHICH} (?:does not|doesn't|does n't|do not|don't|cannot|can't) (?:really )?(?:belong|fit|go|match){_HERE}"
    rf"|(?:find|spot|name|pick|choose|select|identify|mark|point out|which is|what is|who is) the {_MISFIT}{_HERE}"
    r"|(?:cross|strike|sort|single|leave|pick|weed|throw) out the (?:one|item|word|name)"
    r"(?: (?:that|which) (?:does(?: not|n't)|is(?: not|n't)|has no|cannot|can't)(?: \w+){0,2})?"
    r"|(?:find|spot|name|pick|choose|select|identify|mark|delete|remove|which is|what is) the (?:one|item|word|name)"
    rf" (?:that|which) (?:does(?: not|n't)|is(?: not|n't))(?: (?:belong|fit|one|match))?{_HERE})\W*$",
    re.I,
)
# What leads to the things that a list is said to be of: "Here are four", "A student lists".
_LISTS = re.compile(
    r"^(?:(?:here (?:are|is)|below (?:are|is)|these (?:are|should be)|the following(?: (?:are|should be|list is of))?"
    r"|look at|consider|given(?: are)?|take|(?:the )?list (?:below )?(?:is )?of|listed (?:here|below) are"
    r"|(?:an?|the|my|our|your|his|her) [\w-]+ (?:lists|listed|names|named|wrote down|writes down|noted|collects)"
    r"|(?:he|she|they|we|you|i) (?:list|name|note|collect)(?:s|ed)?)\b[\s,:]*)?"
    r"(?:(?:all|the|these|some|several|a few|two|three|four|five|six|[3-6]) )*",
    re.I,
)
_OF_THEM = re.compile(
    r"^(?:all|most|two|three|four|five|[2-5])(?: but one)? of (?:these|them|the following|the options)(?: \w+)?? "
    r"(?=[a-z]+ \w)",
    re.I,
)
_ENDS = re.compile(
    r",? (?:are|is|were|have been) (?:said to be |supposed to be )?(?:listed|given|named|shown)\b.*$", re.I
)
_AMONG = re.compile(
    rf"^(?:find|spot|name|pick|choose|select|identify|mark|point out|which is|what is|who is) the {_MISFIT}"
    r"(?:,? (?:among|amongst|in|of|from|out of))? (?:all )?(?:these|those|the(?: following)?|our|this list of) "
    r"(?=[a-z][\w'-]* \w)",
    re.I,
)
_FEWEST_WORDS = 2  # of what a list is of: "cholinesterase inhibitors"


def of_misfit(stem: str) -> str:
    """Return "which of these are drugs for gout" for "Here are drugs for gout. Which one is out of place?", of which
    the one that does not fit is asked; "" for every other stem, and where no list is described.
    """
    said = stem.strip(" .?!:")
    if ahead := _AMONG.match(said):
        return f"which of these are {said[ahead.end() :]}"
    sentences = re.split(r"(?<=[\w)])[.;:!?] +", said)
    if len(sentences) != 2 or not _ODD_ASKED.fullmatch(sentences[1]):
        return ""
    if of_them := _OF_THEM.match(sentences[0]):
        return f"which of these {sentences[0][of_them.end() :]}"
    listed = _ENDS.sub("", _LISTS.sub("", sentences[0]))
    return f"which of these are {listed}" if len(listed.split()) >= _FEWEST_WORDS else ""


def asks_for_misfit(stem: str) -> bool:
    """Whether a stem asks for the one that does not belong to the others, and says nothing of what they are."""
    return _ODD_ASKED.fullmatch(stem.strip(" .?!:")) is not None


# ── several blanks ──────────────────────────────────────────────────────────────────────────────────────────────────

_BLANK = re.compile(r"_{2,}|\.{4,}|…+")
_APART = tuple(
    re.compile(p) for p in (r" ?; ?", r" ?/ ?", r" ?(?:\.{2,}|…) ?", r" [–—-] ", r", (?:and )?", r" and ", r": ")
)
_MOST_BLANKS = 4
_TO_FILL = re.compile(r"^(?:please )?(?:fill in|fill|complete)\b[^:._]{0,40}[:.] *", re.I)


def filled_blanks(stem: str, options: Sequence[str]) -> list[tuple[str, tuple[str, ...]]]:
    """Return a stem with several blanks as it stands with each option, and the names that fill it; [] for any other
    stem, and for options that do not fill them all.
    """
    pieces = _BLANK.split(_TO_FILL.sub("", stem.strip()).rstrip("."))
    blanks = len(pieces) - 1
    if not 1 < blanks <= _MOST_BLANKS or re.search(r"\b(?:which|what)\b", stem, re.I):
        return []
    for apart in _APART:
        names = [tuple(one.strip() for one in apart.split(option)) for option in options]
        if all(len(some) == blanks and all(some) for some in names):
            return [("".join(p + n for p, n in zip(pieces, (*some, ""), strict=True)), some) for some in names]
    return []


# ── what all options are, and what is told in a row ─────────────────────────────────────────────────────────────────

_KIND = re.compile(
    r"\b(?P<which>(?:which|what)(?: (?:one )?of (?:these|the following))?) (?:[\w-]+ ){0,2}?(?P<kind>[a-z]{4,})"
    r"(?= (?:is|are|was|can|may|might|could|would|does|do|has|have|[a-z]+s)\b)",
    re.I,
)
_FEWEST_OPTIONS = 3
_ASIDE = (
    r",? ?(?:other than|apart from|aside from|besides|in addition to|just like|like|unlike|in contrast to|as opposed to"
    r"|not counting|similarly to) (?P<aside>[^,?_]{2,60}?),"
)
_ASIDES = (
    re.compile(
        rf"^(?P<ahead>(?:which|what)(?: (?:of (?:these|the following)|[\w-]+)){{0,3}}){_ASIDE} (?P<behind>.+)$", re.I
    ),
    re.compile(
        rf"^(?P<ahead>(?!(?:which|what)\b)[^,?_]{{2,60}}){_ASIDE} (?:also |too |additionally )?(?P<behind>.+)$", re.I
    ),
)


def without_aside(stem: str, options: Sequence[str]) -> str:
    """Return a stem without the other thing that it sets apart ("A, unlike B, inhibits"), where that is no option."""
    for pattern in _ASIDES:
        found = pattern.match(stem)
        if found and not any(found["aside"].casefold() in o.casefold() for o in options):
            return f"{found['ahead']} {found['behind']}"
    return stem


def without_kind(stem: str, options: Sequence[str]) -> str:
    """Return "which is …" for "which vitamin deficiency is …" where each option ends so, and the kind tells nothing."""
    found = _KIND.search(stem)
    last = {singular(option.rpartition(" ")[2].casefold()) for option in options}
    if found is None or len(options) < _FEWEST_OPTIONS or last != {singular(found["kind"].casefold())}:
        return stem
    return f"{stem[: found.start()]}{found['which']}{stem[found.end() :]}"


_SIGNS_OF = re.compile(
    r"(?<=\w) (?:(?:are|is|would be|may be|together are) )?(?:(?:all|both|each|the|an?|typical|classic|classical|key"
    r"|cardinal|common|main|characteristic|leading) ){0,5}(?:hallmarks?|features?|signs?|symptoms?|manifestations?"
    r"|characteristics?|signature|triad|picture|findings) of(?: (?:which|what)(?: [\w-]+){0,3})?\W*$"
    r"|(?<=\w) (?:(?:strongly|together|most|best|likely|would|should|might) ){0,5}(?:suggests?|points? (?:to|towards?)"
    r"|speaks? for|indicates?|makes? (?:you|one|us) (?:think of|suspect)|raises? (?:the )?suspicion of)"
    r"(?: (?:which|what)(?: [\w-]+){0,3})?\W*$"
    r"|(?<=\w) (?:are|is) (?:(?:most|all|highly|very|often|usually|typically) ){0,5}(?:typical|characteristic"
    r"|suggestive|indicative|seen|found|observed|expected)(?: of| in| with)(?: (?:which|what)(?: [\w-]+){0,3})?\W*$",
    re.I,
)


def told_before_signs(stem: str) -> str:
    """Return the row of signs that a stem begins with: "A, B and C are hallmarks of which disease?"; "" for none."""
    found = _SIGNS_OF.search(stem)
    return stem[: found.start()] if found and re.search(r",| and ", stem[: found.start()]) else ""


ASKS_DIAGNOSIS = re.compile(
    r"\b(?:which|what) (?:disease|disorder|condition|syndrome|illness) (?:is|would be) (?:the )?(?:most )?"
    r"(?:likely|probable|plausible|best) (?:explanation|diagnosis)\W*$"
    r"|\b(?:which|what)(?: one)?(?: of (?:these|the following))?(?: (?:is|are|would be|could be))?"
    r"(?: (?:the|your|most|likely|probable|best|single|genetic|rare|underlying))*"
    r" (?:diseases?|disorders?|conditions?|syndromes?|diagnos[ei]s|illness(?:es)?|cause of (?:(?:all|her|his|their|the"
    r"|this|these|those) )+(?:complaints?|symptoms?|signs?|findings?|features|presentation|picture))\b"
    r"(?! (?:does|do|is|are|has|shows?|features?|causes?)\b(?! (?:he|she|it|the|this|most|likely|the most)))",
    re.I,
)


AS_WHICH = re.compile(
    r"\b(which|what)(?: one| ones)? of (?:the following|these|those|them)(?: (?:options?|answers?|choices?))?\b", re.I
)


# ── a question within what is told ──────────────────────────────────────────────────────────────────────────────────

_ASKS_OF = r"(?: (?:you|me|us|her|him|them|about|(?:the|an?|his|her|their|your|my|our) (?:[\w-]+ )?[\w-]+))?"
_WITHIN = re.compile(
    r"(?P<told>.{3,400}?),? (?:and )?(?:asks?|asked|(?:wants?|wanted|would like) to know|wonders?|wondered|inquires?"
    rf"|enquires?|is (?:asking|wondering)){_ASKS_OF},? (?P<asks>(?:which|what)\b[^.?!;:]{{5,200}})[.?!;:]+"
    r" (?P<then>.{3,120})",
    re.I,
)
# What only says that the question is to be answered now: "You advise", "The nurse's best response would include".
_ANSWER_IT = re.compile(
    r"(?:(?:so )?you(?:r)? (?:(?:best|first) )?(?:advise|recommend|suggest|answer|reply|response|advice"
    r"|recommendation|say|tell (?:him|her|them))"
    r"|(?:what|which)(?: one)?(?: of (?:these|the following))? (?:do|does|would|should|will|could|can)"
    r" (?:you|one|we|the \w+) (?:suggest|recommend|advise|say|answer|reply|mention|tell (?:him|her|them))"
    r"|which(?: one)?(?: is it)?|which should be given"
    r"|(?:the|an?|your|his|her) (?:(?:[\w-]+ )?(?:nurse|pharmacist|doctor|physician|clinician|dietitian)(?:'s)? )?"
    r"(?:(?:best|most appropriate|correct|appropriate|right) )*"
    r"(?:(?:should|would) (?:answer|reply|respond|say|suggest|recommend|advise|mention|tell (?:him|her|them))"
    r"|responses?|repl(?:y|ies)|answers?|advice|suggestions?|recommendations?))"
    r"(?: (?:is|would be|would include|should include|includes|should be|with|that|about|to (?:him|her|them)))*\W*",
    re.I,
)
_TO_TAKE = re.compile(
    r"^(?P<which>(?:which|what)(?: [\w-]+){0,3}?) (?:he|she|they|one|you|i) (?P<may>can|could|should|might|may)"
    r" (?P<take>take|use|try|eat|drink) (?P<why>to|for|against)(?= \w)",
    re.I,
)
_TAKEN = {"take": "taken", "use": "used", "try": "tried", "eat": "eaten", "drink": "drunk"}


def asked_within(stem: str) -> str:
    """Return "A cook on warfarin. Which foods affect it?" for "A cook on warfarin asks which foods affect it. You
    advise"; the stem as it is where its last sentence asks something itself.
    """
    found = _WITHIN.fullmatch(stem)
    if found is None or not _ANSWER_IT.fullmatch(found["then"]):
        return stem
    asks = _TO_TAKE.sub(lambda m: f"{m['which']} {m['may']} be {_TAKEN[m['take'].lower()]} {m['why']}", found["asks"])
    return f"{found['told'].rstrip(' ,')}. {asks[:1].upper()}{asks[1:].strip()}?"
