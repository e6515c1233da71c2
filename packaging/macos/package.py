"""Build the disk image: `python packaging/macos/package.py BUNDLE VERSION OUT`, as packaging/build.py calls it.

BUNDLE is the folder with `GoalBucks.app` and `licences`. Both are signed where the secrets are set (sign.sh).
"""

import argparse
import platform
import shutil
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
APP = "GoalBucks.app"
CHIPS = {"arm64": "apple", "x86_64": "intel"}
"""Names in "About This Mac", so that teachers find the right file."""


def build(bundle: Path, version: str, out: Path) -> Path:
    """Build the disk image; return its path."""
    app = bundle / APP
    shutil.copytree(bundle / "licences", app / "Contents" / "Resources" / "licences", dirs_exist_ok=True)
    _sign(app)
    image = out / f"GoalBucks-{version}-mac-{CHIPS[platform.machine()]}.dmg"
    image.unlink(missing_ok=True)
    command: list[str | Path] = [sys.executable, "-m", "dmgbuild", "--settings", HERE / "dmg.json", "GoalBucks", image]
    # The paths in dmg.json are relative to the bundle's folder.
    subprocess.run(command, cwd=bundle, check=True)  # noqa: S603 - the locked tool, no shell
    _sign(image)
    return image


def _sign(file: Path) -> None:
    subprocess.run(["/bin/bash", HERE / "sign.sh", file], cwd=ROOT, check=True)  # noqa: S603 - our own script


def main() -> int:
    """Run the command line; exit code 1 when a step failed."""
    parser = argparse.ArgumentParser(description="Make the disk image of a bundle.")
    parser.add_argument("bundle", type=Path, help="the folder with GoalBucks.app and licences/")
    parser.add_argument("version")
    parser.add_argument("out", type=Path, help="where the image goes")
    given = parser.parse_args()
    try:
        image = build(given.bundle.resolve(), given.version, given.out.resolve())
    except subprocess.CalledProcessError as error:
        print(f"No disk image: {error.cmd[0]} ended with {error.returncode}.", file=sys.stderr)
        return 1
    print(f"{image}: {image.stat().st_size / 1e6:.1f} MB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
