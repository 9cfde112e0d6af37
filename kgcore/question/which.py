"""Questions about one entity that ask for others: "which supplements may slow …", "side effects of …". Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache

from kgcore.english.inflection import participle, singular, third_person
from kgcore.english.words import AUXILIARY
from kgcore.question.relation import (
    ALSO,
    BAD,
    GOOD,
    RelationWords,
    asked_by_slant,
    asked_by_verb,
    is_ill,
    is_sign,
    is_swallowed,
    is_taken,
    understand_relation,
)
from kgcore.question.skeleton import Skeleton, without_there
from kgcore.question.taking import of_meeting, with_what_it_meets
from kgcore.question.usual_forms import usual_forms
from kgcore.values.intent import AskedRelation, Slant, Which
from kgcore.values.model import Entity
from kgcore.vocabulary.types import is_acted_on, is_type_word, type_lacked, type_words, types_meant

_SLOT = r"\{(\d)\}"
_PEOPLE = r"(?:i|you|we|one|people|someone|somebody|doctors|patients|a person)"
_ADJECTIVES = re.compile(
    r"\b(?:one|two|three|four|five|ten|several|other|else|natural|best|good|effective|common|herbal|dietary"
    r"|prescription) (?=\w)"
)
_ASKING = re.compile(
    r"(?:(?:which|what|list|show|name|find|give|suggest|recommend|any|are there|is there|do you know|of|me|us|all|the"
    r"|some|are|is|an?|one|tell)(?: |$))*"
)
# What may stand before such a noun without turning it into something else ("raise the risk of" is no list of risks).
_LEAD = (
    r"(?:(?:what|which|is|are|was|were|does|do|have|has|there|an?|list|show|name|tell|give|me|us|about|all|the|any|some|main|most"
    r"|common|known|possible|typical|frequent|serious|usual|proven|good|best|early|first|of|and|or|potential|natural)"
    r"(?: |$))*"
)
_WHATEVER = re.compile(
    r"(?:what|which(?: ones?)?|(?:is there |are there |does |do |can )?(?:anything|something|any))(?: else)?"
    rf"(?: that| which)? (.+?) {_SLOT}"
)
_FORBIDDEN = "is contraindicated for"
_SIGNS = "has symptom"
_HAVING = r"(?:(?:any|some|known|common|serious|main|possible|important|relevant|major) )*"
# Such as: when must it not be used, who should avoid it, in which conditions is it forbidden.
_FOR_WHOM = re.compile(
    rf"(?:when|who|(?:in|for|with) (?:whom|who|(?:which|what) [\w ]+?))(?: all| else)? (?=[\w ]*{_SLOT})"
)
_KEPT_FROM = re.compile(
    r"\bavoid\w*\b|\b(?:forbidden|prohibited|off limits|contra-?indicated|ruled out)\b"
    r"|\b(?:not|never|n't|cannot) (?:be |to be |allowed to )?(?:us|tak|giv|prescrib|hav|eat|drink|get|swallow)\w*"
)
_BODY = r"(?: (?:in|on|inside|within) (?:(?:the|our|your|my) )?(?:human )?(?:body|brain|system|cells?|organism))?"
_MECHANISM = r"(?:mechanisms?(?: of (?:action|acting))?|(?:modes?|ways?) of (?:action|acting))"
_ACTING = re.compile(
    rf"{_LEAD}{_MECHANISM} (?:of|for|behind) {_SLOT}{_BODY}|{_LEAD}{_SLOT}(?:'s)? {_MECHANISM}{_BODY}"
    rf"|what is known (?:about|of) how {_SLOT} works?{_BODY}"
    rf"|(?:explain |tell me )?(?:how|in what way|by what (?:mechanism|means)) (?:does|do|did|is|can|might|may) {_SLOT}"
    r"(?: actually| really)? (?:work(?:ing)?|act(?:ing)?|function(?:ing)?|operate|do (?:its|their) (?:work|job)"
    rf"|(?:have|exert|produce) (?:its|their|an?) effects?){_BODY}"
)
# What a noun before "of {n}" asks for: the verbs or slant behind it, whether it leads outward, and the type asked for.
_NOUNS: tuple[tuple[str, Slant | str, bool | None, str], ...] = (
    (r"risk factors?|causes?|triggers?|origins?", Slant.BAD, False, ""),
    (r"(?:drug |food |herb )*interactions?", "interacts with", None, ""),
    (r"side[- ]effects?|adverse (?:drug )?(?:effects?|events?|reactions?)|risks?|dangers?|harms?|toxicity|downsides?"
     r"|complications?|safety", Slant.BAD, True, ""),
    (r"contra-?indications?", _FORBIDDEN, None, ""),
    (r"treatments?|therap(?:y|ies)|cures?|remed(?:y|ies)|medications?", "treats", False, ""),
    (r"prevention", "prevents", False, ""),
    (
        r"(?:health )?benefits?|uses?|advantages?|pros|upsides?|merits?|effectiveness|efficacy",
        *(Slant.GOOD, True, ""),
    ),
    (r"symptoms?|signs?|features?|phenotypes?|complaints?", _SIGNS, True, "symptoms"),
    (r"(?:active )?(?:ingredients?|constituents?|components?|compounds?)|composition|contents?", "contains", True, ""),
    (r"effects?|actions?|roles?|impact|consequences?", Slant.ANY, True, ""),
)  # fmt: skip


def understand_which(form: Skeleton, words: RelationWords, types: Sequence[str]) -> Which | None:
    """Return what the question asks for, or None where it has another form."""
    own = _by_own_noun(form, words)
    needs = words.read("needs the medication").predicates
    if own is not None and own.outward and own.asked.predicates and set(own.asked.predicates) <= set(needs):
        return own  # "what medication do I need for {0}", where that is what the graph says
    found = _understood(with_what_it_meets(form, words), words, types)
    return _with_needs(of_meeting(found, words), words) if found is not None else None


def _with_needs(which: Which, words: RelationWords) -> Which:
    """Return what treats, or is treated, together with what is needed: of graphs that are read as one, one may say the
    one and another the other.
    """
    treats, needs = words.read("treats").predicates, words.read("needs the medication").predicates
    asked = which.asked.predicates
    if not set(treats) & set(asked) or not set(needs) - set(asked) or which.asked.negated or which.asked.overstates:
        return which
    return replace(which, asked=replace(which.asked, predicates=tuple(dict.fromkeys((*asked, *needs)))), outward=None)


_TO_AVOID = "what is contraindicated for {0}"
_DONE_TO_TELL = frozenset({"which tests does {0} need", "how is {0} diagnosed"})


def _understood(form: Skeleton, words: RelationWords, types: Sequence[str]) -> Which | None:
    loosely: Which | None = None  # by what is good for a thing, where the graph has no word for "treats"
    for usual in usual_forms(form):
        if (
            usual.text == _TO_AVOID and not words.read(_FORBIDDEN).predicates
        ):  # what makes it worse, and never what helps
            return Which(form.entity(0), asked_by_slant(Slant.BAD, words, form.entity(0), "makes worse"), (), False)
        told = _by_own_noun(usual, words) or _by_form(usual, words, types)
        harms = told is not None and told.outward and told.asked.slant is Slant.BAD
        if told is not None and (harms or (told.asked.predicates and told.asked.slant is None)):
            return told
        loosely = loosely or (told if told is not None and told.asked.predicates else None)
    if any(usual.text in _DONE_TO_TELL for usual in usual_forms(form)):  # no treatment is a test
        return Which(form.entity(0), AskedRelation(), types_meant("tests", types) or ("Test",), None)
    form, failed = _of_failures(form)
    found = _by_form(form, words, types)
    if found is not None and not found.types and (plainer := without_there(form)):
        found = _by_form(plainer, words, types) or found
        noun = plainer.text.rsplit(" ", 2)[0].removeprefix("what are the ")
        good = GOOD.search(noun) or words.read(f"is a {singular(noun)} for").predicates
        if found.asked.slant is Slant.GOOD and found.asked.phrase and not good:
            found = replace(found, asked=asked_by_slant(Slant.ANY, words, None), outward=None)
    if found is not None and found.asked.slant is Slant.GOOD and words.read("treats").inverted:
        found = replace(found, outward=None)  # a graph that says "is treated by": what is good for a thing, either way
    if found is not None and failed and found.asked.predicates:
        treats = set(words.read("treats").predicates) & set(found.asked.predicates)
        also = (p for said in ("prevents", "palliates") if treats for p in words.read(said).predicates)
        named = tuple(dict.fromkeys((*found.asked.predicates, *also)))
        return replace(found, asked=replace(found.asked, predicates=named, negated=True))
    if found is None or found.types:
        return found or loosely
    own = _by_own_noun(form, words)
    if own is not None and re.fullmatch(rf"is (?:the |an? )?{own.asked.phrase}s? (?:for|of|in)", found.asked.phrase):
        return own  # "what tests are there for {0}"
    if own is not None and _TIED.fullmatch(found.asked.phrase) and _leads(own.asked.phrase, form.text):
        heard = f"{own.asked.phrase} {found.asked.phrase}"
        return replace(own, asked=replace(own.asked, phrase=heard))  # "genes behind {0}": the graph says "has the gene"
    if own is None or not found.asked.predicates or found.asked.slant is not None:
        return own or found
    narrower = set(own.asked.predicates) < set(found.asked.predicates)
    return replace(found, asked=replace(found.asked, predicates=own.asked.predicates)) if narrower else found


_TIED = re.compile(
    r"(?:(?:is|are|be) )?(?:behind|linked to|tied to|involved in|responsible for|to blame for|associated with"
    r"|related to|connected (?:to|with)|underlying|causing|causes?|for|of|in|with)"
)


def _leads(noun: str, text: str) -> bool:
    """Tell whether a question asks for what a noun calls: "which genes are …"."""
    return re.match(rf"{_ASKING.pattern}{noun}s?\b", text) is not None


def _by_form(form: Skeleton, words: RelationWords, types: Sequence[str]) -> Which | None:
    return (
        _apposed(form, words)
        or _nouns(form, words, types)
        or _typed(form, words, types)
        or _untyped(form, words, types)
    )


_FAILED = re.compile(
    r"\b(?:(?:have |has )?(?:failed|flopped|disappointed)|(?:were|was|proved|are|is) (?:ineffective|useless|a failure)"
    r"|(?:(?:have|has) been |are |were |was |is )?(?:shown|found|proven|proved|known) (?:not to|to not) (?:work|help)"
    r"|(?:do|did|does|have|has) not (?:work|worked|help|helped|treat|prevent|protect|succeed)\w*)"
    r"(?P<at>(?: (?:in|for|against|with|to|from|treat|prevent|help|work|trials|of))*) (?=\{)"
)


def _of_failures(form: Skeleton) -> tuple[Skeleton, bool]:
    """Return the form of what worked for one of what failed ("which drugs failed in {0}"), and whether it was one."""
    found = _FAILED.search(form.text)
    if found is None:
        return form, False
    verb = "prevent" if "prevent" in found[0] or "protect" in found[0] else "treat"
    return replace(form, text=f"{form.text[: found.start()]}{verb} {form.text[found.end() :]}"), True


_APPOSED = re.compile(
    rf"(?:which|what) (?P<noun>[a-z][\w' -]{{2,60}}?) (?P<aux>{AUXILIARY}) {_SLOT} (?P<verb>[a-z][a-z ]{{1,40}})"
)


def _apposed(form: Skeleton, words: RelationWords) -> Which | None:
    """Read "which possible diseases does {0} point to" where the graph says "points to the possible disease"."""
    found = _APPOSED.fullmatch(form.text)
    if found is None or len(form.slots) != 1:
        return None
    verb, _, rest = found["verb"].partition(" ")
    said = f"{third_person(verb)} {rest}".strip() if found["aux"] in {"do", "does", "did"} else found["verb"]
    modal = "" if said != found["verb"] or found["aux"] in {"do", "does", "did"} else f"{found['aux']} "
    head, of, rest = found["noun"].partition(" of ")
    noun = f"{singular(head)}{of}{rest}"  # "modes of inheritance"
    heard = words.read(f"{modal}{said} the {noun}")
    named = tuple(n for n in heard.predicates if re.search(rf" (?:the )?{noun}$", words.get(n).words))
    if not named or heard.negated or heard.inverted:
        return None
    return Which(form.entity(0), AskedRelation(f"{found['noun']} {found['verb']}", named), (), True)


_FRAMES = ("needs the {}", "needs the medical {}", "has the {}", "gets the {}", "uses the {}")


def _by_own_noun(form: Skeleton, words: RelationWords) -> Which | None:
    """Read "what medication do I need for {n}" where a relation of the graph is "needs the medication"."""
    if len(form.slots) != 1:
        return None
    for found in re.finditer(r"(?<![{\w])[a-z]{4,}", form.text):
        noun = singular(found[0])
        is_one = form.text[found.end() :].lstrip().startswith("{")  # "which diseases have the symptom {n}"
        for frame in _FRAMES:
            heard = words.read(frame.format(noun))
            named = tuple(name for name in heard.predicates if noun in words.get(name).words.split())
            if named and not heard.negated and not any(f"is {noun} " in words.get(name).words for name in named):
                return Which(form.entity(0), AskedRelation(noun, named), (), heard.inverted == is_one)
    return None


def _nouns(form: Skeleton, words: RelationWords, types: Sequence[str]) -> Which | None:
    if len(form.slots) != 1:
        return None
    for noun, means, outward, kind in _NOUNS:
        # Most nouns are not there: looking for them alone spares the long expressions, each of 10 ms to compile.
        if re.search(noun, form.text) and _asking_for(noun).fullmatch(form.text):
            return _noun(form.entity(0), means, outward, _kinds(kind, means, types, words), words)
    return _acting(form, words, types)


@cache
def _asking_for(noun: str) -> re.Pattern[str]:
    of = rf"{_LEAD}(?:{noun}) (?:of|from|with|for|in|to|on|against) {_SLOT}(?: .*)?"
    had = rf"(?:does|do|has|have) {_SLOT} (?:have |got |come with |carry )?{_HAVING}(?:{noun})"
    tail = "(?:have|cause|give|produce)" if "side" in noun else "(?:have|show|display|feature|present with)"
    has = rf"(?:what|which)(?: \w+)? (?:{noun}) (?:{AUXILIARY}) {_SLOT}(?: {tail})?"
    return re.compile(rf"{of}|{_LEAD}{_SLOT}(?:'s)? (?:{noun})|{had}|{has}")


def _acting(form: Skeleton, words: RelationWords, types: Sequence[str]) -> Which | None:
    """Read "how does {0} work": what it does to genes, chemicals and processes, where the graph has such types."""
    if not _ACTING.fullmatch(form.text):
        return None
    entity = form.entity(0)
    asked = asked_by_slant(Slant.ANY, words, None, re.sub(_SLOT, "", form.text))
    return Which(entity, asked, tuple(t for t in types if is_acted_on(t)), None if is_ill(entity) else True)


_SYMPTOM = ("Symptom",)
_OF_SIGNS = re.compile(r"symptom|sign|phenotyp|feature|present|manifest|characteri|cause|lead")


def _kinds(kind: str, means: Slant | str, types: Sequence[str], words: RelationWords) -> tuple[str, ...]:
    """Return the types that a noun asks for. Where a graph has neither the type nor a relation that says so, what any
    loose relation joins ("is associated with" a gene) is no symptom: then it is a type that nothing has.
    """
    found = types_meant(kind, types)
    if found or kind != "symptoms" or isinstance(means, Slant):
        return found
    return () if not types or _told_of_signs(words, means) else _SYMPTOM


def _told_of_signs(words: RelationWords, said: str = "has the symptom") -> bool:
    heard = (*words.read(said).predicates, *words.read("has the clinical sign").predicates)
    return any(_OF_SIGNS.search(words.get(name).words.casefold()) for name in heard)


def _noun(
    entity: Entity, means: Slant | str, outward: bool | None, types: tuple[str, ...], words: RelationWords
) -> Which:
    if isinstance(means, Slant):
        return Which(entity, asked_by_slant(means, words, None if outward else entity), types, outward)
    asked = asked_by_verb(means, words) if means else AskedRelation()
    if outward is not None and means and words.read(means).inverted:  # a graph that says "needs the medication"
        outward = not outward
    if means == "treats" and not asked.predicates:
        return Which(entity, asked_by_slant(Slant.GOOD, words, entity), types, None)
    if means == _SIGNS and not asked.predicates:
        asked = asked_by_verb("has the clinical sign", words)
    asked = _widened(asked, entity, words)
    if means == _FORBIDDEN and not asked.predicates:  # a graph that knows of none may know of harm
        return Which(entity, asked_by_slant(Slant.BAD, words, None, "contraindications"), types, True)
    return Which(entity, asked, types, outward)


def _typed(form: Skeleton, words: RelationWords, types: Sequence[str]) -> Which | None:
    """Read a form with a word for a type: behind asking words it leads on, behind the entity it asks outward."""
    text = _ADJECTIVES.sub("", form.text)
    for start, end, kinds in _type_words(text, types, words):
        led, after = text[:start].strip(), text[end:].strip()
        if _SORT.match(after):
            continue
        stranger = re.fullmatch(rf"{_ASKING.pattern}(?P<word>[a-z][a-z-]{{3,}})", led)
        if _ASKING.fullmatch(led):
            return _towards_own_noun(_onward(after, kinds, form, words), text[start:end], words)
        if stranger and len(form.slots) == 1 and (asked := _onward(after, kinds, form, words)):
            return replace(asked, missing=stranger["word"])
        behind = re.fullmatch(rf".*?{_SLOT} (.+?)(?: any)?", led)
        if behind and not after and len(form.slots) == 1:
            return _outward(form.entity(behind[1]), behind[2], kinds, words)
    return None


def _towards_own_noun(which: Which | None, noun: str, words: RelationWords) -> Which | None:
    """Read "which symptoms go with {0}" as asking what it has, where the graph says "has the symptom"."""
    if which is None or which.outward is not False or not which.asked.predicates:
        return which
    named = (words.get(name).words.rpartition(" the ")[2] for name in which.asked.predicates)
    return replace(which, outward=True) if all(one == singular(noun) for one in named) else which


_SORT = re.compile(r"(?:class(?:es)?|groups?|famil(?:y|ies)|types?|kinds?|categor(?:y|ies)|names?)\b")  # "drug classes"
_TYPE_WORDS = 4  # of one type: "parts of the body"


def _type_words(text: str, types: Sequence[str], words: RelationWords) -> Iterator[tuple[int, int, tuple[str, ...]]]:
    """Yield (start, end, types) of the words that name a type, the longest at each place."""
    found = list(re.finditer(r"(?<![{\w])[a-z][\w/-]*", text))
    for n, first in enumerate(found):
        for last in reversed(found[n : n + _TYPE_WORDS]):
            kinds = types_meant(text[first.start() : last.end()], types)
            if kinds or is_type_word(text[first.start() : last.end()]):
                kinds = kinds or type_lacked(text[first.start() : last.end()], types)
                yield first.start(), last.end(), kinds if kinds != _SYMPTOM or not _told_of_signs(words) else ()
                break


def _onward(after: str, types: tuple[str, ...], form: Skeleton, words: RelationWords) -> Which | None:
    led = re.match(rf"({AUXILIARY})(?: not)? {_SLOT} ?(.*)", after)
    if led:
        if led[1] in {"is", "are"} and not led[3] and (own := _being(form.entity(led[2]), words)):
            return Which(form.entity(led[2]), AskedRelation("is", own), types, False)
        phrase = f"is {led[3]}" if led[1] in {"is", "are"} else led[3]
        return _outward(form.entity(led[2]), phrase, types, words)
    towards = re.match(rf"(?:(?:that|which|to|{AUXILIARY}) )*(?:not )?(.*?) ?{_SLOT}", after)
    if not towards:
        return None
    copula = "is " if re.match(r"(?:that |which )?(?:is|are) ", after) else ""
    return _inward(form.entity(towards[2]), copula + towards[1], types, words)


def _being(entity: Entity, words: RelationWords) -> tuple[str, ...]:
    """Return what says that something has what an entity is: "has the mode of inheritance", of "which are X-linked"."""
    sort = f" {type_words(entity.type, plural_form=False)}"
    return tuple(name for name in words.names if words.get(name).words.endswith(sort))


def _outward(entity: Entity, phrase: str, types: tuple[str, ...], words: RelationWords) -> Which:
    if phrase.strip() in {"have", ""} and types:
        return Which(entity, AskedRelation(phrase), types, True)
    heard = understand_relation(phrase, words)
    if types and (loose := _LOOSELY.fullmatch(phrase.strip())) and not _says(heard.asked, loose[0], words):
        return Which(entity, AskedRelation(), types, True)
    return Which(
        entity,
        _widened(heard.asked, entity, words),
        types,
        None if _both_ways(heard.asked, words) else not heard.inverted,
    )


# What one thing does to another in whatever way, where no relation of the graph is called so.
_LOOSELY = re.compile(
    r"(?:act|work|bear|impact)s? (?:up)?on|(?:affect|influence|target|hit|change|alter|touch|impact)s?"
)


def _says(asked: AskedRelation, verb: str, words: RelationWords) -> bool:
    return any(third_person(verb.partition(" ")[0]) in words.get(name).words.casefold() for name in asked.predicates)


# What bears on something in whatever way: any relation with it answers.
_PART_IN = re.compile(
    r"(?:is |get |may be |can be )?(?:involved|implicated|important|relevant) in"
    r"|(?:play|have) (?:an? )?(?:\w+ )?(?:role|part) in|matter (?:in|for)"
)


_GENE = re.compile(r"gene|protein", re.IGNORECASE)  # "the gene for {0}" helps with nothing


def _inward(entity: Entity, phrase: str, types: tuple[str, ...], words: RelationWords) -> Which:
    phrase = _MAKING.sub(r"\1cause", phrase)
    of_genes = phrase == "for" and is_ill(entity) and types and all(_GENE.search(t) for t in types)
    loose = _LOOSELY.fullmatch(phrase) if types and is_acted_on(entity.type) else None
    if loose and not _says(understand_relation(phrase, words).asked, loose[0], words):
        return Which(entity, AskedRelation(), types, None)
    if phrase in {"of", "in", "with", "and", "about", "to"} or of_genes or (types and _PART_IN.fullmatch(phrase)):
        return Which(entity, AskedRelation(phrase), types, None)
    if shown := _showing(phrase, words):
        return Which(entity, AskedRelation("has the symptom", shown), types, False)
    heard = understand_relation(phrase, words, entity)
    signs = words.read("has the symptom").predicates if is_sign(entity) and _CAUSING.fullmatch(phrase) else ()
    if signs and heard.inverted:  # what is told to be caused is no sign, but by what
        return Which(entity, AskedRelation("has the symptom", signs), types, False)
    if signs:  # what it is a sign of, as well
        heard = replace(heard, asked=replace(heard.asked, predicates=(*heard.asked.predicates, *signs)))
    return Which(
        entity, _widened(heard.asked, entity, words), types, None if _both_ways(heard.asked, words) else heard.inverted
    )


def _widened(asked: AskedRelation, entity: Entity, words: RelationWords) -> AskedRelation:
    """Who asks for causes wants to hear of risks, too, and the other way round; so does who asks what raises an ill.
    Who asks for treatments wants to hear of whatever is done about an illness, and so on (`ALSO`).
    """
    for said, others in ALSO.items():
        meant = words.read(said).predicates[:1]
        if meant and meant == asked.predicates[:1] and not asked.overstates:
            also = (p for phrase in others for p in words.read(phrase).predicates)
            return replace(asked, predicates=tuple(dict.fromkeys((*asked.predicates, *also))))
    causes, risks, more = (words.read(p).predicates for p in ("causes", "raises the risk of", "increases"))
    harms = {*causes[:1], *risks[:1], *(more[:1] if is_ill(entity) else ())}
    if asked.overstates or not harms.intersection(asked.predicates[:1]):
        return asked
    return replace(asked, predicates=tuple(dict.fromkeys((*asked.predicates, *causes, *risks))))


_MAKING = re.compile(
    r"^((?:can |may |might |could |will |would )?)makes? (?:you|me|us|one|people|someone|somebody|patients)$"
)
_CAUSING = re.compile(r"(?:can |may |might |could )?(?:cause|lead to|bring on|give (?:you|me|us)|produce|come with)s?")


def _showing(phrase: str, words: RelationWords) -> tuple[str, ...]:
    """Return what says that one thing shows as another: for "which diseases cause {0}" where no cause is told."""
    if not _CAUSING.fullmatch(phrase) or words.read("causes").predicates:
        return ()
    return words.read("has the symptom").predicates


# What holds of both where it holds of one, though a graph may state it in one direction only.
_MUTUAL = re.compile(r"(?:\w+ly )?(?:binds?|interacts?|resembles?|touch(?:es)?|pairs?)(?: (?:to|with))?")


def _both_ways(asked: AskedRelation, words: RelationWords) -> bool:
    known = map(words.get, asked.predicates)
    return all(p.symmetric or _MUTUAL.fullmatch(p.words.casefold()) for p in known)


_PLACED = ("localizes to", "is located in", "occurs in", "is expressed in")


def _where(form: Skeleton, words: RelationWords, types: Sequence[str]) -> Which | None:
    """Read "where does {0} localize", "in which part of the body is {0} found"."""
    places = types_meant("parts of the body", types)
    asked = re.fullmatch(rf"(?:so |and )?where (?:in the body )?{AUXILIARY} {_SLOT}(?: (.+))?", form.text)
    told = tuple(dict.fromkeys(p for phrase in _PLACED for p in words.read(phrase).predicates))
    if asked is None or not places or not told:
        return None
    return Which(form.entity(0), AskedRelation(asked[2] or "", told), places, None)


_OF_WHAT_KIND = re.compile(
    r"(?:so )?(?:(?:to )?(?:what|which)) (?:(?:\w+ )?(?:kind|sort|type|class|form|family|group|category))(?: of .*?)?"
    rf" ?(?:is|are|does|do) {_SLOT}(?: (?:belong to|belong|fall (?:in|into|under)|in|part of|a member of))?"
)


def asks_of_what_kind(text: str) -> bool:
    """Tell whether the form of a question asks what class the thing belongs to: "what class of drug is {0}"."""
    return _OF_WHAT_KIND.fullmatch(text) is not None


_AS_HARM = re.compile(r"as (?:an? |one of its )?(?:\w+ )?(?:side|adverse|unwanted)[- ]?(?:effects?|events?|reactions?)")


def _untyped(form: Skeleton, words: RelationWords, types: Sequence[str]) -> Which | None:
    if len(form.slots) != 1:
        return None
    entity, text = form.entity(0), form.text
    if asks_of_what_kind(text):
        return Which(entity, asked_by_verb("is a", words), (), True)
    if re.fullmatch(rf"what is (?:inside |in ){_SLOT}|what is {_SLOT} made (?:of|from)", text):
        return Which(entity, asked_by_verb("contains", words), (), True)
    if found := _where(form, words, types):
        return found
    outward = re.fullmatch(rf"(?:what|who)(?: all| else)? ({AUXILIARY}) {_SLOT} (.+)", text)
    if outward and outward[1] in {"has", "have"} and _AS_HARM.fullmatch(outward[3]):
        return Which(entity, asked_by_slant(Slant.BAD, words, None, outward[3]), (), False)
    if outward and outward[3] not in {"do", "mean", "about"}:
        return _outward(entity, f"is {outward[3]}" if outward[1] in {"is", "are"} else outward[3], (), words)
    return _kept_from(form, words) or _advice(form, words, types) or _of_no_type(form, words) or _whatever(form, words)


_STRANGE_NOUN = re.compile(rf"(?:which|what) ([a-z]+s) (?:({AUXILIARY}) {_SLOT} (.+)|(.+?) {_SLOT})")


def _of_no_type(form: Skeleton, words: RelationWords) -> Which | None:
    """Read "which breads contain {0}" where the graph knows no such type: it may tell what contains it."""
    found = _STRANGE_NOUN.fullmatch(form.text)
    if found is None or words.read(found[1]).predicates:  # "what raises the risk of {0}" has no such noun
        return None
    said = found[4] or found[5]
    if not words.read(f"is {said}" if found[2] in {"is", "are"} else said).predicates:
        return None
    return (_outward if found[4] else _inward)(form.entity(0), said, (), words)


_MODAL = "(?:can|could|should|would|may|might|must)"
_ABLE = re.compile(rf"(?:is|are) \{{0\}} ([a-z]{{3,}}?)able|{_MODAL} \{{0\}} be ([a-z]+ed|[a-z]+own)(?: at all)?")


def _kept_from(form: Skeleton, words: RelationWords) -> Which | None:
    """Read "when must {n} not be used", "who should avoid {n}"."""
    asks = _FOR_WHOM.match(form.text) and _KEPT_FROM.search(form.text)
    return _noun(form.entity(0), _FORBIDDEN, None, (), words) if asks else None


# What not to take with a thing, and what somebody on it should avoid.
_NOT_WITH = re.compile(
    rf"what (?:[a-z]+s )?(?:(?:should|can|could|must|may|do|are) (?:{_PEOPLE} )?)?(?:not|never)(?: to| allowed to)?"
    rf" (?:eat|drink|take|have|use|combine|mix|be taken|be eaten)(?: \w+)?"
    rf" (?:(?:when |while |if )?(?:on|with)|when|while) {_SLOT}"
    r"|what (?:else )?(?:should|must|do|does|has|have|ought|may|can) (?:[a-z]+ ){1,3}?(?:(?:who|that) )?"
    r"(?:(?:is|are|am) )?"
    rf"(?:on|taking|takes?|using|uses?|treated with|prescribed) {_SLOT}(?: (?:has|have|ought|need|needs) to)?"
    r" (?:avoid|stay away from|keep away from|steer clear of|watch out for|beware of"
    r"|(?:not|never) (?:take|eat|drink|use|have|combine|mix|be given)(?: \w+)?)"
)


def _advice(form: Skeleton, words: RelationWords, types: Sequence[str]) -> Which | None:
    """Read "how can I lower …", "what should I take for …"."""
    entity, text = form.entity(0), form.text
    swallowed = tuple(t for t in types if is_swallowed(t))  # who may not eat it is not told of genes that a drug binds
    if able := _ABLE.fullmatch(text):
        text = f"how is {{0}} {able[2] or participle(able[1])}"
    how = re.fullmatch(
        rf"how (?:(?:can|do|could|should|would) {_PEOPLE} |to |(?:(?:is|are) {_SLOT}|{_MODAL} {_SLOT} be) )"
        rf"(.+?) ?(?:{_SLOT})?",
        text,
    )
    if how:
        verb = f"is {how[3]} by" if how[1] or how[2] else how[3]
        heard = understand_relation(verb, words, entity)
        told = bool(heard.asked.predicates) and heard.asked.slant is None
        outward = told and heard.inverted != (verb != how[3])  # "is treated with" leads from the illness
        return Which(entity, _widened(heard.asked, entity, words), (), outward)
    if _NOT_WITH.fullmatch(text):
        return _inward(entity, "interacts with", swallowed, words)
    done = rf"(?:{_PEOPLE} ?(?:take|use|do|try|eat|drink|avoid)?|be (?:done|tried))"
    take = re.fullmatch(rf"what(?: else)? {AUXILIARY} {done}(.*?) {_SLOT}", text)
    if take:
        said = take[1].strip()
        helps = "helps with" if said in {"", "about", "for", "with", "against"} else said
        beside = "avoid" in text or (_ON_IT.search(said) and not is_ill(entity))  # "if I have {n}" is on nothing
        return _inward(entity, "interacts with" if beside else helps, swallowed if beside else (), words)
    return None


_ON_IT = re.compile(rf"(?:when|whenever|if|while|once|after|as long as) {_PEOPLE} (?:am |are |is )?(?:[a-z]+)$")


def _whatever(form: Skeleton, words: RelationWords) -> Which | None:
    """Read "what reduces …", "is there anything that helps with …"."""
    found = _WHATEVER.fullmatch(form.text)
    if not found or re.fullmatch(r"(?:is|are|about|is known about|do (?:you|we) know about)", found[1]):
        return None
    if is_taken(form.entity(0)) and BAD.search(found[1]):  # "anything dangerous with {n}"
        return Which(form.entity(0), asked_by_slant(Slant.BAD, words, None, found[1]), (), True)
    if _ON_IT.search(found[1]) and not is_ill(form.entity(0)):  # "what happens when I take {n}"
        return Which(form.entity(0), asked_by_slant(Slant.ANY, words, None), (), True)
    phrase = re.sub(rf"^{AUXILIARY} (?=\w)", lambda a: "is " if a[0] in {"is ", "are "} else "", found[1])
    return _inward(form.entity(0), phrase, (), words)
