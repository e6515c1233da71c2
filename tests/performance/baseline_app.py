"""Baseline: a bare Starlette route that returns bytes from memory, under GoalBucks' uvicorn settings.

`python -m tests.performance.baseline_app serve ...` takes the options of `goalbucks serve`; the data folder
has the bytes.
"""

import sys
from pathlib import Path
from unittest.mock import patch

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from launcher.__main__ import main
from server.settings import Settings

RESPONSE_FILE = "answer.json"
PATH = "/bare"


def create_baseline_app(settings: Settings, *launcher: object) -> Starlette:
    """An app with one fixed response and no background services."""
    del launcher
    content = Path(settings.data_dir, RESPONSE_FILE).read_bytes()

    async def respond(request: Request) -> Response:
        del request
        return Response(content, media_type="application/json")

    return Starlette(routes=[Route(PATH, respond)])


if __name__ == "__main__":
    with patch("launcher.serving.server.create_app", create_baseline_app):
        sys.exit(main())
