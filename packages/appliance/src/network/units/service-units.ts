import { dirname } from 'node:path';
import type { RenderedFile } from '../rendered-file.ts';
import { hardening } from './hardening.ts';
import { commandLine, type Section, unitFile } from './unit-file.ts';

interface ServiceUnitOptions {
  /** The words of the command; the first is an absolute path. */
  readonly program: readonly string[];
  /** Folder of the unit files. Packages use `/usr/lib/systemd/system`. */
  readonly unitFolder?: string;
  readonly sysusersFolder?: string;
  readonly polkitFolder?: string;
  readonly tmpfilesFolder?: string;
}

export const serviceUser = 'stationery';
/** Groups that may use serial ports, keyboards, PC/SC readers, sound cards, and the buses of readers. */
const deviceGroups = ['dialout', 'input', 'plugdev', 'audio', 'i2c', 'spi'];
/** The file may contain access tokens, so only root and the services may read it. */
export const configFile = { path: '/etc/stationery/config.json', mode: 0o640 };
export const configRightsName = 'stationery-config.conf';
/** Created by systemd for the user of the services. */
export const stateFolder = '/var/lib/stationery';
export const plotterRuntimeFolder = '/run/stationery-plotter';
/** The running station writes its host names to this file, for the name server. */
export const namesFile = '/run/stationery/names/station';

export const stationUnit = 'stationery-station.service';
export const setupPathUnit = 'stationery-apply.path';
/** Settings requested on the page. The station writes the file; root reads and removes it. */
export const setupRequestPath = `${stateFolder}/setup.toml`;
/** The folder belongs to root, so that root never writes where the service could place a link. */
export const setupResultPath = '/run/stationery-apply/result.json';

export const machineConfig = {
  station: { host: '0.0.0.0', dataDir: `${stateFolder}/station` },
  plotter: { host: '0.0.0.0', dataDir: `${stateFolder}/plotter` },
  board: { dataDir: `${stateFolder}/board` },
};

export function serviceUnits(options: ServiceUnitOptions): RenderedFile[] {
  const { program, unitFolder } = options;
  const { sysusersFolder = '/etc/sysusers.d', polkitFolder = '/etc/polkit-1/rules.d' } = options;
  const { tmpfilesFolder = '/etc/tmpfiles.d' } = options;
  const station = {
    Unit: {
      Description: 'Stationery base station',
      Documentation: 'https://localhost/api/docs',
      // Don't require the station's own network, because the station also works without it and the network may
      // come and go.
      After: 'network.target stationery-network.service',
      Wants: setupPathUnit,
      ...neverGivesUp,
    },
    Service: {
      ExecStart: commandLine([...program, 'launch', '--firmware-slots', `${stateFolder}/firmware`]),
      // Use variables and not flags, because the launcher may start an older version, which would reject an
      // unknown flag.
      Environment: [
        `STATION_NAMES_FILE=${namesFile}`,
        `STATION_SETUP_FILE=${setupRequestPath}`,
        `STATION_SETUP_RESULT=${setupResultPath}`,
      ],
      ...common('station'),
      // The launcher gives the station 20 s to stop.
      TimeoutStopSec: 30,
      // Create the folder of the host names as well. Keep it when the station stops, because dnsmasq watches it.
      RuntimeDirectory: `${runtimeFolder('station')} ${dirname(namesFile).replace(/^\/run\//, '')}`,
      RuntimeDirectoryPreserve: 'yes',
      SupplementaryGroups: deviceGroups.join(' '),
      AmbientCapabilities: 'CAP_NET_BIND_SERVICE',
      CapabilityBoundingSet: 'CAP_NET_BIND_SERVICE',
      ...hardening(program),
      // Allow writing to cards, which are mounted there.
      ReadWritePaths: '-/media -/mnt',
    },
    Install: { WantedBy: 'multi-user.target' },
  };
  const plotter = {
    Unit: { Description: 'Stationery plotter service', After: 'network.target', ...neverGivesUp },
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
    Unit: { Description: 'Stationery fleet board', After: 'network.target', ...neverGivesUp },
    Service: {
      ExecStart: commandLine([...program, 'fleet', 'up']),
      ...common('board'),
      CapabilityBoundingSet: '',
      ...hardening(program),
    },
    Install: { WantedBy: 'multi-user.target' },
  };
  return [
    unitFile(stationUnit, station, unitFolder),
    unitFile('stationery-plotter.service', plotter, unitFolder),
    unitFile('stationery-board.service', board, unitFolder),
    {
      path: `${sysusersFolder}/stationery.conf`,
      mode: 0o644,
      // Create the groups as well, because a missing group would keep the station from starting.
      content: [
        `u ${serviceUser} - "Stationery" ${stateFolder}`,
        ...deviceGroups.map((name) => `g ${name} -`),
        '',
      ].join('\n'),
    },
    {
      // Sets the mode at each boot, also of a file that an editor or an older version left readable for all users.
      path: `${tmpfilesFolder}/${configRightsName}`,
      mode: 0o644,
      content: `z ${configFile.path} 0${configFile.mode.toString(8)} root ${serviceUser} -\n`,
    },
    { path: `${polkitFolder}/50-stationery.rules`, mode: 0o644, content: polkitRule },
  ];
}

/**
 * Restarts without limit, because no user is there to restart a service. The program itself waits after a
 * failed start.
 */
const neverGivesUp: Section = { StartLimitIntervalSec: 0 };

const runtimeFolder = (name: string) => `stationery-${name}`;

const common = (name: string): Section => ({
  // The service reports when it is ready, and systemd restarts it if it sends no ping for `WatchdogSec`.
  Type: 'notify',
  NotifyAccess: 'all',
  WatchdogSec: 60,
  WatchdogSignal: 'SIGKILL',
  TimeoutStartSec: 180,
  // Send the stop signal only to the first process, which stops the others.
  KillMode: 'mixed',
  // Keep this folder when the service restarts, because its state must last until the next boot.
  RuntimeDirectory: runtimeFolder(name),
  RuntimeDirectoryPreserve: 'restart',
  User: serviceUser,
  Group: serviceUser,
  StateDirectory: 'stationery',
  StateDirectoryMode: '0750',
  // The default folders of the settings are relative to this one.
  WorkingDirectory: stateFolder,
  UMask: '0027',
  Restart: 'always',
  RestartSec: 1,
});

/** Allows the station to use pcscd. Since Debian 13, polkit allows that only to users logged in at the machine. */
const polkitRule = `// The station reads tags through pcscd, and has a user of its own.
polkit.addRule(function (action, subject) {
  if (action.id.indexOf("org.debian.pcsc-lite.access_") === 0 && subject.user === "${serviceUser}") {
    return polkit.Result.YES;
  }
});
`;
