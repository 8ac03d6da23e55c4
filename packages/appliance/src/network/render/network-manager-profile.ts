import type { NetworkPlan } from '../network-plan.ts';
import type { RenderedFile } from '../rendered-file.ts';
import { bandOf } from '../settings/channel.ts';
import { withHead } from './hostapd-conf.ts';

/** One profile on every station, so that NetworkManager can be restricted to this one. */
export const profileUuid = '6f1d0c52-1a0e-4b67-9a53-6a7c2b1d4e90';

/** The access point of NetworkManager. The address is given manually: “shared” would route and masquerade. */
export function networkManagerProfile(plan: NetworkPlan): RenderedFile {
  const lines = [
    '[connection]',
    'id=stationery',
    `uuid=${profileUuid}`,
    'type=wifi',
    `interface-name=${plan.interface}`,
    'autoconnect=true',
    'autoconnect-priority=999',
    'autoconnect-retries=0',
    '',
    '[wifi]',
    'mode=ap',
    // As bytes, which need no quoting.
    `ssid=${[...Buffer.from(plan.ssid)].map((byte) => `${byte};`).join('')}`,
    `band=${bandOf(plan.channel) === '5 GHz' ? 'a' : 'bg'}`,
    `channel=${plan.channel}`,
    'ap-isolation=1',
    '',
    '[wifi-security]',
    'key-mgmt=wpa-psk',
    'proto=rsn;',
    'pairwise=ccmp;',
    'group=ccmp;',
    // Off: the radio of a Raspberry Pi cannot do it as an access point.
    'pmf=1',
    `psk=${keyFileText(plan.passphrase)}`,
    '',
    '[ipv4]',
    'method=manual',
    `address1=${plan.subnet.address}/${plan.subnet.prefix}`,
    'never-default=true',
    '',
    '[ipv6]',
    'method=link-local',
    'never-default=true',
  ];
  return {
    path: '/etc/NetworkManager/system-connections/stationery.nmconnection',
    mode: 0o600,
    content: withHead(lines),
  };
}

/** A text as a value of a key file: spaces at its ends and backslashes are escaped. */
function keyFileText(text: string): string {
  let from = 0;
  let end = text.length;
  while (text[from] === ' ') from++;
  while (end > from && text[end - 1] === ' ') end--;
  const inner = text.slice(from, end).replaceAll('\\', '\\\\');
  return `${'\\s'.repeat(from)}${inner}${'\\s'.repeat(text.length - end)}`;
}
