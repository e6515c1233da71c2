"""Teacher accounts: e-mails, registration, disabled accounts."""

import pytest

from server.domain.teachers import service
from server.domain.teachers.service import EmailTakenError, TeacherDisabledError
from tests.factories.fake_clock import FakeClock
from tests.unit.row_builder import RowBuilder


@pytest.mark.spec("2.6", "2.8")
@pytest.mark.parametrize("typed", ["Ms.Rivera@School.Test", " ms.rivera@school.test\n", "MS.RIVERA@SCHOOL.TEST"])
def test_an_e_mail_is_compared_without_case_and_blanks_around_it(rows: RowBuilder, typed: str) -> None:
    teacher = service.register(rows.db, name="Elena", email="ms.rivera@school.test", password_hash="hash")
    assert service.find_by_email(rows.db, typed) is teacher
    with pytest.raises(EmailTakenError):
        service.register(rows.db, name="Another", email=typed, password_hash="hash")


@pytest.mark.parametrize(
    ("password_hash", "uid", "expected"),
    [("hash", None, (True, False)), (None, "uid", (False, True)), ("hash", "uid", (True, True))],
)
def test_an_account_knows_whether_it_has_a_password_and_an_identity(
    rows: RowBuilder, password_hash: str | None, uid: str | None, expected: tuple[bool, bool]
) -> None:
    teacher = service.register(
        rows.db, name="Elena", email="e@school.test", password_hash=password_hash, provider_uid=uid
    )
    assert (teacher.has_password, teacher.uses_identity_provider) == expected


def test_a_disabled_account_is_refused(rows: RowBuilder, fake_clock: FakeClock) -> None:
    service.require_enabled(rows.db, rows.teacher.id)
    rows.teacher.disabled_at = fake_clock.now
    rows.db.flush()
    with pytest.raises(TeacherDisabledError):
        service.require_enabled(rows.db, rows.teacher.id)
