import { type NoticeReason, notice, type PlotterEvent } from '@stationery/contract';
import type { Clock, EventHub, Logger } from '@stationery/core';
import type { Driver } from './drivers/driver.ts';
import type { LinkEvent } from './drivers/link.ts';
import type { Jobs } from './jobs/jobs.ts';
import type { PositionTracker } from './machine/position-tracker.ts';
import type { Status } from './status.ts';

/** Interval for position events while plotting. */
const placeEveryMs = 200;

/** Connects link events with the position, the jobs, the listeners and the log. */
export function connectEvents(deps: {
  driver: Driver;
  tracker: PositionTracker;
  jobs: Jobs;
  hub: EventHub<PlotterEvent>;
  status: () => Status;
  clock: Clock;
  log: Logger;
}): () => void {
  const { driver, tracker, jobs, hub, status, clock, log } = deps;
  const tell = (event: PlotterEvent) => hub.publish(event);
  const tellNotice = (cause: NoticeReason) => tell({ name: 'notice', data: notice(cause) });
  const tellStatus = () => tell({ name: 'status', data: status() });
  let wasAtWork = false;

  let cancelNews: (() => void) | undefined;
  const unfollow = tracker.subscribe(() => {
    cancelNews ??= clock.after(placeEveryMs, () => {
      cancelNews = undefined;
      tellStatus();
    });
  });

  const unsubscribe = driver.subscribe((event: LinkEvent) => {
    switch (event.type) {
      case 'sent':
        return tell({ name: 'line.out', data: { line: event.line } });
      case 'received':
        return tell({ name: 'line.in', data: { line: event.line } });
      case 'unsolicited':
        return tellNotice({ code: 'plotter-said', line: event.line });
      case 'desync':
        log.warn({ line: event.line }, 'stray reply');
        return tellNotice({ code: 'late-reply', line: event.line });
      case 'pause-button':
        return jobs.pausePressed();
      case 'session':
        return jobs.sessionEnded(event.reason);
      case 'reset':
        tracker.reach.restarted();
        return tellNotice({ code: 'plotter-restarted' });
      case 'state': {
        const isAtWork = event.state.state === 'busy' || event.state.state === 'ready';
        const isNews = !isAtWork || !wasAtWork;
        wasAtWork = isAtWork;
        // Busy and ready alternate with every command.
        if (!isNews) return;
        if (event.state.state === 'waiting' || event.state.state === 'closed') jobs.linkLost();
        if (event.state.state === 'opening' || event.state.state === 'settling')
          log.debug({ link: event.state }, 'link');
        else log.info({ link: event.state }, isAtWork ? 'the plotter is ready' : 'the plotter is not ready');
        tellStatus();
      }
    }
  });
  return () => {
    unsubscribe();
    unfollow();
    cancelNews?.();
  };
}
