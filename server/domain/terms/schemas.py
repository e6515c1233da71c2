"""Request and response models for terms."""

from dataclasses import dataclass
from datetime import date
from typing import Annotated, Literal

from pydantic import Field

from server.domain.terms.models import MAX_NAME, TermEnding
from server.schema import Name, RequestModel, ResponseRow


class NewTermRequest(RequestModel):
    """The name of the term that ends, and what happens to open goals and balances."""

    name: Annotated[Name, Field(max_length=MAX_NAME)]
    goals: Literal["keep", "end"]
    balances: Literal["keep", "reset"]

    def to_ending(self) -> TermEnding:
        """Convert to the service's input."""
        return TermEnding(self.name, self.goals, self.balances)


@dataclass(slots=True)
class TermResponse(ResponseRow):
    """A finished term; its last day is a Sunday."""

    id: str
    name: str
    first_day: Annotated[date, Field(serialization_alias="from")]
    last_day: Annotated[date, Field(serialization_alias="to")]


@dataclass(slots=True)
class NextTermResponse(ResponseRow):
    """What a new term would end now: the running term, its open goals, and all balances."""

    from_: Annotated[date, Field(serialization_alias="from")]
    to: date
    open_goals: int
    kept_goals: int
    """Those of `open_goals` that never end with a term: with proof to review, or another try."""
    goalbucks: int
    """The sum of the balances."""
