"""Plans of imports: accounts and class codes that the school has already, and the answers about them."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import Connection, Engine
from sqlalchemy.orm import Session

from server.database.base import newest_id
from server.database.hooks import Hooks
from server.database.sqlite import open_sqlite_engine
from server.media import FolderStore
from server.school.importing.accounts import load_accounts
from server.school.importing.errors import ImportRefusedError
from server.school.importing.plan import plan_imports
from server.school.importing.resolutions import Merge, Skip
from server.school.importing.source import SourceSnapshot
from tests.unit.row_builder import RowBuilder


@contextmanager
def copied_database(empty_database: Path, folder: Path) -> Iterator[Connection]:
    folder.mkdir()
    path = folder / "goalbucks.db"
    path.write_bytes(empty_database.read_bytes())
    engine: Engine = open_sqlite_engine(f"sqlite+pysqlite:///{path}")
    try:
        with engine.connect() as connection:
            yield connection
    finally:
        engine.dispose()


def add_class(connection: Connection) -> RowBuilder:
    """Add a teacher with a class of one student."""
    return RowBuilder(Session(connection, info={"hooks": Hooks()}))


@pytest.fixture
def school(empty_database: Path, tmp_path: Path) -> Iterator[Connection]:
    with copied_database(empty_database, tmp_path / "school") as connection:
        yield connection


@pytest.fixture
def source(empty_database: Path, tmp_path: Path) -> Iterator[SourceSnapshot]:
    """A folder with one teacher, class and student."""
    folder = tmp_path / "folder"
    with copied_database(empty_database, folder) as connection:
        rows = add_class(connection)
        images = FolderStore(folder / "images")
        yield SourceSnapshot(folder, connection, load_accounts(connection), images, newest_id(rows.db))


def add_account(school: Connection, email: str, class_code: str | None = None) -> RowBuilder:
    """Add a teacher with this e-mail to the school."""
    rows = add_class(school)
    rows.teacher.email = rows.teacher.email_key = email
    rows.classroom.class_code = class_code or rows.classroom.class_code
    rows.db.flush()
    return rows


def class_of(source: SourceSnapshot) -> tuple[str, str]:
    """Return id and code of the folder's class."""
    query = "SELECT id, class_code FROM classrooms"
    ((class_id, code),) = source.connection.exec_driver_sql(query)
    return class_id, code


def test_a_teacher_unknown_to_the_school_keeps_account_and_class_code(
    school: Connection, source: SourceSnapshot
) -> None:
    (plan,) = plan_imports([source], school, [])
    (teacher,) = source.teachers
    assert plan.new == plan.pending == {teacher.id}
    assert (plan.merged, plan.codes) == ({}, {})


def test_a_taken_class_code_is_replaced(school: Connection, source: SourceSnapshot) -> None:
    class_id, code = class_of(source)
    add_account(school, "another@school.test", code)
    (plan,) = plan_imports([source], school, [])
    assert plan.codes.keys() == {class_id}
    assert plan.codes[class_id] != code


def test_a_taken_e_mail_without_a_resolution_is_refused_with_both_options(
    school: Connection, source: SourceSnapshot
) -> None:
    (teacher,) = source.teachers
    add_account(school, teacher.email_key)
    with pytest.raises(ImportRefusedError) as refused:
        plan_imports([source], school, [])
    assert f"--merge {teacher.email}" in str(refused.value)
    assert f"--skip {teacher.email}" in str(refused.value)


def test_a_merged_teacher_gets_the_schools_account(school: Connection, source: SourceSnapshot) -> None:
    (teacher,) = source.teachers
    account = add_account(school, teacher.email_key).teacher
    (plan,) = plan_imports([source], school, [(teacher.email, Merge())])
    assert plan.merged == {teacher.id: account.id}


def test_a_skipped_teacher_is_not_imported(school: Connection, source: SourceSnapshot) -> None:
    (teacher,) = source.teachers
    add_account(school, teacher.email_key)
    (plan,) = plan_imports([source], school, [(teacher.email, Skip())])
    assert plan.imports == {}


def test_a_resolution_for_an_account_that_the_school_lacks_is_refused(
    school: Connection, source: SourceSnapshot
) -> None:
    (teacher,) = source.teachers
    with pytest.raises(ImportRefusedError, match="The school has no account with the e-mail"):
        plan_imports([source], school, [(teacher.email, Merge())])


def test_different_resolutions_for_a_teacher_are_refused(school: Connection, source: SourceSnapshot) -> None:
    (teacher,) = source.teachers
    with pytest.raises(ImportRefusedError, match="two different options"):
        plan_imports([source], school, [(teacher.email, Merge()), (teacher.email, Skip())])


def test_a_second_copy_of_a_folder_is_refused(school: Connection, source: SourceSnapshot) -> None:
    (teacher,) = source.teachers
    with pytest.raises(ImportRefusedError, match="another copy of this folder"):
        plan_imports([source, source], school, [(teacher.email, Merge())])
