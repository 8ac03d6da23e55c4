// Loaded into a program (`--import`): tells the longest delay of its event loop since it was asked last, in
// milliseconds, on standard error, when it gets SIGUSR2.
import { monitorEventLoopDelay } from 'node:perf_hooks';

const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
process.on('SIGUSR2', () => {
  process.stderr.write(`loop delay ${(delay.max / 1e6).toFixed(1)}\n`);
  delay.reset();
});
