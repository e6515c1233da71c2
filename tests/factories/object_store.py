"""An S3 stand-in (moto) over real HTTP with a private bucket."""

import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager

import httpx2
from moto.s3.models import s3_backends
from moto.server import ThreadedMotoServer

from tests.factories.http_client import TIMEOUT_SECONDS

BUCKET = "goalbucks-images"
ENVIRONMENT = ("AWS_ENDPOINT_URL", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_REGION", "AWS_ALLOW_HTTP")


def list_objects(url: str) -> list[str]:
    """Return the keys of all objects below a URL such as `s3://bucket/prefix`."""
    bucket, _, prefix = url.removeprefix("s3://").partition("/")
    (account,) = s3_backends.values()
    return sorted(name for name in account["aws"].buckets[bucket].keys if name.startswith(f"{prefix}/"))


def remove_objects(url: str, suffix: str = "") -> None:
    """Delete all objects below the URL whose keys have this suffix."""
    bucket = url.removeprefix("s3://").partition("/")[0]
    (account,) = s3_backends.values()
    for name in list_objects(url):
        if name.endswith(suffix):
            account["aws"].delete_object(bucket, name)


@contextmanager
def run_object_store() -> Iterator[str]:
    """Run an S3 server within the block, with the AWS environment variables set; yield its URL."""
    logging.getLogger("werkzeug").setLevel(logging.WARNING)
    server = ThreadedMotoServer("127.0.0.1", 0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    address = f"http://{host}:{port}"
    try:
        with override_environment(dict(zip(ENVIRONMENT, (address, "test", "test", "us-east-1", "true"), strict=True))):
            httpx2.put(f"{address}/{BUCKET}", timeout=TIMEOUT_SECONDS).raise_for_status()
            yield address
    finally:
        server.stop()


@contextmanager
def override_environment(values: dict[str, str]) -> Iterator[None]:
    """Set environment variables within the block and restore them afterwards."""
    before = {name: os.environ.get(name) for name in values}
    os.environ.update(values)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name)
            else:
                os.environ[name] = value
