"""What a question asks: its form, read around the entities that were spotted in it. Pure.

`understand_question` never fails: what it cannot make out is an `Open` question about the entities that it names, if
any.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from kgcore.english.behind import makes_something_of
from kgcore.english.language import language_of
from kgcore.question.comparing import understand_comparison
from kgcore.question.controls import MOST
from kgcore.question.followup import resolve_followup
from kgcore.question.pointing import others_than
from kgcore.question.qualified import (
    asked_qualifiers,
    harm_beside,
    is_of_harm,
    may_go_beside,
    with_taken_beside,
    without_beside,
    without_qualifiers,
    without_tail,
)
from kgcore.question.relation import (
    RelationWords,
    asked_by_slant,
    asked_by_verb,
    is_about_harm,
    is_ill,
    is_taken,
    understand_relation,
)
from kgcore.question.skeleton import Skeleton, Spot, asks_how_many, question_skeleton, renumber_slots, with_deeds
from kgcore.question.spots import with_tags, without_own_verbs, without_parts, without_types, without_verbs
from kgcore.question.strangers import bare_names, lettered_names, unknown_name
from kgcore.question.taking import added, spaced, too_much, with_all_taken
from kgcore.question.unread import (
    asked_about,
    is_list,
    is_verb_of,
    of_body_part,
    of_part_of_each,
    says_more,
    says_something,
    unread,
)
from kgcore.question.usual_forms import undoubted, usual_forms, usual_of_two
from kgcore.question.which import understand_which
from kgcore.values.intent import (
    About,
    AskedRelation,
    Compare,
    Connect,
    Digest,
    Examples,
    Intent,
    More,
    Open,
    Slant,
    Which,
    Why,
    YesNo,
    named_entities,
)
from kgcore.values.model import Entity
from kgcore.vocabulary.wording import name_in_sentence

_SLOT = r"\{(\d)\}"
_TWO = 2
_WHY = re.compile(
    r"^(?:and )?(?:why|explain (?:why|how)|by what"
    r"|how (?!(?:effective|good|well|useful|safe|helpful|bad|likely|much|many|long|soon|fast|quick\w*|often|common"
    r"|strong|old|far|big|large|high|early|late)\b))|\bmechanisms?\b"
)
_EXAMPLES = re.compile(
    r"(?:(?:what|which) (?:are|is)|give(?: me)?|name|list|show(?: me)?)? ?(?:some )?examples? (?:of|for)"
    rf" {_SLOT}$"
    r"|(?:(?:what|which|and|so|how many|are|list|name|show(?: me)?|tell me|give me|the|all|different|various|known|main"
    r"|other) )*(?:kinds?|types?|forms?|sorts?|subtypes?|varieties|members) of (?:the )?"
    rf"{_SLOT}(?: (?:are|is) (?:there|known|described|listed|recorded)| exist| do (?:you|we) (?:know|have)(?: of)?"
    r"| (?:are|is) in (?:the|this) graph)?$"
)
_GO_ON = re.compile(
    r"tell me more\b"
    r"|(?:what|anything) else (?:is known|do (?:you|we) know|does the graph (?:know|say|hold)) (?:about|of|on)\b"
)
_SUM_UP = re.compile(
    r"(?:sum up|summari[sz]e) (?:all )?(?:that |what )?(?:we|i|you) (?:have )?(?:found|learned|learnt|said|seen|know)\b"
)
_HANGS_TOGETHER = re.compile(
    r"^how (?:are|do|is) .*(?:connected|related|linked|associated|joined|(?:hang|fit|come|go) together|relate)"
    r"|^what (?:connects|joins|links|relates)\b"
)
_JOINS = frozenset({"and", "or", "with", "to", "for", "in", "on", "", "against", "if i have", "when i have"})
_EMPTY = re.compile(r"(?:so|and|but|then|is|are|the|an?|do|does|can|or|to|it|of|in|for|with|about|\W)*")


@dataclass(frozen=True, slots=True)
class UnderstoodQuestion:
    """A question understood: `focus` are its own entities in order, `alternatives` what each might mean besides.

    `written` are the words that an entity was read from, by its id; `unread` those words of the question that nothing
    in the answer takes account of; `put_right` are misspelt words of the question, each with what was meant.
    """

    intent: Intent
    focus: tuple[Entity, ...] = ()
    alternatives: tuple[tuple[Entity, ...], ...] = ()
    follow_up: bool = False
    written: Mapping[str, str] = field(default_factory=dict)
    unread: tuple[str, ...] = ()
    put_right: tuple[tuple[str, str], ...] = ()


def read_otherwise(understood: UnderstoodQuestion) -> tuple[tuple[str, str], ...]:
    """Return (as written, as read) for the question's names that were not read literally."""
    said = ((understood.written.get(e.id, ""), e) for e in understood.focus)
    named = ((written, name_in_sentence(e)) for written, e in said if written and not _is_literal(written, e))
    return (*named, *understood.put_right)


