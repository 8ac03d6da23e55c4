# The script of the test; its end is the machine's.
cd /run
busybox stty raw -echo < "$VM_OUTPUT"
"$VM_NODE" "$VM_SCRIPT" > "$VM_OUTPUT" 2> /dev/console < /dev/null
busybox poweroff -f
