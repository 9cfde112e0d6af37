"""Facts from chat: proposed in words, shown as a card, decided by reviewers alone, and taken back."""

from __future__ import annotations

from dataclasses import replace

import pytest

from kgcore.curation.layer import ActKind, Fact
from kgcore.drawing.picture import RenderedPicture
from kgcore.drawing.words import Drawable, alt_text
from kgcore.errors import InputError
from kgcore.ingest.articles.fetching import PubMed
from kgcore.ingest.pubmed import Eutilities
from kgcore.turn.papers import PaperSearch
from kgcore.turn.reviewing import fact_said, new_act, paper_id, papers_in
from kgcore.values.audit import Deed
from kgcore.values.message import Click, FilesQuery, Person, TurnQuery, Verb
from kgcore.values.reply import Choices, Claims, File, Form, Reply
from kgcore.verdicts import Verdict
from tests.kgcore.house import ANN, HERE, Bot, StillPicture, bot, folder, verdicts, words
from tests.kgcore.talking import act
from tests.servers.ncbi import FakeNcbi

__all__ = ["bot", "folder"]

BOSS = Person("boss", "Dana", admin=True)
OTHER = Person("second", "Eli", admin=True)
FACT = "Creatine treats insomnia, PMID 26752497"
_THREE = ("PMID:26752497", "PMID:19000001", "PMID:7654321")
CLAIM = "check Creatine treats insomnia."


async def press(bot: Bot, verb: Verb, number: int, person: Person = BOSS, **fields: str) -> Reply:
    """Return what a press on a card says."""
    event = Click(f"{verb}{number}{person.id}", HERE, person, act(verb, "review", number), _fields(fields))
    return (await bot.send(event))[-1]


