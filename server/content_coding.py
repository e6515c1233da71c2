"""Content coding of responses: gzip for clients that accept it."""

import gzip
import re
from functools import lru_cache

from starlette.datastructures import Headers
from starlette.responses import Response, StreamingResponse

MIN_BYTES = 16_000
"""Compressing less costs the server more than it spares the network: 30 students with their statistics are 7 KB."""
MAX_ACCEPT_ENCODING = 200
"""Maximum length of an Accept-Encoding header, which is a cache key; browsers send some 30 characters."""


def accepts_gzip(headers: Headers) -> bool:
    """Whether the request accepts gzip, and doesn't prefer an uncompressed response."""
    return _accepts_gzip(",".join(headers.getlist("accept-encoding"))[:MAX_ACCEPT_ENCODING])


def compress(response: Response, headers: Headers) -> None:
    """Compress a long response, which isn't a stream, if the request with these headers accepts gzip."""
    if isinstance(response, StreamingResponse) or len(response.body) < MIN_BYTES:
        return
    response.headers["vary"] = "Accept-Encoding"
    if accepts_gzip(headers):
        response.body = gzip.compress(response.body, compresslevel=1, mtime=0)
        response.headers["content-encoding"] = "gzip"
        response.headers["content-length"] = str(len(response.body))


@lru_cache(maxsize=64)  # a class has a handful of browsers
def _accepts_gzip(accept_encoding: str) -> bool:
    """Whether the quality value of gzip is positive and not below that of the uncompressed response."""
    weights = _weights(accept_encoding)
    compressed, plain = (weights.get(coding, weights.get("*", 0.0)) for coding in ("gzip", "identity"))
    return compressed > 0 and compressed >= plain


def _weights(accept_encoding: str) -> dict[str, float]:
    weights = {}
    for part in accept_encoding.lower().split(","):
        coding, *parameters = (piece.strip() for piece in part.split(";"))
        quality = 1.0
        for parameter in parameters:
            found = re.fullmatch(r"q\s*=\s*([01](?:\.\d{0,3})?)", parameter)
            quality = min(float(found[1]), 1.0) if found else 0.0
        if coding:
            weights["gzip" if coding == "x-gzip" else coding] = quality
    return weights
