"""Erasing a student, and searching a data folder for what is left of one."""

import sqlite3
import zipfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

from server.domain.students.models import Student
from tests.factories.classroom import PreparedClassroom
from tests.factories.images import photo_jpeg

FIRST, LAST, USERNAME = "Xanthippe", "Quillfeather", "xan.quill"
GOAL, TEXT = "Tame the basilisk", "It purrs since Tuesday"
OWN_PHOTO = photo_jpeg(320, 400, grain=False)
"""Submitted by no other student, unlike the photo of `create_full_history`."""
SEARCHED = [each.encode() for each in (FIRST, LAST, USERNAME, GOAL, TEXT)]


def write_to_free_pages(database: Path, text: str) -> None:
    """Leave text in free pages, like deleted rows on SQLite builds without `secure_delete`."""
    with closing(sqlite3.connect(database)) as connection, connection:
        connection.execute("PRAGMA secure_delete=OFF")
        connection.execute("CREATE TABLE scrap (text)")
        connection.executemany("INSERT INTO scrap VALUES (?)", [(text,)] * 500)
        connection.execute("DROP TABLE scrap")


def erase(classroom: PreparedClassroom, student: Student) -> dict[str, Any]:
    for _ in range(100):
        response = classroom.teacher_client.post(f"/api/students/{student.id}/erase")
        assert response.status_code == 200, response.text
        body: dict[str, Any] = response.json()
        if body["done"]:
            return body
    raise AssertionError("it takes too long")


def file_contents(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Yield name and content of every file, including the members of zip files."""
    for path in folder.rglob("*"):
        if path.is_file():
            yield path.name, path.read_bytes()
            if zipfile.is_zipfile(path):
                with zipfile.ZipFile(path) as file:
                    yield from ((f"{path.name}: {name}", file.read(name)) for name in file.namelist())


def files_containing(folder: Path, student: Student, *also: bytes) -> set[str]:
    """Return the files whose name or content contains data of the student."""
    sought = [*SEARCHED, student.id.encode(), *also]
    return {name for name, data in file_contents(folder) if any(each in name.encode() + data for each in sought)}


def image_keys(folder: Path, student: Student) -> list[bytes]:
    with closing(sqlite3.connect(folder / "goalbucks.db")) as connection:
        query = "SELECT image_key FROM submissions WHERE student_id = ? AND image_key IS NOT NULL"
        return [key.encode() for (key,) in connection.execute(query, (student.id,))]
