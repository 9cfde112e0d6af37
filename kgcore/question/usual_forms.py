"""Questions in the form in which they are usually put: “signs that it could be {0}” asks for its symptoms. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from kgcore.question.relation import is_ill
from kgcore.question.skeleton import Skeleton

_IT: Final = r"\{0\}"
_THAT: Final = r"(?:that|if|whether|when)"
_SOMEBODY: Final = (
    r"(?:i|you|we|one|people|someone|somebody|anyone|doctors?|gps?|they|he|she|my \w+"
    r"|(?:a|the|my|your) (?:person|patient|doctor|gp|physician|nurse|specialist|vet))"
)
_HAS: Final = (
    rf"(?:{_SOMEBODY} (?:might |may |could |really )*(?:ha(?:ve|s)|got|ha(?:ve|s) got|suffers? from|am|is|are getting)"
    r"|(?:it|this|that)(?: (?:may|might|could|can|must))?(?: really)? (?:be|is)|(?:it's|its))"
)
_FINDING: Final = (
    r"(?:find out|diagnos\w+|detect\w*|confirm\w*|test(?:s|ed)? for|test|check(?:s|ed)? for|check|screen(?:s|ed)? for"
    r"|rule[sd]? out|pick(?:s|ed)? up|establish\w*|identif\w+|prove[sd]?|make sure|be sure|spotted?)"
)
_GETS: Final = r"(?:get|catch|end up with|come by|come down with|develop)"
_ON_IT: Final = (
    rf"(?:(?:if|when|whenever|while|once|after|as long as) {_SOMEBODY} (?:\w+ )?"
    r"(?:takes?|taking|uses?|using|ha(?:ve|s)|eats?|drinks?|swallows?|starts?|tr(?:y|ies)|(?:am|is|are) (?:put )?on)"
    r"|(?:with|from|on|under|of|about|to|by|after|when|while)"
    r"(?: (?:the )?(?:taking|using|use of|being on|eating|drinking))?)"
    rf" {_IT}(?: (?:daily|every day|regularly|for long|for (?:a long time|years|months)|long[- ]term))?"
)
_UNWANTED: Final = (
    r"(?:bad|unwanted|undesired|undesirable|unpleasant|nasty|harmful|ill|negative|untoward|adverse|side|serious"
    r"|dangerous|worrying|ugly|toxic)"
)
_TROUBLES: Final = (
    rf"(?:(?:(?:other|possible|common|known|{_UNWANTED}) )*(?:{_UNWANTED}[- ](?:effects?|things?|reactions?"
    r"|consequences?|outcomes?|sides?|events?|symptoms?)|(?:health )?problems?|troubles?|harms?|complaints?"
    r"|drawbacks?|disadvantages?|downsides?|hazards?|dangers?|risks?|pitfalls?|negatives|cons|damage|complications?"
    r"|ailments?))"
)
_WHICH_TROUBLES: Final = rf"(?:what|which)(?: sorts? of| kinds? of)? {_TROUBLES}"
_HEED: Final = (
    r"(?:watch(?: out)?(?: for)?|look out for|keep an eye on|worry about|beware(?: of)?|fear"
    r"|be (?:careful|cautious|wary|aware|mindful|worried|afraid|on the lookout)(?: about| of| with| for)?)"
)
_MAY: Final = r"(?:do|does|did|can|could|may|might|will|would)"
_HARMS: Final = "what are the side effects of {0}"
# What may go wrong with a thing, asked in so many ways.
_HARM_FORMS: Final = (
    rf"(?:what|which things?|anything|something)(?: else| all)? (?:that )?{_MAY}"
    rf" (?:go|turn out|come out) (?:wrong|bad(?:ly)?|awry) {_ON_IT}",
    rf"what (?:should|must|{_MAY}) {_SOMEBODY} (?:need to |have to |has to )?{_HEED} {_ON_IT}",
    rf"what(?: is there)? to {_HEED} {_ON_IT}",
    rf"{_WHICH_TROUBLES} {_MAY} {_IT} (?:have|cause|bring(?: on| about| with it)?|do|make|give(?: \w+)?|lead to|trigger"
    r"|produce|come with|carry|pose|entail|involve|create|provoke|present)",
    rf"{_WHICH_TROUBLES} (?:{_MAY} )?(?:come|are caused|result|arise|follow|are (?:there|known|seen|reported|linked)"
    rf"|happen|occur|go|be caused|be expected) ?{_ON_IT}",
    rf"{_WHICH_TROUBLES} {_MAY} (?:people|patients|those|users|somebody|someone)"
    rf" (?:(?:on|who takes?|who uses?|who are on|taking|using|with) )?{_IT} (?:get|have|report|notice|suffer(?: from)?"
    r"|complain of|develop|experience|run into|face)",
    r"(?:(?:what|which) (?:are|is)|are there|is there|any|tell me|name|list)(?: the| any| some| main| known| possible"
    rf"| a)* {_TROUBLES} {_ON_IT}",
    rf"(?:what are )?(?:the )?{_IT} {_TROUBLES}",
)
# What is asked in so many ways, and how it is usually put.
_USUAL: Final = (
    (
        rf"(?:(?:what|which) (?:are|is|would be) |any |the |some |early |first |warning |typical )*"
        rf"(?:signs?|symptoms?|clues?|hints?|indications?) (?:{_THAT} )?{_HAS} {_IT}(?: .*)?",
        "what are the symptoms of {0}",
    ),
    (
        rf"how (?:can|do|does|would|could|will|should) {_SOMEBODY}"
        r" (?:know|tell|notice|recogni[sz]e|realise|realize|see|spot)"
        rf"(?: {_THAT})? ?(?:{_HAS} )?{_IT}(?: .*)?",
        "what are the symptoms of {0}",
    ),
    (
        rf"(?:what|how) (?:do|does|would|will) {_IT} (?:look|feel|show|present|start|begin|manifest)(?: like| itself"
        r"| up| first)*|what (?:do|does|would) (?:people|someone|somebody|patients|a person|you|one)"
        r" (?:with|who have|who has)"
        rf" {_IT} (?:feel|have|notice|complain of|suffer from|get|experience)|what is it like to have {_IT}",
        "what are the symptoms of {0}",
    ),
    (
        rf"(?:what|which) (?:[a-z]+ )?(?:signs?|symptoms?|complaints|features|problems) "
        rf"(?:usually |often |typically |may |can )*"
        rf"(?:comes?|goes?|go along|occurs?|appears?|shows? up|happens?|starts?) (?:with|in|from|up with) {_IT}"
        rf"|(?:.{{0,40}} )?{_IT}[ ,.;:–-]+(?:so |and )?what (?:should|do|must|can|will|could|might) {_SOMEBODY}"
        r" (?:look out for|watch out for|watch for|look for|pay attention to|be alert to|expect|notice)(?: now| next)?",
        "what are the symptoms of {0}",
    ),
    (
        rf"(?:is|are|can|could|does|do|will|how is|how are|in what way is) {_IT} "
        r"(?:be |get |gets |usually |really |always |an? )*(?:inherited|hereditary|genetic|passed (?:on|down)"
        r"(?: (?:to (?:my |the |one's )?(?:child\w*|kids?|sons?|daughters?|offspring)|in (?:the |a )?famil(?:y|ies)))?"
        r"|runs? in (?:the |a |my )?famil(?:y|ies)|(?:autosomal |x-linked )?(?:dominant|recessive|x-linked)"
        r"(?: or (?:autosomal )?(?:dominant|recessive|x-linked|not))?|inheritable|heritable)(?: (?:disease|disorder"
        r"|condition|illness))?(?: or not)?"
        rf"|(?:what is|which is) the (?:mode of )?inheritance(?: pattern| mode)? (?:of|in|for) {_IT}",
        "how is {0} inherited",
    ),
    (
        r"(?:what|which) (?:symptoms?|signs?|complaints) (?:do|does|did|can|could|will|would|may|might) "
        rf"{_IT} (?:usually |often )?"
        r"(?:show|involve|include|display|present with)",
        "what are the symptoms of {0}",
    ),
    (
        rf"(?:what|which) (?:illness(?:es)?|diseases?|disorders?|conditions?) (?:have|has|show|shows) {_IT}"
        r" as (?:an? |their |its )?(?:symptoms?|signs?|features?)",
        "which diseases have the symptom {0}",
    ),
    (rf"what (?:is|are) {_IT} (?:good|useful|helpful|done|needed|meant) for", "what is {0} used for"),
    (
        r"(?:what|which) (?:illness(?:es)?|diseases?|disorders?|conditions?|ailments?|patients?) (?:may |might |can )?"
        r"(?:needs?|requires?|calls? for|demands?|gets?|is given|are given|responds? to|(?:is|are) helped by"
        rf"|benefits? from|(?:is|are) (?:treated|managed|handled) (?:with|by|using)) {_IT}",
        "which diseases does {0} treat",
    ),
    (
        rf"how (?:do|does|did|would|can|could) {_SOMEBODY} {_GETS} {_IT}",
        "how is {0} inherited",
    ),
    (
        rf"how (?:do|does|did|would|can|could) {_SOMEBODY} {_GETS} {_IT}",
        "what causes {0}",
    ),
    (
        rf"(?:at|from) (?:what|which) ages? (?:do|does|can|will|is|are) (?:people (?:with|get) )?{_IT}"
        r" ?(?:usually |normally |typically |first |often )*(?:starts?|begins?|appears?|shows?(?: up)?|occurs?|sets? in"
        r"|develops?|manifests?|strikes?|noticed|diagnosed)?"
        rf"|when (?:do|does|can|will) {_IT} (?:usually |normally |typically |first |often )*"
        r"(?:starts?|begins?|appears?|shows? up|sets? in|manifests?)(?: in life)?"
        rf"|how old (?:are|is) (?:people|patients|somebody|someone|one|children) (?:with|when) {_IT}"
        r"(?: (?:starts?|begins?|appears?))?|what is the (?:usual |typical |normal )?(?:age of onset|onset age|onset)"
        rf" (?:of|for|in) {_IT}",
        "what does {0} has onset",  # as a predicate is looked up: "has onset"
    ),
    (
        rf"how (?:can|do|does|would|could|will|should|to)(?: {_SOMEBODY})? {_FINDING}"
        rf"(?: {_THAT})? ?(?:{_HAS} )?{_IT}(?: .*)?",
        "which tests does {0} need",
    ),
    (
        rf"(?:how|by what(?: means| tests?)?|with what(?: tests?)?) (?:is|are|can|could|will|would|does|do) {_IT}"
        rf" (?:usually |normally |often |best |get |gets |be |being )*{_FINDING}(?: .*)?",
        "which tests does {0} need",
    ),
    (
        r"(?:what|which) (?:is|are|would be)(?: the)?(?: \w+){0,2} "
        r"(?:tests?|exams?|examinations?|scans?|work-?up|investigations?"
        rf"|checks?|procedures?) (?:for|to {_FINDING}|in|with|of)(?: {_THAT})? ?(?:{_HAS} )?{_IT}(?: .*)?",
        "which tests does {0} need",
    ),
    (
        r"(?:(?:what|which) (?:are|is)|name|list|give me|show me|tell me|any|are there|is there)?"
        rf"(?: the| any| some| all| known| good| early| blood| possible| an?)* ?(?:bio)?markers? (?:of|for|in) {_IT}",
        "what is a biomarker for {0}",
    ),
)
_PATTERNS: Final = tuple((re.compile(pattern), usual) for pattern, usual in _USUAL)
_OF_HARM: Final = re.compile("|".join(_HARM_FORMS))


def usual_forms(form: Skeleton) -> Iterator[Skeleton]:
    """Yield the forms in which a question of one thing is usually put, where it is put otherwise."""
    if len(form.slots) != 1:
        return
    if form.text != _HARMS and not is_ill(form.entity(0)) and _OF_HARM.fullmatch(form.text):
        yield replace(form, text=_HARMS)
    for pattern, usual in _PATTERNS:
        if form.text != usual and pattern.fullmatch(form.text):
            yield replace(form, text=usual)
