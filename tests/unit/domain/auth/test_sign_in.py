"""Rate limits that are checked before each sign-in, and the session at its end."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from server.domain.auth.sign_in import LoginCandidate, SignInContext, check_rate_limits, start_session
from server.domain.auth.sign_in_limits import TooManyUnknownClassCodesError, unknown_class_code_key
from server.domain.teachers.service import TeacherDisabledError
from server.requests import rate_limit
from server.security import throttle
from server.security.sessions import SignInSession
from tests.unit.domain.auth.accounts import Accounts


@pytest.mark.spec("2.19")
@pytest.mark.parametrize(("failures", "codes"), [(300, 120), (2000, 800), (1, 1)])
def test_unknown_class_codes_may_use_two_fifths_of_the_address_limit(failures: int, codes: int) -> None:
    assert unknown_class_code_key("192.0.2.1", failures).limit.max_events == codes


def test_unknown_class_codes_stop_students_of_an_address_but_not_known_browsers_and_teachers(
    context: SignInContext, accounts: Accounts
) -> None:
    student, _ = accounts.add_student()
    client = replace(context.client, address_failure_limit=10)
    candidate = LoginCandidate.of("student", "", student)
    with accounts.transactions.writing() as db:
        token = throttle.record_success(db, client.attempt(candidate))
        rate_limit.record(db, client.unknown_class_code_key(), 4)
    with accounts.transactions.writing() as db:
        with pytest.raises(TooManyUnknownClassCodesError):
            check_rate_limits(db, client, candidate)
        check_rate_limits(db, replace(client, browser_token=token), candidate)
        check_rate_limits(db, replace(client, address="192.0.2.9"), candidate)
        check_rate_limits(db, client, replace(candidate, role="teacher"))


def test_a_disabled_teacher_gets_no_session(context: SignInContext, accounts: Accounts) -> None:
    teacher_id = accounts.add_teacher(disabled_at=datetime.now(UTC))
    with accounts.transactions.writing() as db, pytest.raises(TeacherDisabledError):
        start_session(db, context.client, "teacher", teacher_id)
    assert accounts.count(SignInSession) == 0
