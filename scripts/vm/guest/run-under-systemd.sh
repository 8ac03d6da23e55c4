. "${0%/*}/settings.sh"
ip link set lo up
for module in $VM_MODULE_NAMES; do modprobe "$module"; done
. "$VM_FOLDER/guest/run-script.sh"
