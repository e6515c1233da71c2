"""`python -m server.openapi` prints the OpenAPI document, from which the UI's types are generated."""

import json
import sys
from typing import Any

from fastapi.openapi.utils import get_openapi

from server.app import create_app
from server.recovery.routes import recovery_calls
from server.settings import Settings


def document() -> dict[str, Any]:
    """The calls of the application and of the recovery application."""
    calls = create_app(Settings()).openapi()
    recovery = get_openapi(title="", version="", routes=recovery_calls.routes)
    schemas = recovery["components"]["schemas"] | calls["components"]["schemas"]
    return {**calls, "paths": calls["paths"] | recovery["paths"], "components": {"schemas": schemas}}


def main() -> None:
    """Print the OpenAPI document as JSON."""
    json.dump(document(), sys.stdout, indent=2, sort_keys=True)


if __name__ == "__main__":
    main()
