"""Teachers, on a laptop or at the school, as far as it tells who they are."""

from dataclasses import dataclass

from sqlalchemy import ColumnElement, Connection, select

from server.domain.teachers.models import Teacher


@dataclass(frozen=True, slots=True)
class Account:
    """One of them."""

    id: str
    name: str
    email: str
    email_key: str
    provider_uid: str | None
    disabled: bool = False


def accounts(rows: Connection, *which: ColumnElement[bool]) -> list[Account]:
    """Those, or all; the oldest first."""
    query = select(
        Teacher.id,
        Teacher.name,
        Teacher.email,
        Teacher.email_key,
        Teacher.provider_uid,
        Teacher.disabled_at.is_not(None),
    )
    return [Account(*row) for row in rows.execute(query.where(*which).order_by(Teacher.id))]
