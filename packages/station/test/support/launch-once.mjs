// The launcher, in a process that can be killed at any step: node launch-once.mjs <slots> <factory> <step to die at>

import { launch, SlotFolder } from '../../../appliance/dist/firmware/launcher/index.js';
import { ManualClock } from '../../../core/dist/testing/manual-clock.js';

const [slots, factory, deadly] = process.argv.slice(2);
const trialMs = 20_000;
let steps = 0;
const step = () => {
  if (++steps === Number(deadly)) process.kill(process.pid, 'SIGKILL');
};
const controller = new AbortController();
process.on('SIGTERM', () => controller.abort('SIGTERM'));
// SIGUSR2 lets the test end the trial, regardless of how long a version takes to start.
const clock = new ManualClock();
process.on('SIGUSR2', () => void clock.advance(trialMs));
process.exitCode = await launch({
  folder: new SlotFolder(slots, step),
  factory: { version: process.env.FACTORY_VERSION, entry: factory },
  args: [],
  trialMs,
  clock,
  say: (line) => process.stdout.write(`SAYS ${line}\n`),
  stop: controller.signal,
});
