import { spawn, spawnSync } from 'node:child_process';

/** Runs a program and returns its output; throws if it fails. */
export function run(program, ...args) {
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0)
    throw new Error(`${program} ${args.join(' ')}: ${error?.message ?? (stderr.trim() || status)}`);
  return stdout;
}

export const succeeds = (program, ...args) => spawnSync(program, args, { stdio: 'ignore' }).status === 0;

/** Starts a program. Its output is kept and printed to the console. */
export function start(program, ...args) {
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      output += text;
      process.stderr.write(text);
    });
  }
  const ended = new Promise((resolve) => child.on('close', resolve));
  return {
    output: () => output,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    /** @param {NodeJS.Signals} signal */
    async stop(signal = 'SIGTERM') {
      child.kill(signal);
      await ended;
    },
  };
}
