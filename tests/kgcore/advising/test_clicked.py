"""A suggestion that is clicked is answered as it was meant, whatever its words could be read as."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from kgcore.exploration.exploration import entities_in_claims
from kgcore.llm.scripted import ScriptedModel
from kgcore.recommendation.candidates import recommended_intent
from kgcore.recommendation.recommend import recommend_questions, shortlist_questions
from kgcore.turn.checking import Checker
from kgcore.values.actions import RecommendationKind
from kgcore.values.intent import Intent, Which, Why, YesNo
from kgcore.values.message import Action, Click, Person, Verb
from kgcore.values.model import Claim, Edge, Entity, Mention, Triple
from kgcore.values.tasks import AnswerRequest, Task
from kgcore.values.thread import Exploration, Recommendation, Step, Turn
from tests.kgcore.house import HERE, Bot, bot, folder
from tests.kgcore.starter import named as starter_entities

__all__ = ["bot", "folder"]

ANSWERED = 4  # neighbours of each entity that its thread has claims about, as they stand and the other way round
BEST = 1  # suggestions of each thread, the best first
LEAST = 141
HARD = "Why might B vitamins lower homocysteine?"


def is_meant(intent: Intent | None, offer: Recommendation, rules_symmetric: bool) -> bool:
    """Tell whether an intent is what a suggestion was made of."""
    ends = (offer.target, offer.subject) if offer.inverted else (offer.subject, offer.target)
    match intent:
        case Which(entity, asked, types, outward):
            there = None if rules_symmetric else not offer.inverted
            meant = (entity.id, asked.predicates, types, outward)
            return offer.kind is RecommendationKind.TYPE and meant == (
                offer.subject,
                (offer.predicate,),
                (offer.target,),
                there,
            )
        case YesNo(subject, object, asked):
            return offer.kind is RecommendationKind.NODE and (subject.id, object.id, asked.predicates) == (
                *ends,
                (offer.predicate,),
            )
        case Why(subject, object):
            return offer.kind is RecommendationKind.WHY and (subject.id, object.id) == ends
        case _:
            return False


async def claims_about(bot: Bot, edges: Sequence[Edge]) -> tuple[Claim, ...]:
    ids = {id for e in edges for id in (e.subject, e.object)}
    known = await bot.graph.entities(ids)

    def mention(id: str) -> Mention:
        return Mention(known[id].name, known[id].type)

    triples = [
        Triple(mention(e.subject), bot.vocabulary.words(e.predicate), mention(e.object), e.predicate, negated)
        for e in edges
        for negated in (e.negated, not e.negated)
    ]
    return tuple(await Checker(bot.graph, bot.vocabulary).check(triples))


async def threads_about(bot: Bot, entity: Entity) -> list[Exploration]:
    """Return two threads about an entity: one that has only asked, one whose answer made claims."""
    near = (await bot.graph.neighbourhoods([entity.id]))[entity.id].best[:ANSWERED]
    claims = await claims_about(bot, [e for n in near for e in n.edges[:1]])
    sides = {s.entity.id: s.entity for c in claims for s in (c.subject, c.object) if s}
    asked = Step("t0", f"What about {entity.name}?", (entity.id,))
    answered = replace(asked, named=entities_in_claims(claims), claims=claims)
    return [Exploration((asked,), (entity,)), Exploration((answered,), tuple({entity.id: entity, **sides}.values()))]


async def suggested(bot: Bot) -> list[Recommendation]:
    """Return what is suggested first in two threads about every entity of the starter graph, and what was misread."""
    found: dict[str, Recommendation] = {}
    for entity in (await bot.graph.entities([e.id for e in starter_entities().values()])).values():
        for thread in await threads_about(bot, entity):
            around = await bot.graph.neighbourhoods(thread.sources)
            found |= {
                r.text: r for r in recommend_questions(shortlist_questions(thread, around, bot.vocabulary))[:BEST]
            }
    vitamins, homocysteine = (starter_entities()[name] for name in ("B vitamins", "Homocysteine"))
    misread = Recommendation(
        HARD, "", RecommendationKind.WHY, vitamins.id, homocysteine.id, "INHIBITS", homocysteine.type
    )
    return [*found.values(), misread]


async def clicked(bot: Bot, offer: Recommendation, n: int) -> list[str]:
    place = replace(HERE, thread=f"clicked{n}")
    shown = Turn(f"shown{n}", place.key, "What about it?", recommendations=(offer,), done=True)
    await bot.store.save(shown, f"asked{n}")
    replies = await bot.send(Click(f"click{n}", place, Person(f"p{n}"), str(Action(Verb.ASK, shown.id))))
    return [r.question for r in replies]


async def test_every_suggestion_over_the_starter_graph_asks_what_it_means(bot: Bot) -> None:
    """A whole turn is taken for one suggestion of each class; it asks the model with the same intent."""
    model = ScriptedModel({Task.ANSWER: ["Nobody knows."]}, chunk=99)
    bot.start(model)
    offers = await suggested(bot)
    assert len(offers) > LEAST
    entities = await bot.graph.entities([e.id for e in starter_entities().values()])
    classes: dict[tuple[RecommendationKind, bool, bool], tuple[Recommendation, Intent]] = {}
    for offer in offers:
        symmetric = bool(offer.predicate) and bot.vocabulary.get(offer.predicate).symmetric
        intent = recommended_intent(offer, entities, bot.vocabulary)
        assert intent is not None
        assert is_meant(intent, offer, symmetric), (offer.text, intent)
        classes[offer.kind, offer.inverted, symmetric] = offer, intent
    assert {kind for kind, _, _ in classes} == set(RecommendationKind)
    for n, (offer, intent) in enumerate(classes.values()):
        assert offer.text in await clicked(bot, offer, n)
        request = model.asked[-1]
        assert isinstance(request, AnswerRequest)
        assert request.question == offer.text
        assert request.intent == intent


async def test_what_is_asked_after_a_clicked_suggestion_goes_on_from_what_it_meant(bot: Bot) -> None:
    names = starter_entities()
    vitamins, homocysteine = names["B vitamins"], names["Homocysteine"]
    offer = Recommendation(
        HARD, "", RecommendationKind.WHY, vitamins.id, homocysteine.id, "INHIBITS", homocysteine.type
    )
    model = ScriptedModel({Task.ANSWER: ["Nobody knows."]}, chunk=99)
    bot.start(model)
    await clicked(bot, offer, 1)
    place = replace(HERE, thread="clicked1")
    await bot.ask("Is it safe?", place)
    request = model.asked[-1]
    assert isinstance(request, AnswerRequest)
    assert vitamins.id in request.focus


async def test_a_suggestion_that_is_no_longer_kept_is_read_in_its_words(bot: Bot) -> None:
    names = starter_entities()
    model = ScriptedModel({Task.ANSWER: ["Nobody knows."]}, chunk=99)
    bot.start(model)
    offer = Recommendation(
        "Can vitamin E prevent stroke?", "", RecommendationKind.NODE, "gone", names["Stroke"].id, "PREVENTS"
    )
    await clicked(bot, offer, 1)
    request = model.asked[-1]
    assert isinstance(request, AnswerRequest)
    assert isinstance(request.intent, YesNo)
    assert request.intent.subject.name == "Vitamin E"
