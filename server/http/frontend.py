"""The built React app, served from memory. Every path that is no file of it gives the app, which shows its own 404.

The build leaves a `.br` and a `.gz` beside each file (packaging/compress.py), so that nothing is compressed while a
class waits. On a classroom's plain HTTP browsers ask for gzip alone; brotli is for HTTPS.
"""

import hashlib
import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from starlette.datastructures import Headers
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocketClose

from server.deployment import Deployment
from server.errors import DomainError, NotFoundError
from server.settings import Settings

INDEX = "/index.html"
ASSETS = "/assets/"
ONE_YEAR = "public, max-age=31536000, immutable"
"""For names that carry a hash of their content."""
ASK_EACH_TIME = "no-cache"
"""Kept by the browser, but asked about each time: usually a 304."""

LONGEST_ACCEPT = 200
"""Browsers send some thirty characters; what is kept for later requests must have a bound."""
ENCODINGS = {"br": ".br", "gzip": ".gz"}
"""Content codings, best first, and how their files' names end."""

MEDIA_TYPES = {
    ".css": "text/css; charset=utf-8",
    ".gif": "image/gif",
    ".html": "text/html; charset=utf-8",
    ".ico": "image/x-icon",
    ".jpg": "image/jpeg",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".mjs": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".webp": "image/webp",
    ".woff2": "font/woff2",
}
"""Our own table: `mimetypes` asks the Windows registry, where other programs turn `.js` into text/plain."""

GOOGLE_SCRIPTS = "https://apis.google.com"
GOOGLE_CALLS = "https://identitytoolkit.googleapis.com https://securetoken.googleapis.com"

