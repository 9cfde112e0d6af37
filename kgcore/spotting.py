"""Which runs of words in a text may be taken for a name. Pure.

In running text a name is guessed, not given: single short or everyday words do not count ("all", "can", "met", "lead"),
initialisms count only as they are written, and a longer known name hides the shorter ones in it.
"""

from __future__ import annotations

from kgcore.lexicon import bag, concepts, lexicon
from kgcore.link import Hit
from kgcore.names import flat, greek_short
from kgcore.passages import Window
from kgcore.probes import Probe, Via
from kgcore.thesaurus import thesaurus

_EVERYDAY = frozenset(
    "a about above across act after again age ago aid aim air all almost also always am among an and any are arm as ask at "
    "bad bar be bed been before below best better between big bit both box but by call can case cause change child clear "
    "close cold come cost cover cup cut day days did diet different do does dose down drink drop due each ear early easy eat "
    "effect end even ever every eye face fact fair fall far fast feel few fight find fit fits five foot for form four free "
    "from full game gas get give go gone good great group grow growth had half hand hard has have he head health hear help "
    "her here high him his hit hold hot hour how i if ill in into is it its job just keep kind know land large last late "
    "lead leads led left less let life light like line list live long look loss lot low made make man many map mark may me "
    "mean means men met middle might mild mine mole mood more most move much must my name near need net new no nor normal not "
    "note now of off often oh old on once one only open or order other our out over own part past patch path patient people "
    "per place plan play point poor pot press product progressive put quite ran range rare rat rate read recall regression "
    "rest right risk rose run said same sam say see sense set several severe sex she shed short should show sign simple "
    "since sit six skin slow small so some soon sound spell spot stay step still stop study such support sure tan take tell "
    "ten term test than that the their them then there they thin thing think this those three through thus tic ties time tip "
    "to today together told too top toward trace trial true try turn two type under until up upon us use used very view wait "
    "walk want war was wash way we week weight well went were wet what when where which while who why wide will wind with "
    "woman women word work worse would year yes yet you young your".split()
)
_EDGES = frozenset("of the a an in to and or for by from with on at as is are was be does do can may not no than that".split())
_CHANGING = ("deficiency", "receptor", "blocker", "toxicity", "overdose", "withdrawal", "poisoning", "allergy", "resistance")
_INITIALISM = 5  # letters
_SHORTEST = 3


def window_probes(window: Window) -> tuple[Probe, ...]:
    """Return what a run of words is looked up under; () for runs that cannot be a name."""
    if window.words[0] in _EDGES or window.words[-1] in _EDGES - {"a"}:
        return ()
    if window.length == 1 and window.words[0] in _EVERYDAY and not window.raw[:2].isupper():
        return ()
    run = flat(window.words)
    found = [Probe("f" + run, Via.NAME)]
    if short := greek_short(window.words):
        found.append(Probe("f" + short, Via.NAME))
    if len(window.words) > 1:
        found.append(Probe("b" + bag(concepts(window.words)), Via.ORDER))
    for other in _others(window):
        found.append(Probe("f" + flat(other), Via.GENERAL))
        found.append(Probe("b" + bag(concepts(other)), Via.GENERAL))
        found.append(Probe("c" + bag(concepts(other)), Via.GENERAL))
    return tuple(found)


def is_name(window: Window, hit: Hit) -> bool:
    """Say whether what was found under these words may be meant by them, here."""
    after = concepts((window.after.casefold(),))[0] if window.after else ""
    if after in {concepts((word,))[0] for word in _CHANGING}:
        return False
    if len(window.words) == 1 or len(flat(window.words)) <= _SHORTEST:
        return _single(window, hit)
    return True


def is_opaque(window: Window) -> bool:
    """Say whether these words are the known name of one thing, in which no shorter name is to be seen."""
    return window.length > 1 and flat(window.words) in thesaurus().by_flat


def _others(window: Window) -> tuple[tuple[str, ...], ...]:
    short = len(flat(window.words)) < _INITIALISM
    if flat(window.words) not in thesaurus().by_flat or (short and not window.raw[:2].isupper()):
        return ()
    return thesaurus().others(window.words)


def _single(window: Window, hit: Hit) -> bool:
    raw, stored = window.raw, hit.text
    if len(raw) < _SHORTEST and not (len(raw) == 2 and raw.isupper() and stored.isupper()):  # noqa: PLR2004
        return False
    if _is_initialism(stored) and hit.probe.via is Via.NAME:
        return raw.removesuffix("s") == stored.removesuffix("s") or (len(stored) >= _INITIALISM and raw.isupper())
    return not (window.words[0] in _EVERYDAY or lexicon().is_a(concepts(window.words)[0], "stop", "form", "degree"))


def _is_initialism(text: str) -> bool:
    return len(text) <= _INITIALISM and sum(c.isupper() for c in text) * 2 >= len(text) and " " not in text
