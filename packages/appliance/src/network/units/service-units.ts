import { dirname } from 'node:path';
import type { RenderedFile } from '../rendered-file.ts';
import { hardening } from './hardening.ts';
import { commandLine, type Section, unitFile } from './unit-file.ts';

interface ServiceUnitOptions {
  /** The words of the command; the first is an absolute path. */
  readonly program: readonly string[];
  /** Packages use `/usr/lib/systemd/system`. */
  readonly unitFolder?: string;
  readonly sysusersFolder?: string;
  readonly polkitFolder?: string;
  readonly tmpfilesFolder?: string;
}

export const serviceUser = 'stationery';
/** For serial ports, keyboards, PC/SC readers, sound cards, and buses of readers. */
const deviceGroups = ['dialout', 'input', 'plugdev', 'audio', 'i2c', 'spi'];
/** May contain access tokens, so only root and the services may read it. */
export const configFile = { path: '/etc/stationery/config.json', mode: 0o640 };
export const configRightsName = 'stationery-config.conf';
/** systemd creates it for the user of the services. */
export const stateFolder = '/var/lib/stationery';
export const plotterRuntimeFolder = '/run/stationery-plotter';
/** The running station writes its nickname there for the name server. */
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
      // The station also works without its own network, which may come and go.
      After: 'network.target stationery-network.service',
      Wants: setupPathUnit,
      ...neverGivesUp,
    },
    Service: {
      ExecStart: commandLine([...program, 'launch', '--firmware-slots', `${stateFolder}/firmware`]),
      // Variables, because the launcher may start an older version, which would reject an unknown flag.
      Environment: [
        `STATION_NAMES_FILE=${namesFile}`,
        `STATION_SETUP_FILE=${setupRequestPath}`,
        `STATION_SETUP_RESULT=${setupResultPath}`,
      ],
      ...common('station'),
      // A new version has a minute to prove itself, and the old version has to stop before.
      TimeoutStopSec: 30,
      // For the nickname file. Preserved when the station stops, because dnsmasq watches this folder.
      RuntimeDirectory: `${runtimeFolder('station')} ${dirname(namesFile).replace(/^\/run\//, '')}`,
      RuntimeDirectoryPreserve: 'yes',
      SupplementaryGroups: deviceGroups.join(' '),
      AmbientCapabilities: 'CAP_NET_BIND_SERVICE',
      CapabilityBoundingSet: 'CAP_NET_BIND_SERVICE',
      ...hardening(program),
      // Mount points of cards.
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
      // A missing group would keep the station from starting.
      content: [
        `u ${serviceUser} - "Stationery" ${stateFolder}`,
        ...deviceGroups.map((name) => `g ${name} -`),
        '',
      ].join('\n'),
    },
    {
      // Also fixes the mode of a file that an editor or an older version left readable for all users.
      path: `${tmpfilesFolder}/${configRightsName}`,
      mode: 0o644,
      content: `z ${configFile.path} 0${configFile.mode.toString(8)} root ${serviceUser} -\n`,
    },
    { path: `${polkitFolder}/50-stationery.rules`, mode: 0o644, content: polkitRule },
  ];
}

/** No user is there to restart a service. The program itself waits after a failed start. */
const neverGivesUp: Section = { StartLimitIntervalSec: 0 };

const runtimeFolder = (name: string) => `stationery-${name}`;

const common = (name: string): Section => ({
  // A service is ready when it answers, and restarted if it is silent for that long.
  Type: 'notify',
  NotifyAccess: 'all',
  WatchdogSec: 60,
  WatchdogSignal: 'SIGKILL',
  TimeoutStartSec: 180,
  // Only the first process gets the stop signal; it stops the others.
  KillMode: 'mixed',
  // Holds state that must last until reboot.
  RuntimeDirectory: runtimeFolder(name),
  RuntimeDirectoryPreserve: 'restart',
  User: serviceUser,
  Group: serviceUser,
  StateDirectory: 'stationery',
  StateDirectoryMode: '0750',
  // Default folders of the config file are relative to it.
  WorkingDirectory: stateFolder,
  UMask: '0027',
  Restart: 'always',
  RestartSec: 1,
});

/** Since Debian 13, polkit allows pcscd only to users logged in at the machine. */
const polkitRule = `// The station reads tags through pcscd, and has a user of its own.
polkit.addRule(function (action, subject) {
  if (action.id.indexOf("org.debian.pcsc-lite.access_") === 0 && subject.user === "${serviceUser}") {
    return polkit.Result.YES;
  }
});
`;
