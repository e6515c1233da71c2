"""Loader of the session in a path."""

from typing import Annotated

from fastapi import Depends

from server.requests.gates import Db, TeacherActor
from server.security.permissions import OwnLoader
from server.security.sessions import SignInSession, get_open_session


class _SessionLoader(OwnLoader):
    """Loads an open session of the teacher."""

    async def __call__(self, session_id: str, actor: TeacherActor, db: Db) -> SignInSession:
        return get_open_session(db, actor.id, session_id)


OwnSession = Annotated[SignInSession, Depends(_SessionLoader())]
