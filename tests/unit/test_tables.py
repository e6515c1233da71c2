"""Every table is imported by a school's server, exported, erased with a student and live, or has a reason why not."""

import re
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any, Literal, get_args

import pytest
from sqlalchemy import Column, ForeignKey, MetaData, Select, String, Table, event, insert, select
from sqlalchemy.orm import ORMExecuteState

from server.data_protection.backups.redact_backup import ErasedSubject, erasing_statements
from server.data_protection.privacy.export_tables import ExportTables
from server.data_protection.privacy.image_names import ExportImages
from server.data_protection.privacy.scope import teacher_scope
from server.database.base import Base
from server.domain.classrooms.models import Classroom
from server.domain.teachers.models import Teacher
from server.live.changes import LIVE_TABLES
from server.school.importing.imported_tables import IMPORTED_MODELS, owned_by
from tests.unit.row_builder import RowBuilder

Part = Literal["move-to", "export", "erasure", "live"]
BY_LEDGER = "every change of it is a ledger entry"
NO_STUDENT = "no row is about a student"
OF_CLASS = "a row is about a class"
OF_SERVER = "about the server itself"
SIGN_IN_LIMIT = "it counts for a rate limit and expires"
NOT_SHOWN = "no page shows it"
NO_INVITES = "a class computer has none"
DIGESTS_OF_CODES = "digests of codes"
NO_PICTURES = "a school's server has no picture sign-in"
ABSENCES: Mapping[str, Mapping[Part, str]] = {
    "balances": {"live": BY_LEDGER},
    "class_goals": {"erasure": OF_CLASS},
    "class_members": {"erasure": NO_STUDENT},
    "classrooms": {"erasure": OF_CLASS},
    "goal_series": {"erasure": OF_CLASS},
    "goal_series_days": {
        "export": "the goals of the day are exported",
        "erasure": OF_CLASS,
        "live": "its goals are sent",
    },
    "family_comments": {"live": "saving a comment tells of another one that was saved meanwhile"},
    "idempotency_keys": {
        "move-to": "they answer repeated requests to the class computer, for a day",
        "export": "it repeats responses about rows of other tables",
        "live": NOT_SHOWN,
    },
    "image_places": {"move-to": NO_INVITES, "export": OF_SERVER, "erasure": NO_STUDENT, "live": NOT_SHOWN},
    "invites": {
        "move-to": "the owner of a class invites at the school anew",
        "export": DIGESTS_OF_CODES,
        "erasure": NO_STUDENT,
        "live": NOT_SHOWN,
    },
    "known_browsers": {
        "move-to": "a browser's token is a cookie of the class computer's address",
        "export": "digests of tokens",
        "live": NOT_SHOWN,
    },
    "login_cards": {"move-to": "they are printed with the class computer's address and end there: see the report"},
    "moves": {"move-to": NO_INVITES, "export": OF_SERVER, "erasure": NO_STUDENT, "live": NOT_SHOWN},
    "no_school_days": {"erasure": NO_STUDENT, "live": "only the teacher's own pages show it"},
    "picture_classes": {
        "move-to": NO_PICTURES,
        "export": "a setting of the login page",
        "erasure": OF_CLASS,
    },
    "picture_failures": {"move-to": NO_PICTURES, "export": SIGN_IN_LIMIT, "live": "a lock shows after a reload"},
    "preferences": {
        "move-to": "settings of one computer: the school's server has its own",
        "export": OF_SERVER,
        "erasure": NO_STUDENT,
        "live": "the page of the settings reloads them itself",
    },
    "recovery_codes": {"export": "hashes of codes", "erasure": NO_STUDENT, "live": NOT_SHOWN},
    "sessions": {
        "move-to": "everybody signs in again, at the school server's address",
        "export": "the activity log has the sign-ins",
    },
    "sign_in_failures": {
        "move-to": "they expire after five minutes",
        "export": SIGN_IN_LIMIT,
        "live": "a lock shows after a reload",
    },
    "store_items": {"erasure": OF_CLASS},
    "student_groups": {"erasure": OF_CLASS},
    "substitute_codes": {
        "move-to": "a school's server has no substitutes",
        "export": "hashes of codes",
        "erasure": OF_CLASS,
    },
    "substitutions": {"erasure": "a row is about an adult"},
    "student_pictures": {"move-to": NO_PICTURES, "export": "they are a secret, like passwords"},
    "terms": {"erasure": OF_CLASS},
    "teachers": {
        "export": "the teacher's own account; rows have the names of teachers",
        "erasure": NO_STUDENT,
        "live": "only the teacher's own pages show it",
    },
    "uses": {
        "move-to": "rate limit events, which expire after minutes",
        "export": SIGN_IN_LIMIT,
        "erasure": "its keys are digests",
        "live": NOT_SHOWN,
    },
}
"""The reason of each table for each part that it isn't in."""


