"""Every screen of a student, and a teacher's commonest, work while the browser translates them (specification 17.3)."""

from difflib import ndiff

import pytest
from playwright.sync_api import Browser

from server.texts.language import STUDENT_LANGUAGES
from tests.e2e.conftest import IPAD, LAPTOP
from tests.e2e.gallery import Gallery, Language, Scene, show_in
from tests.e2e.page_actions import close_context
from tests.e2e.sample_class import SampleClass
from tests.e2e.scenes import SCENES
from tests.e2e.translation import STYLES, Style, read_texts, translate

STUDENT_SCENES = [scene for scene in SCENES if scene.viewer in {"visitor", "student", "new student"}]
TEACHER_SCENES = [
    scene
    for scene in SCENES
    if scene.name
    in {
        "class",
        "students",
        "goals-expanded",
        "student-goals",
        "student-progress",
        "submissions",
        "suggestions",
        "store",
        "fulfillment",
        "manage-students",
        "bulk-goal",
    }
]
MAIN_SCENES = [
    scene for scene in SCENES if scene.name in {"my-goals", "student-store", "purchase", "class", "submissions"}
]
SHARES = 4
"""Number of shares, so that several workers split the scenes."""


@pytest.fixture(scope="module")
def gallery(chromium: Browser, sample_class: SampleClass) -> Gallery:
    return Gallery(chromium, sample_class)


@pytest.mark.spec("17.3")
@pytest.mark.early
def test_main_screens_show_the_texts_of_untranslated_ones(gallery: Gallery) -> None:
    assert wrong_texts(MAIN_SCENES, gallery, "fonts") == {}


@pytest.mark.spec("17.3")
@pytest.mark.long
@pytest.mark.parametrize("part", range(SHARES))
@pytest.mark.parametrize("language", [each for each in STUDENT_LANGUAGES if each != "en"])
def test_translated_screens_show_the_texts_of_untranslated_ones(
    gallery: Gallery, language: Language, part: int
) -> None:
    scenes = [scene for scene in (STUDENT_SCENES + TEACHER_SCENES)[part::SHARES] if language in scene.languages]
    assert wrong_texts(scenes, gallery, "fonts", language) == {}


@pytest.mark.spec("17.3")
@pytest.mark.long
@pytest.mark.parametrize("style", STYLES)
def test_main_screens_show_their_texts_however_they_are_translated(gallery: Gallery, style: Style) -> None:
    assert wrong_texts(MAIN_SCENES, gallery, style) == {}


def wrong_texts(scenes: list[Scene], gallery: Gallery, style: Style, language: Language = "es") -> dict[str, list[str]]:
    """By scene the lines that differ between the texts of the page (-) and those of the translated page (+)."""
    found: dict[str, list[str]] = {}
    for scene in scenes:
        lines = ndiff(texts_of(scene, gallery, None, language), texts_of(scene, gallery, style, language))
        if wrong := [line for line in lines if not line.startswith("  ")]:
            found[scene.name] = wrong
    return found


def texts_of(scene: Scene, gallery: Gallery, style: Style | None, language: Language) -> list[str]:
    """The texts of the scene, in this language, in English again; with a style translated from the first heading on."""
    context = gallery.new_context(scene.viewer, "light", IPAD if scene in STUDENT_SCENES else LAPTOP)
    page = context.new_page()
    gallery.open_in(page, scene, opened=lambda page: translate(page, style) if style else None)
    texts = read_texts(page)
    for shown in (language, "en"):
        show_in(page, shown)
        texts += read_texts(page)
    close_context(context)
    return texts
