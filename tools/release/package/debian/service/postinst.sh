#!/bin/sh
set -e

if [ "$1" = configure ] || [ "$1" = abort-upgrade ]; then
  # Enable the unit only once, so that an upgrade does not overrule a later “disable”.
  deb-systemd-helper unmask @UNIT@ >/dev/null || true
  if deb-systemd-helper --quiet was-enabled @UNIT@; then
    deb-systemd-helper enable @UNIT@ >/dev/null || true
  else
    deb-systemd-helper update-state @UNIT@ >/dev/null || true
  fi
  if [ -d /run/systemd/system ]; then
    systemctl --system daemon-reload >/dev/null || true
    # Only start the service; the package stationery restarts it if it is running.
    deb-systemd-invoke start @UNIT@ || true
  fi
fi
