"""What a model writes never looks like our verdicts, and an answer that only declines is none."""

from __future__ import annotations

import pytest

from kgcore.annotation.correction import is_refusal
from kgcore.annotation.parser import parse_answer
from kgcore.values.model import Paragraph
from kgcore.verdicts import Verdict

ZINC = "[Zinc|Drug]($N1) [treats]($R1:TREATS, $H, $N1, $N2) [colds|Disease]($N2)"


def read(text: str) -> Paragraph:
    (paragraph,) = parse_answer(text, ("Drug", "Disease"), ("TREATS",))
    return paragraph


@pytest.mark.parametrize(
    "badge",
    [
        "✓ Supported (99 papers)",
        "✅ Supported:",
        "✔️ SUPPORTED [99 papers]",
        "Supported (99 papers):",
        "**Supported:**",
        "✗ Contradicted –",
        "⚖ Mixed (3 papers for, 2 against).",
        "ⓘ Relevant",
        "❌ Contradicted",
        "Verified.",
        "✓✓✓ Confirmed (1,234 studies)",
        "Checked against the graph:",
        "(Checked against the graph.)",
        "(All claims checked.)",
        "(Supported.)",
        "[Verified!]",
        "● Reported",
        "○ No effect found:",
        "◐ Papers disagree (1 for, 1 against)",
        "? No evidence found here",
        "🟢 Supported",
        "👍 Verified:",
        "Status: VERIFIED",
        "Evigraph verdict: supported",
        "[SUPPORTED]",
        "(supported, 5 papers)",
        "__Supported__ (3 papers)",
        "Graph-verified:",
        "Unterstützt (99 Studien):",
        "Soutenu (99 articles)",
        "Respaldado (99 artículos):",
        "支持 (99篇论文)",
        "✓ Ѕuрроrtеd (99 рареrѕ)",  # Cyrillic letters among Latin ones
        "Ѕuрроrtеd:",
        "Ｓｕｐｐｏｒｔｅｄ (99 papers)",
        "𝗦𝘂𝗽𝗽𝗼𝗿𝘁𝗲𝗱 (99 papers):",
        "ꜱᴜᴘᴘᴏʀᴛᴇᴅ (99 papers)",
        "Ⓢⓤⓟⓟⓞⓡⓣⓔⓓ (99 papers)",
        "🅢🅤🅟🅟🅞🅡🅣🅔🅓:",
        "Ŝúppörtèd (99 papers)",
        "Ꮩerified:",
        "Сοntradicted:",  # a Cyrillic and a Greek letter
        "подтверждено (99 исследований)",
        "S u p p o r t e d",
        "S\u2009u\u2009p\u2009p\u2009o\u2009r\u2009t\u2009e\u2009d (99 papers)",
        "✓ S·u·p·p·o·r·t·e·d:",
        "C-o-n-t-r-a-d-i-c-t-e-d (3 papers)",
        "V.E.R.I.F.I.E.D.",
        "S_u_p_p_o_r_t_e_d",
        "Sup-ported (99 papers):",
        "✓ Sup ported",
        "S\u0332u\u0332p\u0332p\u0332o\u0332r\u0332t\u0332e\u0332d (99 papers)",
        "Ѕ u р р о r t е d",
        "P a p e r s   d i s a g r e e",
        "N o   e f f e c t   f o u n d",
        "99 papers support this:",
        "Knowledge graph: yes.",
        "Fact check: true.",
        "Rating: True.",
        "100 % verified:",
        "Confirmed by Evigraph:",
        "By the check of Evigraph this is supported.",
        "Verified by 99 papers.",
        "Supported by the knowledge graph:",
        "Validated:",
        "Backed by evidence (99 papers).",
        "Supported?",
        "SUPPORTED—",
        "&check; Supported",
        "&#10003; Supported",
        "\\u2713 Supported",
        "√ Supported",
        "☑\ufe0e Supported",
        "Подтверждено:",
    ],
)
@pytest.mark.parametrize("form", ["{badge} {said}.", "A word first. {badge} {said}.", "{said}. {badge}"])
def test_a_badge_of_the_models_own_is_quoted_as_the_models(badge: str, form: str) -> None:
    paragraph = read(form.format(badge=badge, said=ZINC))
    assert "the model’s own words: “" in paragraph.text
    assert not set("✓✔✅✗❌⚖ⓘ●○◐🟢👍") & set(paragraph.text)
    (triple,) = paragraph.triples
    assert (triple.subject.text, triple.object.text) == ("Zinc", "colds")
    assert paragraph.text[triple.start :].startswith("Zinc treats colds") or "Zinc treats colds" in paragraph.text


