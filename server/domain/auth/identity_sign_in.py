"""Sign-in of teachers with an identity that the identity provider has verified (specification 2.9 to 2.11)."""

from dataclasses import dataclass

from sqlalchemy.orm import Session

from server.domain.activity.service import ActivityEvent, record
from server.domain.auth.identity_accounts import create_account, start_identity_session
from server.domain.auth.password_sign_in import PasswordSignIn
from server.domain.auth.registration_policy import RegistrationPolicy, counting_wrong_invites
from server.domain.auth.sign_in import LoginCandidate, LoginResult, SignInContext
from server.domain.teachers import service as teachers
from server.domain.teachers.models import Teacher
from server.errors import DomainError
from server.requests import rate_limit
from server.security.actor import Account
from server.security.identity_provider import IdentityProviderNotConfiguredError, ProviderIdentity


class LinkRequiredError(DomainError):
    """A local account has the identity's e-mail; its password is required to link the two (specification 2.11)."""

    code = "link_required"
    sentence = "There is already an account with this e-mail here. Enter its password to connect the two."


class IdentityConflictError(DomainError):
    """The account with this e-mail is linked to another identity and has no password to confirm a link with."""

    code = "email_taken"
    key = "identity_conflict"
    sentence = "This e-mail belongs to another sign-in here. Please ask whoever set up this computer."


class NoAccountError(DomainError):
    """The identity is valid but has no account on this server."""

    status = 401
    code = "invalid_credentials"
    key = "no_account"
    sentence = "There is no account for this e-mail here yet. Choose Create Account."


class WrongLinkPasswordError(DomainError):
    """Wrong password for the account to be linked."""

    status = 401
    code = "invalid_credentials"
    key = "wrong_link_password"
    sentence = "This is not the password of the account here."


async def verify_identity_token(context: SignInContext, token: str) -> ProviderIdentity:
    """Verify an identity provider token.

    Raises the provider's errors, and `IdentityProviderNotConfiguredError`.
    """
    if context.identity_provider is None:
        raise IdentityProviderNotConfiguredError
    with context.queues.token_slot(context.client.address):
        return await context.identity_provider.verify_token(token)


@dataclass(frozen=True, slots=True)
class IdentitySignIn:
    """Sign-in with a verified identity, found by uid and never by e-mail alone.

    An unknown identity gets a new account if the registration policy allows it.
    """

    context: SignInContext
    policy: RegistrationPolicy

    async def sign_in(self, identity: ProviderIdentity, password: str = "") -> LoginResult:
        """Sign in; `password` links the identity to the local account with the same e-mail.

        Raises `LinkRequiredError` if there is such an account and no password.
        """
        transactions = self.context.transactions
        if password:
            candidate = await transactions.read(lambda db: self._find_link_candidate(db, identity))
            if candidate is not None:
                return await self._link(identity, candidate, password)
        async with counting_wrong_invites(transactions, self.policy):
            return await transactions.write(lambda db: self._sign_in(db, identity))

    async def _link(self, identity: ProviderIdentity, candidate: LoginCandidate, password: str) -> LoginResult:
        """Sign in with the local account's password, and link the identity to that account."""
        login = await PasswordSignIn(self.context).sign_in(
            candidate, password, on_correct=lambda db: _connect(db, identity, candidate)
        )
        if login is None:
            raise WrongLinkPasswordError
        return login

    def _sign_in(self, db: Session, identity: ProviderIdentity) -> LoginResult:
        teacher = teachers.find_by_provider_uid(db, identity.uid)
        if teacher is None:
            same_email = self._find_by_email(db, identity)
            if same_email is not None:
                raise LinkRequiredError if same_email.password_hash else IdentityConflictError
            self.policy.check_and_consume(db)
            rate_limit.consume(db, self.policy.registration_keys())
            teacher = create_account(db, identity)
        return start_identity_session(db, self.context.client, teacher, identity)

    def _find_link_candidate(self, db: Session, identity: ProviderIdentity) -> LoginCandidate | None:
        """Find the account whose password would link the identity; None if there is nothing to link."""
        if teachers.find_by_provider_uid(db, identity.uid) is not None:
            return None
        teacher = self._find_by_email(db, identity)
        return None if teacher is None else LoginCandidate.of("teacher", teachers.email_key(identity.email), teacher)

    def _find_by_email(self, db: Session, identity: ProviderIdentity) -> Teacher | None:
        """Find the account with the identity's e-mail.

        Remote clients need a verified e-mail, or they could probe which accounts exist.
        """
        may_look_up = identity.is_email_verified or self.context.client.is_local
        return teachers.find_by_email(db, identity.email) if may_look_up else None


def _connect(db: Session, identity: ProviderIdentity, candidate: LoginCandidate) -> None:
    linked = teachers.find_by_provider_uid(db, identity.uid)
    if linked is not None and linked.id != candidate.id:
        raise IdentityConflictError  # linked to another account during the verification
    teacher = db.get_one(Teacher, candidate.id)
    teacher.provider_uid, teacher.email_verified = identity.uid, True
    record(db, Account(teacher.id, "teacher"), ActivityEvent("identity_connected"))
