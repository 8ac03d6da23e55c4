import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Kvm } from '@nats-io/kv';
import { createLogger, silentLogger, systemClock } from '@stationery/core';
import { fillDisk, mountTmpfs, needsMounts, temporaryFolder, unusedPort } from '@stationery/core/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Fleet } from '../../src/board/index.ts';
import { accepts } from '../../src/board/nats-process.ts';
import { type NatsServer, startNatsServer } from '../../src/board/nats-server.ts';
import { natsServer } from '../support/nats-server.ts';
import { startSecureFleet } from '../support/secure-fleet.ts';
import { drawing } from '../support/test-fleet.ts';

/** A program that listens like a NATS server, and exits when told to reload. */
const listening = `#!${process.execPath}
const config = require('node:fs').readFileSync(process.argv[process.argv.indexOf('-c') + 1], 'utf8');
require('node:net').createServer().listen(Number(/:(\\d+)"/.exec(config)[1]), '127.0.0.1', () =>
  console.error('[1] [INF] Server is ready'));
`;
const mounts = needsMounts();

async function fakeServer(program: string): Promise<{ folder: string; port: number; path: string }> {
  const path = await temporaryFolder();
  writeFileSync(join(path, 'nats-server'), program, { mode: 0o755 });
  return { folder: join(path, 'data'), port: await unusedPort(), path };
}

/** Returns the process id of the nats-server with this data folder. */
function pidOf(folder: string): number {
  const command = (pid: string) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    } catch {
      return [];
    }
  };
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return Number(pids.find((pid) => command(pid)[2] === join(folder, 'nats.conf')));
}

function collectLog() {
  const lines: { msg: string; reason?: string }[] = [];
  const log = createLogger({ level: 'info', stream: { write: (line) => lines.push(JSON.parse(line)) } });
  return { lines, log };
}

describe('a NATS server that ends', () => {
  it('is reported in the log and restarted', async () => {
    const place = await fakeServer(listening);
    const { lines, log } = collectLog();
    const nats = await startNatsServer(place, { clock: systemClock, log });
    onTestFinished(() => nats.stop());
    await expect(nats.reload()).rejects.toThrow('nats-server has ended');
    await expect.poll(() => lines.map(({ msg }) => msg)).toContain('nats-server restarted');
    expect(lines[0]).toMatchObject({ level: 50, code: 'SIGHUP', msg: 'restarting nats-server: it ended' });
    expect(nats.problem).toBeUndefined();
    expect(await accepts(place.port)).toBe(true);
  });

  it('is not restarted while the board stops', async () => {
    const place = await fakeServer(listening);
    const { lines, log } = collectLog();
    const asked = new AbortController();
    const nats = await startNatsServer(place, { clock: systemClock, log, signal: asked.signal });
    // Ctrl+C reaches both processes, and the server ends first.
    asked.abort();
    await expect(nats.reload()).rejects.toThrow('nats-server has ended');
    await nats.stop();
    expect(lines).toEqual([]);
    expect(await accepts(place.port)).toBe(false);
  });
});

it('a NATS server that never listens is stopped and reported', async () => {
  const place = await fakeServer(
    `#!${process.execPath}\nconsole.error('thinking'); setInterval(() => {}, 1000);`,
  );
  const deps = { clock: systemClock, log: silentLogger, startWithinMs: 1_000 };
  await expect(startNatsServer(place, deps)).rejects.toThrow(
    `The NATS server does not listen at port ${place.port}: thinking.`,
  );
});

