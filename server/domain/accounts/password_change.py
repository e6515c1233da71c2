"""Change of the signed-in user's password (specification 2.27)."""

from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy.orm import Session

from server.database.base import Entity
from server.database.locking import lock_rows
from server.domain.accounts.reauthentication import (
    PASSWORD_CHANGE_LIMIT,
    find_login_candidate,
    require_recent_sign_in,
    with_current_password,
)
from server.domain.accounts.service import get_account, get_teacher
from server.domain.activity.service import ActivityEvent, record
from server.domain.auth.sign_in import ClientContext, SignInContext, check_rate_limits
from server.domain.students.models import Student
from server.domain.teachers.models import Teacher
from server.domain.teachers.sample_account import require_own_account
from server.errors import InvalidError, NotSignedInError
from server.requests import rate_limit
from server.security import recovery_codes, throttle
from server.security.actor import Actor, Role
from server.security.sessions import end_sessions_of, is_open
from server.texts.field_errors import field_sentence

_MODELS: Mapping[Role, type[Entity]] = {"teacher": Teacher, "student": Student}


@dataclass(frozen=True, slots=True)
class PasswordChange:
    """Change of the actor's password; it ends all other sessions of the account and makes its other browsers unknown.

    Raises `WrongPasswordError`, `NotSignedInError` if this session ends meanwhile, and the errors of the rate limits.
    """

    context: SignInContext
    actor: Actor

    async def change(self, current_password: str, new_password: str) -> None:
        """Replace the current password."""

        async def save(client: ClientContext) -> None:
            password_hash = await self.context.password_hasher.hash(new_password)
            await self.context.transactions.write(lambda db: replace_password(db, self.actor, client, password_hash))

        await with_current_password(self.context, self.actor, current_password, save)

    async def change_or_set(self, current_password: str | None, new_password: str) -> None:
        """Replace a teacher's password, or set one after a recent sign-in through the identity provider.

        Raises `InvalidError` for a missing current password, `RecentSignInRequiredError` for an older session,
        `SampleClassError` for the account of the sample class.
        """
        await self.context.transactions.read(lambda db: require_own_account(db, self.actor.id))
        teacher = await self.context.transactions.read(lambda db: get_teacher(db, self.actor))
        if current_password is not None and teacher.has_password:
            await self.change(current_password, new_password)
        elif teacher.uses_identity_provider:
            await self._set(new_password)
        else:
            raise InvalidError(fields={"currentPassword": field_sentence("missing")})

    async def _set(self, new_password: str) -> None:
        transactions = self.context.transactions
        await transactions.read(lambda db: require_recent_sign_in(db, self.actor))
        password_hash = await self.context.password_hasher.hash(new_password)
        await transactions.write(lambda db: set_password(db, self.actor, self.context.client, password_hash))


def replace_password(db: Session, actor: Actor, client: ClientContext, password_hash: str) -> None:
    """Replace the password after the current one was verified; ends all other sessions and known browsers.

    Also unlinks a teacher's identity, which has to be linked again with the new password, and deletes the recovery
    code: both may have been created by another person who knew the old password.

    The rate limits are checked again, as concurrent attempts may have failed meanwhile. Raises `NotSignedInError` if
    this session ended during the verification.
    """
    check_rate_limits(db, client, find_login_candidate(db, actor))
    account = _store_password(db, actor, client, password_hash)
    if isinstance(account, Teacher):
        account.provider_uid = None


def set_password(db: Session, actor: Actor, client: ClientContext, password_hash: str) -> None:
    """Set a first password, or replace a forgotten one, after a recent sign-in through the identity provider.

    Ends all other sessions and known browsers of the account. Raises `RecentSignInRequiredError`, and
    `NotSignedInError` if this session has ended.
    """
    require_recent_sign_in(db, actor)
    _store_password(db, actor, client, password_hash)


def _store_password(db: Session, actor: Actor, client: ClientContext, password_hash: str) -> Teacher | Student:
    lock_rows(db, _MODELS[actor.role], [actor.id])
    if not is_open(db, actor.session_id):
        raise NotSignedInError
    rate_limit.consume(db, [PASSWORD_CHANGE_LIMIT.for_key(actor.id)])
    account = get_account(db, actor)
    account.password_hash = password_hash
    if isinstance(account, Teacher):
        recovery_codes.delete_code(db, actor.id)
    end_sessions_of(db, actor.role, actor.id, exclude=actor.session_id)
    throttle.delete_known_browsers(db, actor.role, actor.id, except_token=client.browser_token)
    record(db, actor, ActivityEvent("password_changed"))
    return account
