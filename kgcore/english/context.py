"""What stands before a sentence's subject and behind its object, and what it does to the claim. Pure.

"There is no evidence that", "In a large trial, regular use of", "It is unlikely that": words that are all accounted for
give a `ClaimFrame`; anything else makes the reader abstain, because it may change what is said ("a lack of",
"unlike"). The openings and all other cues stand in `english/cues.tsv`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, lru_cache

from kgcore.english.behind import ABOUT_ELSE, CARE_FOR_LONG, WHETHER_CAUSAL
from kgcore.english.chunks import only_leads_up, without_advice
from kgcore.english.cues import (
    CLAUSE,
    CONJUNCTION,
    FLAGS,
    CueDirection,
    CueEffect,
    CueScope,
    cue_regex,
    find_cue,
    load_cues,
    regex_of_any,
    words_in_reach,
)
from kgcore.english.leads import lead_in, opening_phrases
from kgcore.english.sentences import Stretch
from kgcore.english.words import word_list, word_lists
from kgcore.verdicts import Verdict


@dataclass(frozen=True, slots=True)
class ClaimFrame:
    """What the words around a claim add to it; `refuted`: they call it false, with all denials that it holds."""

    negated: bool = False
    hedged: bool = False
    refuted: bool = False


_LONGEST = 400  # characters before a subject that are looked at
_WORDS_KEPT = 1_000  # first words of sentences
# Words between commas that add nothing: "found, however, that".
ASIDE = re.compile(
    r",\s*(?:however|though|therefore|thus|moreover|(?:by|in) (?:contrast|comparison)|on the other hand|for instance"
    r"|for example|"
    r"in fact|indeed|too|of course|in turn|also|as expected|in general|nevertheless|nonetheless|meanwhile)\s*,",
    re.IGNORECASE,
)
# "the GEM trial", "PREADViSE study": what a study is called adds nothing.
_NAMED_STUDY = re.compile(
    r"\b(?=[\w-]*[A-Z][\w-]*[A-Z])[\w-]+ (?=(?:trial|study|cohort|review|survey|registry|analysis|meta-analysis)\b)"
)
_IS = re.compile(r"\b(it|that|there|here)['’]?s(?= )(?<!\bits)", re.IGNORECASE)
_BULLET = r"[-*•–]|\d{1,2}[.)]"


_CONCLUDES = re.compile(r"(?:and )?(?:so|thus|hence|therefore|consequently)\b", re.IGNORECASE)
_NO = re.compile(r"(?:^|[,;:]\s*)no\s+$", re.IGNORECASE)  # "No aspirin prevents": without a comma no answer
# "No high-dose vitamin E prevents", "no users of": without a comma no answer; before a word of the speaker's own it is.
_BARE_NO = re.compile(
    r"no\s+(?!(?:imo|imho|tbh|sorry|actually|i|my|it|well|but|because|not)\b)[^\s,;:.!–—-]", re.IGNORECASE
)


@lru_cache(maxsize=1024)  # a paragraph is read as it grows and when it is whole
def read_frame_before(words: str) -> ClaimFrame | None:
    """Return what the words before a subject add; None where they are not all understood."""
    frame = _frame_before(words)
    for leads in (opening_phrases, lead_in):
        lead = leads(words) if frame is None and words else 0
        frame = _frame_before(words[lead:]) if lead else frame
    return frame


def only_opens(words: str) -> bool:
    """Whether words are a whole opening that adds nothing: "as every doctor knows, "."""
    return _frame_before(words) == ClaimFrame() or lead_in(words) == len(words)


def _frame_before(words: str) -> ClaimFrame | None:
    if _NO.search(words):
        return None
    words = _IS.sub(r"\1 is", ASIDE.sub(" ", words))
    rest, effects = _NAMED_STUDY.sub("", " ".join(words.split())), ""
    if len(rest) > _LONGEST:
        return None
    answered = True  # whether a "no" would answer somebody here: at the beginning, and behind a mark
    while rest:
        found = next(((m, o.effect) for o in _openings_of(rest.partition(" ")[0]) if (m := o.match(rest))), None)
        if found is None or (not found[1] and _BARE_NO.match(found[0][0] + rest[found[0].end() :])):
            return None
        if found[0][0].strip().casefold() == "no" and not answered:  # "yeah no, " has a mark
            return None  # "The trial showed no"
        if "?" in effects and _CONCLUDES.match(found[0][0]):
            return None  # "they hope, so …"
        effects += found[1]
        answered = found[0][0].rstrip().endswith((",", ":"))
        rest = rest[found[0].end() :]
    denials = effects.count("!") + effects.count("~")
    return None if denials > 1 else ClaimFrame(denials == 1, "?" in effects, "~" in effects)


# "The good thing about *A* is that (it)", "worth a try given that (it)": what leads up to a pronoun.
_LEADS_TO_IT = re.compile(
    r"(?:\b(?:since|as|given that|seeing that|in that|in the sense that|considering that|is|was|fact that|"
    r"is that|was that)|,)\s*$",
    re.IGNORECASE,
)
_AND_CLAUSE = re.compile(r"(?:,\s+(?:and|so)|\s+and)\s+(?=\S)(?!.*,\s+(?:and|so)\s)", re.IGNORECASE | re.DOTALL)


def read_frame_of_pronoun(before: str, words: str) -> ClaimFrame | None:
    """Return the frame of a clause that begins with a pronoun, where what stands before it only leads up to it.

    `words` stand between the last name and the pronoun, `before` in the sentence before them.
    """
    if _LEADS_TO_IT.search(words) and only_leads_up(before + words):
        return ClaimFrame()
    clause = _AND_CLAUSE.search(words)
    if clause is None or not only_leads_up(before + words[: clause.start()]):
        return None
    return read_frame_before(words[clause.end() :])


@dataclass(frozen=True, slots=True)
class _Opening:
    """Words with which a sentence may begin: all begin with `head`; compiled when it is first met (all: 0.2 s)."""

    head: str
    words: str
    effect: str

    def match(self, text: str) -> re.Match[str] | None:
        return _compiled(self.words).match(text) if text.casefold().startswith(self.head) else None


@cache
def _openings() -> tuple[_Opening, ...]:
    """Return the openings; those that deny come first, then those that hedge, and longer ones before shorter ones."""
    found = [(cue.words, FLAGS[cue.effect]) for cue in load_cues() if CueScope.OPENING in cue.scopes]
    ordered = sorted(found, key=lambda f: (-len(f[1]), f[1] == "?", -len(f[0])))
    plain = (_Opening(re.split(r"[\[<('*+]", words)[0].casefold(), words, effect) for words, effect in ordered)
    return (*plain, _Opening("", "", ""))


@lru_cache(maxsize=_WORDS_KEPT)
def _openings_of(word: str) -> tuple[_Opening, ...]:
    """Return the openings that a sentence with this first word may begin with, in their order."""
    first = word.casefold()
    return tuple(o for o in _openings() if first.startswith(o.head) or o.head.startswith((f"{first} ", f"{first},")))


@cache
def _compiled(words: str) -> re.Pattern[str]:
    return re.compile(rf"(?:{cue_regex(words) or _BULLET})(?=\s|$|[,:])[\s,:]*", re.IGNORECASE)


def load_openings() -> None:
    """Compile all openings now, so that no sentence waits for the first that begins like it."""
    for opening in _openings():
        _compiled(opening.words)


_CLOSES = r"[\s,–—(\[-]*"


@cache
def _closings() -> tuple[re.Pattern[str], re.Pattern[str]]:
    """Return the patterns of what ends a sentence and leaves it as it is, and of what hedges it so."""
    rows = [cue for cue in load_cues() if CueScope.CLOSING in cue.scopes]
    some = (
        regex_of_any(cue.words for cue in rows if effect in (None, cue.effect)) for effect in (None, CueEffect.HEDGES)
    )
    border = r"(?:\s*[,–—(\[]|\s+-\s|\s+(?=[^\w\s(\[,.;:!?]))"
    every, hedging = (rf"{border}{_CLOSES}(?:{one})(?:\s*[)\]])?" for one in some)
    return re.compile(rf"(?:{every})+\s*[.!…]*\s*$", re.IGNORECASE), re.compile(hedging, re.IGNORECASE)


def without_closing(words: str) -> tuple[str, bool]:
    """Return the words behind a claim with spaces for what only closes its sentence, and whether that hedges it."""
    every, hedging = _closings()
    found = every.search(words) if any(mark in words for mark in _CLOSING_MARKS) else None
    if found is None:
        return words, False
    closing = found[0]
    return words[: found.start()] + re.sub(r"[^.!]", " ", closing), hedging.search(closing) is not None


_CLOSING_MARKS = ",–—([-✅👍✔🙂😊😀🎉👌"


# "The idea that … was put to rest": the words at both ends of a sentence that call false what stands between them.
THE_IDEA_THAT = re.compile(
    r"\s*(?:(?:the|this|that)\s+(?:[\w-]+\s+){0,2}?(?:idea|claim|notion|belief|view|assumption|statement|rumou?r"
    r"|theory|myth|misconception)\s+)?"
    r"that\b\s*",
    re.IGNORECASE,
)
IS_FALSE = re.compile(
    rf"\s+(?:is|was|has (?:\w+ )?been|turned out to be|proved(?: to be)?)\s+(?:\w+\s+){{0,2}}?"
    rf"(?:{regex_of_any(word_lists()['refuted'])})(?:\s+(?:by|in|with|when|after)\b[^.!?;,]*)?\s*[.!]*\s*$",
    re.IGNORECASE,
)


def asserts_nothing(sentence: str) -> bool:
    """Whether a sentence asks or supposes rather than claims."""
    asks = sentence.rstrip(" \t\n\"'”’)").endswith("?")
    return asks or find_cue(without_advice(sentence), CueScope.SENTENCE, CueEffect.SUPPOSES) is not None


_DID_YOU_KNOW = re.compile(
    r"\W*(?:so,?\s+)?did (?:you|u|ya) (?:also )?know\b(?!\s+(?:if|whether|how|what|who|why|any\w*)\b)", re.I
)


def without_rhetoric(text: str, sentence: Stretch) -> str:
    """Return the text with a full stop for the question mark of "did you know that …?", which asks nothing."""
    words = text[sentence.start : sentence.end].rstrip()
    if not words.endswith("?") or not _DID_YOU_KNOW.match(words):
        return text
    at = sentence.start + len(words) - 1
    return f"{text[:at]}.{text[at + 1 :]}"


def is_taken_back(words: str) -> bool:
    """Whether the words behind a claim may take it back ("… is a myth")."""
    return find_cue(ASIDE.sub(" ", words), CueScope.CLAUSE, direction=CueDirection.BACKWARD) is not None


def may_deny_or_hedge(words: str) -> bool:
    """Whether any word of a sentence may deny or hedge what a mere noun phrase ("treatment of B with A") says."""
    return find_cue(words, CueScope.SENTENCE) is not None


# --- What the words behind a claim do to it: they take it back, ask, compare, or say more than the relation
# does.

_FINITE = re.compile(r"\s+(?:is|are|was|were|has been|have been)\b", re.IGNORECASE)


# "… or causes it", ", not.", ", but placebo does it better", ", some would have us believe"
_OR_NOT = re.compile(
    r"\s*[,–—-]?\s*(?:or\s+(?:else\s+|rather\s+)?(?:it\b|they\b|not\b|nothing\b|[a-z]+s\s+(?:it|them)\b|so\s+[a-z])|"
    r"\W*not\W*$|"
    r"[^.;!?]{0,40}\bas\s+(?:\w+\s+){0,2}(?:legend|tradition|rumou?r|folklore|lore|story|saying|myth|tale)\s+"
    r"(?:has|goes|would|tells|wants)\b|"
    r"but\s+[\w\s]{1,40}\s(?:does|do|did|works?|worked)\s+(?:it|so|that|just|even|far|much)?\s*(?:better"
    r"|as well|more)\b|"
    r"[^.;!?]{0,40}\bwould (?:have|like|want) (?:us|you|me|people|everyone) (?:to )?(?:believe|think)|"
    r"[^.;!?]{0,40}\blie[sd]?\b|"
    r"(?:(?:but|yet|although|though|however|only|except(?: that)?|and|;),?\s+){0,2}"
    r"(?:(?:in fact|in truth|actually|really|"
    r"sadly|alas|of course|clearly|it|they|this|that),?\s+){1,3}"
    r"(?:do|does|did|is|are|was|were|has|have|had|can|could|will|would)(?:n['’]?t|\s*not)\b"
    r"(?:\s+(?:so|work|help|do so|do that|true|the case|been (?:shown|confirmed|borne out)|at all))*\s*[.!]*\s*$|"
    r"[^.!?]{0,60}\b(?:say|says|said|show|shows|showed|shown|proved?|proven|find|found|suggests?|tells?)\s+"
    r"(?:otherwise|the (?:opposite|contrary|reverse)|differently)\b|"
    r"[^.!?]{0,40}\b(?:no|not a shred of|little|hardly any|without)\s+(?:[\w-]+\s+){0,3}"
    r"(?:evidence|proof|support|basis)\s+(?:for|of|behind)\s+"
    r"(?:this|that|it)\b)",
    re.IGNORECASE,
)

# ", whereas its value in delirium is disputed": what stands there is said of something else.
_OF_ELSE = re.compile(
    r",?\s+(?:whereas|while|whilst)\s+(?=(?:its|their)\s+(?!(?:claims?|evidence|proof|basis|support|benefits?|effects?|"
    r"efficacy|effectiveness)\b)\w+\s+(?:in|for|against|on|as)\s)",
    re.IGNORECASE,
)
# "(F)", "[false]", "❌" behind a statement.
_MARKED_FALSE = re.compile(
    r"\s*[.!]?\s*(?:[(\[]\s*(?:f|x|no|false|wrong|untrue|myth|busted|debunked|nope)\s*[.!]?\s*[)\]]|"
    rf"[{Verdict.CONTRADICTED.icon}✘❌👎🚫]|"
    r"\|[\s*_]*(?:no|nope|false|f|n|myth|fiction|fake|untrue|wrong|incorrect|busted|debunked|disproved|refuted|unproven|"
    rf"unsupported|not (?:true|proven|shown|supported|really)|[{Verdict.CONTRADICTED.icon}✘❌👎🚫])[\s.!*_]*\|)",
    re.IGNORECASE,
)


# "…, so drink it later rather than with a meal": what care is drawn from a claim denies nothing of it.
_ADVISED = re.compile(
    r",?\s+so\s+(?:(?:it(?:['’]s| is) (?:\w+ly )?(?:best|better|wise|sensible|prudent|important|worthwhile|"
    r"advisable) (?:not )?to|it makes sense (?:not )?to|please|do not|don['’]t|never|always|try to|make sure to|"
    r"(?:you|one|patients|people) (?:should|may want to|might want to))\s+)*(?:take|drink|wait|leave|keep|avoid|space|"
    r"separate|eat|use|have|check|monitor|ask|talk|tell|watch|stop|swallow|choose|consider)\b[^.;!?]*",
    re.IGNORECASE,
)


def is_doubtful_behind(words: str) -> bool:
    """Whether the words behind a claim's object, up to the next name or sentence, make the claim doubtful."""
    words = _ADVISED.sub(" ", WHETHER_CAUSAL.sub(" ", words))
    asks = words.rstrip(" \"'”’)").endswith("?") or _OR_NOT.match(words) is not None
    words = _OF_ELSE.split(words, maxsplit=1)[0]
    limited = find_cue(words.lstrip(" ,\t\n"), CueScope.MENTION, CueEffect.LIMITS, direction=CueDirection.BACKWARD)
    marked = _MARKED_FALSE.match(words) is not None or denied_next(words.partition(";")[2].lstrip())
    return asks or marked or is_taken_back(words) or _FINITE.match(words) is not None or limited is not None


