"""Export of all classes or of one student as a zip file (docs/privacy.md)."""

import csv
import errno
import io
import json
import zipfile
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Semaphore
from typing import Any

import psutil
import pytest

from server.data_protection.privacy import export, export_service
from server.data_protection.privacy.file_names import UniqueNames, safe_name
from server.media import ImageStorageError
from server.system.durable_files import open_owner_only
from tests.factories.api_client import error
from tests.factories.classroom import PreparedClassroom
from tests.factories.data_folders import add_images, find_temporary_files
from tests.factories.full_history import PHOTO, create_full_history
from tests.factories.http_client import HttpClient
from tests.factories.passwords import PASSWORD_HASH
from tests.factories.seeded import seed
from tests.factories.server_process import ServerProcess
from tests.factories.snapshots import remove_image_files

TABLES = {
    "activity",
    "class goal gifts",
    "class goals",
    "classes",
    "days without school",
    "family comments",
    "goalbucks",
    "goals",
    "goals that repeat",
    "groups",
    "purchases",
    "savings goals",
    "store items",
    "students",
    "submissions",
    "substitutes",
    "suggestions",
    "terms",
}
KEYS = {
    "class goal gifts": "classGoalGifts",
    "class goals": "classGoals",
    "days without school": "noSchoolDays",
    "family comments": "familyComments",
    "goalbucks": "ledger",
    "goals that repeat": "goalSeries",
    "savings goals": "savingsGoals",
    "store items": "storeItems",
    "substitutes": "substitutions",
}
"""Keys in the JSON file that aren't the name of the CSV file."""


def download_export(classroom: PreparedClassroom, *, student: bool = False, query: str = "") -> zipfile.ZipFile:
    path = f"/api/students/{classroom.student.id}" if student else f"/api/teachers/{classroom.teacher.id}"
    response = classroom.teacher_client.get(f"{path}/export{query}")
    assert response.status_code == 200
    assert response.headers["content-type"] == "application/zip"
    file = zipfile.ZipFile(io.BytesIO(response.content))
    assert file.testzip() is None
    return file


def csv_rows(file: zipfile.ZipFile, table: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(file.read(f"{table}.csv").decode("utf-8-sig"))))


def json_content(file: zipfile.ZipFile) -> dict[str, Any]:
    content: dict[str, Any] = json.loads(file.read("goalbucks.json"))
    return content


def photo_names(file: zipfile.ZipFile) -> list[str]:
    return sorted(name for name in file.namelist() if name.startswith("photos/"))


@pytest.mark.spec("15.11")
def test_export_contains_all_class_data_as_csv_and_json(classroom: PreparedClassroom) -> None:
    create_full_history(classroom)
    file = download_export(classroom)
    assert {name.removesuffix(".csv") for name in file.namelist() if name.endswith(".csv")} == TABLES
    content = json_content(file)
    for table in TABLES:
        key = KEYS.get(table, table)
        rows = csv_rows(file, table)
        assert rows, f"{table} has no row"
        assert [row["Id"] for row in rows] == [row["id"] for row in content[key]]
    assert csv_rows(file, "students")[0]["Last name"] == "Okafor"
    approved = {(row["Approved goal"], row["Approved GoalBucks"]) for row in csv_rows(file, "suggestions")}
    assert approved == {("Dive", "15"), ("", "")}
    readme = file.read("README.txt").decode()
    assert all(f"{table}.csv" in readme for table in TABLES)


def test_photo_is_in_its_students_folder_and_referenced_by_its_row(classroom: PreparedClassroom) -> None:
    create_full_history(classroom)
    file = download_export(classroom)
    (photo,) = photo_names(file)
    assert photo.startswith("photos/Room 12 Homeroom/Amara Okafor (")
    assert photo.endswith(" Read.jpg")
    assert [row["Photo"] for row in csv_rows(file, "submissions") if row["Photo"]] == [photo]
    assert file.read(photo)[:3] == b"\xff\xd8\xff"


@pytest.mark.spec("15.11")
def test_export_contains_nothing_of_other_teachers_and_no_secrets(classroom: PreparedClassroom) -> None:
    create_full_history(classroom)
    other = classroom.other_teachers_classroom()
    test_app = classroom.test_app
    test_app.student(other.row, "Zebulon", "Quartermain")
    test_app.goal(other.student, "Juggling of knives")
    file = download_export(classroom)
    whole = b"".join(file.read(name) for name in file.namelist())
    token = classroom.teacher_client.http.cookies["goalbucks_session"].encode()
    for secret in (b"Zebulon", b"Juggling of knives", PASSWORD_HASH.encode(), b"argon2", token):
        assert secret not in whole