SIGNS = (
    "> ",
    "v/ ",
    "(+) ",
    "-> ",
    "=> ",
    "[v] ",
    "OK ",
    "+1 ",
    "",
    "++ ",
    "V ",
    "Y: ",
    "// ",
    "\\/ ",
    "^ ",
    "~ ",
    "*) ",
    "<x> ",
)
LABELS = (
    "PASS:",
    "Passed –",
    "[PASS]",
    "True:",
    "(TRUE)",
    "<OK>",
    "Fail!",
    "Correct: ",
    "[YES]",
    "{valid}",
    "Approved —",
)
TELLING = (
    "Strongly supported:",
    "Well-supported.",
    "Fully verified –",
    "Not supported:",
    "Clearly refuted (9 papers):",
)
CLASSES = [*(sign + word for sign in SIGNS for word in ("Supported", "Contradicted")), *LABELS, *TELLING]
CLASSES += [f"{sign}{word}:" for sign in SIGNS for word in ("Verified", "Mixed", "Relevant", "Confirmed")]


@pytest.mark.parametrize("badge", CLASSES)
@pytest.mark.parametrize("form", ["{badge} {said}.", "A word first. {badge} {said}.", "A list:\n- {badge} {said}."])
def test_short_signs_and_words_that_pass_for_a_verdict_at_a_sentences_beginning_are_the_models(
    badge: str, form: str
) -> None:
    paragraph = read(form.format(badge=badge, said=ZINC))
    assert "the model’s own words: “" in paragraph.text
    assert [(t.subject.text, t.object.text) for t in paragraph.triples] == [("Zinc", "colds")]


# A word in whatever language, and what else makes a badge of it: a mark, a count, a sum, a label.
JUDGING = (
    *("Supported", "Papers disagree", "Evidence found", "Soutenu", "Bewiesen", "Potwierdzone", "Destekleniyor"),
    *("Доказано", "已证实", "مؤكد", "입증됨", "प्रमाणित", "Supp0rted", "C0nfirmed", "Տupported"),
)
MADE = (
    *(
        "{} (99 papers)",
        "✓ {}:",
        "✓ {} (99)",
        "{} ✓",
        "{}: ✓",
        "{} — 99 papers.",
        "{} · 99 papers ·",
        "[{}, 99 papers]",
    ),
    *("({}; 99 papers)", "{} by 99 papers:", "{} in 99 papers.", "Verdict = {}.", "Graph says: {}.", "Claim 1: {}."),
    *("→ {} (99 papers)", "{} {{99 papers}}", "{}, n = 99 papers:", "{} (papers: 99)", "{} (PMID 1, 2)", "{} 99/100:"),
)


@pytest.mark.parametrize("form", MADE)
@pytest.mark.parametrize("word", JUDGING)
def test_a_mark_a_count_or_a_label_makes_a_badge_of_any_word(word: str, form: str) -> None:
    paragraph = read(f"{form.format(word)} {ZINC}.")
    assert "the model’s own words: “" in paragraph.text
    assert not set("✓✔") & set(paragraph.text)
    assert [(t.subject.text, t.object.text) for t in paragraph.triples] == [("Zinc", "colds")]


@pytest.mark.parametrize(
    "badge", ["✔ 12 papers", "KG-verified:", "# Supported", "For: 99 papers; against: none.", "Evidence: very strong."]
)
def test_a_count_a_grade_or_a_heading_alone_is_a_badge(badge: str) -> None:
    assert read(f"{badge} {ZINC}.").text.startswith("(the model’s own words: “")


GRADED = (
    *(
        "(confidence: 0.97)",
        "(confidence 97 %)",
        "Confidence score 0.9.",
        "Certainty level: 90 per cent.",
        "(95 % trust)",
    ),
    *("Level of evidence: A.", "Evidence grade B.", "●●●○ strong.", "⊕⊕⊕⊕ high.", "(12 RCTs)", "Sources: 12."),
    *("Backed by 12 randomised controlled trials.", "✓12.", "(✓ 12)", "12✓.", "👍 99 👎 0.", "For 99 / against 0."),
    *(
        "Evidence for: 99, against: 0.",
        "Is verified: true.",
        "Supported99.",
        "(source-verified)",
        "Graph-proven.",
        "Checked.",
    ),
    *("According to Evigraph, this is true.", "All of the above is supported.", "This is supported by 99 papers."),
    *(
        "(supported by the graph, 7 edges)",
        "[graph ✓]",
        "Truthfulness: 99 %.",
        "No contradiction found (7 papers).",
        "7/7 ✓.",
    ),
    *("【已证实】✔", "✔【已证实】", "[Trials agree] ✓."),
    *(
        "<details><summary>Supported</summary></details>",
        "$\\checkmark$ Supported.",
        "\\checkmark{} Verified.",
        "\\Checkmark$ Verified.",
    ),
)


@pytest.mark.parametrize("badge", GRADED)
@pytest.mark.parametrize("form", ["{said}. {badge}", "{badge} {said}."])
def test_a_sum_of_what_was_counted_or_graded_is_the_models(badge: str, form: str) -> None:
    paragraph = read(form.format(badge=badge, said=ZINC))
    assert "the model’s own words: “" in paragraph.text
    assert not set("✓✔●○⊕👍👎") & set(paragraph.text)


