"""The yardstick: a bare Starlette route that gives bytes from memory, under exactly our uvicorn settings.

`python -m tests.performance.bare serve ...` takes the options of `goalbucks serve`; the bytes are in the data folder.
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

ANSWER = "answer.json"
PATH = "/bare"


def bare_app(settings: Settings, *launcher: object) -> Starlette:
    """The same bytes to everyone; of what the launcher knows and runs beside it, nothing."""
    del launcher
    content = Path(settings.data_dir, ANSWER).read_bytes()

    async def answer(request: Request) -> Response:
        del request
        return Response(content, media_type="application/json")

    return Starlette(routes=[Route(PATH, answer)])


if __name__ == "__main__":
    with patch("launcher.serving.server.create_app", bare_app):
        sys.exit(main())
