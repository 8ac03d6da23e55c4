import { ManualClock, settle } from '@stationery/core/testing';
import { GrblSimulator, type GrblSimulatorOptions } from '../../src/drivers/grbl/simulator/grbl-simulator.ts';
import { openSimPort } from '../../src/index.ts';

/** A simulated Grbl on a manual clock, and a terminal that has read the banner. */
export async function grblRig(options: GrblSimulatorOptions = {}) {
  const clock = new ManualClock();
  const grbl = new GrblSimulator({ clock, bootMs: 0, ...options });
  const port = await openSimPort(grbl)();
  let text = '';
  port.onBytes((bytes) => {
    text += Buffer.from(bytes).toString('latin1');
  });
  /** Lines since the last call. */
  const news = () => {
    const lines = text.split('\r\n').filter((line) => line !== '');
    text = '';
    return lines;
  };
  const type = async (typed: string) => {
    await port.write(Buffer.from(typed, 'latin1'));
    await settle();
  };
  const ask = async (line: string) => {
    await type(`${line}\n`);
    return news();
  };
  await settle();
  return { clock, grbl, port, type, news, ask, raw: () => text };
}