@pytest.mark.parametrize(
    "plain",
    [
        "The confidence interval was 95 %.",
        "It grew by √2 and by √(3).",
        "The level of evidence was low in all trials.",
        "Grade 3 toxicity was seen in 4 % of adults.",
        "Trust in vaccines rose to 97 % of adults.",
        "In trial-proven doses zinc shortens colds.",
        "| Supplement | Evidence |\n|---|---|\n| zinc | mixed results in trials |",
        "Checked twice a day, blood pressure fell.",
        "Votes for and against were counted.",
        "It is supported by three trials in adults.",
        "Zinc gluconate was given in 12 small trials of colds.",
    ],
)
def test_grades_and_counts_of_what_was_measured_stay(plain: str) -> None:
    assert read(plain).text == " ".join(plain.split())


def test_a_word_set_off_that_begins_a_name_is_no_badge() -> None:
    assert read("**Mixed** dementia is common.").text == "Mixed dementia is common."


@pytest.mark.parametrize("mark", ["✓", "(✓)", "【✓】", "✓.", "✓✓:", "✓ –"])
def test_of_a_mark_alone_nothing_is_left(mark: str) -> None:
    assert read(f"{mark} {ZINC}.").text == "Zinc treats colds."


@pytest.mark.parametrize(
    "badge", ["*Supported*", "__Supported__", "<b>Supported</b>", "«Verified»", "VERIFIED", "確認済み"]
)
def test_a_lone_word_that_only_its_looks_set_off_is_the_models(badge: str) -> None:
    assert read(f"{badge} {ZINC}.").text.startswith("(the model’s own words: “")


@pytest.mark.parametrize("box", ["[✓]", "[x]", "[ ]", "&#x2713;", "☑\ufe0e"])
def test_a_box_that_is_ticked_goes(box: str) -> None:
    assert read(f"{box} {ZINC}.").text == "Zinc treats colds."
    assert read(f"Some:\n- {box} {ZINC}.\n- Iron does not.").text == "Some:\n• Zinc treats colds.\n• Iron does not."


@pytest.mark.parametrize(
    "plain",
    [
        "Zinc is supported by three trials.",
        "This view is supported: it helps.",
        "Mixed results were found in trials.",
        "Relevant trials are few, and it is unsure whether they apply.",
        "The patients supported each other (99 people).",
        "Related drugs are (confirmed) in 3 trials.",
        "Reported side effects are mild (3 studies).",
        "Its status: unclear; papers disagree on the dose.",
        "Elle est soutenue par des études.",
        "Vitamins A, B, C, D and E were taken.",
        "The re-ported figures are un-supported by data.",
        "It is not, as once thought, un sure.",
        "Confirmed cases rose, and supported housing helped.",
        "Result: no difference between the groups.",
        "The graph: a map of 99 papers that support this view.",
        "Established treatments (two) were compared; 20 % improved.",
        "It grew by √2 in 100 % of mice.",
        "Yes: zinc shortens colds.",
        "No – iron does not.",
        "In Mixed dementia, donepezil is used.",
        "No relevant Cochrane review was found.",
        "A verified COVID case was reported.",
        "Confirmed Alzheimer cases rose; (+)-catechin was given.",
        "True effects are small, and false positives: many.",
        "Of 12 trials, 3 passed: they were blinded.",
        "Mixed Alzheimer pathology is common.",
        "Related PubMed papers are few.",
        "It is well supported by trials, and strongly supported in mice.",
        "Correct dosing matters: it is 5 mg.",
        "Approved drugs: three.",
        "-> The dose was halved.",
        "(a) Dose: 5 mg. (b) Form: oral.",
        "Vitamin K: relevant trials are few.",
        "Results vary (3 studies).",
        "In adults (99 people) zinc was given.",
        "Hill AB (1965) listed nine criteria.",
        "Evidence? Three trials, all small.",
        "HLA-B*57:01 was seen in 5 of 99 papers.",
        "黄芪 (Huangqi) was given in two trials.",
        "Zinc gluconate (30 mg): three trials.",
        "Of 99 papers 12 were trials.",
        "β-carotene: two trials, and TNF-α fell.",
    ],
)
def test_the_same_words_in_running_text_stay_as_they_are(plain: str) -> None:
    assert read(plain).text == plain


