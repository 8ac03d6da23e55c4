import type { PlotterEvent } from '@stationery/contract';

const maxRemembered = 1_000;

/** Returns a function that is true for job events with another state than before, not for progress. */
export function jobStateChanges(): (event: PlotterEvent) => boolean {
  const states = new Map<number, string>();
  return ({ name, data }) => {
    if (name !== 'job' || states.get(data.id) === data.state.state) return false;
    // Moves it to the end: the newest change is forgotten last.
    states.delete(data.id);
    states.set(data.id, data.state.state);
    if (states.size > maxRemembered) states.delete(states.keys().next().value!);
    return true;
  };
}
