"""Content coding of responses: gzip for clients that accept it."""

import gzip
import re

from starlette.datastructures import Headers
from starlette.responses import Response, StreamingResponse

MIN_BYTES = 16_000
"""Compressing less costs the server more than it spares the network: 30 students with their statistics are 7 KB."""
MAX_ACCEPT_ENCODING = 200
"""Length of an Accept-Encoding header that is read; browsers send some 30 characters."""
_CODING = re.compile(r"(?:^|,)\s*([\w*-]+)\s*(?:;\s*q\s*=\s*([01](?:\.\d{0,3})?)\s*)?(?=,|$)")
"""A whole element of the list: a coding and its quality value. A malformed element doesn't match."""


def accepts_gzip(headers: Headers) -> bool:
    """Whether the request accepts gzip, and doesn't prefer an uncompressed response (RFC 9110, section 12.5.3)."""
    accepted = ",".join(headers.getlist("accept-encoding"))[:MAX_ACCEPT_ENCODING].lower()
    weights = {coding: float(quality or 1) for coding, quality in _CODING.findall(accepted)}
    compressed, plain = (weights.get(coding, weights.get("*", 0.0)) for coding in ("gzip", "identity"))
    return compressed > 0 and compressed >= plain


def compress(response: Response, headers: Headers) -> None:
    """Compress a long response, which isn't a stream, if the request with these headers accepts gzip."""
    if isinstance(response, StreamingResponse) or len(response.body) < MIN_BYTES:
        return
    response.headers.add_vary_header("Accept-Encoding")
    if accepts_gzip(headers):
        response.body = gzip.compress(response.body, compresslevel=1, mtime=0)
        response.headers["content-encoding"] = "gzip"
        response.headers["content-length"] = str(len(response.body))
