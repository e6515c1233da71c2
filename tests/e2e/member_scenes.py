"""Scenes of co-teachers: the tab Teachers, an invitation, joining a class, and the classes of other owners."""

import re
from typing import Any

from playwright.sync_api import Page, Route

from tests.e2e.gallery import Scene, click, fill, wait_for
from tests.e2e.page_mocks import LONG_NAME
from tests.e2e.progress_scenes import page_states

CLASS = "/teacher/class/{class_id}"
TEACHERS = f"{CLASS}/teachers"
CLASSES = re.compile(r"/api/classrooms(/single/[^/]+)?(\?.*)?$")
MEMBERS = re.compile(r"/api/classrooms/[^/]+/members$")
INVITATIONS = re.compile(r"/api/classrooms/[^/]+/invitations$")
SINCE = "2026-09-14T10:00:00Z"
CO_TEACHERS = ("Priya Raman", f"{LONG_NAME} {LONG_NAME}", "نور الهدى", "Marcus Hill", "Chloé Nguyễn-Lefèvre")
CODE = "7KQ2M-X4HTP-9WBRC-3DNYA"


def _add_members(page: Page, names: tuple[str, ...]) -> None:
    """Add co-teachers with these names to the owner."""

    def respond(route: Route) -> None:
        owner = route.fetch().json()[:1]
        added = [{"teacherId": each, "name": each, "role": "co-teacher", "since": SINCE} for each in names]
        route.fulfill(json=owner + added)

    page.route(MEMBERS, respond)


def _mock_members(page: Page) -> None:
    _add_members(page, CO_TEACHERS[:2])


def _mock_full_class(page: Page) -> None:
    _add_members(page, CO_TEACHERS)


def _mock_invitation(page: Page) -> None:
    page.route(INVITATIONS, lambda route: route.fulfill(status=201, json={"code": CODE, "endsAt": SINCE}))


def _give_away(classroom: dict[str, Any]) -> None:
    """Let other teachers own all classes but the Science Club."""
    owners = {"Chess Club": "Sam Whitfield", "Room 12 Homeroom": f"{LONG_NAME} {LONG_NAME}"}
    if owner := owners.get(classroom["name"]):
        classroom |= {"teacherId": owner, "ownerName": owner}


def _mock_joined_classes(page: Page) -> None:
    """Let other teachers own two of the classes, of which the signed-in one is a co-teacher."""

    def respond_classes(route: Route) -> None:
        response = route.fetch()
        body = response.json()
        for classroom in body if isinstance(body, list) else [body]:
            _give_away(classroom)
        route.fulfill(response=response, json=body)

    def respond_members(route: Route) -> None:
        (me,) = route.fetch().json()
        owner = {"teacherId": "o", "name": "Sam Whitfield", "role": "owner", "since": None}
        route.fulfill(json=[owner, me | {"role": "co-teacher", "since": SINCE}])

    page.route(CLASSES, respond_classes)
    page.route(MEMBERS, respond_members)


INVITE = (click("Invite a Co-Teacher"), wait_for("You get a code"))
JOIN = (click("Join a Class"), wait_for("20 letters"))
CO_TEACHING = (
    *page_states("teachers", "teacher", TEACHERS, wait_for("Owner")),
    Scene("teachers-several", "teacher", TEACHERS, (wait_for("Priya Raman"),), before=_mock_members),
    Scene("teachers-full", "teacher", TEACHERS, (wait_for("at most 5"),), before=_mock_full_class),
    Scene("teachers-invite", "teacher", TEACHERS, INVITE),
    Scene(
        "teachers-code",
        "teacher",
        TEACHERS,
        (*INVITE, click("Make the Code"), wait_for("Give it to your co-teacher")),
        before=_mock_invitation,
    ),
    Scene(
        "teachers-end",
        "teacher",
        TEACHERS,
        (click("More for Priya Raman"), click("End Membership", "menuitem"), wait_for("at once")),
        before=_mock_members,
    ),
    Scene("teachers-joined", "teacher", TEACHERS, (wait_for("Leave Class"),), before=_mock_joined_classes),
    Scene(
        "teachers-leave",
        "teacher",
        TEACHERS,
        (click("Leave Class"), wait_for("goes from your classes")),
        before=_mock_joined_classes,
    ),
    Scene("class-joined", "teacher", CLASS, (wait_for("@amara.o"),), before=_mock_joined_classes),
    Scene("classes-joined", "teacher", "/teacher/classes", (wait_for("Science Club"),), before=_mock_joined_classes),
    Scene("join-class", "teacher", "/teacher/classes", JOIN),
    Scene(
        "join-class-wrong",
        "teacher",
        "/teacher/classes",
        (*JOIN, fill("Invitation code", "7kq2m"), click("Join"), wait_for("isn't right")),
    ),
)
