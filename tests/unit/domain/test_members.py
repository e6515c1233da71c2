"""Inviting co-teachers, joining a class and leaving it."""

import pytest
from sqlalchemy import func, select
from sqlalchemy.orm import Session

from server import clock
from server.domain.classrooms.models import Classroom
from server.domain.classrooms.queries import get_classroom_row
from server.domain.goals.models import GoalFields
from server.domain.goals.service import assign
from server.domain.members import service
from server.domain.members.models import MAX_MEMBERS, ClassMember, OwnClassError, TooManyMembersError
from server.domain.members.queries import find_member, find_members_of_own_classes, joined_class_ids, members_of_class
from server.domain.members.service import INVITATION_LIFETIME, WRONG_INVITATION_LIMIT
from server.domain.students import archiving
from server.domain.teachers import invites
from server.domain.teachers.invites import Invite
from server.domain.teachers.models import Teacher
from server.domain.teachers.sample_account import SampleClassError
from server.domain.teachers.service import add_sample
from server.errors import DomainError
from server.requests.rate_limit import RateEvent
from tests.factories.fake_clock import FakeClock
from tests.unit.row_builder import RowBuilder, actor_of

ADDRESS = "192.0.2.7"


@pytest.fixture
def marcus(rows: RowBuilder) -> Teacher:
    return rows.add_teacher("Marcus Hill")


def invite(rows: RowBuilder) -> str:
    return service.invite(rows.db, rows.as_teacher, rows.classroom).code


def join(rows: RowBuilder, teacher: Teacher, code: str | None = None) -> Classroom | DomainError:
    return service.join(rows.db, actor_of(teacher), ADDRESS, invite(rows) if code is None else code)


def refusal(outcome: Classroom | DomainError) -> str:
    assert isinstance(outcome, DomainError)
    return outcome.code


def get_member(rows: RowBuilder, teacher: Teacher) -> ClassMember:
    found = find_member(rows.db, rows.classroom.id, teacher.id)
    assert found is not None
    return found


@pytest.mark.spec("26.1", "26.2")
def test_who_has_a_code_joins_the_class_once(rows: RowBuilder, marcus: Teacher) -> None:
    code = invite(rows)
    assert join(rows, marcus, f" {code.lower()} ") is rows.classroom
    owner, member = members_of_class(rows.db, get_classroom_row(rows.db, actor_of(marcus), rows.classroom.id))
    assert (owner.teacher_id, owner.name, owner.role, owner.since) == (rows.teacher.id, "Elena Rivera", "owner", None)
    assert (member.teacher_id, member.name, member.role) == (marcus.id, "Marcus Hill", "co-teacher")
    assert joined_class_ids(rows.db, actor_of(marcus)) == {rows.classroom.id}
    assert refusal(join(rows, rows.add_teacher("Priya Raman"), code)) == "invalid_invitation"


@pytest.mark.spec("26.2")
def test_a_code_works_for_seven_days(rows: RowBuilder, marcus: Teacher, fake_clock: FakeClock) -> None:
    made = service.invite(rows.db, rows.as_teacher, rows.classroom)
    assert made.ends_at == clock.now() + INVITATION_LIFETIME
    fake_clock.advance(days=7)
    assert refusal(join(rows, marcus, made.code)) == "invalid_invitation"


@pytest.mark.spec("26.2")
def test_joining_twice_gives_the_class_whether_the_code_still_works_or_not(rows: RowBuilder, marcus: Teacher) -> None:
    code = invite(rows)
    for each in (code, code, invite(rows)):
        assert join(rows, marcus, each) is rows.classroom
    assert rows.db.scalar(select(func.count()).select_from(ClassMember)) == 1
    assert invites.of_class(rows.db, rows.classroom.id)[-1].is_valid()


@pytest.mark.spec("26.2")
def test_the_owner_cannot_join_and_the_code_stays_valid(rows: RowBuilder, marcus: Teacher) -> None:
    code = invite(rows)
    with pytest.raises(OwnClassError):
        join(rows, rows.teacher, code)
    assert join(rows, marcus, code) is rows.classroom


@pytest.mark.spec("26.2")
def test_an_invitation_to_a_class_permits_no_registration_and_the_other_way_round(
    rows: RowBuilder, marcus: Teacher
) -> None:
    assert invites.find_valid(rows.db, invite(rows)) is None
    assert refusal(join(rows, marcus, invites.create(rows.db, uses=1, expires_at=None))) == "invalid_invitation"
    assert len(invites.list_all(rows.db)) == 1


@pytest.mark.spec("26.2")
def test_the_code_of_one_class_does_not_open_another(rows: RowBuilder, marcus: Teacher) -> None:
    other = rows.for_other_teacher()
    assert join(rows, marcus) is rows.classroom
    assert find_member(rows.db, other.classroom.id, marcus.id) is None


@pytest.mark.spec("26.1")
def test_a_class_has_at_most_five_co_teachers(rows: RowBuilder) -> None:
    codes = [invite(rows) for _ in range(MAX_MEMBERS)]
    late = rows.for_other_teacher().teacher
    for code in codes[:-1]:
        join(rows, rows.add_teacher(), code)
    joined = rows.add_teacher()
    join(rows, joined)
    with pytest.raises(TooManyMembersError):
        join(rows, late, codes[-1])
    with pytest.raises(TooManyMembersError):
        invite(rows)
    service.end(rows.db, actor_of(joined), get_member(rows, joined))
    assert join(rows, late, codes[-1]) is rows.classroom


