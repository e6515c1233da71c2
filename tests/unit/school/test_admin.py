"""Rules of the administration of a school."""

import pytest
from sqlalchemy import select

from server.class_computer.preferences import service as preferences
from server.domain.activity.models import ActivityRecord
from server.domain.classrooms.membership import get_classroom
from server.domain.members import service as members
from server.domain.members.queries import find_member
from server.domain.teachers.service import TeacherDisabledError, require_enabled
from server.errors import NotFoundError
from server.school.admin import service
from server.school.admin.service import DisabledTeacherError, NoChangeError, UnknownClassError, UnknownTeacherError
from server.security import throttle
from server.security.throttle import SignInAttempt, account_key
from tests.unit.row_builder import RowBuilder, actor_of


def activity_kinds(rows: RowBuilder, teacher_id: str) -> list[str]:
    query = select(ActivityRecord.kind).where(ActivityRecord.teacher_id == teacher_id).order_by(ActivityRecord.id)
    return list(rows.db.scalars(query))


def test_a_disabled_account_is_refused_until_it_is_enabled(rows: RowBuilder) -> None:
    teacher = service.disable_teacher(rows.db, rows.teacher.email.upper())
    with pytest.raises(TeacherDisabledError):
        require_enabled(rows.db, teacher.id)
    service.enable_teacher(rows.db, teacher.email)
    require_enabled(rows.db, teacher.id)
    assert activity_kinds(rows, teacher.id)[-2:] == ["account_disabled", "account_enabled"]


def test_disabling_a_disabled_or_enabling_an_enabled_account_is_refused(rows: RowBuilder) -> None:
    with pytest.raises(NoChangeError, match="isn't switched off"):
        service.enable_teacher(rows.db, rows.teacher.email)
    service.disable_teacher(rows.db, rows.teacher.email)
    with pytest.raises(NoChangeError, match="is switched off already"):
        service.disable_teacher(rows.db, rows.teacher.email)


def test_an_unknown_e_mail_is_an_error(rows: RowBuilder) -> None:
    with pytest.raises(UnknownTeacherError):
        service.disable_teacher(rows.db, "nobody@school.test")


def test_a_new_password_unlinks_the_identity_provider_and_deletes_failed_sign_ins(rows: RowBuilder) -> None:
    rows.teacher.provider_uid = "uid"
    throttle.record_failure(rows.db, SignInAttempt(account_key("teacher", rows.teacher.id), "192.0.2.1", None))
    teacher = service.reset_password(rows.db, rows.teacher.email, "another hash")
    assert (teacher.password_hash, teacher.provider_uid) == ("another hash", None)
    assert throttle.reset_failures(rows.db, "teacher", teacher.id) is False
    assert activity_kinds(rows, teacher.id)[-1] == "password_reset"


def test_a_transferred_class_belongs_to_the_new_teacher_and_both_logs_have_the_event(rows: RowBuilder) -> None:
    other = rows.for_other_teacher().teacher
    classroom, previous, new = service.transfer_class(rows.db, rows.classroom.class_code.lower(), other.email)
    assert (classroom.teacher_id, previous, new) == (other.id, rows.teacher, other)
    assert activity_kinds(rows, rows.teacher.id)[-1] == "class_handed_over"
    assert activity_kinds(rows, other.id)[-1] == "class_taken_over"


def test_a_class_is_not_transferred_to_a_disabled_teacher_its_own_or_by_an_unknown_code(rows: RowBuilder) -> None:
    other = rows.for_other_teacher().teacher
    service.disable_teacher(rows.db, other.email)
    with pytest.raises(DisabledTeacherError):
        service.transfer_class(rows.db, rows.classroom.class_code, other.email)
    with pytest.raises(NoChangeError):
        service.transfer_class(rows.db, rows.classroom.class_code, rows.teacher.email)
    with pytest.raises(UnknownClassError):
        service.transfer_class(rows.db, "NONE00", rows.teacher.email)
    assert rows.classroom.teacher_id == rows.teacher.id


def test_a_changed_retention_is_stored_and_in_the_log_of_every_teacher(rows: RowBuilder) -> None:
    other = rows.for_other_teacher().teacher
    service.set_image_retention(rows.db, 30)
    assert preferences.read(rows.db).image_retention_days == 30
    for teacher in (rows.teacher, other):
        assert activity_kinds(rows, teacher.id)[-1] == "settings_changed"
    with pytest.raises(NoChangeError):
        service.set_image_retention(rows.db, 30)


@pytest.mark.spec("26.7")
def test_a_class_that_is_transferred_to_its_co_teacher_has_a_co_teacher_less(rows: RowBuilder) -> None:
    marcus = rows.add_teacher("Marcus Hill")
    code = members.invite(rows.db, rows.as_teacher, rows.classroom).code
    assert members.join(rows.db, actor_of(marcus), "127.0.0.1", code) is rows.classroom
    service.transfer_class(rows.db, rows.classroom.class_code, marcus.email)
    assert find_member(rows.db, rows.classroom.id, marcus.id) is None
    assert get_classroom(rows.db, actor_of(marcus), "remove", rows.classroom.id) is rows.classroom
    with pytest.raises(NotFoundError):
        get_classroom(rows.db, rows.as_teacher, "view", rows.classroom.id)


@pytest.mark.spec("26.7")
def test_a_co_teacher_works_on_while_the_owner_is_disabled(rows: RowBuilder) -> None:
    marcus = rows.add_teacher("Marcus Hill")
    code = members.invite(rows.db, rows.as_teacher, rows.classroom).code
    members.join(rows.db, actor_of(marcus), "127.0.0.1", code)
    service.disable_teacher(rows.db, rows.teacher.email)
    assert get_classroom(rows.db, actor_of(marcus), "manage", rows.classroom.id) is rows.classroom
