import { describe, expect, it } from 'vitest';
import { DeviceProcess, Mortal } from '../support/device-child.ts';
import { natsServer, startServer } from '../support/nats-server.ts';
import { drawing, startBoard, startDevice, timesDrawn } from '../support/test-fleet.ts';

/** Points where the service is killed, in the order of a job. */
const points = [
  'before-claim',
  'after-claim',
  'before-sent',
  'before-granted',
  'after-granted',
  'before-taken',
  'after-taken',
  'before-over',
  'after-over',
];

describe.skipIf(!natsServer.run)(`a plotter killed during a fleet job (${natsServer.label})`, () => {
  it('draws the job exactly once, whenever it was killed', async () => {
    const { server } = await startServer();
    const board = await startBoard(server);
    const devices = await Promise.all(points.map((point) => Mortal.make(server, point)));
    const jobs = await Promise.all(
      points.map(async (device, at) => {
        const bytes = drawing(1000 + at);
        return (await board.submit({ kind: 'commands', bytes, class: { device } }))[0]!.id;
      }),
    );
    const service = new DeviceProcess();
    await service.start(devices.map((device, at) => ({ device, die: `${points[at]}:${jobs[at]}` })));
    await service.died();
    await service.start(devices.map((device) => ({ device })));
    await expect
      .poll(() => jobs.map((id) => board.job(id).state.state), { timeout: 60_000 })
      .toEqual(jobs.map(() => 'done'));
    expect(devices.map((device, at) => device.drawn(1000 + at))).toEqual(points.map(() => 1));
  });

  it('keeps the job as interrupted, but cannot resume it once it was drawn elsewhere', async () => {
    const { server } = await startServer();
    const board = await startBoard(server);
    const old = await Mortal.make(server, 'old', { speedFactor: 20 });
    const service = new DeviceProcess();
    await service.start([{ device: old }]);
    const [job] = await board.submit({ kind: 'commands', bytes: drawing(1000, 400) });
    const state = () => board.job(job!.id).state;
    await expect.poll(() => old.machine.status().strokeCount).toBeGreaterThan(0);
    const other = await startDevice(server, 'other');
    await expect.poll(() => board.devices().find(({ id }) => id === 'other')?.isOnline).toBe(true);
    await expect.poll(() => state().state).toBe('plotting');
    await expect(board.drawAgain(job!.id)).rejects.toThrow('cannot be drawn again');
    await service.kill();
    await service.start([{ device: old }]);
    await expect.poll(state).toMatchObject({ state: 'interrupted', device: 'old' });
    // The job stays on its plotter until a user decides.
    expect(timesDrawn([other], 1000)).toBe(0);
    await board.drawAgain(job!.id);
    await expect.poll(state).toEqual({ state: 'done', device: 'other' });
    const page = () => board.devices().find(({ id }) => id === 'old')?.state;
    await expect.poll(() => page()?.plotter?.isFree).toBe(true);
    const resumed = await fetch(`${page()?.page}/api/plotter/jobs/1/resume`, { method: 'POST' });
    expect(resumed.status).toBe(409);
    expect(timesDrawn([other], 1000)).toBe(1);
    expect(old.drawn(1000)).toBe(0);
    expect(board.job(job!.id).earlier).toMatchObject([{ device: 'old', fence: 1 }]);
  });
});
