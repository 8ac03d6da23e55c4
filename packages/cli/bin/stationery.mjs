#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { programLoader } from './load-program.mjs';

// In a checkout the program is built when its sources changed; an installed package is built already. Tests start
// it hundreds of times and look only once.
const prepare = new URL('../../../scripts/prepare.mjs', import.meta.url);
if (process.env.STATIONERY_IS_BUILT !== 'yes' && existsSync(prepare))
  await (await import(prepare.href)).prepare();

// The launcher must start whatever state the rest is in, so the rest is not even loaded for it.
const load = programLoader();
const [command, ...rest] = process.argv.slice(2);
process.exitCode =
  command === 'launch'
    ? await load('launch-command.cjs').main(rest)
    : await load('main.cjs').main(process.argv.slice(2));
