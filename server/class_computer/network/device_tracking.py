"""Which devices came in, by which of the computer's addresses."""

from ipaddress import ip_address

from starlette.types import ASGIApp, Receive, Scope, Send

from server.computer import ClassComputer

IPV6 = 6


class ArrivalsMiddleware:
    """Tells the class computer of each request that another device made."""

    def __init__(self, app: ASGIApp, *, computer: ClassComputer) -> None:
        self.app = app
        self.computer = computer

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request, or the server's own start and stop."""
        if scope["type"] == "http":
            self._note(scope.get("server"), scope.get("client"))
        await self.app(scope, receive, send)

    def _note(self, server: tuple[str, int | None] | None, client: tuple[str, int] | None) -> None:
        # The computer's own browser comes from the very address that it asks for.
        if server is None or client is None or server[0] == client[0]:
            return
        try:
            at, peer = ip_address(server[0]), ip_address(client[0])
        except ValueError:
            return
        # No IPv6 address is ever published, and a device may have as many of them as it likes.
        if peer.is_loopback or at.version == IPV6:
            return
        self.computer.note_arrival(server[0], client[0])
