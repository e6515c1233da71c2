"""A child who can't read hears goals, items and comments; a fake voice (fake_voice.js) collects what is spoken."""

import re
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import httpx2
import pytest
from playwright.sync_api import Page, expect

from server import clock
from server.security.sessions import SESSION_COOKIE
from tests.e2e.conftest import IPAD, NewPage
from tests.e2e.gallery import show_in
from tests.e2e.page_actions import use_session
from tests.e2e.read_aloud_scenes import FAKE_VOICE, use_fake_voice
from tests.factories.seeded import SeededClass, seed
from tests.factories.server_process import ServerProcess

Call = Callable[..., Any]
PLANTS, READING = "Water the class plants", "Read for 20 minutes"
PLANTS_TEXT = f"{PLANTS}. 1250 GoalBucks. Due tomorrow. Not sent yet."
STARTED = re.compile("^Stop: ")
SIGNED_IN = re.compile("^Welcome, ")


@pytest.fixture
def seeded_class(tmp_path: Path) -> SeededClass:
    """A class with one student, who has a goal."""
    return seed(tmp_path / "data", students=1)


@pytest.fixture
def teacher_call(seeded_class: SeededClass, server: ServerProcess) -> Call:
    """Makes a call as the teacher and returns the response's JSON."""

    def call(method: str, path: str, **body: object) -> Any:
        cookies = {SESSION_COOKIE: seeded_class.teacher_token}
        response = httpx2.request(method, f"{server.local_url}{path}", json=body, cookies=cookies)
        response.raise_for_status()
        return response.json()

    return call


@pytest.fixture
def class_with_pictures(seeded_class: SeededClass, teacher_call: Call) -> list[str]:
    """Pictures of the sign-in, two goals with a picture, one item; returns the student's sign-in pictures."""
    ids = {"classroomId": seeded_class.id, "studentId": seeded_class.students[0].id}
    tomorrow = str(clock.local_date() + timedelta(days=1))
    plants = {"name": PLANTS, "goalbucks": 1250, "dueDate": tomorrow, "picture": "watering-can"}
    teacher_call("POST", "/api/goals", **ids, **plants)
    teacher_call("POST", "/api/goals", **ids, name=READING, goalbucks=5, picture="book")
    item = {"name": "Film on Friday", "goalbucksCost": 300, "description": "You choose it", "picture": "film"}
    teacher_call("POST", "/api/store", classroomId=seeded_class.id, **item)
    students = teacher_call("PUT", f"/api/classrooms/{seeded_class.id}/pictures", on=True)["students"]
    pictures: list[str] = students[0]["pictures"]
    return pictures


def spoken(page: Page) -> list[str]:
    """Return the texts that were spoken, each by a voice of the device."""
    utterances = page.evaluate("window.spoken")
    assert all(each["voice"].startswith("Own ") for each in utterances)
    return [each["text"] for each in utterances]


def is_speaking(page: Page) -> bool:
    """Return whether the voice is speaking."""
    speaking: bool = page.evaluate("window.isSpeaking()")
    return speaking


def open_my_goals(page: Page, server: ServerProcess, seeded_class: SeededClass) -> None:
    """Open My Goals in a browser in which reading aloud is on."""
    use_fake_voice(page)
    page.add_init_script("localStorage.setItem('read_aloud', 'on')")
    use_session(page, server.lan_url, seeded_class.students[0].token)
    page.goto("/student")
    expect(page.get_by_role("heading", name=SIGNED_IN)).to_be_visible()


def speaker(page: Page, name: str) -> Any:
    """Return the last speaker button of this name: that of the goal's row."""
    return page.get_by_role("button", name=re.compile(f"^(Read aloud|Stop): {name}$")).last


