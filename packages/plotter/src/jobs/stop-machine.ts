import { setImmediate } from 'node:timers/promises';
import { notice } from '@stationery/contract';
import type { Logger } from '@stationery/core';
import type { Driver } from '../drivers/driver.ts';
import type { Reply } from '../drivers/link.ts';
import type { Jobs } from './jobs.ts';
import type { StopCount } from './stop-count.ts';

interface StopDeps {
  driver: Pick<Driver, 'stop'>;
  jobs: Pick<Jobs, 'stopped'>;
  stops: StopCount;
  tellNotice: (data: ReturnType<typeof notice>) => void;
  /** Informs other modules in this process, once the bytes are written. */
  onStop?: () => void;
  log: Logger;
}

export interface StopResult {
  reply: Reply;
  notice: string | undefined;
}

export type StopMachine = () => Promise<StopResult>;

/**
 * Writes the bytes first and holds the queue in memory in the same turn of the event loop, so that nothing starts after
 * the stop. Slow or fallible steps, such as saving, follow once the port has the bytes; their failures are logged.
 */
export function stopMachine({ driver, jobs, stops, tellNotice, onStop, log }: StopDeps): StopMachine {
  return async () => {
    let bytesWritten = () => {};
    const written = new Promise<void>((resolve) => {
      bytesWritten = resolve;
    });
    const asked = driver.stop(bytesWritten);
    stops.stopped();
    const finish = jobs.stopped();
    // A failure is thrown below, when the jobs are saved.
    await Promise.race([written, asked.catch(() => undefined)]);
    // A port in memory passes the bytes on in the next turn.
    await setImmediate();
    let text: string | undefined;
    try {
      const said = noticeOf(finish());
      text = said?.text;
      if (said !== undefined) tellNotice(said);
      onStop?.();
    } catch (error) {
      log.error({ err: error }, 'saving or reporting after a stop failed');
    }
    const reply = await asked;
    return { reply, notice: text };
  };
}

function noticeOf({ isSaved, pausedJob }: ReturnType<ReturnType<Jobs['stopped']>>) {
  if (isSaved && pausedJob === undefined) return undefined;
  return notice({ code: 'plotter-stopped', isSaved, ...(pausedJob !== undefined && { pausedJob }) });
}
