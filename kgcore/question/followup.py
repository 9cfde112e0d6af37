"""Follow-ups: what "it", "what about …" and "why?" mean after an earlier question of the thread. Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import assert_never

from kgcore.question.controls import MOST
from kgcore.question.harms_alone import ABOUT, ITS_HARMS, SO
from kgcore.question.pointing import but_these, helps_too, put_otherwise, why_that_one
from kgcore.question.relation import (
    RelationWords,
    asked_by_slant,
    asked_by_verb,
    is_ill,
    is_sign,
    is_taken,
    understand_relation,
)
from kgcore.question.skeleton import Skeleton, asks_for_some_of_them, asks_their_number, renumber_slots
from kgcore.question.unread import unread
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
from kgcore.vocabulary.types import types_meant

_SHORT, _NOUN = 8, 3  # words of a question that leaves out what it is about, of "what about the …"
_MORE = re.compile(
    r"(?:and |so |ok )*(?:tell me more|more|go on|continue|what else|else|and|more details?|show me more"
    r"|(?:is there )?(?:anything|something) else"
    r"(?: (?:like|of|along) (?:that|this|those|it|these)(?: kind| sort| lines)?)?"
    r"|(?:are there |is there )?any(?:thing)? more(?: of (?:them|those|these))?|others?|any others?|keep going)"
)
_REASON = re.compile(
    r"(?:and |but |so )*(?:why|how|how so|how come|why not|how does (?:that|it|this) work|by what mechanism"
    r"|why (?:is|are|was|would|does|do|can) (?:that|it|this|they|those)(?: (?:be|so|such|all|really))*"
    r"(?: (?:the case|dangerous|bad|a problem|a risk|good|harmful|risky|true|important|safe|happen|matter|work|help))?)"
)
_REPORTED = re.compile(  # whatever somebody says of what was asked, the graph's answer to it is told again
    r"(?:(?:but|and|well|ok|so|really),? )*(?:i|my \w+|they|people|someone|somebody|others|a friend|the \w+)"
    r" (?:have |has |had |once |just |also )*(?:read|heard|saw|seen|(?:was |were |been )?told(?: me)?|thought|think"
    r"|believe|says?|said|found|claims?)(?: online| somewhere| elsewhere)?(?: that)?"
    r" (?:it|they|that|this|neither|both|one of them)"
    r" (?:really |probably )?(?:do|does|did|is|are|was|were|can|could|will|would|works?|helps?)(?:n'?t| not)?"
    r"(?: (?:really|very|quite|so|supposed to|meant to))*"
    r"(?: (?:work|help|true|do (?:it|that|anything)|so|the case|be|any good|good(?: for (?:you|us|me|people|it|that))?"
    r"|useful|effective|proven|helpful|healthy))*(?: at all| though| either)*"
)
_INSTEAD = re.compile(  # other things against what the question before was about
    r"(?:(?:and|so|but|ok|okay|then|or|well) )*"
    r"(?:(?:(?:is|are|was) there |do you (?:know|have) |what are (?:the |my |our )?|what about )?"
    r"(?:an?|any|some|other|another|anything|something|the|my)? ?"
    r"(?:(?:natural|herbal|plant-based|gentle|mild|healthy|cheap|non-drug|drug-free) )?"
    r"(?:anything|something|alternatives?|options?"
    r"|substitutes?|replacements?|(?:other|different) (?:ones?|things?|ways?|drugs?|supplements?|treatments?|remedies)"
    r"|(?:else|better|safer|stronger|other))"
    r"|(?:what|which|anything|something)(?: (?:else|other|others))?)"
    r"(?: (?:to (?:it|that|this|them)|else|better|safer|stronger|milder|gentler|natural|similar|then|there))*"
    r"(?: (?:that |which )?(?:(?:can|could|should|might|would|do|may|is|are|that) )?"
    r"(?:i |you |we |one |people |there )?"
    r"(?:could |can |might |should )?(?:help\w*|works?|try|take|use|do|have|worth trying|to try|to take|recommend"
    r"|left|tried|taken|used|available|good))?"
    r"(?: (?:with|for|against) (?:it|that|this))?"
    r"(?: (?:instead|then|too|as well|besides|better|for me)(?: of (?:it|that|this))?)*"
)
_OTHERS = re.compile(
    r"\b(?:else|instead|alternatives?|options?|substitutes?|replacements?|better|safer|stronger|other|others"
    r"|another|different)\b"
)
_TOGETHER = re.compile(  # what else somebody takes, told or asked after something that is taken
    rf"{SO}(?:(?:(?:what|how) (?:about|of|if) "
    r"|(?:is|are) (?:it|that|this) (?:also )?(?:ok|okay|safe|fine|all right|allowed) "
    r"|(?:can|could|may|should) (?:i|you|he|she|they|we|my \w+) (?:take|use|have|combine|mix|eat|drink)"
    r" (?:it|that|this|them) )?(?:if )?(?:(?:i|he|she|they|we|my \w+)(?: am| is| are)?"
    r"(?: (?:also|already|currently|still|now|do|does|have been|has been|sometimes|usually))*"
    r" (?:on|take|takes|taking|use|uses|using|prescribed)|(?:taking|taken|combined|combining|together|along|alongside"
    r"|at the same time|in combination|mixed|mixing)(?: (?:it|that|this|them))?(?: (?:with|as))?|with)"
    r")(?: (?:my|the|an?|some|daily))* \{0\}(?: (?:too|as well|already|every day|daily|though|now|at the moment"
    r"|at the same time|for (?:my|the|an?) \w+))*"
)
_COUNTS_TOO = re.compile(  # whether one more thing does what was asked of another: "is {0} really a problem"
    r"(?:(?:and|so|but|or|ok|okay|then|well|also)[, ]+)*(?:is|are|does|do|can|will) (?:the )?\{0\}"
    r"(?: (?:really|also|such|that|even|as))*"
    r"(?: an? (?:real |big |serious )?(?:problem|risk|concern|issue|worry|danger)"
    r"| (?:bad|harmful|dangerous|risky|serious|interact|count|matter|do (?:it|that|the same)|affect (?:it|that)))"
    r"(?: (?:too|as well|with (?:it|that)))*"
)
_ONE_OF_THEM = re.compile(
    rf"{SO}(?:is|are|was|were) (?:the )?\{{0\}} (?:also )?(?:one|some|part|among)(?: of)?"
    r" (?:them|those|these|the list)"
)
_BETTER = re.compile(  # whether one more thing is better against what the question before was about
    rf"{SO}(?:is|are|does|do|would|will|might) (?:the )?\{{0\}}(?: (?:any|much|even|be|work|help|act|do))*"
    r" (?:better|worse|safer|stronger|more effective|faster|more)(?: than (?:it|that|this|them))?(?: instead| then)?"
)
_COMPARED_TO = re.compile(
    rf"{SO}(?:how (?:does|do|is|are) (?:it|that|this|they) )?(?:compare[sd]?|in comparison|relative|versus|vs"
    r"|as opposed|against)(?: (?:to|with|against))? \{0\}(?: then)?"
)
_TOO = re.compile(r" (?:too|as well)$")
_WHICH_IS_IT = re.compile(  # tell again what was found
    rf"{SO}(?:which (?:one|ones|is it|is (?:right|true|correct|it then)|of (?:them|these|those))"
    r"|is (?:it|that) (?:good|bad) or (?:good|bad)|(?:does|do|is) (?:it|they)(?: \w+)? or (?:not|does(?:n't| not)"
    r"(?: it)?|is(?:n't| not)(?: it)?)|what is it)(?: then| now)?"
)
_OF_THAT = re.compile(r" (?:for|with|of|against|about|on|to) (?:it|that|this|them|these|those)$")
_ITS = re.compile(r"\b(?:its|their)\b")
_IT = re.compile(
    r"\b(?:it|they|them|this|these|those)\b(?! (?:true|possible|known|safe to)\b)|(?:(?<=\bfor )|(?<=\bwith ))that$"
)


@dataclass(frozen=True, slots=True)
class ResolvedFollowUp:
    """A follow-up resolved: the whole intent, or a form whose pronouns now name their entity."""

    form: Skeleton
    intent: Intent | None = None


def resolve_followup(
    form: Skeleton, before: Intent, types: Sequence[str], words: RelationWords
) -> ResolvedFollowUp | None:
    """Return how the question goes on from the one before, or None where it stands on its own."""
    form = _of_the_risk(form, before, words)
    if not form.slots:
        whole = (
            _harms_of(form.text, before, words)
            or _without_entities(form.text, before, types, words)
            or _others_against(form.text, before, words)
            or _to_avoid(form.text, before, words)
            or _does_the_same(form.text, before, types)
            or _what_else(form.text, before, types, words)
            or put_otherwise(form.text, before, types)
            or _both_together(form.text, before, words)
            or _said_of(form.text, before, words)
            or _cut_short(form.text, before, types, words)
        )
        if whole is not None:
            return ResolvedFollowUp(form, whole)
    elif (beside := why_that_one(form, before) or _beside_it(form, before, words)) is not None:
        return ResolvedFollowUp(form, beside)
    fragment = re.fullmatch(
        rf"(?:{ABOUT} )?(?:(?:for|with|in|on|against|of|to) )?\{{0\}}(?: (?:too|then|instead|as well))?"
        rf"(?:{_IN_THESE})?",
        form.text,
    )
    if others := but_these(form, before):
        return ResolvedFollowUp(form, others)
    if helped := helps_too(form, before, words):
        return ResolvedFollowUp(*helped)
    starts = re.match(rf"{ABOUT}\b|(?:for|with|in|on|against) \{{", form.text) or _TOO.search(form.text)
    if fragment and starts and len(form.slots) == 1:
        return ResolvedFollowUp(form, exchange_entity(before, form.entity(0)))
    return _pronouns(form, before)


_IN_THESE = (
    r" (?:in|for|with|among) (?:(?:healthy|older|younger|elderly|young|old|pregnant|normal) )?"
    r"(?:people|adults|women|men|children|kids|patients|teenagers|volunteers|seniors)"
)
_SOME = r"(?:which |what |other |any |the )*"
_OF_KIND = (
    r"(?:(?:which|what|(?:(?:is|are|was|were) )?(?:any|some|one))(?: ones?)? of (?:them|those|these|that|it|this)"
    r"(?: (?:is|are))?|(?:is|are) there (?:anything|something|any))(?: an?| all| really| actually)* ?"
)
_CHANGES_IT = re.compile(r"\b((?:lower|rais|reduc|increas|decreas|cut)(?:e?s?|ing)) (?:it|that|this)$")


def _of_the_risk(form: Skeleton, before: Intent, words: RelationWords) -> Skeleton:
    """Return "what lowers it?" as "what lowers the risk of it" where the question before was about a risk."""
    asked = before.asked.predicates if isinstance(before, Which | YesNo) else ()
    risk = {p for said in ("raises the risk of", "lowers the risk of") for p in words.read(said).predicates}
    return replace(form, text=_CHANGES_IT.sub(r"\1 the risk of it", form.text)) if risk & set(asked) else form


def asks_why(question: str) -> bool:
    """Tell whether a message asks no more than why."""
    return _REASON.fullmatch(" ".join(re.findall(r"[\w'-]+", question.lower()))) is not None


def _without_entities(text: str, before: Intent, types: Sequence[str], words: RelationWords) -> Intent | None:
    again = _REPORTED.fullmatch(text) or _WHICH_IS_IT.fullmatch(text)
    if _MORE.fullmatch(text) or (again and isinstance(before, YesNo | Which | Compare | Why)):
        return before
    if isinstance(before, Which) and (asks_their_number(text) or asks_for_some_of_them(text)):
        return replace(before, counted=asks_their_number(text))
    if _REASON.fullmatch(text):
        pair = named_entities(before)
        return Why(pair[0], pair[1]) if len(pair) > 1 else _of_unknown(before)
    kinds = types_meant(re.sub(rf"^(?:{ABOUT} )?(?:{_OF_KIND}|{_SOME})", "", text), types)
    if not kinds:
        return None
    linked = {p for said in ("is associated with", "is linked to") for p in words.read(said).predicates}
    if (
        isinstance(before, Which)
        and is_ill(before.entity)
        and before.asked.predicates
        and linked >= set(before.asked.predicates)
    ):
        before = replace(before, asked=AskedRelation())  # "what is gout linked to? – which drugs?"
    return _of_type(before, kinds)


_BAD_OF_IT = re.compile(
    rf"{SO}(?:why|how(?: come)?|in what way) (?:is|are|was|would|can|could) (?:it|that|this|they|those|these)"
    r"(?: (?:be|so|such|all|really|ever|considered))* (?:an? )?"
    r"(?:dangerous|bad|risky|harmful|unsafe|toxic|risk|danger|problem)"
    r"|(?:but )?(?:is|are) (?:it|that|this|they) not (?:an? )?(?:dangerous|bad|risky|harmful|unsafe|toxic|risk|problem)"
)
_MIXES = re.compile(
    rf"{SO}(?:with|to) (?:which|what)(?: (?:other|kinds?|sorts?|types?|of))*"
    r" (?P<kind>medicines?|medications?|meds|drugs?|pills?|tablets?|supplements?|herbs?|vitamins?|foods?|things?|ones?)"
    r"(?: exactly| then)?"
)


def _harms_of(text: str, before: Intent, words: RelationWords) -> Intent | None:
    """Read "and the side effects?" and, where no harm was asked for, "why is that bad?"; and "with which drugs?"."""
    known = [e for e in named_entities(before) if not is_ill(e)]
    if known and is_taken(known[0]) and _MIXES.fullmatch(text):
        return Which(known[0], asked_by_verb("interacts with", words), (), None)
    of_two = isinstance(before, YesNo) and is_taken(before.object)  # "why is that bad?" asks how they meet
    if known and is_taken(known[0]) and not (of_two or _warned(before, words)) and _BAD_OF_IT.fullmatch(text):
        return Which(known[0], asked_by_slant(Slant.BAD, words, None, "dangerous"), (), True)
    if not known or not ITS_HARMS.fullmatch(text):
        return None
    if "interaction" in text:
        return Which(known[0], asked_by_verb("interacts with", words), (), None)
    return Which(known[0], asked_by_slant(Slant.BAD, words, None, text), (), True)


def _warned(before: Intent, words: RelationWords) -> bool:
    """Tell whether a question asked for harms, what something meets, or what causes an ill."""
    said = ("interacts with", "causes", "raises the risk of")
    asked = before.asked if isinstance(before, Which | YesNo) else AskedRelation()
    return asked.slant is Slant.BAD or any(p in asked.predicates for one in said for p in words.read(one).predicates)


def _others_against(text: str, before: Intent, words: RelationWords) -> Intent | None:
    """Read "anything else I could try instead?": what else is good for what the question before was about."""
    ill = next((e for e in named_entities(before) if is_ill(e)), None)
    if ill is None or not _OTHERS.search(text) or not _INSTEAD.fullmatch(text):
        return None
    tried = next((e for e in named_entities(before) if e.id != ill.id), None)
    return Which(ill, asked_by_slant(Slant.GOOD, words, ill, "helps with"), (), None, without=(tried,) if tried else ())


_WHAT_ELSE = re.compile(
    rf"{SO}(?:what|anything|is there anything|something)(?: else| other(?: things?)?)(?: that| which)?"
    r"(?: (?:can|could|may|might|also))* (?P<does>[a-z]+(?: the risk)?)"
    r"(?: (?:of )?(?:it|this|that|them|these|those|my \w+))?(?: too| as well)?"
)


def _of_unknown(before: Intent) -> Open | None:
    """Return the question about what the one before named and the graph does not have; None where it has all."""
    if not isinstance(before, About | Open):
        return None
    missing = (before.missing,) if isinstance(before, About) and before.missing else ()
    return Open((), before.unknown or missing) if before.unknown or missing else None


def _what_else(text: str, before: Intent, types: Sequence[str], words: RelationWords) -> Which | Open | None:
    """Read "what else lowers the risk?" after a question of an ill, or of anything else that something bears on."""
    found, known = _WHAT_ELSE.fullmatch(text), named_entities(before)
    if found is None or not known:
        return None
    meant = next((e for e in known if is_ill(e)), known[-1])
    if not is_ill(meant) and (nothing := _of_unknown(before)) is not None:
        return nothing
    if not is_ill(meant) and found["does"].endswith("risk"):
        return None
    slot, slots = Skeleton("", ()).plus(meant)
    does = f"{found['does']} of" if found["does"].endswith("risk") else found["does"]
    asked = understand_which(Skeleton(f"what {does} {slot}", slots), words, types)
    if asked is None or not asked.asked.predicates:
        return None
    return replace(asked, without=tuple(e for e in known if e.id != meant.id)[:1])


_BOTH_TOGETHER = re.compile(
    rf"{SO}(?:(?:do|can|could|would|will|may|should) (?:they|these|those|both|the two|i|you|we|one)"
    r"|(?:are|is) (?:they|both|the two|it|these|those))(?: [a-z]+){0,4}? ?"
    r"(?:together|with each other|at the same time|in combination|combined|interact|clash|both)(?: (?:of them|well))?"
)


_THE_SAME = re.compile(  # what else does what was asked of one thing
    rf"{SO}(?:what|which|anything|is there anything|are there|something|any)"
    r"(?: (?:else|others?|other \w+|\w+s))?(?: (?:that|which|there))?"
    r" (?:do(?:es)?|has|have|with|acts?|works?)(?: (?:exactly|just|also))?"
    r" (?:the same|(?:the|a) (?:same|similar) (?:thing|effect|way)|that|so|this|it|similarly|like (?:it|that))"
    r"(?: (?:thing|effect|way|too|as well|there))*"
)
_OTHERS_DO = re.compile(  # "any others that do?", "what else does?", "do any other drugs do that?"
    rf"{SO}(?:(?:are|is) there )?(?:(?:do )?(?:any|some)(?:thing|body)?|what|which|do)?"
    r" ?(?:others?(?: (?!do\b|does\b|that\b|which\b)(?P<kind>\w+))?|else)(?: (?:that|which|also|can|really))*"
    r" (?:do(?:es)?|can)(?: (?:the same|that|so|it))?(?: (?:too|as well))?"
)


def _does_the_same(text: str, before: Intent, types: Sequence[str]) -> Which | None:
    """Read "anything else that does the same?" after a question of one thing: what else does that to the other; after
    one that asked for several, the same again.
    """
    others = _OTHERS_DO.fullmatch(text)
    if others and isinstance(before, Which) and before.outward is not True:
        return before
    if not isinstance(before, YesNo | Why) or not (others or _THE_SAME.fullmatch(text)):
        return None
    kinds = types_meant(others["kind"], types) if others and others["kind"] else ()
    return Which(before.object, before.asked, kinds, False, without=(before.subject,))


def _both_together(text: str, before: Intent, words: RelationWords) -> YesNo | None:
    """Read "do they work together?" after a comparison of two things that are taken."""
    if not isinstance(before, Compare) or not (is_taken(before.a) and is_taken(before.b)):
        return None
    if _BOTH_TOGETHER.fullmatch(text) is None:
        return None
    return YesNo(before.a, before.b, understand_relation("together with", words).asked)


_TO_AVOID = re.compile(
    rf"{SO}(?:what|which \w+|anything|is there anything)(?: that)?"
    r"(?: (?:should|must|can|could|do|does|to|i|you|we|one|people|he|she|they|be|not|never|have|has|had|better|best|is"
    r"|are|my \w+))* (?:avoid(?:ed)?|stay away from|keep away from|leave out|steer clear of)(?: then| too| as well)?"
)


def _to_avoid(text: str, before: Intent, words: RelationWords) -> Which | None:
    """Read "and what should be avoided?" after a question of an ill: what makes that worse."""
    ill = next((e for e in named_entities(before) if is_ill(e)), None)
    if ill is None or not _TO_AVOID.fullmatch(text):
        return None
    return Which(ill, asked_by_slant(Slant.BAD, words, ill, "makes worse"), (), False)


_MEETS = re.compile(
    rf"{SO}(?:do|does|can|will) it (?:also )?(?:interact|clash|interfere|mix|go)(?: well)? with (?:my )?\{{0\}}"
)
_EITHER = re.compile(r"\b(?:both|either|them|the two)(?: of (?:them|those))?\b")


def _beside_it(form: Skeleton, before: Intent, words: RelationWords) -> YesNo | Compare | Which | None:
    """Read what else is taken, after something that is taken, as a question of the two together ("I'm on the pill",
    "what about with {0}"), and one more thing after “what interacts with …” as a question of whether it does, too.
    """
    known = named_entities(before)
    if len(form.slots) != 1 or not known or known[0].id == form.entity(0).id or is_ill(form.entity(0)):
        return None
    new = form.entity(0)
    both = _EITHER.sub("it", form.text)
    some = before.among if isinstance(before, Which) and before.among else known
    among = tuple(e for e in some if is_taken(e) and e.id != new.id)
    if len(among) > 1 and both != form.text and is_taken(new) and (_TOGETHER.fullmatch(both) or _MEETS.fullmatch(both)):
        return Which(new, understand_relation("interacts with", words).asked, (), None, among=among)
    if is_taken(known[0]) and is_taken(new) and _TOGETHER.fullmatch(form.text):
        return YesNo(known[0], new, understand_relation("together with", words).asked)
    ill = next((e for e in known if is_ill(e)), None)
    if _COMPARED_TO.fullmatch(form.text):
        topic = ill or next((e for e in known[1:] if e.id != new.id), None)
        return Compare(known[0], new, topic if topic is not known[0] else None)
    if ill is not None and not is_ill(known[0]) and _BETTER.fullmatch(form.text):
        return Compare(known[0], new, ill)
    return _one_more(form.text, new, before, words)


_ANY_GOOD = re.compile(  # "any use in {0}?": of what was asked of before
    rf"{SO}(?:(?:is|are|was|were|would|could|might) (?:it|they|that|this|there) (?:also |be )?)?(?:of |do )?"
    r"any (?:use|good|help|value|benefit|point|effect)(?: at all)? (?:in|for|against|with|on) (?:an? |the |my )?\{0\}"
    r"(?: (?:too|as well|either|then|though|at all))*"
)


def _one_more(text: str, new: Entity, before: Intent, words: RelationWords) -> YesNo | None:
    """Read one more thing after a list: whether it belongs there, too; another of the kind asked about stands in."""
    if not isinstance(before, Which | YesNo):
        return None
    first = next(iter(named_entities(before)))
    if is_ill(new) and is_taken(first) and _ANY_GOOD.fullmatch(text):
        return YesNo(first, new, asked_by_slant(Slant.GOOD, words, new, "helps with"))
    counts = _COUNTS_TOO.fullmatch(text)
    if isinstance(before, Which) and before.asked.predicates and _ONE_OF_THEM.fullmatch(text):
        pair = (before.entity, new) if before.outward else (new, before.entity)
        return YesNo(*pair, before.asked)
    added = re.fullmatch(rf"(?:{ABOUT} )?\{{0\}}(?: (?:too|as well|instead|then|though))*", text)
    entity = before.entity if isinstance(before, Which) else before.subject
    meeting = bool(set(words.read("interacts with").predicates) & set(before.asked.predicates))
    if counts and is_taken(entity) and is_taken(new) and (meeting or isinstance(before, Which)):
        warned = meeting or before.asked.slant is Slant.BAD
        return YesNo(entity, new, understand_relation("together with", words).asked) if warned else None
    if not added or not isinstance(before, Which) or (re.match(ABOUT, text) is None and not _TOO.search(text)):
        return None
    if meeting and is_taken(new) and (new.type != entity.type or _TOO.search(text)):
        return YesNo(entity, new, before.asked)
    if is_ill(entity) and not is_ill(new) and before.outward is not True and not before.asked.negated:
        return YesNo(new, entity, before.asked)
    return None


_BY_WHAT = re.compile(rf"{SO}(?:with|by|using|through) what(?: exactly| then)?")


def _said_of(text: str, before: Intent, words: RelationWords) -> Which | None:
    """Read "but I thought it was good" after an answer on one thing, and "with what?" after one on an ill."""
    ill = next((e for e in named_entities(before) if is_ill(e)), None)
    if ill is not None and _BY_WHAT.fullmatch(text):
        return Which(ill, asked_by_slant(Slant.GOOD, words, ill, "helps with"), (), None)
    if isinstance(before, About) and is_taken(before.entity) and _REPORTED.fullmatch(text):
        return Which(before.entity, asked_by_slant(Slant.GOOD, words, None, "good"), (), True)
    return None


_IS_THERE = re.compile(  # "is there a treatment", "any known drugs": what they are is asked
    r"^(?:(?:is|are) there (?:now |yet |perhaps |maybe )?(?:an?|any|some|no|a known|any known)?|(?:do|does) (?:an?|any"
    r"|some)|do (?:you|we) know (?:of )?(?:an?|any|some)"
    r"|(?:do|would|will|should|must) (?:i|we|you|he|she|they|one|people|patients|my \w+) (?:need|get|have|require|take)"
    r"(?: to (?:have|take|get|do))? (?:an?|any|some)|(?:has|have) (?:it|they) (?:an?|any|got an?|got any)"
    r"|any(?: known)?) (?:good |effective |other |new )?"
    r"(?=[a-z]+(?: (?:available|known|yet|there|exists?|nowadays))?$)"
)


def _cut_short(text: str, before: Intent, types: Sequence[str], words: RelationWords) -> Which | None:
    """Read a question that leaves out what it is about ("what about the medicines", "and what test"), where all of it
    is understood once that stands there.
    """
    known = named_entities(before)
    if not known:
        return None
    meant = next((e for e in known if is_ill(e)), known[0])
    core = _OF_THAT.sub("", re.sub(rf"^(?:{ABOUT} |{SO})+", "", text))
    core = _IS_THERE.sub("what ", core)
    asks = re.match(r"(?:what|which|how|by what|with what)\b", core)
    if re.search(r"\b(?:it|this|these|those|them|else|other|others)\b", core):
        return None  # it leaves nothing out
    slot, slots = Skeleton(core, ()).plus(meant)
    noun = re.sub(r"^(?:the|any|some|its|their) ", "", core)
    ways = ("{} for {}", "{} {}", "{} of {}") if asks else ("what are the {} for {}", "what are the {} of {}")
    short = _SHORT if asks else _NOUN if re.match(ABOUT, text) else 0
    for way in ways if core and len(noun.split()) <= short else ():
        whole = Skeleton(way.format(core if asks else noun, slot), slots)
        found = understand_which(whole, words, types)
        told = found is not None and (found.asked.predicates or (found.types and found.asked.slant is None))
        if found is not None and told and not unread(whole, found, words, types):
            return found
    return None


def _of_type(before: Intent, types: tuple[str, ...]) -> Intent | None:
    match before:
        case Which():
            return replace(before, types=types)
        case YesNo(_, object, asked):
            return Which(object, asked, types, False)
        case Why(_, object):
            return Which(object, AskedRelation(), types, None)
        case Compare(a):
            return Which(a, AskedRelation(), types, None)
        case About(entity) | Examples(entity):
            return Which(entity, AskedRelation(), types, None)
        case Open(entities) | Connect(entities) | More(entities) | Digest(entities):
            return Which(entities[0], AskedRelation(), types, None) if entities else None
        case _:
            assert_never(before)


def exchange_entity(before: Intent, new: Entity) -> Intent:
    """Return the earlier question with the new entity where it fits best: the place of one of its type."""
    match before:
        case YesNo(subject, object):
            kept = replace(before, left=(), against="")
            if _instead(new, subject, object):
                return replace(kept, subject=new)
            warned = before.asked.slant is Slant.BAD and is_ill(new) and not is_ill(object)
            return replace(kept, object=new, asked=AskedRelation(slant=Slant.ANY) if warned else before.asked)
        case Why(subject, object):
            return Why(new, object) if _instead(new, subject, object) else Why(subject, new)
        case Which(entity, asked, types) if _has_it(new, entity, types, before.outward):
            return YesNo(entity, new, asked)  # "and spasticity?" after "what are the signs of Usher syndrome?"
        case Which(entity, asked):
            other = asked.slant is Slant.BAD and is_ill(new) and not is_ill(entity)  # of harms, and now of an illness
            return YesNo(entity, new, AskedRelation(slant=Slant.ANY)) if other else replace(before, entity=new)
        case Compare(a, b, topic):
            alike = new.type in {a.type, b.type} and new.id not in {a.id, b.id}
            return Compare(a, new, topic) if alike else Compare(a, b, new)
        case About() | More() | Digest():
            return About(new)
        case Examples():
            return Examples(new)
        case Connect(entities):
            return Connect((*entities[: MOST - 1], *([new] if new not in entities else [])))
        case Open(entities):
            return Open((*entities, new)) if len(entities) == 1 else About(new)
        case _:
            assert_never(before)


def _has_it(new: Entity, entity: Entity, types: Sequence[str], outward: bool | None) -> bool:
    """Tell whether another thing is one of the kind that a question asked for of an entity, which is of another."""
    alike = new.type in types or (is_ill(entity) and is_sign(new))
    return outward is True and alike and new.type != entity.type and entity.type not in types


def _instead(new: Entity, subject: Entity, object: Entity) -> bool:
    """Tell whether the new entity takes the subject's place: it is of its kind, and not of the object's."""
    alike = is_taken(new) or not is_taken(subject)  # "and for memory?" after a drug and an illness
    return new.type == subject.type != object.type or (  # and no illness brings about what is taken
        not is_ill(new) and is_ill(object) and (is_ill(subject) or alike)
    )


def _pronouns(form: Skeleton, before: Intent) -> ResolvedFollowUp | None:
    if len(form.slots) > 1 or not (_ITS.search(form.text) or _IT.search(form.text)):
        return None
    if unknown := _unknown_before(form, before):
        spoken = form.entity(0) if form.slots else None
        return ResolvedFollowUp(form, About(spoken, unknown[0]) if spoken else Open((), unknown))
    meant = _referent(form, before)
    if meant is None or any(slot[0].id == meant.id for slot in form.slots):
        return None  # the question names it again: it stands on its own
    slot, slots = form.plus(meant)
    text = re.sub(rf"^{ABOUT} ", "", form.text)
    text = re.sub(r"\b(?:its|their) (?=\w)", f"{slot}'s ", text)
    text = re.sub(r"^(?:and|or|but|so|then) ", "", _IT.sub(slot, text, count=1))
    return ResolvedFollowUp(renumber_slots(Skeleton(text, slots)))


def _unknown_before(form: Skeleton, before: Intent) -> tuple[str, ...]:
    """Return the names that a pronoun means where the question before was about what the graph does not have.

    "Is moxotan good for sleep?", "Can I take it with warfarin?": not sleep.
    """
    if not isinstance(before, About | Open) or not before.unknown:
        return ()
    leans_in = isinstance(before, About) and is_ill(before.entity) and _LEANS_IN.match(form.text)
    return () if leans_in or (isinstance(before, Open) and before.entities) else before.unknown


_LEANS_IN = re.compile(
    r"(?:what|which \w+|how (?:can|do|to)) (?!.*\b(?:belong|members?|kinds?|types?|sorts?|forms?|examples?|brands?)\b)"
    r".*\b(?:it|them)$"
    rf"|(?:{ABOUT} )?\{{0\}} (?:for|against) (?:it|that|this|them)"
    r"|.*\b(?:treat\w*|prevent\w*|cures?|slows?|relieves?|helps?(?: with| for)?|good for|against) (?:it|them)$"
    r"|.*\b(?:its|their) (?:symptoms?|causes?|treatments?|risk factors?)"
    r"|(?:and |so |but )*(?:what|which|anything)(?: else| other \w+| \w+s)? (?:is|are|can be|could be|do people)"
    r" (?:given|used|taken|prescribed|take|use|there|recommended) for (?:it|that|this)\W*$"
    r"|(?:and |so |but )*what are (?:the|its|their) (?:(?:early|first|typical|common|main) )?"
    r"(?:signs?|symptoms?|causes?|risk factors?)\W*$"
    r"|(?:how |why )?(?:can|could|is|are|will|does|do|would) (?:it|they|that|this) (?:be |ever |get )*"
    r"(?:treat|cur|prevent|revers|manag|heal|relie[vf]|better|go away)\w*"
)


def is_about_an_ill(question: str) -> bool:
    """Tell whether what "it" means in a question can only be an ill: "can it be treated?"."""
    return _LEANS_IN.match(" ".join(re.findall(r"[\w'-]+", question.lower()))) is not None


def _referent(form: Skeleton, before: Intent) -> Entity | None:
    known = named_entities(before)
    if not known:
        return None
    inward = _LEANS_IN.match(form.text)
    ill = [e for e in known if is_ill(e)]
    return ill[0] if inward and ill else known[0]
