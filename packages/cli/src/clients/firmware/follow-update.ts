import { setTimeout as pause } from 'node:timers/promises';
import { ConnectionError, type FirmwareStatus, ServiceError, type StationClient } from '@stationery/client';
import { exitCodes, Failure } from '../../terminal/exit-codes.ts';

const askEveryMs = 300;
const answerWithinMs = 5_000;

interface Following {
  signal: AbortSignal;
  timeoutMs: number;
  onState(state: FirmwareStatus['state'] | 'starting'): void;
}

/** Polls until the update ended: the new version is kept, or the previous one was restored. */
export async function followUpdate(
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

/** Returns undefined while the station does not answer, for example between two versions. */
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
