"""Questions as tests put them: a statement that is true or false, or a stem with options, however they were pasted.

Pure, and linear in the length of the text. `read_exam` returns None for every other question.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from kgcore.reasoning.layouts import LABEL, Layout, plain_layout, read_layout, without_leads
from kgcore.reasoning.matching import ItemList, read_assertion, read_columns, read_two_statements
from kgcore.reasoning.plain_words import DIAGNOSED, asked_plainly, reworded
from kgcore.reasoning.statements import StatementQuestion, Unanswerable, read_statement
from kgcore.reasoning.stem_forms import (
    asked_within,
    asks_for_misfit,
    filled_blanks,
    of_misfit,
    without_aside,
    without_kind,
)

LONGEST = 4_000  # characters of a question that are read as a test
MOST_OPTIONS = 12


class Role(StrEnum):
    """What an option says of the others."""

    NAMED = "named"  # something of its own: a name or a statement
    ALL = "all"
    NONE = "none"
    SOME = "some"  # "both A and B"
    OPEN = "open"  # "cannot be told"
    YES = "yes"
    NO = "no"


@dataclass(frozen=True, slots=True)
class Option:
    """An option by its label ("A"); `of` are the labels that one like "both A and B" speaks of.

    `fills`: what it puts into the stem's blanks, where there are several: each has to be an end of what is claimed.
    """

    label: str
    text: str
    role: Role = Role.NAMED
    of: tuple[str, ...] = ()
    fills: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ChoiceQuestion:
    """Which option? `stem` without its negation; `negative`: the one that does not fit is asked for.

    `several`: more than one option may be right. `told` is what the stem tells before it asks. `listed`: what the
    options combine ("I and II only") stands in a list of its own, so that no single item of it is an answer. `judged`:
    each item of that list has to be told true or false. `coded`: an option is a row of pairs ("P-2, Q-1"), right where
    all of them are. `misfit`: the one that does not belong to the others is asked for, and not said what they are.
    """

    stem: str
    options: tuple[Option, ...]
    negative: bool = False
    several: bool = False
    told: str = ""
    listed: bool = False
    judged: bool = False
    coded: bool = False
    misfit: bool = False

    @property
    def asked(self) -> str:
        """The stem without what it tells first."""
        return self.stem[len(self.told) :].strip()

    @property
    def named(self) -> tuple[Option, ...]:
        """The options that say something of their own."""
        return tuple(o for o in self.options if o.role is Role.NAMED)


ExamQuestion = StatementQuestion | ChoiceQuestion | Unanswerable

EMPTY_OPTION = "Option {} is empty. Please send the question with words for every option."
ALIKE = "Options {} and {} are the same. Please send the question with options that differ."
TWO_QUESTIONS = "These are two questions in one. Please send one question at a time, each with its own options."
TOO_MANY = f"That is more than {MOST_OPTIONS} options. Please send fewer at a time."
NO_STEM = "There are options here, but no question. Please send the question with them."


_TRUTH = re.compile(r"(?:it is )?(?:true|false|correct|incorrect)", re.I)


def read_exam(text: str) -> ExamQuestion | None:
    """Return what a text asks as tests ask it; None where it is no such question."""
    if len(text) > LONGEST:
        return None
    plain = plain_layout(text)
    if parts := read_columns(plain):
        return replace(_of_items(parts), coded=True)
    if parts := read_assertion(plain) or read_two_statements(plain):
        return replace(_of_items(parts), judged=True)
    layout = read_layout(plain)
    if layout is None:
        return read_statement(without_leads(plain))
    said = [_TRUTH.fullmatch(words) for _, words in layout.options]
    if len(said) == 2 and all(said) and not layout.again:  # a statement with boxes for its truth
        return read_statement(f"True or false? {without_leads(layout.stem)}")
    if behind := read_layout(layout.behind) if layout.behind else None:  # "1. … 2. … 3. …" and then "A. 1 and 2"
        combined = as_choice(plain[: plain.rfind(layout.behind)], behind.options)
        if isinstance(combined, ChoiceQuestion) and combined.listed:
            return combined
    return Unanswerable(TWO_QUESTIONS) if layout.again else as_choice(layout.stem, layout.options, own=layout.own)


def _of_items(parts: ItemList) -> ChoiceQuestion:
    items = (Option(label, words) for label, words in parts.items)
    combined = (Option(label, words, Role.SOME if of else Role.NONE, of) for label, words, of in parts.options)
    return ChoiceQuestion(parts.stem, (*items, *combined), listed=True)


# Words of somebody who speaks of themselves or needs help.
_OWN_WORDS = re.compile(
    r"\b(?:i|im|ive|id|me|my|mine|myself|we|us|our|you|help|now|just|here|next door|beside|right away|urgent\w*|asap"
    r"|what (?:to do|should)|call|wait)\b(?!\))",
    re.I,
)
# What only tests ask, and of whom.
_ASKED_BY_TESTS = re.compile(
    r"\b(?:which of (?:the following|these)|most likely|(?:likely|best|correct) diagnosis"
    r"|best (?:explains|fits|describes)|which (?:\w+ ){0,2}(?:syndrome|disease|disorder|diagnosis|condition|gene)\b)",
    re.I,
)
_PATIENT = re.compile(
    r"\b(?:an? (?:[\w-]+ ){0,3}(?:patient|man|woman|child|boy|girl|infant|newborn|baby|student|male|female|adult"
    r"|teenager|person)|\d+[- ]?(?:year|month|week|day)s?[- ]old)\b",
    re.I,
)
_FEWEST_OF_A_CASE = 3  # options


def is_case_of_a_test(text: str) -> bool:
    """Whether a text tells of a patient as only tests do: an unnamed patient, a test's own question, three options.

    In doubt it is none: a test that is answered with a telephone number costs nobody anything.
    """
    exam = read_exam(text)
    if not isinstance(exam, ChoiceQuestion) or not is_test_of_nobody(text):
        return False
    return _PATIENT.search(exam.stem) is not None and _ASKED_BY_TESTS.search(exam.stem) is not None


def is_test_of_nobody(text: str) -> bool:
    """Whether a text is a question with three options or more in which nobody speaks of themselves or needs help."""
    exam = read_exam(text)
    of_options = isinstance(exam, ChoiceQuestion) and len(exam.options) >= _FEWEST_OF_A_CASE
    return of_options and _OWN_WORDS.search(text.replace("'", "")) is None


# Of things that somebody lists without labels more than one may be right, unless one is asked for.
_ONE_ALONE = re.compile(
    r"\b(?:one|best|most|least|[a-z]+est|only|single|better|rather|prefer\w*|all but)\b|\bthe \w+er\b", re.I
)


def as_choice(stem: str, said: Sequence[tuple[str, str]], *, own: bool = False) -> ChoiceQuestion | Unanswerable:
    """Return a stem with options (label, words) as it is asked; what cannot be answered where something is wrong.

    `own`: the labels are ours.
    """
    if len(said) > MOST_OPTIONS:
        return Unanswerable(TOO_MANY)
    if empty := next((label for label, words in said if not re.search(r"\w", words)), None):
        return Unanswerable(EMPTY_OPTION.format(empty))
    seen: dict[str, str] = {}
    for label, words in said:
        key = re.sub(r"\W+", " ", words.casefold()).strip()
        if key in seen:
            return Unanswerable(ALIKE.format(seen[key], label))
        seen[key] = label
    if not re.search(r"\w{2}", stem):
        return Unanswerable(NO_STEM)
    labels = [label for label, _ in said]
    options = _rows_of_others([_option(label, words, labels) for label, words in said])
    inner = read_layout(_STATEMENT_LABEL.sub(r"\n\1. ", stem).strip())
    items = inner.options if inner and not inner.again else ()
    combined = [_combined(o, [label for label, _ in items]) for o in options]
    listed = len(items) > 1 and all(combined)
    if inner and listed:
        stem, options = _asked_of_list(inner), (*(Option(*item) for item in items), *(o for o in combined if o))
    named = [o for o in options if o.role is Role.NAMED]
    if filled := filled_blanks(stem, [o.text for o in named]):
        made = {o.label: replace(o, text=said, fills=fills) for o, (said, fills) in zip(named, filled, strict=True)}
        return ChoiceQuestion("Which of these statements is true?", tuple(made.get(o.label, o) for o in options))
    if asks_for_misfit(stem):
        return ChoiceQuestion("Which one does not belong to the others?", options, negative=True, misfit=True)
    if not _ALL_BUT_ONE.search(stem) and (of_list := of_misfit(without_leads(" ".join(stem.split())))):
        return replace(_asked(of_list, options), negative=True)
    said_by_them = [o.text for o in named]
    stem = without_aside(without_kind(" ".join(stem.split()), said_by_them), said_by_them)
    return _asked(stem, options, own=own, listed=listed)


def _asked(stem: str, options: tuple[Option, ...], *, own: bool = False, listed: bool = False) -> ChoiceQuestion:
    """Return what a stem asks of its options: what it tells first, and whether what does not fit is asked for."""
    bare = reworded(_BECAUSE.sub(_of_reason, _ODD_ONE.sub("", asked_within(_bare_stem(stem)))), stem=True)
    most = _of_all_but_one(bare)
    told, question = ("", most) if most else _told_and_asked(_WHICH_IS_IT.sub(_described, bare))
    plain, negative = (most, True) if most else positive_stem(asked_plainly(question))
    several = bool(_SEVERAL.search(stem) or (own and not _ONE_ALONE.search(stem))) and not any(
        o.role in (Role.ALL, Role.SOME) for o in options
    )
    return ChoiceQuestion(f"{told} {plain}".strip(), options, negative, several and not listed, told, listed)


def _asked_of_list(inner: Layout) -> str:
    """Return what is asked of a list's items: ahead of them, or behind them ("Which of them are used in glaucoma?")."""
    ahead = inner.stem if re.search(r"\w{2}", inner.stem) and not _ONLY_LISTS.match(inner.stem) else ""
    begun = not ahead and re.search(r"\w{2}", inner.behind)  # what the items complete stands behind them
    if asks_for_statements(inner.behind) or not (begun or _WHICH_OF_LIST.search(inner.behind)):
        return ahead or "Which of these statements are true?"
    return inner.behind if not ahead else f"{ahead.rstrip(' :.')}. {inner.behind}"


