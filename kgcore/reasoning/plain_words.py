"""What tests say in a roundabout way, in the words that are read: "should he avoid" as interacts with. Pure."""

from __future__ import annotations

import re
from functools import cache, partial, reduce
from importlib.resources import files

from kgcore.english.inflection import singular, third_person

_DENIAL = re.compile(r"\b(?:no|not|never|nothing|without|neither|nor|cannot|hardly|barely|scarcely)\b|n't\b", re.I)


@cache
def _roundabout() -> tuple[tuple[re.Pattern[str], str, bool], ...]:
    """Return the rows of roundabout.tsv: what is said, what stands for it, and whether only of a stem."""
    text = files("kgcore.reasoning").joinpath("roundabout.tsv").read_text(encoding="utf-8")
    rows = [line.split("\t") for line in text.splitlines() if line and not line.startswith("#")]
    parts = [(f"<{name[1:]}>", f"(?:{said})") for name, said, *_ in rows if name.startswith("$")]
    whole = [(reduce(lambda said, part: said.replace(*part), reversed(parts), row[0]), *row[1:]) for row in rows]
    return tuple((re.compile(said, re.I), plain, bool(of)) for said, plain, *of in whole if not said.startswith("$"))


def load_roundabout() -> None:
    """Read and compile the table now, so that no question waits for it."""
    _roundabout()


def reworded(said: str, *, stem: bool = False) -> str:
    """Return a text, or the stem of a question, in which roundabout ways of saying a relation are plain."""
    for pattern, plain, of_stem in _roundabout():
        if of_stem and not stem:
            continue
        said = pattern.sub(partial(_kept_denied, plain, bool(_DENIAL.search(pattern.pattern))), said)
    return said


def _kept_denied(plain: str, denies: bool, found: re.Match[str]) -> str:
    """Return what stands for a match; the match itself where that would drop a denial that the row does not speak of:
    "has no interaction with" where the row is of "has some interaction with".
    """
    said = found.expand(plain)
    dropped = not denies and len(_DENIAL.findall(said)) < len(_DENIAL.findall(found[0]))
    return found[0] if dropped else said


# "Which supplement should a patient on warfarin avoid?"
_ONE_ON = r"(?:(?:an?|the) )?(?:\w+ )?(?:people|patients?|someone|somebody|anyone|those|person|users?|you|one|i)"
_ON = r"(?:on|taking|takes?|using|uses?|with)"
_AVOIDED = re.compile(
    rf"\b(?:should|must|ought to|had better) {_ONE_ON} (?:(?:who|that) )?(?:(?:is|are) )?{_ON}"
    r" (?P<who>[^?]{1,80}?) (?:avoid|stay away from|not take)\b"
    r"|\b(?:should|must|ought to) (?:(?:not|never) be (?:taken|used|combined|mixed)|be avoided) (?:together |along )?"
    rf"(?:with|by {_ONE_ON} {_ON}|(?:when|while|if) {_ON}) (?P<what>[^?]{{1,80}})",
    re.I,
)


# "Which drug would you choose in …?"
_CHOSEN = re.compile(
    r"\b(?:would|should|could|can|do|might) (?:you|one|we|i|(?:a|the) (?:doctor|physician|clinician|patient))( not)?"
    r" (?:choose|use|give|prescribe|recommend|pick|consider|start|offer|take|get) (?:in|for|to treat|against)\b",
    re.I,
)
# "Name one drug that causes …"
_NAMED_ONE = re.compile(
    r"\b(?:name|identify|pick|choose|select|find|give|state|recall) (?:(?:the|one|an?|any|correct|right) )*"
    r"((?:[\w-]+ ){1,3})(?:that|which|who) (?=\w)",
    re.I,
)
_PRONOUN = re.compile(r"^([^|:.?,]{2,60}?) ?[|:.–—-] ((?:which|what)\b.*?)\b(?:it|they)\b", re.I)


