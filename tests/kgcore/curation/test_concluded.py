"""What a paper's findings say in plain clauses is proposed, whatever it is about; what is not plain is left alone."""

from __future__ import annotations

import pytest

from kgcore.curation.articles import AnnotatedArticle, NamedSpan, Part, with_names
from kgcore.curation.concluded import PROCEDURE, SCORE, SCORE_OF_RESULT, concluded_in
from kgcore.curation.layer import TEAM_ENTITY, THING
from kgcore.curation.proposals import HEDGED, Proposal, ProposedEffect
from kgcore.library.model import Article, Section
from kgcore.turn.curating import annotated_article
from kgcore.values.model import Predicate
from kgcore.vocabulary.vocabulary import Vocabulary

PREDICATES = (
    "TREATS", "PREVENTS", "CAUSES", "PREDISPOSES", "AFFECTS", "INHIBITS", "AUGMENTS", "DISRUPTS", "ASSOCIATED_WITH",
)  # fmt: skip
VOCABULARY = Vocabulary.of([Predicate(name) for name in PREDICATES])


def read(sentence: str, *names: tuple[str, str, str]) -> list[Proposal]:
    """Return what an article says whose only finding is this sentence; names are text, type and id."""
    article = AnnotatedArticle("PMID:1", "A study of hospitals.", sentence)
    spans = [
        NamedSpan(at, at + len(text), text, type, id)
        for text, type, id in names
        if (at := article.text.find(text)) >= 0
    ]
    return concluded_in(with_names(article, spans), VOCABULARY)


def facts(sentence: str) -> list[tuple[str, str, str, bool]]:
    return [(p.subject.text, p.predicate, p.object.text, p.negated) for p in read(sentence)]


@pytest.mark.parametrize(
    ("sentence", "fact"),
    [
        (
            "Early mobilisation was associated with shorter hospital stay.",
            ("Early mobilisation", "ASSOCIATED_WITH", "hospital stay"),
        ),
        (
            "We conclude that low birth weight is a risk factor for adult obesity.",
            ("low birth weight", "PREDISPOSES", "adult obesity"),
        ),
        (
            "The use of a night splint significantly improved hand function.",
            ("night splint", "AUGMENTS", "hand function"),
        ),
        ("Chewing gum, however, reduces postoperative ileus.", ("Chewing gum", "INHIBITS", "postoperative ileus")),
        (
            "Sleep duration (SD) predicted school grades in children.",
            ("Sleep duration", "ASSOCIATED_WITH", "school grades"),
        ),
        ("Bone density is influenced by thyroid status.", ("thyroid status", "AFFECTS", "Bone density")),
        (
            "There was a significant correlation between grip strength and gait speed.",
            ("grip strength", "ASSOCIATED_WITH", "gait speed"),
        ),
    ],
)
def test_a_plain_clause_is_proposed(sentence: str, fact: tuple[str, str, str]) -> None:
    assert facts(sentence) == [(*fact, False)]


@pytest.mark.parametrize(
    ("sentence", "fact"),
    [
        ("Night splints seem to reduce hand pain.", ("Night splints", "INHIBITS", "hand pain")),
        (
            "Job strain was found to have an influence on sleep quality.",
            ("Job strain", "AFFECTS", "sleep quality"),
        ),
        ("Chewing gum led to a 12% reduction in bowel paralysis.", ("Chewing gum", "INHIBITS", "bowel paralysis")),
        ("Chewing gum resulted in shorter hospital stays.", ("Chewing gum", "INHIBITS", "hospital stays")),
        (
            "Job strain was associated with a marked decline in grip strength.",
            ("Job strain", "ASSOCIATED_WITH", "grip strength"),
        ),
        (
            "Mirror therapy is a safe and effective treatment for phantom pain.",
            ("Mirror therapy", "TREATS", "phantom pain"),
        ),
        (
            "Grip strength showed a negative correlation with job strain.",
            ("Grip strength", "ASSOCIATED_WITH", "job strain"),
        ),
        (
            "We observed an inverse association of grip strength with job strain.",
            ("grip strength", "ASSOCIATED_WITH", "job strain"),
        ),
        ("Patients with gum disease were at higher risk of joint pain.", ("gum disease", "PREDISPOSES", "joint pain")),
        ("Women with night work have a lower risk of skin burns.", ("night work", "PREVENTS", "skin burns")),
        ("Grip strength was lower in patients with gum disease.", ("Grip strength", "ASSOCIATED_WITH", "gum disease")),
        ("Mirror therapy improved phantom pain.", ("Mirror therapy", "TREATS", "phantom pain")),
    ],
)
def test_the_set_ways_of_abstracts_are_read(sentence: str, fact: tuple[str, str, str]) -> None:
    assert facts(sentence) == [(*fact, False)]


