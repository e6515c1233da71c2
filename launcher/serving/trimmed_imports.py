"""Imports FastAPI and uvicorn without what the program never uses; must be imported before any module of theirs."""

import sys
from types import ModuleType
from typing import Any

from pydantic import BaseModel


def _import_fastapi() -> None:
    """Import FastAPI without building its models of OpenAPI documents: 70 ms and 1.6 MB.

    FastAPI imports email_validator for them alone, another 20 ms and 0.4 MB; here the first e-mail to validate does.
    It also looks for models of pydantic 1 among all types; without the module it takes 15 ms and 1.8 MB less.
    """
    if "fastapi" in sys.modules:  # in tests
        return
    sys.modules["pydantic.v1"] = None  # type: ignore[assignment]  # for good: FastAPI tries it at each route
    rebuild = vars(BaseModel)["model_rebuild"]

    def rebuild_if_needed(model: type[BaseModel], /, **options: Any) -> bool | None:
        # FastAPI's modules call it without options; pydantic passes some when a model is used.
        return rebuild.__func__(model, **options) if options else None

    BaseModel.model_config["defer_build"] = True  # inherited by the models that are defined now
    BaseModel.model_rebuild = classmethod(rebuild_if_needed)  # type: ignore[method-assign, assignment]
    sys.modules["email_validator"] = None  # type: ignore[assignment]  # FastAPI does without it
    import fastapi  # noqa: F401, PLC0415 - as configured above, 105 ms less

    del BaseModel.model_config["defer_build"], sys.modules["email_validator"]
    BaseModel.model_rebuild = rebuild  # type: ignore[method-assign]


def _import_uvicorn() -> None:
    """Import uvicorn without its command line, which imports click: 7 ms and 1 MB."""
    if "uvicorn" in sys.modules:  # in tests
        return
    command_line: Any = ModuleType("uvicorn.main")
    command_line.Server = command_line.main = command_line.run = None
    sys.modules["uvicorn.main"] = command_line
    import uvicorn  # noqa: PLC0415 - as prepared above, 7 ms less
    from uvicorn.server import Server  # noqa: PLC0415 - likewise

    uvicorn.Server = Server  # type: ignore[misc]
    del sys.modules["uvicorn.main"]


_import_fastapi()
_import_uvicorn()
