"""Lets whatever is noted while a request is answered know which device asked."""

from collections.abc import Callable

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from server.domain.audit.client_info import Source, coming_from


class SourceMiddleware:
    """Every request's device, for the activity log."""

    def __init__(self, app: ASGIApp, *, is_trusted_proxy: Callable[[str], bool]) -> None:
        self.app = app
        self.is_trusted_proxy = is_trusted_proxy

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request, or the server's own start and stop."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        def source() -> Source:
            client = scope.get("client")
            return Source(client[0] if client else None, Headers(scope=scope), self.is_trusted_proxy)

        with coming_from(source):
            await self.app(scope, receive, send)
