"""Pictures: an address that nobody can guess and that ends, or a small palette inside the message, or a table."""

from __future__ import annotations

import base64
import io
import random
from dataclasses import replace

import httpx
from PIL import Image

from adapters.teams import images
from adapters.teams.manifest import build_manifest
from kgcore.values.message import FilesQuery, TurnQuery
from kgcore.values.reply import Claims, ClaimView, Figure, File, Plain, Reply
from kgcore.verdicts import Verdict
from tests.adapters.teams.people import IN_CHANNEL, World, said, world
from tests.servers.teams_keys import CLIENT
from tests.servers.teams_schema import faults, walk, words

PUBLIC = "https://bot.example.org"
CLAIM = ClaimView(1, Verdict.SUPPORTED, (Plain("zinc treats colds"),), "The graph says so.")


def png(width: int, height: int, noise: bool = False) -> bytes:
    picture = Image.new("RGBA", (width, height), "white")
    if noise:
        picture = Image.frombytes("RGB", (width, height), random.Random(1).randbytes(width * height * 3))  # noqa: S311
    out = io.BytesIO()
    picture.save(out, "PNG")
    return out.getvalue()


def drawn(content: bytes, turn: str = "t1") -> Reply:
    figure = Figure(content, "<svg/>", "Zinc treats colds.", 100, 100)
    return Reply(turn, "Is zinc good?", (figure, Claims((CLAIM,))))


async def shown(w: World, reply: Reply) -> tuple[str, str]:
    """The address of the picture ("" where there is none), and the words of the message."""
    await w.send(said("hello", "channel"))
    await w.deliver(reply, IN_CHANNEL)
    (message,) = w.connector.messages.values()
    card = message["attachments"][0]["content"]
    assert faults(card) == []
    return next((e["url"] for e in walk(card) if e.get("type") == "Image"), ""), words(card)


async def test_with_a_public_address_the_picture_is_fetched_from_the_store() -> None:
    async with world(public=PUBLIC) as w:
        w.core.answer = drawn(png(1500, 700))
        url, _ = await shown(w, w.core.answer)
        assert url.startswith(f"{PUBLIC}/teams/")
        assert len(url.split("/")[4]) == 40
        response = await w.client.get(httpx.URL(url).path)
        assert response.headers["content-type"] == "image/png"
        assert Image.open(io.BytesIO(response.content)).size == (1024, 478)
        assert w.core.queries == [TurnQuery(IN_CHANNEL, "t1")]


async def test_an_address_that_is_guessed_or_has_ended_leads_nowhere() -> None:
    async with world(public=PUBLIC) as w:
        w.core.answer = drawn(png(10, 10))
        url, _ = await shown(w, w.core.answer)
        path = httpx.URL(url).path
        for wrong in (f"/teams/{'0' * 40}/graph.png", "/teams/x/graph.png", "/teams/u:key/graph.png"):
            assert (await w.client.get(wrong)).status_code == 404
        public = w.adapter._public
        public._clock = lambda: 4e9
        assert (await w.client.get(path)).status_code == 404
        assert not [k for k in w.state.map if k.startswith("u:")]


async def test_another_picture_has_another_address_and_the_same_the_same() -> None:
    async with world(public=PUBLIC) as w:
        await w.send(said("hello", "channel"))
        receipt = await w.deliver(drawn(png(10, 10)), IN_CHANNEL)
        assert await w.deliver(drawn(png(10, 10)), IN_CHANNEL, receipt) == receipt
        assert await w.deliver(drawn(png(11, 10)), IN_CHANNEL, receipt) != receipt


async def test_without_one_the_picture_travels_as_a_small_palette() -> None:
    async with world() as w:
        url, _ = await shown(w, drawn(png(1600, 900)))
        content = base64.b64decode(url.partition(",")[2])
        picture = Image.open(io.BytesIO(content))
        assert (picture.mode, picture.size) == ("P", (1024, 576))
        assert len(content) <= 45_000


async def test_a_picture_that_cannot_be_made_small_or_is_none_becomes_a_table_with_a_note() -> None:
    for content, note in ((png(700, 700, noise=True), "PUBLIC_URL"), (b"", "could not be drawn"), (b"junk", "large")):
        async with world() as w:
            url, said_ = await shown(w, drawn(content))
            if url:  # noise may still be squeezed in as a tiny picture
                assert len(base64.b64decode(url.partition(",")[2])) <= 45_000
            else:
                assert "zinc treats colds" in said_
                assert note in said_


def test_a_picture_is_never_larger_than_the_platform_shows() -> None:
    for content in (png(3000, 20), png(20, 3000), png(1025, 1025)):
        for made in (images.fit_picture(content), images.shrink_picture(content)):
            assert made is not None
            assert max(Image.open(io.BytesIO(made)).size) <= 1024
    assert images.shrink_picture(b"\x89PNG\r\n\x1a\n") is None
    assert images.fit_picture(b"") is None


async def test_downloads_have_addresses_or_say_what_they_need() -> None:
    summary = replace(drawn(png(10, 10)), blocks=(File("summary ü.md", "text/markdown", b"# Zinc"),))
    async with world(public=PUBLIC) as w:
        w.core.answer = summary
        await w.send(said("hello", "channel"))
        await w.deliver(summary, IN_CHANNEL)
        (message,) = w.connector.messages.values()
        (link,) = [e for e in walk(message) if e.get("type") == "Action.OpenUrl"]
        response = await w.client.get(httpx.URL(link["url"]).raw_path.decode())
        assert response.content == b"# Zinc"
        assert response.headers["content-disposition"].startswith("attachment")
        assert w.core.queries == [FilesQuery(IN_CHANNEL, "summary ü.md")]
    async with world() as w:
        assert "PUBLIC_URL" in (await shown(w, summary))[1]


async def test_a_summarys_picture_has_an_address_where_there_is_one_for_pictures() -> None:
    content = png(200, 100)
    file = File("evigraph.png", "image/png", content)
    reply = Reply("", "Summary", (Figure(content, "<svg/>", "Zinc treats colds.", 200, 100), file))
    async with world(public=PUBLIC) as w:
        address, _ = await shown(w, reply)
        assert address.startswith(f"{PUBLIC}/teams/")
        w.core.answer = Reply("", "", (file,))
        found = await w.client.get(address.removeprefix(PUBLIC))
        assert (found.status_code, found.headers["content-type"], found.content) == (200, "image/png", content)
        assert isinstance(w.core.queries[-1], FilesQuery)


async def test_the_pages_that_the_package_names_are_there() -> None:
    async with world(public=PUBLIC) as w:
        developer = build_manifest(CLIENT, PUBLIC)["developer"]
        for name, word in (("privacyUrl", "keeps"), ("termsOfUseUrl", "not medical advice")):
            page = await w.client.get(developer[name].removeprefix(PUBLIC))
            assert page.status_code == 200
            assert page.headers["content-type"].startswith("text/html")
            assert word in page.text
