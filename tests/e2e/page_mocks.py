"""Answers of the server that scenes replace or delay in the browser: pending, failed, repeated or changed ones."""

import json
import re
from typing import Any

from playwright.sync_api import Page, Route, expect

API_PATTERN = "**/api/**"
LIST_PATTERN = re.compile(r"/api/(?!auth|events|health|classrooms$)(?!.*/image)")
FAILURE = '{"error": "Something went wrong on the class computer. Please try again.", "code": "internal"}'
JSON_TYPE = "{ 'content-type': 'application/json' }"
ALL_BUT_SESSION = r"\/api\/(?!auth|events|health)"
"""Paths of all calls that a page can open without: not session, events and health."""
ALL_BUT_CLASSES = r"\/api\/(?!auth|events|health|classrooms$)"
MANY_ROWS = 40
LONG_NAME = "A name that is as long as the names of people and things get"
PENDING = "new Promise(() => {})"
SERVER_ERROR = f"Promise.resolve(new Response({FAILURE!r}, {{ status: 500, headers: {JSON_TYPE} }}))"


def leave_calls_pending(page: Page) -> None:
    """Leave every call unanswered."""
    _replace_fetch(page, PENDING, ALL_BUT_SESSION)


def fail_calls(page: Page) -> None:
    """Make every call fail with a server error."""
    _replace_fetch(page, SERVER_ERROR, ALL_BUT_SESSION)


def leave_data_pending(page: Page) -> None:
    """Leave every call but the list of classes unanswered."""
    _replace_fetch(page, PENDING, ALL_BUT_CLASSES)


def fail_data(page: Page) -> None:
    """Make every call but the list of classes fail with a server error."""
    _replace_fetch(page, SERVER_ERROR, ALL_BUT_CLASSES)


def leave_import_pending(page: Page) -> None:
    """Leave the import of a class list unanswered."""
    _replace_fetch(page, PENDING, r"\/roster$")


def _replace_fetch(page: Page, result: str, pattern: str) -> None:
    """Replace `fetch` in the page: paths that match the pattern get `result`, a JavaScript promise."""
    page.add_init_script(f"""
      const originalFetch = window.fetch;
      window.fetch = (resource, options) =>
        /{pattern}/.test(resource.url ?? resource) ? {result} : originalFetch(resource, options);""")


def fail_changes(page: Page) -> None:
    """Make every write fail with a server error."""

    def respond(route: Route) -> None:
        if route.request.method == "GET":
            route.continue_()
        else:
            route.fulfill(status=500, content_type="application/json", body=FAILURE)

    page.route(API_PATTERN, respond)


def disconnect_server(page: Page) -> None:
    """Make the server unreachable and wait until the page shows it."""
    page.route(API_PATTERN, lambda route: route.abort())
    page.evaluate("dispatchEvent(new Event('offline'))")
    expect(page.get_by_text("Can't reach the class computer. Trying again...")).to_be_visible()


def mock_many_rows(page: Page) -> None:
    """Repeat the rows of every list but the classes up to `MANY_ROWS`; every third row has a long name."""

    def respond(route: Route) -> None:
        response = route.fetch()
        body = response.json()
        if route.request.url.endswith("/home"):
            body |= {part: _repeat_rows(rows) for part, rows in body.items() if isinstance(rows, list) and rows}
        elif isinstance(body, list) and body:
            body = _repeat_rows(body)
        route.fulfill(response=response, body=json.dumps(body))

    page.route(LIST_PATTERN, respond)


