"""Conditional requests: whether the client already has the current representation."""

from starlette.datastructures import Headers


def matches_etag(headers: Headers, etag: str) -> bool:
    """Whether the request's If-None-Match has this entity tag, strong or weak, in its list, or is `*`."""
    known = headers.getlist("if-none-match")
    return any(tag.strip().removeprefix("W/") in (etag, "*") for line in known for tag in line.split(","))
