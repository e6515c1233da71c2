"""Password changes, recovery codes, and credentials that outlast a restore."""

from dataclasses import replace

import pytest

from server.domain.accounts import account_recovery, password_change, reauthentication, service
from server.domain.accounts.credential_snapshot import CredentialSnapshot
from server.domain.accounts.reauthentication import (
    PASSWORD_CHANGE_LIMIT,
    PasswordChangeLimitError,
    RecentSignInRequiredError,
)
from server.domain.auth.sign_in import ClientContext
from server.domain.students.models import Student
from server.domain.teachers.models import Teacher
from server.errors import InvalidError, NotSignedInError
from server.requests import rate_limit
from server.security import recovery_codes, throttle
from server.security.actor import AccountRole, Actor, Role
from server.security.sessions import SigningInBrowser, SignInSession, create_session, end_session, find_actor
from server.security.throttle import TooManyAttemptsError
from tests.factories.fake_clock import FakeClock
from tests.unit.row_builder import RowBuilder

CLIENT = ClientContext("192.0.2.1", None, None, is_local=False, address_failure_limit=300)


def sign_in(rows: RowBuilder, user: Teacher | Student) -> tuple[Actor, str]:
    """Start a session; return its actor and its token."""
    role: AccountRole = "teacher" if isinstance(user, Teacher) else "student"
    token = create_session(rows.db, role, user.id, SigningInBrowser(is_local=False)).token
    rows.db.flush()
    found = find_actor(rows.db, token)
    assert found is not None
    return found[0], token


def credentials(teacher: Teacher) -> tuple[str | None, str | None]:
    """Return the password's hash and the linked identity."""
    return teacher.password_hash, teacher.provider_uid


class TestPasswordChange:
    @pytest.mark.spec("2.27", "2.28")
    def test_a_new_password_ends_the_other_sessions_and_revokes_identity_and_recovery_code(
        self, rows: RowBuilder
    ) -> None:
        rows.teacher.provider_uid = "uid"
        recovery_codes.replace_code(rows.db, rows.teacher.id, "code hash")
        own, token = sign_in(rows, rows.teacher)
        _, other = sign_in(rows, rows.teacher)
        _, students_token = sign_in(rows, rows.student)
        password_change.replace_password(rows.db, own, CLIENT, "new hash")
        assert credentials(rows.teacher) == ("new hash", None)
        assert recovery_codes.find_code(rows.db, rows.teacher.id) is None
        assert (find_actor(rows.db, token) is None, find_actor(rows.db, other) is None) == (False, True)
        assert find_actor(rows.db, students_token) is not None
        assert rows.events()[-1].kind == "password_changed"

    @pytest.mark.spec("2.20")
    @pytest.mark.parametrize("role", ["teacher", "student"])
    def test_a_new_password_makes_all_browsers_unknown_but_the_one_that_set_it(
        self, rows: RowBuilder, role: Role
    ) -> None:
        user = rows.teacher if role == "teacher" else rows.student
        own, _ = sign_in(rows, user)
        candidate = reauthentication.find_login_candidate(rows.db, own)
        here, elsewhere = (
            replace(CLIENT, browser_token=throttle.record_success(rows.db, CLIENT.attempt(candidate))) for _ in range(2)
        )
        password_change.replace_password(rows.db, own, here, "new hash")
        assert throttle.is_known_browser(rows.db, here.attempt(candidate))
        assert not throttle.is_known_browser(rows.db, elsewhere.attempt(candidate))

    def test_a_session_that_ended_during_the_verification_changes_no_password(self, rows: RowBuilder) -> None:
        own, token = sign_in(rows, rows.student)
        end_session(rows.db, token)
        with pytest.raises(NotSignedInError):
            password_change.replace_password(rows.db, own, CLIENT, "new hash")
        assert rows.student.password_hash == "hash"

    def test_failures_recorded_during_the_verification_prevent_the_password_change(self, rows: RowBuilder) -> None:
        own, _ = sign_in(rows, rows.student)
        candidate = reauthentication.find_login_candidate(rows.db, own)
        for _ in range(10):
            reauthentication.record_wrong_password(rows.db, CLIENT, candidate)
            rows.db.flush()
        with pytest.raises(TooManyAttemptsError):
            password_change.replace_password(rows.db, own, CLIENT, "new hash")

    @pytest.mark.spec("11.11")
    def test_an_account_changes_its_password_at_most_20_times_an_hour(
        self, rows: RowBuilder, fake_clock: FakeClock
    ) -> None:
        own, _ = sign_in(rows, rows.student)
        rate_limit.record(rows.db, PASSWORD_CHANGE_LIMIT.for_key(own.id), 19)
        password_change.replace_password(rows.db, own, CLIENT, "new hash")
        with pytest.raises(PasswordChangeLimitError):
            reauthentication.find_login_candidate(rows.db, own)
        fake_clock.advance(hours=1)
        reauthentication.find_login_candidate(rows.db, own)

    @pytest.mark.spec("2.27")
    def test_setting_a_password_keeps_the_identity_and_needs_a_session_of_at_most_10_minutes(
        self, rows: RowBuilder, fake_clock: FakeClock
    ) -> None:
        rows.teacher.provider_uid, rows.teacher.password_hash = "uid", None
        own, _ = sign_in(rows, rows.teacher)
        fake_clock.advance(minutes=9)
        password_change.set_password(rows.db, own, CLIENT, "new hash")
        assert credentials(rows.teacher) == ("new hash", "uid")
        fake_clock.advance(minutes=2)
        with pytest.raises(RecentSignInRequiredError):
            password_change.set_password(rows.db, own, CLIENT, "another hash")


