import type { NetworkPlan } from '../network-plan.ts';
import type { RenderedFile } from '../rendered-file.ts';
import { forwardRulesPath, sysctlPath } from '../units/index.ts';
import { withHead } from './hostapd-conf.ts';

/** The kernel hands nothing on; and should another program switch that on for itself, still nothing from or to here. */
export function nothingForwarded({ interface: name }: NetworkPlan): RenderedFile[] {
  const sysctl = ['net.ipv4.ip_forward=0', 'net.ipv6.conf.all.forwarding=0'];
  const rules = [
    // Made and flushed before it is filled, so that loading it twice leaves one.
    'table inet stationery',
    'flush table inet stationery',
    'table inet stationery {',
    '  chain forward {',
    '    type filter hook forward priority filter - 10; policy accept;',
    `    iifname "${name}" drop`,
    `    oifname "${name}" drop`,
    '  }',
    '}',
  ];
  return [
    { path: sysctlPath, mode: 0o644, content: withHead(sysctl) },
    { path: forwardRulesPath, mode: 0o644, content: withHead(rules) },
  ];
}
