"""The pictures of goals and store items, which the UI draws (specification 20.1)."""

from typing import Annotated, Literal, get_args

from pydantic import BeforeValidator

from server.texts.field_errors import field_error

GoalPicture = Literal[
    "book",
    "pencil",
    "abacus",
    "globe",
    "flask",
    "palette",
    "music",
    "ball",
    "broom",
    "backpack",
    "clock",
    "hand",
    "heart",
    "speech",
    "ear",
    "puzzle",
    "soap",
    "letter",
    "watering-can",
    "laptop",
    "chair",
    "film",
    "gift",
    "star",
]
GOAL_PICTURES: tuple[GoalPicture, ...] = get_args(GoalPicture)


def _check_picture(value: object) -> object:
    if value is not None and value not in GOAL_PICTURES:
        raise field_error("goal_picture")
    return value


OptionalGoalPicture = Annotated[GoalPicture | None, BeforeValidator(_check_picture)]
"""A picture in a request; None for none."""