class TestRecovery:
    def test_a_new_code_needs_the_password_or_without_one_a_recent_sign_in(
        self, rows: RowBuilder, fake_clock: FakeClock
    ) -> None:
        own, _ = sign_in(rows, rows.teacher)
        assert account_recovery.require_reauthentication(rows.db, own, "password") is True
        with pytest.raises(InvalidError):
            account_recovery.require_reauthentication(rows.db, own, None)
        rows.teacher.password_hash = None
        assert account_recovery.require_reauthentication(rows.db, own, None) is False
        fake_clock.advance(minutes=11)
        with pytest.raises(RecentSignInRequiredError):
            account_recovery.require_reauthentication(rows.db, own, None)

    def test_a_new_code_is_not_stored_for_a_session_that_has_ended(self, rows: RowBuilder) -> None:
        own, token = sign_in(rows, rows.teacher)
        end_session(rows.db, token)
        with pytest.raises(NotSignedInError):
            account_recovery.replace_recovery_code(rows.db, own, CLIENT, "code hash", by_password=True)
        assert recovery_codes.find_code(rows.db, rows.teacher.id) is None

    @pytest.mark.spec("2.28")
    def test_recovery_revokes_every_other_credential_and_signs_in(self, rows: RowBuilder) -> None:
        rows.teacher.provider_uid = "uid"
        own, old_session = sign_in(rows, rows.teacher)
        account_recovery.replace_recovery_code(rows.db, own, CLIENT, "code hash", by_password=True)
        candidate = account_recovery.find_candidate(rows.db, rows.teacher.email.upper())
        token = throttle.record_success(rows.db, CLIENT.attempt(candidate))
        rows.db.flush()
        login = account_recovery.reset_password(rows.db, CLIENT, candidate, correct=True, password_hash="new hash")
        assert login is not None
        assert credentials(rows.teacher) == ("new hash", None)
        assert recovery_codes.find_code(rows.db, rows.teacher.id) is None
        assert find_actor(rows.db, old_session) is None
        assert find_actor(rows.db, login.session.token) is not None
        assert not throttle.is_known_browser(rows.db, replace(CLIENT, browser_token=token).attempt(candidate))
        assert [event.kind for event in rows.events()[-3:]] == ["recovery_code_made", "recovery_code_used", "sign_in"]

    def test_a_code_that_was_replaced_while_it_was_verified_is_a_failure(self, rows: RowBuilder) -> None:
        recovery_codes.replace_code(rows.db, rows.teacher.id, "code hash")
        candidate = account_recovery.find_candidate(rows.db, rows.teacher.email)
        recovery_codes.replace_code(rows.db, rows.teacher.id, "another hash")
        login = account_recovery.reset_password(rows.db, CLIENT, candidate, correct=True, password_hash="new hash")
        assert (login, rows.teacher.password_hash) == (None, "hash")
        assert throttle.reset_failures(rows.db, "teacher", rows.teacher.id)
        assert rows.events()[-1].kind == "recovery_code_failed"

    def test_an_unknown_email_and_a_teacher_without_a_code_have_no_secret(self, rows: RowBuilder) -> None:
        for email, teacher_id in (("nobody@school.test", None), (rows.teacher.email, rows.teacher.id)):
            candidate = account_recovery.find_candidate(rows.db, email)
            assert (candidate.id, candidate.secret_hash) == (teacher_id, None)


def test_signing_out_everywhere_ends_every_session_of_the_account_alone(rows: RowBuilder) -> None:
    own, token = sign_in(rows, rows.student)
    _, teachers_token = sign_in(rows, rows.teacher)
    service.sign_out_everywhere(rows.db, own)
    assert find_actor(rows.db, token) is None
    assert find_actor(rows.db, teachers_token) is not None
    assert rows.events()[-1].kind == "sign_out_everywhere"


def test_ending_one_session_keeps_the_others_and_is_recorded_with_its_device(rows: RowBuilder) -> None:
    own, token = sign_in(rows, rows.teacher)
    lost, lost_token = sign_in(rows, rows.teacher)
    session = rows.db.get_one(SignInSession, lost.session_id)
    session.device = "iPad, Safari"
    service.end_session(rows.db, own, session)
    assert (find_actor(rows.db, token) is None, find_actor(rows.db, lost_token) is None) == (False, True)
    recorded = rows.events()[-1]
    assert (recorded.kind, recorded.about) == ("session_ended", "iPad, Safari")


def test_an_account_that_was_deleted_is_not_signed_in(rows: RowBuilder) -> None:
    for role in ("teacher", "student"):
        with pytest.raises(NotSignedInError):
            service.get_account(rows.db, Actor("deleted", role, ""))


class TestCredentialSnapshot:
    @pytest.mark.parametrize("code_hash", [None, "code hash"])
    def test_a_restored_account_gets_the_credentials_from_before_the_restore(
        self, rows: RowBuilder, code_hash: str | None
    ) -> None:
        if code_hash is not None:
            recovery_codes.replace_code(rows.db, rows.teacher.id, code_hash)
        snapshot = CredentialSnapshot.capture(rows.db, rows.teacher.id)
        rows.teacher.password_hash, rows.teacher.provider_uid = "older hash", "older uid"
        recovery_codes.replace_code(rows.db, rows.teacher.id, "older code")
        assert snapshot.restore(rows.db) is rows.teacher
        assert credentials(rows.teacher) == ("hash", None)
        code = recovery_codes.find_code(rows.db, rows.teacher.id)
        assert (code and code.code_hash) == code_hash

    def test_a_teacher_without_an_account_in_the_backup_gets_none(self, rows: RowBuilder) -> None:
        snapshot = replace(CredentialSnapshot.capture(rows.db, rows.teacher.id), teacher_id="made later")
        assert snapshot.restore(rows.db) is None