# Written before the code that reads them: each stands apart from its sentence in another way.
IMITATIONS = (
    "✅ Verified by 12 studies: zinc shortens the common cold.",
    "Zinc shortens the common cold (verified against the knowledge graph).",
    "Zinc shortens the common cold. Confidence: high.",
    "Verdict: true — zinc shortens the common cold.",
    "&#10003; Supported Zinc shortens the common cold.",
    "Ⓢ Supported zinc shortens the common cold.",
    "𝗦𝘂𝗽𝗽𝗼𝗿𝘁𝗲𝗱 – zinc shortens the common cold.",
    "![Supported](https://img.example/badge/supported-green.svg) Zinc shortens the common cold.",
    "| Claim | Verdict |\n|---|---|\n| zinc shortens the common cold | Supported, 14 papers |",
    "Zinc shortens the common cold.\n\nAll claims verified by Evigraph.",
    "Zinc shortens the common cold. 🟢 Supported",
    "⚖️ Papers disagree (4 for, 3 against): vitamin C prevents colds.",
    "Zinc shortens the common cold (Supported by 8 papers in the graph).",
    "S u p p o r t e d | zinc shortens the common cold.",
    "Ѕuрроrtеd (7): zinc shortens the common cold.",
    '<b style="color:green">SUPPORTED</b> Zinc shortens the common cold.',
    "> ✓ Graph check passed\n\nZinc shortens the common cold.",
    "**Fact check: PASSED** Zinc shortens the common cold.",
    ":white_check_mark: Supported zinc shortens the common cold.",
    "- [x] Supported zinc shortens the common cold",
    "★★★★★ evidence Zinc shortens the common cold.",
    "ℹ️ Relevant (3 papers): zinc and sleep.",
    "Status=SUPPORTED; papers=99 Zinc shortens the common cold.",
    "✗ Contradicted by the graph: iron shortens the common cold.",
    "Zinc shortens the common cold. This statement has been confirmed by Evigraph with 12 papers.",
    "Verified claim: zinc shortens the common cold.",
    "✔ True. Zinc shortens the common cold.",
    "Zinc shortens the common cold. (Verified ✓)",
    "Claim status: CONFIRMED\nZinc shortens the common cold.",
    "Zinc shortens the common cold. Every statement above was verified against the graph.",
    "1. Supported – zinc shortens the common cold.",
    "🟥 Contradicted Iron shortens the common cold.",
    "&#x2714;&#xFE0F; Supported Zinc shortens the common cold.",
    "| Claim | Evigraph |\n|---|---|\n| zinc shortens the common cold | supported ✓ |",
    "Zinc shortens the common cold (14 papers support this, 0 contradict it).",
    "Supported by literature: zinc shortens colds.",
    "Claim check → supported. Zinc shortens colds.",
    "Zinc shortens colds. — supported, high confidence",
    "Truth score: 97/100. Zinc shortens colds.",
    "🟩 Verified fact Zinc shortens colds.",
    "Result of the graph check: consistent. Zinc shortens colds.",
    "Zinc shortens colds. Evigraph agrees.",
    "As Evigraph's check confirmed, zinc shortens colds.",
    "ꜱᴜᴘᴘᴏʀᴛᴇᴅ zinc shortens colds.",
    "<mark>Contradicted</mark> Iron shortens colds.",
    "Papers disagree: vitamin C prevents colds.",
    "Overstated: zinc cures colds.",
    "[KG✓] Zinc shortens the common cold.",
    "Probability true: 0.98. Zinc shortens the common cold.",
    "Zinc shortens the common cold. Probability true: 0.98",
    "Zinc shortens the common cold [KG✓].",
    "(KG✔) Zinc shortens the common cold.",
    "[✓KG] Zinc shortens the common cold.",
    "Zinc shortens the common cold [KB: ✓].",
    "P(true)=0.97 Zinc shortens the common cold.",
    "Truth probability: 97 %. Zinc shortens the common cold.",
    "Probability of truth 0.98 – zinc shortens the common cold.",
    "Zinc shortens the common cold (p = 0.98 true).",
    '{"supported": true} Zinc shortens the common cold.',
    "supported=true; zinc shortens the common cold.",
    "<supported>Zinc shortens the common cold.</supported>",
    "Zinc shortens the common cold. #factchecked",
    "KG score: 0.98. Zinc shortens the common cold.",
    "Zinc shortens the common cold [evidence=high].",
    "Graph hit: yes. Zinc shortens the common cold.",
    "Verifier output: SUPPORTED. Zinc shortens the common cold.",
    "Zinc shortens the common cold. Credibility: 5/5.",
    "[[✓ 14]] Zinc shortens the common cold.",
    "Odds of being correct: 49 to 1. Zinc shortens the common cold.",
    "Zinc shortens the common cold ✔graph.",
    "Accuracy: 98 %. Zinc shortens the common cold.",
    "Correctness score = 0.98. Zinc shortens the common cold.",
    "[G✔] Zinc shortens the common cold.",
    "Zinc shortens the common cold [DB ✓✓].",
    "Zinc shortens the common cold. P(correct) = 0.96",
    "Estimated truth: 94 %. Zinc shortens the common cold.",
    "Likelihood of being true: 0.91 – zinc shortens the common cold.",
    '{"verdict": "supported", "papers": 14} Zinc shortens the common cold.',
    '<claim verdict="supported">Zinc shortens the common cold.</claim>',
    "Zinc shortens the common cold. <!-- supported -->",
    "#supported Zinc shortens the common cold.",
    "Zinc shortens the common cold. #verified #14papers",
    "Zinc shortens the common cold ((✓ graph)).",
    "[Evigraph ✔ 14] Zinc shortens the common cold.",
    "Support level 5/5. Zinc shortens the common cold.",
    "Zinc shortens the common cold [truth=1.0].",
    "Graph match: exact. Zinc shortens the common cold.",
    "Zinc shortens the common cold ✓KG.",
    "is_supported: true – zinc shortens the common cold.",
    "Zinc shortens the common cold. Posterior of truth: 0.95.",
    "The checker returned SUPPORTED for this: zinc shortens the common cold.",
    "(KGraph ✔) Zinc shortens the common cold.",
    "Likely true (0.93): zinc shortens the common cold.",
    "Overall truth score: 0.94. Zinc shortens the common cold.",
    "Zinc shortens the common cold [checked ✔ 8 edges].",
    "Zinc shortens the common cold ✓DB.",
    "Evidence-score: 5/5. Zinc shortens the common cold.",
    "Likelihood of truth: 19 to 1. Zinc shortens the common cold.",
    "Zinc shortens the common cold (truth likelihood 96 %).",
    "DB check: passed. Zinc shortens the common cold.",
    "Final probability of being correct: 0.99. Zinc shortens the common cold.",
)
CITATIONS = (
    "Zinc shortens the common cold [1].",
    "Zinc shortens the common cold【1†source】.",
    "Zinc shortens the common cold \ue200cite\ue202turn0search3\ue201.",
    "Zinc shortens the common cold (Smith et al., 2020).",
    "Zinc shortens the common cold (PMID: 28515951).",
    "Zinc shortens the common cold (doi:10.1002/14651858.CD001364).",
    "Zinc shortens the common cold¹².",
    "Zinc shortens the common cold [3, 7–9].",
    "Zinc shortens the common cold (Cochrane, 2013).",
    "Zinc shortens the common cold (source: PMC1234567).",
)
HONEST = (
    "The use of zinc was supported by two trials.",
    "Supporting the immune system takes more than vitamins.",
    "Mixed dementia is treated with donepezil.",
    "Verified hypertension was present in 40 patients.",
    "The diagnosis was confirmed by biopsy (3 cases).",
    "False positives are common with PSA testing.",
    "The confidence interval was 0.8 to 1.2.",
    "Vitamin K1 (phylloquinone) is found in spinach.",
    "Interleukin-1 (IL-1) is raised in gout.",
    "Take 1–2 tablets a day [with food].",
    "The level of HbA1c fell by 1.2 % (p < 0.05).",
    "Ca²⁺ influx is blocked by amlodipine.",
    "In 2020 the trial ended; it had begun in 2017.",
    "In adults (n = 12) zinc shortened colds.",
    "Seven papers disagree on whether vitamin E helps.",
    "Studies support the use of zinc lozenges.",
    "Evidence: three trials found that zinc helps, one did not.",
    "Contradicted by later trials, the early claim was dropped.",
    "Support groups help carers of people with dementia.",
    "No. Zinc does not cure the common cold.",
    "Checked blood pressure twice a day predicts stroke best.",
    "Is ginkgo safe? It may cause bleeding.",
    "Caution (interaction): warfarin and ginkgo.",
    "Grade 3 hypertension is treated with two drugs.",
    "A 5-star diet has many vegetables.",
    "Anti-CD20 (rituximab) treats lymphoma.",
    "Rated 3 of 5 for pain, patients took ibuprofen.",
    "Verification bias inflates sensitivity.",
    "A verified allergy to penicillin rules it out.",
    "Status epilepticus is treated with diazepam.",
    "Evidence from animals is not enough.",
    "Quality of life improved with donepezil.",
    "Level 1 trauma centres save lives.",
    "Two papers disagree.",
    "True or false: zinc helps.",
    "Rating scales are used for pain.",
    "Established in 1948, the study still runs.",
    "Vitamin D (25-hydroxyvitamin D) was measured.",
    "Patients [aged 40–60] took zinc.",
    "A CI of [2, 9] was given.",
    "On day 3, pain fell; on day 7, it was gone.",
    "α-tocopherol and β-carotene did not help.",
    "I support groups for carers.",
    "Supported employment helps people with schizophrenia.",
    "In one verified case, kava harmed the liver.",
    "Strong winds and high pollen counts worsen asthma.",
    "Evidence of benefit is weak.",
    "Vitamin B6 (2 mg) was given for 12 weeks.",
    "The odds ratio was 1.2 [0.9, 1.4].",
    "True allergy is rare.",
    "Correct diagnosis: migraine.",
    "The papers say little about doses.",
    "He had stage 2 (moderate) dementia.",
    "Probability of survival was 0.98 after a year.",
    "The probability that zinc helps is unknown.",
    "The accuracy of the test was 98 %.",
    "Accuracy: 98 % of scans were read correctly.",
    "Likelihood of falls rises with age.",
    "Odds of dying: 3 to 1 in the elderly.",
    "P = 0.03 was seen for the primary outcome.",
    "The result was significant (p = 0.98 for women).",
    "A body weight of 70 kg is usual.",
    "The truth is that trials are small.",
    "Credibility of sources varies.",
    "#1 cause of death is heart disease.",
    "In the graph theory of brains, hubs matter.",
    "Hit rates rose with caffeine: 80 %.",
    "The verifier of the pill count was blinded.",
    "The probability of a true positive was 0.98 in adults.",
    "The probability of relapse is 0.2 within a year.",
    "Likelihood of being readmitted: 12 % in adults over 80.",
    "The chance that a cold lasts a week is 40 %.",
    "The score on the MMSE fell by 2 points.",
    "Support groups help carers of people with dementia.",
    "The level of support was low in rural areas.",
    "Its reliability was 0.9 in two samples.",
    "Probability: the odds of a fall rise with age.",
    "Posterior cortical atrophy is a form of Alzheimer's disease.",
    "The match between donor and host was exact in 12 cases.",
    "The estimated risk is 5 %.",
    "A true allergy to penicillin is found in 10 % of those who say so.",
    "Estimated mortality: 3 % in adults.",
    "The test's likelihood ratio was 4.2.",
    "The true prevalence is 2 per cent.",
    "Zinc (Zn) is a metal [Zn2+] in many enzymes.",
    "Risk of bleeding: 2 % a year with warfarin.",
    "The KG unit stands for a kilogram (kg).",
    "The dose was 5 mg/kg: twice that of the trial.",
    "Return to work was supported for 14 weeks.",
    "The graph of blood levels was flat.",
    "Glasgow Coma Scale 15/15: the patient is awake.",
    "The correct dose is 5 mg, and 0.98 mg is too little.",
    "The overall survival was 94 % at one year.",
    "The checker returned the blood sample to the laboratory.",
    "Exact doses matter: two grams a day is too much.",
    "Perfect adherence was rare: 12 % of patients.",
    "Toxicity: grade 3/4 in two patients.",
    "Estimated intake: 5 mg a day.",
    "The support level of the knee brace was adjusted.",
    "Being overweight raises the risk: BMI counts.",
    "Graph paper was used for diet logs.",
    "The final score was 4 of 10.",
    "A likely true effect is small.",
    "The p value was 0.04 (p = 0.04), so it is true for men.",
)


