#!/bin/sh
set -e

if [ "$1" = configure ]; then
  systemd-sysusers /usr/lib/sysusers.d/stationery.conf
  install -d -o stationery -g stationery -m 0750 /var/lib/stationery
fi

if [ "$1" = configure ] || [ "$1" = abort-upgrade ]; then
  # Enabled once; whoever disables it later is not overruled by an upgrade.
  deb-systemd-helper unmask stationery-station.service >/dev/null || true
  if deb-systemd-helper --quiet was-enabled stationery-station.service; then
    deb-systemd-helper enable stationery-station.service >/dev/null || true
  else
    deb-systemd-helper update-state stationery-station.service >/dev/null || true
  fi
  if [ -d /run/systemd/system ]; then
    systemctl --system daemon-reload >/dev/null || true
    # A card that is in already is mounted as if it were put in now.
    udevadm control --reload 2>/dev/null && udevadm trigger --subsystem-match=block --action=change 2>/dev/null || true
    deb-systemd-invoke restart stationery-station.service || true
    # Only where somebody has enabled or started it.
    systemctl try-restart stationery-plotter.service || true
  fi
fi
