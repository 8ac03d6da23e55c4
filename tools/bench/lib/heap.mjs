// Loaded into a program (`--import`): on SIGUSR2, collects garbage and prints the heap in use and the
// resident memory to standard error, in bytes.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc');
process.on('SIGUSR2', () => {
  // Collect several times, because finalizers make more memory collectable.
  for (let round = 0; round < 4; round++) collect();
  const { heapUsed, rss } = process.memoryUsage();
  process.stderr.write(`memory ${heapUsed} ${rss}\n`);
});
