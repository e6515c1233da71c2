"""Request and response models for savings goals."""

from dataclasses import dataclass

from server.domain.goal_pictures import GoalPicture
from server.schema import Identifier, RequestModel, ResponseRow


class SavingsRequest(RequestModel):
    """The item to save for; null ends saving, and dismisses the notice of a deleted item."""

    item_id: Identifier | None


@dataclass(slots=True)
class SavingsResponse(ResponseRow):
    """What a student saves for: the item as it is now, or without an id the name of one that was deleted."""

    item_id: str | None
    item_name: str
    goalbucks_cost: int | None
    stock: int | None
    picture: GoalPicture | None
