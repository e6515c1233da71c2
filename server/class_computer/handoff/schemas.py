"""Bodies and answers of the hand-off."""

from typing import Annotated

from pydantic import StringConstraints

from server.domain.auth.schemas import IdToken, Typed
from server.schema import Answer, Body
from server.security.signed_handoff import LONGEST

Secret = Annotated[str, StringConstraints(strict=True, min_length=1, max_length=LONGEST)]


class DeliveryBody(Body):
    """What the browser's page brings."""

    handoff: Secret
    id_token: IdToken


class LookBody(Body):
    """What only the window has."""

    handoff: Secret
    verifier: Secret


class ClaimBody(LookBody):
    """The teacher said yes; `password` is that of the local account which the identity is to be linked to."""

    password: Typed = ""
    invite_code: Typed | None = None


class DeliveredAnswer(Answer):
    """Who was signed in, for the question whether to go on as that person."""

    name: str
    email: str
