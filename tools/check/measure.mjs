// Prints the size of the code base and the cost of extending it, as recorded in CONTRIBUTING.md.
import { execFileSync, spawnSync } from 'node:child_process';
import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readArguments } from '../lib/read-arguments.mjs';

readArguments({ script: import.meta.filename });

const isCode = /\.(ts|tsx|mjs|cjs|js|css|html|sh|c)$/;
const isTest = /(^|\/)test\/|\/testing\/|\.test\./;
const committed = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).split('\n');
const files = committed
  .filter((path) => isCode.test(path) && !isTest.test(path) && !path.includes('/generated/'))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }));
const lines = files.reduce((sum, { text }) => sum + text.split('\n').length - 1, 0);

function naming(word) {
  const name = new RegExp(`\\b${word}\\b`, 'i');
  const isOutside = (path) => path.startsWith('packages/') && !path.includes(`/${word}/`);
  return files.filter(({ path, text }) => isOutside(path) && name.test(text)).length;
}

function bytesIn(folder) {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  // Leave out names with a leading dot, which are caches of tools.
  const installed = paths.filter((path) => !path.startsWith('.'));
  return installed.reduce((sum, path) => sum + (lstatSync(join(folder, path)).blocks ?? 0) * 512, 0);
}

function secondsOf(test) {
  const startedMs = performance.now();
  const { status } = spawnSync('npm', ['run', 'unit', test], { stdio: 'ignore' });
  if (status !== 0) throw new Error(`npm run unit ${test} failed`);
  return ((performance.now() - startedMs) / 1000).toFixed(1);
}

/** @type {[string, () => unknown][]} */
const rows = [
  ['lines of code, without tests and generated files', () => lines.toLocaleString('en')],
  ['files', () => files.length.toLocaleString('en')],
  ['files that name the driver `grbl`, outside its folder', () => naming('grbl')],
  ['files that name the format `hpgl`, outside its folder', () => naming('hpgl')],
  ['files that name the reader `pn532`, outside its folder', () => naming('pn532')],
  ['seconds from `npm run unit logger` to its result', () => secondsOf('logger')],
  ['size of `node_modules`, MB', () => Math.round(bytesIn('node_modules') / 1e6)],
];
for (const [what, measure] of rows) console.log(`| ${what} | ${measure()} |`);
