import { dirname } from 'node:path';
import type { RenderedFile } from '../rendered-file.ts';
import { hardening } from './hardening.ts';
import { polkitRule } from './polkit-rule.ts';
import { commandLine, type Section, unitFile } from './unit-file.ts';

interface ServiceUnitOptions {
  /** What starts Stationery, as words: `['/usr/bin/stationery']`. The first is an absolute path. */
  readonly program: readonly string[];
  /** Where the units go: a package has `/usr/lib/systemd/system`. */
  readonly unitFolder?: string;
  readonly sysusersFolder?: string;
  readonly polkitFolder?: string;
  readonly tmpfilesFolder?: string;
}

export const serviceUser = 'stationery';
/** It may hold access tokens: only root and the services read it. */
export const configFile = { path: '/etc/stationery/config.json', mode: 0o640 };
export const configRightsName = 'stationery-config.conf';
/** Everything that the services keep; systemd makes it and gives it to their user. */
export const stateFolder = '/var/lib/stationery';
/** Where the running station writes its nickname for the name server. */
export const namesFile = '/run/stationery/names/station';

/** The default content of the config file on a station. */
export const machineConfig = {
  station: { host: '0.0.0.0', dataDir: `${stateFolder}/station` },
  plotter: { host: '0.0.0.0', dataDir: `${stateFolder}/plotter` },
  board: { dataDir: `${stateFolder}/board` },
};

/** The units of the services, their user and its permissions. */
export function serviceUnits(options: ServiceUnitOptions): RenderedFile[] {
  const { program, unitFolder } = options;
  const { sysusersFolder = '/etc/sysusers.d', polkitFolder = '/etc/polkit-1/rules.d' } = options;
  const { tmpfilesFolder = '/etc/tmpfiles.d' } = options;
  const station = {
    Unit: {
      Description: 'Stationery base station',
      Documentation: 'https://localhost/api/docs',
      // A station without its network still has its other networks, and the network comes and goes.
      After: 'network.target stationery-network.service',
      ...neverGivesUp,
    },
    Service: {
      ExecStart: commandLine([...program, 'launch', '--firmware-slots', `${stateFolder}/firmware`]),
      // A variable and no flag: the launcher may start an older version, which would refuse a flag it does not know.
      Environment: `STATION_NAMES_FILE=${namesFile}`,
      ...common('station'),
      // A new version has its minute to prove itself, and the version before is asked to stop in between.
      TimeoutStopSec: 30,
      // Where it writes its nickname for the name server. It stays when the station stops: dnsmasq follows this very folder.
      RuntimeDirectory: `${runtimeFolder('station')} ${dirname(namesFile).replace(/^\/run\//, '')}`,
      RuntimeDirectoryPreserve: 'yes',
      // Serial ports, PC/SC readers, sound cards.
      SupplementaryGroups: 'dialout input plugdev audio',
      AmbientCapabilities: 'CAP_NET_BIND_SERVICE',
      CapabilityBoundingSet: 'CAP_NET_BIND_SERVICE',
      ...hardening(program),
      // Where cards are mounted.
      ReadWritePaths: '-/media -/mnt',
    },
    Install: { WantedBy: 'multi-user.target' },
  };
  const plotter = {
    Unit: {
      Description: 'Stationery plotter service',
      After: 'network.target',
      ...neverGivesUp,
    },
    Service: {
      ExecStart: commandLine([...program, 'plotter']),
      ...common('plotter'),
      SupplementaryGroups: 'dialout',
      CapabilityBoundingSet: '',
      ...hardening(program),
    },
    Install: { WantedBy: 'multi-user.target' },
  };
  const board = {
    Unit: {
      Description: 'Stationery fleet board',
      After: 'network.target',
      ...neverGivesUp,
    },
    Service: {
      ExecStart: commandLine([...program, 'fleet', 'up']),
      ...common('board'),
      CapabilityBoundingSet: '',
      ...hardening(program),
    },
    Install: { WantedBy: 'multi-user.target' },
  };
  return [
    unitFile('stationery-station.service', station, unitFolder),
    unitFile('stationery-plotter.service', plotter, unitFolder),
    unitFile('stationery-board.service', board, unitFolder),
    {
      path: `${sysusersFolder}/stationery.conf`,
      mode: 0o644,
      content: `u ${serviceUser} - "Stationery" ${stateFolder}\n`,
    },
    {
      // Also for a file that an editor or an older version has left readable for everyone.
      path: `${tmpfilesFolder}/${configRightsName}`,
      mode: 0o644,
      content: `z ${configFile.path} 0${configFile.mode.toString(8)} root ${serviceUser} -\n`,
    },
    { path: `${polkitFolder}/50-stationery.rules`, mode: 0o644, content: polkitRule(serviceUser) },
  ];
}

/** There is no person to start it manually. The program itself waits longer after each failed start. */
const neverGivesUp: Section = { StartLimitIntervalSec: 0 };

const runtimeFolder = (name: string) => `stationery-${name}`;

const common = (name: string): Section => ({
  // Ready when it answers, and restarted when it is silent for that long.
  Type: 'notify',
  NotifyAccess: 'all',
  WatchdogSec: 60,
  WatchdogSignal: 'SIGKILL',
  TimeoutStartSec: 180,
  // The first process asks the others to stop, which must hear it once.
  KillMode: 'mixed',
  // The program keeps there what it has to know until a reboot.
  RuntimeDirectory: runtimeFolder(name),
  RuntimeDirectoryPreserve: 'restart',
  User: serviceUser,
  Group: serviceUser,
  StateDirectory: 'stationery',
  StateDirectoryMode: '0750',
  // Folders that the config file leaves at their defaults are below this one.
  WorkingDirectory: stateFolder,
  UMask: '0027',
  Restart: 'always',
  RestartSec: 1,
});
