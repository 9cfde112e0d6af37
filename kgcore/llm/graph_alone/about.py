"""Answers about one entity, and lists of what stands in a relation to it."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import partial

from kgcore.english.agreement import capitalise, is_plural, join_words
from kgcore.english.body import body_in, names_spoken_of
from kgcore.english.inflection import indefinite_article, singular
from kgcore.evidence.findings import Agreement, Finding, fits_question
from kgcore.evidence.harms import may_warn, warns
from kgcore.linking.drug_classes import is_member
from kgcore.linking.lookup_keys import is_gene
from kgcore.llm.graph_alone.lists import (
    FindingGroup,
    apt_predicate,
    as_asked_first,
    chosen,
    described,
    group_for_sentences,
    group_sentence,
    in_general,
    missing_lead,
    newcomers_first,
    nothing_direct,
    nothing_known,
    nothing_on,
    on_all,
    path_through_relative,
    quoted_names,
    step_away,
    told_by,
    unknown_names,
    unrecorded_words,
    wants_help,
    with_extents,
)
from kgcore.llm.graph_alone.measures import how_many, not_measured, number_asked
from kgcore.llm.graph_alone.warnings import (
    NOT_SHOWN_SAFE,
    WARNED,
    asks_for_warnings,
    asks_of_interactions,
    asks_to_take,
    goes_with_ill,
    ills_beside,
    kinds_mixed,
    may_harm,
    no_all_clear,
    no_interactions,
    not_shown_safe_behind,
    on_fate,
    told_of_body,
    warnings_on,
    warnings_on_forms,
)
from kgcore.llm.graph_alone.writer import AnnotatedWriter, AnswerContext, is_membership, lowered
from kgcore.question.relation import GOOD, is_ill, is_swallowed, is_taken
from kgcore.question.unread import asked_about
from kgcore.values.intent import About, Slant, Which
from kgcore.values.model import Entity
from kgcore.values.text import clean_line
from kgcore.verdict.qualifiers import unmet_by
from kgcore.vocabulary.phrasebook import packaged_phrasebook
from kgcore.vocabulary.phrases import phrase_meaning
from kgcore.vocabulary.types import plural_type, type_words
from kgcore.vocabulary.wording import article_before_object, name_in_sentence, predicate_verb, verb_and_noun

_TAKEN_TOGETHER = re.compile(
    r"(?:\b(?:with|together with|alongside|on top of)|^(?:and|or|plus)) (?:an? |my |the |some )?([\w' -]{3,40})$"
)
_HELPED = re.compile(r"(?:help|deal|do anything|do something|make a difference|be (?:good|useful|of (?:any )?use))\b")
_MAY_TAKE = re.compile(
    r"\b(?:can|could|may|should|is it (?:ok|okay|safe|fine|all right)(?: for| to)?|allowed to)\b[^.?!]{0,40}"
    r"\b(?:take|have|use|combine|mix|give|eat|drink|keep|stay)\b"
    r"|\b(?:while|when|if) (?:i'?m |i am )?(?:on|taking|using)\b",
    re.IGNORECASE,
)
_BESIDE_IT = re.compile(
    r"\b(?:on|(?<!help )(?<!helps )(?<!deal )(?<!deals )with|plus|while|taking|takes?"
    r"|alongside|together|combin\w+|mix\w*|interact\w*|clash\w*|get along|meets?"
    r"|at the same time|start\w*|add(?:s|ed|ing)?|bad idea|risky|danger\w*|ok|okay)\b|\+",
    re.IGNORECASE,
)
_TWO = re.compile(r"\s*[\w'-]+(?: [\w'-]+)? (?:and|with|plus|&|\+) [\w'-]+(?: [\w'-]+)?[\s?.!]*")
_ASKS_FOR_OTHERS = re.compile(
    r"\b(?:other|others|else|another|further|more|besides|additional|left|remaining|instead|alternatives?|different)\b"
)
_WHAT_IT_IS = re.compile(r"(?:(?:and|so|but|ok),? )*what(?:['’]s| is| are)(?! (?:known|said|new|there)\b)", re.I)
_EXPLAINED = 2  # times as much is told of an entity that is to be explained
_CLASS = 4  # sentences on what a class points to
_ABOVE = 4  # names of those that were told before
Paragraphs = list[list[str]]
_LOOSE = "ASSOCIATED_WITH"  # what is asked by words that any relation answers ("is connected with")


def answer_about(context: AnswerContext, writer: AnnotatedWriter, intent: About) -> Paragraphs:
    """Return what an entity is and the best-documented that the graph knows of it, agreed findings first."""
    entity = intent.entity
    wished = GOOD.search(context.question)  # what somebody hopes for is no matter of warnings
    if (intent.missing or intent.beside) and not wished and (of_body := told_of_body(context, writer, entity)):
        return [of_body, sentences_on_relatives(context, writer, entity)]
    stranger = None if _HELPED.match(intent.missing) else _TAKEN_TOGETHER.search(intent.missing)
    if stranger and is_taken(entity):  # what is known of one of the two comes first, whole
        other = unknown_names([stranger[1]], context.nearest, alone=True)
        warned = warnings_on(context, writer, entity) or [
            f"It has no warnings about {name_in_sentence(entity)} either."
        ]
        return [[*other, NOT_SHOWN_SAFE, *warned], sentences_on_relatives(context, writer, entity)]
    if intent.missing and (named := _named_within(context, intent)):
        groups = _apart(group_for_sentences(named, entity, context.dim))
        told = [sentences_told(writer, some[: context.size.sentences], context.size.members) for some in groups if some]
        told[0][0] = f"{nothing_on(entity, intent.missing)[:-1]} as such. Closest to it: {lowered(told[0][0])}"
        return told
    lead = _about_lead(context, writer, intent)
    own = fresh = context.fresh(context.around(entity))
    # Whatever was asked, it is not to be hidden what to beware of.
    if (intent.beside or intent.unknown or intent.missing) and is_taken(entity) and own:
        warned = warnings_on(context, writer, entity)
        own = tuple(f for f in own if not (warned and warns(f)))
        lead += warned
        if not own:
            return [in_general(lead), sentences_on_relatives(context, writer, entity)]
    if not own:
        heard = f"All that the graph has on {name_in_sentence(entity)} has been said above."
        none = heard if context.around(entity) else nothing_known(context, name_in_sentence(entity))
        return [in_general([*lead, none]), sentences_on_relatives(context, writer, entity)]
    listed = group_for_sentences(own, entity, context.dim)
    agreed, open_ = _apart(listed if len(own) < len(fresh) else with_extents(context, listed))
    agreed = newcomers_first(context.vocabulary, agreed)
    top, more = (_EXPLAINED if intent.full else 1) * context.size.sentences, max(1, context.size.sentences // 2)
    first = sentences_told(writer, chosen(agreed or open_, top), context.size.members)
    return [
        in_general([*lead, *first]),
        sentences_told(writer, open_[:more], context.size.members) if agreed else [],
        sentences_on_relatives(context, writer, entity),
    ]


def _about_lead(context: AnswerContext, writer: AnnotatedWriter, intent: About) -> list[str]:
    """Return what is said before what is known of an entity: what it is, or what of the question was not found."""
    entity = intent.entity
    lead = [] if context.told and not _WHAT_IT_IS.match(context.question) else [described(writer, entity)]
    if intent.missing:
        lead = [missing_lead(entity, intent.missing, context.nearest)]
    asked = context.question
    known = {f.predicate.name for f in context.findings}
    if intent.missing and (measure := not_measured(asked, known)):
        lead = [f"{measure} In general:"]
    together = _MAY_TAKE.search(asked) or _TWO.fullmatch(asked) or _BESIDE_IT.search(asked)
    suits = (is_taken(entity) and together) or (is_swallowed(entity.type) and asks_to_take(asked))
    if intent.missing and (suits or (is_ill(entity) and _MAY_TAKE.search(asked))):
        lead = [f"{nothing_on(entity, intent.missing)} {NOT_SHOWN_SAFE} In general:"]
    if intent.unknown:
        other = unknown_names(intent.unknown, context.nearest, alone=True)
        lead = [*other, *no_all_clear(context, [entity]), *lead]
    elif intent.beside and not intent.missing:
        unanswered = f"I found {name_in_sentence(entity)}, but nothing that answers the question as put."
        lead = [f"{not_measured(asked, known) or unanswered} In general:", *lead]
    return lead


def _named_within(context: AnswerContext, intent: About) -> list[Finding]:
    """Return the findings with what has all that a question names in its name or notes: "liver" in liver injury."""
    words = names_spoken_of(intent.missing)

    def has(finding: Finding, word: re.Pattern[str]) -> bool:
        other = other_end(finding, intent.entity)
        said = (other.name, *other.synonyms, *(e.note for e in finding.edges))
        return any(word.search(one.casefold()) for one in said)

    return [f for f in context.fresh(context.around(intent.entity)) if all(has(f, word) for word in words)]


def answer_which(context: AnswerContext, writer: AnnotatedWriter, intent: Which) -> Paragraphs:
    """Return those that stand in the relation, then those that papers dispute or deny."""
    if instead := _instead(context, writer, intent):
        return instead
    own = [f for f in context.around(intent.entity) if not _is_excepted(other_end(f, intent.entity), intent)]
    if intent.asked.negated:
        return _failed(context, writer, intent)
    if intent.asked.overstates:
        return _short_of(context, writer, intent, own)
    fits = [f for f in own if fits_which(context, intent, f)]
    found = (narrowed := [f for f in fits if _speaks_of(intent, f)]) or fits
    if not found and (products := _gene_products(context, intent)) is not None:
        return _instead_of_genes(context, intent, answer_which(context, writer, products))
    warning = asks_for_warnings(intent.asked, intent.entity, context)
    harms = [f for f in found if f.plain] if intent.asked.slant is Slant.BAD and warning else []
    others = _ASKS_FOR_OTHERS.search(context.question.lower()) is not None
    unheard = () if others else tuple(harms)  # a harm is told whenever it is asked for
    unheard = tuple(found) if intent.counted else unheard or context.fresh(found)
    again = not unheard and bool(found) and not others
    fresh = tuple(found) if again else unheard
    relatives = _by_class(context, writer, intent) or sentences_on_relatives(context, writer, intent.entity, intent)
    relatives += _warnings_left(context, writer, intent, told=bool(relatives)) if warning else []
    if not found and (warned := _where_none_is_found(context, writer, intent, warning=warning)):
        return [warned, relatives]
    if not fresh:
        return _nothing_further(context, writer, intent, relatives, known=bool(found))
    lead: list[str] = ["As said above:"] if again else [] if warning else _limits(context, intent, fresh)
    groups = as_asked_first(intent, group_for_sentences(fresh, intent.entity, context.dim))
    listed = groups if harms or narrowed else with_extents(context, groups, again=again or intent.counted)
    agreed, open_ = _apart(listed)
    if agreed:
        lead = [*lead, *_named_above(intent, found, fresh)]
    elif open_ and any(f.standing is Agreement.SAID for f in found):
        lead = [*lead, "None besides those named above."]
    top, members = context.size.sentences, context.size.members + 1
    if number := number_asked(context.question):
        top, members = next((n for n in range(1, top) if told_by(agreed[:n]) >= number), top), number
    if not any(f.standing is Agreement.SAID for f in found):
        first, *denied = sentences_told(writer, open_[:top], members)
        return [[f"{_none_agreed(context, intent, open_)}; {lowered(first)}", *denied], relatives]
    named = sentences_told(writer, chosen(agreed, top), members)
    bad = intent.asked.slant is Slant.BAD and warning
    named += (
        warnings_on(context, writer, intent.entity, found) if bad else goes_with_ill(context, writer, intent, found)
    )
    if intent.counted and named and not again:
        lead = [*lead, f"{how_many(told_by(agreed), whole=all(g.whole for g in agreed))}:"]
    last = [sentences_told(writer, chosen(open_, top), members), relatives]
    return [[*_led(lead, named), *kinds_mixed(context, intent, fresh)], *last]


def _where_none_is_found(context: AnswerContext, writer: AnnotatedWriter, intent: Which, *, warning: bool) -> list[str]:
    """Return the warnings on what is asked about, or what lessens its fate in the body, where nothing fits a question
    as it was asked.
    """
    inward = not intent.outward and intent.asked.slant is not Slant.GOOD
    lessened = partial(on_fate, context, writer, intent.entity, intent.types)
    if warning and intent.types and (told := lessened()):
        return told
    if warning and (warned := warnings_on(context, writer, intent.entity)):
        return _warnings_instead(context, intent, warned)
    return lessened() if inward else []


def _led(lead: list[str], named: list[str]) -> list[str]:
    """Return what leads and what is named; behind a colon it goes on in the same sentence."""
    if lead and named and lead[-1].endswith(":"):
        return [*lead[:-1], f"{lead[-1]} {lowered(named[0])}", *named[1:]]
    return [*lead, *named]


def _asked_of(intent: Which) -> str:
    """Return what a question asks about in words of no relation: "the heart problems in {n}"; "" of others."""
    asked = intent.asked
    return "" if asked.predicates or asked.slant is Slant.BAD or intent.types else asked_about(asked.phrase)


def _short_of(context: AnswerContext, writer: AnnotatedWriter, intent: Which, own: Sequence[Finding]) -> Paragraphs:
    """Return what comes near to what goes further than anything in the graph ("cures")."""
    weaker = replace(intent, asked=replace(intent.asked, overstates=False))
    nearest = answer_which(context, writer, weaker)
    if any(f.plain and fits_which(context, weaker, f) for f in own):
        far = quoted_names([intent.asked.phrase])[0]
        nearest[0][0] = f"Nothing in the graph goes as far as {far}; this comes near: {lowered(nearest[0][0])}"
    return nearest


def _instead(context: AnswerContext, writer: AnnotatedWriter, intent: Which) -> Paragraphs:
    """Return what is told where a graph records no interactions, or words of a question are in no name; nothing where
    an answer has them in its name.
    """
    if not intent.missing and (none := no_interactions(intent)):
        return [[none], other_relations(context, writer, intent.entity, context.size.sentences)]
    if (about := _asked_of(intent)) and _named_within(context, About(intent.entity, about)):
        return answer_about(context, writer, About(intent.entity, about))
    if not intent.missing:
        return []
    if intent.asked.slant is Slant.BAD and (of_body := told_of_body(context, writer, intent.entity)):
        return [of_body, warnings_on_forms(context, writer, intent.entity, again=False)]
    if _names(context, intent):
        return []
    if is_taken(intent.entity) and _named_within(context, About(intent.entity, intent.missing)):
        return answer_about(context, writer, About(intent.entity, intent.missing))
    general = answer_which(context, writer, replace(intent, missing=""))
    general[0][0] = f"{missing_lead(intent.entity, intent.missing, context.nearest)} {lowered(general[0][0])}"
    return general


def _warnings_instead(context: AnswerContext, intent: Which, warned: Sequence[str]) -> list[str]:
    """Return that nothing of what was asked for is named, and the warnings that there are."""
    if not (context.fresh(filter(warns, context.around(intent.entity))) or context.fates):
        return [f"No warnings besides these: {lowered(warned[0])}", *warned[1:]]
    of_fate = any(warns(f) for fate in context.fates for f in context.around(fate))  # that is an interaction, too
    none = [] if intent.asked.slant or of_fate else not_shown_safe_behind(f"{capitalise(_none(context, intent))}.")
    return [*none, *warned]


def _is_excepted(entity: Entity, intent: Which) -> bool:
    """Tell whether others than this were asked for: it, or what belongs to its class."""
    name = entity.name.casefold()
    return any(entity.id == but.id or is_member(name, but.name.casefold()) for but in intent.without)


def _gene_products(context: AnswerContext, intent: Which) -> Which | None:
    """Return the question of all that genes are and make, where it was of genes alone and these would answer it."""
    wider = tuple(t for t in context.types if is_gene(t))
    if not intent.types or set(wider) <= set(intent.types) or not all(is_gene(t) for t in intent.types):
        return None
    products = replace(intent, types=wider)
    return products if any(fits_which(context, products, f) for f in context.around(intent.entity)) else None


def _instead_of_genes(context: AnswerContext, intent: Which, told: Paragraphs) -> Paragraphs:
    none = capitalise(_none(context, intent)).partition("; ")[0]
    told[0][0] = f"{none}, but it has this on proteins and other gene products: {lowered(told[0][0])}"
    return told


def _names(context: AnswerContext, intent: Which) -> bool:
    """Tell whether what a question names beside its entity stands in the name of something that answers it."""
    answers = [f for f in context.around(intent.entity) if f.plain and fits_which(context, intent, f)]
    wanted = singular(intent.missing.casefold())  # "thyroid" in "hypothyroidism"
    named = any(wanted in other_end(f, intent.entity).name.casefold() for f in answers)
    return named or any(_speaks_of(intent, f) for f in answers)


def _speaks_of(intent: Which, finding: Finding) -> bool:
    """Tell whether what a finding leads to concerns the part of the body that was named beside the entity."""
    concerns = body_in(intent.missing) if is_ill(intent.entity) else None
    other = other_end(finding, intent.entity)
    return concerns is not None and any(map(concerns.search, (other.name, *other.synonyms)))


def _failed(context: AnswerContext, writer: AnnotatedWriter, intent: Which) -> Paragraphs:
    """Return those of which papers deny what is asked, and of which papers disagree: what was tried, and failed."""
    found = [f for f in context.around(intent.entity) if f.denied and fits_which(context, intent, f)]
    if not found:
        of = f" of {join_words((type_words(t) for t in intent.types), 'or')}" if intent.types else ""
        on = name_in_sentence(intent.entity)
        return [[f"The graph has {context.nothing} that looked for such an effect{of} on {on} and did not find it."]]
    _, open_ = _apart(group_for_sentences(found, intent.entity, context.dim))
    return [sentences_told(writer, open_[: context.size.sentences], context.size.members + 1)]


def _nothing_further(
    context: AnswerContext, writer: AnnotatedWriter, intent: Which, relatives: list[str], *, known: bool
) -> Paragraphs:
    """Return that the graph names none, or (where some are `known`) no others, and what it has instead."""
    told = f"{capitalise(_all_said(intent) if known else _none(context, intent))}."
    bad = intent.asked.slant is Slant.BAD and not known
    if relatives and not known and not bad:
        told = f"The graph has nothing on {name_in_sentence(intent.entity)} itself, but on what is close to it."
    if relatives and bad:
        told = f"{WARNED}, though not on {name_in_sentence(intent.entity)} as such."
    near = [f for f in context.around(intent.entity) if bad and f.subject.id == intent.entity.id and may_warn(f)]
    beside = ills_beside(writer, near[:_ABOVE])
    top = context.size.sentences
    rest = [] if relatives else other_relations(context, writer, intent.entity, top, intent.types, near[:_ABOVE])
    return [[told, *relatives, *beside] if bad else [told, *beside, *relatives], rest]


def _warnings_left(context: AnswerContext, writer: AnnotatedWriter, intent: Which, *, told: bool) -> list[str]:
    """Return the warnings on forms of what is taken; `told`: those that fit what was asked were told."""
    near = [f for k in context.relatives(intent.entity) for f in context.around(k.entity)]
    ways = [(f, replace(intent, entity=e)) for f in near for e in (f.subject, f.object)]
    fitting = [f for f, asked in ways if told and fits_which(context, asked, f)]
    return warnings_on_forms(context, writer, intent.entity, fitting, again=told)


def _named_above(intent: Which, found: Sequence[Finding], fresh: Sequence[Finding]) -> list[str]:
    """Return which of those that were asked for the thread has named already, lest the answer seem whole without."""
    told = {other_end(f, intent.entity).id for f in fresh}
    heard = {e.id: e for f in found if f.plain for e in (other_end(f, intent.entity),) if e.id not in told}
    if not heard:
        return []
    names = [name_in_sentence(e) for e in heard.values()]
    some = [*names[:_ABOVE], f"{len(names) - _ABOVE} more"] if len(names) > _ABOVE + 1 else names
    many = len(names) > 1 or is_plural(names[0])
    return [f"{capitalise(join_words(some))} {'were' if many else 'was'} named above."]


def other_end(finding: Finding, entity: Entity) -> Entity:
    """Return what a finding on an entity leads to."""
    return finding.object if finding.subject.id == entity.id else finding.subject


def _limits(context: AnswerContext, intent: Which, found: Sequence[Finding]) -> list[str]:
    """Return what the findings do not say of what is asked."""
    return [*on_all(intent), *_unspoken(context, intent), *_of_whom(context, intent, found)]


def _of_whom(context: AnswerContext, intent: Which, found: Sequence[Finding]) -> list[str]:
    """Return of which findings the papers say what the question is qualified by ("in children"), if not of all."""
    if not intent.qualifiers or intent.within or intent.missing:
        return []
    lacking = {f: min((unmet_by(intent.qualifiers, e, context.vocabulary) for e in f.edges), key=len) for f in found}
    unsaid = [qualifiers[0].words for qualifiers in lacking.values() if qualifiers]
    named = [name_in_sentence(other_end(f, intent.entity)) for f in found if not lacking[f]]
    if not unsaid:
        return []
    if not named:
        return [f"{capitalise(context.nothing)} here says “{unsaid[0]}” of any of these."]
    return [f"Only of {join_words(named[:_ABOVE])} a paper here says “{unsaid[0]}”."]


_ANY_RELATION = re.compile(
    r"|ha(?:ve|s)|(?:of|in|with|and|about|to|on|for|by|from|do|does|be|is|are)"
    r"|.*\b(?:involve|implicat|important|relevant|role|part\b|matter|link|connect|relat|associat|join).*"
)


def _unspoken(context: AnswerContext, intent: Which) -> list[str]:
    """Return that the graph has no relation for the words of a question that asks for one, where it has none."""
    asked = intent.asked
    said = "".join(c for c in clean_line(asked.phrase) if c.isalnum() or c in " '-").strip()
    told = asked.predicates or asked.slant is Slant.BAD or _ANY_RELATION.fullmatch(said)
    if told or (intent.types and " " in said) or _LOOSE in phrase_meaning(said, packaged_phrasebook()).concepts:
        return []
    if intent.types:
        kinds = join_words((type_words(t) for t in intent.types), "or")
        joined = f"{kinds} that the graph joins to {name_in_sentence(intent.entity)}"
        return [f"I do not know the relation “{said}”; these are the {joined}."]
    about = asked_about(said)
    if about:
        return [missing_lead(intent.entity, about)]
    if said == "is a":
        return [f"{capitalise(_none(context, intent))}."]
    return [f"This is what the graph has on {name_in_sentence(intent.entity)}."]


def _by_class(context: AnswerContext, writer: AnnotatedWriter, intent: Which) -> list[str]:
    """Return what the classes that the entity belongs to point to, and that it has no word on the entity itself."""
    told: list[str] = []
    for relative in context.relatives(intent.entity) if intent.outward and intent.asked.predicates else ():
        asked = replace(intent, entity=relative.entity)
        for f in context.fresh(context.around(relative.entity)):
            led = f.subject.id == relative.entity.id and f.object.id != intent.entity.id and relative.broader
            if (
                led
                and fits_which(context, asked, f)
                and not context.between(intent.entity, f.object)
                and len(told) < _CLASS
            ):
                way = path_through_relative(context, writer, relative, f)
                own = nothing_direct(context, writer, intent.entity, f.predicate.name, f.object)
                told += [way, own] if way else []
    return told


def _all_said(intent: Which) -> str:
    kinds = join_words((type_words(t) for t in intent.types), "or")
    further = f"no further {kinds}" if kinds else "nothing further"
    return f"{further}: all that the graph names for {name_in_sentence(intent.entity)} is listed above"


def _none_agreed(context: AnswerContext, intent: Which, told: Sequence[FindingGroup]) -> str:
    """Return "The graph names no supplements that prevent the common cold", with a word on dispute where there is."""
    disputed = " without dispute" if any(g.standing is Agreement.DISPUTED for g in told) else ""
    return f"{capitalise(_none(context, intent)).partition('; ')[0]}{disputed}"


def fits_which(context: AnswerContext, intent: Which, finding: Finding) -> bool:
    """Tell whether a finding answers a question: its relation, its direction, and the type of what it leads to."""
    other = other_end(finding, intent.entity)
    if _unrecorded(intent):
        return False
    if not may_harm(context, intent, finding):
        return False
    loose = intent.asked.slant is not None and intent.asked.predicates
    if not finding.plain and loose and finding.predicate.name not in intent.asked.predicates:
        return False  # to deny a weaker relation is no news to someone who asked loosely
    return any(fits_question(intent, other, e, context.vocabulary) for e in finding.plain or finding.denied)


def _unrecorded(intent: Which) -> bool:
    """Whether it is asked for good or harm, and no relation of the graph tells of that."""
    return intent.asked.slant in (Slant.GOOD, Slant.BAD) and not intent.asked.predicates


def _none(context: AnswerContext, intent: Which) -> str:
    """Return "the graph names no drugs that interact with coffee": what was asked for and is not there."""
    asked, name = intent.asked, name_in_sentence(intent.entity)
    if _unrecorded(intent):
        return unrecorded_words(intent, name)
    if asked.phrase == "is a" and intent.outward:
        return f"the graph does not say what kind of {type_words(intent.entity.type, False)} {name} is"
    kinds = join_words((type_words(t) for t in intent.types), "or")
    named = f"no {kinds}" if kinds else "nothing"
    if intent.without:  # that one may well be one
        named = f"no other {kinds}" if kinds else "nothing else"
    if "Symptom" in intent.types:
        return f"the graph names {named} of {name}"
    if asked.slant is Slant.BAD:
        if is_ill(intent.entity):
            return f"the graph names {named} that {'make' if kinds else 'makes'} {name} worse or more likely"
        harms = f"{named} among the harms of {name}" if kinds else f"no harms or interactions of {name}"
        return f"the graph names {harms}; that does not show it to be safe"
    if asked.slant is Slant.GOOD:
        helped = f"{named} that {'help' if kinds else 'helps'} with {name}" if wants_help(intent) else ""
        return f"the graph names {helped or (f'{named} that {name} helps with' if kinds else f'no benefits of {name}')}"
    if asks_of_interactions(asked, intent.entity):
        return f"the graph names {named} that {name} interacts with; that does not show it to be safe"
    if intent.outward and not asked.predicates and intent.entity.type in intent.types and not asked.phrase.strip():
        one = type_words(intent.entity.type, False)  # "which disease has panic attacks", of a graph with the disorder
        return f"{name} is {indefinite_article(one)} {one} itself, and the graph names no others linked to it"
    strange = context.types and intent.types and not set(intent.types) & set(context.types)
    if not asked.predicates or strange:
        return f"the graph names {named} linked to {name}"
    predicate = context.vocabulary.get(apt_predicate(context, intent))
    nouns = {verb_and_noun(context.vocabulary.get(name).words)[1] for name in asked.predicates}
    if len(nouns) > 1 and not kinds:  # "used in" may mean "needs the medication", and "needs the medical test"
        return f"the graph names no {join_words(sorted(map(plural_type, filter(None, nouns))), 'or')} for {name}"
    if intent.outward:
        said = predicate_verb(predicate).finite(plural=is_plural(intent.entity.name))
        verb, noun = verb_and_noun(said)
        named = f"no {plural_type(noun)}" if noun and not kinds else named
        return f"the graph names {named} that {name} {verb}"
    said = predicate_verb(predicate, intent.entity).finite(plural=bool(kinds))
    return f"the graph names {named} that {said} {article_before_object(predicate, intent.entity)}{name}"


def other_relations(
    context: AnswerContext,
    writer: AnnotatedWriter,
    entity: Entity,
    top: int,
    types: Collection[str] = (),
    told: Collection[Finding] = (),
    *,
    answered: bool = True,
) -> list[str]:
    """Return the best of what else the graph knows of an entity, what leads to these types first; nothing beside the
    answers to other questions, nor what was `told`. Not `answered`: nothing of these types has been told.
    """
    if not context.alone:
        return []
    found = [f for f in context.fresh(context.around(entity)) if f not in told]
    wanted: tuple[list[Finding], list[Finding]] = ([], [])
    for f in found:
        wanted[(f.object if f.subject.id == entity.id else f.subject).type not in types].append(f)
    groups = [g for some in wanted for g in group_for_sentences(some, entity, context.dim)]
    apart = told or (answered and wanted[0] and wanted[1])
    groups = groups if apart else list(with_extents(context, groups))
    said = sentences_told(writer, chosen(groups, top), context.size.members)
    return [f"What it has on {name_in_sentence(entity)}: {lowered(said[0])}", *said[1:]] if said else []


def sentences_on_relatives(
    context: AnswerContext, writer: AnnotatedWriter, entity: Entity, intent: Which | None = None
) -> list[str]:
    """Return what is known of a broader or narrower entity, said as such."""
    told: list[str] = []
    before: set[bool] = set()
    for relative in context.relatives(entity):
        asked = Which(relative.entity, intent.asked, intent.types, intent.outward) if intent else None
        own = [
            f for f in context.fresh(context.around(relative.entity)) if entity.id not in (f.subject.id, f.object.id)
        ]
        own = [f for f in own if not is_membership(f)]
        found = [f for f in own if asked is None or fits_which(context, asked, f)]
        first = True
        agreed, open_ = _apart(group_for_sentences(found, relative.entity, context.dim))
        for group in (*agreed[:1], *open_[:1]) if agreed and open_ else (*agreed[:2], *open_[:2]):
            said = group_sentence(writer, group, context.size.members)
            lead = step_away(relative, relative.broader in before)
            told.append(f"{lead}, {lowered(said)}" if first else said)
            before.add(relative.broader)
            first = False
    return told[: context.size.sentences]


def _apart(groups: Sequence[FindingGroup]) -> tuple[list[FindingGroup], list[FindingGroup]]:
    agreed = [g for g in groups if g.standing is Agreement.SAID]
    return agreed, [g for g in groups if g.standing is not Agreement.SAID]


def sentences_told(writer: AnnotatedWriter, groups: Sequence[FindingGroup], members: int) -> list[str]:
    """Return a sentence for each group, all but the first told as further ones."""
    return [group_sentence(writer, g, members, again=n > 0) for n, g in enumerate(groups)]
