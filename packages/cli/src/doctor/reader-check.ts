import { accessSync, constants, existsSync } from 'node:fs';
import { silentLogger, systemClock } from '@stationery/core';
import {
  type ReaderDevice,
  type ReaderState,
  readReader,
  realReaderExamples,
  simulatedDevice,
} from '@stationery/nfc';
import { bad, type CheckInput, type Finding, good, skipped } from './finding.ts';
import { type Installation, setAdvice } from './installation.ts';

const name = 'Reader';
const answerWithinMs = 8000;
const attempts = 2;

export async function readerCheck({ station, running, installation }: CheckInput): Promise<Finding> {
  const setting = station.reader;
  const value = realReaderExamples.map((example) => `“${example}”`).join(' or ');
  if (setting === 'none')
    return bad(
      name,
      'none is set up',
      setAdvice(installation, { key: 'reader', variable: 'STATION_READER', value }),
    );
  const { kind, device } = readReader(setting);
  if (!kind.isReal)
    return skipped(name, `simulated; set reader to a real one, such as ${realReaderExamples[0]}`);
  // The running station uses the reader exclusively; a second program would take its replies.
  if (running !== undefined)
    return isSimulated(running.reader)
      ? bad(name, 'the running station simulates its reader', `restart it with STATION_READER=${setting}`)
      : tell(setting, running.reader);
  return (
    (device === undefined ? undefined : deviceTrouble(name, device, installation)) ??
    tell(setting, await tryReader(setting))
  );
}

export function deviceTrouble(
  check: string,
  { path, plugIn, listedIn, group }: ReaderDevice,
  { isPackaged }: Installation,
): Finding | undefined {
  if (!existsSync(path)) return bad(check, `${path} is not there`, `${plugIn}; ls ${listedIn}`);
  try {
    accessSync(path, constants.R_OK | constants.W_OK);
    return undefined;
  } catch {
    // The packaged service may open the reader even if this user may not.
    const fix = isPackaged
      ? 'run this as root: sudo stationery doctor'
      : `sudo usermod -aG ${group} $USER, then log in again`;
    return bad(check, `${path} may not be used`, fix);
  }
}

/** Waits until the reader answers, has failed twice (a busy machine may miss once), or the time is up. */
async function tryReader(setting: string): Promise<ReaderState> {
  const { reader } = readReader(setting).open({ clock: systemClock, log: silentLogger });
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

const isSimulated = (state: ReaderState) => state.state === 'ready' && state.device === simulatedDevice;

function tell(setting: string, state: ReaderState): Finding {
  if (state.state === 'ready') return good(name, `${setting}: ${state.device}`);
  const { fix } = readReader(setting).kind;
  return bad(name, `${setting}: ${state.state === 'failed' ? state.reason : 'it does not answer'}`, fix);
}