@pytest.mark.spec("15.11")
def test_export_of_one_student_contains_only_that_student(classroom: PreparedClassroom) -> None:
    create_full_history(classroom)
    classmate = classroom.test_app.student(classroom.row, "Benjamin", "Rivera")
    classroom.test_app.award(classmate, 7, "Helped Amara")
    file = download_export(classroom, student=True)
    whole = b"".join(file.read(name) for name in file.namelist())
    assert b"Benjamin" not in whole
    assert b"Helped Amara" not in whole
    assert [row["First name"] for row in csv_rows(file, "students")] == ["Amara"]
    assert len(csv_rows(file, "goals")) == 5
    assert csv_rows(file, "store items") == csv_rows(file, "goals that repeat") == []
    assert len(photo_names(file)) == 1
    assert classroom.row.class_code.encode() not in whole


def test_formula_like_text_is_escaped_in_csv(classroom: PreparedClassroom) -> None:
    classroom.test_app.goal(classroom.student, '=HYPERLINK("http://evil")')
    classroom.test_app.award(classroom.student, 5, "@SUM(A1)")
    file = download_export(classroom)
    assert csv_rows(file, "goals")[0]["Goal"] == '\'=HYPERLINK("http://evil")'
    assert csv_rows(file, "goalbucks")[0]["What for"] == "'@SUM(A1)"
    assert json_content(file)["goals"][0]["name"] == '=HYPERLINK("http://evil")'


def test_students_with_the_same_name_have_separate_folders(classroom: PreparedClassroom) -> None:
    test_app = classroom.test_app
    twins = [test_app.student(classroom.row, "Li", "Wei", username=f"li{number}") for number in (1, 2)]
    for student in twins:
        for name in ("Read", "Read"):
            student_client = test_app.client_for(student)
            assert student_client.upload(test_app.goal(student, name), image=PHOTO).status_code == 201
    assert len({photo.split("/")[2] for photo in photo_names(download_export(classroom))}) == 2
    assert len(photo_names(download_export(classroom))) == 4


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ('a<b>c:d"e/f\\g|h?i*j', "a-b-c-d-e-f-g-h-i-j"),
        ("../../etc/passwd", "-..-etc-passwd"),
        ("con", "_con"),
        ("LPT1.photo", "_LPT1.photo"),
        ("Ends with. . ", "Ends with"),
        ("Zo\u0065\u0308", "Zo\u00eb"),
        ("\u202egpj.exe", "gpj.exe"),
        ("many\n\t  blanks", "many blanks"),
        ("...", "unnamed"),
        ("x" * 300, "x" * 60),
        ("مريم العلي", "مريم العلي"),
    ],
)
def test_folder_names_are_valid_on_every_system(typed: str, name: str) -> None:
    assert safe_name(typed) == name


def test_names_that_differ_only_in_case_get_different_folders() -> None:
    names = UniqueNames()
    assert [names.make_unique(each, ".jpg") for each in ("Read", "READ", "read", "Read (2)")] == [
        "Read.jpg",
        "READ (2).jpg",
        "read (3).jpg",
        "Read (2) (2).jpg",
    ]


def test_missing_photo_is_listed_and_the_rest_is_exported(classroom: PreparedClassroom) -> None:
    create_full_history(classroom)
    remove_image_files(classroom.test_app)
    file = download_export(classroom)
    assert photo_names(file) == ["photos/photos that were missing.txt"]
    assert " Read.jpg" in file.read("photos/photos that were missing.txt").decode()


