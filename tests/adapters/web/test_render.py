"""What the page makes of replies: every block, golden fragments, and no markup from outside."""

from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser
from importlib.resources import files

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adapters.web.render import Page, Snapshot, SnapshotKind, ThreadLine, render_page, render_reply, render_threads
from kgcore.drawing.signs import SIGNS
from kgcore.values.message import Action, Verb
from kgcore.values.model import Paper
from kgcore.values.reply import (
    Block,
    Choice,
    Choices,
    Claims,
    ClaimView,
    EntityRef,
    Fact,
    Field,
    FieldKind,
    Figure,
    File,
    Form,
    Inline,
    Link,
    Look,
    Notice,
    Option,
    Plain,
    Progress,
    Quote,
    RelationRef,
    Reply,
    Sign,
    Steps,
    StepView,
    Strong,
    Table,
    Text,
    Tone,
)
from kgcore.verdicts import Badge, Verdict
from tests.adapters.meaning import actions, left_out
from tests.adapters.web.golden import FOLDER, KEPT, replies, written

HOSTILE = "<script>alert(1)</script>\" onload='x' &amp; ]]> \u202eevil\x00 {{ 7*7 }} <img src=x onerror=alert(1)>"


class Tags(HTMLParser):
    """Collects elements and attributes, to see what a browser would make of a text."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: list[tuple[str, str]] = []
        self.words = ""
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes += [(name, value or "") for name, value in attrs]

    def handle_data(self, data: str) -> None:
        self.words += data


def html_of(*blocks: Block) -> str:
    snapshot = render_reply(Reply("turn01", "Why?", blocks), "thread01")
    return "\n".join(html for _, html in snapshot.blocks)


def every_block(words: str) -> tuple[Block, ...]:
    """One of every block and inline, full of the given words."""
    paper = Paper(words or "x", words, words, 2020, words)
    inlines: tuple[Inline, ...] = (
        Plain(words),
        Strong(words),
        EntityRef(words, 1, words, words),
        RelationRef(words, (1, 9)),
        Link(words, f"https://example.org/{words}"),
    )
    facts = (Fact(words, (Quote(words, words), Quote(words, paper=paper), Quote(words, alone=True)), 2),)
    claim = ClaimView(
        1, Verdict.MIXED, inlines, words, (paper,), (paper,) * 12, (paper,), facts, (1,), True, words, words, words
    )
    aside = (Choice("Dismiss", "kg1:dismiss:turn01:0", words), Choice(words, words, words))
    choice = Choice(words, words, words, 3, aside=aside)
    options = tuple(Option(words, words, n) for n in range(9))
    fields = (
        Field(words, words, FieldKind.TEXT, value=(words,), most=50, names=True),
        Field(words, words, FieldKind.TEXT, value=(words,), most=500),
        Field(words, words, FieldKind.ONE, options[:3], (words,)),
        Field(words, words, FieldKind.ONE, options, (words,)),
        Field(words, words, FieldKind.MANY, options, (words,), least=2, most=3),
    )
    return (
        Text(inlines, first=words),
        Text(inlines, correction=True, first=words),
        Claims((claim,)),
        Figure(b"png", words, words, 10, 10, words),
        Table((words,), ((words, words),), words),
        Text(inlines, level=1),
        Text(inlines, speaker=words or "x"),
        Text((EntityRef(words, 2, words, words, faded=True),)),
        Choices((choice,), (choice,), words),
        Choices((Choice(words, words, words, on=True), Choice(words, words)), (), words),
        Choices((Choice(words, words, look=Look.SUBTLE),), (Choice(words, words, look=Look.SUBTLE),), words),
        Steps(
            (
                StepView(1, words, words),
                StepView(2, words, words, 1, True, True, ((Verdict.MIXED, 2),), ((Badge.MIXED, 2),)),
            )
        ),
        Form(words, fields, words, words),
        File(words or "x", words, b""),
        Progress(1, 2, words, words, words),
        *(Notice(words, tone) for tone in Tone),
        Progress(1, 2, words),
        Progress(doing=words),
    )


def whole_page(words: str, turn: Snapshot) -> str:
    line = ThreadLine("thread01", words, words)
    return render_page(Page("thread01", "event0001", words, (words,), (line,), (turn,), words))


def one_paper(paper: Paper) -> Tags:
    return Tags(html_of(Claims((ClaimView(1, Verdict.RELEVANT, (), "", papers_near=(paper,)),))))


@pytest.mark.parametrize("name", KEPT)
def test_typical_replies_look_as_their_golden_fragments(name: str) -> None:
    golden = (FOLDER / f"{name.replace(' ', '_')}.html").read_text(encoding="utf-8")
    assert written(replies()[name]) == golden


def test_every_golden_fragment_is_compared() -> None:
    assert {file.stem for file in FOLDER.iterdir()} == {name.replace(" ", "_") for name in KEPT}


@pytest.mark.parametrize("name", sorted(replies()))
def test_nothing_of_a_typical_reply_is_left_out(name: str) -> None:
    reply = replies()[name]
    own = replace(reply, blocks=tuple(b for b in reply.blocks if not isinstance(b, Figure) or not b.svg))
    sent = written(own)  # a picture that the page draws itself says its words inside of it
    stop = {a for a in actions(reply) if a.startswith("kg1:stop:")}  # the page's own button, beside the question
    found = Tags(sent)
    assert set(left_out(own, [found.words, *(value for _, value in found.attributes)], sent)) <= stop


@given(st.text(max_size=60) | st.just(HOSTILE))
def test_no_text_from_outside_becomes_markup(words: str) -> None:
    expected, found = Tags(html_of(*every_block("calm"))), Tags(html_of(*every_block(words)))
    assert set(found.tags) <= set(expected.tags)
    assert not any(name.startswith("on") or name == "style" for name, _ in found.attributes)
    assert not any(c in found.words for c in "\x00\u202e\u2066")


@given(st.text(max_size=60) | st.just(HOSTILE))
def test_a_whole_page_holds_hostile_words_only_as_text(words: str) -> None:
    turn = render_reply(Reply("turn01", words, every_block(words)), "thread01")
    found, expected = Tags(whole_page(words, turn)), Tags(whole_page("calm", turn))
    assert set(found.tags) <= set(expected.tags)
    assert not any(name.startswith("on") or name == "style" for name, _ in found.attributes)
    scripts = [value for name, value in found.attributes if name == "src" and value.endswith(".js")]
    assert scripts == ["/static/boot.js", "/static/page.js"]


def test_only_web_addresses_become_links() -> None:
    shown = Tags(
        html_of(Claims((ClaimView(1, Verdict.UNSURE, (), "", (Paper("X:1", "T", url="javascript:alert(1)"),)),)))
    )
    assert "a" not in shown.tags
    assert "T" in shown.words


def test_links_open_elsewhere_and_tell_nothing() -> None:
    shown = one_paper(Paper("X:1", "T", url="https://x.org/1"))
    assert {("target", "_blank"), ("rel", "noopener noreferrer"), ("href", "https://x.org/1")} <= set(shown.attributes)


def test_a_paper_without_a_title_is_shown_by_its_id() -> None:
    shown = one_paper(Paper("PMID:1"))
    assert "PMID:1" in shown.words


def test_many_papers_are_folded() -> None:
    papers = tuple(Paper(f"PMID:{n}") for n in range(20))
    assert "12 more" in Tags(html_of(Claims((ClaimView(1, Verdict.SUPPORTED, (), "", papers),)))).words


def test_a_relation_leads_to_its_claim_and_wears_its_verdicts() -> None:
    claims = Claims(tuple(ClaimView(n, v, (), "") for n, v in enumerate(Verdict, 1)))
    html = html_of(Text((RelationRef("slows and cures", (2, 3)),)), claims)
    assert 'href="#c-turn01-2"' in html
    assert 'data-claims="2 3"' in html
    assert html.count("(Contradicted)") == html.count("(Mixed)") == 1


def test_a_relation_without_a_judged_claim_is_plain_text() -> None:
    assert html_of(Text((RelationRef("slows", (7,)),))) == '<p class="text" dir="auto">slows</p>'


def test_an_entity_without_a_number_is_not_tied_to_the_picture() -> None:
    assert "data-entity" not in html_of(Text((EntityRef("zinc", 0, "Drug", "#123456"),)))


def test_a_colour_that_is_none_is_left_out() -> None:
    assert 'data-colour=""' in html_of(Text((EntityRef("zinc", 1, "Drug", "red;background:url(//x)"),)))


def test_the_stop_button_is_left_to_the_page() -> None:
    stop = Choice("Stop", str(Action(Verb.STOP, "turn01")))
    assert html_of(Choices((stop,))) == ""
    assert "Stop" not in html_of(Choices((stop, Choice("Go on", str(Action(Verb.ASK, "turn01"))))))


def test_choices_carry_action_reason_and_node() -> None:
    html = html_of(Choices((Choice("Why?", "kg1:ask:turn01:4", "2 papers", 7),)))
    assert 'name="action" value="kg1:ask:turn01:4"' in html
    assert "2 papers" in html
    assert 'data-entity="7"' in html


def test_verdicts_are_told_by_word_and_shape_not_only_by_colour() -> None:
    html = html_of(Claims(tuple(ClaimView(n, v, (), "") for n, v in enumerate(Verdict, 1))))
    for verdict in Verdict:
        assert f'href="#i-{verdict.value}"' in html
        assert f"</svg>{verdict.label}</span>" in html


def test_the_first_wording_of_a_correction_can_be_opened() -> None:
    html = html_of(Text((Plain("The graph says otherwise."),), correction=True, first="It cures."))
    assert "<details" in html
    assert "It cures." in html


def test_a_suggestion_can_be_dismissed_by_a_button_that_says_which_one() -> None:
    aside = (Choice("Dismiss", "kg1:dismiss:turn01:4"), Choice("No more about disorders", "kg1:not-type:turn01:4"))
    found = Tags(html_of(Choices((Choice("Why zinc?", "kg1:ask:turn01:4", aside=aside),))))
    assert "Dismiss: Why zinc?" in found.words
    assert "More about this suggestion: Why zinc?" in found.words
    assert {("value", "kg1:dismiss:turn01:4"), ("value", "kg1:not-type:turn01:4")} <= set(found.attributes)


def test_what_is_chosen_now_is_pressed() -> None:
    html = html_of(Choices((Choice("All", "kg1:salience:turn01:1"), Choice("Few", "kg1:salience:turn01:0", on=True))))
    assert [v for n, v in Tags(html).attributes if n == "aria-pressed"] == ["false", "true"]


def test_small_things_to_do_stand_in_a_row() -> None:
    nodes = tuple(Choice(f"n{n}", f"kg1:node:turn01:{n}", number=n, look=Look.SUBTLE) for n in (1, 2))
    html = html_of(Choices((Choice("Summary", "kg1:summary:turn01:0", look=Look.SUBTLE),), nodes, "Explore"))
    assert 'class="choices row"' in html
    assert "2 nodes" in html


def test_steps_tell_where_one_is_and_what_they_go_on_from() -> None:
    steps = (
        StepView(1, "One?", "kg1:step:a:0"),
        StepView(2, "Two?", "kg1:step:b:0", 1, later=True),
        StepView(3, "Three?", "kg1:step:c:0", 1, here=True, chips=((Badge.SUPPORTED, 2), (Badge.MIXED, 0))),
    )
    html = html_of(Steps(steps))
    assert html.count('aria-current="step"') == 1
    assert html.count("from step") == 1
    assert 'class="step later" data-turn="b"' in html
    assert "2<span" in html
    assert "Mixed" not in html


@pytest.mark.parametrize(
    ("field", "tag", "attributes"),
    [
        (Field("t", "T", FieldKind.TEXT), "input", {("maxlength", "200"), ("required", "")}),
        (Field("t", "T", FieldKind.TEXT, least=0, most=90, names=True), "datalist", {("maxlength", "90")}),
        (Field("t", "T", FieldKind.TEXT, most=9000), "textarea", {("maxlength", "4000"), ("required", "")}),
        (Field("t", "T", FieldKind.ONE, (Option("a", "A"),), ("a",)), "fieldset", {("type", "radio"), ("checked", "")}),
        (Field("t", "T", FieldKind.ONE, (Option("a", "A"),) * 9, ("a",)), "select", {("selected", "")}),
        (
            Field("t", "T", FieldKind.MANY, (Option("a", "A", 3),), least=0, most=4),
            "fieldset",
            {("type", "checkbox"), ("data-least", "0"), ("data-most", "4"), ("data-entity", "3")},
        ),
    ],
)
def test_a_field_is_shown_as_what_it_takes(field: Field, tag: str, attributes: set[tuple[str, str]]) -> None:
    found = Tags(html_of(Form("Ask", (field,), "Send", "kg1:about:turn01:3")))
    assert tag in found.tags
    assert attributes | {("name", "f-t"), ("value", "kg1:about:turn01:3"), ("action", "/click")} <= set(
        found.attributes
    )


def test_a_field_that_need_not_be_filled_is_not_required() -> None:
    html = html_of(Form("", (Field("t", "T", FieldKind.TEXT, least=0),), "Send", "kg1:about:turn01:3"))
    assert "required" not in html


def test_forms_are_folded_away_where_a_panel_has_other_things_to_do() -> None:
    form = Form("Ask about it", (), "Ask", "kg1:about:turn01:3")
    panel = Reply("", "Zinc", (Choices((Choice("Explain", "kg1:explain:turn01:3"),)), form), private=True)
    alone = Reply("", "Settings", (form,), private=True)
    assert ["fold" in render_reply(r, "thread01").json for r in (panel, alone)] == [True, False]


def test_progress_says_of_what_and_can_be_asked_why() -> None:
    html = html_of(Progress(18, 47, about="around zinc", why="kg1:progress:turn01:0"))
    assert "18 of 47 explored" in Tags(html).words
    assert "around zinc" in html
    assert 'value="kg1:progress:turn01:0"' in html
    assert 'stroke-dasharray="38.3 100"' in html
    assert "button" not in Tags(html_of(Progress(0, 47))).tags


def test_a_claim_can_be_bookmarked_and_called_wrong() -> None:
    claim = ClaimView(3, Verdict.MIXED, (), "", speaker="Ann", bookmark="kg1:bookmark:t:2", trim="kg1:trim-claim:t:2")
    found = Tags(html_of(Claims((claim,))))
    assert {("value", "kg1:bookmark:t:2"), ("value", "kg1:trim-claim:t:2")} <= set(found.attributes)
    assert "Ann:" in found.words


def test_the_words_of_a_relation_show_which_way_its_effect_goes_as_its_line_does() -> None:
    claim = ClaimView(1, Verdict.SUPPORTED, (), "")
    words = Text(tuple(RelationRef(sign.value, (1,), sign) for sign in Sign))
    looks = {value for name, value in Tags(html_of(words, Claims((claim,)))).attributes if name == "class"}
    wanted = {
        "relation sign-benefit",
        "relation sign-harm",
        "relation sign-inhibition",
        "relation sign-no-effect",
        "relation sign-plain",
    }
    assert wanted <= looks
    styles = files("adapters.web").joinpath("static", "answer.css").read_text(encoding="utf-8")
    drawn = {
        re.search(rf"a\.relation\.{look.split()[1]} {{([^}}]*)}}", styles) for look in wanted - {"relation sign-plain"}
    }
    assert len({found[1] for found in drawn if found}) == 4
    colours = files("adapters.web").joinpath("static", "page.css").read_text(encoding="utf-8")
    assert all(f": {SIGNS[s].colour};" in colours for s in Sign if s is not Sign.PLAIN)


def test_a_file_is_a_link_of_its_thread() -> None:
    html = html_of(File("my papers.bib", "text/plain", b""))
    assert 'href="/t/thread01/files/my%20papers.bib" download="my papers.bib"' in html
    assert Tags(html).words.strip() == "BibTeX my papers.bib"


def test_a_panels_picture_brings_its_bytes_with_it() -> None:
    panel = Reply("", "Summary", (Figure(b"png", "", "A", 1, 1),), private=True)
    assert "data:image/png;base64,cG5n" in render_reply(panel, "thread01").json


@pytest.mark.parametrize(
    ("reply", "kind"),
    [
        (Reply("turn01", "q", (), private=True), SnapshotKind.TURN),
        (Reply("", "", (Notice("Gone."),)), SnapshotKind.NOTICE),
        (Reply("", "", (Notice("Kept."),), private=True), SnapshotKind.WORD),
        (Reply("", "", (Notice("Kept."), Choices((Choice("Undo", "u"),))), private=True), SnapshotKind.WORD),
        (
            Reply("", "", (Notice("Kept."), Choices((Choice("A", "a"), Choice("B", "b")))), private=True),
            SnapshotKind.PANEL,
        ),
        (Reply("", "", (Choices((Choice("A", "a"),)),), private=True), SnapshotKind.PANEL),
        (Reply("", "", (Text((Plain("a"),)),), private=True), SnapshotKind.PANEL),
    ],
)
def test_what_is_for_one_person_is_a_panel_or_a_word(reply: Reply, kind: SnapshotKind) -> None:
    assert render_reply(reply, "thread01").kind is kind


def test_a_version_changes_with_every_word() -> None:
    one, two, three = (
        render_reply(Reply("t", q, (Text((Plain(a),)),)), "thread01").version
        for q, a in (("q", "a"), ("q", "b"), ("r", "a"))
    )
    assert len({one, two, three}) == 3


def test_blocks_keep_their_keys_while_an_answer_grows() -> None:
    first = render_reply(Reply("t", "q", (Text((Plain("a"),)), Progress(doing="…")), final=False), "thread01")
    later = render_reply(Reply("t", "q", (Text((Plain("a"),)), Text((Plain("b"),), True), Progress(1, 2))), "thread01")
    assert first.order == ("text-0", "progress-0")
    assert later.order == ("text-0", "correction-0", "progress-0")
    assert [key for key, _ in later.without(dict(first.blocks)).blocks] == ["correction-0", "progress-0"]


def test_threads_are_listed_with_the_current_one_marked() -> None:
    html = render_threads((ThreadLine("a", "One", "2026-11-21T10:00:00+00:00"), ThreadLine("b", "Two")), "b")
    assert html.count("aria-current") == 1
    assert '<a href="/t/b" aria-current="page">' in html
    assert '<time datetime="2026-11-21T10:00:00+00:00">2026-11-21</time>' in html


def test_a_page_that_waits_reloads_itself_where_no_script_runs() -> None:
    waiting = render_reply(Reply("turn01", "q", (), final=False), "thread01")
    assert 'http-equiv="refresh"' in render_page(Page("t", "e", "", (), turns=(waiting,)))
    assert 'http-equiv="refresh"' not in render_page(Page("t", "e", "", ()))
