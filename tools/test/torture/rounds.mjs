// A round: one fault and a service with its own folders, reproducible by seed.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Random } from '../../../packages/core/dist/testing/random.js';
import { mayMount, pullOutAll } from '../../lib/disks.mjs';
import { plotterFaults } from './plotter/faults.mjs';
import { PlotterRound } from './plotter/round.mjs';
import { stationFaults } from './station/faults.mjs';
import { StationRound } from './station/round.mjs';

const defaultStrikes = 3;

export const faults = [
  ...stationFaults.map((fault) => ({ ...fault, service: 'station', Round: StationRound })),
  ...plotterFaults.map((fault) => ({ ...fault, service: 'plotter', Round: PlotterRound })),
].map((fault) => ({ ...fault, id: `${fault.service}:${fault.name.replaceAll(/[^A-Za-z0-9]+/g, '-')}` }));

export const whyNot = ({ needsMounts }) =>
  needsMounts && !mayMount ? 'needs the right to mount a file system: run it as root' : undefined;

/** Runs a round. Returns the violation, if any. */
export async function runRound({ fault, seed, stats }) {
  const folder = mkdtempSync(join(tmpdir(), 'stationery-torture-'));
  let round;
  try {
    round = new fault.Round({ folder, random: new Random(seed), stats }, fault.options);
    await round.begin();
    for (let strike = 0; strike < (fault.strikes ?? defaultStrikes); strike++) {
      await fault.strike(round);
      await round.check();
    }
    await round.end();
    return undefined;
  } catch (error) {
    const said = round?.program?.stderr.trim();
    return `${error.message}${said ? `\n  the service said: ${said.slice(-2000)}` : ''}`;
  } finally {
    await round?.program?.end('SIGKILL');
    await round?.close?.();
    pullOutAll(folder);
    rmSync(folder, { recursive: true, force: true });
  }
}
