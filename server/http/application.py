"""The FastAPI object of the application and of the recovery application."""

from fastapi import FastAPI

from server.settings import program_version


def create_fastapi() -> FastAPI:
    """Create a FastAPI object without its documentation pages, redirects and telemetry."""
    return FastAPI(
        title="GoalBucks",
        version=program_version(),
        docs_url=None,
        redoc_url=None,
        openapi_url=None,
        redirect_slashes=False,
        telemetry={"tracing": False, "metrics": False, "logs": False},
    )
