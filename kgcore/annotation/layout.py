"""What the layout of a text says without a sentence: items under a heading, "**Name**: words", cells of a row. Pure.

Nothing is concluded from a layout itself: it is put into words, and those are read like any sentence, or not at all. A
heading counts only if all its words are known (`english/layouts.tsv`), so that "Alleged benefits" says nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from kgcore.annotation.headings import calls_false
from kgcore.annotation.wording import Piece, Wording, relations_of_cell, short_forms, worded
from kgcore.english.accounted import evidence
from kgcore.english.chunks import DENIES, disowns, lacks_grounds
from kgcore.english.cues import CueEffect, CueScope, find_cue
from kgcore.english.qualifier_terms import limits
from kgcore.english.sentences import Stretch, sentence_ends, split_sentences
from kgcore.english.spans import NameSpan, names_within
from kgcore.verdicts import Verdict

_MARKS_OF_ITEMS = "-*+•–‣◦"
_ITEM = re.compile(rf"\s*(?:[{_MARKS_OF_ITEMS}]|\(?(?:\d{{1,2}}|[a-z])[.)])\s+", re.IGNORECASE)
_HEADING = re.compile(r"[ ]{0,3}(?P<level>#{1,6})[ ]+(?P<words>\S.*)")
_MARKUP = re.compile(
    r"\*{2,3}|__+|(?<![\w_])_(?=\S)|(?<=\S)_(?![\w_])|(?<![\w*])\*(?=\S)|(?<=[^\s*])\*(?!\w)|`+"
    r"|^[ ]{0,3}(?:#{1,6}(?=[ ])|(?:>[ ]?)+)|(?<=[-*+•] )\[[xX]\](?=[ ])|[\U0001F300-\U0001FAFF\u2600-\u26FF\ufe0f]",
    re.MULTILINE,
)
_TICKS = f"✅✔☑{Verdict.SUPPORTED.icon}"  # as models write them before an item
_TICKED = re.compile(rf"^(?P<space>[ \t]*)(?:[{_TICKS}](?=\ufe0f?[ ])|[a-h][.)](?=[ ][A-Z]))", re.MULTILINE)
_SEPARATOR = re.compile(r"\s*(?:(?::|→|=>|->)(?=\s)|\s(?:–|—|-)(?=\s))\s*")
_BETWEEN = re.compile(r"(?:[\s,;&/.]|\b(?:and|or|the|an?)\b)*", re.IGNORECASE)
_ASIDE = re.compile(r"\s*\([^()]*\)\s*")
_ABOUT_IT = re.compile(
    r"\s*(?:[–—:-]\s*)?(?:an? |the )?(?:overview|summary|facts|key facts|at a glance|in brief|evidence|effects?|uses?|"
    r"benefits and risks|risks and benefits|pros and cons|what (?:the )?(?:studies|trials|evidence|research) "
    r"(?:say|says|show|shows)|what is known|what we know)?\s*:?\s*",
    re.IGNORECASE,
)
_KINDS = (
    r"(?:drugs|medicines|medications|substances|supplements|herbs|plants|spices|foods|drinks|vitamins|minerals|nutrients|"
    r"remedies|treatments|therapies|options|products|compounds|agents|proteins|enzymes|genes|hormones|antibodies|"
    r"conditions|diseases|illnesses|disorders|symptoms|things|(?:risk )?factors|effects|side effects|"
    r"adverse effects|complications|problems|uses|benefits|molecules|targets|receptors|risks)"
)
_SOME = (
    r"(?:(?:the|all of the|all the|these|following|several|some|many|a few|a number of|a handful of|various|certain|"
    r"two|three|four|five|six|common|commonly used|popular|well-known|notable|important|key|main|major|serious|other|"
    r"different|herbal|dietary|natural|over-the-counter|prescription|everyday|established|good|effective)\s+)"
)
_LIST_FOLLOWS = re.compile(
    rf"[\s,]*(?:\b(?:include|includes|are|is|such as|namely|including|as follows|like|for example|for instance|"
    rf"(?:with )?(?:{_SOME}{{1,4}}{_KINDS}|the following|these|several|many|various|a number of|some)))*\s*:?\s*$",
    re.IGNORECASE,
)
# "Several supplements can (interact with *B*)", "here are some herbs that (ease *B*)", "these (lower *B*)".
_THE_FOLLOWING = re.compile(
    rf"\s*(?:(?:here are|below are|there are|these are)\s+)?(?:{_SOME}{{0,4}}{_KINDS}(?:\s+(?:that|which|known to|"
    r"shown to|found to)(?=\s))?|(?:all of )?the following|these)\s+",
    re.IGNORECASE,
)
_PASSIVE = re.compile(r"\w+(?:ed|en|made) (?:with|by|in|from|to)\s*$", re.IGNORECASE)
_IT = re.compile(r"\s*(?:it|they|this (?:supplement|drug|herb|medicine|vitamin|compound))\s+", re.IGNORECASE)
# "## *A*", and below it "Prevents *B*.": a line that is no item and goes on with what its heading names.
_GOES_ON = re.compile(
    r"\s*(?:(?:also|not|[a-z]+ly)\s+)?(?:may|can|might|could|will|does(?: not|n['’]t)|has been|is|[a-z]+s)\s+(?=[a-z])",
    re.IGNORECASE,
)
_IT_BEHIND = re.compile(r"\s+(?:it|them)(?P<how>\s+\w+ly)?\s*[.!]?\s*$", re.IGNORECASE)
# A question that a list answers: "Which drugs treat *B*?", "What does *A* contain?", "What are the risks of *A*?"
_ASKED = re.compile(r"\W*(?:(?:q|question)\s*\d*\s*[:.)]\W*)?(?=(?:what|which)\b)", re.IGNORECASE)
_WHAT_HAS = re.compile(r"(?:what|which (?:[\w-]+ ){0,2}[a-z]+s)(?: (?:can|may|might))?\s+(?=[a-z])(?!is\b|are\b)", re.I)
_WHAT_DOES = re.compile(r"(?:what|which (?:[\w-]+ ){1,2})\s*(?:does|do|did|can|is|are)\s+(?:the )?", re.IGNORECASE)
_WHAT_ARE = re.compile(r"what (?:are|is) (?:the |some |some of the )?", re.IGNORECASE)
_INLINE_ANSWER = re.compile(r"[^?\n]*?\b(?:what|which)\b[^?\n]*\?[*_ ]*(?=\s*\S)", re.IGNORECASE)
_ANSWERED = re.compile(
    r"\s*(?:(?:a|answer)\s*\d*\s*[:.)]\s+)?"
    r"(?:(?:chiefly|mainly|mostly|primarily|principally|above all|especially|in short|for example|for one|"
    r"first of all),?\s+|"
    r"(?:the|one) (?:(?:most important|best[- ]known|most common|commonest|main|key|chief|principal|"
    r"best[- ]studied|active) )"
    r"(?:one |ones |compound |ingredient |substance |component |effect |drug |risk |side effect )?(?:is|are|"
    r"being)\s+)?(?:the )?",
    re.IGNORECASE,
)
_TURNING = (CueEffect.REFUTES, CueEffect.DOUBTS, CueEffect.SUPPOSES, CueEffect.ATTRIBUTES, CueEffect.DENIES)
_SIGNS = (("↑", "increases"), ("↓", "lowers"))
_DENYING = re.compile(r"\b(?:not|no|never|cannot)\b|n['’]t\b", re.IGNORECASE)
# What the words beside an item may say of it, so that it is none of what its list is of, or only somewhere.
_UNSURE = re.compile(
    r"\b(?:uncertain|unclear|mixed|limited|little|less|weak|weaker|poor|doubtful|inconclusive|conflicting|insufficient|"
    r"inconsistent|unproven|only|if|unless|except|avoid|instead|false|wrong|claim\w*|allege\w*|promis\w*|hope\w*|preliminary|"
    r"early|under study|investigat\w*|animal|anecdot\w*|tradition\w*|folk)\b",
    re.IGNORECASE,
)
_MOST_WORDS = 9  # of a label or a title
_LONGEST = 600  # characters of a line that is looked at


def _leaves_lead(words: str) -> bool:
    """Whether words beside an item leave it one of those that its list is of: "may raise the INR"."""
    plain = evidence().sub(" ", words)
    turned = find_cue(plain, CueScope.SENTENCE, *_TURNING) or disowns(words) or lacks_grounds(words)
    return not (turned or DENIES.search(words) or _UNSURE.search(words) or limits(words))


def without_markup(text: str) -> str:
    """Return the text with Markdown's signs and pictographs as spaces, each character in its place."""
    ticked = _TICKED.sub(lambda m: f"{m['space']}•".ljust(len(m[0])), text)
    return _MARKUP.sub(lambda m: " " * len(m[0]), ticked)


