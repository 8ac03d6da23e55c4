// Makes a checkout ready to run: installs and builds, but only what is out of date.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));
const inRoot = (...parts) => join(root, ...parts);

export async function prepare() {
  installIfNeeded();
  buildIfNeeded();
}

export function installIfNeeded() {
  if (isInstalled()) return;
  process.stderr.write('Installing what Stationery needs (once) …\n');
  run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']);
}

/** Whether what npm last installed here is what the lock file names; packages for other machines may be missing. */
function isInstalled() {
  const installed = readJson(inRoot('node_modules/.package-lock.json'))?.packages;
  if (installed === undefined) return false;
  const wanted = readJson(inRoot('package-lock.json'))?.packages ?? {};
  return Object.entries(wanted).every(
    ([path, { version, optional, peer }]) =>
      !path.startsWith('node_modules/') || installed[path]?.version === version || optional || peer,
  );
}

export function buildIfNeeded() {
  const stamp = inRoot('.stamps/build');
  const sources = fingerprint();
  if (
    existsSync(stamp) &&
    readFileSync(stamp, 'utf8') === sources &&
    existsSync(inRoot('packages/cli/dist/main.js'))
  ) {
    return;
  }
  process.stderr.write('Building …\n');
  run(process.execPath, [inRoot('node_modules/typescript/bin/tsc'), '-b', 'packages/cli']);
  mkdirSync(inRoot('.stamps'), { recursive: true });
  writeFileSync(stamp, sources);
}

/** Changes when any source that is built does. */
function fingerprint() {
  const files = ['tsconfig.base.json', 'package-lock.json'];
  for (const name of readdirSync(inRoot('packages'))) {
    files.push(`packages/${name}/package.json`, `packages/${name}/tsconfig.json`);
    const sources = readdirSync(inRoot('packages', name, 'src'), { recursive: true });
    files.push(...sources.map((file) => `packages/${name}/src/${file}`));
  }
  return files
    .filter((file) => !file.endsWith('.test.ts'))
    .sort()
    .map((file) => {
      const stats = statSync(inRoot(file), { throwIfNoEntry: false });
      return stats?.isFile() ? `${file} ${stats.size} ${stats.mtimeMs}\n` : '';
    })
    .join('');
}

function readJson(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
}

/** Runs a program to its end; what it says goes to stderr, so that stdout is the service's alone. */
export function run(program, args, options = {}) {
  const { status, error } = spawnSync(program, args, { cwd: root, stdio: ['ignore', 2, 2], ...options });
  if (status === 0) return;
  process.stderr.write(`“${[program, ...args].join(' ')}” failed${error ? `: ${error.message}` : ''}\n`);
  process.exit(status ?? 1);
}
