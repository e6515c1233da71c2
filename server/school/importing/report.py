"""What became of a folder, or would become of it, in sentences for whoever gave the command."""

from collections.abc import Collection, Iterator
from datetime import datetime
from pathlib import Path

from sqlalchemy import select

from server.data_protection.backups.errors import spoken_size
from server.domain.classrooms.models import Classroom
from server.domain.goals.models import Goal
from server.domain.students.models import Student
from server.domain.submissions.models import Submission
from server.domain.teachers.models import Teacher
from server.school.importing import media_copy, relocation_marker, rows
from server.school.importing.accounts import accounts
from server.school.importing.media_copy import Pictures
from server.school.importing.plan import Plan
from server.school.importing.service import Outcome
from server.school.importing.source import Source
from server.school.importing.tables import MOVING

WORDS = {
    "classrooms": "classes",
    "balances": "kept sums",
    "goalbuck_entries": "ledger entries",
    "store_items": "store items",
    "goal_suggestions": "suggestions",
    "activity": "rows of activity",
    "recovery_codes": "recovery codes",
}
MOST_NAMED = 20


def would_move(plan: Plan) -> list[str]:
    """Of a dry run."""
    found = media_copy.look(plan)
    lines = [
        f"{plan.source.folder}: would move. {_counted(rows.counts(plan))}.",
        f"Pictures: {found.same} ({spoken_size(found.bytes)})." if found.same else "Pictures: none.",
        *_missing(plan, found),
    ]
    return [*lines, *_decided(plan, will=True)]


def has_moved(outcome: Outcome) -> list[str]:
    """Of a round whose rows came with an earlier run, which came to its end."""
    when = f"{_who(outcome.plan)} moved already, on {_spoken(outcome.past.moved_at)}."
    return [f"{when} Nothing was changed at the school: what was done there since stays.", *_since(outcome)]


def moved(outcome: Outcome) -> list[str]:
    """Of a round whose move came to its end now."""
    lines = [f"{outcome.plan.source.folder}: moved on {_spoken(outcome.past.moved_at)}."]
    if outcome.before:
        lines.append("Its rows came with an earlier run, and were compared then.")
    else:
        lines.append(f"{_counted(outcome.comparison.rows)}: each the same when it was read again.")
        lines.append(f"The balances of {outcome.comparison.balances} students are the same, kept and added up.")
    return [*lines, *_decided(outcome.plan, will=False), *_pictures(outcome), *_since(outcome)]


def afterwards(folder: Path) -> list[str]:
    """Where the folder leads to now, and what becomes of it."""
    known = relocation_marker.read_mark(folder)
    if known is None or known.moved_at is None:
        return []
    stays = "What is deleted or erased at the school stays in this folder and its backups:"
    return [
        f"{_leading(known.address)} It doesn't open these classes here any more.",
        f"To open the old data here again, delete {folder / relocation_marker.MARK}. What is done then stays here.",
        f"{stays} delete the folder once everybody works at the school.",
    ]


def left_behind(source: Source, gone: Collection[str]) -> list[str]:
    """Who is neither at the school nor on the way there."""
    return [
        f"LEFT OUT: {each.name} ({each.email}). The classes stay on this computer alone, "
        f"until a command with --follow {each.email} moves them."
        for each in accounts(source.rows)
        if each.id not in gone
    ]


def would_stay(plan: Plan) -> list[str]:
    """Of a round that came before, in a dry run."""
    return [f"{_who(plan)} moved already: the rows would stay as they are at the school."]


def _who(plan: Plan) -> str:
    """The folder, or those of it who moved in one round."""
    if not plan.staying:
        return f"{plan.source.folder} has"
    those = (f"{each.name} ({each.email})" for each in accounts(plan.source.rows) if each.id in plan.teachers)
    return f"{plan.source.folder}: {' and '.join(those)}"


def _counted(counts: dict[str, int]) -> str:
    order = [model.__tablename__ for model in MOVING]
    words = (f"{WORDS.get(table, table)} {counts[table]:,}" for table in order if counts[table])
    return f"Rows: {', '.join(words)}"


def _spoken(moment: datetime) -> str:
    return f"{moment.astimezone():%d %B %Y, %H:%M}"


def _decided(plan: Plan, *, will: bool) -> Iterator[str]:
    """Who is who, and which classes have another code."""
    for teacher in accounts(plan.source.rows):
        who = f"{teacher.name} ({teacher.email})"
        if teacher.id in plan.staying:
            continue
        if teacher.id in plan.merged:
            yield f"SAME PERSON: the classes of {who} are in the account at the school, and its password stays."
        elif email := plan.emails.get(teacher.id):
            yield f"OTHER E-MAIL: {who} signs in at the school with {email}, and the same password."
    query = select(Classroom.id, Classroom.name, Classroom.class_code, Teacher.name).join(Teacher)
    for classroom, name, code, teacher_name in plan.source.rows.execute(query.order_by(Classroom.id)):
        if (new := plan.codes.get(classroom)) is None:
            continue
        begin = f"NEW CLASS CODE: {name} ({teacher_name}) had {code}, which a class of the school has."
        yield f"{begin} It will get another one." if will else f"{begin} Its students sign in with {new}."


def _pictures(outcome: Outcome) -> Iterator[str]:
    found = outcome.pictures
    same = found.same + found.copied
    yield f"Pictures: {same} ({spoken_size(found.bytes)}), each the same by its SHA-256." if same else "Pictures: none."
    yield from _missing(outcome.plan, found)
    if found.different:
        yield f"WRONG: {len(found.different)} pictures at the school are not the same. Give the same command again."
        yield from _named(outcome.plan, found.different)


def _missing(plan: Plan, found: Pictures) -> Iterator[str]:
    if found.missing:
        yield f"MISSING: {len(found.missing)} pictures can't be read on this computer either."
        yield from _named(plan, found.missing)


def _named(plan: Plan, keys: list[str]) -> Iterator[str]:
    query = select(Student.first_name, Student.last_name, Goal.name).select_from(Submission).join(Student)
    those = query.join(Goal, Goal.id == Submission.goal_id).where(Submission.image_key.in_(keys[:MOST_NAMED]))
    for first, last, goal in plan.source.rows.execute(those):
        yield f"  {first} {last}: {goal}"
    if len(keys) > MOST_NAMED:
        yield f"  ... and {len(keys) - MOST_NAMED} more."


def _since(outcome: Outcome) -> Iterator[str]:
    if outcome.used_since:
        yield (
            "WRONG: somebody has used GoalBucks with this folder after its classes had moved. "
            "What was done here since is not at the school: do it there once more."
        )


def _leading(address: str) -> str:
    """Where GoalBucks takes whoever opens it on the laptop; without an address, how to give it one."""
    if address:
        return f"GoalBucks leads from this folder to {address} now."
    return "GoalBucks can't lead to the school's server yet: give the same command with --address https://..."
