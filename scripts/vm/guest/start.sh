# The second step: what a Debian has running, then the script of the test; its end is the machine's.
. /run/vm-settings
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/run TMPDIR=/run CI="$VM_CI"

mkdir -p /lib/modules /dev/pts /dev/shm
rm -rf "/lib/modules/$(uname -r)"
ln -s "$VM_MODULES" "/lib/modules/$(uname -r)"
mount -t devpts devpts /dev/pts
mount -t tmpfs shm /dev/shm
ip link set lo up 2>/dev/null || busybox ip link set lo up

# Only for what is plugged in from now on; a round over what is already there would load drivers that nobody needs.
/lib/systemd/systemd-udevd --daemon

for module in $VM_MODULE_NAMES; do modprobe "$module"; done

cd /run
busybox stty raw -echo < "$VM_OUTPUT"
"$VM_NODE" "$VM_SCRIPT" > "$VM_OUTPUT" 2> /dev/console < /dev/null
busybox poweroff -f
