// A simulated phone: supplicant, DHCP client and resolver.
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { run, start, succeeds } from '../guest/programs.mjs';
import { inMachine } from './air.mjs';

const machine = 'phone';
const radio = 'wlan1';
const leaseScript = '/run/lease.sh';

const here = (...words) => inMachine(machine, ...words);

/** Joins a network, by default with WPA2. The output of the returned program shows the result. */
export function join(ssid, passphrase, ...more) {
  const file = '/run/phone.conf';
  const lines = [`ssid="${ssid}"`, `psk="${passphrase}"`, ...more];
  writeFileSync(file, `network={\n${lines.map((line) => ` ${line}\n`).join('')}}\n`);
  return start(...here('wpa_supplicant', '-i', radio, '-D', 'nl80211', '-c', file));
}

export const link = () => run(...here('iw', 'dev', radio, 'link')).trim();

/** Asks for an address, for up to a minute, because the host may be busy. */
export function askForAddress() {
  const take = `#!/bin/sh
[ "$1" = bound ] || exit 0
ip address replace "$ip/$mask" dev "$interface"
[ -z "$router" ] || ip route replace default via "$router"
echo "ip=$ip mask=$mask router=$router dns=$dns"
`;
  writeFileSync(leaseScript, take);
  chmodSync(leaseScript, 0o755);
  const said = run(
    ...here('busybox', 'udhcpc', '-i', radio, '-t', '20', '-n', '-q', '-f', '-s', leaseScript),
  );
  const [, ip, mask, router, dns] = /^ip=(\S*) mask=(\S*) router=(.*) dns=(.*)$/m.exec(said) ?? [];
  // This file replaces resolv.conf for programs in the namespace.
  mkdirSync(`/etc/netns/${machine}`, { recursive: true });
  writeFileSync(`/etc/netns/${machine}/resolv.conf`, `nameserver ${dns}\noptions timeout:2 attempts:2\n`);
  return { ip, mask: Number(mask), router, dns };
}

export const addresses = () => run(...here('ip', '-4', '-o', 'address', 'show', 'dev', radio)).trim();
export const routes = () => run(...here('ip', '-4', 'route')).trim();
export const useRouter = (address) => run(...here('ip', 'route', 'add', 'default', 'via', address));
export const reaches = (address) => succeeds(...here('busybox', 'ping', '-c', '1', '-W', '1', address));

/** Whether the URL answers within `withinS`, which may have to be long on a busy host. */
export const connects = (url, { withinS }) =>
  succeeds(...here('curl', '-gsk', '-o', '/dev/null', '--max-time', String(withinS), url));

export const get = (url) => JSON.parse(run(...here('curl', '-sSf', '--max-time', '20', url)));

export function rename(url, nickname) {
  const data = { type: 'setting', id: 'nickname', attributes: { nickname } };
  const json = ['-H', 'Content-Type: application/vnd.api+json', '-d', JSON.stringify({ data })];
  run(...here('curl', '-sSf', '--max-time', '20', '-X', 'PATCH', ...json, url));
}
