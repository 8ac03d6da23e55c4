import type { BytePort } from '@stationery/core';
import { ManualClock, settle } from '@stationery/core/testing';
import type { VirtualPlotterOptions } from '../src/drivers/stationery/virtual/virtual-plotter.ts';
import { openSimPort, VirtualPlotter } from '../src/index.ts';

/** A terminal on the line to a plotter. */
export interface Terminal {
  readonly port: BytePort;
  /** All lines so far; the last may be incomplete. */
  readonly heard: () => string[];
  /** Lines since the last call. */
  readonly news: () => string[];
  type(text: string): Promise<void>;
}

export function terminalOn(port: BytePort): Terminal {
  let text = '';
  let told = 0;
  port.onBytes((bytes) => {
    text += Buffer.from(bytes).toString('latin1');
  });
  const heard = () => (text === '' ? [] : text.replace(/\n$/, '').split('\n'));
  return {
    port,
    heard,
    news() {
      const fresh = heard().slice(told);
      told += fresh.length;
      return fresh;
    },
    type: (typed) => port.write(Buffer.from(typed, 'latin1')),
  };
}

export interface BoardRig {
  clock: ManualClock;
  plotter: VirtualPlotter;
  open(): Promise<Terminal>;
}

export const bootMs = 500;

/** A virtual plotter on a manual clock. */
export function boardRig(options: VirtualPlotterOptions = {}): BoardRig {
  const clock = new ManualClock();
  const plotter = new VirtualPlotter({ clock, bootMs, ...options });
  return { clock, plotter, open: async () => terminalOn(await openSimPort(plotter)()) };
}

/**
 * Returns a started board whose banner was read. `ask` sends one line and returns the reply, which is complete only
 * without delays of the machine.
 */
export async function startedRig(options: VirtualPlotterOptions = {}) {
  const rig = boardRig(options);
  const terminal = await rig.open();
  await rig.clock.advance(bootMs);
  terminal.news();
  const ask = async (line: string) => {
    await terminal.type(`${line}\n`);
    await settle();
    return terminal.news();
  };
  return { ...rig, terminal, ask };
}
