// `npm run test:link-soak [commands] [seed]`: the property test of the plotter's link with many more commands.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './prepare.mjs';

const [commands = '100000', seed = String(Date.now() % 2 ** 31)] = process.argv.slice(2);
console.log(`${commands} commands, seed ${seed}`);
const { status } = spawnSync(
  join(root, 'node_modules/.bin/vitest'),
  ['run', 'packages/plotter/test/link/link-faults.test.ts'],
  {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, LINK_SOAK_COMMANDS: commands, LINK_SOAK_SEED: seed },
  },
);
console.log(`seed was ${seed}`);
process.exitCode = status ?? 1;
