"""`python -m launcher.development`: the development server, with reload at each change (`make dev`)."""

import logging

import uvicorn
from fastapi import FastAPI

from server.app import create_app
from server.settings import Settings


def app() -> FastAPI:
    """Create the application with settings of the environment, and log to the terminal."""
    logging.basicConfig(level=logging.INFO, format="%(levelname)s %(name)s: %(message)s")
    return create_app(Settings())


def main() -> None:
    """Serve on loopback, at the port that Vite's proxy forwards to."""
    uvicorn.run(
        "launcher.development:app",
        factory=True,
        host="127.0.0.1",
        port=Settings().port,
        reload=True,
        reload_dirs=["server"],
        access_log=False,
        proxy_headers=False,
    )


if __name__ == "__main__":
    main()
