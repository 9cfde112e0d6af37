"""Options that say how one thing changes another ("increases it", "an inhibitor", "no effect"). Pure."""

from __future__ import annotations

import re
from dataclasses import replace

from kgcore.reasoning.choices import ChoiceQuestion
from kgcore.reasoning.stems import GAP, Spots

_IT = r"(?:it|they|its (?:level|activity|amount)s?|the (?:level|amount|activity|risk)|levels?)"
_SO = r"(?:will |would |can |may |should |is |are |gets? |becomes? |does |do )*"
_MORE = (
    r"increas\w*|rais\w*|rises?|rising|rose|boost\w*|enhanc\w*|elevat\w*|higher|up|goes up|go up|more|strengthen\w*"
    r"|augment\w*|promot\w*|heighten\w*"
)
_LESS = (
    r"decreas\w*|lower\w*|reduc\w*|falls?|fell|drops?|diminish\w*|lessen\w*|down|goes down|go down|less|weaken\w*"
    r"|hinder\w*|impair\w*|impede\w*|attenuat\w*"
)
_SAME = (
    r"(?:has |have |there is |it has )?(?:no|not any) (?:effect|influence|change|impact|difference|relation\w*)"
    r"|(?:does |do |is |are |remains? |stays? )?(?:not (?:change|changed|affect|affected|altered?|influence[ds]?)"
    r"|unchanged|unaffected|the same|unaltered|constant)(?: it| them)?|(?:stays|remains) the same"
    r"|doesn't (?:change|affect|alter|influence)(?: it)?"
)
_ROLES = {
    "inhibit": r"inhibitors?|blockers?|antagonists?|suppressors?|inhibits?|blocks?|suppress(?:es)?|inhibition|blockade",
    "activate": r"activators?|stimulators?|activates?|stimulates?|activation|stimulation",
    "induce": r"inducers?|induces?|induction",
    "improve": r"improves?|improved|better(?:s|ed)?|gets better|improvement",
    "worsen": r"worsens?|worsened|gets worse|makes it worse|worse|deterioration",
    "raise the risk of": r"(?:increases|raises) (?:the|its) risk(?: of it)?|makes it more likely|predisposes? to it",
    "lower the risk of": r"(?:lowers|reduces|decreases) (?:the|its) risk(?: of it)?|makes it less likely|prevents it",
    "treat": r"treats? it|cures? it|treatment",
    "cause": r"causes? it|triggers? it|brings it on",
}  # what may be said of two things, by the verb that says it
_SAYS = {
    verb: re.compile(rf"(?:{_IT} )?{_SO}(?:an? |the )?(?:{said})(?: (?:it|them|of it))?", re.I)
    for verb, said in {"increase": _MORE, "reduce": _LESS, **_ROLES}.items()
}
_OTHER_ROLE = re.compile(r"(?:an? |the )?(?:substrate|ligand|precursor|metabolite|cofactor|product)s?", re.I)
_NOT_AT_ALL = re.compile(rf"(?:{_IT} )?{_SO}(?:{_SAME})(?: (?:on|of|to) it)?", re.I)
# What is asked of two things, and nothing else: "What is the effect of A on B?", "How does A affect B?"
_WORDS = re.compile(
    r"(?:what|which|how|is|are|was|does|do|did|will|would|can|may|might|could|the|an?|of|on|in|to|with|and|for|by|its|it|from"
    r"|effects?|influences?|impacts?|actions?|roles?|affects?|change[sd]?|changing|influenced|happens?|happen|have|has"
    r"|relations?|relationship|between|when|if|after|during|under|while|people|patients|someone|somebody|who|you|one|we|take"
    r"|takes|taking|taken|use|uses|used|using|intake|treatment|therapy|supplements?|supplementation|level|levels|says?"
    r"|evidence|shown|known|expected|likely|most|best|describes?|following|these|statement|correct|true|right|following"
    r"|a|n|as|acts?|works?|towards?|risk|activity|regular|regularly|consumption|drinking|eating|vs|versus|or|that)",
    re.I,
)
_SECOND_ACTS = re.compile(
    r"\b(?:after|under|when|if|while|during|by|with|from|following|in (?:people|patients|those|someone|somebody))\b",
    re.I,
)
_FEWEST = 2


def as_changes(question: ChoiceQuestion, spots: Spots) -> ChoiceQuestion | None:
    """Return "what is the effect of A on B? A) it falls" as one on statements: "A reduces B"; None for other questions.

    Two things have to be named, and all options to say how the one changes the other.
    """
    verbs = {o.label: _verb(o.text) for o in question.named}
    if len(verbs) < _FEWEST or not all(verbs.values()) or question.told or question.negative:
        return None
    places = sorted((a, b, meant[0].entity.id) for a, b, meant in spots if meant)
    if len(places) != len({i for _, _, i in places}) or len(places) != len(("first", "second")):
        return None
    (start, end, _), (other, last, _) = places
    stem = question.stem
    around = f"{stem[:start]} {stem[end:other]} {stem[last:]}"
    if not all(map(_WORDS.fullmatch, re.findall(r"[a-z]+", GAP.sub(" ", around), re.I))):
        return None
    first, second = stem[start:end], stem[other:last]
    if _SECOND_ACTS.search(stem[end:other]) and not re.search(r"\bhow\b", stem[:start], re.I):
        first, second = second, first
    said = {label: f"{first} {verb} {second}" for label, verb in verbs.items()}
    options = tuple(replace(o, text=said.get(o.label, o.text)) for o in question.options)
    return replace(question, stem="Which of these statements is true?", options=options)


def _verb(said: str) -> str:
    """Return the verb of an option that says only how something is changed; "" for others."""
    words = said.strip(" .")
    if _NOT_AT_ALL.fullmatch(words):
        return "does not affect"
    if _OTHER_ROLE.fullmatch(words):
        return f"is {words} of"
    return next((f"can {verb}" for verb, pattern in _SAYS.items() if pattern.fullmatch(words)), "")