_SOMEBODY = r"(?:he|she|they|(?:the|this|that|our) (?:[\w-]+ )?(?:patient|person|man|woman|boy|girl|child|baby|infant))"
_BEGINS = r"(?:(?<=[.!?;:,] )|(?<=[.!?][\"'] )|^)"
_WHAT = r"(?: (?:which|what)(?: one)?(?: of (?:these|the following))?(?: [\w-]+){0,3})?"
# What asks for a diagnosis without "which disease": "Diagnosis?", "What does he have?".
DIAGNOSED = re.compile(
    rf"{_BEGINS}(?:(?:what|which) (?:is|would be|are) )?(?:(?:the|your|her|his|their) )?"
    r"(?:(?:most|likely|probable|best|correct|single|working|provisional) )*"
    r"(?:diagnosis|dx)(?: (?:among|of) (?:the following|these|those)(?: \w+)?)?"
    r"(?: (?:is|was|would be|must (?:be|have been)|here))*\W*$"
    rf"|\bwhat (?:does|do|is|are|might|may|could|would) {_SOMEBODY} (?:most |likely |probably )*"
    r"(?:have|has|be suffering from|suffer from|suffering from)\W*$"
    rf"|\bwhat(?: is|'s) (?:the matter|wrong) with {_SOMEBODY.replace('he|she|they', 'him|her|them|me|you')}\W*$"
    # "The picture fits best with", "You suspect", "She most likely has"
    rf"|{_BEGINS}(?:(?:the|this|her|his|their|these) )?(?:(?:clinical|whole|overall|classic|typical) )?"
    r"(?:picture|presentation|history|combination|constellation|symptoms|signs|findings|features|complaints|story)"
    r" (?:(?:best|most|likely|strongly|probably|is|are|closely|would|could|might) )*(?:fits?|suggests?|points?"
    r"|consistent|compatible|indicates?|speaks?|suggestive|typical|explained)(?: (?:best|most likely))?"
    rf"(?: (?:with|to|of|for|by|towards?))?{_WHAT}\W*$"
    rf"|{_BEGINS}(?:you|one|we) (?:(?:should|would|will|may|might|must|immediately|first|most|likely) )*"
    rf"(?:suspect|think of|consider|diagnose){_WHAT}\W*$"
    rf"|{_BEGINS}(?:think of|suspect|consider|suggests?|points? to){_WHAT}\W*$"
    rf"|{_BEGINS}(?:what|which(?: [\w-]+){{1,3}}) (?:first )?(?:comes|springs) (?:first )?to"
    r" (?:(?:your|one's|the) )?mind(?: first)?\W*$"
    rf"|{_BEGINS}{_SOMEBODY} (?:(?:most|very) )?(?:likely|probably|presumably)"
    rf" (?:has|suffers from|is suffering from){_WHAT}\W*$",
    re.I,
)


# A question whose names stand behind it: "which disease do these symptoms point to" and their list
_THESE_DO = re.compile(
    r"^((?:which|what)(?: \w+){0,3}?) (?:do|does|would|could|might|may|can)"
    r" (?:all )?(?:these|they|this|it|the following)"
    r"(?: (?:\w+ )?(?:symptoms?|signs?|findings?|complaints?|features|drugs?|medicines?|medications|genes?|proteins?))?"
    r" ((?:\w+ ){0,3}?\w+) ?[:–—-] ?([^?:]{3,300})\??$",
    re.I,
)


_AMONG = re.compile(
    r"^(?:among|amongst|of|from|out of|in) (?:all )?(?:these|those|the (?:following|options|choices)|the ones below)"
    r"(?: (?:[a-z]+))?(?: (?:given|listed|shown) below| below)?, ?",
    re.I,
)
_FLOATING = re.compile(r"(?<=\w )\b(are|were|can|may|will|have)(?: all| both| each)(?= [a-z])(?! of\b)", re.I)
_FLOATING_VERB = re.compile(
    r"(?<=\w )(?:all|both|each) (?=(?:fall|rise|drop|decrease|increase|go|bind|inhibit|treat|cause|prevent|lower|raise"
    r"|interact|contain|belong|respond|improve|reduce|help|act|lead|contribute|present|show)\b)",
    re.I,
)
_SUSPECTED = re.compile(
    r"\b((?:is|are|should be|would be) (?:done|ordered|performed|carried out|used|run)) (?:when|if|where|in suspected)"
    r" ([^?,:]{2,80}?)(?: (?:is|are|has been) (?:suspected|thought of|considered|being considered|likely))?(?=\W*$)",
    re.I,
)
# What two things share, by the noun that it is called: "which target do A and B share?"
_SHARED = re.compile(
    r"^((?:which|what)(?: of these| of the following)?) (\w+(?: effect)?)s? (?:do|does|would|can) (?:both )?"
    r"([^?]{3,120}?) (?:both |all )?(?:share|have in common)\b",
    re.I,
)
_SHARES = {
    "target": "bind", "receptor": "bind", "protein": "bind", "enzyme": "bind", "gene": "are associated with",
    "symptom": "present with", "sign": "present with", "feature": "present with", "side effect": "cause",
    "adverse effect": "cause", "complication": "cause",
    "ingredient": "contain", "constituent": "contain", "component": "contain", "class": "are", "indication": "treat",
}  # fmt: skip


