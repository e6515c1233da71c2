"""Routes of the sample class, on a class computer only."""

from fastapi import Depends, Request, Response

from server.domain.auth.access import WithSignIn
from server.domain.auth.schemas import SessionResponse
from server.domain.auth.session_cookies import clear_session_cookie, respond_with_session
from server.domain.sample_class import service
from server.domain.sample_class.opening import SampleClassOpening
from server.domain.sample_class.schemas import SampleClassRequest
from server.requests.dependencies import Core
from server.requests.gates import Db, TeacherActor, public, require_class_computer, require_local_request, teacher_only
from server.requests.routing import router

_ON_THIS_COMPUTER = [Depends(require_class_computer), Depends(require_local_request)]
sample_class = router("/api/sample-class", gate=public, dependencies=_ON_THIS_COMPUTER)
own_sample_class = router("/api/sample-class", gate=teacher_only)


@sample_class.post("", response_model=SessionResponse, transaction="manual")
async def open_sample_class(
    body: SampleClassRequest, request: Request, response: Response, context: WithSignIn, services: Core
) -> SessionResponse:
    """Sign in as the teacher of the sample class; makes it if there is none."""
    login = await SampleClassOpening(context, services.image_pool, services.media).open(body.language)
    return respond_with_session(request, response, login)


@own_sample_class.delete("", status_code=204)
async def remove_sample_class(actor: TeacherActor, request: Request, response: Response, db: Db) -> None:
    """Delete the sample class with its account, and sign out."""
    service.remove(db, actor)
    clear_session_cookie(request, response)