_WHICH_OF_LIST = re.compile(r"\b(?:which|what)\b(?!(?: of)? (?:is|are) (?:correct|true|right)\b)", re.I)
_ONLY_LISTS = re.compile(
    r"(?:(?:please )?(?:consider|look at|examine|read|take|study|review|given(?: are)?|here are|these are|below are)"
    r"(?: (?:at|the|following|these|this|list|of|below|some|three|four|five))*(?: \w+){0,2}|the following(?: \w+){0,2})"
    r"[\s:.–—-]*$",
    re.I,
)


# "X is kept apart from which, because they hinder its uptake?" asks which hinder the uptake of X.
_BECAUSE = re.compile(
    r"^(?P<name>[\w' -]{2,50}?) (?:is|are|was|were|can|may|must|should|ought|has|have|needs?)\b[^?]*?"
    r"\b(?P<which>(?:which|what)(?: one| ones)?(?: of (?:these|the following|them))?)\b[^?,]*,?"
    r" (?:because|since|as|for) (?:it|they|these|those) (?P<does>[^?]*\b(?:its|their|it|them)\b[^?]*)\W*$",
    re.I,
)
_ITS = re.compile(r"\b(its|their|it|them)\b", re.I)


def _of_reason(found: re.Match[str]) -> str:
    name = re.sub(r"^(?:the|an?) ", "", found["name"], flags=re.I)
    return f"{found['which']} {_ITS.sub(lambda _: name, found['does'], count=1)}"