def denied_next(words: str) -> bool:
    """Whether the next sentence takes the claim back."""
    words = ASIDE.sub(" ", words)
    if find_cue(words, CueScope.NEXT) is not None or _MARKED_FALSE.match(words):
        return True
    first = _FIRST_SENTENCE.match(words)
    following = first[0].strip() if first else ""
    return bool(_ECHO.fullmatch(following) or _IN_BEASTS.fullmatch(following) or _OTHERWISE.fullmatch(following)) or (
        _POINTS_BACK.search(following) is not None and _REFUTES.search(following) is not None
    )


# The sentence behind a claim that speaks of the claim itself, and says that it is not so, or not known.
_FIRST_SENTENCE = re.compile(r"[^.!?\n]{1,200}[.!?]*")
_ECHO = re.compile(
    r"(?:or |but |well, )*(?:do|does|did|is|are|was|has|have|can|could|will|would)(?:n['’]t)?\s+(?:it|they|that|this)"
    r"(?:\s+(?:really|actually|ever|now|even))?\s*\?+",
    re.IGNORECASE,
)
_WHOLE = r"[^.!?]*\b(?:do|does|did|is|are|was|were|has|have|had|can|could|will|would|should|may|might)\b"
# "It does not.", "Trials say otherwise.", "The opposite is true.", "Only with metoclopramide."
_OTHERWISE = re.compile(
    r"(?:but |yet |however,? |sadly,? |alas,? |in fact,? |unfortunately,? |at least,? |or |and |well,? )*(?:"
    r"(?:quite |just |exactly |on )*the (?:very )?(?:opposite|contrary|reverse)(?: (?:is|was|holds)[\w ]{0,20})?|"
    r"(?:nothing|that|this|it) (?:could|can)(?:n['’]t|not| not)? be (?:further|farther) from (?:the |that )?truth|"
    r"far from it|sa(?:id|ys) no \w+(?: ever)?|if only[\w ’']{0,30}|"
    r"(?:that|this) (?:was|(?:is|was) (?:just|only)) the (?:theory|idea|hope|hype|dream|promise)\b[^.!?;]{0,50}|"
    rf"only (?:in|with|when|if|after|alongside|together|until|for) (?!{_WHOLE})[^.!?;]{{1,80}}|"
    r"(?:it|they|this|that) (?:do|does|did|is|are|has|have|can|could|will)(?:n['’]?t| not)(?: at all)?|"
    r"[\w\s'’-]{0,50}\b(?:say|says|said|show|shows|showed|shown|proved?|proven|find|found|suggests?|tells?) "
    r"(?:otherwise|the (?:opposite|contrary|reverse)|differently)|"
    r"(?:everyone|everybody|they|people|we|he|she|all of them|most) (?:is|are|was|were) (?:all )?"
    r"(?:wrong|mistaken|lying|fooled|misled)|"
    r"(?:it|this|that)(?: is|['’]?s) (?:just |only |all |simply |really |nothing but )*(?:lies?|"
    rf"a joke|a hoax|a scam|rubbish|{regex_of_any(word_lists()['refuted'])}))\s*[.!]*",
    re.IGNORECASE,
)
# "That was in mice.", "At least in rats.", "The trial was later retracted."
_IN_BEASTS = re.compile(
    r"(?:but |well, |though )?(?:(?:all (?:of )?)?(?:this|that|it|these|the (?:study|trial|experiment|work"
    r"|finding|effect|result)s?)"
    r"\s+(?:was|were|is|are|has been|have been|only|holds|applies)\b[^.!?;,]{0,40}|at least|or so|only|just"
    r"|mainly|merely)?\s*"
    r"\b(?:in|of|on|with|among|to|for)\s+(?:\w+\s+){0,2}?"
    r"(?:mice|mouse|rats?|rodents?|animals?|rabbits?|dogs?|cats?|monkeys?|zebrafish|flies|worms|yeast|"
    r"cells?|cell cultures?|vitro|test tubes?|petri dish\w*|silico)(?:\s+\w+)?(?:,? (?:that is|only|though"
    r"|anyway|at least|alone))?\s*[.!]*"
    r"|(?:but |however, |alas, |sadly, |later,? )*(?:the|its|their|th(?:at|is|[eo]se)) (?:paper|stud(?:y|ie)|trial|"
    r"article|work|report|finding|result|data|claim)s?\s[^.!?;,]{0,30}\b(?:retract\w*|withdrawn|fabricat\w*|"
    r"fraud\w*|faked|forged|invented|made up|not (?:true|real|reproduc\w+|replicat\w+|confirmed))\b[^.!?;,]{0,30}[.!]*"
    r"|(?:i|we|he|she|they) (?:just )?(?:made (?:it|that|this) (?:all )?up|(?:was|were|am|are) (?:joking|lying"
    r"|kidding|wrong|mistaken))\s*[.!]*",
    re.IGNORECASE,
)
_CLAIM = (
    r"(?:claims?|statements?|sentences?|ideas?|notions?|beliefs?|stor(?:y|ies)|findings?|results?|assertions?"
    r"|words?|thing|things|lines?|paragraph|half|halves|points?|items?|one|ones)"
)
_NONE_OF = r"(?:none|nothing|little|hardly any|not (?:a|one) (?:word|bit|shred)) of (?:this|that|it|these|those)"
_POINTS_BACK = re.compile(
    rf"^(?:at least|sadly|alas|unfortunately|however|still|but|yet|and|so|or so|indeed|in fact|later|now|,|\s)*"
    rf"(?:this|that|these|those|which|all (?:of )?(?:this|that|it)|{_NONE_OF}|everything|nothing|"
    rf"the (?:opposite|reverse|contrary|truth|above)|both|neither|so|the [\w-]+ {_CLAIM}|(?:this|that"
    rf"|the) {_CLAIM})\b"
    rf"|\b(?:this|that|it|so|either|the {_CLAIM}|(?:this|that) {_CLAIM})\s*[.!?]*$",
    re.IGNORECASE,
)
_REFUTES = re.compile(
    r"\b(?:wrong|false|untrue|myths?|nonsense|rubbish|disprov\w*|refut\w*|overturn\w*|debunk\w*|retract\w*"
    r"|withdr[ae]w\w*|"
    r"contradict\w*|invent\w*|made up|fiction\w*|novels?|tales?|rumou?rs?|jok\w+|hoax\w*|lies?|lied|"
    r"lying|unproven|unconfirmed|"
    r"unfounded|misconceptions?|mistaken|marketing|advert\w*|propaganda|satire|legends?|superstition\w*|"
    r"(?:opposite|reverse|contrary) (?:is|was|holds|seems)|no (?:good |real |solid |"
    r"hard )?(?:evidence|proof|basis|truth|data)|"
    rf"(?:not|never|n['’]t|cannot|nobody|no one|no-one|no study|no trial|failed to|fails to|{_NONE_OF})\b[^,;:]{{0,30}}"
    r"\b(?:confirm\w*|replicat\w*|reproduc\w*|show|shown|showed|prove|proven|proved|true|hold|held|establish\w*|"
    r"demonstrat\w*|support|supported|found|the case|correct|believe)|"
    r"(?:is|was) what [\w ]{1,30}\b(?:say|says|said|claim\w*|believe\w*|thought|think|told|hope\w*|wish\w*)|"
    r"(?:they|people|he|she|some|many|the adverts?|sellers|the sellers|the label) (?:say|says|said|"
    r"claim|claims|claimed)|"
    r"who (?:told|says|said|believes))\b",
    re.IGNORECASE,
)


