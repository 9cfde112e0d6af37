"""Answers what tests ask: a statement that is true or false, options of which one is right."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import replace

from kgcore.evidence.harms import is_interaction
from kgcore.ports import KnowledgeGraph
from kgcore.reasoning.change_options import as_changes
from kgcore.reasoning.choices import (
    ChoiceQuestion,
    ExamQuestion,
    Role,
    as_choice,
    asks_for_statements,
)
from kgcore.reasoning.deciding import Ruling, Standing, any_of, rule_choice, rule_statement, together, undecided_for
from kgcore.reasoning.exam_words import Written, choice_answer, known_between, statement_answer
from kgcore.reasoning.filling import (
    MOST_TRIED,
    STANDS_FOR,
    agreed,
    asks_of_told,
    by_short_names,
    filled_stems,
    further_gaps,
    gaps_of,
    is_asked_by_form,
    one_by_one,
    stems_of_told,
    with_name,
    without_apposition,
)
from kgcore.reasoning.layouts import is_no_list
from kgcore.reasoning.loose_stems import (
    CHANGES,
    EVERY_TIME,
    HOW,
    WHOM,
    narrowed,
    narrowings,
    of_other_object,
    read_loosely,
    says_only,
    unaccounted,
)
from kgcore.reasoning.open_stems import (
    last_sentence,
    plain_story,
    read_openly,
    read_widely,
    set_apart,
    singles_out,
)
from kgcore.reasoning.options import (
    CHANGES_ACTIVITY,
    PREPOSITION,
    are_deeds,
    as_mechanism,
    asks_for_several,
    is_kind_of_options,
    names_joined,
    names_within,
    pairs_as_deeds,
    pairs_of,
    process_asked,
    speaks_for_itself,
    statements_of,
    tells_of_it,
    with_activity,
    without_article,
    without_prepositions,
    without_reason,
)
from kgcore.reasoning.plain_words import SAYS_MORE, as_deed, in_plain_words
from kgcore.reasoning.readings import (
    Wanted,
    as_called,
    best_reading,
    filled_gap,
    focus_of,
    gaps_of_one,
    has_ends,
    is_in_names,
    is_named,
    is_open,
    is_unconnected,
    is_whole,
    of_parts,
    of_which,
    of_yes_no,
    says_it_fails,
)
from kgcore.reasoning.statements import StatementQuestion, Unanswerable, said_aside, said_behind, said_beside
from kgcore.reasoning.stem_forms import AS_WHICH, told_before_signs
from kgcore.reasoning.stems import PRESENTS, Gap, Spots, read_gaps, statement_parts
from kgcore.turn.checking import Checker
from kgcore.turn.exam_evidence import ExamEvidence
from kgcore.turn.exam_joins import ExamJoins, exact_names
from kgcore.turn.exam_signs import ExamSigns
from kgcore.turn.exam_stories import ExamStories
from kgcore.turn.exam_ties import ExamTies
from kgcore.turn.reader import TextReader
from kgcore.values.decision import UNDECIDED, Decision, DecisionKind
from kgcore.values.intent import Which, YesNo
from kgcore.values.model import Claim, Match, Mention, Paragraph, Triple
from kgcore.values.thread import Mode, Turn
from kgcore.vocabulary.vocabulary import Vocabulary

_PRONOUN = re.compile(r"^(?:it|they|he|she|this|these|that)\s+", re.I)
_ITS_END = Ruling(Decision(DecisionKind.CHOICE, "A"), ("A",))  # a statement's last name, as the one option of its stem
WHOLE = ""  # the part's name of a statement, or of a stem


class ExamAnswerer:
    """Decides test questions from the graph; raises GraphError where it cannot be reached."""

    def __init__(self, graph: KnowledgeGraph, vocabulary: Vocabulary, checker: Checker) -> None:
        self._graph = graph
        self._words = vocabulary
        self._checker = checker
        self._reader = TextReader(graph, vocabulary)
        self._joins = ExamJoins(graph, vocabulary, checker, self._reader)
        self._stories = ExamStories(graph, vocabulary, checker, self._reader)
        self._evidence = ExamEvidence(graph, vocabulary, checker, self._reader)
        self._signs = ExamSigns(graph, vocabulary, checker, self._reader)
        self.ties = ExamTies(graph, vocabulary, checker, self._reader)

    async def turn(self, turn: Turn, question: ExamQuestion) -> Turn:
        """Return the turn with the answer, its claims and the decision."""
        if isinstance(question, Unanswerable):
            return replace(turn, mode=Mode.GRAPH, paragraphs=(Paragraph(question.why),))
        if isinstance(question, StatementQuestion):
            written, decision = await self._statement(question)
        else:
            written, decision = await self._choice(question)
            if not written.claims and is_no_list(turn.question, [o.text for o in question.named]):
                return turn
        focus = focus_of(written.claims)
        return replace(
            turn, mode=Mode.GRAPH, paragraphs=written.paragraphs, claims=written.claims, decision=decision, focus=focus
        )

    async def decide(self, question: ExamQuestion) -> Decision:
        """Return the decision alone."""
        if isinstance(question, Unanswerable):
            return Decision(DecisionKind.CHOICE, UNDECIDED)
        _, decision = await (
            self._statement(question) if isinstance(question, StatementQuestion) else self._choice(question)
        )
        return decision

    async def _statement(self, question: StatementQuestion) -> tuple[Written, Decision]:
        said = in_plain_words(question.statement)
        claims = (await self._checked(await self._stated({WHOLE: said})))[WHOLE]
        if together(claims) in (Standing.NOT_FOUND, Standing.UNKNOWN) and (deed := as_deed(said)):
            other = (await self._checked(await self._stated({WHOLE: deed})))[WHOLE]
            claims = other if together(other) in (Standing.HOLDS, Standing.FAILS) else claims
        if is_open(claims) and not _holds_in_part(claims):
            claims = await self._loosely_stated(said) or await self._asked_of_its_end(question.statement) or claims
        if is_open(claims) and (short := await self._with_short_names(said)):
            claims = (await self._checked(await self._stated({WHOLE: short})))[WHOLE]
        if is_open(claims):
            claims = await self._evidence.stated(said) or claims
        ruling = rule_statement(replace(question, statement=said), claims)
        if ruling.decision.answer != UNDECIDED:
            spots = await self._reader.spot_plain(said)
            if together(claims) is Standing.HOLDS:
                added = narrowed(said, spots, {WHOM, HOW}) or said_aside(said, len(claims))
                added = added or said_beside(said, [c.triple for c in claims]) or of_other_object(said, spots)
            else:
                added = said_behind(said, [e.text for c in claims for e in (c.triple.subject, c.triple.object)])
            if added:
                ruling = undecided_for(added, DecisionKind.TRUE_FALSE)
        return statement_answer(question, claims, ruling, self._words), ruling.decision

    async def _choice(self, question: ChoiceQuestion) -> tuple[Written, Decision]:
        claims: dict[str, tuple[Claim, ...]] = {}
        asked = question
        question = await self._mechanism(await self._composed(await self._named(await self._bare(question))))
        question = await self._joins.by_ends(question)
        if any(o.role in (Role.YES, Role.NO) for o in question.options):
            claims |= await self._checked(await self._stated({WHOLE: question.stem}))
        else:
            claims |= await self._options(question)
        whole = claims.pop(WHOLE, ())
        ruling = rule_choice(question, claims, whole)
        if not whole and all(map(is_open, claims.values())):
            claims, ruling = await self._read_anew(question, claims, ruling)
        as_sent = replace(asked, options=question.options)
        if not (whole or ruling.labels) and (told := await self._stories.read(as_sent, claims)):
            claims, ruling = told, rule_choice(replace(question, stem=asked.asked, told=""), told, ())
        elif not (whole or ruling.labels) and (found := await self._evidence.asked(question, claims)):
            claims, ruling = found, rule_choice(question, found, ())
            added = await self._added(question, claims, ruling, asked) if ruling.labels else ""
            ruling = undecided_for(added) if added else ruling
        elif ruling.labels and not whole and (added := await self._added(question, claims, ruling, asked)):
            ruling = undecided_for(added)
        if not (whole or ruling.labels):
            claims, ruling = await self.ties.decide(question, asked, self._stories) or (claims, ruling)
        shown = replace(question, options=asked.options)
        unread = all(together(found) is Standing.UNKNOWN for found in (whole, *claims.values()))
        if unread and (known := await self._joins.known(question)):
            return known_between(shown, known, self._words), ruling.decision
        return choice_answer(shown, claims, whole, ruling, self._words), ruling.decision

    async def _bare(self, question: ChoiceQuestion) -> ChoiceQuestion:
        """Return a question whose options are names of the graph, where each has one and words that say nothing."""
        if pairs_of(question) or any(map(tells_of_it, question.named)):
            return question
        within = {o.label: [without_article(n) for n in names_within(o.text)] for o in question.named}
        known = await self._exact(n for names in within.values() for n in names)
        bare = {label: next((n for n in names if n in known), "") for label, names in within.items()}
        for option in question.named:
            bare[option.label] = bare[option.label] or await self._only_name(option.text)
        said = [bare[o.label] or o.text for o in question.named]
        if len({s.casefold() for s in said}) < len(said):
            return question
        options = tuple(replace(o, text=bare.get(o.label) or o.text) for o in question.options)
        return replace(question, options=options)

    async def _only_name(self, said: str) -> str:
        """Return the first name of an option that names one thing and says nothing else; "" for others."""
        spots = await self._reader.spot_plain(said)
        named = [(a, b) for a, b, meant in spots if meant and meant[0].match in (Match.EXACT, Match.SYNONYM)]
        return said[slice(*named[0])] if named and says_only(said, spots) else ""

    async def _mechanism(self, question: ChoiceQuestion) -> ChoiceQuestion:
        kinds = await self._exact(o.text for o in question.named)
        spots = await self._reader.spot_plain(question.stem)
        found = as_mechanism(question, spots, kinds) or as_changes(question, spots)
        return found or pairs_as_deeds(question, self._words) or question

    async def _added(
        self, question: ChoiceQuestion, claims: Mapping[str, Sequence[Claim]], ruling: Ruling, asked: ChoiceQuestion
    ) -> str:
        """Return what a stem, `asked` as it was sent, says beyond the claims that were made of it; "" for nothing."""
        if beside := await self._stories.speaks_against(asked, claims, ruling.labels):
            return beside
        if question.misfit or (question.told and is_asked_by_form(question.asked)):
            return ""
        if told_before_signs(question.stem) and all(
            c.triple.relation == PRESENTS for some in claims.values() for c in some
        ):
            return ""
        found = [c.predicate for label in ruling.labels for c in claims.get(label, ())]
        whom = set() if self._are_interactions(found) else {WHOM}  # two things interact whoever takes them
        if speaks_for_itself(question, self._words):
            said = without_reason(question.asked)
            more = whom | (set() if asks_for_statements(question.asked) or pairs_of(question) else {CHANGES})
            return narrowed(said, await self._reader.spot_plain(said), {HOW} | more)
        spots = await self._reader.spot_plain(question.asked)
        told = await self._reader.spot_plain(question.told) if question.told else ()
        added = narrowed(question.asked, spots, {HOW} | whom)
        added = added or next((w for w in narrowings(question.told, told, whom) if w.lower() not in EVERY_TIME), "")
        ends = (end.text for found in claims.values() for c in found for end in (c.triple.subject, c.triple.object))
        read = {c.triple.relation for claims_of in claims.values() for c in claims_of}
        added = added or unaccounted(question.asked, spots, list(dict.fromkeys(ends)), self._words, read)
        others = [together(claims.get(o.label, ())) for o in question.named if o.label not in ruling.labels]
        chosen = [c for label in ruling.labels for c in claims.get(label, ())]
        if says_it_fails(added, chosen, self._words) or is_named(added, chosen):
            return ""
        if is_kind_of_options(added, question.asked) and is_in_names(added, chosen):
            return ""  # "which deficiency is …?" of a vitamin D deficiency
        excluded = set(others) == {Standing.HOLDS if question.negative else Standing.FAILS}
        return "" if excluded and is_kind_of_options(added, question.asked) else added

    def _are_interactions(self, read_as: Sequence[str | None]) -> bool:
        return bool(read_as) and all(p and is_interaction(self._words.get(p)) for p in read_as)

    async def _read_anew(
        self, question: ChoiceQuestion, claims: dict[str, tuple[Claim, ...]], ruling: Ruling
    ) -> tuple[dict[str, tuple[Claim, ...]], Ruling]:
        """Return what other readings decide of a question whose first reading found nothing for any option.

        "None of these" stands only where no other reading finds one.
        """
        if self._are_interactions([c.predicate for found in claims.values() for c in found]):
            return claims, ruling  # what interacts is asked, and nothing wider: what treats an illness does not
        none = {o.label for o in question.options if o.role is Role.NONE}
        for read in self._ways_to_read_anew:
            other = await read(question)
            again = rule_choice(question, other, ())
            if again.labels and not (none.issuperset(again.labels) and ruling.labels):
                claims, ruling = other, again
            if ruling.labels and not none.issuperset(ruling.labels):
                break
        return claims, ruling

    @property
    def _ways_to_read_anew(self) -> Sequence[Callable[[ChoiceQuestion], Awaitable[dict[str, tuple[Claim, ...]]]]]:
        return (
            self._actively_asked,
            self._loosely_asked,
            self._shortly_asked,
            self._openly_asked,
            self._signs.of_row,
            self._widely_asked,
        )

    # ── statements ──────────────────────────────────────────────────────────────────────────────────────────────────

    async def _stated(self, statements: Mapping[str, str]) -> Wanted:
        """Return what statements claim, by name: as any text is read, then taken apart, then read as a question."""
        texts = [f"{_sentence(s)}." for s in statements.values()]
        plain = await self._reader.read_plain(texts)
        spots = await self._graph.spot(list(statements.values()))
        parts = [
            list(statement_parts(s, found, self._words)) for s, found in zip(statements.values(), spots, strict=True)
        ]
        called = await self._called(n for some in parts for p in some for n in (p.subject, p.object))
        exact = set(called.values())
        parts = [[as_called(p, called) for p in some] for some in parts]
        wanted = Wanted()
        for (name, said), paragraphs, found, some in zip(statements.items(), plain, spots, parts, strict=True):
            taken = [of_parts(p) for p in some]
            whole = [t for t, p in zip(taken, some, strict=True) if p.whole and {p.subject, p.object} <= exact]
            wanted.add(name, whole[-1:])  # the longest names: “activity of GABA” before “GABA”
            wanted.add(name, [tuple(t for p in paragraphs for t in p.triples)])
            asked = await self._reader.understand(f"{said}?", guess=False)
            if isinstance(asked.intent, YesNo) and is_whole(asked.intent, said, found):
                wanted.add(name, of_yes_no(asked.intent))
            wanted.add(name, taken)
            wanted.readings.setdefault(name, [])
        return wanted

    async def _asked_of_its_end(self, said: str) -> tuple[Claim, ...]:
        """Return what "{stem} {name}" claims where the graph has what the stem asks, and the name is the answer; ()."""
        if SAYS_MORE.search(said):
            return ()
        ends = [a for a, b, meant in await self._reader.spot_plain(said) if meant and not said[b:].strip(" .?!")]
        asked = as_choice(said[: min(ends)].rstrip(), [("A", said[min(ends) :])]) if ends else None
        if not isinstance(asked, ChoiceQuestion) or asked.negative:
            return ()
        for read in (self._options, self._loosely_asked):
            claims = (await read(asked)).get("A", ())
            if together(claims) is Standing.HOLDS and not await self._added(asked, {"A": claims}, _ITS_END, asked):
                return claims
        return ()

    # ── options ─────────────────────────────────────────────────────────────────────────────────────────────────────

    async def _named(self, question: ChoiceQuestion) -> ChoiceQuestion:
        """Return a question in which the thing that was told of is named where it is asked about."""
        if not question.told or not STANDS_FOR.search(question.asked):
            return question
        (asked,) = await self._graph.spot([question.asked])
        return with_name(question, await self._reader.spot_plain(question.told), asked) or question

    async def _composed(self, question: ChoiceQuestion) -> ChoiceQuestion:
        """Return "X lowers the absorption of: iron" as "X lowers: iron absorption", where the graph has such a name."""
        stem, names = process_asked(question)
        if not names or not await self._exact(names.values()):
            return question
        options = tuple(replace(o, text=names.get(o.label, o.text)) for o in question.options)
        return replace(question, stem=stem, options=options, told=question.told if question.told in stem else "")

    async def _options(self, question: ChoiceQuestion) -> dict[str, tuple[Claim, ...]]:
        spots, asked_spots = await self._graph.spot([question.stem, question.asked])
        told_spots = await self._reader.spot_plain(question.told) if question.told else ()
        if (alike := await self._joins.analogy(question)).readings:
            found = await self._checked_all(alike)
            return {k: any_of(claims) for k, claims in found.items()}
        if (pairs := await self._joins.pairs(question)).readings:
            found = await self._checked_all(pairs)
            held = {k: [c for c in claims if together([c]) is Standing.HOLDS] for k, claims in found.items()}
            return {k: any_of(held[k] or claims) for k, claims in found.items()}
        if question.misfit:
            return await self._checked(await self._joins.misfit(question))
        if asks_for_statements(question.asked) or are_deeds(question, spots, self._words):
            return await self._of_statements(question, spots)
        if (each := await self._of_each(question, asked_spots)).readings:
            return await self._checked(each)
        gap, known = await self._gap(question.asked, asked_spots)
        if gap and known:
            gaps = (gap, *further_gaps(question.asked, gap, asked_spots, self._words))
        else:
            gaps = await self._by_filling(question, asked_spots)
        if not gaps and question.told:
            if case := await self._signs.of_case(question, told_spots):
                return case
            gaps = await self._gaps_of_told(question, told_spots, asked_spots)
            if not gaps and asks_of_told(question.asked) and not any(meant for _, _, meant in asked_spots):
                return {}
            gap = gap or (await self._gap(question.stem, spots))[0]
        gaps = gaps or gaps_of_one(gap)
        wanted = Wanted()
        together_ = await self._together(question)
        for option in question.named:
            names = together_.get(option.label, [option.text])
            wanted.add(option.label, [tuple(filled_gap(gap, name) for gap in gaps for name in names)])
        if not gaps or not wanted.readings:
            await self._as_which(question, wanted)
        if not any(wanted.readings.values()):
            self._as_relations(question, spots, wanted)
        if not any(wanted.readings.values()):
            wanted = await self._stated(statements_of(question, spots, self._words))
        return await self._checked(wanted)

    async def _of_statements(self, question: ChoiceQuestion, spots: Spots) -> dict[str, tuple[Claim, ...]]:
        """Return what options claim that are statements, or what the stem's name does."""
        said = {k: in_plain_words(one) for k, one in statements_of(question, spots, self._words).items()}
        claims = await self._checked(await self._stated(said))
        for label in [k for k, found in claims.items() if is_open(found)]:
            claims[label] = await self._loosely_stated(said[label]) or claims[label]
        whole = {o.label: has_ends(claims.get(o.label, ()), o.fills) for o in question.named}
        return {label: found if whole.get(label) else () for label, found in claims.items()}

    async def _together(self, question: ChoiceQuestion) -> dict[str, list[str]]:
        """Return the names of each option that is a row of the graph's names, and no name itself."""
        rows = names_joined(question)
        parts = {name for names in rows.values() for name in names}
        known = await self._exact({*parts, *(o.text for o in question.named if o.label in rows)})
        if len(rows) == len(question.named) and asks_for_several(question):
            return {o.label: [o.text] if o.text in known else rows[o.label] for o in question.named}
        return {
            o.label: rows[o.label]
            for o in question.named
            if o.label in rows and o.text not in known and known.issuperset(rows[o.label])
        }

    async def _of_each(self, question: ChoiceQuestion, spots: Spots) -> Wanted:
        """Read "which treats both A and B?", "A and B interact with which of these?": an option has to fit each."""
        wanted = Wanted()
        stems = one_by_one(question.asked, spots)
        spotted = await self._graph.spot(stems) if stems else ()
        gaps = [(await self._gap(stem, found))[0] for stem, found in zip(stems, spotted, strict=True)]
        if gaps and all(gaps):
            for option in question.named:
                wanted.add(option.label, [tuple(filled_gap(gap, option.text) for gap in gaps if gap)])
        return wanted

    async def _exact(self, names: Iterable[str]) -> set[str]:
        return set(await exact_names(self._graph, names))

    async def _called(self, names: Iterable[str]) -> dict[str, str]:
        """Return names by which the graph calls what these names mean: as they are, or with another preposition."""
        asked = list(dict.fromkeys(names))
        bracketed = {n: (said[1].strip(), said[2].strip()) for n in asked if (said := _BRACKETED.fullmatch(n))}
        exact = await self._exact([*asked, *(part for parts in bracketed.values() for part in parts)])
        others = [n for n in asked if n not in exact and PREPOSITION.search(n)]
        found = await self._graph.rank([Mention(n) for n in others], _LIKE) if others else ()
        called = {n: n for n in asked if n in exact}
        for name, parts in bracketed.items():  # "xanthine dehydrogenase (XDH)": whichever of the two is known
            known = next((part for part in parts if part in exact), "")
            called |= {name: known} if known and name not in exact else {}
        for name, ranking in zip(others, found, strict=True):
            own = (n for c in ranking.candidates for n in (c.entity.name, *c.entity.synonyms))
            alike = next((n for n in own if without_prepositions(n) == without_prepositions(name)), "")
            called |= {name: alike} if alike else {}
        return called

    async def _gap(self, stem: str, spots: Spots) -> tuple[Gap | None, bool]:
        """Return how the stem leaves a gap, and whether the graph has its name; whole names go before parts of them."""
        gaps = list(read_gaps(stem, spots, self._words))
        called = await self._called(g.name for g in gaps)
        gaps, exact = [replace(g, name=called.get(g.name, g.name)) for g in gaps], set(called.values())
        known = sorted((g for g in gaps if g.name in exact), key=lambda g: -len(g.name))
        return next(iter((*known, *gaps)), None), bool(known)

    async def _gaps_of_told(self, question: ChoiceQuestion, told: Spots, asked: Spots) -> tuple[Gap, ...]:
        """Return what is asked of what a patient was told to have, where the question itself names nothing."""
        if question.negative or any(meant for _, _, meant in asked):
            return ()
        stems = stems_of_told(question.asked, question.told, told)
        for stem, found in zip(stems, await self._graph.spot(stems) if stems else (), strict=True):
            gap, known = await self._gap(stem, found)
            if known:
                return gaps_of_one(gap)
        return ()

    async def _by_filling(self, question: ChoiceQuestion, spots: Spots) -> tuple[Gap, ...]:
        """Put options' names into the stem and read that as prose; () where the readings differ."""
        stem = without_apposition(question.asked)
        others = [name for a, b, meant in spots if meant and (name := question.asked[a:b]) in stem]
        exact = await self._exact(without_article(o.text) for o in question.named) if others else set()
        known = [name for o in question.named if (name := without_article(o.text)) in exact][:MOST_TRIED]
        tried = [filled_stems(stem, name) for name in known]
        read = iter(await self._reader.read_plain([_sentence(t) + "." for some in tried for t in some]))
        gaps = [[gaps_of(next(read), name, others) for _ in some] for name, some in zip(known, tried, strict=True)]
        return next((found for way in zip(*gaps, strict=False) if (found := agreed(way, len(known)))), ())

    async def _as_which(self, question: ChoiceQuestion, wanted: Wanted) -> None:
        """Read the stem as an open question ("which … treats migraine?"), and put the options in for what it asks."""
        stem = AS_WHICH.sub(r"\1", question.stem).rstrip("?:. ")
        understood = await self._reader.understand(f"{stem}?", guess=False)
        which = understood.intent
        if not isinstance(which, Which) or not which.asked.predicates or which.asked.overstates:
            return
        linked = await self._graph.candidates([Mention(o.text) for o in question.named])
        for option, meant in zip(question.named, linked, strict=True):
            if meant:
                wanted.add(option.label, of_which(which, option, meant[0].entity))

    def _as_relations(self, question: ChoiceQuestion, spots: Spots, wanted: Wanted) -> None:
        """Read options that are relations between the two things that the stem names."""
        names = [question.stem[a:b] for a, b, meant in sorted(spots, key=lambda s: s[:2]) if meant]
        if len(names) != 2:
            return
        for option in question.named:
            phrase = re.sub(r" (?:it|them)$", "", _PRONOUN.sub("", option.text), flags=re.I)
            if self._words.read(phrase).predicates:
                wanted.add(option.label, [(Triple(Mention(names[0]), phrase, Mention(names[1])),)])

    # ── whatever the words are, where the graph itself tells what is meant ──────────────────────────────────────────

    async def _loosely_stated(self, said: str) -> tuple[Claim, ...]:
        """Return what a statement claims by its words alone, where the graph decides it; () elsewhere."""
        loose = read_loosely(said, await self._reader.spot_plain(said), self._words, statement=True)
        claims = await self._checker.check(loose.triples()) if loose else ()
        found = any_of(claims)
        decides = {Standing.HOLDS} | ({Standing.FAILS} if loose and loose.is_one else set())
        return found if together(found) in decides else ()

    async def _loosely_asked(self, question: ChoiceQuestion) -> dict[str, tuple[Claim, ...]]:
        """Return each option's claim where the stem's words alone tell what may be meant."""
        last = "" if question.told else last_sentence(question.stem, [without_article(o.text) for o in question.named])
        for said in filter(None, dict.fromkeys((question.stem, plain_story(question.stem), last))):
            loose = read_loosely(said, await self._reader.spot_plain(said), self._words)
            if loose is not None:
                return await self._evidence.filled_in(question, loose)
        return {}

    async def _with_short_names(self, said: str) -> str:
        return by_short_names(said, (await self._graph.spot([said]))[0]) if " (" in said else ""

    async def _shortly_asked(self, question: ChoiceQuestion) -> dict[str, tuple[Claim, ...]]:
        """Return each option's claim where a thing is called twice, and its short name is another of the graph's."""
        short = "" if question.told else await self._with_short_names(question.stem)
        return await self._options(replace(question, stem=short)) if short else {}

    async def _actively_asked(self, question: ChoiceQuestion) -> dict[str, tuple[Claim, ...]]:
        """Return each option's claim where the graph has the activity of what is activated or blocked as a thing of
        its own: "PPARG activity".
        """
        if not CHANGES_ACTIVITY.search(question.asked):
            return {}
        (spots,) = await self._graph.spot([question.stem])
        named = {question.stem[a:b] for a, b, meant in spots if meant}
        known = await self._exact(f"{n} activity" for n in (*named, *(o.text for o in question.named)))
        for asked in with_activity(question, named, known):
            claims = await self._options(asked)
            if any(together(found) is Standing.HOLDS for found in claims.values()):
                return claims
        return {}

    async def _openly_asked(self, question: ChoiceQuestion) -> dict[str, tuple[Claim, ...]]:
        """Return each option's claim where a story tells of one thing, and the graph sets one option apart."""
        said = plain_story(question.stem)
        claims = await self._evidence.filled_in(
            question, read_openly(said, await self._reader.spot_plain(said), self._words)
        )
        standings = {label: together(found) for label, found in claims.items()}
        return claims if singles_out(standings, negative=question.negative) else {}

    async def _widely_asked(self, question: ChoiceQuestion) -> dict[str, tuple[Claim, ...]]:
        """Return each option's claim where the graph sets one option apart, or joins none of them with any name."""
        said = plain_story(question.stem)
        wide = read_widely(said, await self._reader.spot_plain(said), self._words)
        found = [await self._evidence.filled_in(question, stem) for stem in wide.stems]
        standings = [{label: together(claims) for label, claims in one.items()} for one in found]
        apart = set_apart(standings, every=wide.every, negative=question.negative)
        if apart is not None:
            return found[apart]
        joined = any(not is_unconnected(claims) for one in found for claims in one.values())
        return {} if joined or not found or question.negative else found[0]

    # ── checking ────────────────────────────────────────────────────────────────────────────────────────────────────

    async def _checked_all(self, wanted: Wanted) -> dict[str, tuple[Claim, ...]]:
        """Return the claims of all readings of each part."""
        triples = {k: [t for reading in readings for t in reading] for k, readings in wanted.readings.items()}
        claims = iter(await self._checker.check([t for some in triples.values() for t in some]))
        return {k: tuple(next(claims) for _ in some) for k, some in triples.items()}

    async def _checked(self, wanted: Wanted) -> dict[str, tuple[Claim, ...]]:
        """Return each part's claims in the first reading that the graph knows the names of, all checked at once."""
        triples = [t for readings in wanted.readings.values() for reading in readings for t in reading]
        claims = dict(zip(triples, await self._checker.check(triples) if triples else (), strict=True))
        found: dict[str, tuple[Claim, ...]] = {}
        for name, readings in wanted.readings.items():
            judged = [tuple(claims[t] for t in reading) for reading in readings]
            found[name] = best_reading(judged)
        return found


def _holds_in_part(claims: Sequence[Claim]) -> bool:
    """Whether one of several things that are said holds: then all is read, and what is not found is not left out."""
    return len({c.triple.object.text for c in claims}) > 1 and any(together([c]) is Standing.HOLDS for c in claims)


def _sentence(said: str) -> str:
    return said[:1].upper() + said[1:].rstrip(" .?!")


_BRACKETED = re.compile(r"([^()]{2,80}) ?\(([^()]{2,40})\)")
_LIKE = 5  # names that are compared with one that the graph does not have
