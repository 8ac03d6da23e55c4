// `npm run test:vm`: what only a kernel of our own can show, in a virtual machine.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { shortRun } from '../power/short-run.mjs';
import { buildIfNeeded, installIfNeeded, root } from '../prepare.mjs';
import { ensurePrograms, machinePrograms, missingPrograms } from '../system-packages.mjs';
import { architecture } from './architecture.mjs';
import * as stick from './card/stick.mjs';
import { ensureKernel } from './kernel.mjs';
import { runInMachine } from './machine.mjs';
import * as gadget from './usb/gadget.mjs';

const tests = [
  { name: 'USB', script: 'usb/unplug.mjs', modules: gadget.modules, timeoutMs: 600_000 },
  { name: 'Wi-Fi', script: 'wifi/join.mjs', modules: [], timeoutMs: 600_000 },
  // Takes minutes of processor time, so it is run by its name only.
  {
    name: 'card',
    script: 'card/in-and-out.mjs',
    modules: stick.modules,
    systemd: true,
    byName: true,
    timeoutMs: 1_800_000,
  },
  { name: 'Power', run: shortRun },
];

/** `npm run test:vm -- USB` runs one of them. */
const chosen = tests.filter(({ name, byName }) =>
  process.argv.length === 2 ? !byName : process.argv.includes(name),
);

const counts = { passed: 0, failed: 0, skipped: 0 };
const cache = join(root, '.stamps/vm');

const hindrance = await whyNot();
if (hindrance === undefined) {
  // One after the other: each takes all of a processor and has limits of time to keep.
  for (const test of chosen) await runTest(test);
} else {
  const outcome = process.env.CI === 'true' ? 'failed' : 'skipped';
  for (const { name } of chosen) tell(outcome, `${name}: ${hindrance}`);
}
console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
process.exitCode = counts.failed === 0 ? 0 : 1;

async function whyNot() {
  if (architecture === undefined) return `there is no machine for ${process.platform} on ${process.arch}`;
  ensurePrograms(machinePrograms);
  const missing = missingPrograms(machinePrograms);
  if (missing.length > 0) return `there is no ${missing.join(', ')} here`;
  try {
    ensureKernel(cache);
  } catch (error) {
    return `no kernel: ${error.message}`;
  }
  installIfNeeded();
  buildIfNeeded();
  return undefined;
}

async function runTest({ name, run, ...test }) {
  const startedMs = performance.now();
  try {
    if (run !== undefined) await run({ cache, tell: (outcome, text) => tell(outcome, `${name}: ${text}`) });
    else await runScript({ name, ...test });
  } catch (error) {
    tell('failed', `${name}: ${error.message}`);
  }
  console.log(`${name}: ${Math.round((performance.now() - startedMs) / 1000)} s`);
}

async function runScript({ name, script, modules, systemd, timeoutMs, before }) {
  const path = fileURLToPath(new URL(script, import.meta.url));
  let ended = false;
  before?.();
  const { consoleLog } = await runInMachine({
    cache,
    name: name.toLowerCase(),
    script: path,
    modules,
    systemd,
    timeoutMs,
    onLine(line) {
      const [, outcome, text] = /^(ok|not ok|skip) (.*)$/.exec(line) ?? [];
      if (line === 'end') ended = true;
      else if (outcome === undefined) console.log(line);
      else tell({ ok: 'passed', 'not ok': 'failed', skip: 'skipped' }[outcome], `${name}: ${text}`);
    },
  });
  if (!ended) tell('failed', `${name}: the machine ended before its test did`);
  if (counts.failed > 0 && existsSync(consoleLog)) console.log(`What the machine said is in ${consoleLog}`);
}

function tell(outcome, text) {
  counts[outcome]++;
  console.log(`${outcome === 'passed' ? '✓' : outcome === 'failed' ? '✗' : '-'} ${text}`);
}
