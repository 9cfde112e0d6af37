"""The page: a small chat page, served by the one ASGI app."""

from adapters.web.app import WebAdapter

__all__ = ["WebAdapter"]
