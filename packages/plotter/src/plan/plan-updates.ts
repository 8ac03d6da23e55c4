import type { PlotterEvent } from '@stationery/contract';
import type { EventHub } from '@stationery/core';
import type { QueueEntry } from './plan-queue.ts';

type PlanState = Extract<PlotterEvent, { name: 'plan' }>['data']['state'];

/** Reports the progress of each drawing to all listeners. */
export class PlanUpdates {
  readonly #hub: EventHub<PlotterEvent>;
  #lastId = 0;

  constructor(hub: EventHub<PlotterEvent>) {
    this.#hub = hub;
  }

  /**
   * Returns a function that reports the states of a drawing, from its wait in the queue until its entry ends.
   */
  of(entry: QueueEntry, reference: string | undefined): (state: PlanState) => void {
    const id = ++this.#lastId;
    const tell = (state: PlanState) => {
      // Published only to current listeners, so that it does not displace other events from the history.
      if (this.#hub.hasListeners)
        this.#hub.publish({ name: 'plan', data: { id, reference: reference ?? null, state } });
    };
    tell({ state: 'waiting' });
    void entry.left.then(() => tell({ state: 'over' }));
    return tell;
  }
}
