// Devices of `tools/bench/fleet.mjs` in one process: fleet agents, each with its own connection and data,
// and machines that plot instantly and count the jobs.
import { join } from 'node:path';
import { silentLogger, systemClock } from '../../../packages/core/dist/index.js';
import { startPlotterAgent, startStationAgent } from '../../../packages/fleet/dist/agent/index.js';
import { answerWith } from './processes.mjs';
import { simulatedStation } from './simulated-station.mjs';

const { server, folder, plotters, stations, heartbeatMs } = JSON.parse(process.argv[2]);
const parts = { clock: systemClock, log: silentLogger };
const config = { server, isTls: false, tags: [], collection: undefined };
/** How often each job was plotted in this process, by key. */
const drawn = new Map();

for (const id of plotters)
  await startPlotterAgent({
    config,
    deviceId: id,
    dataDir: join(folder, id),
    plotter: simulatedPlotter(id),
    fleetAgent: { take: () => () => undefined },
    version: '0.0.0',
    page: null,
    asksForPaper: false,
    heartbeatMs,
    ...parts,
  });
for (const id of stations)
  startStationAgent({
    config,
    deviceId: id,
    station: simulatedStation(id),
    version: '0.0.0',
    heartbeatMs,
    ...parts,
  });
answerWith({ drawn: () => [...drawn] });

/** @returns {any} */
function simulatedPlotter(name) {
  const jobs = new Map();
  const listeners = new Set();
  let nextId = 1;
  const tell = (job) => {
    for (const listener of listeners) listener({ name: 'job', data: job });
  };
  return {
    status: () => ({ link: { state: 'ready' }, job: null, queued: 0, recognised: true }),
    name: () => name,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    job: (id) => jobs.get(id),
    jobWithKey: (key) => [...jobs.values()].find((job) => job.key === key),
    async addJob(document, key, onStored) {
      for await (const _ of document);
      const id = nextId++;
      const job = {
        id,
        key,
        name: null,
        state: { state: 'running' },
        progress: 0,
        sent: 0,
        remainingMs: null,
      };
      jobs.set(id, job);
      onStored(id);
      setImmediate(() => {
        drawn.set(key, (drawn.get(key) ?? 0) + 1);
        Object.assign(job, { state: { state: 'done' }, progress: 1, sent: 3 });
        tell(job);
        jobs.delete(id - 100);
      });
      return job;
    },
    async cancel() {},
    remove: (id) => jobs.delete(id),
  };
}
