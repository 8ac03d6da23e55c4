# The second step: starts basic services of a Debian, then the test scripts, and powers off.
. "${0%/*}/settings.sh"

mkdir -p /lib/modules /dev/pts /dev/shm
rm -rf "/lib/modules/$(uname -r)"
ln -s "$VM_MODULES" "/lib/modules/$(uname -r)"
if [ "$VM_SYSTEMD" = yes ]; then . "$VM_FOLDER/guest/start-systemd.sh"; fi
mount -t devpts devpts /dev/pts
mount -t tmpfs shm /dev/shm
ip link set lo up 2>/dev/null || busybox ip link set lo up

# Start udevd only for devices that are plugged in later; a coldplug would load unneeded drivers.
/lib/systemd/systemd-udevd --daemon

. "$VM_FOLDER/guest/run-script.sh"