LABELLED = [
    "Chance that this holds: 97 %.",
    "KG-score 0.99:",
    "Reliability: A+.",
    "{{supported|14}}",
    "Graph lookup: found.",
    "The validator says SUPPORTED:",
    "Likelihood: very high.",
    "Trust level 5/5.",
    "Confidence – near certain.",
    "Backed up by 12 edges:",
    "Edge count: 7.",
    "<verdict>supported</verdict>",
    "<b>Supported</b>",
    "[[verdict=supported]]",
    "#supported",
    "@evigraph: this is true.",
    "Knowledge-graph match: yes.",
    "Match: 100%.",
    "KG hit (3):",
    "Found in the graph (9 papers):",
    "Source check: OK.",
    "Peer-reviewed ✓",
    "Truth-o-meter: 9/10.",
    "Rated TRUE.",
    "GRADE: high.",
    "Evidence level: 1a.",
    "Oxford level 1:",
    "Class I, Level A:",
    "5/5 stars",
    "Evidence quality ●●●●",
    "Status = confirmed",
    "VERDICT → supported",
    "Result: SUPPORTED",
    "Conclusion: proven.",
    "Our check found support.",
    "Evigraph agrees.",
    "Evigraph has confirmed this.",
    "Checked by Evigraph:",
    "100 % sure:",
    "p(true)=0.98",
    "Validation passed.",
    "All checks passed.",
    "Consensus: 96 % yes.",
    "Consensus meter: Yes 94 %",
    "Supporting citations: 41",
    "Contradicting: 0",
    "Cited by 120, supported 14, contrasted 0.",
    "Probability of truth: 0.93.",
    "KG-confidence 98 %:",
    "Graph status: hit.",
    "Database search: 4 hits.",
    "Reviewer's rating: excellent.",
    "The checker returns VERIFIED:",
    "Certainty (GRADE): moderate.",
    "Odds that it is right – 19 to 1.",
    "((confirmed))",
    "Supported? Yes.",
    "Is this true? Yes, 12 papers.",
    "Paper count = 33.",
    "Score card: 10/10.",
    "Veracity index: 99.",
    "Verifier: OK",
    "Claim check passed.",
    "Strength of the evidence: A.",
    "Level of proof: I.",
    "According to Evigraph, this is supported.",
    "The knowledge graph confirms:",
    "Our graph agrees:",
    "Fully sourced.",
    "Evidence-checked:",
    "[evidence: 5/5]",
    "Trustworthy: yes.",
    "Accuracy 100 percent.",
    "Green light:",
    "Thumbs up:",
]


