"""Sign-in with the code of a login card."""

from dataclasses import dataclass
from datetime import timedelta
from typing import TypeVar

from sqlalchemy import select
from sqlalchemy.orm import Session

from server.database.locking import for_update
from server.domain.auth.sign_in import LoginResult, SignInContext, start_session
from server.domain.login_cards import queries
from server.domain.login_cards.queries import CardHolder
from server.domain.students.models import Student
from server.domain.students.queries import may_sign_in
from server.errors import DomainError
from server.requests import rate_limit
from server.requests.rate_limit import TRY_AGAIN, RateLimit, RateLimitExceededError
from server.security.code_key import CodeKey
from server.security.recovery_codes import normalize_typed_code

Found = TypeVar("Found")


class InvalidCardError(DomainError):
    """The code belongs to no valid card: it is unknown, replaced, ended, or from another computer."""

    status = 401
    code = "invalid_card"
    sentence = (
        "No card has this code. Cards have no 0, O, 1 or I. Look at it again, or ask your teacher for a new card."
    )


class TooManyWrongCardsError(RateLimitExceededError):
    """Wrong card codes from one address."""

    key = "wrong_card_limit"
    sentence = f"Many wrong card codes were tried from here. {TRY_AGAIN}"


WRONG_CARD_LIMIT = RateLimit("login_card", 30, timedelta(minutes=5), TooManyWrongCardsError)


@dataclass(frozen=True, slots=True)
class CardSignIn:
    """Sign-in with a card. Wrong codes are counted by address; a right code is accepted in any case."""

    context: SignInContext
    key: CodeKey

    async def find_holder(self, typed: str) -> CardHolder:
        """Return the student of the card, without signing in."""
        code = normalize_typed_code(typed)
        return await self._require(
            await self.context.transactions.read(lambda db: queries.find_holder(db, self.key, code))
        )

    async def sign_in(self, typed: str) -> LoginResult:
        """Sign in the student of the card."""
        holder = await self.find_holder(typed)
        code = normalize_typed_code(typed)
        return await self._require(
            await self.context.transactions.write(lambda db: self._start_session(db, holder, code))
        )

    def _start_session(self, db: Session, holder: CardHolder, code: str) -> LoginResult | None:
        # Making a new card locks the student: wait for that, then look whether this card is still valid.
        student = db.scalar(for_update(db, select(Student).where(Student.id == holder.student_id), Student))
        card = queries.find_card(db, self.key, code)
        if student is None or card is None or not may_sign_in(db, student):
            return None
        card.record_use()
        return start_session(db, self.context.client, "student", student.id, kind="card_sign_in")

    async def _require(self, found: Found | None) -> Found:
        if found is None:
            key = WRONG_CARD_LIMIT.for_key(self.context.client.address)
            await self.context.transactions.write(lambda db: rate_limit.consume(db, [key]))
            raise InvalidCardError
        return found
