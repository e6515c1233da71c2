#!/bin/sh
# After the files went. All data stay, unless dpkg is told to purge; rpm knows no such thing.
set -e

# Each account deletes its own, so that no link in its home leads to what it couldn't delete itself.
delete_everybodys() {
  while IFS=: read -r name _ uid gid _ home _; do
    case $uid$gid in
    '' | *[!0-9]*) continue ;; # an old "+" line
    esac
    data=$home/.local/share/GoalBucks
    setpriv --reuid "$uid" --regid "$gid" --init-groups rm -rf -- "$data" ||
      echo "GoalBucks' data of $name could not be deleted: $data" >&2
  done </etc/passwd
}

delete_the_services() {
  rm -rf /var/lib/goalbucks
  # Not somebody who happens to be called so.
  if [ "$(getent passwd goalbucks | cut -d: -f6)" = /var/lib/goalbucks ]; then
    userdel goalbucks
  fi
}

if [ -d /run/systemd/system ]; then
  systemctl daemon-reload
fi
if [ "$1" = purge ]; then
  delete_everybodys
  delete_the_services
fi
