"""Request and response models of login cards."""

from typing import Annotated

from pydantic import Field

from server.domain.auth.schemas import CredentialText
from server.schema import Identifier, RequestModel, ResponseModel, Timestamp

MAX_CARDS_PER_CALL = 500


class LoginCardsRequest(RequestModel):
    """Students of the class; duplicate ids count once."""

    student_ids: Annotated[list[Identifier], Field(min_length=1, max_length=MAX_CARDS_PER_CALL)]


class NewLoginCardResponse(ResponseModel):
    """A card that was made; this is the only response with its code."""

    student_id: str
    code: str


class LoginCardResponse(ResponseModel):
    """A valid card."""

    student_id: str
    made_at: Timestamp
    last_used_at: Timestamp | None
    address: str | None
    """The URL that was printed on it; null: the computer was in no network."""


class CardCodeRequest(RequestModel):
    """The code of a card, as scanned or typed."""

    code: CredentialText


class CardHolderResponse(ResponseModel):
    """The student of a card."""

    first_name: str
    class_name: str
