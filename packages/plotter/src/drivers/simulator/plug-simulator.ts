import { openPtyHost } from '@stationery/core';
import type { Simulator } from './simulator.ts';

export interface PluggedSimulator {
  readonly path: string;
  unplug(): Promise<void>;
  replug(): Promise<void>;
  close(): Promise<void>;
}

/** Clients open `path` like `/dev/ttyUSB0`. */
export async function plugSimulator(options: {
  plotter: Simulator;
  path: string;
}): Promise<PluggedSimulator> {
  const { plotter, path } = options;
  const host = await openPtyHost(path);
  let gone = Promise.resolve();
  const takeAway = () => {
    gone = gone.then(() => host.unplug());
    return gone;
  };
  const attach = () => {
    const port = host.port!;
    plotter.attach(port);
    // If a fault unplugs the cable, the path disappears, too.
    port.onClose(() => void takeAway());
  };
  attach();
  return {
    path,
    async unplug() {
      await takeAway();
      await plotter.unplug();
    },
    async replug() {
      await gone;
      if (host.port !== undefined) return;
      await host.replug();
      attach();
    },
    close: takeAway,
  };
}