NOT_BUILT = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>GoalBucks</title></head><body>
<h1>The screens of GoalBucks have not been built yet</h1>
<p>In the project's folder, run <code>make setup</code>. Then start GoalBucks again.</p>
</body></html>"""


class FetchOnlyError(DomainError):
    """Pages and files can only be fetched."""

    status = 405
    code = "method_not_allowed"
    sentence = "This address can be opened, but nothing can be sent to it."


@dataclass(frozen=True, slots=True)
class _Variant:
    """A file in one content coding, ready to send."""

    body: bytes
    etag: str
    headers: list[tuple[bytes, bytes]]
    headers_unchanged: list[tuple[bytes, bytes]]
    """Those of a 304."""


_File = dict[str, _Variant]
"""A file in each content coding that there is, best first; `identity` is the file as it is, and last."""


def safety_headers(settings: Settings) -> dict[str, str]:
    """What a page may load and call, and who may show it; Google's own where teachers sign in through it.

    The rest is in every answer (server/http/response_headers.py).
    """
    scripts, calls, frames = "'self'", "'self'", "'none'"
    if settings.firebase_project_id:
        provider = settings.emulator_url
        scripts += f" {GOOGLE_SCRIPTS}"
        calls += f" {provider or GOOGLE_CALLS}"
        frames = provider or f"https://{settings.auth_domain}"
    policy = (
        # Radix sets styles from scripts, also in style elements; no script stands in the page itself.
        f"default-src 'self'; script-src {scripts}; style-src 'self' 'unsafe-inline'; img-src 'self' blob: data:; "
        f"font-src 'self'; connect-src {calls}; frame-src {frames}; object-src 'none'; base-uri 'none'; "
        "form-action 'self'; frame-ancestors 'none'"
    )
    return {"content-security-policy": policy}


def frontend(settings: Settings) -> ASGIApp:
    """The app that Vite built into the UI's folder, as an ASGI application. Its files are read now, never again.

    It stands behind every route. Unknown `/api` paths get the usual JSON 404
    from it, not the app. Without a build every page is a 503 that says what to do.
    """
    safety = safety_headers(settings)
    return _Frontend(_read(settings.ui_dir, safety), safety, Deployment.of(settings).host_label)


class _Frontend:
    def __init__(self, files: dict[str, _File], safety: dict[str, str], host: str) -> None:
        # Exact paths only: there is nothing to climb out of, and nothing to list.
        self._files = files
        self._index = files.get(INDEX)
        self._safety = safety
        self._host = host

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await WebSocketClose()(scope, receive, send)
            return
        found = self._find(scope["method"], scope["path"])
        if isinstance(found, Response):
            await found(scope, receive, send)
        else:
            await _send(found, scope, send)

    def _find(self, method: str, path: str) -> _File | Response:
        if path == "/api" or path.startswith("/api/"):
            return self._refusal(NotFoundError())
        if method not in ("GET", "HEAD"):
            return self._refusal(FetchOnlyError(headers={"allow": "GET, HEAD"}))
        file = self._files.get(path)
        if file is None and path.startswith(ASSETS):
            # Asked for by a page from before an upgrade: HTML in place of a script would only hide what is wrong.
            return self._refusal(NotFoundError())
        return file or self._index or HTMLResponse(NOT_BUILT, 503, {**self._safety, "cache-control": "no-store"})

    def _refusal(self, error: DomainError) -> JSONResponse:
        return JSONResponse(error.body(self._host), error.status, {**error.headers, "cache-control": "no-store"})


async def _send(file: _File, scope: Scope, send: Send) -> None:
    headers = Headers(scope=scope)
    variant = file[_best_coding(tuple(file), ",".join(headers.getlist("accept-encoding"))[:LONGEST_ACCEPT])]
    if _known(variant.etag, headers.get("if-none-match")):
        status, answer_headers, body = 304, variant.headers_unchanged, b""
    else:
        status, answer_headers, body = 200, variant.headers, variant.body
    await send({"type": "http.response.start", "status": status, "headers": answer_headers})
    await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})


def _known(etag: str, if_none_match: str | None) -> bool:
    if if_none_match is None:
        return False
    return any(tag.strip().removeprefix("W/") in (etag, "*") for tag in if_none_match.split(","))


@lru_cache(maxsize=64)  # a class has a handful of browsers
def _best_coding(available: tuple[str, ...], accept_encoding: str) -> str:
    """The coding that the client likes best; where it likes several equally, the first of `available`."""
    weights = _weights(accept_encoding)

    def weight(coding: str) -> float:
        # Unless refused, the file as it is will do, but only if nothing better is accepted.
        return weights.get(coding, weights.get("*", 0.0001 if coding == "identity" else 0.0))

    best = max(available, key=weight)  # `max` keeps the first of equals
    return best if weight(best) > 0 else "identity"


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


def _read(ui_dir: Path, safety: dict[str, str]) -> dict[str, _File]:
    files = {}
    for path in sorted(ui_dir.rglob("*")):
        name = path.relative_to(ui_dir)
        hidden = any(part.startswith(".") for part in name.parts)
        compressed = path.suffix in ENCODINGS.values() and path.with_suffix("").is_file()
        if path.is_file() and not hidden and not compressed:
            address = f"/{name.as_posix()}"
            caching = ONE_YEAR if address.startswith(ASSETS) else ASK_EACH_TIME
            files[address] = _file(path, {**safety, "cache-control": caching})
    return files


def _file(path: Path, headers: dict[str, str]) -> _File:
    content = path.read_bytes()
    bodies = {}
    for coding, ending in ENCODINGS.items():
        beside = path.with_name(path.name + ending)
        if beside.is_file():
            bodies[coding] = beside.read_bytes()
    bodies["identity"] = content
    shared = {**headers, "vary": "Accept-Encoding"} if len(bodies) > 1 else headers
    digest = hashlib.sha256(content).hexdigest()[:20]
    media_type = MEDIA_TYPES.get(path.suffix.lower(), "application/octet-stream")
    return {
        coding: _variant(coding, body, shared | {"etag": f'"{digest}-{coding}"', "content-type": media_type})
        for coding, body in bodies.items()
    }


def _variant(coding: str, body: bytes, shared: dict[str, str]) -> _Variant:
    headers = {**shared, "content-length": str(len(body))}
    if coding != "identity":
        headers["content-encoding"] = coding
    unchanged = {name: value for name, value in shared.items() if name != "content-type"}
    return _Variant(body, shared["etag"], _raw(headers), _raw(unchanged))


def _raw(headers: dict[str, str]) -> list[tuple[bytes, bytes]]:
    return [(name.encode("latin-1"), value.encode("latin-1")) for name, value in headers.items()]
