"""An S3 server over real HTTP, with a private bucket."""

import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager

import httpx2
from moto.s3.models import s3_backends
from moto.server import ThreadedMotoServer

BUCKET = "goalbucks-images"
ENVIRONMENT = ("AWS_ENDPOINT_URL", "AWS_ACCESS_KEY_ID", "AWS_SECRET_ACCESS_KEY", "AWS_REGION", "AWS_ALLOW_HTTP")


def objects(url: str) -> list[str]:
    """The names of everything below an address such as `s3://bucket/prefix`, as the server in this process keeps it."""
    bucket, _, prefix = url.removeprefix("s3://").partition("/")
    (account,) = s3_backends.values()
    return sorted(name for name in account["aws"].buckets[bucket].keys if name.startswith(f"{prefix}/"))


def remove_objects(url: str, suffix: str = "") -> None:
    """Whatever is below and ends so goes, as somebody with the bucket's key may do."""
    bucket = url.removeprefix("s3://").partition("/")[0]
    (account,) = s3_backends.values()
    for name in objects(url):
        if name.endswith(suffix):
            account["aws"].delete_object(bucket, name)


@contextmanager
def object_store() -> Iterator[str]:
    """Serve one; the environment names it meanwhile. Its address."""
    logging.getLogger("werkzeug").setLevel(logging.WARNING)
    server = ThreadedMotoServer("127.0.0.1", 0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    address = f"http://{host}:{port}"
    try:
        with named_in_environment(dict(zip(ENVIRONMENT, (address, "test", "test", "us-east-1", "true"), strict=True))):
            httpx2.put(f"{address}/{BUCKET}").raise_for_status()
            yield address
    finally:
        server.stop()


@contextmanager
def named_in_environment(values: dict[str, str]) -> Iterator[None]:
    """These variables have these values meanwhile."""
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
