#!/bin/sh
# After the files are there, and after an upgrade that failed. The system's own triggers look after icons, menu and
# manual. The service is off until somebody switches it on.
set -e
if command -v systemd-sysusers >/dev/null; then
  systemd-sysusers goalbucks.conf
fi
if [ -d /run/systemd/system ]; then
  systemctl daemon-reload
  if [ -e /run/goalbucks-upgrading ]; then
    rm /run/goalbucks-upgrading
    systemctl start goalbucks.service || echo "The service didn't start: see journalctl -u goalbucks" >&2
  fi
fi