CASE: Final = r"(?:of|in|after|during|with|from|due to|caused by|associated with|induced by|on)\b"  # narrows an ill


def _is_literal(written: str, entity: Entity) -> bool:
    """Tell whether a name was written as the graph has it, in part, in the plural, or by its initials."""
    mine, name = _stems(written), _stems(entity.name)
    head, *case = re.split(rf", | {CASE}", entity.name, maxsplit=1, flags=re.IGNORECASE)
    called = {synonym.casefold() for synonym in entity.synonyms}
    if case and set(mine) <= set(_stems(head)) and written.casefold() not in called:  # "nausea": of pregnancy
        return False
    initials = "".join(w[0] for w in name)
    return not mine or set(mine) <= set(name) or "".join(mine) in {"".join(name), initials, f"{initials}s"}


_DRESS = frozenset("a an the my your some drink drinking eat eating take taking use using".split())  # noqa: SIM905


def _stems(text: str) -> list[str]:
    words = re.findall(r"[a-z]+|\d+", re.sub(r"['’]s\b|['’.]", "", text.lower()))
    return [w.removesuffix("s") or w for w in words if w not in _DRESS]


def understand_question(
    question: str, spots: Sequence[Spot], words: RelationWords, types: Sequence[str], before: Intent | None = None
) -> UnderstoodQuestion:
    """Understand a question; `before` is what the thread asked last, for follow-ups ("and what about zinc?")."""
    spots = without_parts(question, without_types(question, with_tags(question, spots, types), types), words)
    joined, spots = lettered_names(question, without_own_verbs(question, spots, words))
    form = with_deeds(question_skeleton(joined, without_verbs(question, spots, words)), question, spots)
    followed = resolve_followup(form, before, types, words) if before is not None else None
    intent = (followed.intent if followed else None) or _intent(followed.form if followed else form, words, types)
    if followed is not None and before is not None and isinstance(intent, Compare) and intent.topic is None:
        intent = replace(intent, topic=next((e for e in named_entities(before) if is_ill(e)), None))
    intent = others_than(intent, form, before)
    if isinstance(intent, Which) and asks_how_many(question):
        intent = replace(intent, counted=True)
    focus = named_entities(intent)
    others = {slot[0].id: slot[1:] for slot in form.slots}
    written = {meant[0].entity.id: question[start:end] for start, end, meant in spots if meant}
    if followed and followed.intent and not form.slots:  # all of it was taken as going on
        return UnderstoodQuestion(intent, focus, follow_up=True)
    usual = isinstance(intent, Which) and intent.asked.slant in {None, Slant.BAD}
    usual = (usual and any(usual_forms(followed.form if followed else form))) or usual_of_two(form) is not form
    rest = () if usual or language_of(question) else unread(form, intent, words, types)
    if usual and len(focus) < len(form.slots):  # "is there a {0} marker of {1}" was read without the one
        rest = tuple(written[slot[0].id] for slot in form.slots if slot[0].id in written and slot[0] not in focus)
    if followed is None:
        intent, rest = _qualified(question, spots, intent, rest, words, types)
    intent, rest = _said_in_answer(intent, rest, question, spots)
    asked = (followed.form if followed else form).text
    intent, rest = of_part_of_each(*of_body_part(intent, rest, asked, words), question)
    rest = _told_with_name(rest, question, spots, written)
    return UnderstoodQuestion(
        intent, focus, tuple(others.get(e.id, ()) for e in focus), followed is not None, written, rest
    )


