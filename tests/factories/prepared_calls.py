"""Requests for a server that is another process: their rows are put into its data folder before it starts."""

from collections.abc import Iterable
from pathlib import Path

from starlette.testclient import TestClient

from server.app import create_app
from server.security.sessions import SESSION_COOKIE
from server.settings import Settings
from tests.factories.app import TestApp
from tests.factories.call_rows import Rows
from tests.factories.calls import CallRequest, owner_of, request_of

PreparedCall = tuple[CallRequest, str | None]
"""The request, and the token of its owner's session."""


def prepare_calls(data_dir: Path, names: Iterable[str]) -> dict[str, PreparedCall]:
    """Make rows of its own for each call, so that none finds what another one has changed or deleted."""
    app = create_app(Settings(data_dir=data_dir))
    with TestClient(app) as client:
        app.state.portal = client.portal
        test_app = TestApp(app)
        return {name: _prepare(name, Rows(test_app)) for name in names}


def _prepare(name: str, rows: Rows) -> PreparedCall:
    browser = rows.browser(owner_of(name))
    return request_of(name, rows), browser.http.cookies.get(SESSION_COOKIE)
