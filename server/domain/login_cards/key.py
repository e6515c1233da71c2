"""The kind of codes that login cards have, which are stored under the server's key (server/security/code_key.py)."""

from server.errors import DomainError
from server.security.code_key import CodeKind


class LoginCardKeyMissingError(DomainError):
    """A server on PostgreSQL has no setting for the key."""

    code = "login_card_key_missing"
    sentence = (
        "Login cards aren't set up on this server yet. "
        "Please ask whoever runs it at your school to set GOALBUCKS_LOGIN_CARD_KEY."
    )


LOGIN_CARDS = CodeKind("card", LoginCardKeyMissingError)
