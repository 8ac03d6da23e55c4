import { dirname } from 'node:path';
import { commonHostName } from '../../identity/host-name.ts';
import { probeHosts, windowsNameProbe } from '../connectivity-probes.ts';
import type { NetworkPlan } from '../network-plan.ts';
import type { RenderedFile } from '../rendered-file.ts';
import { dnsmasqConfPath, leasesFolder, namesFile } from '../units/index.ts';
import { withHead } from './hostapd-conf.ts';

/** DHCP and DNS for guests of the station's network only. */
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
