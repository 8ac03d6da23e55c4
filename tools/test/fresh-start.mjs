// Runs `npm start` on a fresh checkout and queries a service; then starts it again, which must
// neither install nor build anything. Uses this checkout if it is new, which builds it; otherwise copies
// the committed files to an empty folder.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { root } from '../lib/prepare.mjs';

const work = mkdtempSync(join(tmpdir(), 'stationery-fresh-'));
const isNew = ['node_modules', '.stamps'].every((name) => !existsSync(join(root, name)));
const place = isNew ? root : join(work, 'copy');
try {
  if (!isNew) {
    const cloned = spawnSync('git', ['clone', '-q', '--local', root, place], { stdio: 'inherit' });
    if (cloned.status !== 0) throw new Error('the copy could not be made');
  }
  for (const again of [false, true]) {
    const said = await startOnce();
    if (again === /Installing|Building/.test(said))
      throw new Error(again ? 'the second start installed or built again' : 'the first start built nothing');
    console.log(
      `npm start answered${again ? ' again, without installing or building' : ' in a fresh checkout'}`,
    );
  }
  console.log('1 passed, 0 failed, 0 skipped');
} catch (error) {
  console.log(`npm start in a fresh checkout: ${error.message}`);
  console.log('0 passed, 1 failed, 0 skipped');
  process.exitCode = 1;
} finally {
  rmSync(work, { recursive: true, force: true });
}

async function startOnce() {
  const env = {
    ...process.env,
    STATION_HTTP_PORT: '0',
    STATION_HTTPS_PORT: '0',
    PLOTTER_HTTP_PORT: '0',
    STATION_DATA_DIR: join(work, 'station'),
    PLOTTER_DATA_DIR: join(work, 'plotter'),
  };
  const child = spawn('npm', ['start'], {
    cwd: place,
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
    // Wait for the services, which still write after npm has exited.
    while (isRunning(-child.pid)) await sleep(50);
  }
}

function isRunning(group) {
  try {
    return process.kill(group, 0);
  } catch {
    return false;
  }
}
