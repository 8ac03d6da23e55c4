// Compares the SVG reader with Chromium: differing pixels per file, and pictures side by side.
//
//   npm run compare:svg [-- folder for the report, default svg-comparison]
//
// The report is written by the test of the same name.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { root } from '../lib/prepare.mjs';
import { readArguments } from '../lib/read-arguments.mjs';
import { ensurePrograms, testPrograms } from '../lib/system-packages.mjs';

const { positionals } = readArguments({ script: import.meta.filename, most: 1 });
ensurePrograms({ 'chromium-headless-shell': testPrograms['chromium-headless-shell'] });
const folder = resolve(positionals[0] ?? 'svg-comparison');
const table = join(folder, 'report.md');
rmSync(table, { force: true });
const vitest = join(root, 'node_modules/vitest/vitest.mjs');
const { status } = spawnSync(
  process.execPath,
  [vitest, 'run', '--reporter=dot', 'packages/drawing/test/system/chromium-comparison.test.ts'],
  { cwd: root, stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, COMPARE_SVG_REPORT: folder } },
);
if (!existsSync(table)) {
  console.error(
    'There is no report: Chromium is missing or did not start. Try: npm run unit packages/drawing/test/system',
  );
  process.exit(1);
}
console.log(readFileSync(table, 'utf8'));
console.log('Text is compared by its place and extent, not by its pixels: our font is another.');
console.log(`Pictures: ${join(folder, 'report.html')}`);
process.exit(status ?? 1);
