"""Accounts of the identity provider's users: their creation, and sessions for them (specification 2.9, 2.11)."""

from unicodedata import category

from pydantic import TypeAdapter, ValidationError
from sqlalchemy.orm import Session

from server.domain.auth.schemas import FullName
from server.domain.auth.sign_in import ClientContext, LoginResult, start_session
from server.domain.teachers import service as teachers
from server.domain.teachers.models import Teacher
from server.security import recovery_codes, sessions
from server.security.identity_provider import ProviderIdentity

_full_name_adapter = TypeAdapter(FullName)


def create_account(db: Session, identity: ProviderIdentity) -> Teacher:
    """Create a teacher account linked to the identity; raises `EmailTakenError`."""
    return teachers.register(db, name=name_from_identity(identity), email=identity.email, provider_uid=identity.uid)


def name_from_identity(identity: ProviderIdentity) -> str:
    """Derive a valid name (specification 2.7) from the provider's name, else from the e-mail's local part.

    Format characters are removed: a direction mark can make a name read as another one.
    """
    for name in (identity.name, identity.email.partition("@")[0]):
        try:
            valid: str = _full_name_adapter.validate_python("".join(char for char in name if category(char) != "Cf"))
        except ValidationError:
            continue
        return valid
    return identity.email[:200]


def start_identity_session(
    db: Session, client: ClientContext, teacher: Teacher, identity: ProviderIdentity
) -> LoginResult:
    """Start a session for the account that the identity is linked to."""
    if identity.is_email_verified and not teacher.email_verified:
        _confirm_email_owner(db, teacher)
    return start_session(db, client, "teacher", teacher.id)


def _confirm_email_owner(db: Session, teacher: Teacher) -> None:
    """Mark the e-mail as verified and revoke the password, recovery code and sessions from before.

    Another person may have registered with this e-mail, and the provider gives its owner the same uid.
    """
    teacher.email_verified = True
    teacher.password_hash = None
    recovery_codes.delete_code(db, teacher.id)
    sessions.end_sessions_of(db, "teacher", teacher.id)