# "A doctor prescribes a drug that binds X. Which is it?" asks which drug binds X.
_WHICH_IS_IT = re.compile(
    r"^(?P<told>[^?]*?)\b(?:an?|the|some) (?P<what>(?:[\w-]+ ){1,3}?)(?:that|which|who) (?P<does>[^.?;]{3,160})[.?;:]+"
    r" (?:so |now )?(?:which|what)(?: (?:one|\w+))? (?:is|was|could|might|would) (?:it|this|that|he|she)"
    r"(?: be| have been)?(?: (?:most )?(?:likely|probably))?\W*$",
    re.I,
)


def _described(found: re.Match[str]) -> str:
    return f"{found['told'].rstrip()}. Which {found['what']}{found['does']}?"


_FEWEST_WORDS = 3  # of a sentence that tells, or asks, something by itself
_ASKING_SENTENCE = re.compile(
    r"(?:(?<=[\w)][.!?;])|(?<=[\w)][.!?][\"']))(?<!\bSt\.)(?<!\bvs\.)(?<!\bDr\.) "
    r"(?=[^.!?]*\b(?:which|what)\b[^.!?]*[.?!]?$)",
    re.I,
)


def _told_and_asked(stem: str) -> tuple[str, str]:
    """Return what a stem tells, and the sentence that asks."""
    found = _ASKING_SENTENCE.search(stem)
    if found and min(len(stem[: found.start()].split()), len(stem[found.end() :].split())) >= _FEWEST_WORDS:
        return stem[: found.start()], stem[found.end() :]
    asked = DIAGNOSED.search(stem)
    if asked and len(stem[: asked.start()].split()) >= _FEWEST_WORDS:
        return stem[: asked.start()].rstrip(), stem[asked.start() :]
    return "", stem