@pytest.mark.parametrize(
    ("abstract", "sentence", "score"),
    [
        ("{so} We asked 40 people. They slept at home. They came again. {no}", "no", SCORE),
        ("RESULTS: {so} CONCLUSIONS: {no}", "no", SCORE),
        ("RESULTS: {so} We asked them again. DISCUSSION: {so}", "so", SCORE),
        ("BACKGROUND: {so} METHODS: We asked 40 people. CONCLUSION: {no}", "no", SCORE),
        ("Methods: We asked 40 people. Results: They slept. They ate. {no}", "no", SCORE_OF_RESULT),
        ("OBJECTIVE: We asked 40 people. METHODS AND RESULTS: {so} They slept. They ate.", "so", SCORE_OF_RESULT),
        ("BACKGROUND AND AIMS: We asked 40 people. {so} RESULTS: They slept. They ate.", "", 0),
        ("PATIENTS AND METHODS: We asked 40 people. They slept. {so} FINDINGS: They ate.", "", 0),
        (
            "OBJECTIVE: To tell of a case. CASE REPORT: {so} He slept. He ate. DISCUSSION: He slept.",
            "so",
            SCORE_OF_RESULT,
        ),
        ("OBJECTIVE: To ask. TRIAL REGISTRATION: Ours. They slept. They ate. {so}", "so", SCORE),
        ("Sleep duration: {so} We asked 40 people. They slept at home. They came again.", "", 0),
    ],
)
def test_what_is_concluded_outranks_what_was_seen_and_what_was_known_before_is_no_finding(
    abstract: str, sentence: str, score: float
) -> None:
    said = {"so": "Mirror therapy reduced hand pain.", "no": "Mirror therapy did not reduce hand pain."}
    article = AnnotatedArticle("PMID:1", "Hands at work.", abstract.format(**said))
    found = [(p.negated, p.score) for p in concluded_in(article, VOCABULARY)]
    assert found == ([(sentence == "no", score)] if sentence else [])


def test_headings_of_an_article_tell_its_parts_as_those_in_its_text_do() -> None:
    said = "Mirror therapy reduced hand pain.", "Mirror therapy did not reduce hand pain."
    headings = ("Background", said[0]), ("Methods: People", "We asked 40."), ("Conclusions", said[1])
    article = annotated_article(Article(("PMID:1",), "Hands", abstract=tuple(Section(*one) for one in headings)))
    assert article is not None
    assert [article.text[start : start + 6] for start, _ in article.parts] == ["Mirror", "We ask", "Mirror"]
    assert [part for _, part in article.parts] == [Part.BEFORE, Part.BEFORE, Part.CONCLUSIONS]
    (found,) = concluded_in(article, VOCABULARY)
    assert found.negated


@pytest.mark.parametrize(
    ("sentence", "told"),
    [
        (
            "Neither night work nor job strain affects grip strength.",
            [("night work", "grip strength", True), ("job strain", "grip strength", True)],
        ),
        (
            "Job strain is associated with sleep quality but not with grip strength.",
            [("Job strain", "sleep quality", False), ("Job strain", "grip strength", True)],
        ),
        (
            "Job strain is not associated with grip strength but is associated with sleep quality.",
            [("Job strain", "grip strength", True), ("Job strain", "sleep quality", False)],
        ),
        (
            "Night work was associated with rib fractures, skull fractures and pelvic injuries.",
            [("Night work", name, False) for name in ("rib fractures", "skull fractures", "pelvic injuries")],
        ),
    ],
)
def test_a_sentence_may_say_more_than_one_thing(sentence: str, told: list[tuple[str, str, bool]]) -> None:
    assert sorted((s, o, negated) for s, _, o, negated in facts(sentence)) == sorted(told)


