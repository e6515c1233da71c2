"""Reports for families are one page each, whatever the names, and comments for families are saved by a button."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.e2e.conftest import LAPTOP
from tests.e2e.gallery import Gallery, Language, Scene, click, show_in, wait_for
from tests.e2e.page_actions import close_context, reload
from tests.e2e.printed_pages import disable_print_dialog, print_pages
from tests.e2e.progress_scenes import (
    CLASS_REPORTS,
    REPORT_COUNT,
    REPORTS,
    STUDENTS_PROGRESS,
    change_response,
    crowd_reports,
)
from tests.e2e.sample_class import SampleClass

PAPERS = {"letter": (612, 792), "a4": (595, 842)}
PRINT_BUTTONS: dict[Language, str] = {
    "en": f"Print {REPORT_COUNT} Reports",
    "es": f"Imprimir {REPORT_COUNT} informes",
}
LAST_LINES: dict[Language, str] = {"en": "Printed on", "es": "Impreso el"}
"""The beginning of the last line of a report."""
CUT_SHEETS = """() => [...document.querySelectorAll('.print-alone .report-sheet')]
  .filter((sheet) => sheet.scrollHeight > sheet.clientHeight).length"""
"""The number of sheets that don't show all they have."""


@pytest.mark.spec("23.5")
@pytest.mark.parametrize(
    ("language", "paper"),
    [
        ("es", "letter"),  # the longer texts on the shorter paper
        pytest.param("en", "letter", marks=pytest.mark.long),
        pytest.param("es", "a4", marks=pytest.mark.long),
        pytest.param("en", "a4", marks=pytest.mark.long),
    ],
)
def test_every_report_is_one_page_with_everything_on_it(
    chromium: Browser, sample_class: SampleClass, tmp_path: Path, language: Language, paper: str
) -> None:
    ready = wait_for("Save Comment")
    scene = Scene(
        "reports", "teacher", f"{REPORTS}?time=term", (ready,), before=change_response(CLASS_REPORTS, crowd_reports)
    )
    context = Gallery(chromium, sample_class).new_context(scene.viewer, "light", LAPTOP)
    page = context.new_page()
    disable_print_dialog(page)
    Gallery(chromium, sample_class).open_in(page, scene)
    page.get_by_label("Paper").select_option(paper)
    page.get_by_label("School's name").fill("Lincoln Elementary")
    show_in(page, language)
    page.get_by_role("button", name=PRINT_BUTTONS[language]).click()
    expect(page.locator(".print-alone .report-sheet")).to_have_count(REPORT_COUNT)
    sheets = print_pages(page, tmp_path / f"{paper}.pdf")
    page.emulate_media(media="print")
    assert page.evaluate(CUT_SHEETS) == 0
    assert [sheet.size for sheet in sheets] == [PAPERS[paper]] * REPORT_COUNT
    for sheet in sheets:
        assert "Lincoln Elementary" in sheet.text
        assert LAST_LINES[language] in sheet.text
    page.unroute_all(behavior="ignoreErrors")
    close_context(context)


@pytest.mark.spec("23.7", "23.8")
def test_the_newest_work_follows_the_report_of_one_student(
    chromium: Browser, sample_class: SampleClass, tmp_path: Path
) -> None:
    ready = (wait_for("Goals completed per week"), click("Print Report", "link"))
    scene = Scene("report", "teacher", STUDENTS_PROGRESS, ready)
    context = Gallery(chromium, sample_class).new_context(scene.viewer, "light", LAPTOP)
    page = context.new_page()
    disable_print_dialog(page)
    Gallery(chromium, sample_class).open_in(page, scene)
    page.get_by_label("Add a page with the newest photos and notes").check()
    expect(page.get_by_text("Second page: 2 photos and notes")).to_be_visible()
    page.get_by_label("Paper").select_option("letter")
    page.get_by_role("button", name="Print 1 Report").click()
    expect(page.locator(".print-alone .work-place")).to_have_count(2)
    report, work = print_pages(page, tmp_path / "report.pdf")
    assert (report.size, work.size) == (PAPERS["letter"], PAPERS["letter"])
    assert "Goals reached" in report.text
    assert "Water the class plants" in work.text
    close_context(context)


@pytest.mark.spec("23.6")
def test_a_comment_is_kept_once_it_is_saved(chromium: Browser, sample_class: SampleClass) -> None:
    scene = Scene("reports", "teacher", REPORTS, (wait_for("Save Comment"),))
    context = Gallery(chromium, sample_class).open(scene, "light", LAPTOP)
    page = context.pages[0]
    page.get_by_label("Comment for the Family").fill("Reads with great joy.")
    expect(page.get_by_label("Preview")).to_contain_text("Reads with great joy.")
    page.get_by_role("button", name="Save Comment").click()
    expect(page.get_by_text("Saved", exact=True)).to_be_visible()
    reload(page)
    expect(page.get_by_label("Comment for the Family")).to_have_value("Reads with great joy.")
    close_context(context)