# "What do A and B have in common? They are"
_IN_COMMON = re.compile(
    r"^what (?:do|does) (?:both )?([^?]{3,120}?) (?:all |both )?(?:share|have in common)\W+(?:they|both"
    r"|all)(?: of them)?"
    r" (?:are|belong to(?: the)?)(?: all)?\W*$",
    re.I,
)


def _of_each(found: re.Match[str]) -> str:
    verb = _SHARES.get(found[2].lower()) or _SHARES.get(found[2].lower().removesuffix("s"))
    return f"{found[3]} {verb} {found[1]} {found[2]}" if verb else found[0]


# Which of several things it is that something acts on so, or whose effect it changes. A statement says more by these.
SAYS_MORE = re.compile(
    r"agonist|potentiat|\b(?:whereas|while|unlike|but|differs)\b|in contrast|\w \(|'s receptor", re.I
)
_AGONIST = re.compile(r"\b(?:is|acts as|works as|serves as) an? (?:[\w-]+ )?(?:ant)?agonist (?:at|of|for|on)\b", re.I)
_POTENTIATES = re.compile(r"\bpotentiates?\b", re.I)


def asked_plainly(stem: str) -> str:
    """Return a stem in the words that are read: what to keep from something interacts with it, what to give for a
    disease treats it, and what is to be named is asked for.
    """
    stem = _IN_COMMON.sub(r"\1 belong to which of these", _WORKS_BY.sub(_by_deed, _AMONG.sub("", stem)))
    plain = _SHARED.sub(_of_each, _FLOATING.sub(r"\1", _FLOATING_VERB.sub("", _SUSPECTED.sub(r"\1 for \2", stem))))
    plain = _AGONIST.sub("acts on", _POTENTIATES.sub("interacts with", plain))
    plain = _NAMED_ONE.sub(r"which \1", _PRONOUN.sub(r"\2\1", _THESE_DO.sub(r"\3 \2 \1", plain)))
    plain = _CHOSEN.sub(lambda m: "does not treat" if m[1] else "treats", plain)
    return _AVOIDED.sub(lambda m: f"interacts with {m['who'] or m['what']}", plain)


_SUFFERED = re.compile(
    r"^(?:people|patients|those|individuals|children|adults|someone|somebody|a (?:person|patient|child)) (?:with"
    r"|who (?:have|has)|having|suffering from) (.{2,80}?)(?: (?:can|may|might|will|often|usually|typically|sometimes"
    r"|commonly|frequently|also))* (?:suffers?(?: from)?|experiences?|develops?|ha(?:ve|s)|gets?|complains? of"
    r"|(?:is|are) prone to) (?=\S)",
    re.I,
)