@pytest.mark.parametrize(
    "sentence",
    [
        "Surgical delay was not associated with overall survival.",
        "We found no association between surgical delay and overall survival.",
        "Surgical delay did not affect overall survival.",
        "Surgical delay had no effect on overall survival.",
        "Surgical delay was not found to be a predictor of overall survival.",
    ],
)
def test_what_is_denied_is_proposed_as_denied(sentence: str) -> None:
    (found,) = facts(sentence)
    assert {found[0].lower(), found[2]} == {"surgical delay", "overall survival"}
    assert found[3]


@pytest.mark.parametrize(
    "sentence",
    [
        "We hypothesised that early mobilisation reduces hospital stay.",
        "Early mobilisation has been reported to reduce mortality.",
        "Does early mobilisation reduce hospital stay?",
        "This reduces hospital stay.",
        "Patients with early mobilisation had reduced hospital stay.",
        "Combined use of splints and exercise reduces joint pain.",
        "The drug affects desmopressin and bypass-induced bleeding.",
        "Head and neck pain was correlated with job strain.",
        "Early mobilisation was associated with mortality, but this was not significant after adjustment.",
        "The technique improved the results.",
        "MBQ was associated with poor sleep.",
        "Splints led to lower increases in joint pain.",  # less of more is neither
        "Splints attenuated the increase in joint pain.",
        "Splints prevented lower bone density.",
        "Treating patients with advanced head and neck cancers can prevent mouth dryness.",
        "Reading aloud and solving puzzles improves word memory.",  # perhaps only together
        "Night work was associated with arterial, venous or valve disease.",
        "Gum chewing was a less important predictor of sleep quality.",
        "Patterns were related to pregnancy outcomes.",
        "Concurrent supplementation improved sleep quality.",
        "Grip strength correlates negatively with an increase in the incidence of falls.",
        "Grip strength was inversely associated with lower infection rates.",
        "Splints improved them by half.",
        "There is concern among nurses that night work may reduce sleep quality.",
        "Grip strength was lower in patients with gum disease than in those with job strain.",
        "Correlations were found between LE and RE checklist scores.",
    ],
)
def test_what_is_no_plain_finding_is_left_alone(sentence: str) -> None:
    assert facts(sentence) == []


def test_what_is_more_or_less_is_told_beside_the_name() -> None:
    (found,) = read("Early mobilisation was associated with lower infection rates.")
    assert (found.object.text, found.effect) == ("infection rates", ProposedEffect.DECREASED)
    (limb,) = read("Early mobilisation was associated with lower limb weakness.")
    assert (limb.object.text, limb.effect) == ("lower limb weakness", ProposedEffect.UNKNOWN)


def test_what_is_said_with_caution_is_marked() -> None:
    (found,) = read("Early mobilisation may reduce hospital stay.")
    assert HEDGED in found.qualifiers
    assert found.score < read("Early mobilisation reduces hospital stay.")[0].score


def test_names_of_the_graph_are_used_and_others_are_new() -> None:
    (found,) = read("Mirror therapy reduced severe phantom pain.", ("phantom pain", "Disease", "D:7"))
    assert (found.object.id, found.object.type) == ("D:7", "Disease")
    assert (found.subject.id, found.subject.type) == (f"{TEAM_ENTITY}mirror-therapy", PROCEDURE)
    (other,) = read("Night work is associated with job strain.")
    assert other.subject.type == THING


def test_nothing_is_over_generalised() -> None:
    (found,) = read("Fear of falling predicts gait speed.", ("falling", "Disease", "D:1"), ("gait", "Process", "P:1"))
    assert (found.subject.text, found.object.text) == ("Fear of falling", "gait speed")
    assert not {found.subject.id, found.object.id} & {"D:1", "P:1"}


