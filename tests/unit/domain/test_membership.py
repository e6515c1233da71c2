"""Who has a role in which class, and that no other module decides it."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import server
from server.domain.classrooms import membership
from server.errors import NotFoundError
from tests.unit.row_builder import RowBuilder

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
