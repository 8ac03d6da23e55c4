/** Faults of the virtual plotter, with descriptions for users. */
export const plotterFaultDescriptions = {
  'drop-reply': 'the last line of a reply is never sent',
  'delay-reply': 'the last line of a reply comes three seconds late',
  'duplicate-reply': 'the last line of a reply comes twice',
  garble: 'some bits of every line that is sent are wrong',
  'split-lines': 'lines come in pieces of one to three bytes',
  'reset-in-command': 'the board restarts in the middle of a command',
  'unplug-in-command': 'the cable falls out in the middle of a command',
  silence: 'the board hears nothing and says nothing',
} as const;

export type PlotterFault = keyof typeof plotterFaultDescriptions;

export const plotterFaults = Object.keys(plotterFaultDescriptions) as PlotterFault[];

export function isPlotterFault(name: string): name is PlotterFault {
  return Object.hasOwn(plotterFaultDescriptions, name);
}

export class FaultSwitches {
  readonly #timesLeft = new Map<PlotterFault, number>();

  set(fault: PlotterFault, times: number): void {
    if (times > 0) this.#timesLeft.set(fault, times);
    else this.#timesLeft.delete(fault);
  }

  has(fault: PlotterFault): boolean {
    return this.#timesLeft.has(fault);
  }

  strikes(fault: PlotterFault): boolean {
    const left = this.#timesLeft.get(fault);
    if (left === undefined) return false;
    this.set(fault, left - 1);
    return true;
  }

  get on(): ReadonlySet<PlotterFault> {
    return new Set(this.#timesLeft.keys());
  }
}
