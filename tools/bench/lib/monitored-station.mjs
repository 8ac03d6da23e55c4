import { join } from 'node:path';
import { root } from '../../lib/prepare.mjs';
import { startStation } from '../../lib/service.mjs';
import { until } from '../../lib/until.mjs';

/** Starts a station. `maxDelayMs` returns the longest delay of its event loop since the last call. */
export async function startMonitoredStation(folder, env) {
  let said = '';
  const program = await startStation(
    folder,
    { ...env, NODE_OPTIONS: `--import ${join(root, 'tools/bench/lib/loop-delay.mjs')}` },
    { onError: (text) => (said += text) },
  );
  const maxDelayMs = async () => {
    said = '';
    process.kill(program.pid, 'SIGUSR2');
    return Number(await until('it reports its delay', () => /loop delay ([\d.]+)/.exec(said)?.[1]));
  };
  return { program, maxDelayMs };
}
