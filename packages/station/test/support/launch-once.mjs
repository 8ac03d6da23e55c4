// The launcher, in a process that can be killed at any step: node launch-once.mjs <slots> <factory> <step to die at>
import { launch, SlotFolder } from '../../dist/firmware/launcher/index.js';

const [slots, factory, deadly] = process.argv.slice(2);
let steps = 0;
const step = () => {
  if (++steps === Number(deadly)) process.kill(process.pid, 'SIGKILL');
};
const controller = new AbortController();
process.on('SIGTERM', () => controller.abort('SIGTERM'));
process.exitCode = await launch({
  folder: new SlotFolder(slots, step),
  factory: { version: process.env.FACTORY_VERSION, entry: factory },
  args: [],
  trialMs: Number(process.env.TRIAL_MS ?? 20_000),
  say: (line) => process.stdout.write(`SAYS ${line}\n`),
  stop: controller.signal,
});
