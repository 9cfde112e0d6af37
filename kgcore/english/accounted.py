"""Which words leave a claim beside which they stand as it is: those of `words.tsv`, "accounted for: …". Pure."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from functools import cache

from kgcore.english.chunks import DENIES, disowns, lacks_grounds, may_matter
from kgcore.english.cues import CueEffect, CueScope, find_cue
from kgcore.english.qualifier_terms import all_terms, neutral_keys, word_keys
from kgcore.english.words import word_lists

ACCOUNTED = "accounted for: "
_YEAR = re.compile(r"\b(?:19|20)\d\ds?\b")
_ENOUGH = 3  # words of content that are understood, beside which a single one that is not may stand
# What goes on to assert something of the same thing, or draws on the claim: there every word must be understood.
_ASSERTS = re.compile(
    r"\W*(?:and|or|so|hence|thus|therefore|thereby|consequently|which|while|without|only|it|they|there)\b",
    re.IGNORECASE,
)
# What takes the claim back: "a finding that did not replicate", "which the trials did not show", "an old error".
TAKES_BACK = re.compile(
    r"\W*(?:(?:but|though|although|and)\s+)?(?:which|that|this|something|as|an?|the)\b.*"
    r"(?:\b(?:not|never|nobody|nothing|none|hardly|cannot|fail\w*)\b|n['’]t\b).*"
    r"\b(?:shown?|showed|confirm\w*|replicat\w*|reproduc\w*|repeat\w*|borne|support\w*|hold|held|stand|stood|true|"
    r"so|right|real)\W*|.*\b(?:errors?|mistakes?|blunders?|delusion|misreading|misprint|artefact|artifact|"
    r"coincidence|pretence)\b.*|\W*only to\b.*|"
    r".*\bthat\s+(?:it|they|this)\s+(?:(?:is|was|are|were)\s+(?:a\s+)?(?:lies?|myths?|wrong|false|untrue|nonsense)|"
    r"(?:does|do|did|is|was|has|have)(?:\s+not|n['’]t))\W*|"
    r".*\b(?:contradict|disprov|refut|retract|withdr[ae]w|overturn|discredit)\w*\W*",
    re.IGNORECASE | re.DOTALL,
)
# "…, at least on paper", "at least in my case": a limit that is none of evidence, nor one of whom, when or how much.
_AT_LEAST = re.compile(
    r"\W*(?:(?:and|but|though|if|or)\s+)?(?:at least|at best|at most)\s+(?:in|on|for|to|with|by|among|under|from|"
    r"as|when|if|at|inside|within)\b",
    re.IGNORECASE,
)
# That something does no harm at all, which no evidence says.
NO_HARM = re.compile(
    r"\b(?:risk|harm|danger|trouble|worry|side[- ]effects?)-free\b|"
    r"\bfree (?:of|from) (?:\w+ )?(?:harms?|dangers?|risks?|side[- ]effects?)\b|"
    r"\b(?:no|zero|without|not a|hardly any|nil) (?:[\w-]+ ){0,2}"
    r"(?:risks?|harms?|dangers?|drawbacks?|downsides?|side[- ]effects?|adverse effects?)\b",
    re.IGNORECASE,
)
STUDY_NAME = re.compile(r"\b(?=[\w-]*[A-Z][\w-]*[A-Z])[\w-]+")  # a study's name: "in SELECT"
_OFFERED = re.compile(
    r"\b(?:is|are|was|were) (?:(?:also|often|widely|mostly) )?(?:sold|marketed)(?: everywhere)?\b", re.IGNORECASE
)
_ONLY = re.compile(r"\bonly\b", re.IGNORECASE)
# What nobody may be told of two things that meet, though all its words are those of care.
_TOGETHER = re.compile(
    r"(?<!not )(?<!never )\b(?:be )?(?:take|taken|use|used|mix|mixed) (?:\w+ )?together\b", re.IGNORECASE
)
WORD = re.compile(r"[^\W\d_][\w'’-]*")
# What no comment says: what someone is to do or may do, what always holds, what is limited or promised.
BINDS = re.compile(
    r"\b(?:you|yours?|yourself|can|could|may|might|must|should|shall|will|would|ought|needs?|ha(?:s|ve) to|"
    r"every(?:one|body|thing|where)?|all(?! over)|always|forever|entirely|completely|totally|perfectly|wonderfully|"
    r"without|solely|merely|exclusively|unless|except|save|provided|instead|safe(?:ly|r)?|harmless(?:ness)?|"
    r"den(?:y|ies|ied)|hides?|hidden|proofs?|blessing|boon|miracles?|enough to)\b",
    re.IGNORECASE,
)


# What it makes of people: "makes you drowsy" tells of something else that it does, "makes you immune" promises.
_MAKES_THEM = re.compile(
    r"\b(?:mak(?:es?|ing)|renders?|rendering|leaves?|leaving|keeps?|keeping|turns?|turning)\s+"
    r"(?:you|us|me|them|one|anyone|anybody|(?P<all>every(?:one|body))|people|patients|users|those\s+who\s+\w+\s+it)\s+"
    r"(?:(?:feel|more|less|very|quite|rather|too|so|a\s+bit|a\s+little|slightly|somewhat|often|only)\s+)*"
    r"(?P<what>[a-z-]+)?",
    re.IGNORECASE,
)


def _promises(words: str) -> bool:
    """Whether words say that something makes of people what is not one of its usual effects."""
    other = _effect_keys()
    return any(
        m["all"] or bool(m["what"] and other.isdisjoint(word_keys(m["what"]))) for m in _MAKES_THEM.finditer(words)
    )


@cache
def _effect_keys() -> frozenset[str]:
    return frozenset(key for word in word_lists()[f"{ACCOUNTED}what else it does"] for key in word_keys(word))


@cache
def accounted_keys() -> frozenset[str]:
    """Return the keys of all words that leave a claim as it is."""
    lists = word_lists()
    some = (word for name, words in lists.items() if name.startswith(ACCOUNTED) for word in words)
    others = (
        word for name in ("reporter", "of a circumstance", "circumstance", "shown", "agreed") for word in lists[name]
    )
    return neutral_keys() | {key for word in (*some, *others) for key in word_keys(word)}


@cache
def evidence() -> re.Pattern[str]:
    """Return what finds a word for where something is known from: "trials", "a review"."""
    nouns = "|".join(re.escape(word) for word in word_lists()["reporter"] if not word.startswith("paper"))
    return re.compile(rf"\b(?:{nouns}|(?:short|long)(?:er)? (?:term|run))\b", re.IGNORECASE)


@cache
def grammar_keys() -> frozenset[str]:
    """Return the keys of the words among these that have no content of their own."""
    return frozenset(key for word in word_lists()[f"{ACCOUNTED}grammar"] for key in word_keys(word))


def is_accounted(words: str, told: Collection[str]) -> bool:
    """Whether words beside a claim leave it as it is; `told` are the keys of those that its qualifiers have."""
    known, grammar = accounted_keys(), grammar_keys()
    if _AT_LEAST.match(words) and not (all_terms().search(words) or evidence().search(words)):
        return False
    if (_TOGETHER.search(words) and not DENIES.search(words)) or NO_HARM.search(words):
        return False
    if TAKES_BACK.fullmatch(words) or disowns(words) or _promises(words):
        return False
    words = _OFFERED.sub(" ", words)
    if STUDY_NAME.search(words):
        words = _YEAR.sub(" ", STUDY_NAME.sub(" ", words))
    plain = all_terms().sub(" ", words)
    if plain != words:  # what it is limited to is one of the claim's qualifiers
        plain = _ONLY.sub(" ", plain)
    keys = [k for m in WORD.finditer(plain) for k in word_keys(m[0])]
    strange = [k for k in keys if not (k in known or k in told or len(k) < 2)]
    content = sum(k in known and k not in grammar for k in keys)
    return not strange or (len(strange) == 1 and content >= _ENOUGH and not _ASSERTS.match(words))


# "From this we learn", "one can conclude", "the lesson is", "all of which goes to show", "clearly, then".
_WE = r"(?:you|we|one|people|patients|everyone|everybody|anyone)"
_THIS = r"(?:this|that|which|all (?:of )?(?:this|that|which)) (?:\w+ly |also |just |alone )?"
_MAY = r"(?:can|may|could|must|should|will|have to|has to) (?:(?:also|thus|now|only|safely|finally|all|just) ){0,2}"
_LEARNT = (
    rf"(?:from|by) (?:this|that|these|which|here|it|all this)(?: alone)?,? {_WE} (?:{_MAY})?"
    r"(?:learn|see|conclude|infer|gather|deduce|know|understand|tell)s?|"
    rf"{_WE} (?:{_MAY})?(?:concludes?|infers?|deduces?|gathers?)|"
    rf"(?:it|{_THIS.rstrip()}) ?(?:tells?|teaches|taught|reminds?) (?:us|you|me|everyone|the world)|"
    r"all of (?:which|this|that) (?:means?|shows?|proves?|goes to show|implies|demonstrates?)|"
    r"(?:the|one|another|my|our|a) (?:\w+ )?(?:lesson|moral|upshot|conclusion|consequence|implication|takeaway|"
    r"take-home message|corollary|bottom line|inference)(?: (?:here|of (?:this|it|that|all this|the story)))?"
    r"(?: is(?: (?:clear|plain|simple|obvious|inescapable))?|(?=:))|"
    r"(?:clearly|obviously|evidently|plainly|surely|naturally|of course|apparently|undoubtedly|it is clear|it seems),? "
    r"then|(?:it is |it's )?(?:no|small|little) wonder"
)
# "That makes exercise a waste", "so much for iodine", "you can forget your pills": with or without a verb of its own.
_MAKES = (
    r"so much for|there (?:goes|go) (?:the|your|their)|"
    rf"(?:{_WE} {_MAY})?(?:forget(?= (?:about|your|all|the|any))|throw(?= (?:away|out|your|all|the))|toss|bin|ditch|"
    r"chuck|scrap|flush|say goodbye to|get rid of)|"
    rf"{_WE} {_MAY}(?:stop|skip|drop|cancel|discard|dispense with|do without|relax|eat|drink|ignore)|"
    rf"{_THIS}(?:makes?|renders?|leaves?|turns?)(?! (?:it|them|both|this|that|sure)\b)"
)
# What only says it once more has to be understood, every word of it.
_AGAIN = (
    r"in other words|in plain (?:english|words|terms)|that is(?: to say)?(?=,)|which is to say|"
    r"put (?:differently|another way|simply|plainly|bluntly)|to put it \w+"
)
# What a sentence concludes from its claim. A conclusion has no evidence of its own: it leaves the claim as it is only
# where it is that care is due, or tells how the thing itself comes about.
CONCLUSION = re.compile(
    r"(?:\A\W*|[,;:(–—]\s*|\s-\s+|[.!?]\s+)(?:(?:and|but)\s+)?(?:"
    r"(?P<so>so)(?!\s+(?:that|far|long|much|many|called|as|says?|said|goes|to speak|too|do|does|did|is|are|was|were|"
    r"have|has|can|could|will|would)\b)|"
    r"(?:therefore|hence|thus|thereby|consequently|accordingly|wherefore|ergo|as a (?:result|consequence)|"
    r"in consequence|for (?:this|that|which) reason|"
    r"(?:from (?:this|which) )?it (?:thus |therefore |also )?follows(?: from this)?|"
    r"(?:which|this|that)\s+(?:\w+ly\s+|also\s+|in turn\s+|just\s+)?(?:means?|implies|proves?|shows?|demonstrates?|"
    r"makes?\s+(?:it|them|both|this|that)|renders?|entails?|goes to show|is\s+(?:\w+ly\s+)?(?:proof|evidence))|"
    r"(?:meaning|implying|proving|showing|demonstrating|establishing|confirming|entailing)(?=\s+that\b)|"
    r"(?:[\w'’-]+\s+){1,5}(?:therefore|thus|hence|consequently)|"
    rf"(?P<learnt>{_LEARNT})|(?P<makes>{_MAKES})|(?P<again>{_AGAIN})|"
    r"(?P<doing>[a-z]{3,}ing)(?=\s+(?:it|them|both|each other|one another|the (?:two|latter|former))\b))\b)"
    r"[,:]?\s*(?:that\b)?",
    re.IGNORECASE,
)
_ENDS = re.compile(r"[;:()–—.!?]|,\s+(?:which|but|although|though|while|whereas|yet|and)\b", re.IGNORECASE)
_FINITE = re.compile(
    r"\b(?:is|are|was|were|has|have|had|do|does|did|can|could|may|might|will|would|should|must|cannot|needs?|there|it|"
    r"they|you|we|one|nobody|no one|anyone|everyone|people|patients)\b|\w+n['’]t\b",
    re.IGNORECASE,
)
_DOING = re.compile(r"(?:\w+ly\s+)?[a-z]{2,}ing\b", re.IGNORECASE)
_MAY_FREELY = re.compile(
    r"\b(?:as (?:much|many|often|long)|freely|at will|more|any(?:one|body|thing)|every(?:one|body|thing)|instead|"
    r"together|only|alone|enough|unlimited|double|twice|extra|all|stop|off|good|best friend)\b|"
    r"\b(?:avoid|leave|skip|quit|drop|ditch)\s+(?:(?:your|all|the|other|my|any)\s+)*(?:doctors?|medicines?|medications?|drugs?|"
    r"hospitals?|tests?|check-?ups?|treatments?|pharmacists?|clinics?)\b",
    re.IGNORECASE,
)
# "This makes monitoring important".
_IMPORTANT = re.compile(
    r"\b(?:(?:so|very|particularly|especially|all the more)\s+)?(?:important|essential|crucial|necessary|vital|"
    r"advisable|wise|prudent|sensible|worthwhile)\W*$",
    re.IGNORECASE,
)
_ANYBODY = re.compile(r"\b(?:any|every)(?:one|body|thing)\b", re.IGNORECASE)
_APART = re.compile(
    r"\b(?:not|never)\s+(?:\w+\s+)?(?:be\s+)?(?:taken|take|used|use|combined?|mix|mixed|given|give)\b", re.I
)


_BEST_TAKEN = re.compile(
    r"\bbest (?=taken|used|given|spaced|separated|avoided)|\b(?:best )?(?:drunk|eaten)\b|"
    r"\bit(?:['’]s| is) (?:usually |generally |probably )?(?:best|better|a good idea) (?=(?:not )?to\b)|"
    r"\bit makes (?:good )?sense (?=(?:not )?to\b)|"
    r"\bleave (?=(?:a gap|(?:some |enough )?time|(?:an?|one|two|three|four|several|some|a few) (?:hours?|minutes))\b)|"
    r"\bworth (?:a try|a look|a mention|trying|considering|discussing|"
    r"(?=know|remember|noting|mention|bear|keep|check|ask))",
    re.IGNORECASE,
)
_PROVES = re.compile(r"\b(?:prov|show|demonstrat|establish|confirm|implie|entail)", re.IGNORECASE)


@cache
def _keys_of(name: str) -> frozenset[str]:
    return frozenset(key for word in word_lists()[f"{ACCOUNTED}{name}"] for key in word_keys(word))


def unfounded_conclusions(words: str, told: Collection[str], name: str) -> Iterator[tuple[int, int]]:
    """Yield where words beside a claim conclude what neither care for it nor its own mechanism accounts for.

    `name` is the letter that stands for those of names.
    """
    for found in CONCLUSION.finditer(words):
        end = _ENDS.search(words, found.end())
        if _is_unfounded(words[found.end() : end.start() if end else len(words)], found, told, name):
            yield found.start(), end.start() if end else len(words)


def _is_unfounded(words: str, lead: re.Match[str], told: Collection[str], name: str) -> bool:
    if lead["again"]:
        return BINDS.search(words) is not None or not is_accounted(words.replace(name, " "), told)
    if not (lead["doing"] or lead["makes"] or lead["so"] or _FINITE.search(words) or _DOING.match(words)):
        return False  # "hence the name"
    denied = DENIES.search(_APART.sub(" ", words)) is not None
    if denied or NO_HARM.search(words) or disowns(words):
        return True
    words = _BEST_TAKEN.sub(" ", words)
    if lead["makes"]:
        words = _IMPORTANT.sub(" ", words)
    keys = {k for m in WORD.finditer(words.replace(name, " ")) for k in word_keys(m[0]) if len(k) > 1}
    left = keys - grammar_keys() - set(told)
    if lead["learnt"] and name in words and not left:
        return True  # "From this we learn that *C* is over"
    cares = left <= _keys_of("care") and (_APART.search(words) or not _MAY_FREELY.search(words))
    if evidence().search(words) and left <= _keys_of("evidence") | _keys_of("talk"):
        return False  # "which shows that the trials were right"
    if (
        lead["doing"] is None and _DOING.match(words) and not BINDS.search(words)
    ):  # "thereby raising concerns about bleeding"
        left -= _keys_of("what else it does") | _keys_of("care") | _keys_of("evidence")
    mechanism = left <= _keys_of("how it comes about") and not (_PROVES.search(lead[0]) or _ANYBODY.search(words))
    return not (cares or mechanism)


_TURNS = (CueEffect.REFUTES, CueEffect.DOUBTS, CueEffect.SUPPOSES, CueEffect.ATTRIBUTES)


def may_turn(words: str) -> bool:
    """Whether words hold one of the closed class that can turn a claim round: a denial, a doubt, a hedge, a bound, a
    promise, or whose words they are. Names of evidence are none of these.
    """
    plain = evidence().sub(" ", words)
    return bool(
        DENIES.search(words)
        or BINDS.search(words)
        or NO_HARM.search(words)
        or disowns(words)
        or lacks_grounds(words)
        or may_matter(plain)
        or find_cue(plain, CueScope.SENTENCE, *_TURNS)
    )


def is_usual(words: str) -> bool:
    """Whether all words of a limit are ones that claims are usually limited by: "at home", not "in trees"."""
    return is_accounted(words, ())
