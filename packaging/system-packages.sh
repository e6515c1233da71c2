#!/usr/bin/env bash
# System packages on Debian-based systems. The second argument says what for:
#   window   the web view of GoalBucks' window
#   test     the browsers, servers and network tools of `make test`
#   long     what only `make test-long` needs besides
#   package  what only `make package-test` needs besides
# Installs missing packages as root with apt; otherwise prints which ones to install. Never fails, since GoalBucks runs
# without them: without a web view it opens in the browser.
set -uo pipefail
usage="usage: system-packages.sh LOGFILE window|test|long|package"
log=${1:?$usage}
kind=${2:?$usage}

[ "$(uname -s)" = Linux ] || exit 0

missing=()
need() { # need "<check>" package...
  local check=$1
  shift
  eval "$check" >/dev/null 2>&1 || missing+=("$@")
}
typelib() { compgen -G "/usr/lib*/girepository-1.0/$1.typelib" || compgen -G "/usr/lib/*/girepository-1.0/$1.typelib"; }

case $kind in
window)
  purpose="the window of GoalBucks"
  need 'typelib Gtk-3.0' gir1.2-gtk-3.0
  need 'typelib WebKit2-4.1' gir1.2-webkit2-4.1
  need 'command -v pkg-config' pkg-config
  need 'command -v gcc' gcc libc6-dev
  need 'pkg-config --exists gobject-introspection-1.0' libgirepository1.0-dev
  need 'pkg-config --exists cairo' libcairo2-dev
  # Debian packages the headers of its own Python separately; other Pythons include theirs.
  need 'test -f "$(.venv/bin/python -c "import sysconfig; print(sysconfig.get_path(\"include\"))")/Python.h"' python3-dev
  ;;
test)
  purpose="the tests"
  need '.venv/bin/python tests/e2e/browser.py' chromium
  need 'command -v firefox-esr || command -v firefox' "$(grep -qs '^ID=ubuntu' /etc/os-release && echo firefox || echo firefox-esr)"
  need 'command -v WebKitWebDriver' webkit2gtk-driver
  need 'command -v Xvfb' xvfb
  need 'command -v initdb || compgen -G "/usr/lib/postgresql/*/bin/initdb"' postgresql
  need 'command -v openbox' openbox
  need 'command -v xdotool' xdotool
  if [ "$(id -u)" = 0 ]; then # only root can create the network of the tests
    need 'command -v ip' iproute2
    need 'command -v avahi-daemon' avahi-daemon
    need 'compgen -G "/lib/*/libnss_mdns4_minimal.so*"' libnss-mdns
  fi
  need 'PATH="$PATH:/usr/sbin" command -v nginx' nginx
  need 'command -v caddy' caddy
  ;;
long)
  purpose="the long tests"
  need '/usr/bin/python3 -c "import swift.common.middleware.s3api"' python3-swift # an object store
  need 'command -v memcached' memcached
  ;;
package)
  purpose="the tests of the packages"
  need 'PATH="$PATH:/usr/sbin" command -v debootstrap' debootstrap
  need 'command -v ip' iproute2
  need 'command -v Xvfb' xvfb
  need 'command -v openbox' openbox
  need 'command -v xdotool' xdotool
  ;;
*)
  echo "$usage" >&2
  exit 2
  ;;
esac

[ ${#missing[@]} -gt 0 ] || exit 0

if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  echo "Installing system packages: ${missing[*]}"
  export DEBIAN_FRONTEND=noninteractive
  # Don't start services: the tests start their own, and a running one would occupy a port.
  policy=/usr/sbin/policy-rc.d
  if [ ! -e "$policy" ]; then
    trap 'rm -f "$policy"' EXIT
    printf '#!/bin/sh\nexit 101\n' >"$policy" && chmod +x "$policy"
  fi
  if { apt-get update -q && apt-get install -y -q --no-install-recommends "${missing[@]}"; } >"$log" 2>&1; then
    exit 0
  fi
  echo "They could not be installed (see $log)."
fi
echo "For $purpose, please install these system packages, then delete ${log%.log}: ${missing[*]}"
