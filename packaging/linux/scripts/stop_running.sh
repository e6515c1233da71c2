#!/bin/sh
# Prepended to preinstall.sh and preremove.sh: ends every GoalBucks that runs from the files that will be replaced or
# removed. The program reads modules as it needs them, so it would fail later with replaced files.
# shellcheck disable=SC3013 # -ef: dash, bash and busybox have it
set -e
program=/opt/goalbucks/goalbucks

# Processes of all accounts: servers, windows and helpers. Compares the file itself, so that other copies aren't meant.
running() {
  for process in /proc/[0-9]*; do
    if [ "$process/exe" -ef "$program" ]; then
      echo "${process#/proc/}"
    fi
  done
}

# Processes that weren't started by another one. They end their child processes gracefully.
servers() {
  for process in $(running); do
    parent=$(sed -n 's/^PPid:[[:space:]]*//p' "/proc/$process/status" 2>/dev/null || true)
    if [ -n "$parent" ] && ! [ "/proc/$parent/exe" -ef "$program" ]; then
      echo "$process"
    fi
  done
}

# Ends them gracefully within ten seconds (it takes four at most), then kills them. Each gets SIGTERM once: a second one
# may arrive when the signal handlers are gone.
end_running() {
  signalled=' '
  for _ in $(seq 50); do
    if [ -z "$(running)" ]; then
      return 0
    fi
    for process in $(servers); do
      case $signalled in
      *" $process "*) ;;
      *)
        kill -TERM "$process" 2>/dev/null || true
        signalled="$signalled$process "
        ;;
      esac
    done
    sleep 0.2
  done
  # shellcheck disable=SC2046 # numbers only
  kill -KILL $(running) 2>/dev/null || true
}

systemd_runs() {
  [ -d /run/systemd/system ]
}
