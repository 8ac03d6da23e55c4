. "${0%/*}/settings.sh"
ip link set lo up
. "$VM_FOLDER/guest/run-script.sh"
