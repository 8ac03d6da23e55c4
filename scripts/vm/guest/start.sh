# The second step: what a Debian has running, then the scripts of the tests; their end is the machine's.
. "${0%/*}/settings.sh"

mkdir -p /lib/modules /dev/pts /dev/shm
rm -rf "/lib/modules/$(uname -r)"
ln -s "$VM_MODULES" "/lib/modules/$(uname -r)"
if [ "$VM_SYSTEMD" = yes ]; then . "$VM_FOLDER/guest/start-systemd.sh"; fi
mount -t devpts devpts /dev/pts
mount -t tmpfs shm /dev/shm
ip link set lo up 2>/dev/null || busybox ip link set lo up

# Only for what is plugged in from now on; a round over what is already there would load drivers that nobody needs.
/lib/systemd/systemd-udevd --daemon

. "$VM_FOLDER/guest/run-script.sh"
