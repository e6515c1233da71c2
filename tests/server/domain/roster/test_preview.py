"""`POST /api/classrooms/{id}/roster/preview`: forms, limits, and that nothing is written."""

import asyncio
import json
import multiprocessing
import sys
from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from httpx2 import Response

from server.domain.roster.reading.errors import DamagedListError, ListReaderUnavailableError
from server.domain.roster.reading.reader_process import ListFiles, RosterReader
from server.domain.roster.reading.table import MAX_LIST_BYTES
from server.domain.roster.routes import LIST_LIMIT
from server.requests import rate_limit
from tests.attacks.measurements import peak_memory
from tests.factories.api_client import ApiClient, error
from tests.factories.app import RunningApp
from tests.factories.classroom import PreparedClassroom
from tests.factories.crashing_reader import crash
from tests.factories.fake_clock import FakeClock
from tests.factories.paths import ROOT
from tests.factories.rosters import ONE_ROSTER, WORKBOOK, mutated_lists, sample, workbook_with, zip_of
from tests.factories.snapshots import assert_unchanged

MAX_READER_MEGABYTES = 66


def send(classroom: PreparedClassroom, *files: bytes, **form: str) -> Response:
    """Send files, or pasted text."""
    path = f"/api/classrooms/{classroom.row.id}/roster/preview"
    sent = [("files", (f"{number}.bin", content)) for number, content in enumerate(files)]
    client: ApiClient = classroom.teacher_client
    return client.http.post(path, data=form, files=sent or {"": ("", b"")})


def rows(response: Response) -> list[dict[str, object]]:
    assert response.status_code == 200, response.text
    found: list[dict[str, object]] = response.json()["rows"]
    return found


@pytest.mark.spec("5.13")
def test_a_preview_tells_how_the_list_was_read(read_only_classroom: PreparedClassroom) -> None:
    with assert_unchanged(read_only_classroom.test_app):
        response = send(read_only_classroom, *sample("08-holes.csv"))
    body = response.json()
    assert {key: body[key] for key in ("format", "encoding", "separator", "sections", "section")} == {
        "format": "text",
        "encoding": "utf-8",
        "separator": ",",
        "sections": [],
        "section": None,
    }
    assert body["columns"][4:] == [
        {"index": 4, "heading": "Homeroom", "use": "unused", "samples": ["A", "B"]},
        {"index": 5, "heading": None, "use": "unused", "samples": ["surplus"]},
    ]
    assert rows(response)[4] == {
        "line": 10,
        "status": "question",
        "reasons": [{"code": "password_too_short", "params": {"length": 3}}],
        "firstName": "Quinn",
        "lastName": "Rossi",
        "username": "quinn.r",
        "usernameMade": False,
        "password": "abc",
        "passwordMade": False,
        "externalId": None,
        "studentId": None,
        "unidentified": None,
    }


def test_pasted_rows_are_read_with_the_teachers_choices(read_only_classroom: PreparedClassroom) -> None:
    columns = json.dumps([{"index": 0, "use": "lastName"}, {"index": 1, "use": "firstName"}])
    response = send(read_only_classroom, text="Okoro;Ada\nBello;Ife", separator=";", columns=columns)
    assert [(row["firstName"], row["lastName"]) for row in rows(response)] == [("Ada", "Okoro"), ("Ife", "Bello")]
    assert response.json()["separator"] == ";"


def test_pasted_rows_may_be_longer_than_other_texts(read_only_classroom: PreparedClassroom) -> None:
    text = "\n".join(f"Student{number} Number{number} {'x' * 150}" for number in range(490))
    assert len(rows(send(read_only_classroom, text=text))) == 490


def test_files_of_an_export_are_read_together(read_only_classroom: PreparedClassroom) -> None:
    response = send(read_only_classroom, *sample(ONE_ROSTER), section="k2")
    assert response.json()["section"] == "k2"
    assert [row["firstName"] for row in rows(response)] == ["Amara", "Ben", ""]


