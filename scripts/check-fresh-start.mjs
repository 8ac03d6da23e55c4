// Copies what is committed to an empty folder, runs `npm start` there, and asks both services how they are;
// then starts it a second time, which must neither install nor build anything.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from './prepare.mjs';

const copy = mkdtempSync(join(tmpdir(), 'stationery-fresh-'));
try {
  const cloned = spawnSync('git', ['clone', '-q', '--local', root, copy], { stdio: 'inherit' });
  if (cloned.status !== 0) throw new Error('the copy could not be made');
  for (const again of [false, true]) {
    const said = await startOnce();
    if (again && /Installing|Building/.test(said))
      throw new Error('the second start installed or built again');
    console.log(`npm start answered${again ? ' again, without installing or building' : ' in a fresh copy'}`);
  }
} catch (error) {
  console.log(`npm start in a fresh copy: ${error.message}`);
  process.exitCode = 1;
} finally {
  rmSync(copy, { recursive: true, force: true });
}

async function startOnce() {
  const env = { ...process.env, STATION_HTTP_PORT: '0', STATION_HTTPS_PORT: '0', PLOTTER_HTTP_PORT: '0' };
  const child = spawn('npm', ['start'], {
    cwd: copy,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let said = '';
  child.stdout.on('data', (text) => (said += text));
  child.stderr.on('data', (text) => (said += text));
  const ended = new Promise((resolve) => child.on('exit', resolve));
  try {
    for (let tries = 0; tries < 600; tries++) {
      const url = /http:\/\/localhost:\d+/.exec(said)?.[0];
      if (url !== undefined && said.includes('Stop with Ctrl+C')) {
        const answer = await fetch(`${url}/api/v1/settings`);
        const { data } = await answer.json();
        if (!/^\d\d\.\d\d\.\d\d$/.test(data?.fw_version))
          throw new Error(`a strange answer: ${answer.status}`);
        return said;
      }
      if (child.exitCode !== null) break;
      await sleep(500);
    }
    throw new Error(`no answer; it said: ${said}`);
  } finally {
    process.kill(-child.pid, 'SIGTERM');
    await ended;
  }
}
