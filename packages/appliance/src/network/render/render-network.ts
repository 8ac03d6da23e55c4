import { dirname } from 'node:path';
import { commonHostName } from '../../identity/host-name.ts';
import { plannedSerialPath } from '../../identity/serial-number.ts';
import { probeHosts, windowsNameProbe } from '../connectivity-probes.ts';
import type { NetworkPlan } from '../network-plan.ts';
import type { Rendered, RenderedFile } from '../rendered-file.ts';
import { bandOf } from '../settings/channel.ts';
import {
  configFile,
  dnsmasqConfPath,
  firewallPath,
  hostapdConfPath,
  leasesFolder,
  machineConfig,
  nameServerUser,
  namesFile,
  networkUnits,
  serviceUnits,
  serviceUser,
  setupUnits,
  sysctlPath,
  unitFolder,
} from '../units/index.ts';

/** Configures WPA2 with AES, the strongest security that the radio of a Raspberry Pi supports as an access point. */
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

const withHead = (lines: readonly string[]) =>
  `${['# Written by “stationery network apply”; change the settings, not this file.', ...lines].join('\n')}\n`;

export function renderNetwork(plan: NetworkPlan): Rendered[] {
  const { address, prefix } = plan.subnet;
  return [
    hostapdConf(plan),
    dnsmasqConf(plan),
    ...firewall(plan),
    ...preventJoining(plan),
    {
      // The folder must exist before the station writes the file and dnsmasq reads it.
      path: '/etc/tmpfiles.d/stationery.conf',
      mode: 0o644,
      content: withHead(
        [dirname(dirname(namesFile)), dirname(namesFile)].map(
          (folder) => `d ${folder} 0755 ${serviceUser} ${serviceUser} -`,
        ),
      ),
    },
    // A station that has not started yet adopts this serial, so that it matches the network name.
    ...(plan.serial === undefined
      ? []
      : [{ path: plannedSerialPath, mode: 0o644, content: `${plan.serial}\n` }]),
    {
      // This file is separate from the services' sysusers file, which a Debian package may own.
      path: '/etc/sysusers.d/stationery-network.conf',
      mode: 0o644,
      content: `u ${nameServerUser} - "Stationery name server" ${leasesFolder}\n`,
    },
    { ...configFile, content: `${JSON.stringify(machineConfig, undefined, 2)}\n`, keep: true },
    ...networkUnits({ ...plan, address: `${address}/${prefix}` }),
    ...serviceUnits({ program: plan.program }),
    ...setupUnits({ program: plan.program }),
  ];
}

export function dnsmasqConf(plan: NetworkPlan): RenderedFile {
  const { address, netmask, firstClient, lastClient } = plan.subnet;
  const lines = [
    `interface=${plan.interface}`,
    'except-interface=lo',
    'bind-dynamic',
    'pid-file=',
    '# Names: these and no others. There is no server to ask, and what is not here does not exist.',
    'no-resolv',
    'no-poll',
    'no-hosts',
    'local=/#/',
    'local-ttl=60',
    `host-record=${commonHostName},${commonHostName}.local,${address}`,
    '# The running station writes its nickname there; changes are followed.',
    `hostsdir=${dirname(namesFile)}`,
    '# What devices ask for to see whether a network works; the station answers.',
    ...probeHosts.map((host) => `host-record=${host},${address}`),
    `host-record=${windowsNameProbe.host},${windowsNameProbe.address}`,
    '# Addresses. No router: there is no way out, and a phone keeps its own.',
    `dhcp-range=${firstClient},${lastClient},${netmask},12h`,
    'dhcp-option=option:router',
    `dhcp-option=option:dns-server,${address}`,
    'dhcp-authoritative',
    'no-ping',
    `dhcp-leasefile=${leasesFolder}/leases`,
  ];
  return { path: dnsmasqConfPath, mode: 0o644, content: withHead(lines) };
}

/** Units that join networks or request an address in them; `%` stands for the interface. */
const joiners = [
  'wpa_supplicant@%.service',
  'wpa_supplicant-nl80211@%.service',
  'dhcpcd@%.service',
  'iwd.service',
  'wpa_supplicant.service',
  'dbus-fi.w1.wpa_supplicant1.service',
];

const maskedUnits = (plan: NetworkPlan) => joiners.map((unit) => unit.replace('%', plan.interface));

export const otherUnits = (plan: NetworkPlan): string[] => [
  ...maskedUnits(plan).filter((unit) => !unit.startsWith('dbus-')),
  'hostapd.service',
  `hostapd@${plan.interface}.service`,
];

function preventJoining(plan: NetworkPlan): Rendered[] {
  return [
    {
      // Exclude all Wi-Fi devices, because a second radio must not join a network either.
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

const multicastDns = '224.0.0.251';

/**
 * Returns the firewall, which works even if another program enables forwarding. It is stateless, so no guest
 * can fill a connection table.
 */
export function firewall({ interface: name, subnet, guestPorts }: NetworkPlan): RenderedFile[] {
  const sysctl = ['net.ipv4.ip_forward=0', 'net.ipv6.conf.all.forwarding=0'];
  const rules = [
    // These two lines make loading repeatable: loading the rules twice still gives one table.
    'table inet stationery',
    'flush table inet stationery',
    'table inet stationery {',
    '  chain input {',
    '    type filter hook input priority filter - 10; policy accept;',
    `    iifname "${name}" jump guests`,
    '  }',
    '  chain guests {',
    '    # Only to the address that the station has here, not to those that it has in other networks.',
    `    ip daddr != { ${subnet.address}, ${subnet.broadcast}, 255.255.255.255, ${multicastDns} } drop`,
    '    ip6 daddr != { fe80::/10, ff02::/16 } drop',
    `    tcp dport { ${[53, ...guestPorts].join(', ')} } accept`,
    '    # Names, addresses, multicast DNS.',
    '    udp dport { 53, 67, 5353 } accept',
    '    icmp type { echo-request, echo-reply, destination-unreachable, time-exceeded, parameter-problem } accept',
    '    icmpv6 type { echo-request, echo-reply, destination-unreachable, packet-too-big, time-exceeded, parameter-problem, nd-neighbor-solicit, nd-neighbor-advert } accept',
    '    drop',
    '  }',
    '  chain forward {',
    '    type filter hook forward priority filter - 10; policy accept;',
    `    iifname "${name}" drop`,
    `    oifname "${name}" drop`,
    '  }',
    '}',
  ];
  return [
    { path: sysctlPath, mode: 0o644, content: withHead(sysctl) },
    { path: firewallPath, mode: 0o644, content: withHead(rules) },
  ];
}
