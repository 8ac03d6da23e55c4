import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { interfaceVersion, packageVersion } from '@stationery/core';
import { Random, temporaryFolder } from '@stationery/core/testing';
import { describe, expect, it } from 'vitest';
import { Program } from '../../../cli/test/support/program.ts';

const ownVersion = interfaceVersion(packageVersion);

const stationery = fileURLToPath(new URL('../../../cli/bin/stationery.mjs', import.meta.url));
const kills = 10;

/** Starts the built station with its launcher. */
async function start(folder: string) {
  const launched = new Program(
    ['launch', '--firmware-slots', join(folder, 'slots'), '--http-port', '0', '--https-port', '0'],
    { STATION_DATA_DIR: join(folder, 'data'), STATION_FIRMWARE_KEYS: join(folder, 'release.pub') },
  );
  const find = (text: string) => /^ {2}http:\/\/localhost:(\d+)/m.exec(text)?.[1];
  const url = `http://127.0.0.1:${await launched.printed(find)}/api/v1`;
  const { data } = (await (await fetch(`${url}/settings`)).json()) as { data: { fw_version: string } };
  return { launched, url, version: data.fw_version };
}

type Started = Awaited<ReturnType<typeof start>>;

/** Ends launcher and station at once, like a power cut. */
async function cutPower({ launched }: Started): Promise<void> {
  const children = readFileSync(`/proc/${launched.pid}/task/${launched.pid}/children`, 'utf8');
  for (const pid of [launched.pid, ...children.trim().split(/\s+/).map(Number)]) {
    if (pid > 0) process.kill(pid, 'SIGKILL');
  }
  await launched.exit;
}

function sendUpdate(folder: string, url: string) {
  const form = `update=@${join(folder, 'station.stnfw')}`;
  return spawn('curl', ['-sS', '-X', 'PATCH', '-F', form, `${url}/firmware`], { stdio: 'ignore' });
}

describe('the whole program, killed during an update', () => {
  it('restarts with a complete version, old or new', { timeout: 300_000 }, async () => {
    // Use a folder in memory. A kill needs no disk, and each update would sync four thousand files.
    const folder = await temporaryFolder('/dev/shm');
    const make = (...args: string[]) => execFileSync(process.execPath, [stationery, 'firmware', ...args]);
    make('keygen', '--out', join(folder, 'release'));
    const key = join(folder, 'release.key');
    make('build', '--version', '7.8.9', '--key', key, '--out', join(folder, 'station.stnfw'));
    const seed = Math.floor(Math.random() * 2 ** 31);
    const random = new Random(seed);

    // Measure the time until the new version is committed, in a run without a kill.
    let now = await start(folder);
    const beganMs = performance.now();
    await once(sendUpdate(folder, now.url), 'exit');
    await expect
      .poll(() => now.launched.stderr, { timeout: 100_000 })
      .toContain('7.8.9 is healthy and stays');
    let latestMs = performance.now() - beganMs;

    const seen: string[] = [];
    for (let killed = 0; killed < kills; killed++) {
      await cutPower(now);
      now = await start(folder);
      seen.push(now.version);
      expect([ownVersion, '07.08.09'], `seed ${seed}: ${seen.join()}`).toContain(now.version);
      if (now.version === '07.08.09') {
        // The last kill came too late, because the measured run was slow. Kill earlier from now on.
        if (killed > 0) latestMs *= 0.7;
        await cutPower(now);
        rmSync(join(folder, 'slots'), { recursive: true });
        now = await start(folder);
      }
      const update = sendUpdate(folder, now.url);
      await new Promise((resolve) => setTimeout(resolve, random.next() * latestMs));
      update.kill();
    }
    await cutPower(now);
    now = await start(folder);
    expect([ownVersion, '07.08.09']).toContain(now.version);
    expect(seen).toContain(ownVersion);
    now.launched.kill('SIGTERM');
    expect((await now.launched.exit).code).toBe(0);
  });
});
