#!/bin/sh
set -e

if [ "$1" = remove ] || [ "$1" = purge ]; then
  # Remove the dangling links of enabled units.
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
  # Remove user data on purge only. Leave a card that is mounted in there untouched.
  rm -rf --one-file-system /var/lib/stationery /etc/stationery || true
fi
