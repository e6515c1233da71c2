"""Login cards from the print dialog to the sign-in: the printed PDF is rendered, and its QR codes are read from it."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, Request, expect

from tests.e2e.page_actions import use_session
from tests.e2e.printed_pages import disable_print_dialog, print_pages
from tests.factories.seeded import SeededClass, seed
from tests.factories.server_process import ServerProcess

STUDENTS = 9
PAPERS = {"letter": (612, 792), "a4": (595, 842)}
"""Sizes in points."""


@pytest.fixture
def seeded_class(tmp_path: Path) -> SeededClass:
    """A class of nine students, whose cards are two sheets."""
    return seed(tmp_path / "data", students=STUDENTS)


def make_cards(page: Page, paper: str) -> None:
    page.get_by_role("button", name="Login Cards").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Paper").select_option(paper)
    dialog.get_by_role("button", name=f"Make and Print {STUDENTS} Cards").click()
    expect(page.get_by_role("heading", name="Did the cards come out well?")).to_be_visible()


@pytest.mark.spec("2.31", "2.32", "2.33")
def test_printed_cards_sign_in_by_scanning_and_by_typing(
    seeded_class: SeededClass, server: ServerProcess, teacher_page: Page, student_page: Page, tmp_path: Path
) -> None:
    disable_print_dialog(teacher_page)
    use_session(teacher_page, server.local_url, seeded_class.teacher_token)
    # The test's server isn't announced, so that it has no address.
    address = {"address": server.lan_url.split("/")[2].rpartition(":")[0], "url": server.lan_url}
    teacher_page.route("**/api/network", lambda route: route.fulfill(json=route.fetch().json() | address))
    teacher_page.goto(f"/teacher/class/{seeded_class.id}")
    printed: dict[str, list[str]] = {}
    for paper, size in PAPERS.items():
        make_cards(teacher_page, paper)
        sheets = print_pages(teacher_page, tmp_path / f"{paper}.pdf")
        assert [sheet.size for sheet in sheets] == [size] * 2
        codes = [sheet.read_codes() for sheet in sheets]
        assert [len(each) for each in codes] == [8, 1]
        printed[paper] = [url for each in codes for url in each]
        # The screen shows no code.
        texts = teacher_page.locator("[role=dialog]").inner_text()
        assert not any(url.partition("#")[2][:4] in texts for url in printed[paper])
        teacher_page.get_by_role("button", name="Done").click()
    assert all(re.fullmatch(re.escape(f"{server.lan_url}/card#") + "[2-9A-HJ-NP-Z]{8}", url) for url in printed["a4"])
    assert not {*printed["letter"]} & {*printed["a4"]}

    requests: list[Request] = []
    student_page.on("request", lambda request: requests.append(request))  # noqa: PLW0108 - Playwright marks the function
    scanned, typed = printed["a4"][0], printed["a4"][8].partition("#")[2]
    student_page.goto(printed["letter"][0])
    expect(student_page.get_by_role("heading", name="This card doesn't work any more")).to_be_visible()
    # The camera opens the next card in the same tab: only the fragment differs.
    student_page.goto(scanned)
    expect(student_page.get_by_role("heading", name=re.compile("^Sign in as "))).to_be_visible()
    assert student_page.url == f"{server.lan_url}/card"
    assert student_page.evaluate("document.cookie") == ""
    student_page.get_by_role("button", name=re.compile("^Yes, I'm ")).click()
    expect(student_page.get_by_role("heading", name=re.compile("^Welcome, "))).to_be_visible()
    code = scanned.partition("#")[2]
    sent = [request for request in requests if code in request.url or code in str(request.headers)]
    assert sent == []

    student_page.get_by_role("button", name="Logout").filter(visible=True).first.click()
    student_page.get_by_role("button", name="Student Login").click()
    student_page.get_by_role("button", name="I Have a Login Card").click()
    student_page.get_by_label("Card code").press_sequentially(f"{typed[:4].lower()}-{typed[4:]}")
    student_page.keyboard.press("Enter")
    expect(student_page.get_by_role("heading", name=re.compile("^Welcome, "))).to_be_visible()
    # Neither the address bar's history nor the log has a code.
    student_page.go_back()
    assert "#" not in student_page.url
    log = "".join(path.read_text() for path in (server.data_dir / "logs").glob("*.log"))
    assert log
    assert not any(url.partition("#")[2] in log for url in (*printed["letter"], *printed["a4"]))
