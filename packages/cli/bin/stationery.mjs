#!/usr/bin/env node
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';

// In a checkout, rebuild the program if its sources changed; an installed package is already built. Tests
// start it hundreds of times and check only once.
const prepare = new URL('../../../tools/lib/prepare.mjs', import.meta.url);
if (process.env.STATIONERY_IS_BUILT !== 'yes' && existsSync(prepare))
  await (await import(prepare.href)).prepare();

// The launcher must start even if the rest is broken, so load nothing else for it.
const load = createRequire(new URL('../dist/program/', import.meta.url));
const [command, ...rest] = process.argv.slice(2);
process.exitCode =
  command === 'launch'
    ? await load('./launch-command.cjs').main(rest)
    : await load('./main.cjs').main(process.argv.slice(2));
