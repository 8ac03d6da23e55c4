// The board of `tools/bench/fleet.mjs` in a separate process: submits jobs and records when each is claimed.
import { setTimeout as sleep } from 'node:timers/promises';
import { silentLogger, systemClock } from '../../../packages/core/dist/index.js';
import { Fleet } from '../../../packages/fleet/dist/board/index.js';
import { untilReachable } from '../../lib/until.mjs';
import { answerWith } from './processes.mjs';

const claimedMs = new Map();
const doneMs = new Map();
const fleet = new Fleet({
  config: { server: process.argv[2], isTls: false },
  clock: systemClock,
  log: silentLogger,
  onJob({ id, state }) {
    if (['taken', 'plotting', 'done'].includes(state.state) && !claimedMs.has(id))
      claimedMs.set(id, performance.now());
    if (state.state === 'done' && !doneMs.has(id)) doneMs.set(id, performance.now());
  },
});
await fleet.start();

const bytes = (number) =>
  Buffer.from(
    JSON.stringify({ commands: ['PENUP', 'MOVE X0 Y0', 'PENDOWN', `MOVE X${number} Y7`, 'PENUP'] }),
  );
const until = async (isTrue) => {
  while (!isTrue()) await sleep(10);
};

answerWith({
  online: () => fleet.devices().filter(({ isOnline }) => isOnline).length,
  /**
   * Submits all jobs at once. Repeats the call if a busy machine answers late; the same key does not add
   * the jobs twice.
   */
  async flood({ jobs }) {
    const startMs = performance.now();
    const submission = {
      kind: /** @type {const} */ ('commands'),
      bytes: bytes(1),
      copies: jobs,
      key: 'flood',
    };
    const added = await untilReachable(() => fleet.submit(submission));
    const submittedMs = performance.now() - startMs;
    const ids = added.map(({ id }) => id);
    await until(() => ids.every((id) => doneMs.has(id)));
    const lastMs = Math.max(...ids.map((id) => claimedMs.get(id)));
    return { ids, submittedMs, claimedMs: lastMs - startMs, allMs: performance.now() - startMs };
  },
  async pace({ jobs, everyMs }) {
    const waits = [];
    const ids = [];
    for (let number = 0; number < jobs; number++) {
      const startMs = performance.now();
      const submission = {
        kind: /** @type {const} */ ('commands'),
        bytes: bytes(number % 50),
        key: `paced ${number}`,
      };
      const [{ id }] = await untilReachable(() => fleet.submit(submission));
      ids.push(id);
      waits.push(until(() => claimedMs.has(id)).then(() => claimedMs.get(id) - startMs));
      await sleep(everyMs);
    }
    await until(() => ids.every((id) => doneMs.has(id)));
    return { ids, waits: await Promise.all(waits) };
  },
  cpuMs: () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  },
});