def overstating_words(words: str) -> str:
    """Return the words behind an object that say more than the plain relation ("completely"); "" for none."""
    words = ABOUT_ELSE.split(CARE_FOR_LONG.sub(" ", words), maxsplit=1)[0].lstrip(";")
    promised = find_cue(words.lstrip(" ,\t\n"), CueScope.MENTION, CueEffect.OVERSTATES, direction=CueDirection.BACKWARD)
    found = promised or find_overstatement(words_in_reach(words, CueDirection.BACKWARD, CONJUNCTION))
    return _plainly(found[0].strip()) if found else ""


# What is said of an overstatement in words that deny, or that are no part of a sentence, and the plain words for it.
_SAYS_MORE = (
    (
        re.compile(
            r"^\W*(?:so\b|(?:you|we|people|patients|one|nobody|no one) needs?\b|(?:vaccines|doctors|medicines|"
            r"drugs|surgery|hospitals|treatment|exercise|diet|insulin|pills|medication)\b)",
            re.IGNORECASE,
        ),
        "instead of other care",
    ),
    (
        re.compile(r"(?:side.?|adverse )effects?|downsides?|drawbacks?|risks?|\bharm|\bsafe for", re.IGNORECASE),
        "without side effects",
    ),
    (re.compile(r"\b(?:no|period|full stop|end of story|bar none|hands down)\b", re.IGNORECASE), "without exception"),
)


