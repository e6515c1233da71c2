"""packaging/build.py: failed builds with one sentence, and a bundle with another version."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.factories.paths import ROOT

SCRIPTS = ("build.py", "licences.py", "licences.toml", "licence-texts", "build_errors.py", "system_libraries.py")
WRITE = """
import sys, licences, build_errors
from pathlib import Path
try:
    licences.write(*map(Path, sys.argv[1:]))
except build_errors.BuildError as error:
    print(error)
"""
VERSION = "7.8.9"
PACKAGE = (
    "import sys; from pathlib import Path; print(*sys.argv[1:]); print(*sorted(Path(sys.argv[1]).rglob('METADATA')))"
)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """Copy of the build scripts in a project with another version."""
    (tmp_path / "packaging" / "linux").mkdir(parents=True)
    for name in SCRIPTS:
        copy = shutil.copytree if (ROOT / "packaging" / name).is_dir() else shutil.copy
        copy(ROOT / "packaging" / name, tmp_path / "packaging" / name)
    (tmp_path / "pyproject.toml").write_text(f'[project]\nname = "goalbucks"\nversion = "{VERSION}"\n')
    (tmp_path / "packaging" / "linux" / "package.py").write_text(PACKAGE)
    return tmp_path


def build(project: Path, *arguments: str) -> tuple[int, str, str]:
    command = [sys.executable, "packaging/build.py", *arguments]
    ended = subprocess.run(command, cwd=project, check=False, capture_output=True, text=True)
    return ended.returncode, ended.stdout, ended.stderr


def write_bundle(project: Path, version: str = VERSION) -> Path:
    """Write the files of a finished build."""
    bundle = project / "build" / "bundle"
    metadata = bundle / "goalbucks" / "_internal" / f"goalbucks-{version}.dist-info"
    metadata.mkdir(parents=True)
    (metadata / "METADATA").write_text(f"Metadata-Version: 2.1\nName: goalbucks\nVersion: {version}\n")
    (bundle / "goalbucks" / "goalbucks").write_text("the program")
    (bundle / "licences").mkdir()
    return bundle


@pytest.mark.parametrize("built", [[], [".built"], ["index.html"]])
def test_a_bundle_requires_the_built_ui(project: Path, built: list[str]) -> None:
    (project / "ui" / "dist").mkdir(parents=True)
    for name in built:
        (project / "ui" / "dist" / name).touch()
    code, _, output = build(project, "bundle")
    assert code == 1
    assert output.startswith("The UI has not been built: ui/dist/")
    assert output.count("\n") == 1


def test_packages_are_built_from_the_bundle_with_its_version(project: Path) -> None:
    bundle = write_bundle(project)
    code, output, _ = build(project, "linux")
    assert code == 0
    assert output.splitlines()[0] == f"{bundle} {VERSION} {project / 'dist'}"


def test_a_bundle_can_be_packaged_as_another_version(project: Path) -> None:
    write_bundle(project)
    code, output, _ = build(project, "linux", "--version", "0.1.0", "--out", str(project / "elsewhere"))
    assert code == 0
    older = project / "build" / "bundle-0.1.0"
    arguments, metadata = output.splitlines()
    assert arguments == f"{older} 0.1.0 {project / 'elsewhere'}"
    assert metadata == str(older / "goalbucks" / "_internal" / "goalbucks-0.1.0.dist-info" / "METADATA")
    assert "Version: 0.1.0" in Path(metadata).read_text()
    assert (older / "goalbucks" / "goalbucks").read_text() == "the program"


def test_a_bundle_of_another_version_is_not_packaged(project: Path) -> None:
    write_bundle(project, "7.8.8")
    output = f"The bundle says goalbucks-7.8.8.dist-info where {VERSION} was asked for.\n"
    assert build(project, "linux") == (1, "", output)


def test_packages_of_another_system_are_refused(project: Path) -> None:
    assert build(project, "windows") == (1, "", "Packages for windows can only be built there.\n")


@pytest.fixture
def ui(tmp_path: Path) -> Path:
    """Folder of a built UI, whose list contains all dependencies of package.json."""
    names = json.loads((ROOT / "package.json").read_text())["dependencies"]
    listed = [{"name": name, "version": "1", "identifier": "MIT", "text": "may be used"} for name in names]
    return write_list(tmp_path / "ui", listed)


def write_list(ui: Path, listed: list[dict[str, str]]) -> Path:
    (ui / ".vite").mkdir(parents=True, exist_ok=True)
    (ui / ".vite" / "licenses.json").write_text(json.dumps(listed))
    return ui


def write_licences(folder: Path, ui: Path, *sources: Path, path: Path | None = None) -> str:
    """Write the licences of a bundle with these files; return the error message, if any."""
    (folder / "parts.json").write_text(json.dumps([[each.name, str(each), "DATA"] for each in sources]))
    ended = subprocess.run(
        [sys.executable, "-c", WRITE, str(folder / "parts.json"), str(ui), str(folder / "licences")],
        cwd=ROOT / "packaging",
        env={"PYTHONPATH": str(path or "")},
        check=True,
        capture_output=True,
        text=True,
    )
    return ended.stdout


def test_the_license_of_goalbucks_is_in_the_licences_folder(tmp_path: Path, ui: Path) -> None:
    assert write_licences(tmp_path, ui) == ""
    assert (tmp_path / "licences" / "LICENSE").read_text() == (ROOT / "LICENSE").read_text()


def test_the_container_has_the_licences_of_its_packages_and_of_the_ui(tmp_path: Path, ui: Path) -> None:
    folder = tmp_path / "licences"
    command = [sys.executable, "packaging/licences.py", str(ui), str(folder)]
    subprocess.run(command, cwd=ROOT, check=True)
    parts = (folder / "THIRD-PARTY.txt").read_text()
    assert [name for name in ("\nfastapi ", "\nlibpq", "\nreact ") if name not in parts] == []
    assert "\npytest " not in parts
    assert (folder / "fastapi" / "LICENSE").read_text()
    assert (folder / "LICENSE").read_text() == (ROOT / "LICENSE").read_text()


def test_a_package_without_a_licence_text_fails_the_build(tmp_path: Path, ui: Path) -> None:
    # A locked package that is for another system.
    metadata = tmp_path / "site" / "pythonnet-3.0.dist-info"
    metadata.mkdir(parents=True)
    (metadata / "METADATA").write_text(
        "Metadata-Version: 2.4\nName: pythonnet\nVersion: 3.0\nLicense-Expression: MIT\n"
    )
    (metadata / "RECORD").write_text("pythonnet.py,,\nLICENSE,,\n")
    output = write_licences(tmp_path, ui, tmp_path / "site" / "pythonnet.py", path=tmp_path / "site")
    assert output == "The licence of pythonnet or its text isn't known: see packaging/licences.toml.\n"
    assert not (tmp_path / "licences").exists()


def test_a_development_package_in_the_bundle_fails_the_build(tmp_path: Path, ui: Path) -> None:
    output = write_licences(tmp_path, ui, Path(pytest.__file__))
    assert output == "pytest would be bundled, but no lock of what GoalBucks needs names it.\n"


def test_a_library_without_a_package_fails_the_build(tmp_path: Path, ui: Path) -> None:
    output = write_licences(tmp_path, ui, tmp_path / "libstrange.so.1")
    assert output.startswith(f"{tmp_path}/libstrange.so.1 is in the bundle, but no package has it")


def test_a_ui_without_its_package_list_fails_the_build(tmp_path: Path, ui: Path) -> None:
    (ui / ".vite" / "licenses.json").unlink()
    assert "The UI was built without its list of packages" in write_licences(tmp_path, ui)


def test_an_npm_package_without_a_licence_text_fails_the_build(tmp_path: Path, ui: Path) -> None:
    listed = json.loads((ui / ".vite" / "licenses.json").read_text())
    write_list(ui, [*listed, {"name": "left-pad", "version": "1", "identifier": "MIT"}])
    assert write_licences(tmp_path, ui).startswith("The licence of left-pad or its text isn't known")
    write_list(ui, [each for each in listed if each["name"] != "react"])
    assert write_licences(tmp_path, ui).startswith("The licence of react, for the UI, isn't known")
