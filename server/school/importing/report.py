"""Lines of the report of `goalbucks move-to`, and of its dry run."""

from collections.abc import Collection, Iterator
from datetime import datetime
from pathlib import Path

from sqlalchemy import func, select

from server import clock
from server.domain.classrooms.membership import is_owned_by
from server.domain.classrooms.models import Classroom
from server.domain.goals.models import Goal
from server.domain.login_cards.models import LoginCard
from server.domain.members.models import ClassMember
from server.domain.students.models import Student
from server.domain.submissions.models import Submission
from server.domain.teachers.models import Teacher
from server.school.importing import folder_state, media_copy, rows
from server.school.importing.imported_tables import IMPORTED_MODELS
from server.school.importing.media_copy import ImageSummary
from server.school.importing.plan import ImportPlan
from server.school.importing.service import ImportResult
from server.texts.translatable import ByteCount

TABLE_LABELS = {
    "classrooms": "classes",
    "class_members": "co-teachers",
    "balances": "stored balances",
    "goalbuck_entries": "ledger entries",
    "no_school_days": "days without school",
    "goal_series": "goals that repeat",
    "goal_series_students": "students of goals that repeat",
    "goal_series_days": "days of goals that repeat",
    "store_items": "store items",
    "goal_suggestions": "suggestions",
    "student_groups": "groups of students",
    "student_group_members": "places in groups",
    "family_comments": "comments for families",
    "activity": "rows of activity",
    "recovery_codes": "recovery codes",
}
MAX_LISTED = 20


def preview_import(plan: ImportPlan) -> list[str]:
    """Describe a plan for a dry run."""
    lines = list_earlier_imports(plan, plan.recorded)
    if plan.new:
        images = media_copy.inspect_images(plan)
        lines += [
            f"{plan.source.folder}: would move. {_describe_counts(rows.count_by_table(plan))}.",
            f"Photos: {images.same} ({ByteCount(images.bytes)})." if images.same else "Photos: none.",
            *_missing(plan, images),
            *_changes(plan, will=True),
        ]
    return [*lines, *list_skipped_teachers(plan), "Nothing was changed."]


def describe_import(result: ImportResult) -> list[str]:
    """Describe what this command imported or completed; no lines if there was nothing."""
    plan = result.plan
    if not (plan.pending and result.moved_at):
        return []
    lines = [f"{plan.source.folder}: moved on {_format_time(result.moved_at)}."]
    if plan.pending - plan.new:
        lines.append("Rows that came with an earlier command were compared then.")
    if plan.new:
        lines.append(f"{_describe_counts(result.row_comparison.rows)}; each was read back and is equal.")
        lines.append(
            f"The balances of {result.row_comparison.balances} students are equal: as stored, and as sums of entries."
        )
    return [*lines, *_changes(plan, will=False), *_describe_images(result)]


def list_earlier_imports(plan: ImportPlan, teachers: Collection[str]) -> list[str]:
    """List those of the teachers whom earlier commands imported."""
    return [
        f"{plan.source.folder}: {each.name} ({each.email}) has moved already, "
        f"on {_format_time(plan.recorded[each.id].moved_at)}. Changes made at the school since then are kept."
        for each in plan.source.teachers
        if each.id in teachers
    ]


def warn_if_used_since(result: ImportResult) -> list[str]:
    """Warn about changes in the folder that aren't at the school."""
    warning = (
        "PROBLEM: somebody has used GoalBucks with this folder after its classes had moved. "
        "Changes made here since then are not at the school: make them there again."
    )
    return [warning] if result.is_folder_used_since else []


def describe_next_steps(folder: Path) -> list[str]:
    """Say what happens when the folder is opened now, and when to delete it."""
    marker = folder_state.read_marker(folder)
    if marker is None or marker.moved_at is None:
        return []
    marker_file = folder / folder_state.MARKER_FILE
    stays = "What is deleted or erased at the school stays in this folder and its backups:"
    return [
        f"{_describe_redirect(marker.address)} It doesn't open these classes here any more.",
        f"To open the old data here again, delete {marker_file}. What is done then stays here.",
        f"{stays} delete the folder once everybody works at the school.",
    ]


