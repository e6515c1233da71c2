"""Identifying data of teacher accounts, in a data folder or in the school's database."""

from dataclasses import dataclass

from sqlalchemy import ColumnElement, Connection, select

from server.domain.teachers.models import Teacher


@dataclass(frozen=True, slots=True)
class TeacherAccount:
    """A teacher account."""

    id: str
    name: str
    email: str
    email_key: str
    provider_uid: str | None
    disabled: bool = False


def load_accounts(connection: Connection, *conditions: ColumnElement[bool]) -> list[TeacherAccount]:
    """Load the accounts that match all conditions, ordered by ID."""
    query = select(
        Teacher.id,
        Teacher.name,
        Teacher.email,
        Teacher.email_key,
        Teacher.provider_uid,
        Teacher.disabled_at.is_not(None),
    )
    return [TeacherAccount(*row) for row in connection.execute(query.where(*conditions).order_by(Teacher.id))]
