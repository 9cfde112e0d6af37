"""Pictures are drawn beside the writing; only the newest one matters."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from kgcore.drawing.picture import Picture, PictureNode, RenderedPicture
from kgcore.drawing.words import Drawable
from kgcore.turn.showing import PictureDrawer
from kgcore.values.message import Place
from kgcore.values.reply import Figure
from tests.kgcore.house import Bot, StillPicture, bot, folder

__all__ = ["bot", "folder"]


class Pen:
    """Draws when it is let, and remembers what."""

    def __init__(self) -> None:
        self.drawn: list[Drawable] = []
        self.free = asyncio.Event()
        self.free.set()

    async def draw(self, picture: Drawable) -> Figure:
        await self.free.wait()
        self.drawn.append(picture)
        return Figure(b"", "", str(len(picture.nodes)) if isinstance(picture, Picture) else "", 1, 1)


def picture(nodes: int) -> Picture:
    return Picture(tuple(PictureNode(n, f"node {n}", "Drug") for n in range(1, nodes + 1)))


def described(nodes: int) -> Callable[[], Awaitable[Picture]]:
    async def describe() -> Picture:
        return picture(nodes)

    return describe


async def test_a_picture_that_is_out_of_date_before_it_is_begun_is_not_drawn() -> None:
    pen = Pen()
    pictures = PictureDrawer(pen.draw)
    pictures.want(described(1))
    pictures.want(described(2))
    await pictures.newest()
    assert pen.drawn == [picture(2)]


async def test_a_picture_that_is_out_of_date_before_it_is_begun_is_not_even_described() -> None:
    asked: list[int] = []

    def noted(nodes: int) -> Callable[[], Awaitable[Picture]]:
        async def describe() -> Picture:
            asked.append(nodes)
            return picture(nodes)

        return describe

    pictures = PictureDrawer(Pen().draw)
    pictures.want(noted(1))
    pictures.want(noted(2))
    await pictures.newest()
    assert asked == [2]


async def test_what_is_wanted_while_drawing_is_drawn_next() -> None:
    pen = Pen()
    pen.free.clear()
    pictures = PictureDrawer(pen.draw)
    pictures.want(described(1))
    waiting = asyncio.ensure_future(pictures.newest())
    await asyncio.sleep(0.01)
    pictures.want(described(2))
    pictures.want(described(3))
    pen.free.set()
    await waiting
    assert pen.drawn == [picture(1), picture(3)]
    assert isinstance(pictures.shown, Figure)
    assert pictures.shown.alt == "3"


async def test_the_same_picture_is_drawn_once() -> None:
    pen = Pen()
    pictures = PictureDrawer(pen.draw)
    for _ in range(2):
        pictures.want(described(1))
        await pictures.newest()
    assert pen.drawn == [picture(1)]


async def test_without_a_wish_there_is_nothing_to_wait_for() -> None:
    pictures = PictureDrawer(Pen().draw)
    await pictures.newest()
    assert pictures.shown is None


async def test_what_goes_wrong_in_drawing_is_told_to_the_one_who_waits() -> None:
    async def broken(_: Drawable) -> Figure:
        raise ZeroDivisionError

    pictures = PictureDrawer(broken)
    pictures.want(described(1))
    with pytest.raises(ZeroDivisionError):
        await pictures.newest()


async def test_while_others_pictures_are_drawn_only_the_last_one_is_that_people_wait_for() -> None:
    pen = Pen()
    pictures = PictureDrawer(pen.draw, busy=lambda: True)
    pictures.want(described(1))
    await asyncio.sleep(0.15)
    pictures.want(described(2))
    await pictures.newest()
    assert pen.drawn == [picture(2)]


class WidePicture(StillPicture):
    """Draws what has more nodes than three too wide to be read in a chat."""

    async def render(self, picture: Drawable, *, png: bool = True) -> RenderedPicture:
        wide = 1200 if isinstance(picture, Picture) and len(picture.nodes) > 3 else 400
        return RenderedPicture(b"png" if png else b"", f'<svg viewBox="0.00 0.00 {wide}.00 300.00"></svg>', wide, 300)


@pytest.mark.parametrize(("platform", "pictures"), [("chat", 3), ("web", 1)])
async def test_in_a_chat_a_picture_that_could_not_be_read_is_one_per_paragraph(
    bot: Bot,
    platform: str,
    pictures: int,
) -> None:
    bot.renderer = WidePicture()
    bot.start()
    place = Place(platform, "", "c", "t")
    *_, reply = await bot.ask("What treats Alzheimer's disease?", place)
    assert sum(isinstance(block, Figure) for block in reply.blocks) == pictures
