import { expect, it } from 'vitest';
import { startScripted } from './support/test-plotter.ts';

/**
 * Scripts a device that does not answer the first SILENT. With `refusesLift`, it refuses to lift the pen until it has
 * received SILENT.
 */
function device(refusesLift = false) {
  let wasSilent = false;
  return (line: string) => {
    if (line === 'SILENT' && !wasSilent) {
      wasSilent = true;
      return undefined;
    }
    return refusesLift && line === 'PENUP' && !wasSilent ? 'ERR STUCK\n' : `OK ${line}\n`;
  };
}

it.each([
  {
    name: 'after ZERO, which moved the origin in the middle of a stroke',
    commands: ['MOVE X10 Y10', 'PENDOWN', 'MOVE X20 Y20', 'ZERO', 'MOVE X5 Y5', 'SILENT'],
    expected: { command: 4, position: { x: 0, y: 0 } },
    sent: ['PENUP', 'MOVE X0 Y0', 'PENDOWN', 'MOVE X5 Y5', 'SILENT'],
  },
  {
    name: 'before a PENUP that the plotter refused',
    refusesLift: true,
    commands: ['MOVE X3 Y3', 'PENDOWN', 'MOVE X1 Y1', 'PENUP', 'MOVE X2 Y2', 'SILENT'],
    expected: { command: 0, position: { x: 7, y: 9 } },
    sent: ['PENUP', 'MOVE X7 Y9', 'MOVE X3 Y3', 'PENDOWN', 'MOVE X1 Y1', 'PENUP', 'MOVE X2 Y2', 'SILENT'],
  },
  {
    name: 'where the pen stood before the job',
    commands: ['PENDOWN', 'MOVE X8 Y8', 'SILENT'],
    expected: { command: 0, position: { x: 7, y: 9 } },
    sent: ['PENUP', 'MOVE X7 Y9', 'PENDOWN', 'MOVE X8 Y8', 'SILENT'],
  },
])('a job reports its resume point: $name', async ({ commands, expected, sent, refusesLift }) => {
  const plotter = await startScripted(device(refusesLift));
  await plotter.command('MOVE X7 Y9');
  expect(await plotter.queue(commands, { stopOnError: false })).toMatchObject({ resumePoint: null });
  await plotter.device.expectHeard('SILENT');
  expect((await plotter.job(1)).resumePoint).toBeNull();
  plotter.device.hangUp();
  expect((await plotter.expectState(1, 'interrupted')).resumePoint).toEqual(expected);
  await expect.poll(() => plotter.driver.state.state).toBe('ready');

  const heardBefore = plotter.device.heard.length;
  expect((await plotter.resume(1, true)).status).toBe(200);
  expect((await plotter.expectState(1, 'done')).resumePoint).toBeNull();
  const heard = plotter.device.heard.slice(heardBefore);
  // ZERO, which sets the origin, comes after the first PENUP.
  expect(heard.filter((line, at) => line !== 'ZERO' || at > 1)).toEqual(sent);
});

it('a job that cannot be resumed has no resume point', async () => {
  const plotter = await startScripted(device());
  const profile = (await (await plotter.get('/machine')).json()) as object;
  await plotter.send('PUT', '/machine', { ...profile, coordinates: 'relative' });
  await plotter.queue(['MOVE X1 Y1', 'SILENT']);
  await plotter.device.expectHeard('SILENT');
  plotter.device.hangUp();
  expect((await plotter.expectState(1, 'interrupted')).resumePoint).toBeNull();
});

it('a paused job on a machine with relative moves continues with its next command', async () => {
  const plotter = await startScripted(device());
  const profile = (await (await plotter.get('/machine')).json()) as object;
  await plotter.send('PUT', '/machine', { ...profile, coordinates: 'relative' });
  await plotter.queue(['PENUP', 'SILENT', 'MOVE X1 Y1', 'MOVE X1 Y1']);
  await plotter.device.expectHeard('SILENT');
  await plotter.post('/jobs/1/pause');
  plotter.device.say('OK\n');
  expect((await plotter.expectState(1, 'paused')).resumePoint).toEqual({ command: 2, position: null });
});
