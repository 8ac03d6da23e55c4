import type { NetworkPlan } from '../network-plan.ts';
import type { RadioState } from '../radio/radio-state.ts';
import { type Check, check } from './check.ts';

export type Expected = Pick<
  NetworkPlan,
  'backend' | 'interface' | 'ssid' | 'channel' | 'subnet' | 'wpa3' | 'guestPorts'
>;

/** Whether the interface is the access point that it must be, and nothing has joined a network. */
export function radioChecks(radio: RadioState, expected: Expected): Check[] {
  const title = 'Access point';
  const start = 'stationery network apply, then: journalctl -u stationery-hostapd';
  if ('blind' in radio) return [check(title, false, radio.blind, 'apt-get install iw')];
  if (radio.interfaces.length === 0) {
    const none = `there is no Wi-Fi interface ${expected.interface}: this machine has no Wi-Fi at all`;
    return [
      check(title, false, none, 'plug in a Wi-Fi adapter; a station on a cable needs no network of its own'),
    ];
  }
  const own = radio.interfaces.find(({ name }) => name === expected.interface);
  const joined = radio.interfaces.filter((each) => each.joined !== undefined);
  const known = radio.interfaces.map(({ name }) => name).join(', ');
  return [
    own === undefined
      ? check(
          title,
          false,
          `there is no Wi-Fi interface ${expected.interface} (${known})`,
          'set STATION_WIFI_INTERFACE',
        )
      : check(
          title,
          own.type === 'AP' && own.up,
          `${own.name} is ${own.up ? '' : 'switched off, '}in mode ${own.type}${own.channel === undefined ? '' : `, channel ${own.channel}`}`,
          start,
        ),
    check(
      'Name of the network',
      own?.type === 'AP' && own.ssid === expected.ssid,
      own?.type === 'AP' ? `“${own.ssid ?? ''}”` : 'no network',
      `it should be “${expected.ssid}”: stationery network apply`,
    ),
    // The file says what the access point does; whether the file is as it should be was checked before.
    {
      name: 'Security',
      ok: true,
      detail: expected.wpa3
        ? 'WPA2 and WPA3, with protected management frames'
        : 'WPA2; WPA3 needs a radio that can, hostapd, and STATION_WIFI_WPA3=auto',
    },
    check(
      'Joined to no network',
      joined.length === 0,
      joined.map(({ name, joined: network }) => `${name} has joined “${network}”`).join(', ') ||
        `checked ${known}`,
      'rfkill block wifi, then find out what joined: systemctl status wpa_supplicant NetworkManager',
    ),
  ];
}
