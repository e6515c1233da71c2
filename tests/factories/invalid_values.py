"""Invalid field values as `pytest.param`s with descriptive ids."""

import sys
from typing import Any, Final

import pytest

HUGE_NUMBER: Final = 10**30
LONG_TEXT: Final = "x" * 10_000

NON_STRINGS: Final = [
    pytest.param(5, id="number"),
    pytest.param(True, id="boolean"),
    pytest.param(["Math"], id="list"),
    pytest.param({"a": 1}, id="object"),
]
INVALID_NAMES: Final = [
    *NON_STRINGS,
    pytest.param(None, id="null"),
    pytest.param("", id="empty"),
    pytest.param(" \t\n", id="blank"),
    pytest.param("x" * 201, id="201 characters"),
    pytest.param(LONG_TEXT, id="10,000 characters"),
    pytest.param("a\0b", id="a zero byte"),
    pytest.param("a\x1bb", id="a control character"),
    pytest.param("a\x85b", id="a control character of the upper half"),
    pytest.param("a\nb", id="two lines"),
    pytest.param("a\rb", id="a carriage return"),
    pytest.param("a\tb", id="a tab"),
    pytest.param("a\u2028b", id="a Unicode line separator"),
    pytest.param("\u200b\u200d", id="invisible"),
    pytest.param("\u202e \u3164", id="a direction and a filler"),
]
INVALID_GOALBUCKS: Final = [
    pytest.param(-1, id="negative"),
    pytest.param(0, id="zero"),
    pytest.param(1.5, id="fractional"),
    pytest.param(5.0, id="written with a point"),
    pytest.param(1_000_001, id="over a million"),
    pytest.param(2**63, id="over 63 bits"),
    pytest.param(HUGE_NUMBER, id="huge"),
    pytest.param(sys.float_info.max, id="a huge float"),
    pytest.param(True, id="boolean"),
    pytest.param("5", id="text"),
    pytest.param("", id="empty text"),
    pytest.param(None, id="null"),
    pytest.param([5], id="list"),
    pytest.param({}, id="object"),
]
INVALID_DATES: Final = [
    pytest.param("2026-02-30", id="30 February"),
    pytest.param("2025-02-29", id="29 February of no leap year"),
    pytest.param("2026-13-01", id="month 13"),
    pytest.param("2026-00-10", id="month 0"),
    pytest.param("0000-01-01", id="year 0"),
    pytest.param("2026-1-2", id="short"),
    pytest.param("20260102", id="without dashes"),
    pytest.param("02/01/2026", id="with slashes"),
    pytest.param("2026-01-02T00:00:00Z", id="with a time"),
    pytest.param("2026-01-02\n", id="with a line end"),
    pytest.param("\u0662\u0660\u0662\u0666-\u0660\u0661-\u0660\u0662", id="Arabic digits"),
    pytest.param("tomorrow", id="word"),
    pytest.param(20260102, id="number"),
    pytest.param(1767312000.5, id="seconds since 1970"),
    pytest.param(True, id="boolean"),
    pytest.param({}, id="object"),
]
INVALID_IDS: Final = [*NON_STRINGS, pytest.param(None, id="null"), pytest.param(LONG_TEXT, id="10,000 characters")]
UNKNOWN_IDS: Final = [
    pytest.param("00000000-0000-7000-8000-000000000000", id="no such row"),
    pytest.param("", id="empty"),
    pytest.param("1", id="another form"),
    pytest.param("' OR 1=1 --", id="SQL"),
    pytest.param("é\0", id="no ASCII"),
]
UNKNOWN_PATH_IDS: Final = [
    pytest.param("00000000-0000-7000-8000-000000000000", id="no such row"),
    pytest.param("1", id="another form"),
    pytest.param("'%20OR%201=1%20--", id="SQL"),
    pytest.param("%C3%A9%00", id="no ASCII"),
    pytest.param("%FF%FE", id="no UTF-8"),
    pytest.param("x" * 5000, id="5,000 characters"),
]


def without_field(body: dict[str, Any], field: str) -> dict[str, Any]:
    return {name: value for name, value in body.items() if name != field}
