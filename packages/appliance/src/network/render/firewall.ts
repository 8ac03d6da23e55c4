import type { NetworkPlan } from '../network-plan.ts';
import type { RenderedFile } from '../rendered-file.ts';
import { firewallPath, sysctlPath } from '../units/index.ts';
import { withHead } from './hostapd-conf.ts';

const multicastDns = '224.0.0.251';

/**
 * Guests reach only the ports of the station. Forwarding is off; if a different program enables it, packets from and
 * to this network are still dropped. The rules are stateless, so no guest can fill a connection table.
 */
export function firewall({ interface: name, subnet, guestPorts }: NetworkPlan): RenderedFile[] {
  const sysctl = ['net.ipv4.ip_forward=0', 'net.ipv6.conf.all.forwarding=0'];
  const rules = [
    // Created and flushed first, so that loading it twice gives one table.
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
