// `npm run test:link-soak [commands] [seed]`: the property test of the plotter's link with many more commands.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from '../lib/prepare.mjs';
import { readArguments, readNumber } from '../lib/read-arguments.mjs';

const { positionals } = readArguments({ script: import.meta.filename, most: 2 });
const commands = readNumber(positionals[0] ?? '100000', 'the number of commands');
const seed = readNumber(positionals[1] ?? String(Date.now() % 2 ** 31), 'the seed', 0);
console.log(`${commands} commands, seed ${seed}`);
const { status } = spawnSync(
  join(root, 'node_modules/.bin/vitest'),
  ['run', 'packages/plotter/test/link/link-faults.test.ts'],
  {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, LINK_SOAK_COMMANDS: String(commands), STATIONERY_SEED: String(seed) },
  },
);
console.log(`seed was ${seed}`);
process.exitCode = status ?? 1;
