import { thisMachine } from '@stationery/appliance';
import { messageOf, SettingError } from '@stationery/core';
import { readPlotterConfig } from '@stationery/plotter';
import { readNetworkSettings, readStationConfig, stationSettings } from '@stationery/station';
import { type CommandContext, defineCommand } from '../command-line/command.ts';
import { exitCodes } from '../terminal/exit-codes.ts';
import { examine } from './examine.ts';
import { bad, type CheckInput, type Finding, findingLines, summary } from './finding.ts';
import { findInstallation } from './installation.ts';
import { repairAll, repairLines } from './repair.ts';
import { findRunningStation } from './running-station.ts';

export const doctor = defineCommand({
  summary: 'Check everything a station needs, and say how to fix problems',
  about: `Checks settings, databases, card, reader, ports, fleet, units, keys and radio. It changes nothing without --repair. Exits with 0 if
there are no problems, otherwise with 1. Some checks need root. It uses the settings of the station.`,
  options: {
    repair: {
      help: `First restore damaged databases of the station and the plotter, from what can still be read and from the copy that
      each service keeps. Stop the service first. Damaged files are kept under another name`,
    },
  },
  settings: {
    title: 'Settings of the station',
    section: 'station',
    table: stationSettings,
    example: '{ "httpPort": 8080 }',
  },
  examples: [
    'sudo stationery doctor',
    'stationery doctor --reader pn532:/dev/ttyUSB0 --card-dir /media/card',
    'stationery doctor --json',
    'sudo stationery doctor --repair',
  ],
  async run({ options, out, sources }) {
    const repairs = options.repair ? await repairAll(readConfigs(sources)) : undefined;
    const findings = await runChecks(sources);
    const ok =
      findings.every((finding) => finding.ok !== false) &&
      (repairs ?? []).every(({ failure }) => failure === undefined);
    out.result({ ok, checks: findings, repairs }, () => {
      const lines = [...(repairs ?? []).map(repairLines), ...findings.map(findingLines), summary(findings)];
      out.line(lines.join('').trimEnd());
    });
    return ok ? exitCodes.good : exitCodes.failed;
  },
});

type Sources = CommandContext['sources'];

async function runChecks(sources: Sources): Promise<Finding[]> {
  let input: CheckInput;
  try {
    const { station, plotter } = readConfigs(sources);
    input = {
      station,
      network: readNetworkSettings({ ...sources('station'), args: [] }),
      plotter,
      machine: thisMachine,
      installation: findInstallation(),
      running: await findRunningStation(station),
    };
  } catch (error) {
    if (!(error instanceof SettingError)) throw error;
    return [
      bad('Settings', messageOf(error), 'correct it in the config file, usually /etc/stationery/config.json'),
    ];
  }
  return examine(input);
}

function readConfigs(sources: Sources): Pick<CheckInput, 'station' | 'plotter'> {
  return { station: readStationConfig(sources('station')), plotter: readPlotterConfig(sources('plotter')) };
}
