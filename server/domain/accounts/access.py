"""Dependency that loads the session in a path for its teacher."""

from typing import Annotated

from fastapi import Depends

from server.security.gates import Db, TeacherActor
from server.security.sessions import SignInSession, get_open_session


async def owned_session(session_id: str, actor: TeacherActor, db: Db) -> SignInSession:
    """Load an open session of the teacher; else respond with 404."""
    return get_open_session(db, actor.id, session_id)


OwnedSession = Annotated[SignInSession, Depends(owned_session)]
