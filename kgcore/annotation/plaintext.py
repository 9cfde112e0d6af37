"""Claims of a text that nobody annotated: two names in a sentence, the phrase between them. Pure; abstains if unsure.

A wrong claim is worse than a missed one: see `clauses` for what is read.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial

from kgcore.annotation.discourse import (
    NO_TOPIC,
    Topic,
    in_their_order,
    left_out,
    of_the_risk,
    said_too,
    same_said,
    topic_of,
    with_pronouns,
)
from kgcore.annotation.headings import DIVIDED, LABELLED_FALSE, denied_stretches, is_item, is_ordinal, limited_stretches
from kgcore.annotation.kernels import with_further
from kgcore.annotation.layout import Layout, without_markup
from kgcore.annotation.overclaims import is_condition, promised
from kgcore.annotation.restated import restated
from kgcore.annotation.strangers import said_besides, said_of_stranger
from kgcore.annotation.tables import said_in_tables, wordings_of_tables
from kgcore.annotation.two_verbs import of_two_verbs
from kgcore.annotation.wording import Wording
from kgcore.english.accounted import is_accounted
from kgcore.english.asides import (
    Plainly,
    compared_ahead,
    excludes_ahead,
    of_examples,
    of_whoever,
    said_ahead,
    with_asides,
    without_adjectives,
    without_asides,
    without_not_only,
    without_others,
    without_preamble,
)
from kgcore.english.behind import excepts
from kgcore.english.chunks import adds_nothing, is_of_matter
from kgcore.english.clauses import Sentence
from kgcore.english.constructions import constructed, done_to
from kgcore.english.context import (
    ClaimFrame,
    asserts_nothing,
    denied_next,
    find_overstatement,
    read_frame_before,
    without_closing,
    without_rhetoric,
)
from kgcore.english.fronted import fronted, without_cleft
from kgcore.english.gist import gist_of
from kgcore.english.passed_over import joined, joins_ahead
from kgcore.english.regions import with_qualifiers
from kgcore.english.sentences import Stretch, blank_controls, split_paragraphs, split_sentences
from kgcore.english.spans import NameSpan, RelationSpan, names_within
from kgcore.english.topics import topic_ahead
from kgcore.english.words import word_list
from kgcore.linking.lookup_keys import EntityKind, kind_of
from kgcore.values.model import (
    UNQUALIFIED,
    Candidate,
    Entity,
    Mark,
    Match,
    Mention,
    Paragraph,
    Qualifier,
    QualifierKind,
    Qualifiers,
    Triple,
)
from kgcore.vocabulary.vocabulary import Vocabulary

Spots = Sequence[tuple[int, int, tuple[Candidate, ...]]]

_NEAR = 10  # characters in which a bracket belongs to a name
_ASPECT_OF = re.compile(
    r"(?:the |an? )?(?:incidence|risk|rates?|onset|occurrence|frequency|severity|number|development|symptoms?|signs?|"
    r"attacks?|episodes?|bouts?|cases?) of (?:the |an? )?",
    re.IGNORECASE,
)
_VERB = re.compile(r"([a-z]+) ")
_ARTICLE = re.compile(r"(?:an?|two|three) ", re.IGNORECASE)  # "*A* is an *antioxidant*": the words say what sort it is
_AUXILIARY = re.compile(r"\b(?:do|does|did|can|could|may|might|will|would)(?: not|n['’]t)? $", re.IGNORECASE)
_OPENED = re.compile(r"\s*\(\s*(?:(?:e\.g\.|i\.e\.|such as|like)\s*,?\s*)?$")
_ENDS = re.compile(r"[.!?]\s")
_UNTYPED = frozenset({"", "Thing"})  # what importers write where a source has no types
_MOST_CALLED = 6  # words of what only calls an illness: "Joint pain?", "Forget about migraines!"
_NEXT = 200  # characters of the next sentence that are looked at
_MOST = 24  # triples of one sentence; more is a list, not a sentence


def claims_in(text: str, spots: Spots, vocabulary: Vocabulary, *, strangers: bool = False) -> tuple[Paragraph, ...]:
    """Return the paragraphs of a text, every spotted name marked, with the triples that its sentences surely state.

    `strangers`: also what a plain sentence says of a thing that nothing was spotted for.
    """
    raw = blank_controls(text)
    text = without_markup(raw)
    names = _names(text, spots)
    reading = _Reading(text, raw, vocabulary, frozenset(n.mention.ref for n in names if n.ill))
    found: list[Paragraph] = []
    relations, before = 0, ""
    for number, stretch in enumerate(split_paragraphs(raw)):
        inside = names_within(names, stretch.start, stretch.end)
        said = [one for one in reading.said(stretch, inside, before) if one.start < one.end]
        before = raw[stretch.start : stretch.end]
        laid = reading.laid_out(stretch, inside, said, number, relations)
        said += (
            reading.strange(inside, said, [Stretch(t.start + stretch.start, t.end + stretch.start) for t in laid])
            if strangers
            else []
        )
        plain = _paragraph(text, stretch, number, inside, said, relations + len(laid))
        triples = sorted((*plain.triples, *laid), key=lambda t: t.start) if laid else plain.triples
        found.append(replace(plain, text=before, triples=tuple(triples)))
        relations += len(said) + len(laid)
    return tuple(found)


def _names(text: str, spots: Spots) -> list[NameSpan]:
    refs: dict[str, str] = {}
    found: list[NameSpan] = []
    for start, end, candidates in sorted(spots, key=lambda s: s[:2]):
        if not 0 <= start < end <= len(text) or (found and start < found[-1].end):
            continue
        if _is_done(text, start, end) or (candidates and _begins_with_verb(text[start:end], candidates[0])):
            continue
        first = start
        if found and candidates and not _ENDS.search(text, found[-1].end, start):
            first = _behind_aspect(text, start, end, candidates[0].entity)
        key = candidates[0].entity.id if candidates else text[start:end].casefold()
        ref = refs.setdefault(key, f"N{len(refs) + 1}")
        ill = bool(candidates) and is_condition(candidates[0].entity.type)
        felt = bool(candidates) and _may_be_felt(candidates[0].entity.type)
        taken = bool(candidates) and kind_of(candidates[0].entity.type) is EntityKind.SUBSTANCE
        found.append(NameSpan(first, end, Mention(text[first:end], ref=ref), ill=ill, felt=felt, taken=taken))
    return found


def _is_done(text: str, start: int, end: int) -> bool:
    """Whether a name is a verb in its place, which the graph happens to know: "do not affect"."""
    return text[start:end] in _verbs() and _AUXILIARY.search(text, max(0, start - _NEAR), start) is not None


def _begins_with_verb(label: str, meant: Candidate) -> bool:
    """Whether a verb and its object are only spelt much like a name: "reduces heart rate", not "reduced heart rate"."""
    first, _, object_ = label.partition(" ")
    return bool(object_) and meant.match is Match.SPELLING and first.casefold() in _verbs()


def _may_be_felt(type: str) -> bool:
    """Whether people may have it as an illness or a sign of one; of a graph that tells no types apart anything."""
    return kind_of(type) is EntityKind.CONDITION or type in _UNTYPED


def _behind_aspect(text: str, start: int, end: int, entity: Entity) -> int:
    """Return where an entity's own name begins: what comes before belongs to the relation.

    "The incidence of *B*", "lowers *B* and improves *C*" (where "improved *C*" is a name, too).
    """
    aspect = _ASPECT_OF.match(text, start, end) or _VERB.match(text, start, end) or _ARTICLE.match(text, start, end)
    if aspect and aspect.re is _VERB and aspect[1] not in _verbs():
        aspect = _ARTICLE.match(text, start, end)
    own = text[aspect.end() : end].casefold() if aspect else ""
    named = aspect and any(own == name.casefold() for name in (entity.name, *entity.synonyms))
    return aspect.end() if aspect and named else start


@cache
def _verbs() -> frozenset[str]:
    base = word_list("verb of a predicate") | word_list("verb of a name") | word_list("asked with can")
    return base | {f"{verb}s" for verb in base} | {f"{verb.removesuffix('e')}ing" for verb in base}


def _paragraph(
    text: str, stretch: Stretch, number: int, names: Sequence[NameSpan], said: Sequence[RelationSpan], before: int
) -> Paragraph:
    marks = [Mark(n.start - stretch.start, n.end - stretch.start, n.mention.ref) for n in names]
    triples: list[Triple] = []
    twins: dict[str, Stretch] = {}
    for count, one in enumerate(said, before + 1):
        place = Mark(one.start - stretch.start, one.end - stretch.start, f"R{count}")
        if all(place.end <= m.start or place.start >= m.end for m in marks):
            marks.append(place)
        triples += _triples(one, place, number)
        if one.between:
            twins[place.ref] = Stretch(one.between.start - stretch.start, one.between.end - stretch.start)
    ordered = tuple(sorted(marks, key=lambda m: m.start))
    read = with_qualifiers(Paragraph(text[stretch.start : stretch.end], ordered, tuple(triples)), plain=True)
    return _of_both(read, twins)


def _of_both(read: Paragraph, twins: Mapping[str, Stretch]) -> Paragraph:
    """Return a paragraph in which two relations of the same two things share what stands around both of them.

    `twins`: by the refs of such relations, where both stand.
    """
    triples = list(read.triples)
    pairs: dict[Stretch, list[int]] = defaultdict(list)
    for n, triple in enumerate(triples):
        if triple.ref in twins:
            pairs[twins[triple.ref]].append(n)
    for place, pair in pairs.items():
        own = read.text[place.start : place.end]
        shared = dict.fromkeys(q for n in pair for q in triples[n].qualifiers.said if q.words not in own)
        for n in pair:
            said = dict.fromkeys((*triples[n].qualifiers.said, *shared))
            triples[n] = replace(triples[n], qualifiers=Qualifiers(tuple(said)))
    return replace(read, triples=tuple(triples)) if pairs else read


def _triples(said: RelationSpan, place: Mark, paragraph: int) -> Iterator[Triple]:
    doubt = Qualifiers((Qualifier(QualifierKind.TONE, said.unread),)) if said.unread else UNQUALIFIED
    for subject in said.subjects:
        for object in said.objects:
            if subject.mention.ref != object.mention.ref:
                yield Triple(
                    subject.mention, said.phrase, object.mention, said.predicate, said.frame.negated, said.frame.hedged,
                    refuted=said.frame.refuted, ref=place.ref, paragraph=paragraph, start=place.start, end=place.end,
                    qualifiers=doubt, doubtful=said.divided,
                )  # fmt: skip


# ── one sentence ────────────────────────────────────────────────────────────────────────────────────────────────────


class _Reading:
    """Reads the paragraphs of a text in order."""

    def __init__(self, text: str, raw: str, vocabulary: Vocabulary, conditions: Collection[str]) -> None:
        self._text, self._raw, self._vocabulary, self._conditions = text, raw, vocabulary, conditions
        self._layout = Layout(text, raw)
        self._denied: frozenset[Stretch] = frozenset()  # sentences of the paragraph read last
        self._silent: list[Stretch] = []  # and those in which nothing was read
        self._told: list[Stretch] = []  # and the others
        self._carried = NO_TOPIC  # what the paragraph before ended with speaking of
        self._restated: list[Wording] = []  # what sentences say with the one before them

    def said(self, within: Stretch, names: Sequence[NameSpan], before: str) -> list[RelationSpan]:
        """Read the sentences of a paragraph, one after the other; `before` is the paragraph before."""
        spots = [(n.start, n.end) for n in names]
        parts = [s for block in self._layout.blocks(within) for s in split_sentences(self._text, block, spots)]
        self._denied = frozenset(denied_stretches(self._raw, parts, before))
        limited = limited_stretches(self._raw, parts, before)
        found: list[RelationSpan] = []
        self._silent, self._told = [], []
        heading = topic = Topic(self._layout.announced, objects=self._layout.beside)
        if not heading.names:
            heading = topic = self._carried
        leaning: list[tuple[Stretch, Sequence[NameSpan]]] = []
        theirs = False  # whether the clause before a semicolon makes the rest somebody's: "he dreams; *A* treats *B*"
        for sentence in parts:
            inside = names_within(names, sentence.start, sentence.end)
            own = self._text[sentence.start : sentence.end]
            topic = heading if is_item(own) and (heading.names or not is_ordinal(own)) else topic
            leaning.append((sentence, topic.names))
            unread = theirs or sentence in self._denied
            said = [] if unread else self._sentence(self._text, sentence, inside, topic)
            said = said or ([] if unread else self._dismissed(sentence, inside, topic))
            said = said or ([] if unread else self._divided(sentence, inside, topic))
            if not said and not unread and self._silent and self._silent[-1].end <= sentence.start:
                said = self._promised_over(self._silent[-1], sentence, names)
            self._silent += [] if said or unread else [sentence]
            self._told += [sentence] if said else []
            topic = topic_of(self._text, sentence, inside, said, topic)
            found += (
                [replace(one, unread=one.unread or limited[sentence]) for one in said] if sentence in limited else said
            )
            words = self._text[sentence.start : sentence.end].rstrip()
            theirs = words.endswith(";") and (theirs or not (inside or is_of_matter(words)))
        self._carried = Topic(topic.names)
        self._restated = list(restated(self._text, leaning, names))
        return [*found, *said_in_tables(self._text, within, names, self._vocabulary)]

    def _dismissed(self, sentence: Stretch, inside: Sequence[NameSpan], topic: Topic) -> list[RelationSpan]:
        """Return the denial of what a label calls false, "Myth: …", in doubt: its line is no place for a ✓."""
        label = LABELLED_FALSE.match(self._text, sentence.start, sentence.end)
        said = self._sentence(self._text, Stretch(label.end(), sentence.end), inside, topic) if label else []
        return [
            replace(one, frame=ClaimFrame(negated=True, refuted=True), unread=label[0].strip(" :-–*"))
            for one in said
            if label and one.frame == ClaimFrame() and not self._vocabulary.read(one.phrase).negated
        ]

    def _divided(self, sentence: Stretch, inside: Sequence[NameSpan], topic: Topic) -> list[RelationSpan]:
        """Return what papers are said not to agree about: at most evidence on both sides bears that out."""
        lead = DIVIDED.match(self._text, sentence.start, sentence.end)
        said = self._sentence(self._text, Stretch(lead.end(), sentence.end), inside, topic) if lead else []
        return [replace(one, divided=True) for one in said if one.frame == ClaimFrame()]

    def _promised_over(self, before: Stretch, sentence: Stretch, names: Sequence[NameSpan]) -> list[RelationSpan]:
        """Return the promise of two sentences that name one thing each: "*B*? Never again with *A*!"."""
        both = [names_within(names, one.start, one.end) for one in (before, sentence)]
        ill = [any(n.mention.ref in self._conditions for n in some) for some in both]
        near = (
            not self._text[before.end : sentence.start].strip() and "\n" not in self._text[before.end : sentence.start]
        )
        words = self._text[before.start : before.end].split()
        asks = words[:1] and words[0].casefold() in ("what", "which", "who", "how", "why", "when", "where")
        if not all(both) or ill[0] == ill[1] or not near or asks or len(words) > _MOST_CALLED:
            return []
        return promised(
            self._text, Stretch(before.start, sentence.end), [*both[0], *both[1]], self._conditions, silent=True
        )

    def _sentence(
        self, text: str, sentence: Stretch, names: Sequence[NameSpan], topic: Topic = NO_TOPIC
    ) -> list[RelationSpan]:
        said = _said(text, sentence, names, topic, self._vocabulary)
        vocabulary = self._vocabulary
        said = with_further(
            text, sentence, names, said, lambda t, s, n: _said(t, s, n, topic, vocabulary),
            lambda pieces: _clause_by_clause(text, pieces, names, topic, vocabulary),
        )  # fmt: skip
        if any(o.frame.refuted or find_overstatement(o.phrase) for o in said):
            return said
        if said and all(n.felt for n in names) and any(n.ill for n in names):
            return said  # "nobody with *A* has *B*" is no promise: neither of them is taken
        return (
            promised(text, sentence, names, self._conditions, silent=not said) or said
        )  # "everyone with … gets better on …"

    def laid_out(
        self, within: Stretch, names: Sequence[NameSpan], said: Sequence[RelationSpan], number: int, before: int
    ) -> list[Triple]:
        """Return what the layout of a paragraph says where its sentences say nothing; to be called after `said`."""
        found: list[Triple] = []
        laid = (*self._layout.wordings(within, names), *wordings_of_tables(self._text, within, names))
        laid += tuple((one,) for one in self._restated)
        for ways in (w for w in laid if w):
            denied = any(_meet(d, ways[0].denying or ways[0].place) for d in self._denied)
            if not denied and not any(_meet(Stretch(one.start, one.end), ways[0].place) for one in said):
                read = (self._worded(one, within, number, before + len(found)) for one in ways)
                found += next((triples for triples in read if triples), ())
        return found

    def strange(
        self, names: Sequence[NameSpan], said: Sequence[RelationSpan], laid: Sequence[Stretch]
    ) -> list[RelationSpan]:
        """Return what the sentences of a paragraph say of things that the graph lacks, where else nothing was read."""
        found: list[RelationSpan] = []
        for s in self._silent:
            if not any(_meet(s, place) for place in laid):
                found += said_of_stranger(self._text, s, names_within(names, s.start, s.end), self._vocabulary)
        for s in self._told:
            own, inside = [one for one in said if _within(one, s)], names_within(names, s.start, s.end)
            found += said_besides(self._text, s, inside, own, self._vocabulary) if inside else []
        return found

    def _worded(self, one: Wording, within: Stretch, number: int, before: int) -> list[Triple]:
        whole = Stretch(0, len(one.text))
        read = _paragraph(one.text, whole, number, one.names, self._sentence(one.text, whole, one.names), before)
        places = [one.origin(t.start, t.end, within) for t in read.triples]
        return [
            replace(t, start=start - within.start, end=end - within.start)
            for t, (start, end) in zip(read.triples, places, strict=True)
        ]


def _within(said: RelationSpan, sentence: Stretch) -> bool:
    return sentence.start <= said.start and said.end <= sentence.end


def _meet(one: Stretch, other: Stretch) -> bool:
    return one.start < other.end and other.start < one.end


def _said(
    text: str, sentence: Stretch, names: Sequence[NameSpan], topic: Topic, vocabulary: Vocabulary
) -> list[RelationSpan]:
    last = max((n.end for n in names), default=sentence.start)
    rest, hedged = without_closing(text[last : sentence.end])
    if rest != text[last : sentence.end]:
        said = _said(text[:last] + rest + text[sentence.end :], sentence, names, topic, vocabulary)
        return [replace(one, frame=replace(one.frame, hedged=True)) for one in said] if hedged else said
    text = without_others(of_examples(of_whoever(text, sentence, names), sentence, names), sentence, names)
    text = without_not_only(without_rhetoric(text, sentence), sentence, names)
    fronts = [text[sentence.start : n.start] for n in names]
    if asserts_nothing(text[sentence.start : sentence.end]) or any(map(excepts, fronts)):
        return []
    text, sentence = without_cleft(text, sentence, names)
    sentence, names = _from_topic(text, sentence, names, topic)
    whole, ahead = sentence, said_ahead(text, sentence, names)
    alone = ahead is not None and ahead[0] is names[-1]
    sentence, named = without_preamble(text, sentence, names)
    compared = compared_ahead(text, whole, names, named)
    left = [n for n in names if n not in named and n.ill]
    names, topic = named, replace(topic, ill=tuple(left)) if len(left) == 1 else topic  # "far from …ing *B*, *A* … it"
    if shortened := left_out(text, sentence, names or with_pronouns(text, sentence, names, topic), topic):
        return shortened
    if short := said_too(text, sentence, names):
        before = _said(text, Stretch(sentence.start, short[0]), short[1], topic, vocabulary)
        return [*before, *same_said(text, before, short[2], sentence)]
    inside = with_pronouns(text, sentence, names, topic)
    if len(inside) < 2:
        return list(_said_ahead(text, whole, ahead, (), vocabulary)) if alone and ahead else []
    again = partial(_said_again, sentence=sentence, names=names, topic=topic, vocabulary=vocabulary)
    if both := of_two_verbs(text, inside, vocabulary, again):
        return both
    plain = without_asides(text, sentence, _without_brackets(text, inside), compared)
    said = with_asides(Sentence(plain.text, sentence, plain.names, vocabulary).clauses(), plain)
    unknown = [one for one in said if vocabulary.read(one.phrase).elsewhere]
    said = [one for one in said if one not in unknown]
    said += _told_of(text, sentence, plain, said, vocabulary)
    said += _apposed(text, sentence, plain, vocabulary)
    said += done_to(text, sentence, inside, said, vocabulary)
    said += _said_ahead(text, whole, ahead, said, vocabulary) if ahead else ()
    said += constructed(plain.text, sentence, plain.names, vocabulary, said)
    if not said or all(vocabulary.read(one.phrase).near for one in said):  # what the graph itself says comes first
        said = fronted(plain.text, sentence, plain.names, vocabulary) or said
    said = _quoted(text, plain, sentence, vocabulary) or said or gist_of(text, sentence, inside, vocabulary)
    said += unknown if not said else ()  # what the graph has no predicate for is told where nothing else is read
    if not said and (shorter := without_adjectives(text, sentence, inside)):
        read = _said(shorter[0], sentence, names, topic, vocabulary)
        return [replace(one, unread=one.unread or shorter[1]) for one in read]
    said = of_the_risk(in_their_order(text, sentence, sorted(said, key=lambda one: one.start)), topic)
    return said if sum(len(s.subjects) * len(s.objects) for s in said) <= _MOST else []


def _clause_by_clause(
    text: str, pieces: Sequence[Stretch], names: Sequence[NameSpan], topic: Topic, vocabulary: Vocabulary
) -> list[RelationSpan]:
    """Read clauses as sentences, each leaning on the one before."""
    found: list[RelationSpan] = []
    for piece in pieces:
        inside = names_within(names, piece.start, piece.end)
        said = _said(text, piece, inside, topic, vocabulary)
        topic = topic_of(text, piece, inside, said, topic)
        found += said
    return found


def _said_again(
    text: str, *, sentence: Stretch, names: Sequence[NameSpan], topic: Topic, vocabulary: Vocabulary
) -> list[RelationSpan]:
    """Read a sentence in other words of the same length."""
    return _said(text, sentence, names, topic, vocabulary)


def _from_topic(
    text: str, sentence: Stretch, names: Sequence[NameSpan], topic: Topic
) -> tuple[Stretch, Sequence[NameSpan]]:
    """Return a sentence from where it speaks of the topic that it names: "As for *A*, it …"; else as it is.

    "It contains *A*, which …" tells more of what "it" is.
    """
    first = with_pronouns(text, sentence, names, topic)[:1]
    if first and first[0].stands_for:
        return sentence, names
    return topic_ahead(text, sentence, names) or (sentence, names)


def _quoted(text: str, plain: Plainly, sentence: Stretch, vocabulary: Vocabulary) -> list[RelationSpan]:
    """Return what a sentence says by the name of one of the graph's relations, and nothing else: "*A* has the relation
    P31 to *B*". Such a name is no English, so that no grammar reads it.
    """
    if len(plain.names) != 2 or denied_next(text[sentence.end :][:_NEXT].lstrip()):
        return []
    one, other = plain.names
    phrase = " ".join(plain.text[one.end : other.start].split())
    frame = read_frame_before(plain.text[sentence.start : one.start]) if vocabulary.quotes(phrase) else None
    if frame is None or not adds_nothing(plain.text[other.end : sentence.end]):
        return []
    return [RelationSpan((one,), (other,), phrase, one.end + 1, other.start - 1, frame)]


def _is_told_alone(plain: Plainly, sentence: Stretch, name: NameSpan) -> bool:
    """Whether the main clause asserts something of a name beside which nothing is named: "*A*, which …, is cheap"."""
    before, behind = plain.text[sentence.start : name.start], plain.text[name.end : sentence.end]
    return plain.names == (name,) and read_frame_before(before) == ClaimFrame() and adds_nothing(behind)


def _said_ahead(
    text: str,
    sentence: Stretch,
    ahead: tuple[NameSpan, Stretch, tuple[NameSpan, ...]],
    said: Sequence[RelationSpan],
    vocabulary: Vocabulary,
) -> Iterator[RelationSpan]:
    """Yield what the words before a subject say of it, where the sentence asserts something of it."""
    subject, place, objects = ahead
    phrase = " ".join(text[place.start : objects[0].start].split())
    reading = vocabulary.read(phrase)
    rest = text[subject.end : sentence.end]
    asserted = any(subject in one.subjects and one.frame == ClaimFrame() for one in said)
    # "By blocking *B*, *A* slows the disease down", but not "…, *A* makes people immortal".
    asserted |= not said and adds_nothing(rest) and is_accounted(rest, ())
    denied = excludes_ahead(text[sentence.start : objects[0].start])
    if (asserted or denied) and reading.predicates and not reading.negated:
        frame = ClaimFrame(negated=denied)
        yield RelationSpan((subject,), objects, phrase, place.start, objects[0].start - 1, frame)


def _told_of(
    text: str, sentence: Stretch, plain: Plainly, said: Sequence[RelationSpan], vocabulary: Vocabulary
) -> list[RelationSpan]:
    """Return what relative clauses tell of names of which the sentence asserts something: "*A*, which eases *B*, …"."""
    found = list[RelationSpan]()
    for name, at, objects in plain.told:
        stated = any(name in one.subjects and one.frame == ClaimFrame() for one in (*said, *found))
        if stated or _is_told_alone(plain, sentence, name):
            named = (replace(name, end=at), *objects)
            found += Sentence(text, Stretch(name.start, objects[-1].end), named, vocabulary).clauses()
    return found


_CONCEDED = re.compile(r"^(?:while|although|though|albeit)\s+", re.IGNORECASE)


def _apposed(text: str, sentence: Stretch, plain: Plainly, vocabulary: Vocabulary) -> Iterator[RelationSpan]:
    """Yield what a name is said to be right behind it: "*A*, the main component of *B*, …"."""
    for name, start, objects in plain.apposed:
        phrase = f"is {_CONCEDED.sub('', ' '.join(text[start : objects[0].start].split()))}"
        reading = vocabulary.read(phrase)
        asserted = read_frame_before(text[sentence.start : name.start]) == ClaimFrame()
        if asserted and reading.predicates and not reading.negated:
            yield RelationSpan((name,), objects, phrase, start, objects[0].start - 1, ClaimFrame())


def _is_verb(text: str, before: Sequence[NameSpan], name: NameSpan) -> bool:
    """Whether a name right behind another is a verb with its object, which the graph happens to know: "thins blood"."""
    words = text[name.start : name.end].split()
    behind = bool(before) and text[before[0].end : name.start].isspace()
    return behind and len(words) > 1 and words[0].islower() and words[0].endswith("s")


def _without_brackets(text: str, names: Sequence[NameSpan]) -> list[NameSpan]:
    """Drop names that stand alone in brackets, and those that only join a subject: "*A* with *B* treats *C*".

    The name before them reaches to the closing bracket, or to the end of what joins it.
    """
    kept: list[NameSpan] = []
    for name in names:
        before, behind = text[max(0, name.start - _NEAR) : name.start], text[name.end : name.end + _NEAR]
        alone = _OPENED.search(before) is not None and behind.lstrip().startswith(")")
        if alone and kept and _OPENED.fullmatch(text, kept[-1].end, name.start):
            kept[-1] = replace(kept[-1], end=text.index(")", name.end) + 1)
        elif not kept and len(names) > 2 and joins_ahead(text[: name.start], text[name.end :]):
            continue
        elif len(kept) == 1 and name is not names[-1] and joined(text[: kept[0].start], text[kept[0].end : name.start]):
            kept[0] = replace(kept[0], end=name.end)
        elif not alone and not _is_verb(text, kept[-1:], name):
            kept.append(name)
    return kept