def _repeat_rows(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    names = ("firstName", "studentName", "name", "goalName", "itemName", "suggestedName", "lastGoalName", "description")
    repeated = []
    for number in range(max(MANY_ROWS, len(rows))):
        row = dict(rows[number % len(rows)])
        if number >= len(rows):
            row |= {key: f"{number}" for key in ("id", "assignmentId") if row.get(key)}
        long = dict.fromkeys((name for name in names if row.get(name)), LONG_NAME) if number % 3 == 1 else {}
        repeated.append(row | long)
    return repeated


RECENT_AWARDS = (
    (5, "Helped a friend"),
    (2, "On task"),
    (3, "Kind words"),
    (10, "Great teamwork"),
    (2, "Tidy table"),
    (5, "Tried again"),
)


def mock_recent_awards(page: Page) -> None:
    """Mock six recent awards, and giving one of them again."""
    _mock_awards(page, [{"amount": amount, "reason": reason} for amount, reason in RECENT_AWARDS])


def mock_long_awards(page: Page) -> None:
    """Mock six recent awards with long reasons and large amounts."""
    _mock_awards(page, [{"amount": 1_000_000 - number, "reason": f"{LONG_NAME} {number}"} for number in range(6)])


def _mock_awards(page: Page, awards: list[dict[str, object]]) -> None:
    page.route("**/api/goalbucks/awards/recent/*", lambda route: route.fulfill(json=awards))
    page.route(
        "**/api/goalbucks/award", lambda route: route.fulfill(status=201, json={"count": 1, "assignmentId": "a"})
    )


def fail_awards(page: Page) -> None:
    """Mock six recent awards, none of which can be given."""
    mock_recent_awards(page)
    page.route(
        "**/api/goalbucks/award", lambda route: route.fulfill(status=500, content_type="application/json", body=FAILURE)
    )


def lose_awards(page: Page) -> None:
    """Mock six recent awards; the response to giving one is lost."""
    mock_recent_awards(page)
    page.route("**/api/goalbucks/award", lambda route: route.abort())


def mock_marking_done(page: Page) -> None:
    """Mock marking goals as done, which changes nothing."""
    page.route("**/api/goals/complete", lambda route: route.fulfill(json={"count": 1}))


def complete_one_meanwhile(page: Page) -> None:
    """Refuse to mark goals as done; from the first attempt on one more goal of each assignment is completed."""
    attempts: list[Route] = []
    body = '{"error": "This goal is already completed.", "code": "already_completed"}'

    def refuse(route: Route) -> None:
        attempts.append(route)
        route.fulfill(status=409, content_type="application/json", body=body)

    def list_goals(route: Route) -> None:
        response = route.fetch()
        goals = response.json()
        if attempts:
            current = next(goal for goal in goals if goal["status"] == "current")
            current |= {"status": "completed", "completedAt": current["createdAt"], "submissionPending": False}
        route.fulfill(response=response, body=json.dumps(goals))

    page.route("**/api/goals/complete", refuse)
    page.route(re.compile(r"/api/assignments/(?!teacher)"), list_goals)


def mock_removed_photos(page: Page) -> None:
    """Remove the photos of records and portfolios, as the retention period does."""
    removed = {"imageUrl": None, "imageRemovedAt": "2026-11-12T10:00:00Z", "preview": None}

    def respond(route: Route) -> None:
        response = route.fetch()
        rows = [row | removed if row["imageUrl"] else row for row in response.json()]
        route.fulfill(response=response, body=json.dumps(rows))

    page.route(re.compile(r"/api/(goals/[^/]+/submissions|submissions/student/[^/]+/portfolio)"), respond)


def raise_prices_at_purchase(page: Page) -> None:
    """Refuse purchases; from the first attempt on each item costs 5 more."""
    attempts: list[Route] = []
    body = '{"error": "The price has changed.", "code": "price_changed"}'

    def refuse(route: Route) -> None:
        attempts.append(route)
        route.fulfill(status=409, content_type="application/json", body=body)

    def list_items(route: Route) -> None:
        response = route.fetch()
        increase = 5 if attempts else 0
        raised = [item | {"goalbucksCost": item["goalbucksCost"] + increase} for item in response.json()]
        route.fulfill(response=response, body=json.dumps(raised))

    page.route("**/api/purchases", refuse)
    page.route("**/api/store/classroom/*", list_items)


def clear_seen_celebrations(page: Page) -> None:
    """Delete from the browser's storage which reached goals it has celebrated."""
    page.add_init_script("""
      for (const key of Object.keys(localStorage)) if (key !== 'temp_user') localStorage.removeItem(key)""")


def mock_nearby_servers(page: Page) -> None:
    """Mock this and two other class computers on the network, two of them with long names and many classes."""
    long = {"teacher": LONG_NAME, "classes": [LONG_NAME] * 6}
    short = {"teacher": "Ben Osei", "classes": ["Art", "Pottery"], "url": "http://192.168.1.30:8080"}
    doors = {"here": long, "nearby": [short, long | {"url": "http://192.168.1.31:8080"}]}
    page.route("**/api/network/doors", lambda route: route.fulfill(json=doors))


def mock_new_computer(page: Page) -> None:
    """Mock a class computer without accounts."""
    no_accounts = {"here": {"teacher": None, "classes": []}, "nearby": []}
    page.route("**/api/network/doors", lambda route: route.fulfill(json=no_accounts))

    def respond(route: Route) -> None:
        response = route.fetch()
        route.fulfill(response=response, body=json.dumps(response.json() | {"setupNeeded": True}))

    page.route("**/api/auth/config", respond)


def mock_remote_settings(page: Page) -> None:
    """Mock the settings as another device gets them from a school's server."""

    def respond(route: Route) -> None:
        response = route.fetch()
        changes: dict[str, object] = {"teacherFromNetwork": True, "teacherFromNetworkFixed": True, "changeable": False}
        changes |= {"dataFolder": None, "canShowLogs": False}
        route.fulfill(response=response, body=json.dumps(response.json() | changes))

    page.route("**/api/settings", respond)
