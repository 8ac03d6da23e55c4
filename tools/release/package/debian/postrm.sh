#!/bin/sh
set -e

if [ "$1" = remove ] || [ "$1" = purge ]; then
  # Removes dangling links of enabled units.
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
  # User data is removed on purge only. A card mounted in there is not touched.
  rm -rf --one-file-system /var/lib/stationery /etc/stationery || true
fi
