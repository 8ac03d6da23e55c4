import { describe, expect, it } from 'vitest';
import { startScripted, startTestPlotter } from './support/test-plotter.ts';

describe('GET /ports', () => {
  it('lists the ports, with what is known of each', async () => {
    const ports = [
      { path: '/dev/ttyUSB0', manufacturer: 'wch', serialNumber: '1', vendorId: '1a86', productId: '7523' },
      { path: '/dev/ttyS0', manufacturer: undefined, pnpId: 'not told' },
    ];
    const plotter = await startTestPlotter({ ports: ports as { path: string }[] });
    for (const path of ['/api/plotter/ports', '/plotter/ports']) {
      expect(await (await plotter.get(path)).json()).toEqual({ ports: [ports[0], { path: '/dev/ttyS0' }] });
    }
  });
});

describe('connect and disconnect', () => {
  it('close the port until it is asked for, and open it again', async () => {
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
    await expect.poll(() => plotter.link.state.state).toBe('ready');
    expect((await plotter.command('PENUP')).status).toBe(200);
    expect(await (await plotter.post('/connect')).json()).toMatchObject({ link: { state: 'ready' } });
  });

  it('disconnect is refused while a job runs, and names it', async () => {
    const plotter = await startScripted(() => undefined);
    const { id } = await plotter.queue(['A']);
    await plotter.device.expectHeard('A');
    const answer = await plotter.post('/disconnect');
    expect(answer.status).toBe(409);
    expect(await answer.json()).toMatchObject({ job: id });
    expect(plotter.link.isOpen).toBe(true);
  });

  it('a cable that is plugged in again is found', async () => {
    const plotter = await startTestPlotter();
    await plotter.board.unplug();
    await expect.poll(async () => (await plotter.status()).link.state).toBe('waiting');
    plotter.board.replug();
    await expect.poll(async () => (await plotter.status()).link.state).toBe('ready');
  });
});
