"""Password hashing and recovery codes."""

import asyncio
import os
import sys
import threading
from typing import Literal

import argon2
import pytest
from sqlalchemy import select

from server.security import recovery_codes
from server.security.passwords import THREADS, PasswordHasher, thread_count
from server.security.recovery_codes import RecoveryCode, generate_recovery_code, normalize_typed_code
from tests.factories.passwords import FAST_ARGON2ID, FAST_HASHER
from tests.unit.row_builder import RowBuilder


class CountingAlgorithm(argon2.PasswordHasher):
    """Counts the verifications."""

    def __init__(self) -> None:
        super().__init__(time_cost=1, memory_cost=8, parallelism=1)
        self.verified = 0

    def verify(self, hash: str | bytes, password: str | bytes) -> Literal[True]:  # noqa: A002 - as in the base class
        self.verified += 1
        return super().verify(hash, password)


@pytest.mark.spec("2.5", "2.16")
def test_a_password_matches_only_its_own_hash() -> None:
    hashed = asyncio.run(PasswordHasher().hash("open sesame"))
    assert hashed.startswith("$argon2id$")
    assert asyncio.run(PasswordHasher().check(hashed, "open sesame"))
    assert not asyncio.run(PasswordHasher().check(hashed, "Open sesame"))


@pytest.mark.spec("2.16")
@pytest.mark.parametrize("stored", ["rock'n'roll", "rock\u2019n\u2019roll", "rock\u02bcn`roll"])
@pytest.mark.parametrize("typed", ["rock'n'roll", "rock\u2019n\u2019roll", "rock\u2018n\u00b4roll"])
def test_all_apostrophes_in_passwords_are_one_character(stored: str, typed: str) -> None:
    hashed = asyncio.run(FAST_HASHER.hash(stored))
    assert asyncio.run(FAST_HASHER.check(hashed, typed))
    assert not asyncio.run(FAST_HASHER.check(hashed, typed.replace("n", "N")))


@pytest.mark.parametrize(
    ("stored", "typed"),
    [
        ("rock'n'roll", "rock\u2019n\u2019roll"),
        ("rock\u2019n\u2019roll", "rock'n'roll"),
        ("rock\u02bcn\u02bcroll", "rock\u02bcn\u02bcroll"),
        ("\u2018tis rock\u2019n\u2019roll", "'tis rock'n'roll"),
    ],
)
def test_hashes_of_earlier_versions_match_the_other_apostrophe(stored: str, typed: str) -> None:
    assert asyncio.run(FAST_HASHER.check(FAST_ARGON2ID.hash(stored), typed))


@pytest.mark.spec("2.17")
@pytest.mark.parametrize(("typed", "count"), [("no apostrophe", 1), ("rock'n'roll", 2), ("rock\u02bcn'roll", 3)])
def test_a_wrong_password_takes_as_many_hashes_as_an_unknown_account(typed: str, count: int) -> None:
    algorithm = CountingAlgorithm()
    hasher = PasswordHasher(algorithm)
    counts = []
    for hashed in (algorithm.hash("another password"), None):
        before = algorithm.verified
        assert not asyncio.run(hasher.check(hashed, typed))
        counts.append(algorithm.verified - before)
    assert counts == [count, count]


@pytest.mark.parametrize(("cores", "threads"), [(1, 1), (2, 2), (16, 2)])
def test_there_are_at_most_as_many_threads_as_cores_and_never_more_than_two(cores: int, threads: int) -> None:
    assert thread_count(cores) == threads


@pytest.mark.skipif(sys.platform != "linux", reason="another thread's priority can be read on Linux only")
def test_the_threads_let_requests_run_first() -> None:
    asyncio.run(PasswordHasher().check(None, "open sesame"))
    found = [each for each in threading.enumerate() if each.name.startswith("passwords")]
    assert 1 <= len(found) <= THREADS
    own = os.getpriority(os.PRIO_PROCESS, 0)
    assert all(os.getpriority(os.PRIO_PROCESS, each.native_id or 0) > own for each in found)


@pytest.mark.parametrize("hashed", [None, "", "no hash", "$argon2id$v=19$cut"])
def test_no_password_matches_an_invalid_hash(hashed: str | None) -> None:
    assert not asyncio.run(PasswordHasher().check(hashed, ""))
    assert not asyncio.run(PasswordHasher().check(hashed, "nobody has this password"))


def test_a_recovery_code_has_four_groups_of_five_characters() -> None:
    groups = generate_recovery_code().split("-")
    assert [len(group) for group in groups] == [5] * 4
    assert set("".join(groups)) <= set("23456789ABCDEFGHJKLMNPQRSTUVWXYZ")


@pytest.mark.spec("2.32")
@pytest.mark.parametrize(
    "typed",
    ["7kq2m-x4htp-9wbrc-3dnya", " 7KQ2M X4HTP 9WBRC 3DNYA\n", "7KQ2MX4HTP9WBRC3DNYA", "7kq2mx4htp\u20139wbrc3dnya"],
)
def test_a_recovery_code_may_be_typed_in_any_case_and_grouping(typed: str) -> None:
    assert normalize_typed_code(typed) == "7KQ2MX4HTP9WBRC3DNYA"


def test_a_teacher_has_at_most_one_recovery_code(rows: RowBuilder) -> None:
    for code_hash in ("first", "second"):
        recovery_codes.replace_code(rows.db, rows.teacher.id, code_hash)
    assert [code.code_hash for code in rows.db.scalars(select(RecoveryCode))] == ["second"]
    recovery_codes.delete_code(rows.db, rows.teacher.id)
    assert recovery_codes.find_code(rows.db, rows.teacher.id) is None
