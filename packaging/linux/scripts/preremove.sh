# Runs before the files are removed. The argument is `remove` with dpkg, the number of remaining versions with rpm.
case "$1" in
remove | 0)
  if command -v systemctl >/dev/null; then
    systemctl --quiet disable goalbucks.service || true
  fi
  if systemd_runs; then
    systemctl stop goalbucks.service || true
  fi
  end_running
  ;;
esac
