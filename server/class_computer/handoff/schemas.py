"""Request and response models of the sign-in hand-off."""

from typing import Annotated

from pydantic import StringConstraints

from server.domain.auth.schemas import IdToken, Typed
from server.schema import Answer, Body
from server.security.signed_handoff import LONGEST

Secret = Annotated[str, StringConstraints(strict=True, min_length=1, max_length=LONGEST)]


class DeliveryBody(Body):
    """The browser's sign-in."""

    handoff: Secret
    id_token: IdToken


class LookBody(Body):
    """A hand-off and its verifier, which only the window knows."""

    handoff: Secret
    verifier: Secret


class ClaimBody(LookBody):
    """Confirmation; `password` is that of the local account to which the identity is linked, if there is one."""

    password: Typed = ""
    invite_code: Typed | None = None


class DeliveredAnswer(Answer):
    """Identity to confirm in the window."""

    name: str
    email: str