# ── what options say of each other ──────────────────────────────────────────────────────────────────────────────────

_OTHERS = (
    r"(?:(?:the|above|below|these|those|them|this|following|given|listed|named|mentioned|other|others|provided|remaining"
    r"|options?|answers?|choices?|statements?|drugs?|list|ones?|three|four|five|six|two|are|is|does|do|apply|applies"
    r"|fits?|correct|right|true|possible) ?)"
)
_ALL = re.compile(
    rf"(?:(?:all|both|every|everything|each)(?: one)?(?: of)? ?{_OTHERS}*|[a1i] (?:through|to) [b-l2-9iv]+)", re.I
)
_NONE = re.compile(
    rf"(?:none|neither|nothing|zero|not any|no(?:t)? one|there is no|no)(?: of| from| in)? ?{_OTHERS}*"
    r"|not listed|n/a|no (?:option|answer) (?:is|listed).*|(?:something|anything) else|others?",
    re.I,
)
_OPEN = re.compile(
    r"(?:it )?(?:can ?not|can't|could not) be (?:determined|decided|told|answered|known|said).*"
    r"|(?:there is )?(?:not enough|insufficient|no) (?:information|evidence|data|info).*"
    r"|i (?:do not|don't) know|(?:it is )?(?:unknown|unclear|uncertain|undetermined|not known|undecidable)|not sure"
    r"|maybe|unsure|(?:it is )?not (?:clear|certain)",
    re.I,
)
_YES = re.compile(r"(?:yes|true|correct|right|it (?:is|does))(?:,.*)?", re.I)
_NO = re.compile(r"(?:no|false|incorrect|wrong|not true|it (?:is|does) not)(?:,.*)?", re.I)
_LABELS = re.compile(
    rf"(both |neither |none of |all of |only |options? |answers? )*"
    rf"({LABEL}(?:(?:, ?| and | & |, and | or | nor |, or ){LABEL})+)"
    r"(?: only| (?:are|is) (?:correct|right|true))?",
    re.I,
)


_ROLES = ((Role.YES, _YES), (Role.NO, _NO), (Role.OPEN, _OPEN), (Role.ALL, _ALL), (Role.NONE, _NONE))
_LETTERED = re.compile(rf"[(\[]({LABEL})[)\]]")  # "both (A) and (B)"


def _option(label: str, words: str, labels: Sequence[str]) -> Option:
    for role, pattern in _ROLES:
        if pattern.fullmatch(words):
            return Option(label, words, role)
    if found := _LABELS.fullmatch(_LETTERED.sub(r"\1", words)):
        of = tuple(o.upper() for o in re.findall(rf"(?<!\w){LABEL}(?!\w)", found[2]))
        if all(o in labels and o != label for o in of):
            return Option(label, words, Role.NONE if words.lower().startswith(("neither", "none")) else Role.SOME, of)
    return Option(label, words)


_AND = re.compile(r" and (?:also )?|, (?:and )?", re.I)


def _rows_of_others(options: Sequence[Option]) -> tuple[Option, ...]:
    """Return options in which one that names others in a row ("zinc and iron" beside both) speaks of these."""
    own = {o.text.casefold(): o.label for o in options if o.role is Role.NAMED}
    made = []
    for option in options:
        parts = [own.get(one.casefold(), "") for one in _AND.split(re.sub(r"^both ", "", option.text, flags=re.I))]
        row = option.role is Role.NAMED and len(parts) > 1 and all(parts)
        made.append(replace(option, role=Role.SOME, of=tuple(parts)) if row else option)
    return tuple(made)


