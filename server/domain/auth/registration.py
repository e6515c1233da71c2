"""Registration of teachers, with a password or with a verified identity (specification 2.7, 2.14)."""

from dataclasses import dataclass

from sqlalchemy.orm import Session

from server.domain.auth.identity_accounts import create_account, start_identity_session
from server.domain.auth.registration_policy import RegistrationPolicy, counting_wrong_invites
from server.domain.auth.schemas import LocalRegistrationRequest
from server.domain.auth.sign_in import LoginResult, SignInContext, start_session
from server.domain.teachers import service as teachers
from server.requests import rate_limit
from server.security.identity_provider import ProviderIdentity


@dataclass(frozen=True, slots=True)
class Registration:
    """Creation of a teacher account, if the policy allows it, and the first sign-in to it."""

    context: SignInContext
    policy: RegistrationPolicy

    async def register_local(self, body: LocalRegistrationRequest) -> LoginResult:
        """Create a local account and sign in; raises `EmailTakenError`."""
        transactions = self.context.transactions
        async with counting_wrong_invites(transactions, self.policy):
            await transactions.read(self.policy.check)
        await self._consume_limit()
        password_hash = await self.context.password_hasher.hash(body.password)
        return await transactions.write(lambda db: self._register_local(db, body, password_hash))

    async def register_identity(self, identity: ProviderIdentity) -> LoginResult:
        """Create an account for the identity and sign in; raises `EmailTakenError`.

        Reuses the identity's account, as a repeated request may follow a lost response.
        """

        def check(db: Session) -> None:
            if teachers.find_by_provider_uid(db, identity.uid) is None:
                self.policy.check(db)

        transactions = self.context.transactions
        # Checked first, so that wrong invite codes don't use up the school's limit of registrations.
        async with counting_wrong_invites(transactions, self.policy):
            await transactions.read(check)
        await self._consume_limit()
        async with counting_wrong_invites(transactions, self.policy):
            return await transactions.write(lambda db: self._register_identity(db, identity))

    async def _consume_limit(self) -> None:
        """Count an attempt to register, whatever its outcome; raise `RateLimitExceededError` beyond the limit."""
        keys = self.policy.registration_keys()
        await self.context.transactions.read(lambda db: rate_limit.check(db, keys))
        await self.context.transactions.write(lambda db: rate_limit.consume(db, keys))

    def _register_local(self, db: Session, body: LocalRegistrationRequest, password_hash: str) -> LoginResult:
        self.policy.check_and_consume(db)
        teacher = teachers.register(db, name=body.name, email=body.email, password_hash=password_hash)
        return start_session(db, self.context.client, "teacher", teacher.id)

    def _register_identity(self, db: Session, identity: ProviderIdentity) -> LoginResult:
        teacher = teachers.find_by_provider_uid(db, identity.uid)
        if teacher is None:
            self.policy.check_and_consume(db)
            teacher = create_account(db, identity)
        return start_identity_session(db, self.context.client, teacher, identity)