@pytest.mark.spec("20.1", "20.2")
def test_a_child_signs_in_with_pictures_and_hears_a_goal_and_an_item_by_touch(
    seeded_class: SeededClass, class_with_pictures: list[str], server: ServerProcess, new_page: NewPage
) -> None:
    tablet = new_page(server.lan_url, viewport=IPAD, has_touch=True)
    use_fake_voice(tablet)
    tablet.goto(f"/?class={seeded_class.code}")
    tablet.get_by_role("list").get_by_role("button").first.tap()
    for picture in class_with_pictures:
        tablet.get_by_role("button", name=picture.capitalize()).tap()
    expect(tablet.get_by_role("heading", name=SIGNED_IN)).to_be_visible()
    button = speaker(tablet, PLANTS)
    assert min(button.bounding_box()["width"], button.bounding_box()["height"]) >= 44
    assert spoken(tablet) == []
    button.tap()
    expect(button).to_have_attribute("aria-pressed", "true")
    assert spoken(tablet) == [PLANTS_TEXT]
    tablet.get_by_role("link", name="Store").filter(visible=True).first.tap()
    expect(tablet.get_by_text("Film on Friday").first).to_be_visible()
    assert not is_speaking(tablet)
    speaker(tablet, "Film on Friday").tap()
    film = "Film on Friday. 300 GoalBucks. Not Enough GoalBucks. 300 more to go. You choose it."
    assert spoken(tablet) == [PLANTS_TEXT, film]
    assert not any(picture in text for picture in class_with_pictures for text in spoken(tablet))


@pytest.mark.spec("20.2")
@pytest.mark.usefixtures("class_with_pictures")
def test_with_the_keyboard_a_second_press_stops_and_another_goal_stops_the_last(
    seeded_class: SeededClass, server: ServerProcess, new_page: NewPage
) -> None:
    page = new_page(server.lan_url)
    open_my_goals(page, server, seeded_class)
    plants, reading = speaker(page, PLANTS), speaker(page, READING)
    plants.focus()
    page.keyboard.press("Enter")
    expect(plants).to_have_accessible_name(f"Stop: {PLANTS}")
    page.keyboard.press("Space")
    expect(plants).to_have_accessible_name(f"Read aloud: {PLANTS}")
    assert not is_speaking(page)
    page.keyboard.press("Enter")
    reading.focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name=STARTED)).to_have_count(1)
    expect(reading).to_have_attribute("aria-pressed", "true")
    assert spoken(page) == [PLANTS_TEXT, PLANTS_TEXT, f"{READING}. 5 GoalBucks. Not sent yet."]
    page.evaluate("window.finishSpeaking()")
    expect(page.get_by_role("button", name=STARTED)).to_have_count(0)
    expect(reading).to_be_focused()


@pytest.mark.spec("20.2", "20.3")
@pytest.mark.usefixtures("class_with_pictures")
def test_a_comment_and_a_notice_are_read_in_the_language_of_the_page(
    seeded_class: SeededClass, server: ServerProcess, new_page: NewPage, teacher_call: Call
) -> None:
    ids = {"classroomId": seeded_class.id, "studentIds": [seeded_class.students[0].id]}
    teacher_call("POST", "/api/goalbucks/award", **ids, amount=1500, reason="Helped a friend")
    page = new_page(server.lan_url)
    open_my_goals(page, server, seeded_class)
    show_in(page, "es")
    page.get_by_role("button", name="Leer en voz alta: este mensaje").click()
    page.get_by_role("button", name=f"Leer en voz alta: {PLANTS}").last.click()
    assert spoken(page) == [
        "¡Recibiste un premio! Helped a friend. +1500 GoalBucks.",
        f"{PLANTS}. 1250 GoalBucks. Fecha límite: mañana. Aún no la has entregado.",
    ]
    assert {each["voice"] for each in page.evaluate("window.spoken")} == {"Own Spanish"}


@pytest.mark.spec("20.2")
@pytest.mark.usefixtures("class_with_pictures")
def test_nothing_is_spoken_on_once_a_dialog_opens_the_tab_is_hidden_or_another_tab_speaks(
    seeded_class: SeededClass, server: ServerProcess, new_page: NewPage
) -> None:
    page = new_page(server.lan_url)
    open_my_goals(page, server, seeded_class)
    button = speaker(page, PLANTS)
    button.click()
    assert is_speaking(page)
    page.get_by_role("button", name="Suggest a Goal").first.press("Enter")
    expect(page.get_by_role("dialog")).to_be_visible()
    assert not is_speaking(page)
    page.keyboard.press("Escape")
    button.click()
    other = page.context.new_page()
    other.add_init_script(path=FAKE_VOICE)
    other.goto("/student")
    speaker(other, READING).click()
    assert is_speaking(other)
    expect(button).to_have_attribute("aria-pressed", "false")
    assert not is_speaking(page)
    button.click()
    page.evaluate(
        "Object.defineProperty(document, 'hidden', { value: true, configurable: true });"
        "document.dispatchEvent(new Event('visibilitychange'))"
    )
    assert not is_speaking(page)
    assert spoken(page) == [PLANTS_TEXT] * 3


