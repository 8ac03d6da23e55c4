import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createPlotterClient } from '@stationery/client';
import { needsProgram, temporaryFolder, unusedPort } from '@stationery/core/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Program } from '../support/program.ts';

const inkscape = needsProgram('inkscape', 'inkscape');
const display = needsProgram('xvfb-run', 'xvfb');
const python = needsProgram('python3', 'python3');

const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="100mm" height="80mm" viewBox="0 0 100 80">
  <g id="layer" transform="translate(5,5)">
    <path id="one" d="M0 0H50" stroke="black" fill="none"/><path id="two" d="M0 10H50" stroke="red" fill="none"/>
  </g>
</svg>`;

/** Starts a plotter service, and installs the extension for it. */
async function installed() {
  const folder = await temporaryFolder();
  const url = `http://127.0.0.1:${await unusedPort()}`;
  const env = { PLOTTER_HTTP_PORT: new URL(url).port, PLOTTER_DATA_DIR: join(folder, 'data') };
  const service = new Program(['plotter'], env);
  await service.printed((text) => text.includes('http://localhost') || undefined);
  const profile = join(folder, 'profile');
  const command = new Program(['plot', 'inkscape', '--install', '--plotter', url], {
    INKSCAPE_PROFILE_DIR: profile,
  });
  expect(await command.exit, command.stderr).toEqual({ code: 0, signal: null });
  const drawing = join(folder, 'drawing.svg');
  writeFileSync(drawing, svg);
  const script = join(profile, 'extensions/stationery_plot.py');
  const run = (...words: string[]) =>
    spawnSync('python3', [script, `--url=${url}`, ...words, drawing], {
      encoding: 'utf8',
      env: { ...process.env, TMPDIR: folder, BROWSER: 'true' },
    });
  const client = createPlotterClient({ baseUrl: url });
  const pens = async () => (await client.jobs.list()).map((job) => job.pens.map(({ name }) => name));
  return { folder, profile, drawing, run, client, pens };
}

describe.skipIf(!python.run)(`the Inkscape extension (${python.label})`, () => {
  it('plots the document or the selection, and returns the document unchanged', async () => {
    const { run, pens } = await installed();
    const { stdout, stderr, status } = run();
    expect([stdout, status]).toEqual([svg, 0]);
    expect(stderr).toContain('in the queue');
    expect(run('--what=selection', '--id=two').status).toBe(0);
    // The newest job comes first.
    expect(await pens()).toEqual([['#ff0000'], ['#000000', '#ff0000']]);
  });

  it('previews without a job', async () => {
    const { folder, run, pens } = await installed();
    expect(run('--action=preview', '--paper=a5', '--fit=drawing', '--margin=10mm').status).toBe(0);
    const [preview = ''] = readdirSync(folder).filter((name) => name.startsWith('stationery-preview'));
    expect(readFileSync(join(folder, preview), 'utf8')).toMatch(/^<\?xml|^<svg/);
    expect(await pens()).toEqual([]);
  });

  it('explains why it cannot plot', async () => {
    const { run } = await installed();
    expect(run('--what=selection')).toMatchObject({ status: 1, stdout: '' });
    expect(run('--paper=a4', '--margin=wide').stderr).toContain('“wide” is not a length');
    expect(run('--url=http://127.0.0.1:9').stderr).toContain('does not answer');
  });

  it.skipIf(!inkscape.run || !display.run)(
    `runs in Inkscape (${inkscape.label}, ${display.label})`,
    async () => {
      const { folder, profile, drawing, client } = await installed();
      const actions = '--actions=select-all;org.stationery.plot.noprefs';
      const words = ['--auto-servernum', inkscape.path, '--batch-process', actions, drawing];
      const env = { ...process.env, HOME: folder, INKSCAPE_PROFILE_DIR: profile };
      // Run Inkscape in the background and kill it: at the end it shows a message and waits for a click.
      const running = spawn(display.path, words, { env, stdio: 'ignore', detached: true });
      onTestFinished(() => void execFileSync('kill', ['-TERM', '--', `-${running.pid}`]));
      await expect
        .poll(async () => (await client.jobs.list()).map(({ name }) => name), { timeout: 100_000 })
        .toEqual(['drawing.svg']);
    },
  );
});
