"""Lines of the report of `goalbucks move-to`, and of its dry run."""

from collections.abc import Collection, Iterator
from datetime import datetime
from pathlib import Path

from sqlalchemy import select

from server.data_protection.backups.errors import format_size
from server.domain.classrooms.models import Classroom
from server.domain.goals.models import Goal
from server.domain.students.models import Student
from server.domain.submissions.models import Submission
from server.domain.teachers.models import Teacher
from server.school.importing import media_copy, relocation_marker, rows
from server.school.importing.accounts import load_accounts
from server.school.importing.media_copy import ImageSummary
from server.school.importing.plan import ImportPlan
from server.school.importing.service import ImportResult
from server.school.importing.source import SourceSnapshot
from server.school.importing.tables import IMPORTED_MODELS

TABLE_LABELS = {
    "classrooms": "classes",
    "balances": "kept sums",
    "goalbuck_entries": "ledger entries",
    "store_items": "store items",
    "goal_suggestions": "suggestions",
    "activity": "rows of activity",
    "recovery_codes": "recovery codes",
}
MAX_LISTED = 20


def preview_import(plan: ImportPlan) -> list[str]:
    """Describe a plan for a dry run."""
    images = media_copy.inspect_images(plan)
    lines = [
        f"{plan.source.folder}: would move. {_describe_counts(rows.count_by_table(plan))}.",
        f"Pictures: {images.same} ({format_size(images.bytes)})." if images.same else "Pictures: none.",
        *_missing(plan, images),
    ]
    return [*lines, *_resolutions(plan, will=True)]


def describe_earlier_run(result: ImportResult) -> list[str]:
    """Describe a run that was completed before this command."""
    when = f"{_subject(result.plan)} moved already, on {_format_time(result.recorded_run.moved_at)}."
    unchanged = f"{when} Nothing was changed at the school: what was done there since stays."
    return [unchanged, *_warn_if_used_since(result)]


def describe_import(result: ImportResult) -> list[str]:
    """Describe a run that this command completed."""
    lines = [f"{result.plan.source.folder}: moved on {_format_time(result.recorded_run.moved_at)}."]
    if result.is_resumed:
        lines.append("Its rows came with an earlier run, and were compared then.")
    else:
        lines.append(f"{_describe_counts(result.row_comparison.rows)}: each the same when it was read again.")
        lines.append(f"The balances of {result.row_comparison.balances} students are the same, kept and added up.")
    return [*lines, *_resolutions(result.plan, will=False), *_pictures(result), *_warn_if_used_since(result)]


def describe_next_steps(folder: Path) -> list[str]:
    """Say what happens when the folder is opened now, and when to delete it."""
    marker = relocation_marker.read_marker(folder)
    if marker is None or marker.moved_at is None:
        return []
    marker_file = folder / relocation_marker.MARKER_FILE
    stays = "What is deleted or erased at the school stays in this folder and its backups:"
    return [
        f"{_describe_redirect(marker.address)} It doesn't open these classes here any more.",
        f"To open the old data here again, delete {marker_file}. What is done then stays here.",
        f"{stays} delete the folder once everybody works at the school.",
    ]


def list_skipped_teachers(source: SourceSnapshot, imported_teachers: Collection[str]) -> list[str]:
    """List the teachers who were skipped; `imported_teachers` are the IDs of the others."""
    return [
        f"LEFT OUT: {each.name} ({each.email}). The classes stay on this computer alone, "
        f"until a command with --follow {each.email} moves them."
        for each in load_accounts(source.connection)
        if each.id not in imported_teachers
    ]


def preview_earlier_run(plan: ImportPlan) -> list[str]:
    """Describe an earlier run for a dry run."""
    return [f"{_subject(plan)} moved already: the rows would stay as they are at the school."]


def _subject(plan: ImportPlan) -> str:
    """Name the folder, or the teachers of it that the run imported, as a sentence's subject."""
    if not plan.excluded_teachers:
        return f"{plan.source.folder} has"
    names = (
        f"{each.name} ({each.email})" for each in load_accounts(plan.source.connection) if each.id in plan.teachers
    )
    return f"{plan.source.folder}: {' and '.join(names)}"


def _describe_counts(counts: dict[str, int]) -> str:
    order = [model.__tablename__ for model in IMPORTED_MODELS]
    words = (f"{TABLE_LABELS.get(table, table)} {counts[table]:,}" for table in order if counts[table])
    return f"Rows: {', '.join(words)}"


def _format_time(moment: datetime) -> str:
    return f"{moment.astimezone():%d %B %Y, %H:%M}"


def _resolutions(plan: ImportPlan, *, will: bool) -> Iterator[str]:
    """List merged accounts, changed e-mails and new class codes; `will` for a dry run."""
    for teacher in load_accounts(plan.source.connection):
        who = f"{teacher.name} ({teacher.email})"
        if teacher.id in plan.excluded_teachers:
            continue
        if teacher.id in plan.merged:
            yield f"SAME PERSON: the classes of {who} are in the account at the school, and its password stays."
        elif email := plan.emails.get(teacher.id):
            yield f"OTHER E-MAIL: {who} signs in at the school with {email}, and the same password."
    query = select(Classroom.id, Classroom.name, Classroom.class_code, Teacher.name).join(Teacher)
    for classroom, name, code, teacher_name in plan.source.connection.execute(query.order_by(Classroom.id)):
        if (new := plan.codes.get(classroom)) is None:
            continue
        start = f"NEW CLASS CODE: {name} ({teacher_name}) had {code}, which a class of the school has."
        yield f"{start} It will get another one." if will else f"{start} Its students sign in with {new}."


def _pictures(result: ImportResult) -> Iterator[str]:
    images = result.images
    same = images.same + images.copied
    yield (
        f"Pictures: {same} ({format_size(images.bytes)}), each the same by its SHA-256." if same else "Pictures: none."
    )
    yield from _missing(result.plan, images)
    if images.different:
        yield f"WRONG: {len(images.different)} pictures at the school are not the same. Give the same command again."
        yield from _list_submissions(result.plan, images.different)


def _missing(plan: ImportPlan, images: ImageSummary) -> Iterator[str]:
    if images.missing:
        yield f"MISSING: {len(images.missing)} pictures can't be read on this computer either."
        yield from _list_submissions(plan, images.missing)


def _list_submissions(plan: ImportPlan, keys: list[str]) -> Iterator[str]:
    query = select(Student.first_name, Student.last_name, Goal.name).select_from(Submission).join(Student)
    submissions = query.join(Goal, Goal.id == Submission.goal_id).where(Submission.image_key.in_(keys[:MAX_LISTED]))
    for first, last, goal in plan.source.connection.execute(submissions):
        yield f"  {first} {last}: {goal}"
    if len(keys) > MAX_LISTED:
        yield f"  ... and {len(keys) - MAX_LISTED} more."


def _warn_if_used_since(result: ImportResult) -> Iterator[str]:
    if result.is_folder_used_since:
        yield (
            "WRONG: somebody has used GoalBucks with this folder after its classes had moved. "
            "What was done here since is not at the school: do it there once more."
        )


def _describe_redirect(address: str) -> str:
    """Say to which address the program sends users of the folder; without one, how to set it."""
    if address:
        return f"GoalBucks leads from this folder to {address} now."
    return "GoalBucks can't lead to the school's server yet: give the same command with --address https://..."
