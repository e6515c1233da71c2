#!/bin/sh
# Runs after the files are removed. The data stay unless dpkg purges the package; rpm has no purge.
set -e

# Deletes with the rights of each account, so that a link in its home can't delete files of others.
delete_user_data() {
  while IFS=: read -r name _ uid gid _ home _; do
    case $uid$gid in
    '' | *[!0-9]*) continue ;; # a "+" line of NIS
    esac
    data=$home/.local/share/GoalBucks
    setpriv --reuid "$uid" --regid "$gid" --init-groups rm -rf -- "$data" ||
      echo "GoalBucks' data of $name could not be deleted: $data" >&2
  done </etc/passwd
}

delete_service_data() {
  rm -rf /var/lib/goalbucks
  # Not another account of the same name.
  if [ "$(getent passwd goalbucks | cut -d: -f6)" = /var/lib/goalbucks ]; then
    userdel goalbucks
  fi
}

if [ -d /run/systemd/system ]; then
  systemctl daemon-reload
fi
if [ "$1" = purge ]; then
  delete_user_data
  delete_service_data
fi
