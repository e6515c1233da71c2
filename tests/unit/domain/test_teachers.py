"""Teacher accounts: e-mails, registration, disabled accounts."""

import pytest

from server.domain.teachers import service
from server.domain.teachers.service import EmailTakenError, TeacherDisabledError
from tests.factories.fake_clock import FakeClock
from tests.unit.school import School


@pytest.mark.spec("2.8")
@pytest.mark.parametrize("typed", ["Ms.Rivera@School.Test", " ms.rivera@school.test\n", "MS.RIVERA@SCHOOL.TEST"])
def test_an_e_mail_is_compared_without_case_and_blanks_around_it(school: School, typed: str) -> None:
    teacher = service.register(school.db, name="Elena", email="ms.rivera@school.test", password_hash="hash")
    assert service.find_by_email(school.db, typed) is teacher
    with pytest.raises(EmailTakenError):
        service.register(school.db, name="Another", email=typed, password_hash="hash")


@pytest.mark.parametrize(
    ("password_hash", "uid", "expected"),
    [("hash", None, (True, False)), (None, "uid", (False, True)), ("hash", "uid", (True, True))],
)
def test_an_account_knows_how_it_can_sign_in(
    school: School, password_hash: str | None, uid: str | None, expected: tuple[bool, bool]
) -> None:
    teacher = service.register(
        school.db, name="Elena", email="e@school.test", password_hash=password_hash, provider_uid=uid
    )
    assert (teacher.has_password, teacher.uses_identity_provider) == expected


def test_a_disabled_account_is_refused(school: School, fake_clock: FakeClock) -> None:
    service.require_enabled(school.db, school.teacher.id)
    school.teacher.disabled_at = fake_clock.now
    school.db.flush()
    with pytest.raises(TeacherDisabledError):
        service.require_enabled(school.db, school.teacher.id)