def _plainly(words: str) -> str:
    return next((plain for pattern, plain in _SAYS_MORE if pattern.search(words)), words)


def begins_overstating(words: str) -> bool:
    """Whether the words behind an object begin with what overstates ("… forever")."""
    found = find_overstatement(words)
    return found is not None and not words[: found.start()].strip()


def find_overstatement(words: str) -> re.Match[str] | None:
    """Find the first word or words that overstate."""
    return find_cue(words, CueScope.PHRASE, CueEffect.OVERSTATES)


# --- What the words before a claim and inside it do to it, where not all of them are understood.

_ASIDE = re.compile(r"\([^()]*\)")
_NOT_ONLY = re.compile(r"\bnot (?:only|merely|simply)(?=\s*$)", re.IGNORECASE)  # right before what is named
_ASKED = re.compile(r"\s*(?:do|does|did|is|are|was|were|can|could|would|should|will|had)\b", re.IGNORECASE)
_SUBORDINATE = re.compile(r"\W*\bthat\s*$", re.IGNORECASE)
# "… of" before a subject: what leaves the claim about the subject itself ("doses of", not "the price of").
_ABOUT = re.compile(
    r"\b(\w+)\s+(?:of|from)(?:\s+(?:the|a|an|its|their|daily|regular|oral|dietary|pure))*\s*$", re.IGNORECASE
)
_ITSELF = re.compile(
    r"(?:us(?:e|ing)|dos(?:e|es|ing)|intakes?|supplement\w*|consumption|administration|tablets?|capsules?|pills?|"
    r"amounts?|levels?|concentrations?|forms?|types?|kinds?|effects?|courses?|injections?|infusions?|trials?|study|"
    r"studies|cups?|glass|glasses|grams?|mg|servings?|extracts?|presence|action|addition|sources?|some|most"
    r"|many|one|"
    r"each|any|either|both|out|plenty|lots?|weeks?|months?|years?|days?|reviews?|(?:meta-)?analys[ei]s|evidence"
    r"|role|"
    r"members?|class|symptoms?|treatment|prevention|ingestion|exposure|because|development|progression|onset"
    r"|burden|"
    r"numbers?|components?|ingredients?|parts?|cases?|activation|expression|accumulation|overproduction"
    r"|aggregation|"
    r"increase|rise|mixture|combination|apart|users?|takers?|consumers?|recipients?|drinkers?|carriers?)",
    re.IGNORECASE,
)
_VERBAL = re.compile(
    r"\b(?:is|are|was|were|be|been|has|have|had|does|do|did|can|may|might|could|will|would|should|must|that|who|"
    r"which)\b",
    re.IGNORECASE,
)
_CARRIED_ON = re.compile(
    r"\s*((?:(?:do|does|did|is|are|was|were|has|have|had|can|could|may|might|will|would|should|not|never|been"
    r"|be|also|"
    r"\w+n['’]t|fail\w*|alleg\w*|said|thought|believed|known|shown|found|unable|unlikely|likely|appears?|seems?|"
    r"help\w*)\s?)+),\s.*,\s*",
    re.IGNORECASE,
)
_STANDING_ALONE = ("is", "are", "was", "were")  # "is, in trials," may go on with anything
_OTHER_SUBJECT = re.compile(r"\s*\w[^,]*,\s+(?:which|who)\s*$", re.IGNORECASE)


