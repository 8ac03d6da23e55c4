import { accessSync, constants, existsSync } from 'node:fs';
import { silentLogger, systemClock } from '@stationery/core';
import type { ReaderState } from '@stationery/nfc';
import { openReader } from '../services/open-reader.ts';
import type { CheckInput } from './check-input.ts';
import { bad, type Finding, good, skipped } from './finding.ts';
import { type Installation, setAdvice } from './installation.ts';

const name = 'Reader';
const answerWithinMs = 8000;
const attempts = 2;

export async function readerCheck({ station, running, installation }: CheckInput): Promise<Finding> {
  const setting = station.reader;
  const example = { key: 'reader', variable: 'STATION_READER', value: '“pn532:/dev/ttyUSB0” or “pcsc:”' };
  if (setting === 'none') return bad(name, 'none is set up', setAdvice(installation, example));
  if (setting === 'sim:')
    return skipped(name, 'simulated; set reader to a real one, such as pn532:/dev/ttyUSB0');
  // It has the reader to itself: two would take each other's answers.
  if (running !== undefined) return tell(setting, running.reader);
  const device = /^pn532:(.+)$/.exec(setting)?.[1];
  return (
    (device === undefined ? undefined : deviceTrouble(device, installation)) ??
    tell(setting, await tryReader(setting))
  );
}

function deviceTrouble(device: string, installation: Installation): Finding | undefined {
  return portTrouble(
    name,
    device,
    'plug the reader in; for one on the pins of a Raspberry Pi: raspi-config, serial port on, console off',
    installation,
  );
}

/** What keeps a serial port from being used, as far as its device file shows. */
export function portTrouble(
  check: string,
  device: string,
  mendMissing: string,
  { isPackaged }: Installation,
): Finding | undefined {
  if (!existsSync(device))
    return bad(check, `${device} is not there`, `${mendMissing}; ls /dev/serial/by-id`);
  try {
    accessSync(device, constants.R_OK | constants.W_OK);
    return undefined;
  } catch {
    // The service of a package has the right to do so, even if this user does not.
    const fix = isPackaged
      ? 'ask as root: sudo stationery doctor'
      : 'sudo usermod -aG dialout $USER, then log in again';
    return bad(check, `${device} may not be used`, fix);
  }
}

/** Opens the reader as the station does, until it answers or has failed twice: a busy machine may miss once. */
async function tryReader(setting: string): Promise<ReaderState> {
  const { reader } = openReader(setting, { clock: systemClock, log: silentLogger });
  try {
    return await new Promise<ReaderState>((resolve) => {
      const timer = setTimeout(() => resolve(reader.state), answerWithinMs);
      let failures = 0;
      const take = (state: ReaderState) => {
        if (state.state === 'starting') return;
        if (state.state === 'failed' && ++failures < attempts) return;
        clearTimeout(timer);
        resolve(state);
      };
      reader.subscribe((event) => event.type === 'state' && take(event.state));
      take(reader.state);
    });
  } finally {
    await reader.close();
  }
}

function tell(setting: string, state: ReaderState): Finding {
  if (state.state === 'ready') return good(name, `${setting}: ${state.device}`);
  const fix = setting.startsWith('pcsc')
    ? 'sudo apt install pcscd; sudo systemctl enable --now pcscd.socket; pcsc_scan shows what it sees'
    : 'check the wires (TX to RX, RX to TX) and that the switches of the board are set to HSU';
  return bad(name, `${setting}: ${state.state === 'failed' ? state.reason : 'it does not answer'}`, fix);
}