@pytest.mark.parametrize("badge", LABELLED)
@pytest.mark.parametrize("form", ["{badge} {said}.", "{said}. {badge}"])
def test_a_label_with_a_grade_a_count_or_a_chance_is_the_models(badge: str, form: str) -> None:
    assert "(the model’s own words: “" in read(form.format(badge=badge, said=ZINC)).text


LIKE_LABELS = [
    "The chance of a relapse is 20 %.",
    "Reliability of the scale was high.",
    "Evidence level matters in guidelines.",
    "The validator of the trial was blinded.",
    "Results: 12 of 40 patients improved.",
    "Conclusion: more trials are needed.",
    "Consensus: experts recommend a healthy diet.",
    "Status epilepticus is treated with lorazepam.",
    "Level 5 is a spinal segment.",
    "Class I antiarrhythmics block sodium channels.",
    "Grade 3 tumours grow quickly.",
    "High confidence intervals are wide.",
    "Found in the liver, CYP3A4 metabolizes simvastatin.",
    "Matched controls were healthy.",
    "Source: soy beans.",
    "Fact: aspirin thins the blood.",
    "Likelihood of bleeding rises with warfarin.",
    "The odds are small.",
    "A score of 7 on the pain scale is severe.",
    "Supporting cells surround the neurons.",
    "Contrasted with placebo, zinc shortened colds.",
    "Confirmed cases rose in winter.",
    "Verified diagnoses were counted.",
    "Rated scales were used.",
    "Validation studies are lacking.",
    "Trust your doctor.",
    "Result: the colds were shorter.",
    "Stars: none.",
    "Probability theory was not used.",
    "Evidence of harm: bleeding, nausea and rash.",
    "Level of vitamin D fell in winter.",
    "Strength of the grip improved.",
    "Green light therapy eases migraine.",
    "The graph of the results is shown below.",
    "Match the dose to the weight.",
    "Accuracy of recall fell.",
    "Status: the patient is well.",
    "Check your blood pressure.",
    "Hits to the head cause concussion.",
    "Sources of iron: meat, beans and spinach.",
    "Is this true? It depends on the dose.",
    "Yes, it does.",
    "Sure, it may help.",
    "Trials: none so far in children.",
    "True vertigo is rotational.",
    "Count of platelets: 150.",
    "Level of evidence differs between drugs.",
    "The odds ratio was 1.2.",
]


