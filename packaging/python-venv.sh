#!/usr/bin/env bash
# Debian packages `venv` separately from Python: install it as root with apt; otherwise print which package to install.
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
