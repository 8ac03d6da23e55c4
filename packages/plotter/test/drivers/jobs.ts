import { join } from 'node:path';
import { temporaryFolder } from '@stationery/core/testing';
import { expect, it, onTestFinished } from 'vitest';
import type { Point } from '../../src/drivers/language/geometry.ts';
import { ours } from '../../src/drivers/language/our-language.ts';
import { plugSimulator } from '../../src/drivers/simulator/plug-simulator.ts';
import type { Stroke } from '../../src/drivers/simulator/trace.ts';
import { type PlotterProgram, startPlotterProgram } from '../support/plotter-program.ts';
import { startOn } from '../support/test-plotter.ts';
import { startMachine, type TestMachine } from './machines.ts';
import { expectInk } from './same-ink.ts';

const lines: Point[][] = Array.from({ length: 12 }, (_, row) => [
  { x: 80, y: 80 * (row + 1) },
  { x: 400, y: 80 * (row + 1) },
  { x: 720, y: 80 * (row + 1) + 40 },
]);

const waiting = { timeout: 30_000 };

type Kind = TestMachine['kind'];

async function machineOf(member: TestMachine) {
  const machine = await startMachine(member, { speedFactor: 5 });
  const cable = await plugSimulator({ plotter: machine, path: join(await temporaryFolder(), 'plotter') });
  onTestFinished(async () => {
    await cable.close();
    await machine.close();
  });
  return { machine, cable };
}

async function serviceOn(kind: Kind, path: string) {
  const plotter = await startOn(path, undefined, {
    env: { PLOTTER_DRIVER: kind.name },
    bannerWaitMs: 1_500,
  });
  await expect.poll(() => plotter.driver.state.state).toBe('ready');
  return plotter;
}

function commandsFor(kind: Kind): string[] {
  let at: Point = { x: 0, y: 0 };
  const moveTo = (to: Point) => {
    const isRelative = kind.defaultProfile.coordinates === 'relative';
    const move = ours.moveTo(isRelative ? { x: to.x - at.x, y: to.y - at.y } : to);
    at = to;
    return move;
  };
  const strokes = lines.flatMap(([start, ...corners]) => [
    'PENUP',
    moveTo(start!),
    'PENDOWN',
    ...corners.map(moveTo),
  ]);
  return [...strokes, 'PENUP'];
}

/** Tests jobs with pauses, a refused command, and a killed service. */
export function describeJobs(machines: readonly TestMachine[]): void {
  it.each(machines)(
    'a job on $title pauses, resumes and continues after a refusal, counting only executed commands',
    async (member) => {
      const { kind } = member;
      const { machine, cable } = await machineOf(member);
      const plotter = await serviceOn(kind, cable.path);
      const commands = commandsFor(kind);
      const { id } = await plotter.queue(commands);
      await expect.poll(async () => (await plotter.job(id)).executed).toBeGreaterThan(5);
      const running = await plotter.job(id);
      expect(running.sent).toBeGreaterThanOrEqual(running.executed);
      expect(running.sent - running.executed).toBeLessThanOrEqual(plotter.driver.window);
      await plotter.post(`/jobs/${id}/pause`);
      await expect.poll(async () => (await plotter.job(id)).state.state).toMatch(/^(paused|done)$/);
      const paused = await plotter.job(id);
      expect(paused.sent).toBe(paused.executed);
      if (paused.state.state === 'paused') expect((await plotter.resume(id)).status).toBe(200);
      await expect.poll(async () => (await plotter.job(id)).state).toMatchObject({ state: 'done' });
      expect(await plotter.job(id)).toMatchObject({ completed: commands.length, executed: commands.length });
      expectInk(machine.strokes(), lines);
      const health = await (await plotter.get('/health')).json();
      const { path: portPath } = cable;
      expect(health).toEqual({ status: 'ok', plotter: { portPath, baudRate: 115_200, isOpen: true } });
      // Commands that were sent ahead after a refused one are not lost if the job continues.
      const other = await plotter.queue(['PENDOWN', 'WRITE', 'PENUP', 'WRITE', 'PENUP'], {
        stopOnError: false,
      });
      await expect
        .poll(async () => plotter.job(other.id))
        .toMatchObject({ state: { state: 'done' }, completed: 3, failed: 2 });
      const stopped = await plotter.command('STOP');
      expect([stopped.status, await stopped.json()]).toMatchObject([200, { sent: 'STOP', ok: true }]);
    },
    60_000,
  );

  const telling = machines.filter(({ kind }) => kind.defaultProfile.coordinates === 'absolute');

  it.each(telling)(
    'a job on $title is drawn completely even if its service is killed twice',
    async (member) => {
      const { kind } = member;
      const { machine, cable } = await machineOf(member);
      const env = {
        PLOTTER_DATA_DIR: join(await temporaryFolder(), 'data'),
        PLOTTER_SERIAL_PATH: cable.path,
        PLOTTER_DRIVER: kind.name,
      };
      let program = await programOn(env);
      const id = await program.begin(commandsFor(kind));
      let done = 0;
      for (let kills = 0; kills < 2; kills++) {
        // Waits until the machine has returned to the resume point.
        await expect.poll(async () => (await program.job(id)).executed, waiting).toBeGreaterThan(done + 5);
        program.kill('SIGKILL');
        await program.exit;
        // The machine continues with the commands in its buffer.
        program = await programOn(env);
        const { state, executed, sent } = await program.job(id);
        expect(state).toMatchObject({ state: 'interrupted', next: executed, unknown: executed });
        expect(sent).toBeGreaterThan(executed);
        done = executed;
        await expect.poll(() => machine.status().activity.state, waiting).toBe('idle');
        // A job can be resumed even if it was interrupted in the middle of a line.
        expect((await program.post(`/jobs/${id}/resume`)).status).toBe(200);
      }
      await expect.poll(async () => (await program.job(id)).state, waiting).toMatchObject({ state: 'done' });
      const whole = lines.filter((line) => machine.strokes().some((stroke) => isInk(stroke, line)));
      expect(whole).toEqual(lines);
    },
    180_000,
  );
}

async function programOn(env: Record<string, string>): Promise<PlotterProgram> {
  const program = await startPlotterProgram(env);
  const stateOf = async () => (await program.get<{ link: { state: string } }>('/status')).link.state;
  await expect.poll(stateOf, waiting).toBe('ready');
  return program;
}

function isInk(stroke: Stroke, line: readonly Point[]): boolean {
  try {
    expectInk([stroke], [line]);
    return true;
  } catch {
    return false;
  }
}
