import { statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { powerSupplyFolder, readBattery } from '@stationery/appliance';
import { lowBatteryPercent } from '@stationery/contract';
import { packageVersion } from '@stationery/core';
import { parsePortPath } from '@stationery/plotter';
import { cardCheck } from './card-check.ts';
import { databaseChecks, dataCheck } from './data-check.ts';
import { bad, type CheckInput, type Finding, good, skipped } from './finding.ts';
import { keyCheck, slotCheck } from './firmware-checks.ts';
import { fleetChecks } from './fleet-check.ts';
import { portChecks } from './port-checks.ts';
import { radioChecks } from './radio-checks.ts';
import { deviceTrouble, readerCheck } from './reader-check.ts';

/** Runs all checks, in the order in which problems are best fixed. */
export async function examine(input: CheckInput): Promise<Finding[]> {
  const units = await unitChecks(input);
  const hasStation =
    input.running !== undefined || units.every(({ name, ok }) => name !== stationUnit.title || ok !== null);
  return [
    nodeCheck(),
    clockCheck(),
    await batteryCheck(),
    dataCheck(input),
    ...databaseChecks(input),
    ...(hasStation ? [await cardCheck(input), await readerCheck(input)] : []),
    ...(await portChecks(input)),
    plotterCheck(input),
    ...(await fleetChecks(input)),
    ...units,
    ...(hasStation ? [await keyCheck(input), slotCheck(input), ...(await radioChecks(input))] : []),
  ];
}

export function plotterCheck({ plotter: { serialPath, driver }, installation }: CheckInput): Finding {
  const name = 'Plotter';
  const { kind } = parsePortPath(serialPath);
  if (kind !== 'serial') return skipped(name, `${serialPath} is not on a serial port`);
  return (
    deviceTrouble(
      name,
      { path: serialPath, plugIn: 'plug the plotter in', listedIn: '/dev/serial/by-id', group: 'dialout' },
      installation,
    ) ?? good(name, `${serialPath} can be used, driver ${driver}`)
  );
}

const oldestNode = [20, 19];
const ownFile = fileURLToPath(new URL('../../package.json', import.meta.url));

export function nodeCheck(version: string = process.versions.node): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [minMajor = 0, minMinor = 0] = oldestNode;
  const isNewEnough = major > minMajor || (major === minMajor && minor >= minMinor);
  // This is the version of this command; a separate check reports the version of the station.
  const detail = `this command is Stationery ${packageVersion} on Node ${version}`;
  return isNewEnough
    ? good('Program', detail)
    : bad(
        'Program',
        detail,
        `it needs Node ${oldestNode.join('.')} or newer; the Debian package includes it`,
      );
}

/**
 * Detects a clock that was not set: without a clock battery a
 * machine boots with a time before the date of the program file.
 */
export function clockCheck(now = new Date(), newestFile = statSync(ownFile).mtime): Finding {
  const detail = now.toISOString();
  if (now >= newestFile) return good('Clock', detail);
  const fix =
    'the station works, but file dates are wrong: run timedatectl set-time "2026-01-31 12:00", or plug in a network cable for a moment';
  return bad('Clock', `${detail} is before ${newestFile.toISOString()}, when this program was made`, fix);
}

export async function batteryCheck(folder = powerSupplyFolder): Promise<Finding> {
  const name = 'Battery';
  const level = await readBattery(folder);
  if (level === undefined) return skipped(name, 'this machine reports none');
  const { percent, isCharging } = level;
  const detail = `${percent} %, ${isCharging ? 'charging' : 'discharging'}`;
  return isCharging || percent > lowBatteryPercent
    ? good(name, detail)
    : bad(name, detail, 'connect the charger');
}

const stationUnit = { title: 'Unit of the station', name: 'stationery-station.service' };
/** On the SD card image, this unit starts the station. */
const setupUnit = 'stationery-setup.service';

/**
 * Checks that the units run. The plotter and the board must run only if they are enabled. The station must
 * run, unless the machine runs only the plotter or the board.
 */
export async function unitChecks({ machine }: CheckInput): Promise<Finding[]> {
  const { status } = await machine.run('systemctl', 'show', '--property=Version');
  if (status !== 0) return [skipped('Units', 'systemd does not run here')];
  const ask = async (question: string, name: string) =>
    (await machine.run('systemctl', question, name)).stdout.trim();
  const unit = async (title: string, name: string, isNeeded: boolean): Promise<Finding> => {
    const [enabled, active] = [await ask('is-enabled', name), await ask('is-active', name)];
    const isStarted = name === stationUnit.name && (await ask('is-enabled', setupUnit)) === 'enabled';
    const state = isStarted ? `started by ${setupUnit}` : enabled || 'not installed';
    const detail = `${name} is ${state}, ${active || 'unknown'}`;
    const isEnabled = isStarted || enabled.startsWith('enabled');
    if (!isNeeded && !isEnabled) return skipped(title, detail);
    if (enabled === '' || enabled === 'not-found') {
      return bad(
        title,
        `${name} is not installed`,
        'sudo apt install ./stationery_….deb, or sudo stationery network apply',
      );
    }
    if (!isEnabled) return bad(title, detail, `sudo systemctl enable --now ${name}`);
    return active === 'active'
      ? good(title, detail)
      : bad(title, detail, `journalctl -u ${name} -n 50 says why; then: sudo systemctl restart ${name}`);
  };
  const others = [
    await unit('Unit of the plotter', 'stationery-plotter.service', false),
    await unit('Unit of the board', 'stationery-board.service', false),
  ];
  const isNeeded =
    (await ask('is-active', stationUnit.name)) === 'active' || others.every(({ ok }) => ok === null);
  return [await unit(stationUnit.title, stationUnit.name, isNeeded), ...others];
}
