// The built `stationery`, as people run it.
import { spawn, spawnSync } from 'node:child_process';

/** What `stationery` does in an installed package; in a checkout it would first look whether to build. */
const program = `
  const { programLoader } = await import('${new URL('../../../packages/cli/bin/load-program.mjs', import.meta.url)}');
  process.exitCode = await programLoader()('main.cjs').main(process.argv.slice(1));
`;

export const stationeryWords = (...args) => [
  process.execPath,
  '--input-type=module',
  '-e',
  program,
  '--',
  ...args,
];

/**
 * Starts a service; what it says goes to the console. `isUp` becomes true when it says that it runs: asking its interface until
 * it answers would take the processor from what is waited for.
 */
export function startService(args, env) {
  const [node, ...words] = stationeryWords(...args);
  const child = spawn(node, words, { env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 2] });
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text) => {
    said += text;
    process.stderr.write(text);
  });
  return Object.assign(child, { isUp: () => said.includes('Stop with Ctrl+C') });
}

/** Runs a command to its end. */
export function runStationery(args, env) {
  const [node, ...words] = stationeryWords(...args);
  const { status, stdout } = spawnSync(node, words, {
    env: { ...process.env, ...env },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 2],
  });
  return { status, stdout };
}
