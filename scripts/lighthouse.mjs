// `npm run lighthouse`: prints the Lighthouse scores of both pages, served by the built program.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median, startProgram } from '../bench/lib/harness.mjs';
import { prepare, root } from './prepare.mjs';
import { browserPrograms, ensurePrograms } from './system-packages.mjs';

const version = '12.8.2';
const categories = ['performance', 'accessibility', 'best-practices'];
const least = 95;
/** The median of a few runs, as Lighthouse recommends, because a busy machine distorts single runs. */
const runs = 3;

// Kept apart, because it has far more packages than the repository.
const home = process.env.LIGHTHOUSE_DIR ?? join(root, '.stamps/lighthouse');
if (!existsSync(join(home, 'node_modules/lighthouse/package.json'))) {
  process.stderr.write(`Installing Lighthouse ${version} (once) …\n`);
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, 'package.json'), '{ "private": true }\n');
  const words = [
    'install',
    `lighthouse@${version}`,
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--silent',
  ];
  const { status } = spawnSync('npm', words, { cwd: home, stdio: ['ignore', 2, 2] });
  if (status !== 0) throw new Error('npm could not install Lighthouse');
}

ensurePrograms(browserPrograms);
await prepare();
const folder = mkdtempSync(join(tmpdir(), 'stationery-lighthouse-'));
const ports = { STATION_HTTP_PORT: '0', STATION_HTTPS_PORT: '0', PLOTTER_HTTP_PORT: '0' };
const data = { STATION_DATA_DIR: join(folder, 'station'), PLOTTER_DATA_DIR: join(folder, 'plotter') };
const bin = 'packages/cli/bin/stationery.mjs';
try {
  for (const page of ['station', 'plotter']) {
    const service = await startProgram(bin, [page], { ...ports, ...data });
    try {
      report(page, service.url);
    } finally {
      await service.stop();
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function report(page, url) {
  const results = Array.from({ length: runs }, () => measure(url));
  const scores = categories.map((name) => [
    name,
    median(results.map((result) => Math.round((result.categories[name].score ?? 0) * 100))),
  ]);
  console.log(`${page}: ${scores.map(([name, score]) => `${name} ${score}`).join(', ')}`);
  const [last] = results.slice(-1);
  for (const { score, scoreDisplayMode, title, displayValue } of Object.values(last.audits)) {
    const isWeak = score !== null && score < 0.9 && scoreDisplayMode !== 'informative';
    if (isWeak) console.log(`  ${title}${displayValue ? `: ${displayValue}` : ''}`);
  }
  if (scores.some(([, score]) => score < least)) process.exitCode = 1;
}

function measure(url) {
  const output = join(folder, 'report.json');
  const { status } = spawnSync(
    join(home, 'node_modules/.bin/lighthouse'),
    [
      url,
      '--quiet',
      '--output=json',
      `--output-path=${output}`,
      `--only-categories=${categories.join(',')}`,
      '--chrome-flags=--headless --no-sandbox',
    ],
    { stdio: ['ignore', 2, 2], env: { ...process.env, CHROME_PATH: '/usr/bin/chromium' } },
  );
  if (status !== 0) throw new Error(`Lighthouse ended with ${status}`);
  return JSON.parse(readFileSync(output, 'utf8'));
}
