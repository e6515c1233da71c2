"""Scenes of login cards in every state, with mocked cards: new ones would sign students out."""

from typing import Any

from playwright.sync_api import Page, Route

from tests.e2e.connect_scenes import CONNECT, NO_NETWORK, mock_network
from tests.e2e.gallery import Scene, Step, click, fill, wait_for
from tests.e2e.page_mocks import fail_changes

CLASS, STUDENT = "/teacher/class/{class_id}", "/teacher/student/{student_id}/goals"
CARD = "/card#H4KP7WQM"
ALPHABET = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ"
WRONG_CARD: dict[str, Any] = {
    "error": "No card has this code. Cards have no 0, O, 1 or I. Look at it again, or ask your teacher for a new card.",
    "code": "invalid_card",
    "key": "invalid_card",
}


def mock_cards(address: str = "http://192.168.1.20:8080") -> Step:
    """Mock the cards of all students but the last two, made on one day, and new cards."""

    def respond(route: Route) -> None:
        if route.request.method == "POST":
            sent: Any = route.request.post_data_json
            ids = sent["studentIds"]
            codes = (ALPHABET[number : number + 8] for number in range(len(ids)))
            route.fulfill(json=[{"studentId": each, "code": code} for each, code in zip(ids, codes, strict=True)])
            return
        students = route.fetch(url=route.request.url.replace("login-cards", "students")).json()
        made = {"madeAt": "2025-11-03T09:00:00Z", "lastUsedAt": None, "address": address}
        route.fulfill(json=[{"studentId": student["id"], **made} for student in students[:-2]])

    def mock(page: Page) -> None:
        page.route("**/login-cards", respond)
        mock_network()(page)

    return mock


def mock_restored_cards(page: Page) -> None:
    """Mock cards that are older than a restore on this device."""
    mock_cards()(page)
    page.add_init_script("""
      const { getItem } = Storage.prototype;
      Storage.prototype.getItem = function (key) {
        return key === 'cards_restored_at' ? '2025-11-04T09:00:00Z' : getItem.call(this, key);
      };""")


def mock_failure(page: Page) -> None:
    """Make writes fail."""
    mock_cards()(page)
    page.unroute("**/login-cards")
    fail_changes(page)
    mock_network()(page)


def mock_holder(page: Page) -> None:
    """Mock the student of a scanned card."""
    holder = {"firstName": "Amara", "className": "Room 12 Homeroom"}
    page.route("**/api/auth/card/look", lambda route: route.fulfill(json=holder))


def refuse_cards(page: Page) -> None:
    page.route("**/api/auth/card**", lambda route: route.fulfill(status=401, json=WRONG_CARD))


OPEN_DIALOG = (wait_for("@amara.o"), click("Login Cards"), wait_for("Make and Print 10 Cards"))
TYPE_CODE = (click("Student Login"), click("I Have a Login Card"), fill("Card code", "h4kp7wqm"))
LOGIN_CARDS = (
    Scene("login-cards", "teacher", CLASS, OPEN_DIALOG, before=mock_cards()),
    Scene(
        "login-cards-printed",
        "teacher",
        CLASS,
        (*OPEN_DIALOG, click("Make and Print 10 Cards"), wait_for("Did the cards come out well?")),
        before=mock_cards(),
    ),
    Scene(
        "login-cards-failed",
        "teacher",
        CLASS,
        (*OPEN_DIALOG, click("Make and Print 10 Cards"), wait_for("didn't arrive")),
        before=mock_failure,
    ),
    Scene(
        "login-cards-no-network",
        "teacher",
        CLASS,
        (wait_for("@amara.o"), click("Login Cards"), wait_for("isn't in a network now")),
        before=mock_network(**NO_NETWORK),
    ),
    Scene("login-cards-end", "teacher", CLASS, (*OPEN_DIALOG, click("End Cards")), before=mock_cards()),
    Scene("login-cards-restored", "teacher", CLASS, (wait_for("A backup was restored."),), before=mock_restored_cards),
    Scene(
        "login-card-of-student",
        "teacher",
        STUDENT,
        (
            click("More for Amara Okafor"),
            click("Print Login Card", "menuitem"),
            wait_for("Make and Print 1 Card"),
        ),
        before=mock_cards(),
    ),
    Scene(
        "connect-old-cards",
        "teacher",
        CONNECT,
        (wait_for("hold the old address"),),
        before=mock_cards("http://192.168.1.7:8080"),
    ),
    Scene("card", "visitor", CARD, (wait_for("Sign in as"),), before=mock_holder, page=True),
    Scene("card-other", "student", CARD, (wait_for("is signed in on this device"),), before=mock_holder),
    Scene("card-old", "visitor", CARD, (wait_for("This card doesn't work any more"),), before=refuse_cards),
    Scene("login-student-card", "visitor", "/", TYPE_CODE),
    Scene(
        "login-student-card-wrong",
        "visitor",
        "/",
        (*TYPE_CODE, click("Student Login"), wait_for("No card has this code")),
        before=refuse_cards,
    ),
)
