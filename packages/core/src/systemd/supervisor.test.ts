import { chmodSync, closeSync, existsSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../testing/index.ts';
import { systemdSupervisor } from './supervisor.ts';

describe('systemdSupervisor', () => {
  it('sends nothing if systemd does not ask for notifications', () => {
    const supervisor = systemdSupervisor({ WATCHDOG_USEC: '3000000', PATH: '' });
    expect(supervisor.aliveEveryMs).toBeUndefined();
    supervisor.alive();
    supervisor.ready();
  });

  it.each([
    [{ WATCHDOG_USEC: '60000000' }, 20_000],
    [{ WATCHDOG_USEC: '60000000', WATCHDOG_PID: String(process.pid) }, 20_000],
    [{ WATCHDOG_USEC: '60000000', WATCHDOG_PID: '1' }, undefined],
    [{ WATCHDOG_USEC: '0' }, undefined],
    [{ WATCHDOG_USEC: 'soon' }, undefined],
    [{}, undefined],
  ])('uses the interval that systemd asks for: %o', (env, everyMs) => {
    expect(systemdSupervisor({ NOTIFY_SOCKET: '@here', ...env }).aliveEveryMs).toBe(everyMs);
  });

  it('extends the start timeout, reports readiness once, then feeds the watchdog', async () => {
    const folder = await temporaryFolder();
    const said = join(folder, 'said');
    writeFileSync(join(folder, 'systemd-notify'), `#!/bin/sh\necho "$NOTIFY_SOCKET $*" >>${said}\n`);
    chmodSync(join(folder, 'systemd-notify'), 0o755);
    const supervisor = systemdSupervisor({ NOTIFY_SOCKET: '@here', PATH: folder });
    const lines = () => (existsSync(said) ? readFileSync(said, 'utf8').trimEnd().split('\n') : []);
    supervisor.alive();
    await expect.poll(lines).toEqual(['@here EXTEND_TIMEOUT_USEC=180000000']);
    supervisor.ready();
    supervisor.ready();
    await expect.poll(lines).toEqual([expect.any(String), '@here READY=1']);
    await expect
      .poll(() => {
        supervisor.alive();
        return lines();
      })
      .toContain('@here WATCHDOG=1');
    expect(lines().filter((line) => line.endsWith('READY=1'))).toHaveLength(1);
  });

  it('retries READY=1 if it could not be sent', async () => {
    const folder = await temporaryFolder();
    const said = join(folder, 'said');
    const script = `#!/bin/sh\necho "$*" >>${said}\n[ -e ${folder}/hears ]\n`;
    writeFileSync(join(folder, 'systemd-notify'), script);
    chmodSync(join(folder, 'systemd-notify'), 0o755);
    const supervisor = systemdSupervisor({ NOTIFY_SOCKET: '@here', PATH: `${folder}:/bin:/usr/bin` });
    const saysWhenAlive = (line: string) =>
      expect
        .poll(() => {
          supervisor.alive();
          return existsSync(said) ? readFileSync(said, 'utf8').trimEnd().split('\n').at(-1) : '';
        })
        .toBe(line);
    supervisor.ready();
    await saysWhenAlive('READY=1 WATCHDOG=1');
    writeFileSync(join(folder, 'hears'), '');
    await saysWhenAlive('WATCHDOG=1');
  });

  it('repeats READY=1 if systemd-notify could not be started', async () => {
    const folder = await temporaryFolder();
    const said = join(folder, 'said');
    const program = openSync(join(folder, 'systemd-notify'), 'w', 0o755);
    writeSync(program, `#!/bin/sh\necho "$*" >>${said}\n`);
    const supervisor = systemdSupervisor({ NOTIFY_SOCKET: '@here', PATH: `${folder}:/bin:/usr/bin` });
    // Linux does not run a program that is open for writing.
    supervisor.ready();
    closeSync(program);
    supervisor.alive();
    await expect.poll(() => existsSync(said) && readFileSync(said, 'utf8')).toBe('READY=1 WATCHDOG=1\n');
  });

  it('keeps the service running if systemd-notify is missing', async () => {
    const supervisor = systemdSupervisor({ NOTIFY_SOCKET: '@here', PATH: await temporaryFolder() });
    supervisor.ready();
    supervisor.alive();
    await new Promise((resolve) => setImmediate(resolve));
  });
});