_OF_LIST = re.compile(
    rf"(?:(?:statements?|items?|numbers?|only|both|options?) )*"
    rf"(?P<of>{LABEL}(?:(?:, and |,? and |, ?| ?& ?| ?\+ ?|/){LABEL})*)"
    rf"(?:,? (?:only|alone|(?:is|are) (?:correct|true|right)"
    rf"|(?:(?:but|and) )?not {LABEL}(?:(?:, ?| and | or | nor ){LABEL})*))*",
    re.I,
)


_NO_ITEM = re.compile(
    rf"neither {LABEL} nor {LABEL}(?: (?:is|are) (?:correct|true|right))?"
    r"|(?:both|all)(?: of (?:them|these|the above))?(?: statements?)? are (?:false|incorrect|wrong|untrue|not true)",
    re.I,
)
_STATEMENT_LABEL = re.compile(r"\s*\b[Ss]tatements? ?(I{1,3}|IV|[1-4])\s*[:.)–-]\s*")


def _combined(option: Option, items: Sequence[str]) -> Option | None:
    """Return an option that says which items of a list are right; None where it says something else."""
    if option.role in (Role.ALL, Role.NONE):
        return option
    said = _LETTERED.sub(r"\1", option.text)
    if _NO_ITEM.fullmatch(said):
        return replace(option, role=Role.NONE)
    found = _OF_LIST.fullmatch(said)
    of = tuple(o.upper() for o in re.findall(rf"(?<!\w){LABEL}(?!\w)", found["of"])) if found else ()
    return replace(option, role=Role.SOME, of=of) if of and set(of) <= set(items) else None


# "Which of these *help*": a verb in the plural asks for all of them.
_SEVERAL = re.compile(
    r"\b(?:select|choose|mark|pick|tick|check) all\b|\ball that apply\b|\bone or more\b"
    r"|\bwhich (?:ones )?of (?:these|those|them|the (?:following|above|below|list))(?: \w+s)? "
    r"(?:are|have|do|were|help|treat|prevent|cause|interact|raise|lower|reduce|increase|decrease|worsen|inhibit|improve"
    r"|protect|relieve|trigger|lead|work|belong|contain|affect|act|slow|block|ease)\b(?! one\b)",
    re.I,
)
# What is to be named is asked for, other than the option that is to be ticked.
_WHAT_TO_NAME = (
    r"(?:cause|reason|culprit|diagnos[ie]s|disease|disorder|condition|syndrome|explanation|drug|medicine|medication|agent"
    r"|treatment|therapy|remedy|supplement|herb|vitamin|mineral|test|investigation|enzyme|receptor|gene|protein|symptom"
    r"|sign|complication|side effect|adverse effect|mechanism|target)s?"
)
_TAILS = re.compile(
    rf"(?:(?:[.?!:;,(–—-]\s*\(?(?:select|choose|pick|mark|tick|check)\b(?! (?:[\w-]+ ){{1,5}}?{_WHAT_TO_NAME}\b)[^.?]*"
    r"|[\s(]*(?:options?|choices|(?:possible )?answers?|all that apply|one answer))[\s.:)]*)+$",
    re.I,
)
_TO_BE_NAMED = re.compile(
    r"(?<=[.?!;] )(?:select|choose|pick|identify|name|find|give|state|indicate|mark) (?P<what>(?:the|an?|one|his|her)"
    rf" (?:[\w-]+ ){{0,4}}?{_WHAT_TO_NAME}\b)(?=[^.?!;]*(?:[.?!;]\W*)?$)(?![^.?!;]* (?:that|which|who)\b)",
    re.I,
)