def test_students_of_the_teachers_classes_are_recognized(test_app: RunningApp) -> None:
    classroom = PreparedClassroom.create(test_app)
    test_app.student(classroom.row, "Noor", "Ali", username="noor")
    test_app.award(test_app.student(test_app.classroom(classroom.teacher, "Science Club"), "Emma", "Li"), 80)
    test_app.student(test_app.classroom(), "Isla", "Patel")
    found = rows(send(classroom, text="Noor Ali\nEmma Li\nIsla Patel"))
    assert [row["status"] for row in found] == ["same", "question", "ready"]
    reasons: Any = found[1]["reasons"]
    assert [each["code"] for each in reasons] == ["in_other_class"]
    assert (reasons[0]["params"]["className"], reasons[0]["params"]["balance"]) == ("Science Club", 80)


@pytest.mark.parametrize(
    ("files", "form", "expected"),
    [
        ([], {}, (422, "list_not_readable")),
        ([b""], {}, (422, "list_not_readable")),
        ([], {"text": "Amara Okafor", "columns": "no JSON"}, (422, "invalid")),
        ([], {"text": "Amara Okafor", "columns": '[{"index": 0, "use": "birthday"}]'}, (422, "invalid")),
        ([], {"text": "Amara Okafor", "columns": '[{"index": 900, "use": "name"}]'}, (422, "invalid")),
        ([], {"text": "Amara Okafor", "separator": "x"}, (422, "invalid")),
        ([b"Amara Okafor"] * 11, {}, (422, "invalid_form")),
        ([b'First,Last\n"Amara,Okafor\n'], {}, (422, "list_not_readable")),
        ([b"x" * (MAX_LIST_BYTES + 100_000)], {}, (413, "body_too_large")),
    ],
)
def test_an_unreadable_list_or_form_is_refused(
    read_only_classroom: PreparedClassroom, files: list[bytes], form: dict[str, str], expected: tuple[int, str]
) -> None:
    with assert_unchanged(read_only_classroom.test_app):
        assert error(send(read_only_classroom, *files, **form)) == expected


def test_the_error_of_an_unreadable_list_names_the_line(read_only_classroom: PreparedClassroom) -> None:
    body = send(read_only_classroom, b'First,Last\nAmara,Okafor\n"Ben,Li\n').json()
    assert (body["key"], body["params"]) == ("list_quotes_unbalanced", {"line": 3})
    assert body["error"].startswith("The quotation marks in line 3 don't match.")


def test_a_list_that_crashes_its_reader_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(ROOT)  # import path of the new process
    monkeypatch.setattr("server.domain.roster.reading.reader_process.run_reader", crash)

    async def read() -> None:
        reader = RosterReader()
        try:
            with pytest.raises(DamagedListError):
                await reader.read(ListFiles([b"Amara Okafor"]), date(2026, 11, 23), "teacher")
        finally:
            reader.close()
        with pytest.raises(ListReaderUnavailableError):
            await reader.read(ListFiles([b"Amara Okafor"]), date(2026, 11, 23), "teacher")

    asyncio.run(read())


@pytest.mark.postgresql
def test_a_list_over_a_megabyte_which_is_buffered_on_disk_is_read(read_only_classroom: PreparedClassroom) -> None:
    (row,) = rows(send(read_only_classroom, b"First name,Last name\nAda,Okoro\n" + (b" " * 219 + b"\n") * 5_000))
    assert (row["firstName"], row["status"]) == ("Ada", "ready")


def test_a_teacher_may_have_sixty_lists_read_in_a_minute(classroom: PreparedClassroom, fake_clock: FakeClock) -> None:
    with classroom.test_app.transactions.writing() as db:
        rate_limit.record(db, LIST_LIMIT.for_key(classroom.teacher.id), 59)
    assert send(classroom, text="Amara Okafor").status_code == 200
    assert error(send(classroom, text="Amara Okafor")) == (429, "too_often")
    fake_clock.advance(minutes=1)
    assert send(classroom, text="Amara Okafor").status_code == 200


