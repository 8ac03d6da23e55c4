// “stationery network apply” and “remove” under a real systemd without a radio: files and units are restored. Radios are tested in a virtual machine (tools/test/vm/wifi).
import assert from 'node:assert/strict';

const supplicant = `[Service]
ExecStart=/bin/sleep infinity
[Install]
WantedBy=multi-user.target
Alias=dbus-fi.w1.wpa_supplicant1.service
`;
/** Shell commands that print the state to compare, without users and without files written by the running station. */
const look = `
  find /etc /var/lib ! -type d ! -path '/etc/*-' ! -regex '/etc/g?\\(passwd\\|group\\|shadow\\)' ! -path '/etc/.pwd.lock' ! -path '/var/lib/systemd/*' ! -path '/var/lib/stationery/*' -printf '%p %m %u %g %l %s\\n' | sort
  find /etc -type d | sort
  nft list ruleset
  systemctl list-unit-files --no-legend --no-pager | sort
`;

/** Returns the steps of the test. `stationery` is the command line of the program in the container. */
export function networkApplyAndRemove(container, stationery = ['stationery']) {
  const shell = (script, ...words) => container.run('sh', '-c', script, 'sh', ...words);
  const network = (...args) => container.try(...stationery, 'network', ...args);
  const state = () => shell(look).split('\n');
  let before;
  return {
    'a network that does not start is reported with the reason': () => {
      shell('printf %s "$1" > /usr/lib/systemd/system/wpa_supplicant.service', supplicant);
      shell('systemctl daemon-reload && systemctl enable --now wpa_supplicant.service');
      shell('systemctl mask iwd.service ');
      // The nickname resolves at once, because the station writes
      // this file for the name server from its first start on.
      assert.match(shell('cat /run/stationery/names/station'), /^10\.55\.0\.1 \S+ \S+\.local\n$/);
      before = state();
      const { status, stdout } = network('apply', '--wifi-ssid', 'Kitchen');
      assert.equal(status, 1);
      assert.match(stdout, /^Did {6}systemctl stop wpa_supplicant\.service$/m);
      assert.match(stdout, /^FAILED {3}systemctl restart stationery-network\.service/m);
      assert.match(
        stdout,
        /stationery-hostapd\.service is .*Its last words:\n(.*\n)*?.*Cannot find device "wlan0"/,
      );
      assert.doesNotMatch(stdout, /Passphrase/);
    },
    'the network is applied as far as possible': () => {
      const now = state();
      const has = (line) =>
        assert.ok(
          now.some((each) => each.includes(line)),
          line,
        );
      has('/etc/systemd/system/wpa_supplicant.service 777 root root /dev/null');
      has('iifname "wlan0" jump guests');
    },
    'removing the network restores files and units': () => {
      const { status, stdout } = network('remove');
      assert.match(stdout, /Restart the machine/);
      assert.equal(status, 0);
      assert.deepEqual(state(), before);
      assert.equal(network('remove').status, 0);
      shell('systemctl disable --now wpa_supplicant.service; systemctl unmask iwd.service');
      shell('rm /usr/lib/systemd/system/wpa_supplicant.service && systemctl daemon-reload');
    },
  };
}
