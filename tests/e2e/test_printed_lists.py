"""Lists for paper: a class with balances, sign-in slips, the goals of one student."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Route

from tests.e2e.conftest import LAPTOP
from tests.e2e.gallery import Gallery, Scene, Step
from tests.e2e.page_actions import close_context
from tests.e2e.page_mocks import MANY_ROWS
from tests.e2e.print_scenes import PRINT_CLASS_LIST, PRINT_GOALS, PRINT_SLIPS, STUDENT
from tests.e2e.printed_pages import PrintedPage, print_pages
from tests.e2e.sample_class import READING_DETAILS, SampleClass
from tests.e2e.scenes import CLASS
from tests.factories.passwords import PASSWORD

MAX_NAME = 200
"""Characters of a first or last name."""
LONG_NAMES = {"firstName": ("Maximiliana " * 20)[:MAX_NAME].strip(), "lastName": "X" * MAX_NAME}
SIZES = {"A4": (596, 843), "Letter": (612, 792)}
"""In points, as Chromium rounds them."""
HEADER = ("Room 12 Homeroom", "Elena Rivera")
PAGE_MARGIN = (5, 5)


@pytest.fixture(scope="module")
def gallery(chromium: Browser, sample_class: SampleClass) -> Gallery:
    return Gallery(chromium, sample_class)


def mock_longest_names(page: Page) -> None:
    """Make a class of 40 students, each with the longest names and an own username."""

    def respond(route: Route) -> None:
        response = route.fetch()
        student = response.json()[0] | LONG_NAMES
        rows = [student | {"id": f"{number}", "username": f"student-{number}."} for number in range(MANY_ROWS)]
        route.fulfill(response=response, json=rows)

    page.route("**/api/classrooms/*/students/stats", respond)


def _print(gallery: Gallery, path: str, steps: tuple[Step, ...], file: Path, before: Step | None) -> list[PrintedPage]:
    """Print what the steps lead to, on a device in the dark theme."""
    wait_for_page, *others = steps
    if before is mock_longest_names:
        others = [lambda page: page.get_by_text("@student-1.").first.wait_for(), *others]
    else:
        others = [wait_for_page, *others]
    context = gallery.new_context("teacher", "dark", LAPTOP)
    page = context.new_page()
    gallery.open_in(page, Scene("printed", "teacher", path, tuple(others[:-2]), before=before))
    page.locator(".print-alone").wait_for(state="attached")
    sheets = print_pages(page, file, file.stem)
    close_context(context)
    return sheets


def _assert_each_has_header(sheets: list[PrintedPage], *texts: str) -> None:
    for number, sheet in enumerate(sheets, 1):
        for text in (*HEADER, f"{number} / {len(sheets)}", *texts):
            assert text in sheet.text, (text, sheet.text)
        assert sheet.picture.getpixel(PAGE_MARGIN) == (255, 255, 255)


@pytest.mark.spec("3.19")
@pytest.mark.parametrize("paper", [pytest.param("A4", marks=pytest.mark.long), "Letter"])
def test_a_class_list_of_forty_with_the_longest_names_cuts_no_row(gallery: Gallery, tmp_path: Path, paper: str) -> None:
    sheets = _print(gallery, CLASS, PRINT_CLASS_LIST, tmp_path / f"{paper}.pdf", mock_longest_names)
    assert {sheet.size for sheet in sheets} == {SIZES[paper]}
    _assert_each_has_header(sheets, "Class List", "40 students", "Username", "Current Goals", "GoalBucks")
    for number in range(MANY_ROWS):
        assert sum(f"@student-{number}." in sheet.text for sheet in sheets) == 1
    for sheet in sheets:
        # As many names in full as usernames.
        assert _letters(sheet).count("X" * MAX_NAME) == sheet.text.count("@student-")
        assert "View Goals" not in sheet.text


def _letters(sheet: PrintedPage) -> str:
    return re.sub(r"[^X]+", lambda found: "" if found[0].isspace() else " ", sheet.text)


@pytest.mark.spec("3.19")
@pytest.mark.parametrize("paper", ["A4", pytest.param("Letter", marks=pytest.mark.long)])
def test_sign_in_slips_of_forty_have_address_code_and_username_but_no_password(
    gallery: Gallery, sample_class: SampleClass, tmp_path: Path, paper: str
) -> None:
    sheets = _print(gallery, CLASS, PRINT_SLIPS, tmp_path / f"{paper}.pdf", mock_longest_names)
    _assert_each_has_header(sheets, "Sign-In Slips")
    address = sample_class.server.lan_url.removeprefix("http://")
    for sheet in sheets:
        counts = [sheet.text.count(text) for text in ("student-", address, sample_class.classroom["classCode"])]
        assert counts == [_letters(sheet).count("X" * MAX_NAME)] * 3
        assert PASSWORD not in sheet.text
    assert sum(sheet.text.count("student-") for sheet in sheets) == MANY_ROWS


@pytest.mark.spec("3.19")
def test_the_usual_class_list_is_one_page(gallery: Gallery, tmp_path: Path) -> None:
    (sheet,) = _print(gallery, CLASS, PRINT_CLASS_LIST, tmp_path / "A4.pdf", None)
    names = ["Featherstonehaugh", "Grace Kim", "Emma Li", "Hank O'Brien", "Amara Okafor", "Jamal Washington"]
    assert re.findall("|".join(names), sheet.text) == names
    assert re.search(r"Amara Okafor\s+@amara\.o\s+5\s+115", sheet.text)


@pytest.mark.spec("3.19")
def test_the_goals_of_a_student_are_printed_with_balance_dates_and_worth(gallery: Gallery, tmp_path: Path) -> None:
    (sheet,) = _print(gallery, STUDENT, PRINT_GOALS, tmp_path / "Letter.pdf", None)
    _assert_each_has_header([sheet], "Amara Okafor", "Balance: 115 GoalBucks", "5 goals completed")
    assert re.search(r"Current Goals.*Read for 20 minutes every night\s+\w+ \d+, \d{4}\s+25\s", sheet.text, re.DOTALL)
    assert re.search(r"Completed Goals.*Science fair poster\s+\w+ \d+, \d{4}\s+60\s", sheet.text, re.DOTALL)
    assert READING_DETAILS not in sheet.text
