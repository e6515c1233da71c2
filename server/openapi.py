"""`python -m server.openapi` prints the calls' schema, from which the UI's types are made."""

import json
import sys

from server.app import create_app
from server.settings import Settings


def main() -> None:
    """Print the OpenAPI document as JSON."""
    json.dump(create_app(Settings()).openapi(), sys.stdout, indent=2, sort_keys=True)


if __name__ == "__main__":
    main()
