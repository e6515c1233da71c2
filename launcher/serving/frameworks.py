"""Imports FastAPI and uvicorn without what the program never uses; must be imported before any module of theirs."""

import sys
from types import ModuleType
from typing import Any

from pydantic import BaseModel


def _import_fastapi() -> None:
    """Import FastAPI without building its models of OpenAPI documents: 50 ms and 1.3 MB."""
    BaseModel.model_config["defer_build"] = True  # inherited by the models that are defined now
    import fastapi  # noqa: F401, PLC0415 - as configured

    del BaseModel.model_config["defer_build"]


def _import_uvicorn() -> None:
    """Import uvicorn without its command line, which imports click: 7 ms and 1 MB."""
    if "uvicorn" in sys.modules:  # in tests
        return
    command_line: Any = ModuleType("uvicorn.main")
    command_line.Server = command_line.main = command_line.run = None
    sys.modules["uvicorn.main"] = command_line
    import uvicorn  # noqa: PLC0415 - as prepared
    from uvicorn.server import Server  # noqa: PLC0415 - likewise

    uvicorn.Server = Server  # type: ignore[misc]
    del sys.modules["uvicorn.main"]


_import_fastapi()
_import_uvicorn()
