#!/bin/sh
set -e

if [ "$1" = remove ] || [ "$1" = purge ]; then
  # Removes the links that enabled the unit, which belongs to the package stationery.
  deb-systemd-helper purge @UNIT@ >/dev/null 2>&1 || true
  deb-systemd-helper unmask @UNIT@ >/dev/null 2>&1 || true
  [ ! -d /run/systemd/system ] || systemctl --system daemon-reload >/dev/null || true
fi