def _qualified(
    question: str,
    spots: Sequence[Spot],
    intent: Intent,
    rest: tuple[str, ...],
    words: RelationWords,
    types: Sequence[str],
) -> tuple[Intent, tuple[str, ...]]:
    """Return the intent with what qualifies it, and what is left unread. Harms stay as they were asked for."""
    if isinstance(intent, About) and intent.beside and rest:
        plainer, said = without_tail(question, spots, intent.entity)
        again = understand_question(plainer, spots, words, types) if said else None
        if again and isinstance(again.intent, Which) and again.intent.asked.slant is not Slant.BAD:
            return replace(again.intent, qualifiers=said), again.unread
    if not isinstance(intent, YesNo | Which):
        return intent, rest
    qualifiers = asked_qualifiers(question, spots, intent)
    if isinstance(intent, Which) and intent.missing:
        if intent.asked.slant is Slant.BAD or without_qualifiers((intent.missing,), qualifiers):
            return intent, rest
        intent = replace(intent, missing="")
    return replace(intent, qualifiers=qualifiers), without_qualifiers(rest, qualifiers)


def _said_in_answer(
    intent: Intent, rest: tuple[str, ...], question: str, spots: Sequence[Spot]
) -> tuple[Intent, tuple[str, ...]]:
    """Return the intent with names as they were written, and with what was not read of a question that has no other
    answer than to say so; and what is left to be said beside the answer.
    """
    if isinstance(intent, YesNo | About | Open) and intent.unknown:
        names = _as_named(intent.unknown, question, spots)
        said = {word for name in names for word in name.casefold().split()}
        rest = tuple(r for r in rest if any(w not in said for w in bare_names(r, question, spots).casefold().split()))
        intent = replace(intent, unknown=names)
    elif (rest and isinstance(intent, Open) and not intent.entities) or (
        rest and isinstance(intent, YesNo) and is_list(intent.asked.phrase, question)
    ):
        return replace(intent, unknown=_as_named(rest, question, spots)), ()
    elif rest and isinstance(intent, About) and intent.beside and not intent.missing:
        return replace(intent, missing=", ".join(_as_named(rest, question, spots))), ()
    if isinstance(intent, About | Which) and intent.missing:
        intent = replace(intent, missing=", ".join(_as_named(intent.missing.split(", "), question, spots)))
    return intent, rest


def _told_with_name(
    rest: tuple[str, ...], question: str, spots: Sequence[Spot], written: dict[str, str]
) -> tuple[str, ...]:
    """Return what was not read, as it was written; what stands before a name is told with it ("Zorbian fever")."""
    left = [_as_written(words, question) for words in rest]
    for start, end, meant in spots:
        before = question[:start]
        own = next((w for w in left if before.endswith(f"{w} ") and bare_names(w, question, spots)), "")
        proper = _PROPER.search(before)
        if is_verb_of(own, before.removesuffix(f"{own} ")):  # "which animals carry rabies"
            continue
        if meant and (own or (proper and says_something(proper[1]))):
            written[meant[0].entity.id] = question[start - len(own or (proper and proper[1]) or "") - 1 : end]
            left = [words for words in left if words != own]
    return tuple(left)


_PROPER = re.compile(r"[a-z,] ([A-Z][a-z][\w'’-]*) $")


def _as_named(said: Sequence[str], question: str, spots: Sequence[Spot]) -> tuple[str, ...]:
    """Return what is named as it stands in the question, without the verbs around it; these where there is no name."""
    names = tuple(dict.fromkeys(filter(None, (bare_names(words, question, spots) for words in said))))
    return names or tuple(_as_written(words, question) for words in said)


def _as_written(words: str, question: str) -> str:
    """Return words of a question's form as they stand in the question: "il6", IL6."""
    pattern = re.escape(words).replace(r"\-", "[- ]")
    found = re.search(pattern, question, re.IGNORECASE)
    return found[0] if found else words


