"""The response that a `DomainError` becomes, in the application and in the middleware around it."""

from collections.abc import Mapping

from starlette.responses import JSONResponse

from server.errors import DomainError


def error_response(error: DomainError, host: str, *, more: Mapping[str, object] | None = None) -> JSONResponse:
    """Return the response of the shape in `server.errors`, with the fields `more` besides.

    `host`: name of the server in the sentence (`Deployment.host_label`).
    """
    return JSONResponse({**error.response_body(host), **(more or {})}, error.status, error.headers)
