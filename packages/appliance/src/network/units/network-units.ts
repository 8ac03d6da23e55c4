import type { RenderedFile } from '../rendered-file.ts';
import { basicHardening, systemCalls } from './hardening.ts';
import { commandLine, type Section, type Unit, unitFile } from './unit-file.ts';

interface NetworkUnitOptions {
  /** What starts Stationery, as words. */
  readonly program: readonly string[];
  readonly interface: string;
  /** With its prefix: `10.55.0.1/24`. */
  readonly address: string;
}

export const stationUnit = 'stationery-station.service';
/** The name server has rights that no other program of the machine has, and so no other program's user. */
export const nameServerUser = 'stationery-dns';
export const networkFolder = '/etc/stationery/network';
export const hostapdConfPath = `${networkFolder}/hostapd.conf`;
export const dnsmasqConfPath = `${networkFolder}/dnsmasq.conf`;
export const firewallPath = `${networkFolder}/firewall.nft`;
export const sysctlPath = '/etc/sysctl.d/90-stationery.conf';
export const leasesFolder = '/var/lib/stationery-network';
export const watchdogReportPath = '/run/stationery-watchdog/report.json';

/** The units of the network, in the order in which they start. */
export const networkUnitNames = [
  'stationery-network.service',
  'stationery-hostapd.service',
  'stationery-dnsmasq.service',
  'stationery-watchdog.service',
];

/** The parts of the network, each a unit of its own, so that `systemctl` shows which of them fails. */
export function networkUnits(options: NetworkUnitOptions): RenderedFile[] {
  const units: Record<string, Unit> = {
    'stationery-network.service': preparation(),
    'stationery-hostapd.service': accessPoint(options),
    'stationery-dnsmasq.service': nameServer(),
    'stationery-watchdog.service': watchdog(options),
  };
  return Object.entries(units).map(([name, unit]) => unitFile(name, unit));
}

function preparation(): Unit {
  return {
    Unit: {
      Description: 'Stationery network: guests reach the station and nothing else',
      After: 'network-pre.target systemd-sysctl.service',
      Before: 'stationery-dnsmasq.service stationery-hostapd.service',
    },
    Service: {
      Type: 'oneshot',
      RemainAfterExit: 'yes',
      // The rule comes first: there is no moment at which a packet could be handed on.
      ExecStart: [
        commandLine(['nft', '-f', firewallPath]),
        commandLine(['sysctl', '--quiet', '--ignore', '--load', sysctlPath]),
      ],
      ...systemCalls(),
    },
    Install: { WantedBy: 'multi-user.target' },
  };
}

function accessPoint({ interface: name, address }: NetworkUnitOptions): Unit {
  return {
    Unit: {
      Description: 'Stationery network: access point',
      Requires: 'stationery-network.service',
      After: 'stationery-network.service',
      // Two masters of one radio end in neither working.
      Conflicts: `hostapd.service hostapd@${name}.service wpa_supplicant@${name}.service`,
    },
    Service: {
      Type: 'exec',
      // The watchdog may have switched the radio off, and a new Raspberry Pi comes with it off.
      ExecStartPre: ['-rfkill unblock wifi', commandLine(['ip', 'address', 'replace', address, 'dev', name])],
      ExecStart: commandLine(['hostapd', hostapdConfPath]),
      CapabilityBoundingSet: 'CAP_NET_ADMIN CAP_NET_RAW',
      ...basicHardening([]),
      ...restart,
    },
    Install: { WantedBy: 'multi-user.target' },
  };
}

function nameServer(): Unit {
  return {
    Unit: {
      Description: 'Stationery network: addresses and names',
      Requires: 'stationery-network.service',
      After: 'stationery-network.service systemd-tmpfiles-setup.service',
    },
    Service: {
      Type: 'exec',
      ExecStart: commandLine(['dnsmasq', '--keep-in-foreground', `--conf-file=${dnsmasqConfPath}`]),
      User: nameServerUser,
      Group: nameServerUser,
      StateDirectory: 'stationery-network',
      AmbientCapabilities: nameServerCapabilities,
      CapabilityBoundingSet: nameServerCapabilities,
      ...basicHardening([]),
      ...restart,
    },
    Install: { WantedBy: 'multi-user.target' },
  };
}

function watchdog({ program, interface: name }: NetworkUnitOptions): Unit {
  return {
    Unit: {
      Description: 'Stationery network: never joins another one',
      After: 'stationery-network.service',
      // It must be there whatever happens, however often it has to be started again.
      StartLimitIntervalSec: 0,
    },
    Service: {
      // Restarted when it has not looked for that long, as the services are.
      Type: 'notify',
      NotifyAccess: 'all',
      WatchdogSec: 60,
      WatchdogSignal: 'SIGKILL',
      KillMode: 'mixed',
      ExecStart: commandLine([...program, 'network', 'watch', '--wifi-interface', name]),
      RuntimeDirectory: 'stationery-watchdog',
      RuntimeDirectoryPreserve: 'yes',
      CapabilityBoundingSet: 'CAP_NET_ADMIN',
      ...basicHardening(program),
      ...restart,
    },
    Install: { WantedBy: 'multi-user.target' },
  };
}

const nameServerCapabilities = 'CAP_NET_ADMIN CAP_NET_RAW CAP_NET_BIND_SERVICE';
const restart: Section = { Restart: 'always', RestartSec: 3 };
