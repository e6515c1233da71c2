"""Request and response models for a sign-in that the browser hands to the desktop window (signed_handoff.py)."""

from typing import Annotated

from pydantic import StringConstraints

from server.domain.auth.schemas import CredentialText, IdToken
from server.schema import RequestModel, ResponseModel
from server.security.signed_handoff import MAX_HANDOFF_LENGTH

Secret = Annotated[str, StringConstraints(strict=True, min_length=1, max_length=MAX_HANDOFF_LENGTH)]


class DeliveryRequest(RequestModel):
    """The browser's sign-in."""

    handoff: Secret
    id_token: IdToken


class VerifierRequest(RequestModel):
    """A hand-off token, which is part of the browser's URL, and its verifier, which only the desktop window has."""

    handoff: Secret
    verifier: Secret


class ClaimRequest(VerifierRequest):
    """Confirmation; `password` is that of the local account to which the identity is linked, if there is one."""

    password: CredentialText = ""
    invite_code: CredentialText | None = None


class DeliveredIdentityResponse(ResponseModel):
    """Identity to confirm in the window."""

    name: str
    email: str
