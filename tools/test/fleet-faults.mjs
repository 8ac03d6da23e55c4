// `npm run fleet:faults`: checks a fleet under random faults of every kind (docs/fleet.md).
import { readArguments, readNumber } from '../lib/read-arguments.mjs';

const help = `Usage: npm run fleet:faults -- [options]

Kills and pauses the broker of a fleet, kills its plotters and stations, cuts them off, gives them
clocks of their own and full disks, and restarts its board, at random. The simulated machines count
what was drawn: no job twice unless a person asked, and none lost. The cards of the stations always
carry all of one version. It needs nats-server.

Options:
  --rounds <n>   how many faults (default: 500)
  --seed <n>     decides the faults; printed at the start (default: another one each time)
  --help         this text

Example:
  npm run fleet:faults -- --rounds 50 --seed 7
`;

const { values, positionals } = readArguments({
  help,
  options: { rounds: { type: 'string' }, seed: { type: 'string' } },
  most: 2,
});
const rounds = readNumber(values.rounds ?? positionals[0] ?? '500', 'the number of rounds');
const seed = readNumber(values.seed ?? positionals[1] ?? `${Date.now() % 100_000}`, 'the seed', 0);
// Import the code here, after the arguments are read, because --help must work without a build.
const { runFaults } = await import('./fleet-faults/run-faults.mjs');
console.log(`${rounds} rounds, seed ${seed}`);
const result = await runFaults({ rounds, seed, say: console.log });
console.log(JSON.stringify(result, null, 2));
process.exitCode = result.problems.length === 0 ? 0 : 1;