@dataclass(frozen=True, slots=True)
class _Lead:
    """A heading or label that waits for its items: what it says of them, as the pieces before and behind each."""

    before: tuple[Piece, ...]
    behind: tuple[Piece, ...] = ()
    of_topic: bool = False  # whether what the text is about comes first
    to_topic: bool = False  # or last
    known: bool = False  # whether it only says what kind of thing follows
    asked: bool = False  # whether it is a question, which names alone answer
    denying: Stretch | None = None


@dataclass(slots=True)
class Layout:
    """Reads the lines of a text in order, and knows the headings that they stand under."""

    text: str  # without markup
    raw: str
    topic: tuple[NameSpan, ...] = ()
    _lead: _Lead | None = None
    _firm: bool = False  # the lead is a heading's: names below it have it in common
    _names: Sequence[NameSpan] = ()
    _headed: bool = False
    _just_headed: bool = False  # nothing stands behind the last heading yet
    _false_level: int = 0  # of a heading above that calls false what stands under it: "## Myths"; 0 for none
    _beside: tuple[NameSpan, ...] = ()

    def blocks(self, within: Stretch) -> Iterator[Stretch]:
        """Yield the parts of a paragraph that headings keep apart."""
        start = within.start
        for line in self._lines(within):
            if _HEADING.match(self.raw, line.start, line.end) or self._is_bold(line):
                if self.text[start : line.start].strip():
                    yield Stretch(start, line.start)
                yield line
                start = line.end
        if self.text[start : within.end].strip():
            yield Stretch(start, within.end)

    def wordings(self, within: Stretch, names: Sequence[NameSpan]) -> Iterator[tuple[Wording, ...]]:
        """Yield what the lines of a paragraph may say: ways to word it, of which the first that is read counts."""
        self._names = names
        lines = list(self._lines(within))
        for n, line in enumerate(lines):
            if line.end - line.start > _LONGEST or self.text[line.start : line.end].lstrip().startswith("|"):
                continue
            item = _ITEM.match(self.text, line.start, line.end)
            following = len(lines) == 1 or (n + 1 < len(lines) and self._is_list_or_label(lines[n + 1]))
            if item is None and self._is_heading(line, following=following):
                self._take(line)
                self._headed = self._just_headed = True
                continue
            self._just_headed = False
            bare = self._headed and _GOES_ON.match(self.text, line.start, line.end) is not None
            self._headed = self._headed and item is not None
            if self._false_level:
                continue
            for own in self._labelled_parts(Stretch(item.end() if item else line.start, line.end)):
                yield from self._line(own, is_item=item is not None or bare)

    def _lines(self, within: Stretch) -> Iterator[Stretch]:
        start = within.start
        while start < within.end:
            end = self.text.find("\n", start, within.end)
            end = within.end if end < 0 else end
            asked = _INLINE_ANSWER.match(self.text, start, end)  # a question and its answer in one line
            if asked:
                yield Stretch(start, asked.end())
                start = asked.end()
            if self.text[start:end].strip():
                yield Stretch(start, end)
            start = end + 1

    def _is_bold(self, line: Stretch) -> bool:
        words = self.raw[line.start : line.end].strip()
        return len(words) > 4 and words[:2] in ("**", "__") and words.rstrip(":").endswith(words[:2])

    def _is_heading(self, line: Stretch, *, following: bool) -> bool:
        words = self.text[line.start : line.end].strip()
        if _HEADING.match(self.raw, line.start, line.end) or words.endswith(":"):
            return True
        if words.endswith("?") and _ASKED.match(words):
            return True
        if self._is_bold(line) and not _SEPARATOR.search(words):
            return True
        short = following and len(words.split()) <= _MOST_WORDS and words[-1:] not in ".!?;,"
        return short and (not _SEPARATOR.search(words) or self._only_names(line, self._within(line), told=True))

    @property
    def announced(self) -> tuple[NameSpan, ...]:
        """What a pronoun right below the last heading stands for."""
        return self.topic if self._headed else ()

    @property
    def beside(self) -> tuple[NameSpan, ...]:
        """The condition that the last heading names beside it."""
        return self._beside if self._headed else ()

    # ── headings ────────────────────────────────────────────────────────────────────────────────────────────────

    def _take(self, line: Stretch) -> None:
        """Take in a heading: it names what follows, says what the items below have in common, or ends what was."""
        marked = _HEADING.match(self.raw, line.start, line.end)
        line = line if marked else self._last_sentence(line)
        if marked:
            level = len(marked["level"])
            under = self._false_level and (level > self._false_level or self._just_headed)
            false = calls_false(self.text[line.start : line.end])
            self._false_level = level if false else self._false_level if under else 0
        colon = self.text[line.start : line.end].rstrip().endswith(":")
        inside = self._within(line)
        self._beside = tuple(n for n in inside[1:] if n.ill)
        if self._only_names(line, inside, told=True):
            self.topic = tuple(inside[:1] if _ASIDE.search(self.text, line.start, line.end) else inside)
            if marked or not self._firm:
                self._lead = None
            return
        self._lead, self._firm = self._read_lead(line), marked is not None
        if self._lead is not None and self._lead.known and self._lead.before and inside:
            self.topic = tuple(inside)
        elif marked:
            self.topic = self._asked_about(line, inside)
        elif self._lead is None and not colon and inside:
            self.topic = ()

    def _last_sentence(self, line: Stretch) -> Stretch:
        """Return the sentence that leads up to a list: "Good question! Several herbs do: …"."""
        ends = [end for end in sentence_ends(self.text, line.start, line.end) if self.text[end : line.end].strip()]
        return Stretch(ends[-1], line.end) if ends else line

    def _asked_about(self, line: Stretch, inside: Sequence[NameSpan]) -> tuple[NameSpan, ...]:
        """Return what a heading is about that says more than a name; its words may not doubt it."""
        words = self.text[line.start : line.end]
        if limits(words):  # "*A* in cats"
            return ()
        one = len({n.mention.ref for n in inside if not n.ill}) <= 1  # "*A* versus *B*" is about neither alone
        return tuple(inside[:1]) if inside and one and find_cue(words, CueScope.TEXT) is None else ()

    def _read_lead(self, line: Stretch) -> _Lead | None:
        lead = self._lead_in_words(line)
        denies = lead is not None and find_cue(self.text[line.start : line.end], CueScope.SENTENCE) is not None
        return replace(lead, denying=line) if lead is not None and denies else lead

    def _lead_in_words(self, line: Stretch) -> _Lead | None:
        inside = self._within(line)
        if len(inside) < 2 and (asked := _ASKED.match(self.text, line.start, line.end)):
            lead = self._lead_of_question(asked.end(), line, inside)
            if lead is not None or self.text[line.start : line.end].rstrip(" *_").endswith("?"):
                return lead
        words = _LIST_FOLLOWS.sub("", self.text[line.start : line.end])
        end = line.start + len(words)
        if len(inside) > 1 or (inside and inside[0].end > end) or not words.strip():
            return None
        for says, whose, pattern in short_forms():
            if whose != "cell" and pattern.fullmatch(self._signed(line.start, end, inside)):
                if whose == "topic":
                    return _Lead((*inside, says), (), of_topic=not inside, known=True)
                return _Lead((), (says, *inside), to_topic=not inside, known=True)
        if inside and (plural := _THE_FOLLOWING.match(self.text, line.start, end)):
            return _Lead((), (Stretch(plural.end(), inside[0].start), inside[0], Stretch(inside[0].end, end)))
        if inside and not self.text[line.start : inside[0].start].strip():
            return _Lead((inside[0], Stretch(inside[0].end, end)))
        if not inside and len(words.split()) <= _MOST_WORDS // 2:
            verb = ("is", Stretch(line.start, end)) if _PASSIVE.search(words) else (Stretch(line.start, end),)
            return _Lead(verb, of_topic=True)
        return None

    def _lead_of_question(self, start: int, line: Stretch, inside: Sequence[NameSpan]) -> _Lead | None:
        """Return what the answers to a question are said to be or do; None where they are not plain."""
        end = line.start + len(self.text[line.start : line.end].rstrip(" ?:*_"))
        if are := _WHAT_ARE.match(self.text, start, end):
            lead = self._lead_in_words(Stretch(are.end(), end))
            if lead is not None and lead.known:
                return replace(lead, asked=True)
        if not inside:
            return None
        name = inside[0]
        if does := _WHAT_DOES.fullmatch(self.text, start, name.start):
            verb = ("is",) if does[0].rstrip().casefold().endswith("is") else ()
            return _Lead((name, *verb, Stretch(name.end, end)), asked=True) if name.end < end else None
        has = _WHAT_HAS.match(self.text, start, name.start)
        return _Lead((), (Stretch(has.end(), name.start), name), asked=True) if has and name.end == end else None

    def _signed(self, start: int, end: int, inside: Sequence[NameSpan]) -> str:
        words = self.text[start:end]
        for name in inside:
            words = f"{words[: name.start - start]}T{words[name.end - start :]}"
        return " ".join(words.strip(" :*_").split())

    # ── lines ───────────────────────────────────────────────────────────────────────────────────────────────────

    def _line(self, own: Stretch, *, is_item: bool) -> Iterator[tuple[Wording, ...]]:
        asked = self._lead is not None and self._lead.asked and not is_item
        answered = _ANSWERED.match(self.text, own.start, own.end) if asked else None
        answered = answered if answered and answered[0].strip() else None
        label, content = self._labelled(own) if answered is None else (None, Stretch(answered.end(), own.end))
        if label is None:
            if is_item or (self._lead and self._lead.asked and self._only_names(content, self._within(content))):
                yield from self._item(content)
            else:
                self._lead = None
            return
        inside = self._within(label)
        told = self._lead if self._lead and is_item and self._only_names(label, inside) else None
        if told and _leaves_lead(self.text[content.start : content.end]):
            yield from self._under(told, label)  # "Interactions of *A*: - *B*: major severity"
            told = told if not self._within(content) else None
        else:
            told = None
        if told:
            return
        if len(inside) == 1 and self._only_names(label, inside, told=False):
            for part in self._parts(content):
                yield tuple(self._of_subject(inside[0], part, is_item=is_item))
        elif len(inside) == 2 and (says := relations_of_cell(self.text[content.start : content.end])):
            yield tuple(self._worded(own, (inside[0], words, inside[1])) for words in says)
        elif (lead := self._read_lead(label)) is None:
            return
        elif self._only_names(content, self._within(content), told=False):
            yield from self._under(lead, content)
        elif inside or len(self.topic) == 1:
            self.topic = tuple(inside) or self.topic
            for part in self._parts(content):
                if lead.known:
                    yield tuple(self._of_subject(self.topic[0], part, is_item=False))
                elif not inside:
                    yield tuple(self._worded(part, (self.topic[0], *verb, label, part)) for verb in ((), ("is",)))

    def _labelled_parts(self, own: Stretch) -> Iterator[Stretch]:
        """Yield the parts of a line of which each begins with a label: "Pros: …. Cons: …"."""
        start = own.start
        for end in sentence_ends(self.text, own.start, own.end):
            if self._labelled(Stretch(end, own.end))[0] is not None:
                yield Stretch(start, end)
                start = end
        yield Stretch(start, own.end)

    def _labelled(self, own: Stretch) -> tuple[Stretch | None, Stretch]:
        """Return the label of a line and its content; None for none."""
        for found in _SEPARATOR.finditer(self.text, own.start, own.end):
            if all(found.end() <= n.start or n.end <= found.start() for n in self._within(own)):
                label = Stretch(own.start, found.start())
                short = 0 < len(self.text[label.start : label.end].split()) <= _MOST_WORDS
                named = self._signed(label.start, label.end, self._within(label))
                whole = "." not in named and found.end() < own.end
                return (label, Stretch(found.end(), own.end)) if short and whole else (None, own)
        return None, own

    def _item(self, own: Stretch) -> Iterator[tuple[Wording, ...]]:
        inside = self._within(own)
        if inside and self._only_names(own, inside, told=False):
            if self._lead is not None:
                yield from self._under(self._lead, own)
        elif told := self._told_in_brackets(own, inside):
            yield tuple(self._of_subject(inside[0], told, is_item=False))
        elif self.topic:
            able = self._lead.before[-1] if self._lead and self._lead.before[-1:] in (("can",), ("cannot",)) else None
            for part in self._parts(own):
                if able:
                    said = self._worded(part, (self.topic[0], able, part))
                    yield (replace(said, denying=self._lead.denying if self._lead else None),)
                else:
                    yield tuple(self._of_subject(self.topic[0], part, is_item=False))

    def _told_in_brackets(self, own: Stretch, inside: Sequence[NameSpan]) -> Stretch | None:
        """Return what an item tells of its name in brackets: "*X* (interacts with *Y*)"."""
        words = self.text[own.start : own.end].rstrip(" .")
        if len(inside) < 2 or inside[0].start != own.start or not words.endswith(")"):
            return None
        start = self.text.find("(", inside[0].end, inside[1].start)
        only = start >= 0 and not self.text[inside[0].end : start].strip()
        return Stretch(start + 1, own.start + len(words) - 1) if only else None

    def _under(self, lead: _Lead, own: Stretch) -> Iterator[tuple[Wording, ...]]:
        """Yield what a lead says of each name in a list."""
        if (lead.of_topic or lead.to_topic) and len(self.topic) != 1:
            return
        first = self.topic if lead.of_topic else ()
        last = self.topic if lead.to_topic else ()
        for name in self._within(own):
            said = self._worded(Stretch(name.start, name.end), (*first, *lead.before, name, *lead.behind, *last))
            yield (replace(said, denying=lead.denying),)

    def _of_subject(self, subject: NameSpan, part: Stretch, *, is_item: bool) -> Iterator[Wording]:
        """Yield the ways in which words may go on with a name: "*X*: slows …", "*X*: no effect on …"."""
        if not self._within(part):
            back = _IT_BEHIND.search(self.text, part.start, part.end)
            if back and is_item and len(self.topic) == 1 and self.topic[0].mention.ref != subject.mention.ref:
                how = (back["how"].strip(),) if back["how"] else ()
                yield self._worded(part, (self.topic[0], Stretch(part.start, back.start()), subject, *how))
            return
        if found := _IT.match(self.text, part.start, part.end):
            part = Stretch(found.end(), part.end)
        words = self.text[part.start : part.end]
        if self._within(part)[0].start == part.start or any(
            "(" in words[: n.start - part.start] for n in self._within(part)
        ):
            return
        for sign, verb in _SIGNS:
            if words.startswith(sign):
                yield self._worded(part, (subject, verb, Stretch(part.start + len(sign), part.end)))
        yield self._worded(part, (subject, part))
        verb = "is" if words.split()[0].endswith("ing") else "has"
        yield self._worded(part, (subject, verb, part))

    def _parts(self, content: Stretch) -> Iterator[Stretch]:
        """Yield the sentences of a content, and the verbs that only commas keep apart, up to a denial."""
        spots = [(n.start, n.end) for n in self._within(content)]
        for sentence in split_sentences(self.text, content, spots):
            start = sentence.start + len(words := self.text[sentence.start : sentence.end]) - len(words.lstrip())
            commas = [i for i in range(start, sentence.end) if self.text[i] == ","]
            pieces = [
                Stretch(a, b) for a, b in zip((start, *(c + 1 for c in commas)), (*commas, sentence.end), strict=True)
            ]
            if len(pieces) > 1 and all(self._begins_anew(p) for p in pieces):
                for piece in pieces:
                    lead = len(self.text[piece.start : piece.end]) - len(self.text[piece.start : piece.end].lstrip())
                    yield Stretch(piece.start + lead, piece.end)
                    if _DENYING.search(self.text, piece.start, piece.end):
                        break
            else:
                yield Stretch(start, sentence.end)

    def _begins_anew(self, piece: Stretch) -> bool:
        """Whether a piece between commas has a verb of its own before its names."""
        inside = self._within(piece)
        before = self.text[piece.start : inside[0].start].split() if inside else []
        return bool(before) and before[0].casefold() not in ("and", "or", "but", "the", "a", "an", "which", "as")

    def _only_names(self, stretch: Stretch, inside: Sequence[NameSpan], *, told: bool = False) -> bool:
        """Whether a stretch is one or more names; `told`: perhaps with words that only announce what follows."""
        if told and (aside := _ASIDE.search(self.text, inside[0].end if inside else stretch.end, stretch.end)):
            inside = [n for n in inside if not aside.start() <= n.start < aside.end()]
        at, rest = stretch.start, []
        for name in inside:
            rest.append(self.text[at : name.start])
            at = name.end
        last = self.text[at : stretch.end]
        aside = _ASIDE.match(last) if told or len(inside) == 1 else None
        if aside and find_cue(aside[0], CueScope.TEXT) is None and not self._is_list(stretch):
            last = last[aside.end() :]
        plain = _BETWEEN.fullmatch(last) or (told and len(inside) == 1 and _ABOUT_IT.fullmatch(last))
        return bool(inside) and bool(plain) and all(map(_BETWEEN.fullmatch, rest))

    def _is_list_or_label(self, line: Stretch) -> bool:
        return self._is_list(line) or self._labelled(line)[0] is not None

    def _is_list(self, stretch: Stretch) -> bool:
        return _ITEM.match(self.text, self.text.rfind("\n", 0, stretch.start) + 1, stretch.end) is not None

    def _within(self, stretch: Stretch) -> Sequence[NameSpan]:
        return names_within(self._names, stretch.start, stretch.end)

    def _worded(self, place: Stretch, pieces: Sequence[Piece]) -> Wording:
        return worded(self.text, self._names, place, pieces)
