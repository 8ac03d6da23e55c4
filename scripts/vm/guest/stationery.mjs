// The built `stationery`, as people run it.
import { spawn, spawnSync } from 'node:child_process';

/** What `stationery` does in an installed package; in a checkout it would first look whether to build. */
const program = `
  const { main } = await import('${new URL('../../../packages/cli/dist/program/main.mjs', import.meta.url)}');
  process.exitCode = await main(process.argv.slice(1));
`;

export const stationeryWords = (...args) => [
  process.execPath,
  '--input-type=module',
  '-e',
  program,
  '--',
  ...args,
];

/** Runs a command; what it says goes to the console. */
export function startStationery(args, env) {
  const [node, ...words] = stationeryWords(...args);
  return spawn(node, words, { env: { ...process.env, ...env }, stdio: ['ignore', 2, 2] });
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