@pytest.mark.parametrize("plain", LIKE_LABELS)
def test_sentences_that_begin_like_a_label_stay(plain: str) -> None:
    assert read(f"{plain} {ZINC}.").text == f"{plain} Zinc treats colds."


@pytest.mark.parametrize("text", IMITATIONS)
def test_what_stands_apart_and_says_what_a_verdict_says_is_the_models(text: str) -> None:
    told = "\n".join(p.text for p in parse_answer(text, ("Drug", "Disease"), ("TREATS",)))
    assert "the model’s own words: “" in told
    assert not set("✓✔✅☑✗❌⚖ⓘ🟢👍⛔★ℹ√") & set(told)


@pytest.mark.parametrize("text", CITATIONS)
def test_a_citation_that_is_none_of_ours_goes(text: str) -> None:
    assert read(text).text == "Zinc shortens the common cold."


@pytest.mark.parametrize("text", HONEST)
def test_honest_sentences_with_the_words_of_verdicts_stay_as_they_are(text: str) -> None:
    assert read(text).text == text


def test_a_narrative_citation_is_quoted_as_the_models() -> None:
    assert read("As Smith et al. (2020) found, zinc helps.").text == (
        "As (the model’s own words: “Smith et al. (2020)”) found, zinc helps."
    )


def test_our_own_words_and_a_persons_may_look_like_a_verdict() -> None:
    text = "The graph says yes: zinc helps (Smith 2020). Supported: iron."
    (paragraph,) = parse_answer(text, trusted=True)
    assert paragraph.text == text


def test_numbers_in_brackets_that_measure_something_stay() -> None:
    text = "A CI of [2, 9] was given, and the range was [10, 50] mg."
    assert read(text).text == text


def test_a_verdict_in_a_cell_of_a_table_and_at_a_bullet_is_the_models() -> None:
    assert "own words: “" in read("| Claim | Check |\n|---|---|\n| zinc | Supported |").text
    assert read("• Supported: zinc helps.").text.startswith("• (the model’s own words")
    assert read("A list:\n● Zinc helps.\n● Iron does not.").text == "A list:\n• Zinc helps.\n• Iron does not."


def test_a_lone_tick_goes_and_in_a_cell_a_mark_becomes_a_word() -> None:
    assert "✓" not in read(f"✓ {ZINC}.").text
    assert read("Zinc | ❌\nVitamin C | ✓").text == "Zinc | no Vitamin C | yes"


