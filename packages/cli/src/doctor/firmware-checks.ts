import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { serviceUser } from '@stationery/appliance';
import { SlotFolder } from '@stationery/appliance/launcher';
import { interfaceVersion, packageVersion } from '@stationery/core';
import { slotsFolder, stationKeys } from '../firmware/station-keys.ts';
import { bad, type CheckInput, type Finding, good, skipped } from './finding.ts';
import { isFolder, isWritable } from './folder-state.ts';
import { type Installation, restartCommand, setAdvice } from './installation.ts';

const homes = /^\/(home|root|run\/user)\//;

/** Checks the firmware keys as the station's user sees them, not the user who runs the doctor. */
export async function keyCheck(input: CheckInput): Promise<Finding> {
  const name = 'Firmware keys';
  const { station, running, installation } = input;
  const dataDir = resolve(station.dataDir);
  // The list of revoked keys is stored in the data folder.
  if (isFolder(dataDir) && !isWritable(dataDir))
    return skipped(name, `${dataDir} may not be used by this user: run this as root`);
  const { problems, sources, ring } = stationKeys(station);
  if (problems.length > 0) return bad(name, problems.join('; '), mendKey(installation, problems));
  if (station.firmwareAllowUnsigned === 'yes') {
    const setting = {
      key: 'firmwareAllowUnsigned',
      variable: 'STATION_FIRMWARE_ALLOW_UNSIGNED',
      value: 'no',
    };
    return bad(
      name,
      'unsigned firmware is accepted too',
      `${setAdvice(installation, setting)}; it is for development only`,
    );
  }
  if (sources.length === 0) {
    // A simulated reader means a trial: there is no device to update yet.
    return station.reader === 'sim:'
      ? skipped(name, `none, so updates are refused; for a real station ${makeKey(installation)}`)
      : bad(name, 'none: no update will be accepted', makeKey(installation));
  }
  if (ring.trusted.size === 0) {
    return bad(
      name,
      'every key in the settings was revoked: no update will be accepted',
      makeKey(installation),
    );
  }
  const [hidden] = await hiddenFiles(input);
  if (hidden !== undefined) {
    const fix = hidden.startsWith('/etc/stationery/')
      ? `sudo chmod 644 ${hidden}; ${restart(installation)}`
      : `sudo install -m 644 ${hidden} /etc/stationery/; ${keysSetting(installation)}`;
    return bad(name, `${hidden} may not be read by the station`, fix);
  }
  const told = running?.firmware.trusted_keys;
  const missing = sources.filter(({ id, state }) => state === 'trusted' && told?.includes(id) === false);
  if (missing.length > 0) {
    return bad(
      name,
      `the station that runs does not trust ${missing.map(({ id, from }) => `${id} (${from})`).join(', ')}`,
      `it could not read the file when it started, or it was set since then: ${restart(installation)}`,
    );
  }
  return good(name, sources.map(({ id, state }) => (state === 'trusted' ? id : `${id} ${state}`)).join(', '));
}

/** Returns the files that this user, usually root, can read but the service user cannot. */
async function hiddenFiles({ station, machine, installation }: CheckInput): Promise<string[]> {
  if (!installation.isPackaged) return [];
  const files = station.firmwareKeys.filter((key) => existsSync(key));
  const hidden = await Promise.all(
    files.map(async (file) => {
      // The systemd unit hides home folders, regardless of file permissions.
      if (homes.test(file)) return true;
      const { status, stderr } = await machine.run('runuser', '-u', serviceUser, '--', 'test', '-r', file);
      // If runuser itself failed (no such user, or no right to switch to it), it prints an error. The status alone
      // then says nothing about the file.
      return status === 1 && stderr.trim() === '';
    }),
  );
  return files.filter((_, at) => hidden[at]);
}

function makeKey(installation: Installation): string {
  return installation.isPackaged
    ? `make a pair on your PC with “stationery firmware keygen --out release”, copy release.pub here, then: sudo install -m 644 release.pub /etc/stationery/; ${keysSetting(installation)}`
    : 'make a pair with “stationery firmware keygen”, and set STATION_FIRMWARE_KEYS to the .pub file';
}

function mendKey(installation: Installation, problems: readonly string[]): string {
  const changes = problems.find((problem) => problem.startsWith('the changed keys'));
  if (changes === undefined) return makeKey(installation);
  return `take revoked keys out of the settings, remove that file, then: ${restart(installation)}`;
}

function keysSetting(installation: Installation): string {
  const value = '["/etc/stationery/release.pub"]';
  return setAdvice(installation, { key: 'firmwareKeys', variable: 'STATION_FIRMWARE_KEYS', value });
}

function restart({ isPackaged }: Installation): string {
  return isPackaged ? restartCommand('station') : 'start the station again';
}

/** Reports the station's version, which may differ from the version of this command. */
export function slotCheck({ station, running, installation }: CheckInput): Finding {
  const name = 'Station version';
  const path = slotsFolder(station);
  const now = running?.firmware;
  const runs =
    now === undefined ? [] : [`${now.fw_version} runs${now.slot === null ? '' : ` from ${now.slot}`}`];
  const installed = interfaceVersion(packageVersion);
  if (now?.slot === 'factory' && now.fw_version !== installed) {
    return bad(name, `${runs.join()}, and ${installed} is installed`, restart(installation));
  }
  if (!existsSync(path)) {
    const start = installation.isPackaged ? 'sudo systemctl start stationery-station' : '“stationery launch”';
    return skipped(name, [...runs, `${start} starts a station that can be updated`].join('; '));
  }
  const folder = new SlotFolder(path);
  const { active, trial, last } = folder.read();
  const content = folder.contentOf(active);
  const damage =
    active === 'factory' || content !== undefined ? folder.damageOf(active) : 'the version is incomplete';
  if (damage !== undefined) {
    const detail = `the version in slot ${active} is damaged: ${damage}; a different version is started`;
    return bad(name, [...runs, detail].join('; '), 'send the update again');
  }
  if (running === undefined && !isWritable(path)) {
    return bad(name, `${path} may not be written`, `sudo chown -R ${serviceUser}: ${path}`);
  }
  const version = content === undefined ? installed : interfaceVersion(content.version);
  const told = [
    ...(now?.slot === active && now.fw_version === version
      ? runs
      : [...runs, `${version} from ${active} is started next`]),
    ...(active === 'factory' ? [] : [`${installed} is installed`]),
    ...(trial === null ? [] : [`${interfaceVersion(trial.version)} is on trial`]),
    ...(last?.result === 'rolled-back' ? [`the last update was rolled back: ${last.reason}`] : []),
  ];
  return good(name, told.join('; '));
}
