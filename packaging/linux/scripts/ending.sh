#!/bin/sh
# Stands in front of preinstall.sh and preremove.sh: ends every GoalBucks that runs from the files that are about to go.
# The program reads modules as it needs them, so that one on replaced files would fail at a moment of its own.
# shellcheck disable=SC3013 # -ef: dash, bash and busybox have it
set -e
program=/opt/goalbucks/goalbucks

# Everybody's: servers, their windows and helpers. Compared by the file itself, so a copy elsewhere isn't meant.
running() {
  for process in /proc/[0-9]*; do
    if [ "$process/exe" -ef "$program" ]; then
      echo "${process#/proc/}"
    fi
  done
}

# Those that none of the others started. They end the rest, in order.
servers() {
  for process in $(running); do
    parent=$(sed -n 's/^PPid:[[:space:]]*//p' "/proc/$process/status" 2>/dev/null || true)
    if [ -n "$parent" ] && ! [ "/proc/$parent/exe" -ef "$program" ]; then
      echo "$process"
    fi
  done
}

# In order, within ten seconds (it takes four at most); then at once. Each is told once: the second time could be its last
# moment, when nobody in it listens any more.
end_running() {
  told=' '
  for _ in $(seq 50); do
    if [ -z "$(running)" ]; then
      return 0
    fi
    for process in $(servers); do
      case $told in
      *" $process "*) ;;
      *)
        kill -TERM "$process" 2>/dev/null || true
        told="$told$process "
        ;;
      esac
    done
    sleep 0.2
  done
  # shellcheck disable=SC2046 # a number each
  kill -KILL $(running) 2>/dev/null || true
}

systemd_runs() {
  [ -d /run/systemd/system ]
}