def _fields(told: dict[str, str]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    return tuple((name, (value,)) for name, value in told.items())


def labels(reply: Reply) -> list[str]:
    """Return the labels of its buttons."""
    return [c.label for b in reply.blocks if isinstance(b, Choices) for c in (*b.buttons, *b.menu)]


async def judged(bot: Bot) -> list[Verdict]:
    return verdicts((await bot.command("check", "Creatine treats insomnia."))[-1])


async def test_a_fact_counts_once_a_reviewer_has_accepted_it_and_no_longer_when_it_is_taken_back(bot: Bot) -> None:
    assert Verdict.SUPPORTED not in await judged(bot)
    card = (await bot.command("add", FACT))[-1]
    assert "Creatine treats insomnia" in words(card)
    assert "26752497" in str(card)
    assert "would be: Supported" in words(card)
    assert Verdict.SUPPORTED not in await judged(bot)
    done = await press(bot, Verb.ACCEPT, 1)
    assert "counts from now on" in words(done)
    assert await judged(bot) == [Verdict.SUPPORTED]
    back = await press(bot, Verb.TAKE_BACK, 2)
    assert "Accept" in labels(back)
    assert Verdict.SUPPORTED not in await judged(bot)
    reviewed = [r.entry.what.split(" of graph")[0] for r in await bot.store.records()]
    assert reviewed == ["proposed: act 1", "accepted: act 2 on 1", "undid: act 3 on 2"]


async def test_answer_picture_next_questions_and_download_read_base_and_layer_together(bot: Bot) -> None:
    drawn: list[str] = []

    class Watched(StillPicture):
        async def render(self, picture: Drawable, *, png: bool = True) -> RenderedPicture:
            drawn.append(alt_text(picture))
            return await super().render(picture)

    bot.renderer = Watched()
    bot.start()
    asked = "What is known about creatine?"
    fact = "creatine treats insomnia"

    async def everywhere() -> tuple[str, str, str, str]:
        drawn.clear()
        here = replace(HERE, thread=f"t{len(bot.acts.acts())}")
        reply = (await bot.ask(asked, here))[-1]
        files = await bot.assistant.ask(FilesQuery(here))
        told = " ".join(b.content.decode("utf-8", "ignore") for b in files.blocks if isinstance(b, File))
        other = (await bot.ask("Does creatine increase muscle strength?", replace(here, thread=f"{here.thread}b")))[-1]
        offered = " ".join(labels(other))
        return words(reply).lower(), " ".join(drawn).lower(), offered.lower(), told.lower()

    await bot.command("add", FACT)
    assert not any(fact in where or "insomnia" in where for where in await everywhere())
    await press(bot, Verb.ACCEPT, 1)
    said, picture, offered, download = await everywhere()
    assert "added by this team" in said
    assert fact in said
    assert f"{fact}: 1 paper (meta-analysis), added by this team" in picture
    assert "insomnia" in offered
    assert fact in download
    await press(bot, Verb.TAKE_BACK, 2)
    assert not any("insomnia" in where for where in await everywhere())


async def test_a_claim_says_beside_its_papers_that_the_team_added_them(bot: Bot) -> None:
    await bot.command("add", FACT)
    await press(bot, Verb.ACCEPT, 1)

    async def rests_on(said: str) -> list[str]:
        reply = (await bot.command("check", said))[-1]
        return [c.rests_on for b in reply.blocks if isinstance(b, Claims) for c in b.claims]

    assert await rests_on("Creatine treats insomnia.") == ["1 meta-analysis, added by this team"]
    assert not any("team" in words for words in await rests_on("Donepezil treats Alzheimer's disease."))


async def test_a_message_that_begins_with_add_proposes(bot: Bot) -> None:
    card = (await bot.ask(f"add: {FACT}"))[-1]
    assert card.private
    assert "Proposed by Ann" in words(card)
    assert not (await bot.store.turns(HERE.key))
    plain = (await bot.ask("Add magnesium to my diet?"))[-1]
    assert len(bot.acts.layer().proposals) == 1
    assert "Proposed" not in words(plain)


async def test_only_reviewers_decide(bot: Bot) -> None:
    card = (await bot.command("add", FACT))[-1]
    assert "Accept" not in labels(card)
    for verb in (Verb.ACCEPT, Verb.REJECT, Verb.AMEND, Verb.EDIT, Verb.SECOND, Verb.TAKE_BACK):
        assert "Only reviewers" in words(await press(bot, verb, 1, ANN))
    assert len(bot.acts.acts()) == 1


async def test_the_configured_reviewers_decide_and_no_admin(bot: Bot) -> None:
    bot.reviewers = frozenset({"u", "v"})
    bot.start()
    await press(bot, Verb.PROPOSE, 0, BOSS, fact=FACT)
    assert "Only reviewers" in words(await press(bot, Verb.ACCEPT, 1, BOSS))
    assert "counts from now on" in words(await press(bot, Verb.ACCEPT, 1, ANN))


async def test_nobody_accepts_their_own_where_there_is_another_reviewer(bot: Bot) -> None:
    await press(bot, Verb.PROPOSE, 0, BOSS, fact=FACT)
    assert "counts from now on" in words(await press(bot, Verb.ACCEPT, 1, BOSS))  # nobody else was ever seen to decide
    await press(bot, Verb.PROPOSE, 0, BOSS, fact="Creatine treats depression")
    await press(bot, Verb.PROPOSE, 0, BOSS, fact="Creatine treats migraine")
    await press(bot, Verb.REJECT, 3, OTHER, reason="weak")
    assert "Somebody else" in words(await press(bot, Verb.ACCEPT, 4, BOSS))


async def test_the_second_of_two_reviewers_sees_what_the_first_did(bot: Bot) -> None:
    await bot.command("add", FACT)
    await press(bot, Verb.REJECT, 1, BOSS, reason="misread")
    late = await press(bot, Verb.ACCEPT, 1, OTHER)
    assert words(late).count("ejected by Dana") == 1
    assert "That was decided already" in words(late)
    back = next(b for b in late.blocks if isinstance(b, Choices)).buttons[0]
    assert back.label == "Take that back"  # nobody is sent to a terminal
    assert "rejected before" in words((await bot.command("add", FACT))[-1])


async def test_an_earlier_answer_counts_no_longer_what_was_taken_back_or_withdrawn_since(bot: Bot) -> None:
    """Neither its own verdict nor the picture of the thread says ✓ of it any more; what is put back counts again."""
    await bot.command("add", FACT)
    await press(bot, Verb.ACCEPT, 1)
    ours = (await bot.command("check", "Creatine treats insomnia."))[-1].turn
    theirs = (await bot.command("check", "Donepezil treats Alzheimer's disease."))[-1].turn

    async def now() -> list[list[Verdict]]:
        return [verdicts(await bot.assistant.ask(TurnQuery(HERE, turn))) for turn in (ours, theirs)]

    assert await now() == [[Verdict.SUPPORTED], [Verdict.SUPPORTED]]
    await press(bot, Verb.TAKE_BACK, 2)
    undone = bot.acts.acts()[-1].number
    await bot.click(act(Verb.DISPUTE, theirs), reason=("They are on rivastigmine",))
    withdrawal = bot.acts.acts()[-1].number
    await press(bot, Verb.ACCEPT, withdrawal)
    later = await now()
    assert Verdict.SUPPORTED not in later[0] + later[1]
    assert "added by this team" not in words((await bot.command("check", "Melatonin treats insomnia."))[-1])
    await press(bot, Verb.TAKE_BACK, undone)
    await press(bot, Verb.TAKE_BACK, withdrawal + 1)
    assert await now() == [[Verdict.SUPPORTED], [Verdict.SUPPORTED]]


async def test_a_card_tells_the_design_of_its_paper_once(bot: Bot) -> None:
    fact = Fact("SUPP:creatine", "TREATS", "DIS:insomnia", papers=("PMID:7",), note="cohort, women", title="Sleep")
    bot.acts.add(lambda _: new_act(ActKind.PROPOSED, "Ann", fact=fact))
    said = words(await press(bot, Verb.REVIEW, 1))
    assert "Sleep, cohort" in said
    assert "Noted: women." in said
    assert said.count("cohort") == 1


async def test_every_decision_is_in_the_audit_trail_with_who_made_it(bot: Bot) -> None:
    await bot.command("add", FACT)
    await bot.command("add", "Creatine treats depression")
    await press(bot, Verb.ACCEPT, 1, ANN)  # no reviewer, so nothing was decided
    await press(bot, Verb.ACCEPT, 1)
    await press(bot, Verb.ACCEPT, 1, OTHER)  # decided already
    await press(bot, Verb.REJECT, 2, OTHER, reason="weak")
    await press(bot, Verb.TAKE_BACK, 4)
    trail = [r.entry for r in await bot.store.records() if r.entry.deed is Deed.REVIEWED]
    assert [(e.what, e.person.rpartition("\x1f")[2]) for e in trail] == [
        ("proposed: act 1 of graph starter", "u"),
        ("proposed: act 2 of graph starter", "u"),
        ("accepted: act 3 on 1 of graph starter", "boss"),
        ("rejected: act 4 on 2 of graph starter", "second"),
        ("undid: act 5 on 4 of graph starter", "boss"),
    ]


async def test_what_is_decided_is_not_put_off(bot: Bot) -> None:
    await bot.command("add", FACT)
    await bot.command("add", "Creatine treats depression")
    assert "Not now" in labels(await press(bot, Verb.REVIEW, 1))
    assert "Not now" not in labels(await press(bot, Verb.REVIEW, 1, ANN))  # who cannot decide only looks on
    await press(bot, Verb.ACCEPT, 1)
    decided = labels(await press(bot, Verb.REVIEW, 1))
    assert "Next" in decided
    assert "Not now" not in decided


async def test_a_proposal_is_mended_in_a_form_and_the_old_one_goes(bot: Bot) -> None:
    await bot.command("add", FACT)
    form = next(b for b in (await press(bot, Verb.EDIT, 1)).blocks if isinstance(b, Form))
    first, relation, second = form.fields
    assert (first.name, relation.name, second.name) == ("subject", "relation", "object")
    assert relation.value == ("yes:TREATS",)
    assert [o.label for o in relation.options[:2]] == ["treats", "does not treat"]
    assert relation.options[-1].label == "is not a"  # what joins no two such entities stands below
    assert [o.label for o in first.options][:2] == ["Creatine (supplement)", "Melatonin (supplement)"]
    mended = await press(bot, Verb.AMEND, 1, BOSS, subject="creatine", relation="no:TREATS", object="depression")
    assert "Creatine does not treat depression" in words(mended)
    assert "in place of proposal 1" in words(mended)
    nothing = await press(bot, Verb.AMEND, 1, BOSS, subject="blorbium", relation="no:TREATS", object="depression")
    assert "nothing called 'blorbium'" in words(nothing)


async def test_what_the_graph_says_wrongly_is_withdrawn_under_review(bot: Bot) -> None:
    turn = (await bot.command("check", "Donepezil treats Alzheimer's disease."))[-1].turn
    evidence = (await bot.click(act(Verb.WHY, turn)))[-1]
    assert any(isinstance(b, Form) and b.title == "This is wrong" for b in evidence.blocks)
    card = (await bot.click(act(Verb.DISPUTE, turn), reason=("The papers are on rivastigmine",)))[-1]
    assert "Withdraw: Donepezil treats Alzheimer's disease" in words(card)
    await press(bot, Verb.ACCEPT, 1)
    again = verdicts((await bot.command("check", "Donepezil treats Alzheimer's disease."))[-1])
    assert Verdict.SUPPORTED not in again
    await press(bot, Verb.TAKE_BACK, 2)
    again = verdicts((await bot.command("check", "Donepezil treats Alzheimer's disease."))[-1])
    assert again == [Verdict.SUPPORTED]


async def test_a_paper_that_a_reason_names_goes_with_it_and_the_card_tells_how_much_is_withdrawn(bot: Bot) -> None:
    turn = (await bot.command("check", "Metformin affects amyloid-beta."))[-1].turn
    reason = "The trial says otherwise (PMID 26752497)"
    card = (await bot.click(act(Verb.DISPUTE, turn), reason=(reason,), paper=("5",)))[-1]
    proposed = bot.acts.layer().proposals[1].proposed
    assert proposed.fact is not None
    assert proposed.fact.papers == ("PMID:5", "PMID:26752497")
    assert len(proposed.withdraws) == 2
    assert "It withdraws 2 statements of the graph." in words(card)


@pytest.mark.parametrize(("side", "negated"), [("yes", False), ("no", True)])
async def test_whoever_disputes_what_the_graph_says_both_ways_says_which_is_wrong(
    bot: Bot, side: str, negated: bool
) -> None:
    turn = (await bot.command("check", "Garlic lowers LDL cholesterol."))[-1].turn
    evidence = (await bot.click(act(Verb.WHY, turn)))[-1]
    (form,) = (b for b in evidence.blocks if isinstance(b, Form) and b.title == "This is wrong")
    assert form.fields[0].name == "side"
    await bot.click(act(Verb.DISPUTE, turn), reason=("Misread",), side=(side,))
    assert bot.acts.layer().proposals[1].fact.negated is negated
    await press(bot, Verb.ACCEPT, 1)
    (now,) = verdicts((await bot.command("check", "Garlic lowers LDL cholesterol."))[-1])
    assert now is (Verdict.SUPPORTED if negated else Verdict.CONTRADICTED)


async def test_what_is_right_instead_is_proposed_with_the_withdrawal(bot: Bot) -> None:
    turn = (await bot.command("check", "Donepezil treats Alzheimer's disease."))[-1].turn

    async def disputed(instead: str) -> str:
        return words(
            (await bot.click(act(Verb.DISPUTE, turn), reason=("Misread",), paper=("PMID 77",), instead=(instead,)))[-1]
        )

    assert "no relation" in await disputed("Nonsense.")
    assert not bot.acts.acts()
    assert "Withdraw" in await disputed("Donepezil does not prevent dementia.")
    withdrawal, amended = bot.acts.acts()
    assert withdrawal.withdraws
    assert amended.fact is not None
    assert (amended.fact.predicate, amended.fact.negated, amended.fact.papers) == ("PREVENTS", True, ("PMID:77",))


async def test_a_fact_can_be_added_under_a_claim_that_the_graph_leaves_open(bot: Bot) -> None:
    turn = (await bot.command("check", "Creatine treats insomnia."))[-1].turn
    evidence = (await bot.click(act(Verb.WHY, turn)))[-1]
    (form,) = (b for b in evidence.blocks if isinstance(b, Form) and b.title == "Add a fact")
    assert form.fields[0].value == ("Creatine treats insomnia",)


@pytest.mark.parametrize(
    ("said", "part"),
    [
        ("", "Nothing is said"),
        ("accept all", "no relation"),
        ("Creatine treats insomnia, PMID nonsense", ""),
        ("Blorbium treats insomnia", ""),
    ],
)
async def test_what_is_no_fact_is_refused_in_words(bot: Bot, said: str, part: str) -> None:
    shown = words(await press(bot, Verb.PROPOSE, 0, BOSS, fact=said))
    assert part in shown
    assert all(a.kind is ActKind.PROPOSED for a in bot.acts.acts())


async def test_another_reviewer_is_asked_before_everybody(bot: Bot) -> None:
    await bot.command("add", FACT)
    asked = await press(bot, Verb.SECOND, 1)
    assert not asked.private
    assert "Dana asks for another reviewer" in words(asked)


async def test_an_empty_desk_says_so_and_offers_the_form(bot: Bot) -> None:
    shown = (await bot.command("review"))[-1]
    assert "Nothing is waiting" in words(shown)
    assert any(isinstance(b, Form) for b in shown.blocks)


@pytest.mark.parametrize(
    ("text", "said", "ids"),
    [
        (FACT, "Creatine treats insomnia", ("PMID:26752497",)),
        ("A treats B (PMID: 1, doi:10.1000/x).", "A treats B", ("PMID:1", "DOI:10.1000/x")),
        ("A treats B https://doi.org/10.1000/ABC.1", "A treats B", ("DOI:10.1000/abc.1",)),
        ("A treats B. PMC123456", "A treats B.", ("PMC:PMC123456",)),
        ("A treats B", "A treats B", ()),
        ("A treats B [PMID 7]", "A treats B", ("PMID:7",)),
        ("A treats B – PMIDs 26752497, 19000001 and 7654321", "A treats B", _THREE),
        ("A treats B (PMID 26752497; PMID 19000001; PMID 7654321)", "A treats B", _THREE),
        ("A treats B https://pubmed.ncbi.nlm.nih.gov/26752497/", "A treats B", ("PMID:26752497",)),
        ("A treats B, https://pmc.ncbi.nlm.nih.gov/articles/PMC4707358/", "A treats B", ("PMC:PMC4707358",)),
        ("A treats B (26752497)", "A treats B", ("PMID:26752497",)),
        ("PMID 26752497: A treats B", "A treats B", ("PMID:26752497",)),
        ("According to PMID 26752497, A treats B.", "A treats B.", ("PMID:26752497",)),
        ("A treats B (Hall et al. 2016, PMID 26752497)", "A treats B", ("PMID:26752497",)),
        ("A treats B, shown in the trial PubMed ID 26752497", "A treats B", ("PMID:26752497",)),
        ("“A treats B.” Source: 10.1000/x", "A treats B", ("DOI:10.1000/x",)),
        ("A treats B in 26752 patients (2016)", "A treats B in 26752 patients (2016)", ()),
        ("Vitamin A treats B in the study", "Vitamin A treats B in the study", ()),
    ],
)
def test_the_papers_of_a_sentence_are_told_apart_from_what_it_says(text: str, said: str, ids: tuple[str, ...]) -> None:
    assert papers_in(text) == (said, ids)


@pytest.mark.parametrize("wrong", ["PMID abc", "PMID 123456789012", "doi: unknown", "PMC"])
def test_an_id_that_is_none_is_not_passed_over(wrong: str) -> None:
    with pytest.raises(InputError, match="no paper's id"):
        papers_in(f"A treats B, {wrong}")


@pytest.mark.parametrize(
    "said",
    [
        "add: {}",
        "Please add: {}",
        "add fact: {}",
        "Could you add this fact to the graph: {}",
        "propose: {}",
        "add – {}",
        "add the fact that {}",
        "add that {}, PMID 5",
    ],
)
def test_a_fact_is_added_in_several_wordings(said: str) -> None:
    assert fact_said(said.format("A treats B")).startswith("A treats B")


@pytest.mark.parametrize(
    "said",
    [
        "Add magnesium to my diet?",
        "add up the evidence: does A treat B?",
        "Could you add that one, too?",
        "please add that to the comparison",
        "What happens if I add: A",
        "added: A treats B",
        "Can you add magnesium to the table: A",
    ],
)
def test_other_messages_with_the_word_add_are_answered_as_ever(said: str) -> None:
    assert not fact_said(said)


@pytest.mark.parametrize(
    ("said", "noted"),
    [
        ("Creatine may treat insomnia", "worded with caution"),
        ("Creatine treats insomnia in women over 50", "in women over 50"),
        ("Creatine treats insomnia in mice", "in mice"),
        ("5 g of creatine treats insomnia", "5 g"),
    ],
)
async def test_of_whom_and_how_surely_it_is_said_stays_with_a_fact(bot: Bot, said: str, noted: str) -> None:
    card = (await bot.command("add", f"{said}, PMID 5"))[-1]
    assert f"Said: “{said}”." in words(card)
    fact = bot.acts.layer().proposals[1].fact
    assert noted in fact.note
    assert fact.papers == ("PMID:5",)


async def test_an_answer_tells_to_what_a_fact_of_the_team_is_limited_and_that_the_team_says_so(bot: Bot) -> None:
    await bot.command("add", "Creatine may treat insomnia in women over 50, PMID 5")
    await press(bot, Verb.ACCEPT, 1)
    assert "(worded with caution, in women over 50, a person's word; added by this team)" in words(
        (await bot.ask("Does creatine treat insomnia?"))[-1]
    )
    await bot.command("add", "Taurine prevents migraine")
    await press(bot, Verb.ACCEPT, 3)
    told = words((await bot.ask("Does taurine prevent migraine?"))[-1])
    assert "this team states, without naming papers, that taurine prevents migraine" in told
    await bot.command("add", "Taurine treats insomnia, PMID 6")
    await press(bot, Verb.ACCEPT, 5)
    said = words((await bot.ask("Does taurine treat insomnia?"))[-1])
    assert "accepted by" not in said
    assert "added by this team" in said
    (verdict,) = verdicts((await bot.command("check", "Creatine treats insomnia in men."))[-1])
    assert verdict is Verdict.RELEVANT


@pytest.mark.parametrize(
    "said",
    [
        "The rumour that creatine treats insomnia",
        "Creatine is being studied for insomnia",
        "I wonder whether creatine treats insomnia",
        "Creatine improves the mood of people with insomnia",
        "Creatine treats insomnia in your dreams",
    ],
)
async def test_what_may_be_meant_otherwise_is_no_fact(bot: Bot, said: str) -> None:
    await bot.command("add", said)
    assert not bot.acts.acts()


def test_what_is_no_papers_id_is_refused() -> None:
    assert paper_id("26752497") == "PMID:26752497"
    for wrong in ("", "Smith 2019", "PMID", "10.1000"):
        with pytest.raises(InputError, match="no paper's id"):
            paper_id(wrong)


async def test_the_paper_of_a_fact_is_looked_up_at_pubmed_where_it_may_be(bot: Bot) -> None:
    trial = ("A randomised trial of creatine in insomnia", "Sleep", 2020)
    with FakeNcbi(
        {"31": trial, "5": ("Creatine cures all", "J", 2001), "7": ("", "Sleep", 2015)}, retracted={"5"}
    ).serving() as ncbi:
        bot.papers = PaperSearch(None, PubMed(Eutilities(url=ncbi.url, tries=2, wait=lambda seconds: None)))
        bot.start()
        card = (await bot.command("add", "Creatine treats insomnia, PMID 31"))[-1]
        assert "A randomised trial of creatine in insomnia" in str(card)
        assert "randomised trial" in words(card)
        asked = len(ncbi.asked)
        await press(bot, Verb.REVIEW, 1)
        assert len(ncbi.asked) == asked  # what was asked once is remembered
        gone = (await bot.command("add", "Creatine treats migraine, PMID 99999999"))[-1]
        assert "PubMed has no paper PMID:99999999." in words(gone)
        assert len(bot.acts.acts()) == 1
        pulled = (await bot.command("add", "Creatine treats migraine, PMID 5"))[-1]
        assert "was retracted" in words(pulled)
        untitled = (await bot.command("add", "Creatine treats dementia, PMID 7"))[-1]
        assert "PMID:7 (2015)" in str(untitled)


async def test_a_fact_is_taken_where_pubmed_is_away_and_says_so(bot: Bot) -> None:
    with FakeNcbi({}, troubles=[503] * 20).serving() as ncbi:
        bot.papers = PaperSearch(None, PubMed(Eutilities(url=ncbi.url, tries=2, wait=lambda seconds: None)))
        bot.start()
        card = (await bot.command("add", "Creatine treats insomnia, PMID 31"))[-1]
        assert "PubMed could not be reached, so the paper was not looked up." in words(card)
        assert len(bot.acts.acts()) == 1
