#!/bin/sh
set -e

if [ "$1" = remove ] || [ "$1" = purge ]; then
  # The units are gone; what enabled them would point to nothing.
  for unit in station plotter board; do
    deb-systemd-helper purge "stationery-$unit.service" >/dev/null 2>&1 || true
    deb-systemd-helper unmask "stationery-$unit.service" >/dev/null 2>&1 || true
  done
  for link in /etc/systemd/system/*.wants/stationery-*; do
    if [ -L "$link" ] && [ ! -e "$link" ]; then rm -f "$link"; fi
  done
  [ ! -d /run/systemd/system ] || systemctl --system daemon-reload >/dev/null || true
fi
if [ "$1" = purge ]; then
  # What people keep is removed on purge and never before. The card is not ours, also where it is mounted in there.
  rm -rf --one-file-system /var/lib/stationery /etc/stationery || true
fi
