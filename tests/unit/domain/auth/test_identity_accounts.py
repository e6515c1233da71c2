"""Names of accounts that are created for an identity."""

from dataclasses import replace

import pytest

from server.domain.auth.identity_accounts import name_from_identity
from tests.unit.domain.auth.accounts import IDENTITY


@pytest.mark.parametrize(
    ("name", "email", "expected"),
    [
        ("Elena Rivera", "elena@school.test", "Elena Rivera"),
        ("  Elena Rivera ", "elena@school.test", "Elena Rivera"),
        ("Elena\u202e Rivera\u200b", "elena@school.test", "Elena Rivera"),
        ("", "elena@school.test", "elena"),
        ("E", "elena@school.test", "elena"),
        ("x" * 201, "elena@school.test", "elena"),
        ("", "e@school.test", "e@school.test"),
    ],
)
def test_the_name_is_the_providers_or_else_the_local_part_of_the_email(name: str, email: str, expected: str) -> None:
    assert name_from_identity(replace(IDENTITY, name=name, email=email)) == expected