# "…, an anticoagulant that (can cause)": the mention before it is the subject.
_ATTACHED = re.compile(
    r"\s*,?\s*(?:(?:an?|the|one)\s+(?:[\w'-]+\s+){0,4}?[\w'-]+\s*,?\s*)?(?:that|which|who)\s*", re.IGNORECASE
)
# "…, both of which (the plant contains)", "…, the main catechin that (green tea contains)".
_OBJECT_OF = re.compile(
    r"(?:[\s,(](?:(?:both|all|two|three|each|most|some|many) of )?(?:which|whom)"
    r"|,\s*(?:an?|the|one)\s+(?:[\w'-]+\s+){0,3}?(?P<noun>[\w'-]+)\s+that)\s*$",
    re.IGNORECASE,
)
_INVERTED = re.compile(
    r"(?:^|[\s,;])(?:nor|neither)\s+(?:do|does|did|is|are|was|were|has|have|had|can|could|will|would)\s*$",
    re.IGNORECASE,
)
_OPINIONS = ("claim", "idea", "notion", "belief", "myth", "rumour", "rumor", "view", "theory", "hypothesis", "hope")


@dataclass(frozen=True, slots=True)
class WordsBefore:
    """What the words before a claim add; `doubtful`: they may change what is said; `refuted`: they call it false."""

    denied: bool = False
    hedged: bool = False
    doubtful: bool = False
    refuted: bool = False


