"""Building a .deb from a bundle. `make package-test` tests the real one on clean systems."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.factories.paths import ROOT

pytestmark = pytest.mark.skipif(shutil.which("dpkg-deb") is None, reason="dpkg-deb exists on Debian-based systems")


@pytest.fixture
def bundle(tmp_path: Path) -> Path:
    """Bundle with another program, which only one account can read."""
    program = tmp_path / "bundle" / "goalbucks" / "goalbucks"
    library = program.parent / "_internal" / "libsome.so.1"
    library.parent.mkdir(parents=True)
    shutil.copy("/bin/true", program)
    shutil.copy("/bin/true", library)
    library.with_name("libsome.so").symlink_to("libsome.so.1")
    program.chmod(0o700)
    (tmp_path / "bundle" / "licences").mkdir(mode=0o700)
    (tmp_path / "bundle" / "licences" / "THIRD-PARTY.txt").touch(mode=0o600)
    return tmp_path / "bundle"


def make(bundle: Path, version: str, **environment: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "packaging/linux/package.py", str(bundle), version, str(bundle / "out")]
    unset = {name: text for name, text in os.environ.items() if "MAINTAINER" not in name}
    return subprocess.run(
        command, cwd=ROOT, env={**unset, **environment}, check=False, capture_output=True, text=True, umask=0o077
    )


def deb(bundle: Path, version: str, **environment: str) -> Path:
    assert make(bundle, version, **environment).stderr == ""
    return next((bundle / "out").glob("*.deb"))


def _anchors(page: str) -> set[str]:
    headings = re.findall(r"^#+ (.*)", page, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-") for heading in headings}


def test_installed_files_are_readable_for_all_whatever_the_builders_umask(bundle: Path, tmp_path: Path) -> None:
    subprocess.run(["dpkg-deb", "--extract", deb(bundle, "1.0"), tmp_path / "root"], check=True)
    modes = {path: path.stat().st_mode & 0o777 for path in (tmp_path / "root").rglob("*") if not path.is_symlink()}
    executable = [path.name for path, mode in modes.items() if path.is_file() and mode == 0o755]
    assert executable == ["goalbucks"]
    assert {mode for path, mode in modes.items() if path.is_dir()} == {0o755}
    assert {mode for path, mode in modes.items() if path.is_file()} == {0o755, 0o644}
    installed = tmp_path / "root" / "opt" / "goalbucks" / "_internal"
    assert (installed / "libsome.so").readlink() == Path("libsome.so.1")


def test_the_packages_pages_link_only_to_each_other(bundle: Path, tmp_path: Path) -> None:
    subprocess.run(["dpkg-deb", "--extract", deb(bundle, "1.0"), tmp_path / "root"], check=True)
    folder = tmp_path / "root" / "usr" / "share" / "doc" / "goalbucks"
    pages = {page.name: page.read_text() for page in folder.glob("*.md")}
    assert "SECURITY.md" in pages
    for page, text in pages.items():
        for target, section in re.findall(r"\]\((?!https?:)([^)#]*)#?([^)]*)\)", text):
            assert not section or section in _anchors(pages[target or page]), (page, target, section)
    assert "[SECURITY.md](SECURITY.md#limits)" in pages["school-server.md"]
    assert "(docs/" not in pages["SECURITY.md"]


def test_a_prerelease_is_older_than_its_release(bundle: Path) -> None:
    named = ["dpkg-deb", "--field", str(deb(bundle, "1.0rc1")), "Version"]
    version = subprocess.run(named, check=True, capture_output=True, text=True).stdout.strip()
    subprocess.run(["dpkg", "--compare-versions", version, "lt", "1.0"], check=True)


def test_the_package_depends_on_the_c_library_that_it_was_built_with(bundle: Path) -> None:
    named = ["dpkg-deb", "--field", str(deb(bundle, "1.0")), "Depends"]
    depends = subprocess.run(named, check=True, capture_output=True, text=True).stdout
    asked = depends.split("libc6 (>= ")[1].split(")")[0]
    here = os.confstr("CS_GNU_LIBC_VERSION")
    assert here is not None
    subprocess.run(["dpkg", "--compare-versions", asked, "le", here.split()[1]], check=True)


def test_a_bundle_without_a_program_is_not_packaged(bundle: Path) -> None:
    shutil.rmtree(bundle / "goalbucks")
    (bundle / "goalbucks").mkdir()
    made = make(bundle, "1.0")
    assert made.returncode == 1
    assert made.stderr.endswith("holds no program: build the bundle first.\n")
    assert list((bundle / "out").iterdir()) == []


def test_the_package_names_the_maintainer_of_its_release(bundle: Path) -> None:
    maintainer = "Maria Rivera <maria@school.example.org>"
    made = deb(bundle, "1.0", GOALBUCKS_MAINTAINER=maintainer, REQUIRE_MAINTAINER="1")
    named = subprocess.run(["dpkg-deb", "--field", made, "Maintainer"], check=True, capture_output=True, text=True)
    assert named.stdout == f"{maintainer}\n"


@pytest.mark.parametrize("maintainer", ["", "Maria Rivera", "GoalBucks <goalbucks@example.invalid>"])
def test_a_release_without_a_maintainers_address_fails_with_one_sentence(bundle: Path, maintainer: str) -> None:
    made = make(bundle, "1.0", GOALBUCKS_MAINTAINER=maintainer, REQUIRE_MAINTAINER="1")
    assert made.returncode == 1
    assert made.stderr.startswith("A release names a maintainer whom users can write to: set GOALBUCKS_MAINTAINER")
    assert made.stderr.count("\n") == 1
    assert not list((bundle / "out").glob("*"))
