"""Cross-origin attacks from another site in the browser in which the teacher is signed in."""

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from uuid import uuid4

import pytest
from playwright.sync_api import Page

from tests.durability.db_invariants import DbInvariants
from tests.e2e.conftest import NewPage
from tests.factories.http_client import HttpClient
from tests.factories.images import photo_jpeg
from tests.factories.passwords import PASSWORD
from tests.factories.seeded import EMAIL, SeededClass
from tests.factories.server_process import ServerProcess
from tests.factories.user_client import UserClient
from tests.factories.waiting import wait_until

ATTACKS = """async ({victim, image}) => {
  const told = {};
  const attempt = async (name, work) => { told[name] = await work().catch((error) => error.name); };
  const text = {method: "POST", mode: "no-cors", credentials: "include", headers: {"Content-Type": "text/plain"}};
  await attempt("write, unseen", async () =>
    (await fetch(`${victim}/api/classrooms`, {...text, body: '{"name": "Stolen"}'})).type);
  for (const method of ["POST", "PUT", "PATCH", "DELETE"])
    await attempt(`${method} as JSON`, async () => (await fetch(`${victim}/api/classrooms`, {
      method, credentials: "include", headers: {"Content-Type": "application/json"}, body: "{}"})).status);
  await attempt("read", async () => (await fetch(`${victim}/api/classrooms`, {credentials: "include"})).text());
  await attempt("read, unseen", async () =>
    (await fetch(`${victim}/api/auth/session`, {credentials: "include", mode: "no-cors"})).type);
  const loads = (tag, path) => new Promise((done) => {
    const element = document.createElement(tag);
    element.onload = () => done("loaded");
    element.onerror = () => done("refused");
    element.src = victim + path;
    document.body.append(element);
  });
  told["picture"] = await loads("img", image);
  told["script"] = await loads("script", "/api/classrooms");
  told["listening"] = await new Promise((done) => {
    const stream = new EventSource(`${victim}/api/events`, {withCredentials: true});
    stream.onopen = () => done("open");
    stream.onerror = () => { stream.close(); done("refused"); };
  });
  return told;
}"""
SUBMIT_FORM = """({victim}) => {
  const form = document.createElement("form");
  Object.assign(form, {method: "post", action: `${victim}/api/classrooms`, enctype: "text/plain"});
  form.innerHTML = `<input name='{"name": "Stolen", "gradeLevel": "' value='"}'>`;
  document.body.append(form);
  form.submit();
}"""
READ_OPENED_WINDOW = """() => {
  try { return window.other.document.body.innerText; } catch (error) { return error.name; }
}"""
SAME_SITE, CROSS_SITE = "127.0.0.1", "localhost"
"""Origins beside http://127.0.0.1:8080: same-site, so that cookies are sent, but cross-origin; and cross-site."""


class _EmptyPageHandler(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b"<title>Win a phone</title><body></body>")

    def log_message(self, *_: object) -> None:
        """Log nothing."""


@contextmanager
def other_site_port() -> Iterator[int]:
    """A web server with empty pages; returns its port."""
    with ThreadingHTTPServer(("127.0.0.1", 0), _EmptyPageHandler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield server.server_address[1]
        server.shutdown()


def count_responses(server: ServerProcess) -> Counter[str]:
    """The server's responses until now by method, path and status."""
    log = server.data_dir / "logs" / "goalbucks.log"
    # Lines are written after the responses: wait for the one of a request of our own.
    last = f"/api/{uuid4()}"
    with HttpClient(server.port) as client:
        client.request("GET", last)
    wait_until(lambda: last in log.read_text(encoding="utf-8"))
    until_last = log.read_text(encoding="utf-8").partition(last)[0]
    return Counter(re.findall(r"goalbucks\.requests: (\w+ /api/\S+ \d+)", until_last))


@pytest.fixture
def picture(seeded_class: SeededClass, server: ServerProcess) -> str:
    """The path of a proof's image."""
    (student,) = seeded_class.students
    sender = UserClient(server)
    sender.sign_in("/api/auth/student", username=student.username, password=PASSWORD, classCode=seeded_class.code)
    goal = {"id": student.goal_id, "studentId": student.id, "classroomId": seeded_class.id}
    submission = sender.submit_proof(goal, "See", photo_jpeg(300, 400, grain=False))
    sender.disconnect()
    return f"/api/submissions/{submission}/image"


def sign_in(page: Page) -> None:
    """Sign in as the teacher through the page, so that the browser has the cookie with its attributes."""
    page.goto("/")
    body = f'{{"username": "{EMAIL}", "password": "{PASSWORD}"}}'
    script = """(body) => fetch("/api/auth/teacher", {
      method: "POST", headers: {"Content-Type": "application/json"}, body}).then((response) => response.status)"""
    assert page.evaluate(script, body) == 200
    page.goto("about:blank")  # the page's own calls would be counted too


def attack_from(host: str, page: Page, server: ServerProcess, seeded_class: SeededClass, picture: str) -> Counter[str]:
    """Run every attack from a page on that host; returns what the server answered."""
    before = count_responses(server)
    with other_site_port() as port:
        page.goto(f"http://{host}:{port}/")
        outcomes = page.evaluate(ATTACKS, {"victim": server.local_url, "image": picture})
        with page.expect_popup() as opening:
            page.evaluate("(address) => { window.other = window.open(address); }", f"{server.local_url}/api/classrooms")
        opening.value.wait_for_load_state()
        assert seeded_class.id in opening.value.content()  # a top-level navigation by the teacher is allowed
        peeked = page.evaluate(READ_OPENED_WINDOW)
        opening.value.close()
        with page.expect_navigation():
            page.evaluate(SUBMIT_FORM, {"victim": server.local_url})
    assert outcomes == {
        "write, unseen": "TypeError",
        **{f"{method} as JSON": "TypeError" for method in ("POST", "PUT", "PATCH", "DELETE")},
        "read": "TypeError",
        "read, unseen": "TypeError",
        "picture": "refused",
        "script": "refused",
        "listening": "refused",
    }
    assert peeked in {"SecurityError", "TypeError"}
    assert '"foreign_origin"' in page.content()
    return count_responses(server) - before


def test_a_page_of_another_origin_can_neither_write_nor_read_in_the_teachers_session(
    server: ServerProcess, seeded_class: SeededClass, picture: str, new_page: NewPage
) -> None:
    page = new_page(server.local_url)
    sign_in(page)
    books = DbInvariants(server.data_dir)
    rows = books.query("SELECT id, name FROM classrooms")
    # A same-site page sends the cookie and is refused by its Origin; a cross-site page sends no cookie at all.
    for host, read in ((SAME_SITE, "GET /api/auth/session 200"), (CROSS_SITE, "GET /api/auth/session 401")):
        answered = attack_from(host, page, server, seeded_class, picture)
        assert answered[read] == 1
        assert answered["POST /api/classrooms 403"] == 2
        assert [each for each in answered if not each.startswith(("GET", "OPTIONS")) and each[-3:] != "403"] == []
    assert books.query("SELECT id, name FROM classrooms") == rows