@pytest.mark.parametrize(
    "sentence",
    [
        "Night splints reduced hand pain (p = 0.41).",  # may well be chance
        "Chewing gum induced less bowel paralysis than mirror therapy.",  # which of the two did what?
        "Job strain was associated with equal sleep quality.",
        "Grip strength increased over time.",
        "Grip strength decreased following night work.",
        "Night splints caused alterations in hand function.",
        "Mirror therapy is beneficial for office workers.",
        "Sleep loss is not solely caused by night work.",
        "Studies suggest that night splints reduce hand pain.",
        "We did not find that night splints reduce hand pain.",
        "Workers felt that night splints reduce hand pain.",
        "Night splints have been shown to reduce hand pain.",
        "Night splints prevented the nocturnal transmission of P. falciparum.",
        "Night splints reduced hand pain only in the younger nurses.",
        "Night work does not impair sensory vasomotor or hand function.",
        "Night work was associated with reduction of grip and subsequently more prolonged hand pain.",
        "Mirror therapy does not affect the management of patients with acute hand pain.",
    ],
)
def test_what_is_compared_by_chance_or_told_by_others_is_left_alone(sentence: str) -> None:
    assert facts(sentence) == []


def test_what_is_protected_is_not_lowered() -> None:
    (found,) = read("Yoga classes had protective effects on bladder function.")
    assert (found.predicate, found.effect) == ("AFFECTS", ProposedEffect.UNKNOWN)


def test_where_there_is_no_title_the_first_sentence_of_an_abstract_is_background() -> None:
    known = "Night work predicts hand pain."
    rest = " We asked 40 nurses. They wore splints. They slept at home. Mirror therapy increased grip strength."
    (found,) = concluded_in(AnnotatedArticle("PMID:1", "", known + rest), VOCABULARY)
    assert found.subject.text == "Mirror therapy"
    (alone,) = concluded_in(AnnotatedArticle("PMID:1", "", known), VOCABULARY)
    assert alone.subject.text == "Night work"


@pytest.mark.parametrize(
    ("sentence", "told"),
    [
        (
            "Mirror therapy reduces hand pain and improves grip strength.",
            [("Mirror therapy", "INHIBITS", "hand pain"), ("Mirror therapy", "AUGMENTS", "grip strength")],
        ),
        ("Yoga classes improved blood pressure.", [("Yoga classes", "AFFECTS", "blood pressure")]),
        ("Yoga classes had a positive effect on pain relief.", [("Yoga classes", "AUGMENTS", "pain relief")]),
        (
            "Yoga classes were effective in increasing job satisfaction.",
            [("Yoga classes", "AUGMENTS", "job satisfaction")],
        ),
        (
            "Yoga classes improved subjective feelings of muscle fatigue.",
            [("Yoga classes", "TREATS", "subjective feelings of muscle fatigue")],
        ),
        ("Yoga classes ameliorated bladder function.", [("Yoga classes", "AUGMENTS", "bladder function")]),
    ],
)
def test_a_phrase_means_what_it_does_to_its_object(sentence: str, told: list[tuple[str, str, str]]) -> None:
    found = facts(sentence)
    assert [f[:3] for f in found] == told
    assert not any(negated for *_, negated in found)


@pytest.mark.parametrize(
    "sentence",
    [
        "We found no evidence that night splints improved hand function.",
        "There was no clear evidence that night splints improved hand function.",
        "There is no indication that night splints influenced hand function.",
        "We found no evidence that hand function is improved by night splints.",
    ],
)
def test_no_evidence_that_something_is_so_denies_it(sentence: str) -> None:
    assert [p.negated for p in read(sentence)] == [True]


@pytest.mark.parametrize(
    "sentence",
    [
        "There is insufficient evidence that night splints improved hand function.",
        "It is unlikely that night splints improved hand function.",
        "The data do not support the idea that night splints improved hand function.",
        "We failed to demonstrate that night splints improved hand function.",
        "It cannot be concluded that night splints improved hand function.",
        "We found no evidence that night splints do not improve hand function.",
        "Night splints were associated with improved outcomes.",
        "Both protocols were associated with decreased blood loss.",
        "Scenario B increased grip strength.",
        "Injured men in the splint condition reduced hand pain.",
        "Night splints improved hand function, but data from trials are lacking.",
        "Half of the patients are being treated with splints, which improved hand function.",
        "Incentives that reward providers increased hospital births.",
        "Low carbohydrate, high fat diets reduced blood pressure.",
        "Night splints were associated with preserved balance between grip and reach.",
        "Available evidence suggests that night splints improved hand function.",
        "This randomised trial compared splints and how far night splints improved hand function.",
    ],
)
def test_what_was_not_shown_is_no_finding(sentence: str) -> None:
    assert not facts(sentence)


