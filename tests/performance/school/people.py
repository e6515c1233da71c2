"""A school in a PostgreSQL: classes with a year behind them, made in the database itself: it is a million rows."""

import asyncio
import secrets
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import psycopg

from server.database.base import new_id
from server.media import CleanImage, FolderStore
from server.media.image_processing import clean_proof
from server.security.passwords import hash_password
from tests.factories.images import photo_jpeg
from tests.factories.passwords import PASSWORD

STUDENTS_A_CLASS = 28
OPEN = 6
"""Goals of each student that nothing was sent for; the load sends for them."""
PENDING = 3
"""Submissions of each student that wait for a teacher, each with a photo."""
ITEMS = 8
_LETTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
_YEAR = Path(__file__).with_name("year.sql")


@dataclass(frozen=True, slots=True)
class Person:
    """Whoever is signed in; `id` is also what the session's token is made of."""

    id: str
    username: str

    @property
    def token(self) -> str:
        """As year.sql keeps its digest."""
        return f"bench-{self.id}"


@dataclass(frozen=True, slots=True)
class SchoolClass:
    """A class, its teacher and its students."""

    id: str
    code: str
    teacher: Person
    students: tuple[Person, ...]


class Builder:
    """Adds classes to a database with a schema; a photo for all who send one lies in the images' folder."""

    def __init__(self, connect: Callable[[], psycopg.Connection], images: Path, goals: int) -> None:
        """`goals`: how many each student has reached in the year."""
        self.classes: list[SchoolClass] = []
        self._connect = connect
        self._goals = goals
        self._hash = asyncio.run(hash_password(PASSWORD))
        photo: CleanImage = clean_proof(browsers_photo())
        self._image = FolderStore(images).put(photo)

    def grow(self, count: int) -> tuple[SchoolClass, ...]:
        """Until there are so many classes; all of them."""
        begin = len(self.classes)
        for number in range(begin, count):
            self.classes.append(self._next(number))
        added = self.classes[begin:]
        with self._connect() as database:
            with database.transaction():
                self._keep_people(database, added)
                database.execute(self._year())
            database.execute("VACUUM (ANALYZE)")
        return tuple(self.classes)

    def _year(self) -> bytes:
        text = _YEAR.read_text(encoding="utf-8")
        numbers = {":goals": self._goals, ":items": ITEMS, ":open": OPEN, ":pending": PENDING, ":image": self._image}
        for name, value in numbers.items():
            text = text.replace(name, str(value))
        return text.encode()

    def _next(self, number: int) -> SchoolClass:
        # Two teachers in five have one class, the others two: forty of them have seventy classes. The first has one.
        teacher = self.classes[-1].teacher if number % 7 in {2, 4, 6} else Person(new_id(), f"{new_id()}@school.test")
        students = tuple(Person(new_id(), f"student.{seat}") for seat in range(STUDENTS_A_CLASS))
        code = "".join(secrets.choice(_LETTERS) for _ in range(6))
        return SchoolClass(new_id(), code, teacher, students)

    def _keep_people(self, database: psycopg.Connection, added: list[SchoolClass]) -> None:
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


def browsers_photo() -> bytes:
    """As a student's browser sends it: 2048 pixels at quality 85, 0.7 MB."""
    return photo_jpeg(1536, 2048, quality=85)
