"""Opens the sample class: signs in as its teacher, and makes it first if there is none."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files

from sqlalchemy.orm import Session

from server.database.postgresql import DatabaseUnavailableError
from server.domain.auth.sign_in import LoginResult, SignInContext, start_session
from server.domain.classrooms.service import generate_code
from server.domain.sample_class import history, timeline
from server.domain.sample_class.content import Content
from server.domain.sample_class.content_en import ENGLISH
from server.domain.sample_class.content_es import SPANISH
from server.domain.sample_class.history import Access
from server.domain.sample_class.service import find_made
from server.errors import DomainError, NotFoundError
from server.media import ImagePool, MediaStore
from server.texts.language import Language

CONTENTS: Mapping[Language, Content] = {"en": ENGLISH, "es": SPANISH}


@dataclass(frozen=True, slots=True)
class SampleClassOpening:
    """Makes the sample class in one transaction, or not at all; of two at once, the second signs in to the first's."""

    context: SignInContext
    image_pool: ImagePool
    media: MediaStore

    async def open(self, language: Language) -> LoginResult:
        """Sign in as the teacher of the sample class, which is made in this language if there is none."""
        transactions = self.context.transactions
        if await transactions.read(find_made) is not None:
            return await transactions.write(self._sign_in)
        access, photos = await self._prepare_access(), await self._store_photos()
        try:
            login, made = await transactions.write(lambda db: self._make_and_sign_in(db, language, access, photos))
        except DatabaseUnavailableError:
            raise  # it is unknown whether the rows were committed: the cleanup of unreferenced images decides
        except DomainError:
            await self._delete(photos)
            raise
        if not made:
            await self._delete(photos)
        return login

    async def _prepare_access(self) -> Access:
        code = await self.context.transactions.read(generate_code)
        return Access(code, await self.context.password_hasher.hash(code))

    async def _store_photos(self) -> list[str]:
        """Store the shipped photo once for each proof that has one: an image belongs to one submission."""
        photo = files(__package__).joinpath("photo.jpg").read_bytes()
        image = await self.image_pool.clean(photo)
        keys: list[str] = []
        try:
            for _ in range(timeline.PHOTO_COUNT):
                keys.append(await asyncio.to_thread(self.media.put, image))  # noqa: PERF401 - kept for the except block
        except DomainError:
            await self._delete(keys)
            raise
        return keys

    async def _delete(self, photos: list[str]) -> None:
        await asyncio.to_thread(self.media.delete, *photos)

    def _make_and_sign_in(
        self, db: Session, language: Language, access: Access, photos: list[str]
    ) -> tuple[LoginResult, bool]:
        """Return the sign-in, and whether the class was made."""
        is_missing = find_made(db) is None
        if is_missing:
            history.make(db, CONTENTS[language], access, photos)
        return self._sign_in(db), is_missing

    def _sign_in(self, db: Session) -> LoginResult:
        teacher = find_made(db)
        if teacher is None:
            raise NotFoundError  # removed since this was asked
        return start_session(db, self.context.client, "teacher", teacher.id)
