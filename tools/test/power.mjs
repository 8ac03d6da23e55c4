// `npm run test:power`: cuts the power of the services' disks at random moments (docs/reliability.md).
import { join } from 'node:path';
import { buildIfNeeded, installIfNeeded, root } from '../lib/prepare.mjs';
import { readArguments, readNumber } from '../lib/read-arguments.mjs';
import { ensurePrograms, machinePrograms } from '../lib/system-packages.mjs';
import { printHead, printRow } from '../lib/table.mjs';

const help = `Usage: npm run test:power -- [cuts] [options]

Lets both services work in a virtual machine, on disks with a volatile write cache, and cuts the
power at random moments: what was not flushed is lost, or kept in part, in any order. After each cut
the file systems are repaired, the services are started on them, and everything that they had
acknowledged must be there and whole. Half of the cards have FAT, half have ext4.

Options:
  --seed <n>     decides the work and the cuts; printed at the start (default: another one each time)
  --replay <n>   one cut again, as printed with a violation, of the recording that it was found in
  --help         this text
`;

const { values, positionals } = readArguments({
  help,
  options: { seed: { type: 'string' }, replay: { type: 'string' } },
  most: 1,
});
const cuts = readNumber(positionals[0] ?? '20', 'the number of cuts');
const seed = readNumber(values.seed ?? `${Math.floor(Math.random() * 2 ** 31)}`, '--seed', 0);
const cutSeed = values.replay && readNumber(values.replay, '--replay', 0);

ensurePrograms(machinePrograms);
installIfNeeded();
buildIfNeeded();
const { cutPower, replayCut } = await import('./power/cuts.mjs');
const cache = join(root, '.stamps/vm');
const kept = join(root, '.stamps/power/recording');
if (cutSeed !== undefined) {
  const violation = await replayCut({ kept, cutSeed });
  console.log(violation ?? 'No violation.');
  process.exit(violation === undefined ? 0 : 1);
}

console.log(`Seed ${seed}`);
const began = performance.now();
const { rows, violations } = await cutPower({
  cache,
  kept,
  cuts,
  seed,
  timeoutMs: 3_600_000,
  onLine: console.log,
  say: console.log,
});
printHead('card', 'cuts', 'acknowledged changes checked', 'jobs checked', 'cuts with a violation');
for (const { fileSystem, cuts, acknowledged, jobs, lost } of rows)
  printRow(fileSystem, cuts, acknowledged, jobs, lost);
console.log(`In ${Math.round((performance.now() - began) / 1000)} s, seed ${seed}`);
console.log(violations.length === 0 ? 'No violation.' : `${violations.length} violations.`);
process.exit(violations.length === 0 ? 0 : 1);
