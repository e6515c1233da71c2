#!/usr/bin/env bash
# The packages inside GoalBucks, for whoever has to know: CycloneDX lists of the locked Python and npm packages, in the
# folder that is named. Python itself and the system's libraries stand in the bundle's THIRD-PARTY.txt; the licences'
# texts come with the program (packaging/licences.py).
set -euo pipefail
out=${1:?usage: sbom.sh FOLDER}
cd "$(dirname "$0")/.."
version=$(python -c 'import tomllib; print(tomllib.load(open("pyproject.toml", "rb"))["project"]["version"])')
mkdir -p "$out"

# The window's lock is the runtime's and what Linux needs besides. A lock doesn't tell what GoalBucks itself asks for.
PYTHONWARNINGS="ignore:The Component this BOM is describing" cyclonedx-py requirements requirements/window-linux.txt --pyproject pyproject.toml --output-reproducible \
  --output-file "$out/GoalBucks-$version-python.cdx.json"

# Of npm's own lists `--omit dev` keeps away what is needed for development too, react for one.
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
