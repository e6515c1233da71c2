"""Password hashing and recovery codes."""

import asyncio
import os
import sys
import threading

import pytest
from sqlalchemy import select

from server.security import recovery_codes
from server.security.passwords import THREADS, PasswordHasher, thread_count
from server.security.recovery_codes import RecoveryCode, generate_recovery_code, normalize_typed_code
from tests.unit.row_builder import RowBuilder


@pytest.mark.spec("2.16")
def test_a_password_matches_only_its_own_hash() -> None:
    hashed = asyncio.run(PasswordHasher().hash("open sesame"))
    assert hashed.startswith("$argon2id$")
    assert asyncio.run(PasswordHasher().check(hashed, "open sesame"))
    assert not asyncio.run(PasswordHasher().check(hashed, "Open sesame"))


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


@pytest.mark.parametrize("typed", ["7kq2m-x4htp-9wbrc-3dnya", " 7KQ2M X4HTP 9WBRC 3DNYA\n", "7KQ2MX4HTP9WBRC3DNYA"])
def test_a_recovery_code_may_be_typed_in_any_case_and_grouping(typed: str) -> None:
    assert normalize_typed_code(typed) == "7KQ2MX4HTP9WBRC3DNYA"


def test_a_teacher_has_at_most_one_recovery_code(rows: RowBuilder) -> None:
    for code_hash in ("first", "second"):
        recovery_codes.replace_code(rows.db, rows.teacher.id, code_hash)
    assert [code.code_hash for code in rows.db.scalars(select(RecoveryCode))] == ["second"]
    recovery_codes.delete_code(rows.db, rows.teacher.id)
    assert recovery_codes.find_code(rows.db, rows.teacher.id) is None