_DEEDS = {  # the beginning of a verb → its noun
    "abs": "absorption", "tak": "uptake", "exc": "excretion", "prod": "production", "sec": "secretion",
    "rel": "release", "metab": "metabolism", "synth": "synthesis", "br": "breakdown", "ret": "retention",
    "sto": "storage", "us": "use", "util": "utilization",
}  # fmt: skip
_DOES = (
    r"(?:absorb|excrete|produce|secrete|release|metaboli[sz]e|synthesi[sz]e|retain|store|use|utili[sz]e)s?"
    r"|takes? up|breaks? down"
)
_DONE = (
    r"absorbed|excreted|produced|secreted|released|metaboli[sz]ed|synthesi[sz]ed|retained|stored|used|utili[sz]ed"
    r"|taken up|broken down"
)
_BODY = (
    r"(?:you|we|they|people|patients|one|cells|(?:(?:the|your|our|their|a person's|someone's) )"
    r"(?:\w+ )?(?:body|bodies|gut|intestines?|bowels?|stomach|kidneys?|liver|brain|bones?|skin|cells|patient))"
)
# "Helps the body absorb iron"
_HELPED = re.compile(
    rf"\b(?:helps?|lets?|allows?|enables?|(?P<no>keeps?|stops?|prevents?)) {_BODY} (?:(?:to|from) )?"
    r"(?P<does>absorb|take up|excrete|produce|secrete|release|synthesi[sz]e|retain)(?:ing)?"
    r" (?P<what>(?:[\w-]+ ?){1,4})(?=\W*$)",
    re.I,
)
_HOW_MUCH = re.compile(
    r"\b(?:how (?:much|many|well|fast|quickly|easily|efficiently|readily)"
    r"|(?:the |an? )?(?:amount|quantity|rate|proportion|share|fraction) of)(?: of)?(?: the| your)? "
    rf"(?P<what>(?:[\w-]+ ){{1,4}}?)(?:(?:that|which) )?"
    rf"(?:(?:is|are|gets?|being) (?P<passive>{_DONE})|{_BODY} (?:can )?(?P<active>{_DOES}))\b",
    re.I,
)


def in_plain_words(statement: str) -> str:
    """Return a statement in words that name what they speak of: on what people with something suffer as one on what it
    presents with, "how much iron your body absorbs" as iron absorption, "makes gout better" as that it improves it.
    """
    said = _HELPED.sub(_helped, _HOW_MUCH.sub(_deed, _SUFFERED.sub(r"\1 presents with ", statement)))
    said = particles_joined(said)
    said = _KEPT_AWAY.sub(r"prevent\g<ending> \g<what>", _RELIED_ON.sub(r"\1 can", _WORKS_BY.sub(_by_deed, said)))
    return reworded(_AMONG_ITS.sub(_of_its, _MADE.sub(_changed, said)))


# "Turns SIRT1 on": a verb and its particle, with what is turned between them.
_PARTED = re.compile(
    r"\b((?:turn|switch|ramp|rev|bring|drive|push|knock|crank|shut|dial|pump|slow|tone|step|fire)(?:s|es|ed)?)"
    r" ((?!(?:it|them|which|what|on|off|up|down)\b)(?:[\w-]+ ){1,4}?)(on|off|up|down)(?=\W|$)",
    re.I,
)


def particles_joined(said: str) -> str:
    """Return a text in which a verb's particle stands beside it."""
    return _PARTED.sub(lambda m: f"{m[1]} {m[3]} {m[2].strip()}", said)


DEED_NOUNS = {
    "inhibition": "inhibits", "activation": "activates", "stimulation": "stimulates", "suppression": "suppresses",
    "blockade": "blocks", "antagonism": "blocks", "induction": "induces", "upregulation": "upregulates",
    "downregulation": "downregulates",
}  # fmt: skip
# "Works by blocking X" says that it blocks X; "you can count on X to", that it can.
_WORKS_BY = re.compile(
    r"\b(?:works?|acts?|operates?|functions?|does its (?:job|work)|exerts? its (?:[\w-]+ )?(?:effects?|action))"
    r"(?: (?:mainly|chiefly|primarily|principally|mostly|partly))? (?:by|through|via) (?:(?P<deed>[a-z]+)ing"
    rf"|(?P<noun>{'|'.join(DEED_NOUNS)}) (?:of|at))(?: (?=\S)|$)"
    # "lowers drug levels by inducing": what it does so is not asked
    r"|\b(?:lower|reduce|decrease|raise|increase|affect|treat|help|prevent|improve|slow|enhance|boost|relieve|control"
    r"|ease|exert|produce|strengthen|protect|combat|counter)s? (?:[\w-]+ ){1,4}?"
    r"(?:by|through|via)"
    r" (?P<end>[a-z]+)ing(?:$| (?=(?:which|what)\b))",
    re.I,
)
_RELIED_ON = re.compile(
    r"^(?:you|we|one|people|doctors|patients) (?:can|may|could) (?:\w+ly )?(?:rely|count|bank|depend) on"
    r" ([^,;:]{2,60}?) to(?= \w)",
    re.I,
)
_KEPT_AWAY = re.compile(
    r"\b(?:keep|hold)(?P<ending>s?) (?P<what>(?!(?:it|them|him|her|you|people|patients|the)\b)(?:[\w'-]+ ){1,4}?)"
    r"(?:away|at bay|in abeyance)$",
    re.I,
)


