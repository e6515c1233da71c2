"""Example requests for a server process, with rows that are created in its data folder before it starts."""

from collections.abc import Iterable
from pathlib import Path

from server.app import create_app
from server.security.sessions import SESSION_COOKIE
from server.settings import Settings
from tests.factories.app import RunningApp
from tests.factories.call_rows import CallRows
from tests.factories.calls import CallRequest, authorized_role, request_of

PreparedCall = tuple[CallRequest, str | None]
"""The request, and the session token of the authorized role."""


def prepare_calls(data_dir: Path, names: Iterable[str]) -> dict[str, PreparedCall]:
    """Create separate rows for each call, so that no call depends on rows that another one changes or deletes."""
    app = create_app(Settings(data_dir=data_dir))
    with RunningApp.run(app) as test_app:
        return {name: _prepare(name, CallRows(test_app)) for name in names}


def _prepare(name: str, rows: CallRows) -> PreparedCall:
    browser = rows.client(authorized_role(name))
    return request_of(name, rows), browser.http.cookies.get(SESSION_COOKIE)
