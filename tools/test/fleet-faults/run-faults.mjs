// The rounds of `../fleet-faults.mjs`. Each causes one fault and then checks the fleet.
import { setTimeout as sleep } from 'node:timers/promises';
import { randomNumbers } from '../../../packages/contract/dist/random-numbers.js';
import { faultsOf } from './faults.mjs';
import { FaultyFleet } from './fleet.mjs';
import { Jobs } from './jobs.mjs';

/** Every `settleEvery` rounds, everything must be plotted and downloaded within `settleMs`. */
const settleMs = 120_000;
const settleEvery = 25;

export async function runFaults({
  rounds,
  seed,
  stations = 2,
  say = (/** @type {string} */ _) => undefined,
  natsServer = 'nats-server',
}) {
  const random = randomNumbers(seed);
  const fleet = new FaultyFleet({ random, stationCount: stations, natsServer });
  try {
    await fleet.start();
    const { collections } = fleet;
    const jobs = new Jobs(fleet, say);
    const nextFault = faultsOf(fleet, jobs);
    const counts = {};
    const problems = [];
    const settle = async () => {
      const until = performance.now() + settleMs;
      while (jobs.open().length > 0 || !(await collections.isSettled())) {
        if (performance.now() > until) {
          const open = jobs.open();
          problems.push(...open.map((id) => `${id} is still ${jobs.stateOf(id)}`));
          if (open.length === 0) problems.push('a station does not carry the last version');
          else say(await fleet.describe(open));
          return;
        }
        await jobs.decide();
        await sleep(100);
      }
    };
    for (let round = 1; round <= rounds; round++) {
      for (let count = 1 + Math.floor(random() * 3); count > 0; count--) await jobs.submit();
      await sleep(random() * 600);
      const [name, happen] = nextFault();
      counts[name] = (counts[name] ?? 0) + 1;
      await happen();
      await jobs.decide();
      if (round % settleEvery === 0) await settle();
      problems.push(...jobs.wrong(), ...collections.problems.splice(0));
      say(`round ${round}: ${name}`);
      if (problems.length > 0) break;
    }
    if (problems.length === 0) await settle();
    await collections.close();
    problems.push(...jobs.wrong(), ...collections.problems);
    if (fleet.machines.some(({ machine }) => machine.status().truncated))
      problems.push('a machine has forgotten lines');
    const { versions, looks } = collections;
    return { jobs: jobs.count, drawnAgain: jobs.drawnAgain, versions, looks, counts, problems };
  } finally {
    await fleet.end();
  }
}
