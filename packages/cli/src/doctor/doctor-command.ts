import { messageOf, SettingError } from '@stationery/core';
import { readPlotterConfig } from '@stationery/plotter';
import { readNetworkSettings, readStationConfig, thisMachine } from '@stationery/station';
import { settingSources } from '../config-file.ts';
import type { CheckInput } from './check-input.ts';
import { examine } from './examine.ts';
import { bad, type Finding, findingLines, summary } from './finding.ts';
import { findInstallation } from './installation.ts';
import { repairAll, repairLines } from './repair.ts';
import { findRunningStation } from './running-station.ts';

export function doctorHelp(): string {
  return `Usage: stationery doctor [--json] [--repair] [options of the station]

Looks at everything that a station needs (settings, databases, card, reader, ports, units, keys, radio) and says how to
fix what is not well. Changes nothing. Ends with 0 when all is well, else with 1. Some of it only root can see.

Options:
  --repair
      First restore damaged databases of the station and the plotter, from what can still be read and from the copy that
      each service keeps. Stop the service first. Damaged files are kept beside it under another name.

Takes the settings of the station, from flags, variables and the config file: see “stationery station --help”.

Examples:
  sudo stationery doctor
  stationery doctor --reader pn532:/dev/ttyUSB0 --card-dir /media/card
  stationery doctor --json
  sudo stationery doctor --repair
`;
}

export async function runDoctor(args: string[]): Promise<number> {
  const settings = args.filter((arg) => arg !== '--json' && arg !== '--repair');
  const repairs = args.includes('--repair') ? repairAll(readConfigs(settings)) : undefined;
  const findings = await look(settings);
  const ok =
    findings.every((finding) => finding.ok !== false) &&
    (repairs ?? []).every(({ failure }) => failure === undefined);
  process.stdout.write(
    args.includes('--json')
      ? `${JSON.stringify({ ok, checks: findings, repairs }, undefined, 2)}\n`
      : `${(repairs ?? []).map(repairLines).join('')}${findings.map(findingLines).join('')}${summary(findings)}`,
  );
  return ok ? 0 : 1;
}

async function look(args: string[]): Promise<Finding[]> {
  let input: CheckInput;
  try {
    const { station, plotter } = readConfigs(args);
    input = {
      station,
      network: readNetworkSettings({ ...settingSources('station', args), args: [] }),
      plotter,
      machine: thisMachine,
      installation: findInstallation(),
      running: await findRunningStation(station),
    };
  } catch (error) {
    // A flag that there is not is a slip of whoever asks; all else is what a doctor is there to tell.
    if (!(error instanceof SettingError) || messageOf(error).startsWith('Unknown option')) throw error;
    return [
      bad('Settings', messageOf(error), 'correct it in the config file, usually /etc/stationery/config.json'),
    ];
  }
  return examine(input);
}

function readConfigs(args: string[]): Pick<CheckInput, 'station' | 'plotter'> {
  return {
    station: readStationConfig(settingSources('station', args)),
    plotter: readPlotterConfig({ ...settingSources('plotter', configFlag(args)), args: [] }),
  };
}

function configFlag(args: string[]): string[] {
  const at = args.indexOf('--config');
  return at < 0 ? [] : args.slice(at, at + 2);
}
