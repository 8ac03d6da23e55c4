import type { PlotterEvent } from '@stationery/contract';
import type { EventHub } from '@stationery/core';
import type { QueueEntry } from './plan-queue.ts';

type PlanState = Extract<PlotterEvent, { name: 'plan' }>['data']['state'];

type TellPlan = (state: PlanState) => void;

export type FollowPlan = (entry: QueueEntry, reference?: string | null) => TellPlan;

/** Reports the states of each drawing to all listeners, from its wait in the queue until its entry ends. */
export function planUpdates(hub: EventHub<PlotterEvent>): FollowPlan {
  let lastId = 0;
  return (entry, reference = null) => {
    const id = ++lastId;
    const tell: TellPlan = (state) => {
      // Published only to current listeners, so that it does not displace other events from the history.
      if (hub.hasListeners) hub.publish({ name: 'plan', data: { id, reference, state } });
    };
    tell({ state: 'waiting' });
    void entry.left.then(() => tell({ state: 'over' }));
    return tell;
  };
}
