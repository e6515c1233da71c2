"""`python -m server.openapi` prints the calls' schema, from which the UI's types are made."""

import json
import sys
from typing import Any

from fastapi.openapi.utils import get_openapi

from server.app import create_app
from server.recovery.routes import rescue
from server.settings import Settings


def document() -> dict[str, Any]:
    """The application's calls, and those that stand in for them while its database is damaged."""
    calls = create_app(Settings()).openapi()
    mending = get_openapi(title="", version="", routes=rescue.routes)
    schemas = mending["components"]["schemas"] | calls["components"]["schemas"]
    return {**calls, "paths": calls["paths"] | mending["paths"], "components": {"schemas": schemas}}


def main() -> None:
    """Print the OpenAPI document as JSON."""
    json.dump(document(), sys.stdout, indent=2, sort_keys=True)


if __name__ == "__main__":
    main()
