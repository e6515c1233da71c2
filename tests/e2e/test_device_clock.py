"""Devices with a wrong clock, such as a tablet that was flat and has no internet to set it."""

from datetime import timedelta

import pytest
from playwright.sync_api import Page, expect

from server import clock
from tests.e2e.conftest import IPAD, NewPage
from tests.e2e.page_actions import use_session
from tests.e2e.teacher_calls import TeacherCalls
from tests.factories.seeded import SeededClass
from tests.factories.server_process import ServerProcess
from tests.factories.tiers import by_tier


def set_clock(page: Page, moment: str) -> None:
    """Let the page's clock begin at a time, a JavaScript expression; it goes on from there."""
    page.add_init_script(
        f"""(() => {{
            const RealDate = Date, ahead = {moment}.getTime() - RealDate.now();
            window.Date = class extends RealDate {{
                constructor(...parts) {{ parts.length ? super(...parts) : super(RealDate.now() + ahead); }}
                static now() {{ return RealDate.now() + ahead; }}
            }};
        }})()"""
    )


@pytest.mark.spec("14.6")
def test_days_and_news_are_counted_by_the_clock_of_the_class_computer(
    server: ServerProcess, seeded_class: SeededClass, student_page: Page
) -> None:
    teacher = TeacherCalls(server, seeded_class)
    for days, name in enumerate(("Due now", "Due next")):
        teacher.assign(name, (clock.local_date() + timedelta(days)).isoformat())
    teacher.award(7)
    set_clock(student_page, "new Date(2035, 5, 1, 12)")
    use_session(student_page, server.lan_url, seeded_class.students[0].token)
    student_page.goto("/student")
    expect(student_page.get_by_text("Due today").first).to_be_visible()
    expect(student_page.get_by_text("Due tomorrow").first).to_be_visible()
    expect(student_page.get_by_text("Helped a friend").first).to_be_visible()


@pytest.mark.spec("14.6")
@pytest.mark.parametrize("zone", by_tier(["Pacific/Kiritimati", "Pacific/Pago_Pago"]))
def test_a_goal_is_due_by_the_date_of_the_class_computer_whatever_the_zone_of_the_device(
    zone: str, server: ServerProcess, seeded_class: SeededClass, new_page: NewPage
) -> None:
    TeacherCalls(server, seeded_class).assign("Due now", clock.local_date().isoformat())
    page = new_page(server.lan_url, viewport=IPAD, has_touch=True, timezone_id=zone)
    use_session(page, server.lan_url, seeded_class.students[0].token)
    page.goto("/student")
    expect(page.get_by_text("Due today").first).to_be_visible()
