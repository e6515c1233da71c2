"""A class on a school's server, to send and read photos; shared by the tests of photo storage."""

from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from server.database.postgresql import open_unpooled_engine
from server.media import CleanImage
from tests.factories.http_client import HttpClient, build_upload_form
from tests.factories.images import photo_jpeg
from tests.factories.seeded import SeededClass, seed_school_database
from tests.factories.server_process import ServerProcess

IMAGE = CleanImage(full=b"a picture", thumbnail=b"its thumbnail", width=4, height=3)


class SchoolServer:
    """A class on a school's server whose photos have a folder of their own."""

    def __init__(self, server: ServerProcess, seeded: SeededClass) -> None:
        self.server = server
        self.seeded = seeded

    def upload(self, number: int) -> tuple[int, Any]:
        """Upload student `number`'s photo for the goal."""
        student = self.seeded.students[number]
        fields = {"goalId": student.goal_id, "studentId": student.id, "classroomId": self.seeded.id}
        body, headers = build_upload_form(fields, photo_jpeg(64, 48))
        with HttpClient(self.server.port, student.token) as caller:
            return caller.send("POST", "/api/submissions/upload", body, headers)

    def photo_status(self, number: int) -> int:
        """The status of reading the photo that student `number` sent."""
        student = self.seeded.students[number]
        with HttpClient(self.server.port, student.token) as caller:
            (sent,) = caller.get(f"/api/submissions/student/{student.id}")
            caller.connection.request("GET", f"/api/submissions/{sent['id']}/image", headers=caller.session_headers)
            response = caller.connection.getresponse()
            response.read()
            return response.status

    def health(self) -> tuple[str, str]:
        with HttpClient(self.server.port) as caller:
            found = caller.get("/api/health")
            return found["status"], found["images"]

    def log(self) -> str:
        """Everything logged so far."""
        return "".join(path.read_text() for path in (self.server.data_dir / "logs").glob("*.log"))


@pytest.fixture
def seeded(empty_url: str) -> SeededClass:
    return seed_school_database(empty_url, students=4)


def reference_photo(url: str, key: str) -> None:
    """Create a class with a submission whose photo has this key."""
    seeded = seed_school_database(url, submissions=1, students=1)
    update = text("UPDATE submissions SET image_key = :key WHERE id = :id")
    with open_unpooled_engine(url).begin() as connection:
        connection.execute(update, {"key": key, "id": seeded.pending[0]})


def start(url: str, machine: Path, photos: Path | str, program: tuple[str, ...] | None = None) -> ServerProcess:
    media = photos.as_uri() if isinstance(photos, Path) else photos
    settings = {"GOALBUCKS_DATABASE_URL": url, "GOALBUCKS_SCHOOL": "1", "GOALBUCKS_MEDIA_URL": media}
    settings["GOALBUCKS_UPLOAD_LIMIT"] = "1000"  # uploads are repeated until one is accepted
    if program is None:
        return ServerProcess(machine, environment=settings, forked=True)
    return ServerProcess(machine, environment=settings, program=program)


def recorded_location(url: str) -> str | None:
    with open_unpooled_engine(url).connect() as connection:
        location_id: str | None = connection.scalar(text("SELECT name FROM image_places"))
        return location_id
