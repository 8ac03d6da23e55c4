import type { RenderedFile } from '../rendered-file.ts';
import { basicHardening, systemCalls } from './hardening.ts';
import { commandLine, type Section, type Unit, unitFile } from './unit-file.ts';

interface NetworkUnitOptions {
  readonly program: readonly string[];
  readonly interface: string;
  /** Address with prefix length, such as `10.55.0.1/24`. */
  readonly address: string;
}

/** User of the name server only, because it has rights that no other program should have. */
export const nameServerUser = 'stationery-dns';
export const networkFolder = '/etc/stationery/network';
export const hostapdConfPath = `${networkFolder}/hostapd.conf`;
export const dnsmasqConfPath = `${networkFolder}/dnsmasq.conf`;
export const firewallPath = `${networkFolder}/firewall.nft`;
export const sysctlPath = '/etc/sysctl.d/90-stationery.conf';
export const leasesFolder = '/var/lib/stationery-network';
export const watchdogReportPath = '/run/stationery-watchdog/report.json';

/** Units in start order. */
export const networkUnitNames = [
  'stationery-network.service',
  'stationery-hostapd.service',
  'stationery-dnsmasq.service',
  'stationery-watchdog.service',
];

/** Returns one unit per part, so that `systemctl` shows which part fails. */
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
      // Load the firewall first, so that no packet is ever forwarded.
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
      // Two programs that control one radio prevent each other from working.
      Conflicts: `hostapd.service hostapd@${name}.service wpa_supplicant@${name}.service`,
    },
    Service: {
      Type: 'exec',
      // Unblock the radio, which the watchdog may have blocked, or which is blocked because the Raspberry Pi is new.
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
      Description: 'Stationery network: joins no other network',
      After: 'stationery-network.service',
      // Restart without limit, because the watchdog must always run.
      StartLimitIntervalSec: 0,
    },
    Service: {
      // systemd restarts the watchdog if it sends no ping for `WatchdogSec`, as it does for the services.
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