describe.skipIf(!natsServer.run)(`the NATS server of the board (${natsServer.label})`, () => {
  it('starts without a warning if it uses TLS', async () => {
    const { lines, log } = collectLog();
    await startSecureFleet((stop) => onTestFinished(stop), log);
    expect(lines.filter(({ msg }) => msg === 'nats-server warnings')).toEqual([]);
  });

  async function startFleet(nats: NatsServer, log = silentLogger, isOwn = true): Promise<Fleet> {
    const config = { server: nats.url.replace('nats://', ''), isTls: false };
    const deps = { config, clock: systemClock, log, checkStorageMs: 200 };
    const fleet = new Fleet({ ...deps, ...(isOwn && { nats }) });
    onTestFinished(async () => {
      await fleet.stop();
      await nats.stop();
    });
    await fleet.start();
    return fleet;
  }
  const submit = (fleet: Fleet) => fleet.submit({ kind: 'commands', bytes: drawing(1000) });
  const put = (fleet: Fleet, key: string) =>
    fleet.withBroker(async ({ js }) => {
      const bucket = await new Kvm(js).create('test');
      await bucket.put(key, 'x'.repeat(10_000));
    });

  it('is restarted with its queue after it was killed', async () => {
    const place = { folder: await temporaryFolder(), port: await unusedPort(), path: process.env.PATH };
    const nats = await startNatsServer(place, { clock: systemClock, log: silentLogger });
    const fleet = await startFleet(nats);
    const [job] = await submit(fleet);
    process.kill(pidOf(place.folder), 'SIGKILL');
    await expect.poll(() => fleet.connection.state).toBe('connecting');
    await expect.poll(() => fleet.connection.state).toBe('connected');
    await expect
      .poll(() =>
        submit(fleet).then(
          ({ length }) => length,
          () => 0,
        ),
      )
      .toBe(1);
    expect(fleet.job(job!.id).state.state).toBe('waiting');
  });

  it.skipIf(!mounts.run)(
    `reports a full disk, and stores again as soon as there is space (${mounts.label})`,
    async () => {
      const folder = join(await temporaryFolder(), 'small');
      mountTmpfs(folder, 48 * 1024 * 1024);
      const { lines, log } = collectLog();
      const place = { folder, port: await unusedPort(), path: process.env.PATH };
      const nats = await startNatsServer(place, { clock: systemClock, log });
      const fleet = await startFleet(nats, log);
      const [job] = await submit(fleet);
      await put(fleet, 'before');
      const makeRoom = fillDisk(folder);
      // A write of several pages makes nats-server 2.9 hang: it answers only pings.
      await put(fleet, 'after').catch(() => undefined);
      await expect.poll(() => fleet.connection.state).toBe('disk-full');
      await expect.poll(() => nats.problem?.why.reason).toContain('is full: 0 MB are free, 5 MB are needed');
      const messages = () => lines.map(({ msg }) => msg);
      expect(messages()).toContain('the NATS server does not store messages');
      makeRoom();
      await expect.poll(() => fleet.connection.state).toBe('connected');
      await expect
        .poll(() =>
          submit(fleet).then(
            ({ length }) => length,
            () => 0,
          ),
        )
        .toBe(1);
      expect(fleet.job(job!.id).state.state).toBe('waiting');
      expect(messages()).toContain('nats-server restarted');
    },
  );

  it.skipIf(!mounts.run)(
    `is reported as failing even by a board that did not start it (${mounts.label})`,
    async () => {
      const folder = join(await temporaryFolder(), 'small');
      mountTmpfs(folder, 48 * 1024 * 1024);
      const place = { folder, port: await unusedPort(), path: process.env.PATH };
      const nats = await startNatsServer(place, { clock: systemClock, log: silentLogger });
      const { lines, log } = collectLog();
      const fleet = await startFleet(nats, log, false);
      await put(fleet, 'before');
      const makeRoom = fillDisk(folder);
      await put(fleet, 'after').catch(() => undefined);
      const reason = expect.stringMatching(
        /^The NATS server (stores nothing|is connected but does not store)/,
      );
      await expect.poll(() => fleet.connection).toMatchObject({ why: { reason } });
      expect(lines).toContainEqual(
        expect.objectContaining({ msg: 'the NATS server does not store messages', reason }),
      );
      makeRoom();
      nats.recover('silent');
      await expect.poll(() => fleet.connection.state).toBe('connected');
    },
  );
});
