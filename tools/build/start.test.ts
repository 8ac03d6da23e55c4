import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';

const root = join(import.meta.dirname, '../..');

function start(program: string, args: string[]): { child: ChildProcess; said: () => string } {
  const folder = mkdtempSync(join(tmpdir(), 'stationery-npm-'));
  const child = spawn(program, args, {
    cwd: root,
    env: {
      ...process.env,
      STATION_DATA_DIR: join(folder, 'station'),
      STATION_HTTP_PORT: '0',
      STATION_HTTPS_PORT: '0',
      PLOTTER_DATA_DIR: join(folder, 'plotter'),
      PLOTTER_HTTP_PORT: '0',
    },
  });
  // Wait for the end of the service, which comes after the end of npm. Until then the service writes to its folder
  // and holds npm's output open.
  const closed = once(child, 'close');
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await closed;
    rmSync(folder, { recursive: true, force: true });
  });
  let text = '';
  child.stdout?.on('data', (piece) => (text += piece));
  return { child, said: () => text };
}

it.each([
  ['npm', ['start']],
  ['npx', ['stationery', 'station']],
])('npm start ends the service when %s is stopped', { timeout: 150_000 }, async (program, args) => {
  const { child, said } = start(program, args);
  await expect.poll(said, { timeout: 100_000 }).toContain('Stop with Ctrl+C');
  const [url] = /http:\/\/localhost:\d+/.exec(said()) ?? [];
  expect((await fetch(`${url}/api/v1/settings`)).status).toBe(200);
  child.kill('SIGTERM');
  const refused = () =>
    fetch(`${url}/api/v1/settings`).then(
      () => false,
      () => true,
    );
  await expect.poll(refused).toBe(true);
});
