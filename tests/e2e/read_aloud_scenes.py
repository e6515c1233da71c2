"""Scenes of reading aloud and of pictures, with a fake voice (fake_voice.js) and mocked pictures."""

import json
import re
from pathlib import Path

from playwright.sync_api import Page, Route

from tests.e2e.gallery import Scene, Step, click, fill, wait_for

FAKE_VOICE = Path(__file__).with_name("fake_voice.js")
PICTURES_BY_NAME = {
    "Read for 20 minutes every night": "book",
    "Be a buddy at recess": "hand",
    "Explain how a volcano erupts": "flask",
    "Draw a map of our school": "palette",
    "Help a classmate": "heart",
    "Water the class plants": "watering-can",
    "Science fair poster": "globe",
    "Write a thank-you letter": "letter",
    "Choose your seat for a day": "chair",
    "Line leader": "star",
    "Sticker sheet": "gift",
}


def use_fake_voice(page: Page) -> None:
    """Replace the browser's voices."""
    page.add_init_script(path=FAKE_VOICE)


def turn_on(page: Page) -> None:
    """Turn reading aloud on in this browser, with a fake voice."""
    use_fake_voice(page)
    page.add_init_script("localStorage.setItem('read_aloud', 'on')")


def remove_voices(page: Page) -> None:
    """Let the device have a remote voice only."""
    voice = "{ name: 'Remote', lang: 'en-US', localService: false, default: true, voiceURI: '' }"
    page.add_init_script(f"window.voices = [{voice}]")
    turn_on(page)


def mock_pictures(page: Page) -> None:
    """Give goals and items of the sample class pictures."""

    def with_picture(value: object) -> object:
        if isinstance(value, list):
            return [with_picture(each) for each in value]
        if isinstance(value, dict):
            changed = {key: with_picture(each) for key, each in value.items()}
            if "picture" in changed:
                changed["picture"] = PICTURES_BY_NAME.get(str(changed.get("name")))
            return changed
        return value

    def respond(route: Route) -> None:
        response = route.fetch()
        route.fulfill(response=response, body=json.dumps(with_picture(response.json())))

    page.route(
        re.compile(r"/api/(students/[^/]+/(home|goals)|store/classroom|assignments/teacher/[^/?]+(\?|$))"), respond
    )


def read_aloud_with_pictures(page: Page) -> None:
    """Turn reading aloud on, in a class with pictures."""
    turn_on(page)
    mock_pictures(page)


GOALS_LOADED, ITEMS_LOADED = wait_for("Be a buddy at recess"), wait_for("Homework pass")
READING = "Read for 20 minutes every night"
ACCOUNT = (click(re.compile("Your account")), wait_for("Change Password"))


def press_speaker(name: str) -> Step:
    """Press the speaker button of this name."""
    return lambda page: page.get_by_role("button", name=f"Read aloud: {name}", exact=True).last.click()


READ_ALOUD = (
    Scene("my-goals-pictures", "student", "/student", (GOALS_LOADED,), before=mock_pictures),
    Scene("my-goals-aloud", "student", "/student", (GOALS_LOADED,), before=read_aloud_with_pictures),
    Scene(
        "my-goals-playing",
        "student",
        "/student",
        (GOALS_LOADED, press_speaker(READING), wait_for("Current Goals")),
        before=read_aloud_with_pictures,
    ),
    Scene(
        "my-goals-playing-next",
        "student",
        "/student",
        (GOALS_LOADED, click("Read aloud: Be a buddy at recess"), wait_for("Current Goals")),
        before=read_aloud_with_pictures,
    ),
    Scene(
        "my-goals-playing-comment",
        "student",
        "/student",
        (GOALS_LOADED, press_speaker("what your teacher wrote")),
        before=turn_on,
    ),
    Scene("my-goals-no-voice", "student", "/student", (GOALS_LOADED,), before=remove_voices),
    Scene("student-store-pictures", "student", "/student/store", (ITEMS_LOADED,), before=mock_pictures),
    Scene("student-store-aloud", "student", "/student/store", (ITEMS_LOADED,), before=read_aloud_with_pictures),
    Scene("account-aloud", "student", "/student", ACCOUNT, before=turn_on),
    Scene(
        "account-no-voice",
        "student",
        "/student",
        (*ACCOUNT, wait_for("no English voice")),
        before=remove_voices,
    ),
    Scene(
        "picture-chooser",
        "teacher",
        "/teacher/student/{student_id}/goals",
        (
            click("Assign Goal"),
            fill("Goal name", "Water the class plants"),
            click("Choose a Picture"),
            lambda page: page.get_by_role("radio", name="Watering can").check(),
        ),
    ),
    Scene(
        "picture-chosen",
        "teacher",
        "/teacher/student/{student_id}/goals",
        (
            click("Assign Goal"),
            fill("Goal name", "Water the class plants"),
            click("Choose a Picture"),
            lambda page: page.get_by_role("radio", name="Watering can").check(),
            click("Use This Picture"),
        ),
    ),
    Scene("goals-pictures", "teacher", "/teacher/goals", (wait_for(READING),), before=mock_pictures),
    Scene(
        "student-goals-pictures",
        "teacher",
        "/teacher/student/{student_id}/goals",
        (wait_for("Spelling list 14"),),
        before=mock_pictures,
    ),
    Scene(
        "store-pictures",
        "teacher",
        "/teacher/store?class={class_id}",
        (wait_for("Homework pass"),),
        before=mock_pictures,
    ),
)
