# Runs before the new files are installed. The argument is `upgrade` with dpkg, the number of versions afterwards with rpm.
case "$1" in
upgrade | 2)
  if systemd_runs; then
    case $(systemctl is-active goalbucks.service || true) in
    active | activating | reloading)
      # postinstall.sh restarts it.
      : >/run/goalbucks-upgrading
      systemctl stop goalbucks.service
      ;;
    esac
  fi
  if [ -n "$(running)" ]; then
    echo "GoalBucks is running: it ends now. Open it again to go on with the new version."
    end_running
  fi
  ;;
esac
