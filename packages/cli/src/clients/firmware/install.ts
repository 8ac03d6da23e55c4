import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ConnectionError, type FirmwareStatus, ServiceError, type StationClient } from '@stationery/client';
import { fileContent } from '@stationery/client/node';
import { type CommandContext, defineCommand } from '../../command-line/command.ts';
import { readNumber } from '../../command-line/parse-arguments.ts';
import { exitCodes, Failure } from '../../terminal/exit-codes.ts';
import { StatusLine } from '../../terminal/status-line.ts';
import { Transfer } from '../../terminal/transfer.ts';
import { plain } from '../../terminal/words.ts';
import { describeLastUpdate, stateWords } from './firmware-words.ts';

type Parts = Pick<CommandContext, 'out' | 'signal'>;

const phaseWords = { ...stateWords, starting: 'the station restarts' };

export const install = defineCommand({
  summary: 'Update a station with a bundle',
  arguments: '<bundle>',
  completes: ['file'],
  about:
    'Waits until the new version has passed its trial. Exits with 0 if it stays, with 1 if it was not installed or the previous\nversion was restored. Ctrl+C after the upload ends the waiting, not the update.',
  service: 'station',
  options: {
    timeout: {
      placeholder: '<seconds>',
      help: 'How long to wait for the new version after the upload, default: 300',
    },
  },
  examples: [
    'stationery firmware install station-1.4.0.stnfw',
    'stationery firmware install station-1.4.0.stnfw --station kitchen.local --json',
  ],
  async run({ args: [path = ''], options, out, signal, ...context }) {
    const timeoutMs = 1000 * readNumber(options.timeout, 'timeout', 300, 86_400);
    if (!statSync(path, { throwIfNoEntry: false })?.isFile())
      throw new Failure(`there is no file “${path}”`, exitCodes.notFound);
    const station = await context.station();
    const version = await send({ out, signal }, station, path);
    const firmware = await follow({ out, signal }, station, timeoutMs);
    const { last_update: last, fw_version: running } = firmware;
    const isGood = last?.result === 'committed' && last.fw_version === version;
    out.result(firmware, () => {
      if (!isGood) out.line(`${describeLastUpdate(last)}\nThe station runs ${plain(running)}.`);
      else out.line(out.style('green', `${version} is running.`));
    });
    return isGood ? exitCodes.good : exitCodes.failed;
  },
});

/** Returns the version that is now installed. */
async function send({ out, signal }: Parts, station: StationClient, path: string): Promise<string> {
  const transfer = new Transfer(out, basename(path));
  const line = new StatusLine(out);
  try {
    const { fw_version: version } = await station.updateFirmware(await fileContent(path), {
      signal,
      onProgress({ sentBytes, totalBytes }) {
        if (sentBytes === totalBytes) line.show('Checking and installing …', true);
        else transfer.show(sentBytes, totalBytes);
      },
    });
    return version;
  } finally {
    transfer.end();
    line.clear();
  }
}

async function follow({ out, signal }: Parts, station: StationClient, timeoutMs: number) {
  const line = new StatusLine(out);
  let said = '';
  try {
    return await followUpdate(station, {
      signal,
      timeoutMs,
      onState(state) {
        const words = `${phaseWords[state]} …`;
        if (!out.hasTerminal && words !== said) out.note(words);
        said = words;
        line.show(words, true);
      },
    });
  } finally {
    line.clear();
    if (signal.aborted) out.note('The update continues. Check it with: stationery firmware status');
  }
}

const askEveryMs = 300;
const answerWithinMs = 5_000;

interface Following {
  signal: AbortSignal;
  timeoutMs: number;
  onState(state: FirmwareStatus['state'] | 'starting'): void;
}

async function followUpdate(
  station: StationClient,
  { signal, timeoutMs, onState }: Following,
): Promise<FirmwareStatus> {
  const endsAtMs = performance.now() + timeoutMs;
  for (;;) {
    const status = await askOnce(station, signal);
    if (status?.state === 'idle') return status;
    if (performance.now() >= endsAtMs) {
      throw new Failure(
        'the update has not ended yet, or the station does not answer. Check it with: stationery firmware status',
        exitCodes.timedOut,
      );
    }
    onState(status?.state ?? 'starting');
    await pause(askEveryMs, undefined, { signal });
  }
}

/** Returns undefined if the station does not answer, for example while it switches versions. */
async function askOnce(station: StationClient, signal: AbortSignal): Promise<FirmwareStatus | undefined> {
  const late = AbortSignal.timeout(answerWithinMs);
  try {
    return await station.firmware({ signal: AbortSignal.any([signal, late]) });
  } catch (error) {
    const isStarting =
      late.aborted ||
      error instanceof ConnectionError ||
      (error instanceof ServiceError && error.status >= 500);
    if (signal.aborted || !isStarting) throw error;
    return undefined;
  }
}
