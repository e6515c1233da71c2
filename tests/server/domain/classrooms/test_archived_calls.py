"""Every call that writes, on an archived class and what is in it (tests/factories/calls.py)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import pytest

from tests.factories.api_client import ApiClient, error
from tests.factories.app import RunningApp
from tests.factories.call_rows import CallRows, make_rows
from tests.factories.calls import WRITES, authorized_role, request_of
from tests.factories.snapshots import assert_unchanged
from tests.server.conftest import AppPool, DatabaseFactory, run_test_app

ABOUT_NO_CLASS: Mapping[str, str] = {
    "/api/account/": "the own account",
    "/api/auth/": "signing in: test_archiving.py",
    "/api/backups": "the whole database",
    "/api/network/": "the class computer",
    "/api/sample-class": "the account of the sample class",
    "/api/settings": "the class computer",
    "/api/teachers/": "the own account",
}
"""Beginnings of paths, and what these calls are about."""
PERMITTED: Mapping[str, str] = {
    "POST /api/classrooms": "makes another class",
    "POST /api/classrooms/join": "joins another class",
    "PUT /api/classrooms/{classroom_id}/archived": "brings it back",
    "DELETE /api/classrooms/{classroom_id}": "a class that is over is deleted",
    "DELETE /api/students/{student_id}": "a child's data is deleted whenever a family asks for it",
    "POST /api/students/{student_id}/erase": "likewise",
    "POST /api/purchases/fulfill": "what was bought is handed over",
    "PATCH /api/purchases/{purchase_id}/fulfill": "likewise",
    "POST /api/purchases/{purchase_id}/unfulfill": "undoes that",
    "POST /api/purchases/{purchase_id}/cancel": "or the GoalBucks are given back",
    "POST /api/classrooms/{classroom_id}/roster/preview": "writes nothing",
}
"""The calls that an archived class doesn't refuse, with the reasons."""
REFUSED = [name for name in WRITES if name not in PERMITTED and not name.split()[1].startswith(tuple(ABOUT_NO_CLASS))]


@dataclass(frozen=True)
class Archived:
    """Rows of an archived class, and the browsers of its teacher and student, who were signed in before."""

    rows: CallRows
    browsers: Mapping[str, ApiClient]


def archive(rows: CallRows) -> None:
    for classroom in (rows.classroom, rows.classroom_without_class_goal):
        path = f"/api/classrooms/{classroom.id}/archived"
        assert rows.client("teacher").put(path, {"archived": True}).status_code == 200


@pytest.fixture(scope="module")
def archived(
    app_pool: AppPool, database: DatabaseFactory, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Archived]:
    with run_test_app(app_pool, database, tmp_path_factory.mktemp("archived")) as test_app:
        rows = make_rows(test_app)
        browsers = {role: rows.client(role) for role in ("teacher", "student")}
        archive(rows)
        yield Archived(rows, browsers)


@pytest.mark.spec("4.12")
@pytest.mark.parametrize("name", REFUSED)
def test_a_change_of_an_archived_class_is_refused_and_changes_nothing(archived: Archived, name: str) -> None:
    role = authorized_role(name)
    with assert_unchanged(archived.rows.test_app):
        response = request_of(name, archived.rows).send(archived.browsers[role])
    assert error(response) == {"teacher": (409, "class_archived"), "student": (401, "not_signed_in")}[role]


@pytest.mark.spec("4.12")
@pytest.mark.parametrize("name", PERMITTED)
def test_what_an_archived_class_permits_succeeds(test_app: RunningApp, name: str) -> None:
    rows = CallRows(test_app)
    request = request_of(name, rows)  # makes the rows that it is about
    archive(rows)
    assert request.send(rows.client("teacher")).is_success
