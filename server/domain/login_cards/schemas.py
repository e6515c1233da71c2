"""Request and response models of login cards."""

from dataclasses import dataclass

from server.domain.auth.schemas import CredentialText
from server.schema import RequestModel, ResponseModel, ResponseRow, RowIds, Timestamp


class LoginCardsRequest(RequestModel):
    """Students of the class; duplicate ids count once."""

    student_ids: RowIds


@dataclass(slots=True)
class NewLoginCardResponse(ResponseRow):
    """A card that was made; this is the only response with its code."""

    student_id: str
    code: str


@dataclass(slots=True)
class LoginCardResponse(ResponseRow):
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