def test_temporarily_unreadable_photo_is_not_reported_as_missing(
    classroom: PreparedClassroom, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise ImageStorageError

    create_full_history(classroom)
    monkeypatch.setattr(classroom.test_app.services.media, "read", refuse)
    note = download_export(classroom).read("photos/photos that were missing.txt").decode()
    assert note.startswith("These photos could not be read just now. Please export again to have them:\r\n")
    assert "no longer there" not in note


def test_export_leaves_no_temporary_files(classroom: PreparedClassroom) -> None:
    create_full_history(classroom)
    download_export(classroom)
    assert find_temporary_files(classroom.test_app.data_folder) == []


def test_export_without_free_space_is_refused_and_leaves_no_files(
    classroom: PreparedClassroom, set_free_space: Callable[[int], None]
) -> None:
    set_free_space(1_000_000)
    response = classroom.teacher_client.get(f"/api/teachers/{classroom.teacher.id}/export")
    assert error(response) == (503, "disk_too_full")
    assert "are needed, and 1.0 MB are free" in response.json()["error"]
    assert find_temporary_files(classroom.test_app.data_folder) == []


def test_disk_full_during_an_export_leaves_no_files(
    classroom: PreparedClassroom, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(export, "open_owner_only", refuse)
    response = classroom.teacher_client.get(f"/api/students/{classroom.student.id}/export")
    assert error(response) == (503, "disk_too_full")
    assert find_temporary_files(classroom.test_app.data_folder) == []


def test_export_is_a_consistent_snapshot(classroom: PreparedClassroom, monkeypatch: pytest.MonkeyPatch) -> None:
    def award_before_opening_a_file(path: str, flags: int) -> int:
        classroom.test_app.award(classroom.student, 10)
        return open_owner_only(path, flags)

    monkeypatch.setattr(export, "open_owner_only", award_before_opening_a_file)
    content = json_content(download_export(classroom))
    (student,) = content["students"]
    assert student["goalbucks"] == sum(row["amount"] for row in content["ledger"])


@pytest.mark.spec("15.11", "17.1")
def test_export_in_spanish_has_spanish_headings_and_the_same_json(classroom: PreparedClassroom) -> None:
    create_full_history(classroom)
    classroom.student_client.put("/api/account/language", {"language": "es"})
    english, spanish = download_export(classroom), download_export(classroom, query="?language=es")
    for table in TABLES:
        headings = {name: csv_rows(file, table)[0].keys() for name, file in (("en", english), ("es", spanish))}
        assert set(headings["en"]) & set(headings["es"]) <= {"Id", "GoalBucks"}
    assert csv_rows(spanish, "students")[0]["Idioma"] == "es"
    assert {row["Puede intentarlo otra vez"] for row in csv_rows(spanish, "submissions")} <= {"sí", "no"}
    assert json_content(spanish)["submissions"] == json_content(english)["submissions"]
    assert "Las horas de los archivos CSV son las que marca la computadora de la clase" in (
        spanish.read("README.txt").decode()
    )
    assert (
        "Estos archivos" in download_export(classroom, student=True, query="?language=es").read("README.txt").decode()
    )


def test_export_is_recorded_in_the_activity_log(classroom: PreparedClassroom) -> None:
    download_export(classroom, student=True)
    kinds = [row["kind"] for row in classroom.teacher_client.get("/api/activity").json()]
    assert kinds.count("export") == 1


@pytest.mark.postgresql
def test_at_most_two_exports_run_concurrently(classroom: PreparedClassroom, monkeypatch: pytest.MonkeyPatch) -> None:
    places, found_one = Semaphore(2), []

    def gather_in_bounds(*parts: Any) -> export.PreparedExport:
        found_one.append(places.acquire(blocking=False))
        gathered = export.prepare_export(*parts)
        places.release()
        return gathered

    monkeypatch.setattr(export_service, "prepare_export", gather_in_bounds)
    with ThreadPoolExecutor(6) as teachers:
        assert all(teachers.map(lambda _: bool(download_export(classroom, student=True).namelist()), range(6)))
    assert found_one == [True] * 6


@pytest.mark.long
def test_export_of_a_thousand_photos_uses_little_memory(tmp_path: Path) -> None:
    """Three years of a class, 500 MB, downloaded from a running server with concurrent requests."""
    seeded = seed(tmp_path / "data", months=36)
    add_images(tmp_path / "data", 1000, 500_000)
    server = ServerProcess(tmp_path / "data")
    try:
        process = psutil.Process(server.process.pid)
        with (
            HttpClient(server.port, seeded.teacher_token) as dashboard,
            HttpClient(server.port, seeded.teacher_token) as download,
            (tmp_path / "all.zip").open("wb") as file,
        ):
            dashboard.get(seeded.stats_path)
            before = most = process.memory_info().rss
            size = 0
            download.connection.timeout = 300  # the rows are collected first
            download.connection.request(
                "GET", f"/api/teachers/{seeded.teacher_id}/export", headers=download.session_headers
            )
            response = download.connection.getresponse()
            while piece := response.read(1 << 20):
                size += file.write(piece)
                most = max(most, process.memory_info().rss)
                dashboard.get(seeded.stats_path)
    finally:
        assert server.stop() == 0
    print(f"{size / 1e6:.0f} MB; memory {before / 1e6:.0f} to {most / 1e6:.0f} MB")  # noqa: T201 - a figure
    with zipfile.ZipFile(tmp_path / "all.zip") as whole:
        assert len(photo_names(whole)) == 1000
        assert whole.testzip() is None
    assert size > 500_000_000
    assert most - before < 100_000_000