def _intent(form: Skeleton, words: RelationWords, types: Sequence[str]) -> Intent:
    if not form.slots:
        return Open()
    asked, beside = without_beside(form)
    plainer = _intent(asked, words, types) if beside else None
    if isinstance(plainer, Which | YesNo) and may_go_beside(plainer):
        return replace(plainer, beside=beside)
    asked, beside = harm_beside(form)
    harm = _intent(asked, words, types) if beside else None
    if isinstance(harm, Which) and is_of_harm(harm):
        return replace(harm, beside=beside)
    form, excepted = _without_excepted(_taken_alone(form))
    intent = with_all_taken(_of_names(form, words, types), form)
    return replace(intent, without=excepted) if excepted and isinstance(intent, Which) else intent


def _of_names(form: Skeleton, words: RelationWords, types: Sequence[str]) -> Intent:
    further = _further(form)
    if further is not None:
        return further
    form, unknown, alone = unknown_name(form, words)
    if unknown and alone:
        entities = tuple(form.entity(n) for n in range(len(form.slots)))
        return About(entities[0], unknown=(unknown,)) if len(entities) == 1 else Open(entities, (unknown,))
    intent = _known(form, words, types)
    return replace(intent, unknown=(unknown,)) if unknown and isinstance(intent, YesNo | About | Open) else intent


_CAN_NOT = (
    r"(?:can ?not|could not|do(?:es)? not|must not|should not|may not|(?:am|is|are) not allowed to)"
    r" (?:take|have|use|tolerate|want|get|like|stand|afford)"
)
_FAILS = (
    r"(?:(?:is|was) (?:not (?:tolerated|an option|possible|allowed|working|enough)|contraindicated|out)"
    r"|do(?:es)? not (?:work|help|agree with \w+|suit \w+)|fails|failed|did not (?:work|help))"
)
_EXCEPTED = re.compile(
    r"(?:^(?:and |so |but )?|,? )(?:besides?|other than|apart from|aside from|except(?:ing)?(?: for)?|excluding"
    r"|in addition to|rather than|instead of|not counting|outside of|(?:leaving|setting|putting)(?: aside)?|beyond|bar"
    r"|barring|if not|but not|and not|without(?: (?:the (?:help|use) of|taking|using|needing|having to (?:take|use)))?"
    r"|(?:(?:that|which|but|and|who) )*(?:is|are|was|were) no(?:t|ne of the)?"
    rf"|(?:if|when|because|since) (?:i|you|we|one|he|she|they|my \w+|somebody|someone) {_CAN_NOT})"
    rf" (?:having )?{_SLOT}(?: (?:aside|apart|excluded))?,?"
    rf"|, not {_SLOT}|(?:^|,? )(?:with )?{_SLOT} (?:aside|apart|excluded|excepted|left aside)(?! from),?"
    rf"|,? (?:if|when) {_SLOT} {_FAILS}|^(?:[\w']+ ){{1,3}}?{_CAN_NOT} {_SLOT}[;,.:] (?:so |but )?"
    rf"|^(?:but |if )?{_SLOT} {_FAILS}[;,.:] (?:so |but )?"
)
_ALTERNATIVE = re.compile(
    rf"(?:what|which|name|list|is|are|any|there|the|an?|do you know|(?:what )?would be|give me|good|other| )*"
    rf"(?:alternatives?|substitutes?|replacements?|options?|choices?)(?: drugs?| medicines?)? (?:to|for|than|instead of"
    rf"|beyond|besides) {_SLOT} (?:for|in|against|to treat) {_SLOT}"
)
_ASKS_FOR = re.compile(
    r"(?:what|which|who|how|is there|are there|any|anything|something|some|name|list|show|find|give|tell|suggest"
    r"|recommend|do you know)\b|(?P<kind>(?:[a-z]+ ){0,2}(?:drugs?|drops|medicines?|meds|medications?|pills?|tablets?"
    r"|creams?|supplements?|herbs?|vitamins?|treatments?|therap(?:y|ies)|remed(?:y|ies)|foods?) (?:for|against)\b)"
)


