"""Serves the built React app from memory. A path that is no file of the build gets index.html, which shows the 404.

The build writes a `.gz` file next to each file (packaging/compress.py), so that nothing is compressed per request.
"""

import gzip
import hashlib
from dataclasses import dataclass
from pathlib import Path

from starlette.datastructures import Headers
from starlette.responses import HTMLResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send
from starlette.websockets import WebSocketClose

from server.content_coding import accepts_gzip
from server.errors import DomainError, NotFoundError
from server.etags import matches_etag
from server.requests.error_response import error_response
from server.settings import Settings

INDEX = "/index.html"
ASSETS = "/assets/"
ONE_YEAR = "public, max-age=31536000, immutable"
"""`Cache-Control` of files with a hash of their content in the name."""
REVALIDATE = "no-cache"
"""Cached by the browser and revalidated on each use, usually with a 304."""

CONTENT_HEADERS = {b"content-type", b"content-length", b"content-encoding"}
"""Headers that a 304 response doesn't have."""

GZIP = ".gz"
"""Suffix of the compressed files."""

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
"""Not from `mimetypes`, which reads the Windows registry, where other programs set `.js` to text/plain."""

GOOGLE_SCRIPTS = "https://apis.google.com"
GOOGLE_CALLS = "https://identitytoolkit.googleapis.com https://securetoken.googleapis.com"

NOT_BUILT = """<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>GoalBucks</title></head><body>
<h1>The screens of GoalBucks have not been built yet</h1>
<p>In the project's folder, run <code>make setup</code>. Then start GoalBucks again.</p>
</body></html>"""


class FetchOnlyError(DomainError):
    """A method other than GET and HEAD on a page or file."""

    status = 405
    code = "method_not_allowed"
    key = "page_is_read_only"
    sentence = "This address can be opened, but nothing can be sent to it."


_Header = tuple[bytes, bytes]


@dataclass(frozen=True, slots=True)
class _Coding:
    """A content coding of a file: what its responses have besides the body."""

    etag: str
    headers: list[_Header]


@dataclass(frozen=True, slots=True)
class _File:
    """A file, kept compressed if the build has compressed it."""

    body: bytes
    identity: _Coding
    gzip: _Coding | None


def content_security_policy(settings: Settings) -> str:
    """Return the pages' content security policy; it allows Google's origins when teachers sign in with Google.

    All other security headers are in server/http/response_headers.py.
    """
    scripts, calls, frames = "'self'", "'self'", "'none'"
    if settings.firebase_project_id:
        provider = settings.emulator_url
        scripts += f" {GOOGLE_SCRIPTS}"
        calls += f" {provider or GOOGLE_CALLS}"
        frames = provider or f"https://{settings.auth_domain}"
    return (
        # Radix sets styles from scripts, also in style elements; no script stands in the page itself.
        f"default-src 'self'; script-src {scripts}; style-src 'self' 'unsafe-inline'; img-src 'self' blob: data:; "
        f"font-src 'self'; connect-src {calls}; frame-src {frames}; object-src 'none'; base-uri 'none'; "
        "form-action 'self'; frame-ancestors 'none'"
    )


def frontend(settings: Settings, host: str) -> ASGIApp:
    """Make the ASGI application that serves the build in the UI's folder; its files are read once, now.

    It handles what no route matches. An unknown `/api` path gets the JSON 404. Without a build every page is a 503
    with instructions. `host`: name of the computer in sentences (`Deployment.host_label`).
    """
    csp = {"content-security-policy": content_security_policy(settings)}
    return _Frontend(_read(settings.ui_dir, csp), csp, host)


class _Frontend:
    def __init__(self, files: dict[str, _File], csp: dict[str, str], host: str) -> None:
        # Exact paths only: no path traversal, no directory listing.
        self._files = files
        self._index = files.get(INDEX)
        self._csp = csp
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
            return self._error_response(NotFoundError())
        if method not in ("GET", "HEAD"):
            return self._error_response(FetchOnlyError(headers={"allow": "GET, HEAD"}))
        file = self._files.get(path)
        if file is None and path.startswith(ASSETS):
            # Requested by a page from before an upgrade: HTML in place of a script would hide the problem.
            return self._error_response(NotFoundError())
        return file or self._index or HTMLResponse(NOT_BUILT, 503, {**self._csp, "cache-control": "no-store"})

    def _error_response(self, error: DomainError) -> Response:
        return error_response(error, self._host)


async def _send(file: _File, scope: Scope, send: Send) -> None:
    headers = Headers(scope=scope)
    compressed = file.gzip if accepts_gzip(headers) else None
    coding = compressed or file.identity
    if matches_etag(headers, coding.etag):
        status, body = 304, b""
        response_headers = [header for header in coding.headers if header[0] not in CONTENT_HEADERS]
    else:
        status, response_headers = 200, coding.headers
        body = gzip.decompress(file.body) if file.gzip and not compressed else file.body
    await send({"type": "http.response.start", "status": status, "headers": response_headers})
    await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})


def _read(ui_dir: Path, csp: dict[str, str]) -> dict[str, _File]:
    immutable, revalidated = (_raw({**csp, "cache-control": caching}) for caching in (ONE_YEAR, REVALIDATE))
    files = {}
    for path in sorted(ui_dir.rglob("*")):
        name = path.relative_to(ui_dir)
        hidden = any(part.startswith(".") for part in name.parts)
        compressed = path.suffix == GZIP and path.with_suffix("").is_file()
        if path.is_file() and not hidden and not compressed:
            address = f"/{name.as_posix()}"
            files[address] = _file(path, immutable if address.startswith(ASSETS) else revalidated)
    return files


def _file(path: Path, headers: list[_Header]) -> _File:
    content = path.read_bytes()
    compressed = path.with_name(path.name + GZIP)
    body = compressed.read_bytes() if compressed.is_file() else None
    own_headers = {"content-type": MEDIA_TYPES.get(path.suffix.lower(), "application/octet-stream")}
    if body is not None:
        own_headers["vary"] = "Accept-Encoding"
    shared = [*headers, *_raw(own_headers)]
    digest = hashlib.sha256(content).hexdigest()[:20]
    identity = _coding(f'"{digest}-identity"', len(content), shared)
    if body is None:
        return _File(content, identity, None)
    encoding = _raw({"content-encoding": "gzip"})
    return _File(body, identity, _coding(f'"{digest}-gzip"', len(body), [*shared, *encoding]))


def _coding(etag: str, length: int, headers: list[_Header]) -> _Coding:
    return _Coding(etag, [*headers, *_raw({"etag": etag, "content-length": str(length)})])


def _raw(headers: dict[str, str]) -> list[_Header]:
    return [(name.encode("latin-1"), value.encode("latin-1")) for name, value in headers.items()]
