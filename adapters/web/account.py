"""What people see of themselves (their role, their tokens for other programs), and admins of the whole bot."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response

from adapters.web import forms, limits
from adapters.web.desk import WebServices
from adapters.web.inlines import clean_text
from adapters.web.people import LOCAL, Role, Visitor
from adapters.web.reads import FRESH
from adapters.web.render import Account, render_account, render_overview
from kgcore.errors import InputError

ADMINS_ONLY = "This page is for admins."
NO_ACCOUNT = "There are no accounts here: nobody signs in."


class AccountRoutes:
    """The routes about people rather than answers."""

    def __init__(self, services: WebServices) -> None:
        self._services = services

    async def overview(self, request: Request, visitor: Visitor) -> Response:
        """People and channels, cost, queue, failures, and what is configured: for admins."""
        if self._services.desk is None or not visitor.admin:
            return JSONResponse({"error": ADMINS_ONLY}, 403)
        return HTMLResponse(render_overview(await self._services.desk.overview()), headers=FRESH)

    async def shown(self, request: Request, visitor: Visitor) -> Response:
        """Who somebody is here, and their tokens."""
        return await self._page(visitor)

    async def changed(self, request: Request, visitor: Visitor) -> Response:
        """Make a token (`name` is "make", `text` what it is called) or revoke one ("revoke")."""
        form, desk = await forms.read_form(request.stream()), self._services.desk
        name = clean_text(form.text).strip()[: limits.TOKEN_NAME_CHARACTERS]
        if desk is None or not _known(visitor):
            return JSONResponse({"error": NO_ACCOUNT}, 404)
        try:
            if form.name == "revoke":
                await desk.revoke_token(visitor.channel, name)
                return await self._page(visitor)
            scopes = dict(form.fields).get("scopes", ())
            return await self._page(visitor, made=await desk.make_token(visitor.channel, name, scopes))
        except InputError as error:
            return await self._page(visitor, error=str(error))

    async def _page(self, visitor: Visitor, made: str = "", error: str = "") -> Response:
        desk = self._services.desk
        if not _known(visitor):
            return JSONResponse({"error": NO_ACCOUNT}, 404)
        account = Account(
            visitor.name or "the person at this machine",
            tuple(role.value for role in Role if role in visitor.roles),
            tuple(await desk.tokens(visitor.channel)) if desk and desk.scopes else (),
            tuple(desk.scopes) if desk else (),
            signs_out=self._services.signs_out,
            overview=visitor.admin and desk is not None,
            made=made,
            error=error,
        )
        return HTMLResponse(render_account(account), 400 if error else 200, headers=FRESH)


def _known(visitor: Visitor) -> bool:
    """Whether somebody is more to us than a cookie."""
    return bool(visitor.name) or visitor.channel == LOCAL
