#!/bin/busybox sh
# The first process of the machine: mounts the host's files as root, with all writes in memory.
busybox=/bin/busybox
set -e
$busybox mount -t proc proc /proc
$busybox mount -t sysfs sysfs /sys
$busybox mount -t devtmpfs devtmpfs /dev
for module in /modules/*; do $busybox insmod "$module"; done
$busybox mount -t 9p -o trans=virtio,version=9p2000.L,msize=524288,cache=loose,ro host /host
$busybox mount -t tmpfs memory /memory
$busybox mkdir /memory/upper /memory/work
$busybox mount -t overlay -o lowerdir=/host,upperdir=/memory/upper,workdir=/memory/work overlay /root
. /settings

for folder in proc sys dev run; do $busybox mkdir -p "/root/$folder"; done
for folder in proc sys dev; do $busybox mount --move "/$folder" "/root/$folder"; done
$busybox mount -t tmpfs run /root/run
$busybox cp /settings /root/run/vm-settings
exec $busybox switch_root /root /bin/sh "$VM_FOLDER/guest/start.sh"
