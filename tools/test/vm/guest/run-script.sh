# Runs the test scripts in order, then powers off.
cd /run
busybox stty raw -echo < "$VM_OUTPUT"
while IFS='|' read -r name script modules; do
  for module in $modules; do modprobe "$module"; done
  echo "script $name" > "$VM_OUTPUT"
  "$VM_NODE" "$script" > "$VM_OUTPUT" 2> /dev/console < /dev/null
done << END
$VM_SCRIPTS
END
busybox poweroff -f