@pytest.mark.spec("26.2")
def test_only_the_newest_five_invitations_work(rows: RowBuilder, marcus: Teacher) -> None:
    first, *_ = [invite(rows) for _ in range(MAX_MEMBERS + 1)]
    assert len(invites.of_class(rows.db, rows.classroom.id)) == MAX_MEMBERS
    assert refusal(join(rows, marcus, first)) == "invalid_invitation"


@pytest.mark.spec("26.2")
def test_nobody_joins_an_archived_class(rows: RowBuilder, marcus: Teacher) -> None:
    code = invite(rows)
    archiving.set_archived(rows.db, rows.as_teacher, rows.classroom, archived=True)
    assert refusal(join(rows, marcus, code)) == "invalid_invitation"


@pytest.mark.spec("26.2")
def test_wrong_codes_are_limited_by_address_and_a_valid_one_is_not(rows: RowBuilder, marcus: Teacher) -> None:
    code = invite(rows)
    for _ in range(WRONG_INVITATION_LIMIT.max_events):
        assert refusal(join(rows, marcus, "wrong")) == "invalid_invitation"
    with pytest.raises(service.TooManyWrongInvitationsError):
        join(rows, marcus, "wrong")
    assert isinstance(service.join(rows.db, actor_of(marcus), "192.0.2.8", "wrong"), DomainError)
    assert join(rows, marcus, code) is rows.classroom
    assert rows.db.scalar(select(func.count()).select_from(RateEvent)) == WRONG_INVITATION_LIMIT.max_events + 1


@pytest.mark.spec("26.1")
def test_the_sample_class_has_no_co_teachers_and_its_teacher_joins_none(rows: RowBuilder) -> None:
    sample = add_sample(rows.db, "Sample Teacher")
    with pytest.raises(SampleClassError):
        join(rows, sample)
    rows.classroom.teacher_id = sample.id
    with pytest.raises(SampleClassError):
        service.invite(rows.db, actor_of(sample), rows.classroom)


@pytest.mark.spec("26.3")
def test_a_code_does_not_work_after_the_owner_has_ended_a_membership(rows: RowBuilder, marcus: Teacher) -> None:
    second = invite(rows)
    join(rows, marcus)
    service.end(rows.db, rows.as_teacher, get_member(rows, marcus))
    assert refusal(join(rows, marcus, second)) == "invalid_invitation"
    assert joined_class_ids(rows.db, actor_of(marcus)) == set()


@pytest.mark.spec("26.3")
def test_who_leaves_does_not_end_the_invitations_of_others(rows: RowBuilder, marcus: Teacher) -> None:
    code = invite(rows)
    join(rows, marcus)
    service.end(rows.db, actor_of(marcus), get_member(rows, marcus))
    assert join(rows, rows.add_teacher("Priya Raman"), code) is rows.classroom


@pytest.mark.spec("26.6")
def test_the_log_of_the_owner_says_who_invited_joined_left_and_was_ended(rows: RowBuilder, marcus: Teacher) -> None:
    join(rows, marcus)
    service.end(rows.db, actor_of(marcus), get_member(rows, marcus))
    join(rows, marcus)
    service.end(rows.db, rows.as_teacher, get_member(rows, marcus))
    room = rows.classroom.name
    assert [(each.kind, each.who_name, each.about) for each in rows.events() if "co_teacher" in each.kind] == [
        ("co_teacher_invited", "Elena Rivera", room),
        ("co_teacher_joined", "Marcus Hill", room),
        ("co_teacher_left", "Marcus Hill", room),
        ("co_teacher_invited", "Elena Rivera", room),
        ("co_teacher_joined", "Marcus Hill", room),
        ("co_teacher_ended", "Elena Rivera", f"{room} (Marcus Hill)"),
    ]


@pytest.mark.spec("26.7")
def test_a_co_teacher_who_becomes_the_owner_is_no_co_teacher_any_more(rows: RowBuilder, marcus: Teacher) -> None:
    code = invite(rows)
    join(rows, marcus)
    rows.classroom.teacher_id = marcus.id
    assert [each.teacher_id for each in find_members_of_own_classes(rows.db)] == [marcus.id]
    service.end_for_new_owner(rows.db, rows.classroom)
    assert find_members_of_own_classes(rows.db) == []
    assert refusal(join(rows, rows.teacher, code)) == "invalid_invitation"


def test_memberships_and_invitations_go_with_class_and_teacher(rows: RowBuilder, marcus: Teacher, db: Session) -> None:
    join(rows, marcus)
    invite(rows)
    assign(db, rows.classroom, rows.student.id, GoalFields("Read", 5, None))
    db.delete(marcus)
    db.flush()
    assert db.scalars(select(ClassMember)).all() == []
    db.delete(rows.classroom)
    db.flush()
    assert db.scalars(select(Invite)).all() == []
