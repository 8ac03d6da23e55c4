import { spawn } from 'node:child_process';

const mainFile = new URL('../../../../packages/cli/dist/program/main.cjs', import.meta.url);

/**
 * Starts the program as in an installed package, because the
 * launch script of a checkout would first check the build.
 */
const program = `
  const { main } = (await import('${mainFile}')).default;
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

/** Starts a service. Its `isUp` reads the output, because polling the API would take CPU time from the service. */
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

export const loadStationery = async () => (await import(mainFile.href)).default.main;

/** Runs a command in this process, because starting another one takes 4 s without acceleration. */
export async function runStationery(args, env = {}) {
  const main = await loadStationery();
  const { write } = process.stdout;
  const before = { ...process.env };
  let stdout = '';
  process.stdout.write = (text, ...more) => {
    stdout += text;
    more.find((each) => typeof each === 'function')?.();
    return true;
  };
  Object.assign(process.env, env);
  try {
    return { status: await main(args), stdout };
  } finally {
    process.stdout.write = write;
    for (const name of Object.keys(env)) delete process.env[name];
    Object.assign(process.env, before);
  }
}
