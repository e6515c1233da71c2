"""Sign-in of a substitute with the code of a class, on the class computer."""

from dataclasses import dataclass
from datetime import timedelta

from sqlalchemy.orm import Session

from server.database.locking import lock_rows
from server.domain.auth.queries import substitute_response
from server.domain.auth.sign_in import LoginResult, SignInContext
from server.domain.classrooms.models import Classroom
from server.domain.substitutes import queries, service
from server.domain.teachers.service import require_enabled
from server.errors import DomainError
from server.requests import rate_limit
from server.requests.rate_limit import TRY_AGAIN, RateLimit, RateLimitExceededError
from server.security.code_key import CodeKey
from server.security.recovery_codes import normalize_typed_code
from server.security.sessions import SigningInBrowser, create_substitute_session


class InvalidSubstituteCodeError(DomainError):
    """The code is that of no class: it is unknown, replaced, ended, or from another computer."""

    status = 401
    code = "invalid_substitute_code"
    sentence = "This code doesn't work. Look at the sheet again, or ask the office."


class TooManyWrongSubstituteCodesError(RateLimitExceededError):
    """Wrong substitute codes from one address."""

    key = "wrong_substitute_code_limit"
    sentence = f"Many wrong substitute codes were tried from here. {TRY_AGAIN}"


WRONG_CODE_LIMIT = RateLimit("substitute_code", 30, timedelta(minutes=5), TooManyWrongSubstituteCodesError)


@dataclass(frozen=True, slots=True)
class SubstituteSignIn:
    """Sign-in with a substitute code. Wrong codes are counted by address; a right code is accepted in any case."""

    context: SignInContext
    key: CodeKey

    async def sign_in(self, typed: str, name: str) -> LoginResult:
        """Begin a substitution and sign in; raises `InvalidSubstituteCodeError`, `TeacherDisabledError`."""
        code = normalize_typed_code(typed)
        login = await self.context.transactions.write(lambda db: self._begin(db, code, name))
        if login is None:
            key = WRONG_CODE_LIMIT.for_key(self.context.client.address)
            await self.context.transactions.write(lambda db: rate_limit.consume(db, [key]))
            raise InvalidSubstituteCodeError
        return login

    def _begin(self, db: Session, typed: str, name: str) -> LoginResult | None:
        found = queries.find_code(db, self.key, typed)
        if found is None:
            return None
        owner_id = db.get_one(Classroom, found.classroom_id).teacher_id
        require_enabled(db, owner_id)
        # Ending or replacing a code and archiving lock the class: wait, then look whether the code is still valid.
        lock_rows(db, Classroom, [found.classroom_id])
        db.expire(found)
        code = queries.find_code(db, self.key, typed)
        if code is None:
            return None
        substitution = service.begin(db, code, name)
        client = self.context.client
        browser = SigningInBrowser(client.is_local, client.session_token, client.device)
        session = create_substitute_session(db, owner_id, substitution.id, substitution.ends_at, browser)
        return LoginResult(substitute_response(substitution), session, None)
