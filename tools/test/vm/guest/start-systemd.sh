# Boots systemd as the first process, but with only udevd, the journal and the test. Units started by the test have
# no default dependencies (sysinit.target). Removes the container marks of the host, because systemd would otherwise
# assume a container and share no mounts with its services.
rm -f /.dockerenv /run/.containerenv
units=/run/systemd/system
mkdir -p "$units" /run/systemd/system-generators
for generator in /lib/systemd/system-generators/*; do
  ln -s /dev/null "/run/systemd/system-generators/${generator##*/}"
done
cat > "$units/vm-test.target" << END
[Unit]
DefaultDependencies=no
Wants=systemd-journald.service systemd-udevd.service vm-test.service
END
cat > "$units/vm-test.service" << END
[Unit]
DefaultDependencies=no
After=systemd-udevd.service
[Service]
ExecStart=/bin/sh $VM_FOLDER/guest/run-under-systemd.sh
StandardInput=null
END
# Let units log to the console.
mkdir -p /run/systemd/journald.conf.d
printf '[Journal]\nForwardToConsole=yes\nTTYPath=/dev/console\nMaxLevelConsole=info\n' > /run/systemd/journald.conf.d/console.conf
exec /lib/systemd/systemd --unit=vm-test.target --show-status=no --log-level=warning
