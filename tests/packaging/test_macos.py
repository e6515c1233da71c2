"""Properties of GoalBucks.app, and its signing script with fake tools; a Mac builds the app (docs/releasing.md)."""

import json
import os
import plistlib
import subprocess
import sys
from pathlib import Path

import pytest

from launcher.discovery.mdns import SERVICE_TYPES
from tests.factories.paths import ROOT

MACOS = ROOT / "packaging" / "macos"
PROPERTIES = plistlib.loads((MACOS / "Info.plist").read_bytes())
SECRETS = ("MACOS_CERTIFICATE", "MACOS_CERTIFICATE_PASSWORD", "NOTARY_KEY", "NOTARY_KEY_ID", "NOTARY_ISSUER")


def test_the_app_declares_its_bonjour_services() -> None:
    assert [f"{each}.local." for each in PROPERTIES["NSBonjourServices"]] == list(SERVICE_TYPES)
    assert "Students" in PROPERTIES["NSLocalNetworkUsageDescription"]


def test_the_servers_process_has_no_icon_in_the_dock() -> None:
    assert PROPERTIES["LSUIElement"] is True


def test_the_hardened_runtime_has_one_exception() -> None:
    entitlements = plistlib.loads((MACOS / "entitlements.plist").read_bytes())
    assert entitlements == {"com.apple.security.cs.allow-unsigned-executable-memory": True}


def test_the_disk_image_shows_the_app_beside_the_applications_folder() -> None:
    image = json.loads((MACOS / "dmg.json").read_text())
    app, app_pool = image["contents"]
    assert (app["path"], app_pool["path"], app_pool["type"]) == ("GoalBucks.app", "/Applications", "link")
    assert 0 < app["x"] < app_pool["x"] < image["window"]["size"]["width"]


MAC_TOOLS = """
case "$tool $1" in
  "security list-keychains") [ $# -gt 3 ] || echo '    "/Users/runner/login.keychain-db"' ;;
  "security find-identity") echo '  1) ABCDEF "Developer ID Application: A School (TEAM)"' ;;
  "file -b") case $2 in *.dylib | */goalbucks) echo Mach-O ;; *) echo text ;; esac ;;
  "plutil -extract") echo a-number ;;
esac
"""
"""Fakes of the signing tools of macOS."""
SIGN = "codesign --force --timestamp --sign ABCDEF "


@pytest.mark.skipif(sys.platform == "win32", reason="a script for bash")
class TestSigning:
    def sign(self, file: Path, **secrets: str) -> subprocess.CompletedProcess[str]:
        environment = {name: text for name, text in os.environ.items() if name not in SECRETS}
        return subprocess.run(
            ["bash", MACOS / "sign.sh", file],
            env={**environment, **secrets},
            check=False,
            capture_output=True,
            text=True,
        )

    def test_without_secrets_the_image_is_left_unsigned(self, tmp_path: Path) -> None:
        image = tmp_path / "GoalBucks.dmg"
        image.write_bytes(b"image")
        ended = self.sign(image)
        assert ended.returncode == 0
        assert f"{image} is not signed: no secrets are set." in ended.stdout
        assert image.read_bytes() == b"image"

    def test_with_some_secrets_only_signing_fails_and_names_the_missing_ones(self, tmp_path: Path) -> None:
        ended = self.sign(tmp_path / "GoalBucks.dmg", MACOS_CERTIFICATE="x", NOTARY_KEY="x", NOTARY_ISSUER="")
        assert ended.returncode == 1
        assert ended.stderr.endswith("MACOS_CERTIFICATE_PASSWORD NOTARY_KEY_ID NOTARY_ISSUER missing.\n")

    def test_an_app_is_signed_from_the_inside_out_and_notarised(self, tmp_path: Path) -> None:
        app = tmp_path / "GoalBucks.app"
        for name in ("MacOS/goalbucks", "Frameworks/libssl.dylib", "Resources/ui/index.html"):
            (app / "Contents" / name).parent.mkdir(parents=True)
            (app / "Contents" / name).touch()
        commands = self.run_with_fake_tools(app)
        signed = [each.removeprefix(SIGN) for each in commands if each.startswith(SIGN)]
        parts = ["MacOS/goalbucks", "Frameworks/libssl.dylib"]
        assert sorted(signed[:-1]) == sorted(f"--options runtime {app}/Contents/{part}" for part in parts)
        assert signed[-1] == f"--options runtime --entitlements {MACOS}/entitlements.plist {app}"
        after = commands[commands.index(SIGN + signed[-1]) + 1 :]
        steps = [each.split() for each in after if not each.startswith("plutil")]
        assert [each[:2] for each in steps] == [
            ["codesign", "--verify"],
            ["ditto", "-c"],
            ["xcrun", "notarytool"],
            ["xcrun", "notarytool"],
            ["xcrun", "stapler"],
            ["spctl", "--assess"],
            ["security", "list-keychains"],
            ["security", "delete-keychain"],
        ]
        assert commands[-2] == "security list-keychains -d user -s /Users/runner/login.keychain-db"
        assert not list(tmp_path.glob("tmp/*"))

    def test_an_image_is_signed_and_notarised(self, tmp_path: Path) -> None:
        image = tmp_path / "GoalBucks.dmg"
        commands = self.run_with_fake_tools(image)
        assert SIGN + str(image) in commands
        submitted = next(each for each in commands if each.startswith("xcrun notarytool submit"))
        assert submitted.startswith(f"xcrun notarytool submit {image} --key ")
        assert "--key-id NOTARY_KEY_ID --issuer NOTARY_ISSUER --wait" in submitted
        assert f"xcrun stapler staple {image}" in commands

    def run_with_fake_tools(self, file: Path) -> list[str]:
        """Sign the file with fake tools; return their command lines."""
        tools, commands = file.parent / "tools", file.parent / "commands"
        tools.mkdir()
        (file.parent / "tmp").mkdir()
        for name in ("codesign", "ditto", "file", "plutil", "security", "spctl", "xcrun"):
            tool = tools / name
            note = "" if name == "file" else f'echo "$tool $*" >> {commands}'
            tool.write_text(f"#!/bin/bash\ntool={name}\n{note}\n{MAC_TOOLS}")
            tool.chmod(0o700)
        folders = {"PATH": f"{tools}{os.pathsep}{os.environ['PATH']}", "TMPDIR": str(file.parent / "tmp")}
        ended = self.sign(file, **{name: name for name in SECRETS} | {"MACOS_CERTIFICATE": "eA=="}, **folders)
        assert ended.returncode == 0, ended.stderr
        return commands.read_text().splitlines()
