"""Invite codes, with which teachers register on a school's server."""

from datetime import timedelta

import pytest
from sqlalchemy.orm import Session

from server.domain.teachers import invites
from tests.factories.fake_clock import FakeClock


def test_a_code_is_found_however_it_is_typed_and_is_not_stored(db: Session) -> None:
    code = invites.create(db, uses=None, expires_at=None)
    invite = invites.find_valid(db, f" {code.lower().replace('-', ' ')} ")
    assert invite is not None
    assert code.replace("-", "") not in invite.code_hash
    assert invites.find_valid(db, "another code") is None


@pytest.mark.spec("16.2")
def test_an_invite_is_valid_for_its_number_of_uses(db: Session) -> None:
    code = invites.create(db, uses=2, expires_at=None)
    for _ in range(2):
        invite = invites.find_valid(db, code)
        assert invite is not None
        invites.consume(invite)
    assert invites.find_valid(db, code) is None


def test_an_unlimited_invite_is_never_used_up(db: Session) -> None:
    code = invites.create(db, uses=None, expires_at=None)
    for _ in range(3):
        invite = invites.find_valid(db, code)
        assert invite is not None
        invites.consume(invite)
    assert invites.find_valid(db, code) is not None


@pytest.mark.spec("16.2")
def test_an_invite_is_valid_until_it_expires(db: Session, fake_clock: FakeClock) -> None:
    code = invites.create(db, uses=None, expires_at=fake_clock.now + timedelta(days=1))
    fake_clock.advance(hours=23)
    assert invites.find_valid(db, code) is not None
    fake_clock.advance(hours=1)
    assert invites.find_valid(db, code) is None


def test_administrators_find_an_invite_by_short_id_or_code_also_when_it_is_used_up(db: Session) -> None:
    code = invites.create(db, uses=0, expires_at=None)
    (invite,) = invites.list_all(db)
    for text in (code, f" {invite.short_id.upper()} "):
        assert invites.find_by_id_or_code(db, text) is invite
    assert invites.find_by_id_or_code(db, "nothing") is None