# What a stem adds of why it matters changes nothing: "…, which is why surgeons are nervous about it".
_WHY_TOLD = re.compile(
    r"(?:,? (?:which|that) (?:is|explains) (?:the reason )?why|,? hence) [^.?!_]+(?=[.?!\"']|$)(?![^?]*_{2})", re.I
)
# "The energy sensor ____": what kind of thing is to be filled in.
_KIND_OF_GAP = re.compile(
    r"\b(?:the|an?) (?!(?:risk|level|levels|amount|dose|absorption|effect|effects|activity|receptor|opposite)\b)"
    r"(?:(?!(?:of|for|in|with|by|to|on|and|or|from|against|is|are|that|which|as)\b)[\w-]+ ){1,3}(?=_{2,})",
    re.I,
)
_WHOSE_LAST = re.compile(r" (?:his|her|their|your)$", re.I)  # "is prescribed to treat his"


def _bare_stem(stem: str) -> str:
    said = without_leads(" ".join(stem.split())).replace("a(n)", "a").replace("a/an", "a")
    said = _KIND_OF_GAP.sub("", _WHY_TOLD.sub("", said))
    said = re.sub(r"\b(?:is|was|does|has)/(are|were|do|have)\b", r"\1", re.sub(r"(?<=[a-z])\((e?s)\)", r"\1", said))
    said = re.sub(r"\ball the (?=following|above|listed|options)", "all of the ", said, flags=re.I)
    shorter = _TO_BE_NAMED.sub(r"Which is \g<what>", _TAILS.sub("", said).strip())
    return _WHOSE_LAST.sub("", (shorter if re.search(r"\w{2}", shorter) else said).strip(" :-–—\"'"))


_ODD_ONE = re.compile(
    r"\bis the (?:odd one(?: out)?|exception)\b[,:; ]*(?:(?:i\.e\.|that is|as it|because it|since it)[, ]*)?", re.I
)
_EXCEPT = re.compile(
    r",?\s*\b(?:with (?:just |only )?one exception|except(?:ing| for)?"
    r"|but(?: not| one|(?=(?: which)?\W*$))|other than|apart from|save(?: for)?"
    r"|bar(?:ring)?|excluding|with the exception of)\b[\s.;,]*"
    r"(?:(?:which(?: one| is it)?|what|one|for)\b[\s:?.,_]*)*[\s:?.,_]*$",
    re.I,
)
_NOT = re.compile(
    r"(?<!\bbut )\b(?:is|are|was|were|does|do|did|can|may|has|have|should|would)(?:n't| not)\b(?! only)|\bcannot\b"
    r"|(?<!\bbut )(?<!\bbut is )\bnot\b(?! only)",
    re.I,
)
_NO_KIND = re.compile(
    r"\b(?P<be>is|are) no (?!(?:longer|more|less|better|worse|different|different from)\b)(?=[a-z])", re.I
)
_NOT_ONE = re.compile(r"\bwhich (?:one )?of (?:the following|these|those)(?: \w+)? (?:fails? to|never|lacks?)\b", re.I)
_LEAST = re.compile(
    r"\s*\b(?:(?:is |are )?(?:the )?least (?:likely|probabl[ey]|often|commonly)|(?:is |are )?unlikely)(?: to)?\b", re.I
)
# "Least suitable for" asks for what is not suitable; which is the least of those that are, no edge tells.
_LEAST_FIT = re.compile(
    r"\b(?:the )?least(?= (?:appropriate|suitable|useful|helpful|beneficial|valuable|value|use|help|benefit|consistent"
    r"|compatible|suggestive|indicative|characteristic|expected|typical|closely|plausible)\b) ",
    re.I,
)
_UNTRUE = re.compile(r"\b(?:false|incorrect|untrue|wrong|inaccurate)\b", re.I)
_ABOUT_STATEMENTS = re.compile(
    r"\b(?:statements?|claims?|sentences?|assertions?|following|these|ones?)\b.*\b(?:true|correct|false|incorrect|"
    r"untrue|wrong|accurate|inaccurate|right|supported|holds?)\b|\b(?:true|correct|false|incorrect|untrue|wrong|"
    r"accurate|inaccurate) (?:statement|claim|sentence|one)s?\b"
    r"|\b(?:which|what) (?:is|are) (?:the )?(?:true|correct|right|accurate|false|incorrect|untrue|wrong)\W*$",
    re.I,
)


def asks_for_statements(stem: str) -> bool:
    """Whether the options of a stem are statements of their own: "which of these is true?"."""
    return _ABOUT_STATEMENTS.search(stem) is not None and len(stem.split()) <= 18


