"""An S3 server over real HTTP, with a private bucket."""

import os
from collections.abc import Iterator
from contextlib import contextmanager

import httpx2
from moto.server import ThreadedMotoServer

BUCKET = "goalbucks-images"
ENVIRONMENT = ("AWS_ENDPOINT_URL", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_REGION", "AWS_ALLOW_HTTP")


@contextmanager
def object_store() -> Iterator[str]:
    """Serve one; the environment names it meanwhile. Its address."""
    server = ThreadedMotoServer("127.0.0.1", 0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    address = f"http://{host}:{port}"
    before = {name: os.environ.get(name) for name in ENVIRONMENT}
    os.environ.update(zip(ENVIRONMENT, (address, "test", "test", "us-east-1", "true"), strict=True))
    try:
        httpx2.put(f"{address}/{BUCKET}").raise_for_status()
        yield address
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name)
            else:
                os.environ[name] = value
        server.stop()