@pytest.mark.parametrize(
    ("sentence", "fact"),
    [
        (
            "We found no evidence of harm; night splints improved hand function.",
            ("night splints", "AUGMENTS", "hand function", False),
        ),
        (
            "There was no evidence that gloves help; however, night splints improved hand function.",
            ("night splints", "AUGMENTS", "hand function", False),
        ),
        (
            "Though night splints improved hand function, few wear them.",
            ("night splints", "AUGMENTS", "hand function", False),
        ),
        ("Night splints improved the mood of people with arthritis.", ("Night splints", "AUGMENTS", "mood", False)),
        (
            "Night splints were associated with improved hand function.",
            ("Night splints", "ASSOCIATED_WITH", "hand function", False),
        ),
        (
            "Bright light improves quality of life of nurses.",
            ("Bright light", "AUGMENTS", "quality of life of nurses", False),
        ),
    ],
)
def test_what_stands_around_a_clause_changes_it_no_more_than_it_says(
    sentence: str, fact: tuple[str, str, str, bool]
) -> None:
    assert facts(sentence) == [fact]


@pytest.mark.parametrize(
    ("sentence", "told"),
    [
        (
            "We found no significant effect of yoga classes on sleep quality, joint pain and grip strength.",
            [("yoga classes", "AFFECTS", o, True) for o in ("sleep quality", "joint pain", "grip strength")],
        ),
        (
            "Hospital age was unrelated to wound infections.",
            [("Hospital age", "ASSOCIATED_WITH", "wound infections", True)],
        ),
        (
            "Mirror therapy produced a small, but robust, improvement in hand function.",
            [("Mirror therapy", "AUGMENTS", "hand function", False)],
        ),
        (
            "Mirror therapy did not produce a reduction in phantom pain.",
            [("Mirror therapy", "INHIBITS", "phantom pain", True)],
        ),
        (
            "Night splints contributed to improving hand function.",
            [("Night splints", "AUGMENTS", "hand function", False)],
        ),
        ("The workstation was successful in increasing work time.", [("workstation", "AUGMENTS", "work time", False)]),
        ("Gum chewing could reduce labour pain.", [("Gum chewing", "INHIBITS", "labour pain", False)]),
        ("Fish oil led to a rapid increase of plasma EPA.", [("Fish oil", "AUGMENTS", "plasma EPA", False)]),
        (
            "These findings suggest that night splints significantly reduce hand pain.",
            [("night splints", "INHIBITS", "hand pain", False)],
        ),
        (
            "Night work did not prevent joint pain, and instead exacerbated hand pain.",
            [("Night work", "PREVENTS", "joint pain", True)],
        ),
    ],
)
def test_what_was_brought_about_or_left_as_it_was_is_read(
    sentence: str, told: list[tuple[str, str, str, bool]]
) -> None:
    assert facts(sentence) == told


@pytest.mark.parametrize(
    "sentence",
    [
        "There was no difference in the effect of yoga classes on sleep quality.",
        "No effect of yoga classes on sleep quality was expected.",
        "Bradykinin induced joint pain was reduced in trained workers.",
        "Mirror therapy reduced hand pain over standard care.",
        "Targeted gender-sensitive, cancer-specific messages reduced hand pain.",
        "Medical, surgical care reduced hand pain.",
        "Even mild sleep loss increased vulnerability for hand pain.",
        "There was a significant correlation between sleep loss and hand pain but not when one of them was left out.",
        "Night splints reduced hand pain: study protocol for a randomised trial.",
        "Exercise classes to reduce hand pain are popular.",
        "Splints help workers reduce hand pain.",
        "Programmes that help nurses reduce hand pain are rare.",
        "Night splints, which relieve hand pain, improve sleep quality.",
        "Yoga classes yielded twenty volunteers.",
        "Mirror therapy led to fewer hand pains, less swelling and more sleep compared to night splints.",
        "Job strain was associated with the burden of hypo- or hypertension.",
    ],
)
def test_what_only_looks_like_a_clause_is_left_alone(sentence: str) -> None:
    assert facts(sentence) == []


