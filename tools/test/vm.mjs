// `npm run test:vm [-- Power] [USB] [reader] [buttons] [Wi-Fi] [card]`: runs the tests that need their own kernel, in a
// virtual machine. Without a name, runs all but the last.
import { join } from 'node:path';
import { architecture } from '../lib/architecture.mjs';
import { buildIfNeeded, installIfNeeded, root } from '../lib/prepare.mjs';
import { readArguments, refuse } from '../lib/read-arguments.mjs';
import { ensurePrograms, machinePrograms, missingPrograms } from '../lib/system-packages.mjs';
import { canCut, shortRun } from './power/short-run.mjs';
import * as stick from './vm/card/stick.mjs';
import { ensureKernel } from './vm/kernel.mjs';
import { runInMachine } from './vm/machine.mjs';
import * as keyboard from './vm/reader/keyboard.mjs';
import * as gadget from './vm/usb/gadget.mjs';

/** In this order, because the last one leaves the most behind in the machine. */
const tests = [
  { name: 'Power', run: shortRun },
  { name: 'USB', script: 'vm/usb/unplug.mjs', modules: gadget.modules },
  { name: 'reader', script: 'vm/reader/taps.mjs', modules: keyboard.modules },
  { name: 'buttons', script: 'vm/reader/buttons.mjs', modules: keyboard.modules },
  { name: 'Wi-Fi', script: 'vm/wifi/join.mjs', modules: [] },
  // Takes minutes of CPU time, so it only runs by name.
  { name: 'card', script: 'vm/card/in-and-out.mjs', modules: stick.modules, systemd: true, byName: true },
];
const timeoutMs = 1_800_000;

const { positionals: wanted } = readArguments({ script: import.meta.filename, most: tests.length });
for (const word of wanted)
  if (!tests.some(({ name }) => name === word))
    refuse(`there is no test “${word}”, only ${tests.map(({ name }) => name).join(', ')}`);
const chosen = tests.filter(({ name, byName }) => (wanted.length === 0 ? !byName : wanted.includes(name)));

const counts = { passed: 0, failed: 0, skipped: 0 };
const cache = join(root, '.stamps/vm');
const orSkipped = process.env.CI === 'true' ? 'failed' : 'skipped';

const hindrance = await whyNot();
if (hindrance === undefined) {
  // Run the tests one after another in the same machine: booting is
  // slow, and each test needs a whole processor and has time limits.
  const power = chosen.find(({ run }) => run !== undefined);
  if (power !== undefined && !canCut()) tellOf(power)(orSkipped, 'needs the right to mount: run it as root');
  const scripts = chosen.filter(({ script, systemd }) => script !== undefined && !systemd);
  if (power !== undefined && canCut()) await runTests([power, ...scripts], power.run);
  else if (scripts.length > 0) await runTests(scripts);
  for (const test of chosen.filter(({ systemd }) => systemd)) await runTests([test]);
} else {
  for (const test of chosen) tellOf(test)(orSkipped, hindrance);
}
console.log(`${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
process.exitCode = counts.failed === 0 ? 0 : 1;

async function whyNot() {
  if (architecture === undefined) return `there is no machine for ${process.platform} on ${process.arch}`;
  ensurePrograms(machinePrograms);
  const missing = missingPrograms(machinePrograms);
  if (missing.length > 0) return `there is no ${missing.join(', ')} here`;
  try {
    ensureKernel();
  } catch (error) {
    return `no kernel: ${error.message}`;
  }
  installIfNeeded();
  buildIfNeeded();
  return undefined;
}

/**
 * Runs the tests in one machine. `run`, the function of the first
 * test, boots it and then runs the scripts of the others.
 */
async function runTests(list, run) {
  const scripts = list
    .filter(({ script }) => script !== undefined)
    .map(({ name, script, modules }) => ({
      name: name.toLowerCase(),
      script: join(import.meta.dirname, script),
      modules,
    }));
  const ended = new Set();
  let test = list[0];
  let startedMs = performance.now();
  const sayTime = () =>
    console.log(`${test.name}: ${Math.round((performance.now() - startedMs) / 1000)} s in the machine`);
  const onLine = (line) => {
    const [, script] = /^script (\S+)$/.exec(line) ?? [];
    const [, outcome, text] = /^(ok|not ok|skip) (.*)$/.exec(line) ?? [];
    if (script !== undefined) {
      test = list.find(({ name }) => name.toLowerCase() === script);
      startedMs = performance.now();
    } else if (line === 'end') {
      ended.add(test);
      sayTime();
    } else if (test.run !== undefined && outcome !== 'not ok') {
      // The power test reports later, after it has checked what is left on its disks.
    } else if (outcome === undefined) console.log(line);
    else tell({ ok: 'passed', 'not ok': 'failed', skip: 'skipped' }[outcome], `${test.name}: ${text}`);
  };
  const machine = { cache, timeoutMs, onLine };
  try {
    if (run !== undefined) await run({ ...machine, thenScripts: scripts, tell: tellOf(list[0]) });
    else await runInMachine({ ...machine, name: 'tests', scripts, systemd: list[0].systemd });
  } catch (error) {
    tellOf(test)('failed', error.message);
  }
  for (const each of list)
    if (!ended.has(each)) tellOf(each)('failed', 'the machine ended before its test did');
  if (counts.failed > 0) console.log(`What the machine said is in ${cache}/*.console.log`);
}

function tellOf({ name }) {
  return (outcome, text) => tell(outcome, `${name}: ${text}`);
}

function tell(outcome, text) {
  counts[outcome]++;
  console.log(`${outcome === 'passed' ? '✓' : outcome === 'failed' ? '✗' : '-'} ${text}`);
}
