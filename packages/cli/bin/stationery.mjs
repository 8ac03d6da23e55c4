#!/usr/bin/env node
import { existsSync } from 'node:fs';

// In a checkout the program is built when its sources changed; an installed package is built already.
const prepare = new URL('../../../scripts/prepare.mjs', import.meta.url);
if (existsSync(prepare)) await (await import(prepare.href)).prepare();

const { main } = await import('../dist/main.js');
process.exitCode = await main(process.argv.slice(2));
