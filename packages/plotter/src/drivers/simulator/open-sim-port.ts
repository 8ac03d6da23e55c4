import { memoryPortPair, type OpenBytePort } from '@stationery/core';
import type { Simulator } from './simulator.ts';

export function openSimPort(plotter: Simulator, name = 'sim:'): OpenBytePort {
  return async () => {
    if (!plotter.plugged) {
      throw Object.assign(new Error('The virtual plotter is not plugged in.'), { code: 'ENOENT' });
    }
    const [host, board] = memoryPortPair([name, `${name} (board)`]);
    plotter.attach(board);
    return host;
  };
}