def test_teachers_take_turns_at_the_reader() -> None:
    order: list[str] = []

    async def read(reader: RosterReader, teacher: str) -> None:
        await reader.read(ListFiles([b"Amara Okafor"]), date(2026, 11, 23), teacher)
        order.append(teacher)

    async def run() -> None:
        reader = RosterReader()
        try:
            await asyncio.gather(*(read(reader, teacher) for teacher in ["first"] * 4 + ["second"]))
        finally:
            reader.close()

    asyncio.run(run())
    assert order.index("second") < 3


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux records the peak of a process's memory")
def test_hostile_lists_take_little_memory(
    read_only_classroom: PreparedClassroom, caplog: pytest.LogCaptureFixture
) -> None:
    start = b'<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>'
    sheet = start + b"%s</sheetData></worksheet>"
    row = b"<row>" + b'<c t="n"><v>1</v></c>' * 10_000 + b"</row>"
    wide = "\n".join("\U0001f600,ab" + ",ab" * 190 for _ in range(6_000)).encode()
    enrollments = b"sourcedId,classSourcedId,userSourcedId,role\n" + b"e1,k1,u2,student\n" * 200_000
    export = {"users.csv": b"sourcedId,givenName,familyName\nu2,A,B\n", "enrollments.csv": enrollments}
    export["classes.csv"] = b"sourcedId,title,classType\nk1,Room 12,homeroom\n"
    hostile = [
        *sample(WORKBOOK),
        b"\xf0\x9f\x98\x80" + b"x" * (MAX_LIST_BYTES - 4),
        b"x" * (MAX_LIST_BYTES - 2) + b"\n\xe9",
        b"x" * (MAX_LIST_BYTES - 3) + b"\x92" + b"\n\xe9",
        wide[:MAX_LIST_BYTES],
        b"a,b\n" * 100_000,
        workbook_with(sheet2=sheet % (row * 4)),
        workbook_with(sheet2=sheet % (b"<row><c/></row>" * 19_000)),
        workbook_with(sharedStrings=b"<sst>" + b"<si><t>ab</t></si>" * 49_000 + b"</sst>"),
        zip_of(export),
    ]
    for number, content in enumerate(hostile):
        response = send(read_only_classroom, content)
        assert response.status_code in {200, 422}, response.text
        # A reader that exceeds its time limit is killed.
        readers = [each.pid for each in multiprocessing.active_children() if each.name == "lists" and each.pid]
        assert readers, f"list {number} ended its reader: {response.text[:500]} {caplog.messages}"
        assert peak_memory(readers[0]) <= MAX_READER_MEGABYTES


@pytest.fixture
def many_lists(monkeypatch: pytest.MonkeyPatch) -> None:
    """Raise the limit of lists in a minute."""
    monkeypatch.setattr("server.domain.roster.routes.LIST_LIMIT", replace(LIST_LIMIT, max_events=10_000))


def _assert_mutated_lists_write_nothing(classroom: PreparedClassroom, seed: int, count: int) -> None:
    statuses = set()
    with assert_unchanged(classroom.test_app):
        for files in mutated_lists(seed, count):
            response = send(classroom, *files, section="k1") if len(files) > 1 else send(classroom, *files)
            assert response.status_code in {200, 422}, response.text
            statuses.add(response.status_code)
    assert statuses == {200, 422}


@pytest.mark.usefixtures("many_lists")
def test_mutated_lists_are_read_or_refused(read_only_classroom: PreparedClassroom) -> None:
    _assert_mutated_lists_write_nothing(read_only_classroom, 2026, 100)


@pytest.mark.long
@pytest.mark.usefixtures("many_lists")
def test_2000_mutated_lists_are_read_or_refused(read_only_classroom: PreparedClassroom) -> None:
    _assert_mutated_lists_write_nothing(read_only_classroom, 2027, 2_000)


def test_a_list_that_declares_too_large_a_length_is_413_before_it_is_read(
    read_only_classroom: PreparedClassroom,
) -> None:
    path = f"/api/classrooms/{read_only_classroom.row.id}/roster/preview"
    headers = {"Content-Type": "multipart/form-data; boundary=x", "Content-Length": str(MAX_LIST_BYTES * 20)}
    response = read_only_classroom.teacher_client.http.post(path, content=b"", headers=headers)
    assert (error(response), response.json()["key"]) == ((413, "body_too_large"), "list_too_large")
