"""Serving the built UI: routing, caching, compression and headers."""

import gzip
import re
import subprocess
import sys
from pathlib import Path

import pytest
from httpx2 import Response
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from server.http.frontend import frontend
from server.settings import Settings
from server.texts.host_labels import CLASS_COMPUTER
from tests.factories.paths import ROOT

COMPRESS = ROOT / "packaging" / "compress.py"
INDEX = b"<!doctype html><title>GoalBucks</title>" + b"<p>the app</p>" * 50
SCRIPT = b"console.log('goals');" * 200
FONT = bytes(range(256)) * 4


@pytest.fixture(scope="module")
def ui(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A UI folder as made by the build."""
    parent = tmp_path_factory.mktemp("ui")
    folder = parent / "dist"
    (folder / "assets").mkdir(parents=True)
    (folder / "index.html").write_bytes(INDEX)
    (folder / "favicon.svg").write_bytes(b"<svg/>")
    (folder / ".built").touch()
    (folder / "assets" / "app-1a2b.js").write_bytes(SCRIPT)
    (folder / "assets" / "font-3c4d.woff2").write_bytes(FONT)
    (parent / "secret.txt").write_text("the server's own")
    subprocess.run([sys.executable, COMPRESS, folder], check=True, capture_output=True)
    return folder


@pytest.fixture
def browser(ui: Path) -> TestClient:
    return client(ui)


def client(ui: Path) -> TestClient:
    """Return a client without default request headers."""
    return TestClient(frontend(Settings(ui_dir=ui), CLASS_COMPUTER), headers={"accept-encoding": "identity"})


def content_coding(response: Response) -> str:
    return response.headers.get("content-encoding", "identity")


@pytest.mark.parametrize(
    "path", ["/", "/index.html", "/teacher", "/student/goals/1", "/assets", "/no.such.file", "/.built"]
)
def test_every_path_that_is_no_asset_serves_the_app(browser: TestClient, path: str) -> None:
    response = browser.get(path)
    assert (response.status_code, response.content) == (200, INDEX)
    assert response.headers["content-type"] == "text/html; charset=utf-8"
    assert response.headers["cache-control"] == "no-cache"


@pytest.mark.parametrize(
    "path", ["/assets/", "/assets/app-old.js", "/assets/app-1a2b.js.gz", "/api", "/api/", "/api/no-such-call"]
)
def test_missing_asset_or_api_path_is_404_and_does_not_serve_the_app(browser: TestClient, path: str) -> None:
    response = browser.get(path)
    assert (response.status_code, response.json()["code"]) == (404, "not_found")


@pytest.mark.parametrize(
    "path", ["/%2e%2e/secret.txt", "/..%2fsecret.txt", "/assets/%2e%2e/%2e%2e/secret.txt", "/..%5csecret.txt", "/%00"]
)
def test_files_outside_the_ui_folder_are_not_served(browser: TestClient, path: str) -> None:
    response = browser.get(path)
    assert response.content == INDEX or response.status_code == 404


@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE", "OPTIONS"])
def test_pages_allow_only_get_and_head(browser: TestClient, method: str) -> None:
    response = browser.request(method, "/teacher")
    assert (response.status_code, response.json()["code"]) == (405, "method_not_allowed")
    assert response.headers["allow"] == "GET, HEAD"


def test_websocket_is_rejected(browser: TestClient) -> None:
    with pytest.raises(WebSocketDisconnect), browser.websocket_connect("/"):
        pass


def test_assets_are_cached_for_a_year_and_other_files_revalidated(browser: TestClient) -> None:
    kept = "public, max-age=31536000, immutable"
    assert browser.get("/assets/app-1a2b.js").headers["cache-control"] == kept
    assert browser.get("/assets/font-3c4d.woff2").headers["cache-control"] == kept
    assert browser.get("/favicon.svg").headers["cache-control"] == "no-cache"


@pytest.mark.parametrize(
    ("path", "media_type"),
    [
        ("/assets/app-1a2b.js", "text/javascript; charset=utf-8"),
        ("/assets/font-3c4d.woff2", "font/woff2"),
        ("/favicon.svg", "image/svg+xml"),
    ],
)
def test_media_types_do_not_depend_on_the_system(browser: TestClient, path: str, media_type: str) -> None:
    assert browser.get(path).headers["content-type"] == media_type


@pytest.mark.parametrize(
    ("offered", "chosen"),
    [
        ("gzip, deflate", "gzip"),  # a browser on plain HTTP
        ("gzip, deflate, br, zstd", "gzip"),  # on HTTPS
        ("GZIP", "gzip"),
        ("br;q=0.5, gzip;q=0.8", "gzip"),
        ("br;q=0, gzip", "gzip"),
        ("gzip;q=0", "identity"),
        ("br", "identity"),
        ("*", "gzip"),
        ("*;q=0.1, gzip;q=0.2", "gzip"),
        ("*;q=0", "identity"),
        ("identity;q=1, gzip;q=0.5", "identity"),
        ("identity;q=0, gzip;q=0.001", "gzip"),
        ("gzip;q=many", "identity"),
        ("gzip;q=many, identity", "identity"),
        ("gzip;q=0;level=*", "identity"),
        ("br;level=gzip", "identity"),
        ("br gzip", "identity"),
        ("gzip ; q = 0.8 , identity ; q=0.7", "gzip"),
        ("deflate", "identity"),
        ("", "identity"),
        (" , ;q=1,", "identity"),
    ],
)
def test_best_accepted_content_coding_is_used(browser: TestClient, offered: str, chosen: str) -> None:
    response = browser.get("/assets/app-1a2b.js", headers={"accept-encoding": offered})
    assert content_coding(response) == chosen
    assert response.content == SCRIPT
    assert response.headers["vary"] == "Accept-Encoding"


def test_build_compresses_only_files_that_shrink(ui: Path) -> None:
    script = ui / "assets" / "app-1a2b.js"
    assert gzip.decompress(script.with_name("app-1a2b.js.gz").read_bytes()) == SCRIPT
    assert not (ui / "assets" / "font-3c4d.woff2.gz").exists()
    assert not (ui / "favicon.svg.gz").exists()


def test_file_without_compressed_variants_has_no_vary_header(browser: TestClient) -> None:
    response = browser.get("/assets/font-3c4d.woff2", headers={"accept-encoding": "gzip"})
    assert (content_coding(response), response.content) == ("identity", FONT)
    assert "vary" not in response.headers


@pytest.mark.parametrize("offered", ["identity", "gzip"])
def test_matching_etag_is_304(browser: TestClient, offered: str) -> None:
    headers = {"accept-encoding": offered}
    etag = browser.get("/", headers=headers).headers["etag"]
    for known in (etag, f"W/{etag}", f'"other", {etag}', "*"):
        response = browser.get("/", headers={**headers, "if-none-match": known})
        assert (response.status_code, response.content) == (304, b"")
        assert response.headers["etag"] == etag
        assert response.headers["vary"] == "Accept-Encoding"
        assert "content-length" not in response.headers
    assert browser.get("/", headers={**headers, "if-none-match": '"other"'}).status_code == 200


def test_each_content_coding_has_its_own_etag(browser: TestClient) -> None:
    etags = {browser.get("/", headers={"accept-encoding": each}).headers["etag"] for each in ("identity", "gzip")}
    assert len(etags) == 2


@pytest.mark.parametrize("path", ["/", "/teacher", "/assets/app-1a2b.js"])
def test_head_returns_the_headers_of_get(browser: TestClient, path: str) -> None:
    head, get = browser.head(path), browser.get(path)
    assert (head.status_code, head.content) == (200, b"")
    assert head.headers == get.headers


def test_pages_have_content_security_policy_and_forbid_framing(browser: TestClient) -> None:
    headers = browser.get("/teacher").headers
    policy = dict(rule.split(" ", 1) for rule in headers["content-security-policy"].split("; "))
    assert policy["script-src"] == "'self'"
    assert policy["frame-ancestors"] == "'none'"
    assert policy["img-src"] == "'self' blob: data:"


@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_missing_ui_build_is_explained(tmp_path: Path, method: str) -> None:
    response = client(tmp_path / "dist").request(method, "/teacher")
    assert response.status_code == 503
    assert response.headers["cache-control"] == "no-store"
    assert method == "HEAD" or "make setup" in response.text


def test_every_file_that_the_built_code_names_exists() -> None:
    dist = Settings().ui_dir
    named = {
        name for script in dist.glob("assets/*.js") for name in re.findall(r'"(assets/[\w.-]+)"', script.read_text())
    }
    assert named
    assert [name for name in sorted(named) if not (dist / name).is_file()] == []