def read_words_before(words: str) -> WordsBefore:
    """Read the words of a sentence that stand before the claim's subject."""
    words = _ASIDE.sub(" ", words)
    if _INVERTED.search(words):
        return WordsBefore(denied=True)
    if _is_object_of(words):
        return WordsBefore()
    clause = words_in_reach(words, CueDirection.FORWARD, CLAUSE)
    for part in (words, clause):
        frame = read_frame_before(part)
        if frame is not None and not _undone(part):
            return WordsBefore(denied=frame.negated, hedged=frame.hedged, refuted=frame.refuted)
    doubtful = find_cue(words, CueScope.CLAUSE, direction=CueDirection.FORWARD) is not None or _undone(clause)
    asks = _ASKED.match(clause) is not None
    return WordsBefore(doubtful=doubtful or asks or _about_another(clause) or _not_stated(clause))


def _is_object_of(words: str) -> bool:
    """Whether the clause that begins is a relative one about what stands before it."""
    relative = _OBJECT_OF.search(words)
    if relative is None or (relative["noun"] or "").casefold() in _OPINIONS:
        return False
    return find_cue(relative[0], CueScope.CLAUSE, direction=CueDirection.FORWARD) is None


def begins_relative_clause(words: str) -> bool:
    """Whether words behind a subject only begin a relative clause about it: ", an anticoagulant that"."""
    return _ATTACHED.fullmatch(words) is not None and not may_change_between(words)


