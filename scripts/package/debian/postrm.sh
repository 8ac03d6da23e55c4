#!/bin/sh
set -e

if [ "$1" = remove ]; then
  deb-systemd-helper mask stationery-station.service >/dev/null 2>&1 || true
  [ ! -d /run/systemd/system ] || systemctl --system daemon-reload >/dev/null || true
fi
# dpkg takes an empty /opt away with the last package in it; Debian has it from the start.
[ -d /opt ] || install -d -m 0755 /opt
if [ "$1" = purge ]; then
  for unit in station plotter; do
    deb-systemd-helper purge "stationery-$unit.service" >/dev/null 2>&1 || true
    deb-systemd-helper unmask "stationery-$unit.service" >/dev/null 2>&1 || true
  done
  # What people keep is removed on purge and never before. The card is not ours.
  rm -rf /var/lib/stationery /etc/stationery
fi
