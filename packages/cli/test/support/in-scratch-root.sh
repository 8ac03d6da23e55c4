#!/bin/sh
# Installs a Debian package in a scratch copy of this system, runs the station there as systemd would, and removes it:
# PACKAGE=<deb> RELEASE_KEY=<pub> unshare --mount sh in-scratch-root.sh. Changes are not visible outside.
set -eu
scratch=$(mktemp -d)
mount -t tmpfs tmpfs "$scratch"
mkdir "$scratch/changes" "$scratch/work" "$scratch/root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$scratch/changes,workdir=$scratch/work" "$scratch/root"
mount -t proc proc "$scratch/root/proc"
mount --bind /dev "$scratch/root/dev"
touch "$scratch/root/stationery.deb"
mount --bind "$PACKAGE" "$scratch/root/stationery.deb"
in_root() { chroot "$scratch/root" "$@"; }
# Without this file, dpkg does not rebuild the index of all manual pages at each call, which no test needs.
rm -f "$scratch/root/var/lib/man-db/auto-update"

in_root dpkg --install --force-depends /stationery.deb >&2
in_root dpkg --install --force-depends /stationery.deb >&2
cp "$RELEASE_KEY" "$scratch/root/etc/stationery/release.pub"
echo INSTALLED
in_root getent passwd stationery
in_root test -L /etc/systemd/system/multi-user.target.wants/stationery-station.service

# Run the command line of the unit as its user and in its folder,
# without the environment of this shell, on free ports.
command=$(in_root sed -n 's/^ExecStart=//p' /usr/lib/systemd/system/stationery-station.service)
chroot "$scratch/root" setpriv --reuid stationery --regid stationery --clear-groups env -i \
  STATION_HTTP_PORT=0 STATION_HTTPS_PORT=0 STATION_FIRMWARE_KEYS=/etc/stationery/release.pub \
  sh -c "cd /var/lib/stationery && exec $command" &
station=$!
trap 'kill $station' TERM
wait $station || true
trap - TERM
wait $station || true

in_root dpkg --remove stationery >&2
in_root test -e /var/lib/stationery/station
in_root test -e /etc/stationery/config.json
in_root test ! -e /usr/lib/stationery
# No dangling link of units or completions is left behind.
test -z "$(in_root find /etc /usr /lib -lname '*stationery*' -xtype l)"
echo 'REMOVED, the data is there'
# A card may be mounted at any place.
card=$scratch/root/var/lib/stationery/card
mkdir "$card"
mount -t tmpfs tmpfs "$card"
touch "$card/picture.svg"
in_root dpkg --purge stationery >&2
test -e "$card/picture.svg"
umount "$card"
rmdir "$card" "$scratch/root/var/lib/stationery"
in_root test ! -e /etc/stationery
echo 'PURGED, nothing is there'
