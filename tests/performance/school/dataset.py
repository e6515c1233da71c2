"""A school's data in PostgreSQL: classes with a year of history, generated in SQL because it is a million rows."""

import asyncio
import secrets
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import psycopg

from server.database.base import new_id
from server.media import CleanImage, FolderStore
from server.media.image_processing import clean_proof
from server.security.passwords import PasswordHasher
from tests.factories.images import photo_jpeg
from tests.factories.passwords import PASSWORD

STUDENTS_A_CLASS = 28
OPEN_GOALS = 6
"""Goals of each student without a submission; the load submits for them."""
PENDING_SUBMISSIONS = 3
"""Pending submissions of each student, each with a photo."""
ITEMS = 8
_LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
_YEAR = Path(__file__).with_name("year.sql")


@dataclass(frozen=True, slots=True)
class Person:
    """A user; the session token is derived from `id`."""

    id: str
    username: str

    @property
    def token(self) -> str:
        """The token whose hash year.sql stores."""
        return f"bench-{self.id}"


@dataclass(frozen=True, slots=True)
class SchoolClass:
    """A class, its teacher and its students."""

    id: str
    code: str
    teacher: Person
    students: tuple[Person, ...]


class DatasetBuilder:
    """Adds classes to a migrated database; all submissions share one photo in the images' folder."""

    def __init__(self, connect: Callable[[], psycopg.Connection], images: Path, goals: int) -> None:
        """`goals`: completed goals of each student in the year."""
        self.classes: list[SchoolClass] = []
        self._connect = connect
        self._goals = goals
        self._hash = asyncio.run(PasswordHasher().hash(PASSWORD))
        photo: CleanImage = clean_proof(create_photo())
        self._image = FolderStore(images).put(photo)

    def grow(self, count: int) -> tuple[SchoolClass, ...]:
        """Add classes up to this number; returns all."""
        begin = len(self.classes)
        for number in range(begin, count):
            self.classes.append(self._next_class(number))
        added = self.classes[begin:]
        with self._connect() as database:
            with database.transaction():
                self._insert_people(database, added)
                database.execute(self._add_history())
            database.execute("VACUUM (ANALYZE)")
        return tuple(self.classes)

    def _add_history(self) -> bytes:
        text = _YEAR.read_text(encoding="utf-8")
        numbers = {
            ":goals": self._goals,
            ":items": ITEMS,
            ":open": OPEN_GOALS,
            ":pending": PENDING_SUBMISSIONS,
            ":image": self._image,
        }
        for name, value in numbers.items():
            text = text.replace(name, str(value))
        return text.encode()

    def _next_class(self, number: int) -> SchoolClass:
        # Of each seven classes, three are their teacher's second one: forty teachers have seventy classes.
        teacher = self.classes[-1].teacher if number % 7 in {2, 4, 6} else Person(new_id(), f"{new_id()}@school.test")
        students = tuple(Person(new_id(), f"student.{index}") for index in range(STUDENTS_A_CLASS))
        code = "".join(secrets.choice(_LETTERS) for _ in range(6))
        return SchoolClass(new_id(), code, teacher, students)

    def _insert_people(self, database: psycopg.Connection, added: list[SchoolClass]) -> None:
        known = {each.teacher for each in self.classes[: -len(added)]}
        teachers = dict.fromkeys(each.teacher for each in added if each.teacher not in known)
        _copy(
            database,
            "teachers (id, created_at, name, email, email_key, password_hash, email_verified)",
            ((each.id, "now", "Elena Rivera", each.username, each.username, self._hash, True) for each in teachers),
        )
        _copy(
            database,
            "classrooms (id, created_at, teacher_id, name, grade_level, class_code)",
            ((each.id, "now", each.teacher.id, "Room 12 Homeroom", "5th Grade", each.code) for each in added),
        )
        _copy(
            database,
            "students (id, created_at, classroom_id, username, username_key, first_name, last_name, password_hash)",
            (
                (child.id, "now", each.id, child.username, child.username, "Amara", "Ångström", self._hash)
                for each in added
                for child in each.students
            ),
        )


def _copy(database: psycopg.Connection, table: str, rows: Iterator[tuple[object, ...]]) -> None:
    with database.cursor().copy(f"COPY {table} FROM STDIN".encode()) as into:
        for row in rows:
            into.write_row(row)


def create_photo() -> bytes:
    """A photo as a student's browser sends it: 2048 pixels at quality 85, 0.7 MB."""
    return photo_jpeg(1536, 2048, quality=85)
