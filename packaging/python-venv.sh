#!/usr/bin/env bash
# Debian keeps `venv` apart from Python: install it when we may, else say so in one sentence.
set -euo pipefail
python=${1:?usage: python-venv.sh PYTHON LOGFILE}
log=${2:?usage: python-venv.sh PYTHON LOGFILE}
package=python$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')-venv
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
  echo "Installing $package"
  { apt-get update -q && DEBIAN_FRONTEND=noninteractive apt-get install -y -q --no-install-recommends "$package"; } \
    >"$log" 2>&1 && exit 0
  echo "It could not be installed (see $log)."
fi
echo "Python's venv module is missing. Please install the system package $package, then try again."
exit 1