def list_skipped_teachers(plan: ImportPlan) -> list[str]:
    """List the teachers who were skipped."""
    return [
        f"SKIPPED: {each.name} ({each.email}). The classes stay on this computer alone, "
        "until the command is run without --skip for this teacher."
        for each in plan.source.teachers
        if each.id not in plan.imports
    ]


def _describe_counts(counts: dict[str, int]) -> str:
    order = [model.__tablename__ for model in IMPORTED_MODELS]
    words = (f"{TABLE_LABELS.get(table, table)} {counts[table]:,}" for table in order if counts[table])
    return f"Rows: {', '.join(words)}"


def _format_time(moment: datetime) -> str:
    return f"{clock.local_time(moment):%d %B %Y, %H:%M}"


def _changes(plan: ImportPlan, *, will: bool) -> Iterator[str]:
    """List merged accounts, new class codes and co-teachers who stay; `will` for a dry run."""
    for teacher in plan.source.teachers:
        if teacher.id in plan.pending & plan.merged.keys():
            who = f"{teacher.name} ({teacher.email})"
            yield f"MERGED: the classes of {who} are in the account at the school, and its password stays."
    query = select(Classroom.id, Classroom.name, Classroom.class_code, Teacher.name).join(Teacher)
    signing_in = query.where(Teacher.id.in_(plan.pending), Classroom.archived_at.is_(None))
    for classroom, name, code, teacher_name in plan.source.connection.execute(signing_in.order_by(Classroom.id)):
        if new := plan.codes.get(classroom):
            start = f"NEW CLASS CODE: {name} ({teacher_name}) had {code}, which a class of the school has."
            yield f"{start} It will get another one." if will else f"{start} Its students sign in with {new}."
    yield from _staying_co_teachers(plan)
    students = select(Student.id).join(Classroom).where(is_owned_by(*plan.pending))
    cards = select(func.count()).select_from(LoginCard).where(LoginCard.student_id.in_(students))
    if count := plan.source.connection.scalar(cards):
        yield f"LOGIN CARDS END: {count} cards hold this computer's address. Print new ones at the school."


def _staying_co_teachers(plan: ImportPlan) -> Iterator[str]:
    query = select(Teacher.id, Teacher.name, Classroom.name).join(ClassMember, ClassMember.teacher_id == Teacher.id)
    members = query.join(Classroom, Classroom.id == ClassMember.classroom_id).where(is_owned_by(*plan.pending))
    for teacher_id, teacher_name, name in plan.source.connection.execute(members.order_by(ClassMember.id)):
        if plan.account_of(teacher_id) is None:
            yield f"CO-TEACHER STAYS: {teacher_name} doesn't come along with {name}. Invite the teacher at the school."


def _describe_images(result: ImportResult) -> Iterator[str]:
    images = result.images
    same = images.same + images.copied
    yield (f"Photos: {same} ({ByteCount(images.bytes)}), each with the same SHA-256." if same else "Photos: none.")
    yield from _missing(result.plan, images)
    if images.different:
        yield f"PROBLEM: {len(images.different)} photos at the school differ. Run the same command again."
        yield from _list_submissions(result.plan, images.different)


def _missing(plan: ImportPlan, images: ImageSummary) -> Iterator[str]:
    if images.missing:
        yield f"MISSING: {len(images.missing)} photos can't be read on this computer either."
        yield from _list_submissions(plan, images.missing)


def _list_submissions(plan: ImportPlan, keys: list[str]) -> Iterator[str]:
    query = select(Student.first_name, Student.last_name, Goal.name).select_from(Submission).join(Student)
    submissions = query.join(Goal, Goal.id == Submission.goal_id).where(Submission.image_key.in_(keys[:MAX_LISTED]))
    for first, last, goal in plan.source.connection.execute(submissions):
        yield f"  {first} {last}: {goal}"
    if len(keys) > MAX_LISTED:
        yield f"  ... and {len(keys) - MAX_LISTED} more."


def _describe_redirect(address: str) -> str:
    """Say to which address the program sends users of the folder; without one, how to set it."""
    if address:
        return f"When this folder is opened, GoalBucks now shows {address}."
    return "GoalBucks can't show the school's address yet: run the same command with --address https://..."
