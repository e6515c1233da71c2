"""Routes for sign-in, registration and sign-out."""

from fastapi import Depends, Request, Response

from server.domain.auth.access import WithSignIn, registration_policy_for
from server.domain.auth.identity_sign_in import IdentitySignIn, NoAccountError, verify_identity_token
from server.domain.auth.password_sign_in import PasswordSignIn
from server.domain.auth.queries import current_session_response
from server.domain.auth.registration import Registration
from server.domain.auth.registration_policy import RegistrationPolicy
from server.domain.auth.schemas import (
    AuthConfigResponse,
    CurrentSessionResponse,
    GoogleSignInRequest,
    IdentityProviderResponse,
    IdentityRegistrationRequest,
    RegistrationRequest,
    SessionResponse,
    StudentSignInRequest,
    SubstituteSignInRequest,
    TeacherSignInRequest,
)
from server.domain.auth.session_cookies import clear_session_cookie, respond_with_session
from server.domain.auth.substitute_sign_in import SubstituteSignIn
from server.domain.pictures import service as pictures
from server.domain.substitutes.dependencies import WithSubstitutes
from server.domain.substitutes.queries import has_codes
from server.domain.teachers.service import has_accounts
from server.errors import NotSignedInError
from server.requests.cookies import get_cookie
from server.requests.gates import (
    Db,
    OptionalActor,
    TeacherAllowedHere,
    is_actor_allowed_here,
    is_local_request,
    is_teacher_allowed_here,
    public,
    require_class_computer,
    require_local_request,
    unauthenticated_error,
)
from server.requests.routing import router
from server.security.sessions import SESSION_COOKIE, end_session
from server.settings import Settings

auth = router("/api/auth", gate=public)


def _identity_provider(settings: Settings) -> IdentityProviderResponse | None:
    if not settings.firebase_project_id:
        return None
    return IdentityProviderResponse(
        api_key=settings.firebase_api_key,
        auth_domain=settings.auth_domain,
        project_id=settings.firebase_project_id,
        emulator_url=settings.emulator_url,
    )


@auth.get("/config", response_model=AuthConfigResponse)
async def show_config(request: Request, context: WithSignIn, services: WithSubstitutes, db: Db) -> AuthConfigResponse:
    """Sign-in and registration options for this client."""
    needs_invite = services.deployment.is_school
    return AuthConfigResponse(
        identity_provider=_identity_provider(services.settings),
        teacher_sign_in_allowed=is_teacher_allowed_here(request),
        registration_allowed=registration_policy_for(services, context.client).refusal is None,
        school=needs_invite,
        setup_needed=not needs_invite and not has_accounts(db),
        pictures=not services.deployment.is_school and pictures.is_used(db),
        substitute_code=(
            not services.deployment.is_school
            and is_local_request(request)
            and has_codes(db, services.substitute_code_key)
        ),
        language=services.computer.preferences.language,
    )


@auth.get("/session", response_model=CurrentSessionResponse)
async def show_session(request: Request, visitor: OptionalActor, db: Db) -> CurrentSessionResponse:
    """The current session; a teacher's session is valid only where teachers may sign in."""
    if visitor is None:
        raise unauthenticated_error(request)
    if not is_actor_allowed_here(request, visitor):
        raise NotSignedInError
    return current_session_response(db, visitor)


@auth.post("/student", response_model=SessionResponse, transaction="manual")
async def sign_in_student(
    body: StudentSignInRequest, request: Request, response: Response, context: WithSignIn
) -> SessionResponse:
    """Sign in a student with username, password and class code."""
    login = await PasswordSignIn(context).sign_in_student(body.username, body.password, body.class_code)
    return respond_with_session(request, response, login)


@auth.post("/teacher", response_model=SessionResponse, dependencies=[TeacherAllowedHere], transaction="manual")
async def sign_in_teacher(
    body: TeacherSignInRequest, request: Request, response: Response, context: WithSignIn
) -> SessionResponse:
    """Sign in a teacher with e-mail and password, verified here or by the identity provider."""
    if body.id_token is not None:
        identity = await verify_identity_token(context, body.id_token)
        policy = RegistrationPolicy.closed(NoAccountError())
        login = await IdentitySignIn(context, policy).sign_in(identity, body.password)
    else:
        login = await PasswordSignIn(context).sign_in_teacher(body.username, body.password)
    return respond_with_session(request, response, login)


@auth.post("/register-teacher", status_code=201, response_model=SessionResponse, transaction="manual")
async def register_teacher(
    body: RegistrationRequest, request: Request, response: Response, context: WithSignIn, services: WithSubstitutes
) -> SessionResponse:
    """Create a teacher account and sign in."""
    policy = registration_policy_for(services, context.client, body.invite_code)
    policy.precheck()
    registration = Registration(context, policy)
    if isinstance(body, IdentityRegistrationRequest):
        login = await registration.register_identity(await verify_identity_token(context, body.id_token))
    else:
        login = await registration.register_local(body)
    return respond_with_session(request, response, login)


@auth.post("/firebase", response_model=SessionResponse, dependencies=[TeacherAllowedHere], transaction="manual")
async def sign_in_with_google(
    body: GoogleSignInRequest, request: Request, response: Response, context: WithSignIn, services: WithSubstitutes
) -> SessionResponse:
    """Sign in a Google user through the identity provider; the first sign-in creates the account."""
    identity = await verify_identity_token(context, body.id_token)
    policy = registration_policy_for(services, context.client, body.invite_code)
    login = await IdentitySignIn(context, policy).sign_in(identity, body.password)
    return respond_with_session(request, response, login)


@auth.post(
    "/substitute",
    response_model=SessionResponse,
    dependencies=[Depends(require_class_computer), Depends(require_local_request)],
    transaction="manual",
)
async def sign_in_substitute(
    body: SubstituteSignInRequest,
    request: Request,
    response: Response,
    context: WithSignIn,
    services: WithSubstitutes,
) -> SessionResponse:
    """Sign in a substitute with the code of a class, on the class computer itself."""
    login = await SubstituteSignIn(context, services.substitute_code_key).sign_in(body.code, body.name)
    return respond_with_session(request, response, login)


@auth.post("/logout", status_code=204)
async def sign_out(request: Request, response: Response, db: Db) -> None:
    """End this browser's session on the server and delete its cookie."""
    token = get_cookie(request, SESSION_COOKIE)
    if token is not None:
        end_session(db, token)
    clear_session_cookie(request, response)
