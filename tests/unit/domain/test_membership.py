"""Who has a role in which class, and that no other module decides it."""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

import server
from server.domain.classrooms import membership
from server.domain.members.models import ClassMember
from server.errors import NotFoundError, OwnerOnlyError
from server.security.permissions import Permission
from tests.unit.row_builder import RowBuilder, actor_of

SERVER = Path(server.__file__).parent
OF_INSTANCES = {"change", "member"}
OTHER_TEACHER_IDS = OF_INSTANCES | {"ActivityRecord", "ClassMember", "NoSchoolDays", "RecoveryCode", "SignInSession"}
"""What has a `teacher_id` that is not the owner of a class: of a log, an account, a membership, a stream."""


def test_a_teacher_has_a_role_in_the_own_classes_only(rows: RowBuilder) -> None:
    second, other = rows.add_classroom(), rows.for_other_teacher()
    own = [rows.classroom.id, second.id]
    assert sorted(membership.class_ids(rows.db, rows.as_teacher)) == own
    assert sorted(rows.db.scalars(membership.select_class_ids(rows.as_teacher))) == own
    assert membership.get_classroom(rows.db, rows.as_teacher, "view", second.id) is second
    membership.require_permission(rows.db, rows.as_teacher, "view", own)
    with pytest.raises(NotFoundError):
        membership.get_classroom(rows.db, rows.as_teacher, "view", other.classroom.id)
    with pytest.raises(NotFoundError):
        membership.require_permission(rows.db, rows.as_teacher, "view", [*own, other.classroom.id])


def test_a_student_has_no_role_in_a_class(rows: RowBuilder) -> None:
    assert membership.class_ids(rows.db, rows.as_student) == []


@pytest.mark.spec("26.5")
def test_a_co_teacher_has_a_role_in_the_joined_class_and_may_not_do_what_the_owner_alone_may(rows: RowBuilder) -> None:
    marcus = rows.add_teacher("Marcus Hill")
    rows.db.add(ClassMember(classroom_id=rows.classroom.id, teacher_id=marcus.id))
    rows.db.flush()
    other, actor = rows.add_classroom(), actor_of(marcus)
    assert membership.class_ids(rows.db, actor) == [rows.classroom.id]
    assert membership.role_in(actor, rows.classroom) == "co-teacher"
    assert membership.has_class_of(rows.db, actor, rows.teacher.id)
    assert not membership.has_class_of(rows.db, rows.as_teacher, marcus.id)
    for permission in get_args(Permission):
        if permission in {"administer", "remove"}:
            with pytest.raises(OwnerOnlyError):
                membership.get_classroom(rows.db, actor, permission, rows.classroom.id)
        else:
            assert membership.get_classroom(rows.db, actor, permission, rows.classroom.id) is rows.classroom
        with pytest.raises(NotFoundError):
            membership.get_classroom(rows.db, actor, permission, other.id)


@pytest.mark.parametrize("query", ["MEMBER_CLASS_IDS", "LISTED_CLASS_IDS", "_CLASSROOM", "_CLASS_OF_OWNER"])
def test_the_classes_of_a_teacher_are_found_by_indexes(rows: RowBuilder, query: str) -> None:
    compiled = getattr(membership, query).compile(dialect=rows.db.get_bind().dialect)
    connection = rows.db.connection().connection
    values = [compiled.params[name] for name in compiled.positiontup]
    plan = connection.cursor().execute(f"EXPLAIN QUERY PLAN {compiled}", values).fetchall()
    assert not [step for *_, step in plan if step.startswith("SCAN")], plan


def comparisons(source: str) -> Iterator[str]:
    """Find the comparisons of a class's `teacher_id`, by an operator or a method of the column such as `in_`."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Compare():
                operands = [node.left, *node.comparators]
            case ast.Attribute(attr="in_" | "not_in" | "is_" | "is_not" | "is_not_distinct_from"):
                operands = [node.value]
            case _:
                continue
        owners = [each for each in operands if isinstance(each, ast.Attribute) and each.attr == "teacher_id"]
        if owners and not any(ast.unparse(each.value) in OTHER_TEACHER_IDS for each in owners):
            yield ast.unparse(node)


@pytest.mark.parametrize(
    ("source", "count"),
    [
        ("Classroom.teacher_id == actor.id", 1),
        ("actor.id != classroom.teacher_id", 1),
        ("Classroom.teacher_id.in_(ids)", 1),
        ("ActivityRecord.teacher_id == scope.teacher_id", 0),
        ("select(Classroom.teacher_id)", 0),
    ],
)
def test_a_comparison_of_the_owner_is_found(source: str, count: int) -> None:
    assert len(list(comparisons(source))) == count


def test_only_the_membership_module_compares_the_owner_of_a_class() -> None:
    found = {
        (path.relative_to(SERVER).as_posix(), compared)
        for path in SERVER.rglob("*.py")
        for compared in comparisons(path.read_text(encoding="utf-8"))
    }
    assert {path for path, _ in found} == {"domain/classrooms/membership.py"}, found