# "All but one of these are … Which?" and "three of these are …; which is not?" ask for what is not.
_THESE = r"of (?:these|them|the following|the options)"
_BUT_ONE = r"(?:but|except(?: for)?|save) one\b"
_ALL_BUT_ONE = re.compile(rf"\ball (?:{_THESE} {_BUT_ONE}|{_BUT_ONE}(?: {_THESE}|(?=\W*(?:which|what|$))))", re.I)
_WHICH_THEN = re.compile(r"\W*\b(?:which|what)(?: (?:one|of them|of these))?(?: is (?:it|that|the one))?\W*$", re.I)
_MOST_OF = re.compile(rf"\b(?:all|most|two|three|four|five|[2-9])(?: {_THESE})(?= )", re.I)
_NOT_THEN = re.compile(
    r"(?:[,.;:–—-]+ *(?:but |and )?| but )(?:which|what)(?: (?:one|of them|of these))?"
    r" (?:(?:is|are|was|were|does|do|did|can|has|have|will|would)(?:n't| not)|cannot)\b[^?]{0,60}\W*$",
    re.I,
)


def _of_all_but_one(stem: str) -> str:
    """Return what a stem says of all options but the one that it asks for; "" where it is no such stem."""
    if _ALL_BUT_ONE.search(stem):
        return _ALL_BUT_ONE.sub("all of these", _WHICH_THEN.sub("", _NOT_THEN.sub("", stem)))
    if (then := _NOT_THEN.search(stem)) and _MOST_OF.search(stem, 0, then.start()):
        return _MOST_OF.sub("all of these", stem[: then.start()])
    return ""


_FIND_EXCEPTION = re.compile(
    r"^(?:choose|find|pick|spot|mark|name|identify|select) the (?:exception|odd one(?: out)?)\b[\s.:,;–—-]+(?=\w)", re.I
)
_MISMATCHED = re.compile(
    r"\b(?:incorrectly|wrongly|falsely|improperly) (?:paired|matched)|\bmis-?(?:matched|paired)"
    r"|\b(?:pairs?|pairings?|match(?:es)?|combinations?) (?:is|are) (?:incorrect|wrong|false)"
    r"|\b(?:incorrect|wrong|false) (?:[\w/-]+ )?(?:pair|pairing|match|combination)\b",
    re.I,
)


# A sentence of its own behind a denial, that asks something else: "It should not be stopped. It causes".
_GOES_ON = re.compile(
    r"\w[.!;] +(?!(?:which|what|one|name|find|choose|select|pick|identify|mark)\b)(?=[^.!?;]* )"
    r"(?![^.!?;]*\b(?:which|what|one|it|this|that|exception)\W*$)[^.!?;]*$",
    re.I,
)


def positive_stem(stem: str) -> tuple[str, bool]:
    """Return the stem as it asks for what fits, and whether it asked for what does not."""
    if (bare := _FIND_EXCEPTION.sub("", stem)) != stem:
        return bare, True
    if _EXCEPT.search(stem):
        return _EXCEPT.sub("", stem).strip(" ,:"), True
    if _MISMATCHED.search(stem):
        return _MISMATCHED.sub("correctly matched pair", stem), not _NOT.search(stem)
    if asks_for_statements(stem) and _UNTRUE.search(stem):
        return _UNTRUE.sub("true", stem), not _NOT.search(stem)
    if found := _LEAST.search(stem) or _LEAST_FIT.search(stem):
        seen = " is seen" if re.match(r" (?:in|with|among)\b", stem[found.end() :]) else ""
        return f"{stem[: found.start()]}{seen}{stem[found.end() :]}", True
    if found := _NO_KIND.search(stem):
        return f"{stem[: found.start()]}{found['be']} a {stem[found.end() :]}", True
    if (found := _NOT.search(stem)) and not _GOES_ON.search(stem, found.end()):
        word = found[0].lower()
        kept = {"cannot": "can", "not": "", "can't": "can"}.get(word)
        kept = found[0][:-3].strip() if kept is None else kept
        return " ".join(f"{stem[: found.start()]}{kept}{stem[found.end() :]}".split()), True
    if found := _NOT_ONE.search(stem):
        words = re.sub(r" (?:fails? to|never|lacks?)$", "", found[0], flags=re.I)
        return f"{words}{stem[found.end() :]}", True
    return stem, False
