#!/usr/bin/env bash
# Software bill of materials: CycloneDX lists of the locked Python and npm packages, in the given folder. Python itself
# and the system's libraries are in the bundle's THIRD-PARTY.txt, the licence texts in the program
# (packaging/licences.py).
set -euo pipefail
out=${1:?usage: sbom.sh FOLDER}
cd "$(dirname "$0")/.."
version=$(python -c 'import tomllib; print(tomllib.load(open("pyproject.toml", "rb"))["project"]["version"])')
mkdir -p "$out"

# The window's lock includes the runtime's. A lock file doesn't say which packages GoalBucks requires directly.
PYTHONWARNINGS="ignore:The Component this BOM is describing" cyclonedx-py requirements requirements/window-linux.txt --pyproject pyproject.toml --output-reproducible \
  --output-file "$out/GoalBucks-$version-python.cdx.json"

# `npm sbom --omit dev` would also omit packages that are required for both, such as react.
shipped=$(mktemp -d)
trap 'rm -rf "$shipped"' EXIT
python - "$shipped" <<'WITHOUT_DEVELOPMENT'
import json, pathlib, sys
for name in ("package.json", "package-lock.json"):
    whole = json.loads(pathlib.Path(name).read_text(encoding="utf-8"))
    packages = whole.get("packages", {})
    for each in (whole, packages.get("", {})):
        each.pop("devDependencies", None)
    for path in [path for path, each in packages.items() if each.get("dev") or each.get("devOptional")]:
        del packages[path]
    pathlib.Path(sys.argv[1], name).write_text(json.dumps(whole), encoding="utf-8")
WITHOUT_DEVELOPMENT
npm sbom --prefix "$shipped" --sbom-format cyclonedx --sbom-type application --package-lock-only \
  >"$out/GoalBucks-$version-npm.cdx.json"