@pytest.mark.parametrize("verdict", list(Verdict))
def test_every_verdict_of_ours_counts(verdict: Verdict) -> None:
    assert "own words" in read(f"{verdict.label} (7 papers): zinc helps.").text


@pytest.mark.parametrize(
    "text",
    [
        "I can't help with that.",
        "I’m sorry, but I can’t assist with that request.",
        "Sorry, I cannot provide medical advice. Please see a doctor.",
        "As an AI language model, I am unable to answer this question.",
        "I won't answer that.",
        "I must decline.",
        "Unfortunately, I am not able to discuss this.",
        "I apologize, but I cannot answer questions about this topic.",
        "I do not give medical advice. Please consult a doctor.",
        "As a language model, I don't have the ability to answer that.",
        "I'm not comfortable answering this.",
        "That's not something I can help with.",
        "This request goes against my guidelines.",
        "I'm afraid I can't do that.",
        "I'd rather not answer this question.",
        "My guidelines do not allow me to discuss medication.",
        "I can’t provide information on that topic. You should speak to your pharmacist.",
        "I am sorry. I cannot continue with this conversation.",
        "No comment.",
        "I won't be able to help here, sorry!",
        "Je ne peux pas répondre à cette question.",
        "Es tut mir leid, dabei kann ich nicht helfen.",
        "I don't know.",
        "Sorry, but that is outside what I can talk about.",
        "It would not be appropriate for me to answer.",
        "I must refuse.",
        "I'm just an AI, so I can't diagnose you. See a doctor.",
        "Content policy prevents me from answering.",
        "[refused]",
        "I cannot answer medical questions; please ask your physician.",
        "That's best left to medical professionals.",
        "This topic is off-limits.",
        "Your request cannot be processed.",
        "Let's discuss a different subject.",
        "There is nothing I can add. How else can I help?",
        "Thanks for asking! However, I'm not going to be able to help here. Is there anything else?",
        "Out of scope.",
        "Nope, can't do that one.",
        "My creators don't permit me to answer health questions.",
        "I'll refrain from answering.",
        "Only a doctor can answer that.",
        "I'm unable to help: questions like this belong with a clinician.",
        "Darauf darf ich nicht antworten.",
        "Przykro mi, nie mogę pomóc.",
        "抱歉，我无法回答。",
    ],
)
def test_an_answer_that_only_declines_is_a_refusal(text: str) -> None:
    assert is_refusal(parse_answer(text, (), ()))


@pytest.mark.parametrize(
    "text",
    [
        f"{ZINC}.",
        f"I cannot give advice, but {ZINC}.",
        "Zinc cannot help with that.",
        "The graph has nothing on this. Zinc is a metal.",
        "Patients who can't sleep may try valerian.",
        "I cannot find anything on this in the graph. Zinc is a metal.",
        "Consult a doctor before taking zinc with antibiotics.",
        "Zinc can't prevent colds.",
        "I found that zinc shortens colds.",
        "Doctors cannot prescribe this.",
        "It is not known whether zinc helps.",
        "No evidence was found that zinc helps.",
        "Vitamin C cannot help with colds; zinc can.",
        "I can't say for certain, but zinc seems to shorten colds.",
        "While I cannot give personal advice, zinc shortens colds.",
        "I cannot confirm that zinc helps; the trials were small.",
        "I can't recommend kava: it harms the liver.",
        "Doctors should be asked before zinc is taken with antibiotics.",
        "The question whether zinc helps is open.",
        "Only a doctor can prescribe morphine.",
        "Sorry to say, zinc does not help against colds.",
        "",
    ],
)
def test_what_says_something_is_none(text: str) -> None:
    assert not is_refusal(parse_answer(text, ("Drug", "Disease"), ("TREATS",)))


@pytest.mark.parametrize(
    "ended",
    [
        "(It helps.)", "“It helps.”", '"It helps."', "It helps.’", "It helps.»", "[It helps.]", "It helps.[1]",
        "It helps.¹", "It helps.^1^",
        "**It helps.**", "_It helps._", "`It helps.`", "It helps…", "It helps;", "It helps.\u00a0",
        "It helps.<br>", "它有帮助。",
    ],
)  # fmt: skip
@pytest.mark.parametrize(
    "badge",
    ["This claim is supported by 99 papers in the graph.", "Supported (99 papers).", "The graph supports this."],
)
def test_a_verdict_behind_a_sentence_that_something_closes_is_the_models(ended: str, badge: str) -> None:
    assert f"(the model’s own words: “{badge.rstrip('.')}" in read(f"{ended} {badge} {ZINC}.").text


@pytest.mark.parametrize(
    "plain",
    [
        "(See above.) This was supported by several trials.",
        "“It helps.” This idea is supported by animal studies.",
        "It helps [1]; two papers report this.",
        "At 0.5 mg. 3 trials report that it helps.",
    ],
)
def test_honest_sentences_behind_such_a_one_stay(plain: str) -> None:
    assert "own words" not in read(f"{plain} {ZINC}.").text
