"""The kind of codes that substitutes have, which are stored under the server's key (server/security/code_key.py)."""

from server.errors import DomainError
from server.security.code_key import CodeKind


class SubstituteKeyMissingError(DomainError):
    """A server on PostgreSQL has no setting for the key."""

    code = "substitute_key_missing"
    sentence = (
        "Substitute codes aren't set up on this server yet. "
        "Please ask whoever runs it at your school to set GOALBUCKS_LOGIN_CARD_KEY."
    )


SUBSTITUTE_CODES = CodeKind("substitute", SubstituteKeyMissingError)
