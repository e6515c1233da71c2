"""docs/api.md has a row for each call, and no row for a call that doesn't exist."""

import re

from fastapi.routing import APIRoute

from server.recovery.routes import recovery_calls
from tests.factories.calls import CALLS
from tests.factories.paths import ROOT

DOCUMENT = ROOT / "docs" / "api.md"
SCHOOL_ONLY_CALLS = {"GET /metrics"}
"""Calls of school servers only, which the registry of calls doesn't contain."""
COLUMNS = 6


def _without_names(call: str) -> str:
    """Return the call without the names of its path parameters, which differ between document and code."""
    return re.sub(r"\{\w+\}", "{}", call)


def _rows() -> list[str]:
    """Return the calls of the first column, without markers such as "(`key`)"."""
    rows = re.findall(
        r"^\| `((?:GET|POST|PUT|PATCH|DELETE) [^`]+)`.*$", DOCUMENT.read_text(encoding="utf-8"), re.MULTILINE
    )
    return [_without_names(row) for row in rows]


def _recovery_calls() -> set[str]:
    routes = [route for route in recovery_calls.routes if isinstance(route, APIRoute)]
    return {f"{method} {route.path}" for route in routes for method in route.methods or ()}


def test_api_document_covers_exactly_the_calls() -> None:
    rows = _rows()
    calls = {_without_names(call) for call in {*CALLS, *_recovery_calls(), *SCHOOL_ONLY_CALLS}}
    assert set(rows) == calls
    assert len(rows) == len(calls)


def test_every_row_of_the_api_document_has_all_columns() -> None:
    rows = [line for line in DOCUMENT.read_text(encoding="utf-8").splitlines() if line.startswith("| `")]
    malformed = [
        row for row in rows if re.match(r"\| `[A-Z]+ /", row) and len(re.split(r"(?<!\\)\|", row)) != COLUMNS + 2
    ]
    assert malformed == []
