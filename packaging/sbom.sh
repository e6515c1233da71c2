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
npm sbom --sbom-format cyclonedx --sbom-type application --package-lock-only --omit dev \
  >"$out/GoalBucks-$version-npm.cdx.json"
