"""The next questions worth asking, best first. Pure.

KNOWNET's pairs (n, n′) and (n, t): n is anything that the thread's questions and claims name so far; n′ is a neighbour
of n inside the goal, t the type of some. To them come *why* questions about claims that nobody has explained yet.
What was asked, judged, dismissed or barred before is left out. `kgcore.advising` holds the parts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kgcore.advising.choice import three, varied
from kgcore.advising.lead import Lead
from kgcore.advising.past import Past
from kgcore.advising.sources import Sources
from kgcore.advising.taste import Taste, taste_of
from kgcore.advising.weights import refined
from kgcore.advising.whys import whys
from kgcore.advising.words import worded
from kgcore.model import Neighbourhood, Paper
from kgcore.thread import Exploration, Recommendation
from kgcore.verdict.stance import Rules

__all__ = ["MOST", "Taste", "buttons", "cited", "left", "recommend", "taste_of"]

MOST = 12  # recommendations returned; the reply shows three and a menu
_POOL = 40  # leads that are weighed a second time, with years and taste
_CITED = 300  # papers whose years are asked for
_CITED_EACH = 24  # and of one lead


def recommend(
    exploration: Exploration,
    around: Mapping[str, Neighbourhood],
    rules: Rules,
    papers: Mapping[str, Paper] = {},
    taste: Taste = Taste(),  # noqa: B008
) -> tuple[Recommendation, ...]:
    """Return what to ask next, best first, at most MOST.

    `around` holds the neighbourhoods of `exploration.sources`; `papers` are those of `cited`, as far as they are known:
    recent ones count more.
    """
    leads = refined(_shortlist(exploration, around, rules), papers, taste)
    return tuple(worded(lead, rules) for lead in varied(leads, MOST))


def cited(exploration: Exploration, around: Mapping[str, Neighbourhood], rules: Rules) -> frozenset[str]:
    """Return the ids of the papers behind the shortlist, whose years are worth fetching; at most 300."""
    found: dict[str, None] = {}
    for lead in _shortlist(exploration, around, rules):
        found.update(dict.fromkeys(lead.papers[:_CITED_EACH]))
        if len(found) >= _CITED:
            break
    return frozenset(list(found)[:_CITED])


def _shortlist(exploration: Exploration, around: Mapping[str, Neighbourhood], rules: Rules) -> list[Lead]:
    past = Past.of(exploration)
    sources = Sources(exploration, around, rules, past)
    leads = sorted((*sources.leads(), *whys(sources)), key=lambda lead: (-lead.score, lead.subject, lead.target))
    best: dict[str, Lead] = {}
    for lead in leads:
        key = lead.key
        if key not in best and past.allows(lead):
            best[key] = lead
        if len(best) == _POOL:
            break
    return list(best.values())


def left(recommendations: Sequence[Recommendation], exploration: Exploration) -> tuple[Recommendation, ...]:
    """Return those of a saved answer that are still worth offering.

    Neither asked, dismissed or barred, nor settled by an answer or a typed question about the same, nor explained.
    """
    past = Past.of(exploration)
    return tuple(r for r in recommendations if past.allows(r))


def buttons(recommendations: Sequence[Recommendation], exploration: Exploration) -> tuple[Recommendation, ...]:
    """Return the up to three of those left to show as buttons; never three that have stood together before."""
    return three(left(recommendations, exploration), exploration.shown)
