import type { NetworkPlan } from '../network-plan.ts';
import type { RenderedFile } from '../rendered-file.ts';
import { bandOf } from '../settings/channel.ts';
import { hostapdConfPath } from '../units/index.ts';

/** The access point: WPA2 with AES, the most that the radio of a Raspberry Pi supports as an access point. */
export function hostapdConf(plan: NetworkPlan): RenderedFile {
  const fast = bandOf(plan.channel) === '5 GHz';
  const lines = [
    `interface=${plan.interface}`,
    'driver=nl80211',
    // In hex, so that no name can end the line or start a comment.
    `ssid2=${Buffer.from(plan.ssid).toString('hex')}`,
    'utf8_ssid=1',
    ...(plan.country === undefined ? [] : [`country_code=${plan.country}`, 'ieee80211d=1']),
    `hw_mode=${fast ? 'a' : 'g'}`,
    `channel=${plan.channel}`,
    'ieee80211n=1',
    ...(fast ? ['ieee80211ac=1'] : []),
    'wmm_enabled=1',
    'auth_algs=1',
    ...(plan.isOpen ? [] : wpa2(plan.passphrase)),
    '# Guests talk to the station, never to each other’s devices.',
    'ap_isolate=1',
  ];
  return { path: hostapdConfPath, mode: 0o600, content: withHead(lines) };
}

const wpa2 = (passphrase: string) => [
  'wpa=2',
  'wpa_key_mgmt=WPA-PSK',
  'rsn_pairwise=CCMP',
  `wpa_passphrase=${passphrase}`,
];

export const withHead = (lines: readonly string[]) =>
  `${['# Written by “stationery network apply”; change the settings, not this file.', ...lines].join('\n')}\n`;