# "calcium without vitamin D": of two things that people take, what the first goes without.
_ALONE = re.compile(
    rf"(?:on its own |alone |by itself )?,?(?:without|minus|but no|with no)(?: (?:any|added|extra|the))* {_SLOT}"
)
_IS_WITHOUT = re.compile(rf"(?:is|are|does|do|has|have|which|what)\b[^{{}}]*{_SLOT} {_ALONE.pattern}\W*")


def _taken_alone(form: Skeleton) -> Skeleton:
    """Return the form without what something is taken without: nothing of it is asked ("is {0} without {1}" asks)."""
    for found in re.finditer(rf"(?<=\}} ){_ALONE.pattern},?", form.text):
        before, gone = re.search(r"\{(\d)\} $", form.text[: found.start()]), found[1]
        behind = before and (is_taken(form.entity(before[1])) or not _ASKS_FOR.match(form.text))
        if before and behind and before[1] != gone and is_taken(form.entity(gone)):
            left = " ".join(f"{form.text[: found.start()]} {form.text[found.end() :]}".split())
            if not _IS_WITHOUT.fullmatch(form.text) and f"{{{gone}}}" not in left:
                return renumber_slots(replace(form, text=left))
    return form


_MORE_OF_THEM = re.compile(rf"(?:,? (?:and|or|nor) |, ){_SLOT}")


def _without_excepted(form: Skeleton) -> tuple[Skeleton, tuple[Entity, ...]]:
    """Return the form without what is not to be named again, where others are asked for ("what besides {0} causes
    {1}", "what lowers {0} without {1}", "which drugs apart from {0} and {1} …"), and that.
    """
    if len(form.slots) < _TWO:
        return form, ()
    instead = _ALTERNATIVE.fullmatch(form.text)
    if instead and len(form.slots) == _TWO:
        return Skeleton("what treats {0}", (form.slots[int(instead[2])],)), (form.entity(instead[1]),)
    for found in _EXCEPTED.finditer(form.text):
        excepted, end = [next(n for n in found.groups() if n)], found.end()
        comma = form.text[end - 1] == ","
        while more := _MORE_OF_THEM.match(form.text, end - comma):
            excepted, end, comma = [*excepted, more[1]], more.end(), False
        rest = f"{form.text[: found.start()]} {form.text[end:]}".strip(" ,")
        one = len(set(re.findall(_SLOT, rest))) == 1
        asks = _ASKS_FOR.match(rest)
        if one and asks and not all(is_ill(s[0]) for s in form.slots):
            rest = f"what are the {rest}" if asks["kind"] else rest  # "eye drops for {0}"
            return renumber_slots(replace(form, text=" ".join(rest.split()))), tuple(map(form.entity, excepted))
    return form, ()


def _known(form: Skeleton, words: RelationWords, types: Sequence[str]) -> Intent:
    form = undoubted(usual_of_two(form))
    if len(form.slots) == 1:
        return (
            too_much(form, words) or _judged(form, words) or understand_which(form, words, types) or _one(form, words)
        )
    return (
        spaced(form, words)
        or added(form, words)
        or understand_comparison(form)
        or _of_remedies(form, words, types)
        or _within(form, words, types)
        or _why(form, words)
        or _asking_which(form, words, types)
        or _yes_no(form, words)
    )


_DOES_FOR = re.compile(rf"what (?:does|do|did|can|could|will|would) {_SLOT} do (?:for|to|against|in|with) ([a-z].+)")
_TO_TAKE = re.compile(
    r"is it (?:safe|unsafe|dangerous|ok|okay|bad|risky|harmful|fine|all right|advisable)(?: for ([a-z][\w' -]+?))?"
    rf" to (?:take|use|eat|drink|have|give) {_SLOT}(?: (.+))?"
)


