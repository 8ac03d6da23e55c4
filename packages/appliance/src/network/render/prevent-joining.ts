import type { NetworkPlan } from '../network-plan.ts';
import type { Rendered, RenderedFile, RenderedLink } from '../rendered-file.ts';
import { unitFolder } from '../units/index.ts';
import { withHead } from './hostapd-conf.ts';
import { profileUuid } from './network-manager-profile.ts';

const networkManagerConf = '/etc/NetworkManager/conf.d/90-stationery.conf';

/** What keeps every program that could join a network away from the radio. */
export function preventJoining(plan: NetworkPlan): Rendered[] {
  return [
    plan.backend === 'hostapd' ? unmanaged() : ownProfileOnly(),
    notByNetworkd(plan.interface),
    ...maskedUnits(plan).map(masked),
  ];
}

function maskedUnits(plan: NetworkPlan): string[] {
  const never = plan.backend === 'hostapd' ? [...joiners, ...supplicant] : joiners;
  return never.map((unit) => unit.replace('%', plan.interface));
}

/** Services of others that must not run beside the access point; where they do, they are stopped. */
export const otherUnits = (plan: NetworkPlan): string[] => [
  ...maskedUnits(plan).filter((unit) => !unit.startsWith('dbus-')),
  ...(plan.backend === 'hostapd' ? ['hostapd.service', `hostapd@${plan.interface}.service`] : []),
];

/** Others that join networks, or ask for an address in one. */
const joiners = [
  'wpa_supplicant@%.service',
  'wpa_supplicant-nl80211@%.service',
  'dhcpcd@%.service',
  'iwd.service',
];
/** NetworkManager runs its access point through it, hostapd does not need it. */
const supplicant = ['wpa_supplicant.service', 'dbus-fi.w1.wpa_supplicant1.service'];

/** All of the Wi-Fi, not only this interface: a second radio that joins would be the station that joins. */
function unmanaged(): RenderedFile {
  return {
    path: networkManagerConf,
    mode: 0o644,
    content: withHead(['[keyfile]', 'unmanaged-devices+=type:wifi']),
  };
}

function ownProfileOnly(): RenderedFile {
  const lines = ['[device-stationery]', 'match-device=type:wifi', `allowed-connections=uuid:${profileUuid}`];
  return { path: networkManagerConf, mode: 0o644, content: withHead(lines) };
}

function notByNetworkd(name: string): RenderedFile {
  return {
    path: '/etc/systemd/network/05-stationery.network',
    mode: 0o644,
    content: withHead(['[Match]', `Name=${name}`, '', '[Link]', 'Unmanaged=yes']),
  };
}

function masked(unit: string): RenderedLink {
  return { path: `${unitFolder}/${unit}`, target: '/dev/null' };
}
