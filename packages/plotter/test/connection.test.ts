import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '@stationery/core/testing';
import Sqlite from 'libsql';
import { describe, expect, it } from 'vitest';
import { alwaysOk, type Script, ScriptedDevice } from './support/scripted-device.ts';
import { startScripted, startTestPlotter, type TestPlotter } from './support/test-plotter.ts';

describe('GET /ports', () => {
  it('lists the ports with their known properties', async () => {
    const ports = [
      { path: '/dev/ttyUSB0', manufacturer: 'wch', serialNumber: '1', vendorId: '1a86', productId: '7523' },
      { path: '/dev/ttyS0', manufacturer: undefined, pnpId: 'not told' },
    ];
    const plotter = await startTestPlotter({ ports: ports as { path: string }[] });
    for (const path of ['/api/plotter/ports', '/plotter/ports']) {
      expect(await (await plotter.get(path)).json()).toEqual({
        ports: [
          { ...ports[0], inUse: false },
          { path: '/dev/ttyS0', inUse: false },
        ],
        configured: 'sim:',
      });
    }
  });

  it('recognises the port in use through a symlink', async () => {
    const link = join(await temporaryFolder(), 'by-id');
    symlinkSync('/dev/null', link);
    const env = { PLOTTER_SERIAL_PATH: link };
    const plotter = await startTestPlotter({ env, ports: [{ path: '/dev/null' }, { path: '/dev/zero' }] });
    expect((await plotter.send('PUT', '/port', { path: link })).status).toBe(200);
    expect(await (await plotter.get('/ports')).json()).toMatchObject({
      ports: [{ inUse: true }, { inUse: false }],
    });
  });
});