def imported(_: RowBuilder) -> set[str]:
    return {model.__tablename__ for model in IMPORTED_MODELS}


def exported(rows: RowBuilder) -> set[str]:
    """Return the tables that an export reads, without those that only tell whose rows they are."""
    scope = teacher_scope(rows.db, rows.teacher.id)
    queries: list[Select[Any]] = []

    def note(execution: ORMExecuteState) -> None:
        assert isinstance(execution.statement, Select)
        queries.append(execution.statement)

    event.listen(rows.db, "do_orm_execute", note)
    tables = ExportTables(rows.db, scope, ExportImages(scope))
    event.remove(rows.db, "do_orm_execute", note)
    queries += [table.query for table in tables.all()]
    sources = [source for query in queries for source in query.get_final_froms()]
    return {source.name for source in sources if isinstance(source, Table)}


def erased(_: RowBuilder) -> set[str]:
    columns = {table.name: set(table.columns.keys()) for table in Base.metadata.tables.values()}
    statements = erasing_statements(columns, ErasedSubject("a student", "a key"))
    return {re.findall(r'^(?:DELETE FROM|UPDATE) "?(\w+)', statement)[0] for statement, _ in statements}


def live(_: RowBuilder) -> set[str]:
    return {model.__tablename__ for model in LIVE_TABLES}


TABLES_OF_PARTS: Mapping[Part, Callable[[RowBuilder], set[str]]] = {
    "move-to": imported,
    "export": exported,
    "erasure": erased,
    "live": live,
}


@pytest.fixture(scope="module", autouse=True)
def all_models() -> None:
    """Import every model."""
    import_module("server.app")
    import_module("server.school.importing.models")
    import_module("server.school.media_location")


@pytest.mark.parametrize("part", get_args(Part))
def test_every_table_is_in_each_part_or_has_a_reason(rows: RowBuilder, part: Part) -> None:
    absent = {table for table, reasons in ABSENCES.items() if part in reasons}
    assert Base.metadata.tables.keys() - TABLES_OF_PARTS[part](rows) == absent


def test_the_rows_of_a_deleted_student_are_deleted_with_it_but_for_the_log() -> None:
    of_students = [table for table in Base.metadata.tables.values() if "student_id" in table.columns]
    cascading = {
        table.name for table in of_students if [key.ondelete for key in table.c.student_id.foreign_keys] == ["CASCADE"]
    }
    assert {table.name for table in of_students} - cascading == {"activity"}


def test_a_row_of_a_class_that_names_another_teacher_belongs_to_the_owner_of_the_class(rows: RowBuilder) -> None:
    members = Table(
        "members",
        MetaData(),
        Column("id", String, primary_key=True),
        Column("teacher_id", ForeignKey(Teacher.__table__.c.id)),
        Column("classroom_id", ForeignKey(Classroom.__table__.c.id)),
    )
    other = rows.for_other_teacher()
    members.create(rows.db.connection())
    rows.db.execute(insert(members).values(id="m", teacher_id=other.teacher.id, classroom_id=rows.classroom.id))
    assert rows.db.scalars(select(members.c.id).where(owned_by(members, [rows.teacher.id]))).all() == ["m"]
    assert rows.db.scalars(select(members.c.id).where(owned_by(members, [other.teacher.id]))).all() == []