def _undone(clause: str) -> bool:
    return find_cue(clause, CueScope.MENTION, CueEffect.UNDOES, direction=CueDirection.FORWARD) is not None


def _about_another(clause: str) -> bool:
    about = _ABOUT.search(clause)
    return about is not None and _ITSELF.fullmatch(about[1]) is None


def _not_stated(clause: str) -> bool:
    that = _SUBORDINATE.search(clause)
    said = clause[: that.start()] if that else ""
    return (
        that is not None and find_cue(said, CueScope.MENTION, CueEffect.STATES, direction=CueDirection.FORWARD) is None
    )


def may_change_between(words: str) -> bool:
    """Whether words between a subject and its relation, or that and its object, may change what the relation says."""
    words = _NOT_ONLY.sub(" ", _ASIDE.sub(" ", words))
    return find_cue(words, CueScope.RELATION) is not None or find_overstatement(words) is not None


def holds_verb(words: str) -> bool:
    """Whether words between a subject and its relation hold a verb or begin a clause of their own."""
    return _VERBAL.search(words) is not None


def words_after_aside(left: str, front: str) -> str:
    """Return what the words behind an aside go on with: "does not" in "does not, as far as we know, (prevent)"."""
    found = _CARRIED_ON.fullmatch(left)
    carried = found[1].strip() if found else ""
    return carried if front or not carried.endswith(_STANDING_ALONE) else ""


def other_subject(words: str) -> bool:
    """Whether the words before a relation give it another subject: "weakens warfarin, which (prevents)"."""
    return _OTHER_SUBJECT.match(words) is not None


# --- What narrows a claim from right beside its object.

# "prevents falls in *B*": not the illness is prevented.
PREVENTED_IN = re.compile(
    r"\bprevent(?:s|ed|ing)?\s+(?:the |all |any |most |some |further )?(\w+)\s+(?:in|from|of|during|due to"
    r"|caused by|after)\s*$",
    re.IGNORECASE,
)
_BEFORE_SIGN = re.compile(r"(?:an?|prominent|marked|comorbid|concurrent|known|typical)\s+", re.IGNORECASE)


def names_sign(words: str) -> bool:
    """Whether words behind "with" begin with a sign of an illness: "with aura", "with prominent anxiety"."""
    first = re.match(r"\w+", _BEFORE_SIGN.sub("", words, count=1))
    return first is not None and first[0].casefold() in word_list("sign of an illness")
