#!/bin/sh
set -e

if [ "$1" = configure ]; then
  systemd-sysusers /usr/lib/sysusers.d/stationery.conf
  install -d -o stationery -g stationery -m 0750 /var/lib/stationery
  # The file may contain access tokens. A removed file stays removed.
  if [ -f /etc/stationery/config.json ]; then
    chown root:stationery /etc/stationery/config.json
    chmod 0640 /etc/stationery/config.json
  fi
fi

# Whether one of the packages that enable a single service is installed, or about to be.
has_service_package() {
  dpkg-query --show --showformat '${db:Status-Abbrev}\n' stationery-station stationery-plotter stationery-board \
    2>/dev/null | grep -q '^i'
}

if [ "$1" = configure ] || [ "$1" = abort-upgrade ]; then
  # Without a service package, this package enables the station. It does so only once, so that an upgrade does not
  # overrule a later “disable”.
  deb-systemd-helper unmask stationery-station.service >/dev/null || true
  if ! has_service_package; then
    if deb-systemd-helper --quiet was-enabled stationery-station.service; then
      deb-systemd-helper enable stationery-station.service >/dev/null || true
    else
      deb-systemd-helper update-state stationery-station.service >/dev/null || true
    fi
  fi
  if [ -d /run/systemd/system ]; then
    systemctl --system daemon-reload >/dev/null || true
    # Mounts a card that is already inserted.
    udevadm control --reload 2>/dev/null && udevadm trigger --subsystem-match=block --action=change 2>/dev/null || true
    deb-systemd-invoke restart stationery-station.service || true
    # The watchdog exists only if “stationery network apply” has set it up.
    if [ -f /etc/systemd/system/stationery-watchdog.service ]; then
      systemctl try-restart stationery-watchdog.service || true
    fi
    # The board can be restarted at any time, because plots continue without it.
    systemctl try-restart stationery-board.service || true
    # Ask an active plotter service to restart itself when idle; never restart it during a job. The request is a
    # folder, because root must not follow a link in a folder of a different user.
    if systemctl --quiet is-active stationery-plotter.service; then
      if [ -d /run/stationery-plotter ]; then
        mkdir -p /run/stationery-plotter/restart-when-idle || true
        echo "The plotter service restarts in the new version as soon as no job is running, queued or paused."
      else
        echo "The plotter service continues in its old version. When it is not plotting, run:"
        echo "  systemctl restart stationery-plotter.service"
      fi
    fi
  fi
fi