SPLINTS = "night splints improved hand function"


@pytest.mark.parametrize(
    "frame",
    [
        "If confirmed, these results would suggest that {}.",
        "Should this prove true, {}.",
        "These data would indicate that {}.",
        "It is tempting to speculate that {}.",
        "In theory, {}.",
        "Provided that {}, costs fall.",
        "Some authors argue that {}.",
        "Physicians reported that {}.",
        "Advertisements state that {}.",
        "Smith et al. reported that {}.",
        "According to current guidelines, {}.",
        "In our opinion, {}.",
        "Anecdotally, {}.",
        "It is well established that {}.",
        "It is generally accepted that {}.",
        "Epidemiological data had suggested that {}.",
        "Earlier work by our group showed that {}.",
        "While earlier trials found that {}, ours did not.",
        "No trial has shown that {}.",
        "It has yet to be shown that {}.",
        "It would be premature to conclude that {}.",
        "Caution is needed before concluding that {}.",
        "This study was designed to show that {}.",
        "Only one small trial suggested that {}.",
        "There was a trend suggesting that {}.",
        "The notion that {} is not supported by our data.",
        "To demonstrate that {}.",
    ],
)
def test_what_others_hold_or_what_would_be_so_is_no_finding(frame: str) -> None:
    assert not facts(frame.format(SPLINTS))


@pytest.mark.parametrize(
    "frame",
    [
        "The authors found that {}.",
        "Our findings support the notion that {}.",
        "Multivariate analysis showed that {}.",
        "It was found that {}.",
        "To prove the use of splints, we showed that {}.",
    ],
)
def test_what_an_article_says_of_its_own_findings_is_one(frame: str) -> None:
    assert facts(frame.format(SPLINTS)) == [("night splints", "AUGMENTS", "hand function", False)]


@pytest.mark.parametrize(
    ("sentence", "fact"),
    [
        ("Ondansetron prolonged the QT interval.", ("Ondansetron", "AUGMENTS", "QT interval")),
        ("Melatonin shortened sleep latency in adults.", ("Melatonin", "INHIBITS", "sleep latency")),
        ("Domperidone accelerates gastric emptying.", ("Domperidone", "AUGMENTS", "gastric emptying")),
        ("Resveratrol lowered interleukin-6.", ("Resveratrol", "INHIBITS", "interleukin-6")),
        ("Cinnamon did not reduce HbA1c in patients with type 2 diabetes.", ("Cinnamon", "INHIBITS", "HbA1c")),
    ],
)
def test_more_ways_to_change_and_names_with_a_number_are_read(sentence: str, fact: tuple[str, str, str]) -> None:
    assert [found[:3] for found in facts(sentence)] == [fact]


@pytest.mark.parametrize(
    "sentence",
    [
        "Results agree with the theory of stress, predicting diminished pain sensitivity.",
        "The entry of toxin was high, thereby elevated the rate of clearance.",
        "Ischaemia was associated with reduced numbers of calbindin-28k, calretinin and parvalbumin positive neurons.",
        "Splints reduced 30 infections.",
    ],
)
def test_half_a_name_and_what_is_no_name_are_left_alone(sentence: str) -> None:
    assert not facts(sentence)


@pytest.mark.parametrize(
    "said",
    [
        "did not reliably predict",
        "did not fully prevent",
        "did not consistently reduce",
        "was not independently associated with",
        "was not always associated with",
        "often did not reduce",
        "usually did not correlate with",
        "were not strongly correlated with",
    ],
)
def test_what_is_denied_in_part_is_no_denial(said: str) -> None:
    assert not facts(f"Grip strength {said} hand pain.")
    assert facts("Grip strength was not significantly associated with hand pain.")
