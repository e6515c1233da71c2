"""Users' texts on one line."""

import pytest

from server.texts.single_line import single_line


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("  a\nb\t c\u2028d ", "a b c d"),
        ("a\u202eb\0c\x1b[31m", "abc[31m"),
        ("a \u202e b", "a b"),
        ("👩\u200d🏫 a\u200cb", "👩\u200d🏫 a\u200cb"),
    ],
)
def test_control_and_format_characters_are_removed_except_joiners(text: str, expected: str) -> None:
    assert single_line(text) == expected