def _by_deed(found: re.Match[str]) -> str:
    if found["noun"]:
        return f"{DEED_NOUNS[found['noun'].lower()]} "
    stem = (found["deed"] or found["end"]).lower()
    return f"{third_person(stem + 'e' if _SILENT_E.search(stem) else stem)} "


_SILENT_E = re.compile(r"(?:(?<!tre)at|[cvzu]|[aeiou]s|grad|mot|ur)$")  # of a verb's stem before "ing"


# "Makes depression better", "did not make gout worse": what is made so is its object.
_MADE = re.compile(
    r"\b(?P<make>mak(?:e|es|ing)|made) (?P<what>(?!(?:it|them|him|her|me|us|you|people|patients|things|sure|for)\b)"
    r"(?:[\w'-]+ ){1,5}?)(?:feel |get |become )?(?P<how>better|worse|less severe|more severe|milder)$",
    re.I,
)
_ENDINGS = {"make": "", "makes": "s", "made": "d", "making": "g"}


def _changed(found: re.Match[str]) -> str:
    verb = "worsen" if found["how"].lower() in ("worse", "more severe") else "improve"
    stem, ending = verb.removesuffix("e"), "e" if verb.endswith("e") else ""
    ends = {"": ending, "s": f"{ending}s", "d": "ed", "g": "ing"}[_ENDINGS[found["make"].lower()]]
    return f"{stem}{ends} {found['what'].strip()}"


# "Among its constituents, turmeric has curcumin"
_AMONG_ITS = re.compile(
    r"^(?:among|amongst) (?:its|their) (?:(?:many|main|known|chief|active|several|other) )*"
    r"(?P<noun>[a-z]+s(?: effects)?), (?P<who>[^,]{2,60}?)"
    r" (?:has|have|counts?|lists?|includes?|contains?|features?|numbers?) (?P<whom>[^,]{2,60})$",
    re.I,
)


def _of_its(found: re.Match[str]) -> str:
    return f"{found['whom']} is a {singular(found['noun'])} of {found['who']}"


def _deed(found: re.Match[str]) -> str:
    return f"{found['what']}{_noun_of(found['passive'] or found['active'])}"


def _helped(found: re.Match[str]) -> str:
    return f"{'reduces' if found['no'] else 'increases'} {found['what'].strip()} {_noun_of(found['does'])}"


def _noun_of(verb: str) -> str:
    return next(noun for start, noun in _DEEDS.items() if verb.lower().startswith(start))


_DOERS = {  # none of them says more than the deed, as "agonist" does
    "inhibitor": "inhibit", "blocker": "block", "suppressor": "suppress", "activator": "activate",
    "stimulator": "stimulate", "inducer": "induce",
}  # fmt: skip
_DOER = re.compile(
    rf"^(?P<who>[^,;:]{{2,80}}?) (?P<be>is|are|was|acts as|works as|is known as)(?P<no> not)? (?:an? |the )?"
    rf"(?P<whom>[^,;:]{{2,60}}?)[ -](?P<does>{'|'.join(_DOERS)})s?$",
    re.I,
)


def as_deed(statement: str) -> str:
    """Return "A inhibits B" for "A is a B inhibitor"; "" for every other statement."""
    found = _DOER.match(statement.strip(" ."))
    if found is None:
        return ""
    verb = _DOERS[found["does"].lower()]
    return f"{found['who']} {f'does not {verb}' if found['no'] else f'{verb}s'} {found['whom']}"