def _judged(form: Skeleton, words: RelationWords) -> Which | About | None:
    """Read "what does {0} do for bones" and "is it dangerous for children to take {0}": what is not known is said."""
    if not is_ill(form.entity(0)) and (done := _DOES_FOR.fullmatch(form.text)):
        return About(form.entity(0), asked_about(done[2]))
    if taken := _TO_TAKE.fullmatch(form.text):
        of = " and ".join(filter(None, (asked_about(taken[1] or ""), asked_about(_HARMING.sub(" ", taken[3] or "")))))
        return Which(form.entity(0), asked_by_slant(Slant.BAD, words, None, "safe"), (), True, missing=of)
    return None


_ASKING_OF = re.compile(
    rf"((?:what|which|is there anything|are there any|how (?:can|do|to)|[a-z]+(?: [a-z]+)? (?:of|from)"
    r"|(?:drugs?|med\w+|treatments?|therap(?:y|ies)|remed(?:y|ies)|help) (?:for|against))"
    rf"\b.*{_SLOT}) (?:in|among|of|with|for)"
    r" (?:(?:\w+ )?(?:people|patients|children|adults|those|someone|a (?:person|patient|child))"
    rf" (?:with|who ha(?:ve|s)) )?{_SLOT}(?: (?:patients?|people|sufferers?))?"
)


_KIND = r"(?:drug|medicine|med|medication|pill|tablet|treatment|supplement|herb|remedy|remedie|therapie)s?"
_ILLS_DRUGS = re.compile(
    rf"(?P<which>(?:which|what)(?: of the)?) (?:\w+ )?(?:\{{0\}}(?:'s)? (?P<kind>{_KIND})|(?P<drugs>{_KIND})"
    r"(?: that are| that is)?(?: used| given| taken| prescribed)? (?:for|against|in|to treat) \{0\})"
    r"(?: (?:that|which|can|could|may|might|will|would|do|does))* (?P<does>[a-z][a-z -]{2,40}?) \{1\}"
)


def _of_remedies(form: Skeleton, words: RelationWords, types: Sequence[str]) -> Which | None:
    """Read "which {0} drugs cause {1}" as what causes that, asked of those who have the first: no harm is passed over
    because no edge joins the two ills.
    """
    found = _ILLS_DRUGS.fullmatch(form.text)
    ill, harm = form.slots[0][0], form.slots[1][0]
    if found is None or is_taken(ill) or len(form.slots) != _TWO or not is_ill(harm):
        return None
    kind = found["kind"] or found["drugs"]
    asks = Skeleton(f"{found['which']} {kind} {found['does']} {{0}}", form.slots[1:])
    asked = understand_which(asks, words, types)
    helps = {p for said in ("treats", "prevents", "helps with") for p in words.read(said).predicates}
    if asked is None or asked.outward is True or asked.asked.slant is Slant.GOOD or helps & set(asked.asked.predicates):
        return None
    if is_ill(ill):
        return replace(asked, within=ill)
    return replace(asked, missing=f"{name_in_sentence(ill)} {kind}")


def _within(form: Skeleton, words: RelationWords, types: Sequence[str]) -> Which | YesNo | None:
    """Read "what helps against {0} in {1}": a question of the first, asked of those who have the second."""
    found = _ASKING_OF.fullmatch(form.text)
    if found is None or len(form.slots) != 2 or found[2] == found[3] or not is_ill(form.entity(found[3])):
        return None
    asked = understand_which(replace(form, text=found[1], slots=form.slots[: int(found[2]) + 1]), words, types)
    if asked is None or found[2] != "0":
        return None
    first, second = asked.entity, form.entity(found[3])
    if not is_ill(first) and asked.asked.slant is not Slant.BAD:  # "the evidence for {0} in {1}" asks for the two
        return YesNo(first, second, asked_by_slant(asked.asked.slant or Slant.ANY, words, second))
    return replace(asked, within=second)


def _further(form: Skeleton) -> Intent | None:
    """Read what asks for examples, for more, for a summary, or how several things hang together."""
    entities = tuple(form.entity(n) for n in range(len(form.slots)))
    if len(entities) == 1 and _EXAMPLES.match(form.text):
        return Examples(entities[0])
    if _GO_ON.match(form.text):
        return More(entities[:MOST])
    if _SUM_UP.match(form.text):
        return Digest(entities)
    if len(entities) > 2 and _HANGS_TOGETHER.search(form.text):
        return Connect(entities[:MOST])
    return None


