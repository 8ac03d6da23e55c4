import { setImmediate } from 'node:timers/promises';
import { notice } from '@stationery/contract';
import type { Logger } from '@stationery/core';
import type { Driver } from '../drivers/driver.ts';
import type { Reply } from '../drivers/link.ts';
import type { Jobs } from './jobs.ts';
import type { StopCount } from './stop-count.ts';

export interface StopParts {
  link: Pick<Driver, 'stop'>;
  jobs: Pick<Jobs, 'stopped'>;
  stops: StopCount;
  /** For those who watch. */
  tellNotice: (data: ReturnType<typeof notice>) => void;
  /** For another program in this process; called once the bytes are written. */
  onStop?: () => void;
  log: Logger;
}

export interface Stopped {
  reply: Reply;
  /** What the person who stopped the machine should know besides, if anything. */
  notice: string | undefined;
}

export type StopMachine = () => Promise<Stopped>;

/**
 * Halts the machine. The bytes are written first. In the same turn of the event loop the queue is held in memory, so
 * that nothing starts after the stop. What takes time or can fail, such as saving, is done once the line has taken the
 * bytes. If it fails, that is logged: the machine is stopped all the same.
 */
export function stopMachine({ link, jobs, stops, tellNotice, onStop, log }: StopParts): StopMachine {
  return async () => {
    let bytesWritten = () => {};
    const written = new Promise<void>((resolve) => {
      bytesWritten = resolve;
    });
    const asked = link.stop(bytesWritten);
    stops.stopped();
    const finish = jobs.stopped();
    // A failure is thrown below, when the jobs are saved.
    await Promise.race([written, asked.catch(() => undefined)]);
    // A line in memory hands the bytes over in the next turn.
    await setImmediate();
    let text: string | undefined;
    try {
      const said = noticeOf(finish());
      text = said?.text;
      if (said !== undefined) tellNotice(said);
      onStop?.();
    } catch (error) {
      log.error({ err: error }, 'the steps after a stop failed');
    }
    const reply = await asked;
    return { reply, notice: text };
  };
}

function noticeOf({ isSaved, pausedJob }: ReturnType<ReturnType<Jobs['stopped']>>) {
  if (isSaved && pausedJob === undefined) return undefined;
  return notice({ code: 'plotter-stopped', isSaved, ...(pausedJob !== undefined && { pausedJob }) });
}
