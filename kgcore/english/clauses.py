"""What one sentence says of the names in it: [frame] subjects phrase objects [, and phrase objects]. Pure.

Every word before the subjects must be understood (`frames`), the phrase by the vocabulary, and the word behind the
objects must leave them what they are ("reduces *X levels*" is about levels, "reduces *X users*" is not read).
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from dataclasses import replace

from kgcore.english.behind import BOTH_WAYS, CARRIER, HARMLESS, is_aspect, makes_something_of, noun_behind
from kgcore.english.chunks import DENIES, OPEN_END, behind_clause, disowns
from kgcore.english.context import (
    ASIDE,
    IS_FALSE,
    THE_IDEA_THAT,
    ClaimFrame,
    begins_overstating,
    denied_next,
    is_doubtful_behind,
    may_change_between,
    may_deny_or_hedge,
    overstating_words,
    read_frame_before,
    read_frame_of_pronoun,
)
from kgcore.english.cues import CueEffect, CueScope, find_cue
from kgcore.english.passed_over import starts_behind, unqualified
from kgcore.english.patients import given_to, is_of_people, sign_of
from kgcore.english.qualifiers import PARTICLE
from kgcore.english.reading import ARROW, CARRIES, PhraseReader, plain_phrase
from kgcore.english.sentences import Stretch
from kgcore.english.spans import NameSpan, RelationSpan, listed

_NEXT = 200  # characters of the next sentence that are looked at
_BREAK = re.compile(
    r"\s*[,;:–—-]*\s*(?:(?:and|but|while|whereas|although|though|yet|so|because|since|as(?=\s+(?:it|they)\b))\b|"
    r"[;:–—])\s*,?\s*",
    re.IGNORECASE,
)
_AGAIN = re.compile(
    r"(?:\s*,)?\s+(?=nor\s+[a-z])|"  # "neither treats *B* nor prevents": its "nor" denies
    r"\s*,?\s*(?:and|but|or|yet)(?:\s+(?:also|it|they|thus|so|then|even|therefore|yet|still))*\s+"
    r"(?:in (?:(?:a|an|the|one|two|three|several|some|many|most|another|other|later|large|larger|small|phase|[1-4]|"
    r"i{1,3}|randomi[sz]ed|controlled|clinical|placebo-controlled|cohort)\s+){1,4}(?:trials?|stud(?:y|ies)|"
    r"meta-analys[ei]s|"
    r"reviews?|cohorts?)\s*,?\s+)?",
    re.IGNORECASE,
)
# "…, thereby reducing", "… by inhibiting": what the subject does besides, or how it does what was said.
_DOING = re.compile(
    r"\s*,?\s*(?:(?:and|while|whilst|by|thereby|thus|hence|also|partly|in part|[a-z]+ly)\s+){0,3}"
    r"(?=(?:[a-z]+ly\s+)?[a-z]+ing\s)",
    re.IGNORECASE,
)
# "interacts with several drugs, including": what follows are some of them.
_SUCH_AS = re.compile(
    r"(?<=\w)\s+(?!(?:no|not|all|every|any|only|few|of|in|on|from|and|or|with|for|to|by|against)\b)"
    r"(?:(?!(?:no|of|in|on|from|and|or|with|for|to|by|against)\b)[\w'’-]+\s+){0,4}[a-z-]+s,?\s+"
    r"(?:including|such as|like|namely|among them|for example|for instance|e\.g\.,?|notably|especially|particularly)"
    r"(?:\s+(?:the|both))?\s*$|"
    r"(?<=\w)\s+(?:two|three|four|five|several|both|many)\s+(?:[\w-]+\s+){0,2}[a-z-]+s(?:,|:|\s[–—-])\s+(?:the\s+|both\s+)?$",
    re.IGNORECASE,
)
_BUT_NOT = re.compile(
    r"(?:\s*,?\s*(?:but|and|though|yet)|\s*[,;]) not\s+(?:the\s+|(?P<by>in|for|with|against|to|of|from|on)\s+)?",
    re.IGNORECASE,
)
_TO = re.compile(r"^\s*to\s+(?=[a-z])", re.IGNORECASE)
_SHOWN = re.compile(
    r"\b(?:show|shows|shown|showed|found|demonstrated|proved|proven|reported)\s+(?:the\s+)?$", re.IGNORECASE
)
_CALLED = re.compile(
    r"\b(?:call|consider|rate|deem|judg|list|regard|describ|recogni[sz]|nam)(?:e|s|es|ed)?\s+(?:the\s+)?$",
    re.IGNORECASE,
)
_AS = re.compile(r"\s*(?:as\s+|to be\s+)?(?=(?:an?|one|the|effective|useful|helpful|beneficial)\b)", re.IGNORECASE)
_NOUN_BEHIND = re.compile(
    r"\s+(?!(?:almost|nearly|barely|hardly|scarcely|somewhat|maybe|perhaps|either|too|though|anyway)\b)((?:[a-z-]+\s+)?[a-z-]+)",
    re.IGNORECASE,
)
_FINITE = re.compile(r"\s+(?:is|are|was|were|has|have|had|does|do|did|can|may|might|could|will|would|should)\b", re.I)
_OWN_VERB = re.compile(
    r"\s*,?\s*(?:but\b|nor\b|and\s+(?:it\s+|they\s+)?(?:[a-z]+ly\s+)?(?:[a-z]+s|was|were|did|had)\b)",
    re.IGNORECASE,
)
_TELLS_ON = re.compile(r"that\b\s*", re.IGNORECASE)
_OWN_CLAUSE = re.compile(
    r"(?:[;:–—]|\s-\s|,?\s+(?:but|because|while|whereas|although|though)\b|,\s+so\b|,\s+(?:as|"
    r"since)(?=\s*$))(?!.*(?:[;:–—]|\s-\s|\bbut\b|\bbecause\b))",
    re.IGNORECASE | re.DOTALL,
)
_SPLICE = re.compile(r"\s+[^,;:]*\w,\s*")
# "has antidepressant properties and (treats)": what a subject does besides, in a verb phrase that names nothing.
_OTHER_VERB = re.compile(
    r"\s*(?:[a-z]+ly )?(?:is|are|was|were|has|have|had|[a-z]+(?:s|ed))"
    r"(?: (?!(?:that|which|who|whose|whether|if|when|and|or|but|than|as if|like|so)\b)[\w-]+){1,6},?"
    r" (?:and|but) (?:also |even |indeed |thus |therefore |so |then )?(?=[a-z])",
    re.IGNORECASE,
)
_INTERACT = re.compile(
    r"(?:[,;:–—-]|\b(?:and|because|since|as)\b)\s+(?:and |because |since |as )?"
    r"(?:(?:i'm |im )?(?:pretty|quite|fairly) sure |apparently |i think )?"
    r"(?:they|both|these|these two|those|those two|the two|they both)\s+"
    r"((?:(?:can|may|might|could|will|do|really|are known to|seriously|badly)\s+)*interact|"
    r"(?:do not|don['’]?t|should not|shouldn['’]?t|must not|mustn['’]?t|can['’]?t|cannot)\s+(?:really\s+)?(?:mix|"
    r"be (?:mixed|combined)))\b",
    re.IGNORECASE,
)
# "in an autosomal recessive manner": what stands behind a way of inheriting.
_MANNER = re.compile(
    r"(?:(?<=recessive)|(?<=dominant)|(?<=linked)) (?:manner|fashion|pattern|trait|way|mode)(?=\s*(?:$|[.,;!]))"
)
_NUMBER_OF = re.compile(r"\bnumber of$")
# A word right before an object that makes one thing with it: "low-grade *inflammation*"; not "stops causing *B*".
_MODIFIER = re.compile(
    r"(?!(?:of|in|on|to|for|with|by|from|at|as|and|or|but|nor|than|the|an?|no|not|any|all|its|their|his|her|both|that|"
    r"which|who|it|is|are|was|were|be|been|has|have|had|anti)$)[a-z][a-z-]*[a-z](?<!ing)(?<!ly)"
)
_IS_ONE = re.compile(r"\s+(?:is|are|was|were)\s+(?:(?:also|both|all)\s+)?(?:(?:an?|the|one of the)\s+)?", re.IGNORECASE)
# "… and *C*, which everyone knows, relieves *D*": whatever is told of a name, its clause goes on behind it.
_SET_OFF = re.compile(r"\s*,\s*(?:which|who|whose|an?|the|known|also|itself)\b[^,;:.]{1,120},(?=\s)", re.IGNORECASE)
_MOST_MODIFIERS = 2
_EACH_OTHER = re.compile(r"\s+with (?:each other|one another)$|\s+together$", re.IGNORECASE)
_WITH_IT = re.compile(r"\b(?:with|to) (?:it|them|this|that|these|those)$", re.IGNORECASE)
_WITHIN = re.compile(r"\s+in it\b", re.IGNORECASE)
_BROKEN = re.compile(r"^[-'’–]|^\s*to\b|[,;:()]")
_TOGETHER = re.compile(r"\s+([a-z' -]{4,60}?)\s*(?:[.,;!(–—]|\s-\s|\band\s|$)", re.IGNORECASE)
# Two names and what becomes of them behind a sign, as in "… + … = interaction", "… and …: watch out, interaction!".
_INTERACTION = re.compile(
    r"\s*(?:=|→|:|–|-)\s*(?:(?:careful|watch out|beware|warning|danger|attention)\W+)?(?:an?\s+)?"
    r"(?:(?:known|bad|serious|dangerous|major|nasty|drug|herb-drug|classic)\s+)*(interaction)s?\b(?=\s*(?:$|[.,;!]))",
    re.IGNORECASE,
)
_LINKS = r"[a-z -]{0,30}?(?:link|association|connection|correlation|relationship|interaction|relation)s?"
_LINK = re.compile(
    rf"(?:there (?:is|was|are|were|exists?|existed) (?P<said>(?:no|a|an|some|any)?{_LINKS})"
    rf"|^(?P<first>(?:no|an?|some) {_LINKS}) (?:exists?|existed|(?:has|have) been (?:found|shown)|(?:was|were) found))"
    r" between(?: the)?$",
    re.IGNORECASE,
)
_NOUN_PHRASE = re.compile(r"(?:^|\s)((?:treatment|prevention|prophylaxis) of)(?: the)?$", re.IGNORECASE)
# "a reasonable, low-risk option for": two adjectives of one noun.
_ADJECTIVES = re.compile(
    r"(\b(?:an?|the|one) (?:[\w-]+ )?(?:[\w-]+(?:able|ible|ive|al|ous|ful|ed|ing|less|ic|ary|ory)|safe|cheap|good|"
    r"simple|gentle|mild|modest|low-\w+)),(?= [\w-]+ [\w-]+ (?:for|against|in|of|to)\b)",
    re.IGNORECASE,
)
_IT_IS = re.compile(r"^['’](s|re)\s", re.IGNORECASE)
# "Lutein's good for", where the "'s" of a name is no genitive.
_NAME_IS = re.compile(
    r"^['’](s)\s(?=(?:(?:really|pretty|very|quite|so|actually|also|still|just|definitely|supposedly|not)\s+)*"
    r"(?:good|great|fine|useful|helpful|effective|ineffective|useless|bad|terrible|worthless|used|approved|prescribed|"
    r"known|linked|associated|supposed|meant|an?|the|one of|no (?:good|use|help)|in)\s)",
    re.IGNORECASE,
)
_PLUS = re.compile(r"\s*\+\s*")
_RELATIVE = re.compile(r"\s*,?\s*(?:which|that)\s+(?=[a-z])", re.IGNORECASE)
_CLEFT = re.compile(r"\s*(?:(?:and|but|so|no|yes|actually),?\s+)?it(?:\s+is|\s+was|['’]s)\s+(?:the\s+)?", re.IGNORECASE)
_IS_A = re.compile(r"\b(?:is|are|was|were|be) (?:an?|the|one)(?: [a-z-]+){0,2}$", re.IGNORECASE)
_ACTION = {"treatment of": "treats", "prevention of": "prevents", "prophylaxis of": "prevents"}


def _in_full(short: re.Match[str]) -> str:
    """Return "is" for "'s" and "are" for "'re", as long as they are."""
    return "is " if short[1] == "s" else "are "


class Sentence:
    """Reads one sentence, group of names by group of names."""

    def __init__(self, text: str, sentence: Stretch, names: Sequence[NameSpan], vocabulary: PhraseReader) -> None:
        self._text, self._sentence, self._vocabulary = text, sentence, vocabulary
        self._groups = listed(text, names)

    def clauses(self) -> list[RelationSpan]:
        """Return what the sentence says, in reading order."""
        said: list[RelationSpan] = []
        subjects: tuple[NameSpan, ...] = ()
        frame: ClaimFrame | None = None
        self._frame: ClaimFrame | None = None  # of the clause before
        for i, group in enumerate(self._groups):
            said += self._noun_phrase(i)
            opening = self._opening(i)
            if opening is not None:
                frame, subjects = None if self._introduced(group) else opening, group
                self._frame = frame
                said += self._mutual(i, opening)
            elif (len(group) == 2 or (said and self._is_closed(i))) and self._last_begins_a_clause(i):
                frame, subjects = ClaimFrame(), group[-1:]
            elif self._is_told_of(i):
                frame, subjects = ClaimFrame(), group
            if (
                frame is None
                or i + 1 == len(self._groups)
                or (group[-1] is not subjects[-1] and self._reaches(i, said))
            ):
                frame = None
                continue
            one = self._relation(i, subjects, frame) or self._excepted(i, said)
            said += self._gapped(i + 1, one) if one else []
            frame = frame if one and not one.frame.negated else None
        return said or self._interaction()

    def _is_told_of(self, i: int) -> bool:
        """Whether a relative clause behind group i tells of it, in a sentence that asserts: "*B* which lowers"."""
        start, end = self._between(i + 1)
        if i and _IS_ONE.fullmatch(self._text, *self._between(i)):
            return False  # "*A* is a *B* that …": told of *A*
        lone = i > 0 and i + 1 < len(self._groups) and len(self._groups[i]) == 1 and self._frame == ClaimFrame()
        return lone and _RELATIVE.match(self._text, start, end) is not None

    def _between(self, i: int) -> tuple[int, int]:
        """Where the words between group i-1 and group i stand; before the first group, the sentence's beginning."""
        start = self._groups[i - 1][-1].end if i else self._sentence.start
        end = self._groups[i][0].start if i < len(self._groups) else self._sentence.end
        return start, end

    def _opening(self, i: int) -> ClaimFrame | None:
        """Return the frame of a clause whose subjects are group i; None where no clause begins there."""
        start, end = self._between(i)
        words = self._text[start:end]
        if i == 0 and (taken_back := THE_IDEA_THAT.match(words)) and self._ends_refuted():
            inner = read_frame_before(words[taken_back.end() :])
            return ClaimFrame(negated=True, refuted=True) if inner == ClaimFrame() else None
        if i:
            broken = _BREAK.match(words) or self._own_clause(words) or self._spliced(words)
            if broken and "because" in broken[0].casefold() and DENIES.search(self._text, self._sentence.start, end):
                return None  # "nobody buys *C* because *A* treats *B*"
            if broken and disowns(words):
                return None  # "*A* is banned, because it treats *B*"
            if broken is None and self._groups[i][0].stands_for:
                ahead = read_frame_of_pronoun(self._text[self._sentence.start : start], words)
                if ahead is not None:
                    return ahead
            if broken is None and not (words.strip() == "," and self._groups[i][0].stands_for):
                return None
            words = words[broken.end() :] if broken else ""
            if (on := _TELLS_ON.match(words)) and self._frame is not None:
                return self._frame if not words[on.end() :].strip() else None
        if i == 0 and (cleft := _CLEFT.fullmatch(words)) is not None:
            behind = self._between(1)
            told = len(self._groups) > 1 and _RELATIVE.match(self._text, *behind) is not None
            return ClaimFrame() if cleft and told else None
        frame = read_frame_before(unqualified(words))
        if frame is None and i == 0 and (own := behind_clause(words)) is not None:
            return read_frame_before(unqualified(words[own:]))
        return frame

    def _spliced(self, words: str) -> re.Match[str] | None:
        """Return where a clause begins behind a mere comma, in a sentence whose beginning asserts."""
        return (
            _SPLICE.match(words)
            if self._frame == ClaimFrame() and read_frame_before(words.rpartition(",")[2])
            else None
        )

    def _ends_refuted(self) -> bool:
        """Whether the sentence ends by calling its idea false; it is then read without that end."""
        found = IS_FALSE.search(self._text, self._sentence.start, self._sentence.end)
        if found is not None:
            self._sentence = Stretch(self._sentence.start, found.start())
        return found is not None

    @staticmethod
    def _own_clause(words: str) -> re.Match[str] | None:
        """Return where the last clause in these words begins, if nothing before it reaches over into it."""
        found = _OWN_CLAUSE.search(words)
        if found is None or OPEN_END.search(words[: found.start()].rstrip()):
            return None
        return None if "because" in found[0].casefold() and DENIES.search(words[: found.start()]) else found

    def _introduced(self, group: tuple[NameSpan, ...]) -> bool:
        """Whether only a comma joins the last two names: "in users of *A*, *B* causes" is no list of subjects."""
        return len(group) > 1 and self._text[group[-2].end : group[-1].start].strip() == ","

    def _relation(self, i: int, subjects: tuple[NameSpan, ...], frame: ClaimFrame) -> RelationSpan | None:
        """Read the phrase between group i and the next; behind objects, only a joined verb goes on ("and prevents")."""
        start, end = self._between(i + 1)
        words = _ADJECTIVES.sub(r"\1 ", ASIDE.sub(lambda m: " " * len(m[0]), self._text[start:end]))
        own = subjects[-1] is self._groups[i][-1]
        skipped = (
            noun_behind(taken=subjects[-1].taken, either=subjects[-1].felt or subjects[-1].stands_for).match(words)
            if own
            else _AGAIN.match(words) or self._doing(words, frame)
        )
        if skipped is None:
            return None
        start, words = start + skipped.end(), words[skipped.end() :]
        other = _OTHER_VERB.match(words)
        if other and not may_change_between(other[0]) and not self._vocabulary.read(words).predicates:
            start, words = start + other.end(), words[other.end() :]
        if own:
            words = _SUCH_AS.sub("", self._shown_to(i, words))
            words = (_IT_IS if subjects[-1].stands_for else _NAME_IS).sub(_in_full, words, count=1)
        if not words.strip() or _BROKEN.search(CARRIES.sub("", ARROW.sub("", words.lstrip()), count=1)):
            return None
        objects = self._groups[i + 1]
        if self._last_begins_a_clause(i + 1):
            if len(objects) > 2 and not self._is_closed(i + 1):  # which of them go with the clause behind?
                return None
            objects = objects[:-1]
        elif self._is_gap(i + 1, words):
            objects = objects[:-1]
        starts = (0, *starts_behind(words)) if own else (0,)
        said = (self._stated(words[at:], start + at, subjects, objects, frame) for at in starts)
        return next((one for one in said if one), None)

    def _shown_to(self, i: int, words: str) -> str:
        """Return the words of a relation as one: "trials have shown *A* to be effective", "a review calls *A* a …"."""
        bare = _TO.sub("", words, count=1)
        start, end = self._between(i)
        if bare != words and _SHOWN.search(self._text[start:end]):
            return bare
        called = _AS.match(words) if _CALLED.search(self._text[start:end]) else None
        return f"is {words[called.end() :]}".ljust(len(words)) if called else words

    @staticmethod
    def _doing(words: str, frame: ClaimFrame) -> re.Match[str] | None:
        """Return what leads over to a participle, in a sentence that asserts."""
        return _DOING.match(words) if frame == ClaimFrame() else None

    def _gapped(self, i: int, one: RelationSpan) -> list[RelationSpan]:
        """Return a relation, and that of a clause without its verb behind it: "*A* treats *B*, and *C* *D*"."""
        group = self._groups[i]
        if one.objects != group[:-1] or not self._is_gap(i, one.phrase):
            return [one]
        if self._text[slice(*self._between(i + 1))].split() == one.phrase.split():
            return [one]  # "*A* treats *B*, and *C* treats *D*": a clause of its own
        return [one, replace(one, subjects=group[-1:], objects=self._groups[i + 1])]

    def _is_gap(self, i: int, words: str) -> bool:
        """Whether nothing but a comma, or the last of these words, stands behind a list."""
        start, end = self._between(i + 1)
        between = self._text[start:end].strip(" ,").casefold()
        joined = len(self._groups[i]) > 1 and i + 1 < len(self._groups) and "\n" not in self._text[start:end]
        return joined and between in ("", words.casefold().rsplit(maxsplit=1)[-1])

    def _excepted(self, i: int, said: Sequence[RelationSpan]) -> RelationSpan | None:
        """Read the denial of "prevents *B* but not *C*"."""
        last = said[-1] if said else None
        if last is None or last.objects != self._groups[i] or last.frame != ClaimFrame():
            return None
        start, end = self._between(i + 1)
        if not self._excludes(last.phrase, start, end, "in", "for") or self._vocabulary.read(last.phrase).negated:
            return None
        if is_doubtful_behind(self._text[self._groups[i + 1][-1].end : self._sentence.end]):
            return None
        return replace(last, objects=self._groups[i + 1], frame=ClaimFrame(negated=True))

    def _excludes(self, phrase: str, start: int, end: int, *also: str) -> bool:
        """Whether the words in a place leave out what follows: "but not with *C*" behind "interacts with *B*"."""
        other = _BUT_NOT.fullmatch(self._text, start, end)
        return other is not None and (other["by"] or "").casefold() in ("", *also, phrase.rsplit(maxsplit=1)[-1])

    def _without_exception(self, phrase: str, rest: str, end: int) -> str:
        """Return the words behind an object without the exception that is read by itself: "but not with *C*"."""
        other = next((group for group in self._groups if group[0].start >= end), None)
        excluded = other is not None and self._excludes(phrase, end, other[0].start)
        return self._text[other[-1].end : self._sentence.end] if other and excluded else rest

    def _reaches(self, i: int, said: Sequence[RelationSpan]) -> bool:
        """Whether a denial may reach over a joined verb: "does not prevent *B* or cause *C*" denies both."""
        if not said or not self._vocabulary.read(said[-1].phrase).negated:
            return False
        start, end = self._between(i + 1)
        return _OWN_VERB.match(self._text, start, end) is None

    def _is_closed(self, i: int) -> bool:
        """Whether a list has its "and" already before the one that joins its last: "*B* and *C*, and *D* …"."""
        group = self._groups[i]
        joins = [self._text[a.end : b.start].strip().casefold() for a, b in itertools.pairwise(group)]
        return len(joins) > 1 and joins[-1] == ", and" and joins[-2] == "and"

    def _last_begins_a_clause(self, i: int) -> bool:
        """Whether the last of several objects is the subject of what follows: "A treats B and *C* causes D"."""
        if i == 0 or len(self._groups[i]) < 2:
            return False
        start, end = self._between(i + 1)
        aside = _SET_OFF.match(self._text, start, end)
        words = self._text[aside.end() if aside else start : end]
        return _FINITE.match(words) is not None or bool(
            i + 1 < len(self._groups) and not _AGAIN.match(words) and self._vocabulary.read(words).predicates
        )

    def _stated(
        self, words: str, start: int, subjects: tuple[NameSpan, ...], objects: tuple[NameSpan, ...], frame: ClaimFrame
    ) -> RelationSpan | None:
        phrase: str | None = plain_phrase(words, several=len(subjects) > 1)
        if not objects[-1].stands_for:  # "… in *B*, and it helped"
            phrase = self._with_noun_behind(phrase or "", objects[-1].end)
        if phrase in ("has", "have", "had") and _WITHIN.match(self._text, objects[-1].end, self._sentence.end):
            phrase = f"{phrase} in it"
        rest = self._text[objects[-1].end : self._sentence.end]
        if (
            phrase is None
            or is_doubtful_behind(self._without_exception(phrase, rest, objects[-1].end))
            or (not frame.refuted and denied_next(self._text[self._sentence.end :][:_NEXT].lstrip()))
        ):
            return None
        if objects[-1].ill:  # of an illness, the number is that of its cases: "the number of *migraine attacks*"
            phrase = _NUMBER_OF.sub("frequency of", phrase)
        behind = overstating_words(rest)
        if rest.strip() == ";":  # "…; you need nothing else"
            behind = overstating_words(f";{self._text[self._sentence.end :][:_NEXT]}")
        phrase = f"{self._with_particle(phrase, rest)} {behind}".rstrip()
        reading = self._vocabulary.read(phrase)
        end = len(words.rstrip())
        borne, given = self._borne(phrase, subjects, objects) if not reading.predicates else ("", False)
        if borne:
            phrase, reading = borne, self._vocabulary.read(borne)
            subjects, objects = (objects, subjects) if given else (subjects, objects)
        if not reading.predicates and not behind and (plain := self._without_modifier(words, rest)):
            phrase, end = plain_phrase(plain, several=len(subjects) > 1), len(plain)
            reading = self._vocabulary.read(phrase)
        stated = reading.predicates or reading.elsewhere
        if not stated or (reading.negated and frame.negated and not frame.refuted):
            return None
        left = start + len(words) - len(words.lstrip())
        return RelationSpan(subjects, objects, phrase, left, start + end, frame)

    def _without_modifier(self, words: str, rest: str) -> str:
        """Return the words of a relation without what only modifies its object: "relieves chronic low-back *B*".

        What is left out stands between the relation and its object, where it is read as a qualifier.
        """
        plain = words.rstrip()
        for _ in range(_MOST_MODIFIERS):
            plain, _, modifier = plain.rpartition(" ")
            if not plain.strip() or not _MODIFIER.fullmatch(modifier) or self._vocabulary.read(modifier).predicates:
                return ""
            if may_change_between(modifier) or may_deny_or_hedge(modifier):
                return ""
            if self._vocabulary.read(plain_phrase(plain)).predicates:
                return "" if makes_something_of(plain_phrase(plain), rest) else plain.rstrip()
        return ""

    def _borne(self, phrase: str, subjects: tuple[NameSpan, ...], objects: tuple[NameSpan, ...]) -> tuple[str, bool]:
        """Return what people have who are ill as a sign of that, or what they are given for it, and which it is.

        It is "" for all else, and where a graph knows no signs but only that things go together.
        """
        people = is_of_people(self._text[self._sentence.start : subjects[0].start])
        if len(subjects) > 1 or not subjects[0].felt:
            return "", False
        rest = self._text[objects[-1].end : self._sentence.end]
        if not all(n.ill for n in objects) and (given := given_to(phrase, rest, people=people)):
            return next(((one, True) for one in given if self._vocabulary.read(one).predicates), ("", False))
        sign = sign_of(phrase, people=people) if all(n.felt for n in objects) else ""
        signs = self._vocabulary.read(sign).predicates if sign else ()
        return (sign, False) if signs and not any(self._vocabulary.symmetric(n) for n in signs) else ("", False)

    def _with_particle(self, phrase: str, rest: str) -> str:
        """Return the phrase with what of its verb stands behind the object: "brings *X* down", "makes *X* worse".

        It is "" where the verb needs such a word and those behind the object are not understood.
        """
        particle = PARTICLE.match(rest)
        longer = f"{phrase} {particle[1]}" if particle else ""
        if particle and HARMLESS.match(rest, particle.end()) and self._vocabulary.read(longer).predicates:
            return longer
        return "" if makes_something_of(phrase, rest) or (particle and CARRIER.search(phrase)) else phrase

    def _with_noun_behind(self, phrase: str, end: int) -> str | None:
        """Return the phrase, with the noun that follows the object as one of its aspects: "reduces levels of"."""
        rest = self._text[end : self._sentence.end]
        if HARMLESS.match(rest) or begins_overstating(rest) or _MANNER.match(self._text, end):
            return phrase
        noun = _NOUN_BEHIND.match(rest)
        if noun is None:
            return None
        for words in (noun[1], noun[1].split()[0]):
            # "is a *B* inhibitor" tells the role of the subject, "reduces *B* levels" an aspect of the object
            longer = f"{phrase} {words} of" if _IS_A.search(phrase) else f"{phrase} the {words} of"
            behind = end + rest.index(words) + len(words)
            plain = HARMLESS.match(self._text, behind, self._sentence.end)
            known = plain and (_IS_A.search(phrase) or is_aspect(words))
            if known and not BOTH_WAYS.match(self._text, behind) and self._vocabulary.read(longer).predicates:
                return longer
        return None

    # ── other constructions ─────────────────────────────────────────────────────────────────────────────────────

    def _mutual(self, i: int, frame: ClaimFrame) -> list[RelationSpan]:
        """Read "A and B interact"."""
        group = self._groups[i]
        if len(group) == 1 and i + 2 == len(self._groups) and _PLUS.fullmatch(self._text, *self._between(i + 1)):
            group = (*group, *self._groups[i + 1])
        behind = _INTERACTION.match(self._text, group[-1].end, self._sentence.end)
        behind = behind or _TOGETHER.match(self._text, group[-1].end, self._sentence.end)
        goes_on = behind is not None and behind[0].rstrip().endswith("and")  # "interact and can cause *C*"
        if len(group) != 2 or behind is None or (group[-1] is not self._groups[-1][-1] and not goes_on):
            return []
        joined = self._text[group[0].end : group[1].start].strip()
        if joined not in ("and", "+", "&") and group[0].start != group[1].start:  # "the two" stands for both
            return []
        said = "interacts" if behind.re is _INTERACTION else _EACH_OTHER.sub("", behind[1].strip())
        if _WITH_IT.search(said):
            return []  # "… are both linked to it": not with each other
        for phrase in (f"{said} with", f"{said} to"):
            reading = self._vocabulary.read(phrase)
            if reading.predicates and self._vocabulary.symmetric(reading.predicates[0]):
                return [RelationSpan(group[:1], group[1:], phrase, behind.start(1), behind.end(1), frame)]
        return []

    def _interaction(self) -> list[RelationSpan]:
        """Read "Don't take A with B, they interact"."""
        names = [name for group in self._groups for name in group if not name.stands_for]
        found = _INTERACT.search(self._text, names[-1].end, self._sentence.end) if len(names) == 2 else None
        if found is None or is_doubtful_behind(self._text[found.end() : self._sentence.end]):
            return []
        before = self._text[self._sentence.start : names[0].start]
        if find_cue(before, CueScope.CLAUSE, CueEffect.REFUTES, CueEffect.DOUBTS, CueEffect.SUPPOSES):
            return []
        reading = self._vocabulary.read(phrase := f"{found[1]} with")
        if not reading.predicates or not self._vocabulary.symmetric(reading.predicates[0]):
            return []
        return [RelationSpan((names[0],), (names[1],), phrase, found.start(1), found.end(1), ClaimFrame())]

    def _noun_phrase(self, i: int) -> list[RelationSpan]:
        """Read "treatment of B with A" and "there is no link between A and B", where nothing else hedges or denies."""
        group = self._groups[i]
        start, end = self._between(i)
        words = self._text[start:end].rstrip()
        if (
            (link := _LINK.search(words))
            and len(group) == 2
            and self._vocabulary.read(phrase := f"has {link['said'] or link['first']} with").predicates
        ):
            place = link.span("said" if link["said"] else "first")
            return [RelationSpan(group[:1], group[1:], phrase, start + place[0], start + place[1], ClaimFrame())]
        action = _NOUN_PHRASE.search(words)
        if action is None or i + 1 >= len(self._groups):
            return []
        link_start, link_end = self._between(i + 1)
        sentence = self._text[self._sentence.start : self._sentence.end]
        predicates = self._vocabulary.read(_ACTION[action[1].lower()]).predicates
        if self._text[link_start:link_end].strip() != "with" or may_deny_or_hedge(sentence) or not predicates:
            return []
        place = (start + action.start(1), start + action.end(1))
        return [RelationSpan(self._groups[i + 1], group, action[1], *place, ClaimFrame(), predicates[0])]
