#!/bin/sh
# Runs after the files are installed, and after a failed upgrade. The system's triggers update icons, menu and manual. The
# service is disabled until an administrator enables it.
set -e
is_upgrade() {
  case "$1" in
  configure) [ -n "$2" ] ;; # dpkg: the previous version
  *) [ "$1" = 2 ] ;;        # rpm: the number of installed versions
  esac
}

is_school() {
  grep -qs '^[[:space:]]*GOALBUCKS_DATABASE_URL=' /etc/default/goalbucks
}

start_service() {
  if ! systemctl start goalbucks.service; then
    echo "GoalBucks didn't start. $(systemctl show --property=StatusText --value goalbucks.service)" >&2
    echo "See: systemctl status goalbucks" >&2
  fi
}

if command -v systemd-sysusers >/dev/null; then
  systemd-sysusers goalbucks.conf
fi
if is_upgrade "$@" && is_school; then
  echo "This is a school's server. It doesn't start while its database has another version's schema: then bring"
  echo "the database up to date once by 'school migrate', which /usr/share/doc/goalbucks/school-server.md defines: it runs"
  echo "goalbucks with the service's settings and account. Then start the service by 'systemctl start goalbucks'."
fi
if [ -d /run/systemd/system ]; then
  systemctl daemon-reload
  if [ -e /run/goalbucks-upgrading ]; then
    rm /run/goalbucks-upgrading
    start_service
  fi
fi
