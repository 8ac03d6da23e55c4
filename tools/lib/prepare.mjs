import { spawnSync } from 'node:child_process';
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));
const inRoot = (...parts) => join(root, ...parts);

/** Options for tsc. The default, several checkers per package, takes twice the CPU time. */
export const checkers = ['--checkers', '1'];

export async function prepare() {
  installIfNeeded();
  buildIfNeeded();
}

export function installIfNeeded() {
  unlessDone(isInstalled, () => {
    process.stderr.write('Installing what Stationery needs (once) …\n');
    run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']);
  });
}

/**
 * Whether npm has installed everything in the lock file. Optional
 * packages may be missing, because they may be for other platforms.
 */
function isInstalled() {
  const installed = readJson(inRoot('node_modules/.package-lock.json'))?.packages;
  if (installed === undefined) return false;
  const wanted = readJson(inRoot('package-lock.json'))?.packages ?? {};
  return Object.entries(wanted).every(
    ([path, { version, optional, peer }]) =>
      !path.startsWith('node_modules/') || installed[path]?.version === version || optional || peer,
  );
}

/** Builds everything that `npm start` needs. */
export function buildIfNeeded() {
  const code = buildCodeIfNeeded();
  buildStep({
    name: 'program',
    says: 'Putting the program together …',
    sources: [...code, 'tools/build/bundle-parts.mjs', 'tools/build/bundle-program.mjs'],
    results: ['packages/cli/dist/program/main.cjs'],
    command: ['tools/build/bundle-program.mjs'],
  });
  buildStep({
    name: 'pages',
    says: 'Building the pages …',
    sources: [
      ...sourcesOf(['client', 'contract', 'drawing', 'web']),
      'packages/web/build.mjs',
      'packages/web/vite.config.mjs',
    ],
    results: ['station', 'plotter', 'board'].map((page) => `packages/web/dist/${page}/index.html`),
    command: ['packages/web/build.mjs'],
  });
}

export const wasmPrograms = [
  {
    source: 'packages/drawing/assembly/index.ts',
    text: 'packages/drawing/src/wasm/program-text.ts',
    // Use -O1, because V8 optimises the code itself. A higher level makes no
    // measurable difference and doubles the CPU time of this build.
    options: ['-O1', '--importMemory', '--memoryBase', '16'],
  },
  {
    source: 'packages/station/assembly/base64.ts',
    text: 'packages/station/src/card/upload/base64/program-text.ts',
    // Reserve the first 256 bytes, in which the caller keeps a table.
    options: [
      '-O3',
      '--enable',
      'simd',
      '--initialMemory',
      '2',
      '--maximumMemory',
      '2',
      '--memoryBase',
      '256',
    ],
  },
];

export const lineFontFolder = 'packages/drawing/src/font/generated';
export const lineFontFiles = [
  'EMSAllure',
  'EMSElfin',
  'EMSFelix',
  'EMSNixish',
  'EMSReadability',
  'EMSTech',
  'HersheyGothEnglish',
  'HersheyScript1',
  'HersheySerifMed',
];

/** Builds the code, which is enough for tests that run in their own process. Returns the source files. */
export function buildCodeIfNeeded() {
  buildStep({
    name: 'wasm',
    says: 'Compiling WebAssembly …',
    sources: [
      ...wasmPrograms.flatMap(({ source }) => filesIn(dirname(source))),
      'package-lock.json',
      'tools/build/compile-wasm.mjs',
    ],
    results: wasmPrograms.map(({ text }) => text),
    command: ['tools/build/compile-wasm.mjs'],
  });
  buildStep({
    name: 'client-types',
    says: 'Writing the types of the client …',
    sources: [...sourcesOf(['contract']), 'tools/build/client-types.mjs'],
    results: ['station', 'plotter', 'board'].map((name) => `packages/client/src/generated/${name}.ts`),
    command: ['tools/build/client-types.mjs'],
  });
  buildStep({
    name: 'fonts',
    says: 'Writing the fonts …',
    sources: ['package-lock.json', 'tools/build/fonts.mjs'],
    results: lineFontFiles.map((name) => `${lineFontFolder}/${name}.ts`),
    command: ['tools/build/fonts.mjs'],
  });
  const packages = readdirSync(inRoot('packages'));
  const code = sourcesOf(packages).filter((file) => !/\.(tsx|css|html|svg)$/.test(file));
  buildStep({
    name: 'build',
    says: 'Building …',
    sources: code,
    results: ['packages/cli/dist/main.js'],
    command: ['node_modules/typescript/bin/tsc', '-b', 'packages/cli', ...checkers],
  });
  return code;
}

/** Runs a build step unless its results exist and its sources are unchanged. */
function buildStep({ name, says, sources, results, command: [script, ...args] }) {
  const stamp = inRoot('.stamps', name);
  const now = fingerprint(sources);
  const isUpToDate = () =>
    existsSync(stamp) &&
    readFileSync(stamp, 'utf8') === now &&
    results.every((file) => existsSync(inRoot(file)));
  unlessDone(isUpToDate, () => {
    process.stderr.write(`${says}\n`);
    run(process.execPath, [inRoot(script), ...args]);
    writeFileSync(stamp, now);
  });
}

/** Does the work while holding a lock, because concurrent tests may all find something out of date. */
function unlessDone(isDone, work) {
  if (isDone()) return;
  const lock = inRoot('.stamps/preparing');
  mkdirSync(inRoot('.stamps'), { recursive: true });
  for (let tries = 0; !take(lock); tries++) {
    if (!isHeld(lock)) rmSync(lock, { force: true });
    // Print this after a second.
    if (tries === 10) process.stderr.write('Waiting for a build …\n');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 100);
  }
  try {
    if (!isDone()) work();
  } finally {
    rmSync(lock, { force: true });
  }
}

/**
 * Takes the lock and returns whether it was free. Uses a hard link,
 * because it appears with its whole content or not at all.
 */
function take(lock) {
  const own = `${lock}-${process.pid}`;
  writeFileSync(own, String(process.pid));
  try {
    linkSync(own, lock);
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(own);
  }
}

/** Whether the process that holds the lock is alive. */
function isHeld(lock) {
  try {
    return process.kill(Number(readFileSync(lock, 'utf8')), 0);
  } catch (error) {
    return error.code === 'EPERM';
  }
}

function sourcesOf(packages) {
  const files = ['tsconfig.base.json', 'package-lock.json'];
  for (const name of packages) {
    files.push(`packages/${name}/package.json`, `packages/${name}/tsconfig.json`);
    files.push(...filesIn(`packages/${name}/src`));
  }
  return files.filter((file) => !file.endsWith('.test.ts'));
}

function filesIn(folder) {
  return readdirSync(inRoot(folder), { recursive: true }).map((file) => `${folder}/${file}`);
}

/** Returns a text that changes when any of the files changes. */
export function fingerprint(files) {
  return files
    .toSorted()
    .map((file) => {
      const stats = statSync(inRoot(file), { throwIfNoEntry: false });
      return stats?.isFile() ? `${file} ${stats.size} ${stats.mtimeMs}\n` : '';
    })
    .join('');
}

function readJson(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
}

/** Runs a program. Its output goes to stderr, because stdout belongs to the service. */
export function run(program, args, options = {}) {
  const { status, error } = spawnSync(program, args, { cwd: root, stdio: ['ignore', 2, 2], ...options });
  if (status === 0) return;
  process.stderr.write(`“${[program, ...args].join(' ')}” failed${error ? `: ${error.message}` : ''}\n`);
  process.exit(status ?? 1);
}