def _why(form: Skeleton, words: RelationWords) -> Why | None:
    if not _WHY.search(form.text) or len(form.slots) > 3:
        return None
    between = re.search(rf"{_SLOT} (.+?) {_SLOT}", form.text)
    inverted = between is not None and understand_relation(f"is {between[2]}", words).inverted
    a, b = (form.entity(1), form.entity(0)) if inverted else (form.entity(0), form.entity(1))
    return Why(a, b)


def _asking_which(form: Skeleton, words: RelationWords, types: Sequence[str]) -> Which | None:
    asks = re.match(r"(?:which|list|show me|name|find|what \w+s) ", form.text)
    return understand_which(form, words, types) if asks else None


def _yes_no(form: Skeleton, words: RelationWords) -> Intent:
    pairs = re.finditer(rf"(?=(?<!\w)(\w*) ?{_SLOT}(?:'s)?,? ?([^{{}}]*?) ?{_SLOT})", form.text)
    readings = [_pair(form, p[1], p[2], p[3], p[4], words) for p in pairs if p[2] != p[4]]
    sure = [r for r in readings if r.asked.predicates and r.asked.slant is None]
    if sure or (readings and len(form.slots) == 2):
        chosen = (sure or readings)[0]
        pair = (chosen.subject, chosen.object)
        return with_taken_beside(chosen, tuple(s[0] for s in form.slots if s[0] not in pair), form)
    return Open(tuple(form.entity(n) for n in range(len(form.slots))))


def _pair(form: Skeleton, aux: str, first: str, between: str, second: str, words: RelationWords) -> YesNo:
    a, b = form.entity(first), form.entity(second)
    copula = {"is": "is ", "are": "is ", "was": "is ", "were": "is ", "has": "has ", "have": "has "}.get(aux, "")
    lead, tail = form.text.partition(f"{{{first}}}")[0], form.text.rpartition(f"{{{second}}}")[2]
    if between in _JOINS and not copula and not lead.strip() and not tail.strip():
        asked = AskedRelation(slant=Slant.ANY)  # two names side by side ask nothing in particular
        return YesNo(b, a, asked) if is_ill(a) and not is_ill(b) else YesNo(a, b, asked)
    if between in _JOINS and not (copula == "is " and not between):
        heard = understand_relation(f"{lead} {between} {tail}".strip() if between != "for" else f"{lead} for", words, b)
        asked = heard.asked if heard.asked.predicates else AskedRelation(slant=Slant.ANY)
        return YesNo(b, a, asked) if is_ill(a) and not is_ill(b) else YesNo(a, b, asked)
    if copula == "is " and not between:
        return YesNo(a, b, asked_by_verb("is a", words))
    if re.match(r"\s*risks?\b", tail) and re.fullmatch(
        r"(?:\w+ )?(?:lower|reduc|decreas|cut|rais|increas)\w*", between
    ):
        between, tail = f"{between} the risk of", ""
    between = re.sub(r"^(?:use|usage|intake|consumption|supplementation) (?=[a-z])", "", between)  # "statin use lowers"
    if makes_something_of(between, tail):
        return YesNo(a, b, AskedRelation(between, slant=Slant.ANY))
    heard = understand_relation(tail if re.search(r"[.!?;]", between) else copula + between, words, b)
    harms = heard.asked.slant is Slant.BAD and not is_taken(b)  # "is aging bad for memory"
    if heard.asked.slant is not None and is_ill(a) and not is_ill(b) and not harms:
        return YesNo(b, a, asked_by_slant(heard.asked.slant, words, a, heard.asked.phrase))
    return YesNo(b, a, heard.asked) if heard.inverted else YesNo(a, b, heard.asked)


