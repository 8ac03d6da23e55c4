. /run/vm-settings
export VM_ROOT PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin HOME=/run TMPDIR=/run CI="$VM_CI"
