import type { NetworkPlan } from '../network-plan.ts';
import type { Rendered } from '../rendered-file.ts';
import { unitFolder } from '../units/index.ts';
import { withHead } from './hostapd-conf.ts';

/** Units that join networks or ask for an address in one; `%` is the interface. */
const joiners = [
  'wpa_supplicant@%.service',
  'wpa_supplicant-nl80211@%.service',
  'dhcpcd@%.service',
  'iwd.service',
  'wpa_supplicant.service',
  'dbus-fi.w1.wpa_supplicant1.service',
];

const maskedUnits = (plan: NetworkPlan) => joiners.map((unit) => unit.replace('%', plan.interface));

/** Units that must not run beside the access point. */
export const otherUnits = (plan: NetworkPlan): string[] => [
  ...maskedUnits(plan).filter((unit) => !unit.startsWith('dbus-')),
  'hostapd.service',
  `hostapd@${plan.interface}.service`,
];

/** Files that keep every program that could join a network away from the radio. */
export function preventJoining(plan: NetworkPlan): Rendered[] {
  return [
    {
      // All Wi-Fi devices: a second radio must not join a network either.
      path: '/etc/NetworkManager/conf.d/90-stationery.conf',
      mode: 0o644,
      content: withHead(['[keyfile]', 'unmanaged-devices+=type:wifi']),
    },
    {
      path: '/etc/systemd/network/05-stationery.network',
      mode: 0o644,
      content: withHead(['[Match]', `Name=${plan.interface}`, '', '[Link]', 'Unmanaged=yes']),
    },
    ...maskedUnits(plan).map((unit) => ({ path: `${unitFolder}/${unit}`, target: '/dev/null' })),
  ];
}