describe('PUT /port', () => {
  it('falls back to the configured port if the chosen one is unavailable', async () => {
    const folder = await temporaryFolder();
    await (await startTestPlotter({ folder })).stop();
    const database = new Sqlite(join(folder, 'plotter.db'));
    const choice = JSON.stringify({ path: 'tcp:nowhere', configured: 'sim:' });
    database.prepare("INSERT INTO settings (name, value) VALUES ('port', ?)").run(choice);
    database.close();
    const plotter = await startTestPlotter({ folder });
    expect(await plotter.status()).toMatchObject({ portPath: 'sim:', link: { state: 'ready' } });
  });

  const choose = (plotter: TestPlotter, path: string) => plotter.send('PUT', '/port', { path });

  it('uses a different port, even after a restart, until the settings change', async () => {
    const other = await ScriptedDevice.start(alwaysOk);
    const folder = await temporaryFolder();
    const ports = [{ path: other.portPath, serialNumber: '7' }];
    const plotter = await startScripted(alwaysOk, { folder, ports });
    const { session } = plotter.driver;
    const chosen = await choose(plotter, other.portPath);
    expect([chosen.status, await chosen.json()]).toMatchObject([200, { portPath: other.portPath }]);
    await expect.poll(() => plotter.driver.state.state).toBe('ready');
    expect(plotter.driver.session).not.toBe(session);
    expect((await plotter.command('PENUP')).status).toBe(200);
    await other.expectHeard('PENUP');
    expect(plotter.device.heard).not.toContain('PENUP');
    expect(await (await plotter.get('/ports')).json()).toMatchObject({ ports: [{ inUse: true }] });
    await plotter.stop();

    const restarted = await startScripted(alwaysOk, { folder, ports, on: plotter.device });
    expect(await restarted.status()).toMatchObject({ portPath: other.portPath });
    await restarted.stop();

    const reconfigured = await startTestPlotter({ folder, ports });
    expect(await reconfigured.status()).toMatchObject({ portPath: 'sim:' });
  });

  it('makes the origin unknown if the machine is a different one, even at the same coordinates', async () => {
    const standing: Script = (line) => (line === 'STATUS' ? 'POS X7 Y7\nOK STATUS\n' : alwaysOk(line));
    const other = await ScriptedDevice.start(standing);
    const plotter = await startScripted(standing, { ports: [{ path: other.portPath }] });
    expect((await plotter.command('MOVE X7 Y7')).status).toBe(200);
    expect(await plotter.status()).toMatchObject({ positionLost: false, position: { x: 7, y: 7 } });
    await choose(plotter, other.portPath);
    await expect.poll(() => plotter.driver.state.state).toBe('ready');
    expect((await plotter.command('STATUS')).status).toBe(200);
    expect(await plotter.status()).toMatchObject({ positionLost: true, position: { x: 7, y: 7 } });
  });

  it('rejects paths that are not a port or a link to one', async () => {
    const folder = await temporaryFolder();
    const [link, elsewhere] = [join(folder, 'by-id'), join(folder, 'elsewhere')];
    symlinkSync('/dev/null', link);
    symlinkSync('/dev/zero', elsewhere);
    const plotter = await startTestPlotter({ ports: [{ path: '/dev/null' }] });
    for (const path of [
      elsewhere,
      '/etc/passwd',
      '/dev/ttyNONE',
      'tcp:127.0.0.1:1',
      'serial:',
      'sim:x',
      ' ',
    ]) {
      const refused = await choose(plotter, path);
      expect([refused.status, refused.headers.get('error-code')]).toEqual([422, 'unknown-port']);
    }
    expect((await plotter.send('PUT', '/port', { path: '' })).status).toBe(400);
    expect(plotter.driver.state.state).toBe('ready');
    expect((await choose(plotter, link)).status).toBe(200);
    expect((await choose(plotter, 'sim:')).status).toBe(200);
  });

  it('is rejected while a job is running or paused; the error names the job', async () => {
    const plotter = await startTestPlotter();
    const { id } = await plotter.queue(['PENUP', 'PENDOWN'], { pauses: [{ before: 1, reason: 'Pen 2' }] });
    await plotter.expectState(id, 'paused');
    const refused = await choose(plotter, 'sim:');
    expect([refused.status, await refused.json()]).toMatchObject([
      409,
      { type: '/problems/plotter-busy', job: id },
    ]);
    expect((await plotter.job(id)).state.state).toBe('paused');
  });
});

describe('connect and disconnect', () => {
  it('open the port again, after closing it until requested', async () => {
    const plotter = await startScripted();
    const closed = await plotter.post('/disconnect');
    expect(closed.status).toBe(200);
    expect(await closed.json()).toMatchObject({ link: { state: 'closed' } });
    expect((await plotter.post('/plotter/disconnect')).status).toBe(200);
    expect((await plotter.command('PENUP')).status).toBe(503);
    const opened = await plotter.post('/plotter/connect');
    expect(opened.status).toBe(200);
    expect(['opening', 'settling', 'ready']).toContain(
      ((await opened.json()) as { link: { state: string } }).link.state,
    );
    await expect.poll(() => plotter.driver.state.state).toBe('ready');
    expect((await plotter.command('PENUP')).status).toBe(200);
    expect(await (await plotter.post('/connect')).json()).toMatchObject({ link: { state: 'ready' } });
  });

  it('are rejected while a job runs, naming the job', async () => {
    const plotter = await startScripted(() => undefined);
    const { id } = await plotter.queue(['A']);
    await plotter.device.expectHeard('A');
    const answer = await plotter.post('/disconnect');
    expect(answer.status).toBe(409);
    expect(await answer.json()).toMatchObject({ job: id });
    expect(plotter.driver.isOpen).toBe(true);
  });

  it('are not needed when a cable is plugged in again', async () => {
    const plotter = await startTestPlotter();
    await plotter.board.unplug();
    await expect.poll(async () => (await plotter.status()).link.state).toBe('waiting');
    plotter.board.replug();
    await expect.poll(async () => (await plotter.status()).link.state).toBe('ready');
  });
});
