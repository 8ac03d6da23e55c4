import { describe, expect, it } from 'vitest';
import { natsServer, startServer } from '../support/nats-server.ts';
import { drawing, startBoard, startDevice, timesDrawn } from '../support/test-fleet.ts';

describe.skipIf(!natsServer.run)(`a plotter without its fleet (${natsServer.label})`, () => {
  it('continues plotting, and reports the result when the broker is back', async () => {
    const broker = await startServer();
    const board = await startBoard(broker.server);
    const device = await startDevice(broker.server, 'one', { speedFactor: 20 });
    const [job] = await board.submit({ kind: 'commands', bytes: drawing(1000, 60) });
    await expect.poll(() => board.job(job!.id).state.state).toBe('plotting');
    await broker.kill();
    await device.plotter.expectState(1, 'done');
    expect(timesDrawn([device], 1000)).toBe(1);
    // The board does not know the result yet, but the plotter still runs a local job.
    expect(board.job(job!.id).state.state).toBe('plotting');
    const own = await device.plotter.queue(['PENUP', 'MOVE X5 Y5']);
    await device.plotter.expectState(own.id, 'done');
    await broker.start();
    await expect.poll(() => board.job(job!.id).state).toEqual({ state: 'done', device: 'one' });
    expect(timesDrawn([device], 1000)).toBe(1);
  });

  it('resumes an interrupted job only after the board has agreed', async () => {
    const broker = await startServer();
    const board = await startBoard(broker.server);
    const device = await startDevice(broker.server, 'one', { speedFactor: 20 });
    const [job] = await board.submit({ kind: 'commands', bytes: drawing(1000, 60) });
    const state = () => board.job(job!.id).state;
    await expect.poll(() => device.lines.length).toBeGreaterThan(8);
    await device.plotter.board.unplug();
    await expect.poll(state).toMatchObject({ state: 'interrupted', device: 'one' });
    device.plotter.board.replug();
    await expect.poll(() => device.plotter.driver.state.state).toBe('ready');
    await broker.kill();
    expect((await device.plotter.resume(1, true)).status).toBe(503);
    await broker.start();
    await expect.poll(async () => (await device.plotter.resume(1, true)).status).toBe(200);
    await expect.poll(state).toEqual({ state: 'done', device: 'one' });
    expect(timesDrawn([device], 1000)).toBe(1);
  });
});
