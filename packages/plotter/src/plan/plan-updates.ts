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

  /** Begins with the wait in the queue, and ends when the entry does. */
  of(entry: QueueEntry, reference: string | undefined): (state: PlanState) => void {
    const id = ++this.#lastId;
    const tell = (state: PlanState) => {
      // Of no use to who comes later, so that it need not take the place of events that are.
      if (this.#hub.hasListeners)
        this.#hub.publish({ name: 'plan', data: { id, reference: reference ?? null, state } });
    };
    tell({ state: 'waiting' });
    void entry.left.then(() => tell({ state: 'over' }));
    return tell;
  }
}
