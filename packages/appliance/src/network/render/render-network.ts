import { dirname } from 'node:path';
import { plannedSerialPath } from '../../identity/serial-number.ts';
import type { NetworkPlan } from '../network-plan.ts';
import type { Rendered } from '../rendered-file.ts';
import {
  configFile,
  leasesFolder,
  machineConfig,
  nameServerUser,
  namesFile,
  networkUnits,
  serviceUnits,
  serviceUser,
} from '../units/index.ts';
import { dnsmasqConf } from './dnsmasq-conf.ts';
import { firewall } from './firewall.ts';
import { hostapdConf, withHead } from './hostapd-conf.ts';
import { preventJoining } from './prevent-joining.ts';

/** All files of a station's network and services, with absolute paths. */
export function renderNetwork(plan: NetworkPlan): Rendered[] {
  const { address, prefix } = plan.subnet;
  return [
    hostapdConf(plan),
    dnsmasqConf(plan),
    ...firewall(plan),
    ...preventJoining(plan),
    {
      // Both must exist before names are written or read.
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
      // A separate file, because a package may contain that of the services.
      path: '/etc/sysusers.d/stationery-network.conf',
      mode: 0o644,
      content: `u ${nameServerUser} - "Stationery name server" ${leasesFolder}\n`,
    },
    {
      ...configFile,
      content: `${JSON.stringify(machineConfig, undefined, 2)}\n`,
      keep: true,
    },
    ...networkUnits({ ...plan, address: `${address}/${prefix}` }),
    ...serviceUnits({ program: plan.program }),
  ];
}
