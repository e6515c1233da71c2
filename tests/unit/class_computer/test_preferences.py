"""Descriptions of changed preferences, and which of them remove images."""

import pytest

from server.class_computer.preferences.service import describe_changes, shortens_retention
from server.computer.preferences import ComputerPreferences


@pytest.mark.parametrize(
    ("after", "description"),
    [
        (ComputerPreferences(), ""),
        (ComputerPreferences(teacher_from_network=True), "teacher sign-in from other devices on"),
        (ComputerPreferences(keep_awake=False), "keep this computer awake off"),
        (ComputerPreferences(image_retention_days=30), "remove old photos after 30 days"),
        (
            ComputerPreferences(teacher_from_network=True, language="es"),
            "teacher sign-in from other devices on, language of the login page Spanish",
        ),
    ],
)
def test_changed_preferences_are_described_with_their_new_values(after: ComputerPreferences, description: str) -> None:
    assert describe_changes(ComputerPreferences(), after) == description


def test_removed_retention_is_described_as_off() -> None:
    before = ComputerPreferences(image_retention_days=30)
    assert describe_changes(before, ComputerPreferences()) == "remove old photos off"


@pytest.mark.parametrize(
    ("before", "after", "is_shorter"),
    [
        (None, 30, True),
        (90, 30, True),
        (30, 30, False),
        (30, 90, False),
        (30, None, False),
        (None, None, False),
    ],
)
def test_only_a_shorter_retention_removes_images(before: int | None, after: int | None, *, is_shorter: bool) -> None:
    preferences = ComputerPreferences(image_retention_days=after)
    assert shortens_retention(preferences, ComputerPreferences(image_retention_days=before)) is is_shorter