def _one(form: Skeleton, words: RelationWords) -> Intent:
    entity = form.entity(0)
    judged = re.fullmatch(
        rf"(?:is|are|does|do|did|has|have|can|will|how) (?:\w+ (?:is|are) )?{_SLOT} (.+)|how (\w+) (?:is|are) {_SLOT}",
        form.text,
    )
    if judged:
        said = judged[2] or judged[3]
        if re.fullmatch(r"(?:un)?safe|dangerous|harmful|toxic|bad(?: for (?:you|me|health|us|people))?|risky", said):
            return Which(entity, asked_by_slant(Slant.BAD, words, None, said), (), True)
        if re.fullmatch(
            r"(?:any )?(?:good|healthy|helpful|useful|effective|beneficial|work|help|worth \w+)"
            r"(?: for (?:you|me|us|health))?",
            said,
        ):
            return Which(entity, asked_by_slant(Slant.GOOD, words, None, said), (), True)
    missing = _missing(form.text)
    if missing and is_about_harm(missing):  # "does it damage the thyroid": all that it is known to harm
        return Which(entity, asked_by_slant(Slant.BAD, words, None, missing), (), True, missing=_harmed(missing))
    if taker := _TAKER.fullmatch(form.text):
        return About(entity, taker[1])
    named = re.sub(r"^(?:and |or |with |an? |the |my )+", "", _without_verb(_SUITED.sub("", missing), words))
    return About(entity, named, not missing and says_more(form.text))


# Who takes it: "can pregnant women take {0}", "is {0} safe for children" is read where it is judged.
_TAKER = re.compile(
    r"(?:can|could|may|should|is it (?:safe|ok|okay|all right) for) "
    r"((?!(?:i|we|you|he|she|it|they|one|people|someone|anyone|anybody)\b)[a-z][\w' -]{2,40}?)"
    rf" (?:to )?(?:take|have|use|eat|drink|be given|get|try) {_SLOT}(?: safely)?"
)
_HARMING = re.compile(
    r"\b(?:unsafe|safe\w*|ok(?:ay)?|fine|all right|suitable|allowed|dangerous|harm\w*"
    r"|toxic|hurts?|damag\w+|bad|risky?|risks|unhealthy|adverse|triggers?"
    r"|depletes?|long[- ](?:term|run)|every day|daily|at night|empty stomach|health|people|human(?:s|ity)?"
    r"|kind|type|any\w*)\b"
)


_SUITED = re.compile(
    r"^(?:useful|good|helpful|effective|needed|necessary|important|beneficial|recommended|worth \w+) "
    r"(?:for|after|before|in|during|against|when|while) "
)


def _harmed(said: str) -> str:
    """Return what a question asks the harm of, where it names that: "give you cancer" is about cancer."""
    several = re.split(r",? (?:and|or|nor) (?:(?:in|for|on|to) )?|, ", _HARMING.sub(" ", said))  # "hair loss or tremor"
    return ", ".join(dict.fromkeys(filter(None, map(asked_about, several))))


def _without_verb(missing: str, words: RelationWords) -> str:
    """Return what is asked about without the relation before it: "prevent fractures" is about fractures."""
    said = missing.split()
    for length in range(min(_VERB, len(said) - 1), 0, -1):
        heard = " ".join(said[:length])
        if not _TIES & {said[length - 1], said[length]} and words.read(heard).predicates:
            return " ".join(said[length:])
    return missing


_VERB = 4  # words of a relation that are taken off
_TIES = frozenset({"with", "and", "or", "the", "a", "an", "my"})  # where these stand, the words are not cut apart


def unfound_names(understood: UnderstoodQuestion) -> tuple[str, ...]:
    """Return the words of a question that may name what the graph has no entry for."""
    intent = understood.intent
    unknown = intent.unknown if isinstance(intent, YesNo | About | Open) else ()
    missing = (intent.missing,) if isinstance(intent, About) and intent.missing else ()
    against = (intent.against,) if isinstance(intent, YesNo) and intent.against else ()
    return (*understood.unread, *unknown, *missing, *against)


def _missing(text: str) -> str:
    """Return what a yes/no question says of its one entity: words that the graph has nothing for."""
    said = re.fullmatch(
        rf"(?:is|are|does|do|did|can|could|may|might|will|would|should|has|have) (?:i take )?{_SLOT} (.{{3,80}})", text
    )
    return "" if said is None or _EMPTY.fullmatch(said[2]) else said[2]
