# Before the new files come. dpkg says `upgrade`, rpm how many versions there will be.
case "$1" in
upgrade | 2)
  if systemd_runs; then
    case $(systemctl is-active goalbucks.service || true) in
    active | activating | reloading)
      # postinstall.sh starts it again.
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