@pytest.mark.spec("20.3")
@pytest.mark.usefixtures("class_with_pictures")
def test_voices_that_load_late_show_the_buttons_without_moving_the_text(
    seeded_class: SeededClass, server: ServerProcess, new_page: NewPage
) -> None:
    page = new_page(server.lan_url)
    page.add_init_script("window.voicesLoadLate = true")
    open_my_goals(page, server, seeded_class)
    heading = page.get_by_role("heading", name=PLANTS, level=3)
    page.wait_for_function("() => document.fonts.status === 'loaded'")
    before = heading.bounding_box()
    assert page.get_by_role("button", name=re.compile("^Read aloud")).count() == 0
    page.evaluate("window.loadVoices()")
    expect(speaker(page, PLANTS)).to_be_visible()
    assert heading.bounding_box() == before


@pytest.mark.spec("20.3")
@pytest.mark.usefixtures("class_with_pictures")
def test_on_a_device_with_remote_voices_only_there_are_no_buttons_and_the_switch_says_so(
    seeded_class: SeededClass, server: ServerProcess, new_page: NewPage
) -> None:
    page = new_page(server.lan_url)
    voice = "{ name: 'Remote', lang: 'en-US', localService: false, default: true, voiceURI: '' }"
    page.add_init_script(f"window.voices = [{voice}]")
    open_my_goals(page, server, seeded_class)
    page.get_by_role("button", name="Your account").filter(visible=True).first.click()
    switch = page.get_by_role("switch", name="Read aloud")
    expect(switch).to_be_disabled()
    expect(switch).not_to_be_checked()
    expect(page.get_by_text("This device has no English voice of its own.")).to_be_visible()
    expect(page.get_by_role("button", name=re.compile("^Read aloud"), include_hidden=True)).to_have_count(0)


@pytest.mark.spec("20.1", "20.2")
@pytest.mark.usefixtures("class_with_pictures")
def test_code_of_reading_aloud_and_pictures_loads_only_where_they_are_used(
    seeded_class: SeededClass, server: ServerProcess, new_page: NewPage, teacher_call: Call
) -> None:
    page = new_page(server.lan_url)
    use_fake_voice(page)
    use_session(page, server.lan_url, seeded_class.students[0].token)
    requested: list[str] = []
    page.on("request", lambda request: requested.append(request.url))
    page.goto("/student")
    picture = page.locator("li").filter(has_text=PLANTS).locator("svg[viewBox='0 0 48 48']")
    expect(picture).to_be_visible()
    expect(picture).to_have_attribute("aria-hidden", "true")
    assert len([url for url in requested if "/drawing-" in url]) == 1
    assert not [url for url in requested if "read-aloud" in url]
    page.get_by_role("button", name="Your account").filter(visible=True).first.click()
    page.get_by_role("switch", name="Read aloud").click()
    page.keyboard.press("Escape")
    expect(speaker(page, PLANTS)).to_be_visible()

    goals = teacher_call("GET", f"/api/students/{seeded_class.students[0].id}/goals")
    for goal in goals:
        fields = {"name": goal["name"], "goalbucks": goal["goalbucks"], "dueDate": goal["dueDate"]}
        teacher_call("PUT", f"/api/goals/{goal['id']}", **fields)
    plain = new_page(server.lan_url)
    use_session(plain, server.lan_url, seeded_class.students[0].token)
    plain.on("request", lambda request: requested.append(request.url))
    requested.clear()
    plain.goto("/student")
    expect(plain.get_by_role("heading", name=PLANTS, level=3)).to_be_visible()
    assert not [url for url in requested if "/drawing-" in url or "read-aloud" in url]
