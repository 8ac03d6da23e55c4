// Loaded into a program (`--import`): on SIGUSR2, prints the longest event loop delay since the
// last signal to standard error, in milliseconds.
import { monitorEventLoopDelay } from 'node:perf_hooks';

const delay = monitorEventLoopDelay({ resolution: 1 });
delay.enable();
process.on('SIGUSR2', () => {
  process.stderr.write(`loop delay ${(delay.max / 1e6).toFixed(1)}\n`);
  delay.reset();
});
