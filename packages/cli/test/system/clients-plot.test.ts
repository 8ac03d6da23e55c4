import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createPlotterClient, type Job, type MachineProfile } from '@stationery/client';
import { temporaryFolder } from '@stationery/core/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startClient } from '../support/client.ts';
import { inProcess, jsonInProcess } from '../support/in-process.ts';
import { useServices } from '../support/services.ts';
import { clientAtTerminal } from '../support/terminal.ts';

const services = useServices();
const at = () => ({ env: { PLOTTER_URL: services.plotter } });
const plotter = () => createPlotterClient({ baseUrl: services.plotter });

const quick = 'PENUP\n# a comment\nMOVE X10 Y10\n';
/** Long enough not to end while the test reads its state; each stroke takes only a moment. */
const long = Array.from({ length: 2000 }, (_, at) => `PENDOWN\nMOVE X${at % 2} Y0\nPENUP`).join('\n');

async function script(content: string): Promise<string> {
  const path = join(await temporaryFolder(), 'square.txt');
  await writeFile(path, content);
  return path;
}

const stateOf = async (id: number) => (await plotter().jobs.get(id)).state.state;

describe('stationery plot', () => {
  it('sends commands and shows the status', async () => {
    await expect.poll(async () => (await plotter().status()).link.state).toBe('ready');
    expect(await inProcess(['plot', 'send', 'PENUP'], at())).toMatchObject({
      code: 0,
      stdout: 'OK PEN_UP\n',
    });
    expect(await inProcess(['plot', 'send', 'MOVE', 'X1'], at())).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^ERR /),
    });
    expect(await jsonInProcess(['plot', 'send', 'PENUP'], at())).toMatchObject({
      ok: true,
      lines: ['OK PEN_UP'],
    });
    expect((await inProcess(['plot', 'status'], at())).stdout).toMatch(
      /^port +sim:, ready\nmachine +driver stationery, stationery-plotter .*\nposition +X0 Y0 steps, pen up\n/,
    );
    expect(await jsonInProcess(['plot', 'ports'], at())).toHaveProperty('ports');
    expect((await inProcess(['plot', 'disconnect'], at())).stdout).toContain('closed');
    expect((await inProcess(['plot', 'send', 'PENUP'], at())).code).toBe(1);
    expect((await inProcess(['plot', 'connect'], at())).code).toBe(0);
    await expect.poll(async () => (await plotter().status()).link.state).toBe('ready');
    expect((await inProcess(['plot', 'stop'], at())).code).toBe(0);
  });

  it('shows and changes the machine profile', async () => {
    const before = await jsonInProcess<MachineProfile>(['plot', 'machine'], at());
    const set = ['--set', 'stepsPerMm=40', '--set', 'name=A = B', '--set', 'size.widthMm=100.5'];
    set.push('--set', 'enforceLimits=on');
    const changed = await inProcess(['plot', 'machine', ...set, '--set', 'limits=none'], at());
    expect(changed).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(
        /^name +A = B\nstepsPerMm +40\n.*\nsize +100\.5 × \d+ mm\nlimits +none\nenforceLimits +on\n/s,
      ),
    });
    expect(await plotter().machine()).toEqual({
      ...before,
      // The machine stores the deviation in steps, and a step is now twice as long.
      cornerDeviationMm: 0.04,
      name: 'A = B',
      stepsPerMm: 40,
      size: { ...before.size, widthMm: 100.5 },
      limits: null,
      enforceLimits: true,
    });
    const wrong = await inProcess(['plot', 'machine', '--set', 'name=C', '--set', 'speed=-1'], at());
    expect(wrong).toMatchObject({ code: 4, stdout: '', stderr: expect.stringContaining('speed') });
    expect((await plotter().machine()).name).toBe('A = B');
    await plotter().setMachine(before);
  });

  it('runs a job from a file or a pipe, and shows it', async () => {
    const run = await inProcess(['plot', 'run', await script(quick)], at());
    expect(run).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^job \d+ “square\.txt” is done: 2 of 2 commands, plotted in \d+ s\n$/),
    });
    expect(run.stderr).toContain('2 commands, about');
    const piped = await jsonInProcess<Job>(['plot', 'run', '-', '--name', 'n'], { ...at(), input: quick });
    expect(piped).toMatchObject({ name: 'n', state: { state: 'done' }, completed: 2 });
    const failed = await inProcess(['plot', 'run', '-'], { ...at(), input: 'PENUP\nWRITE\nPENUP' });
    expect(failed).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/failed: .*WRITE.*1 of 3 commands, 1 command failed/),
    });
    const on = await inProcess(['plot', 'run', '-', '--keep-going'], { ...at(), input: 'WRITE\nPENUP' });
    expect(on).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/is done: 1 of 2 commands, 1 command failed/),
    });
    expect((await inProcess(['plot', 'check', await script(quick)], at())).stdout).toContain('2 commands');
    const listed = await inProcess(['plot', 'jobs', '--limit', '2'], at());
    expect(listed.stdout).toMatch(/^ID +STATE +DONE +COMMANDS +NAME +PENS\n.*done.*\n.*failed.*\n$/);
  });

  it('pauses, resumes and cancels the running job', async () => {
    const { id } = await jsonInProcess<Job>(['plot', 'run', await script(long), '--detach'], at());
    expect(await inProcess(['plot', 'send', 'PENUP'], at())).toMatchObject({
      code: 4,
      stderr: expect.stringContaining(`stationery plot watch ${id}`),
    });
    expect((await inProcess(['plot', 'pause'], at())).stdout).toContain(`job ${id} “square.txt” pauses`);
    await expect.poll(() => stateOf(id)).toBe('paused');
    expect((await inProcess(['plot', 'resume'], at())).code).toBe(0);
    await expect.poll(() => stateOf(id)).toBe('running');
    const watching = startClient(['plot', 'watch', String(id)], at());
    await expect.poll(() => watching.stderr).toContain('is plotting');
    watching.signal('SIGINT');
    expect(await watching.ended).toBe(130);
    expect(watching.stderr).toContain(`Job ${id} continues.`);
    expect((await inProcess(['plot', 'cancel'], at())).code).toBe(0);
    expect((await inProcess(['plot', 'watch', String(id)], at())).code).toBe(1);
    await expect.poll(() => stateOf(id)).toBe('cancelled');
    expect((await inProcess(['plot', 'pause'], at())).code).toBe(6);
    expect((await inProcess(['plot', 'remove', String(id)], at())).code).toBe(0);
    expect((await inProcess(['plot', 'watch', String(id)], at())).code).toBe(6);
  });

  it('shows how many jobs are held', async () => {
    const { id } = await plotter().queueJob({ script: long });
    const next = await plotter().queueJob({ script: quick });
    expect((await inProcess(['plot', 'status'], at())).stdout).toMatch(/^queue +1$/m);
    expect((await inProcess(['plot', 'stop'], at())).code).toBe(0);
    await expect.poll(() => stateOf(id)).toBe('cancelled');
    expect((await inProcess(['plot', 'status'], at())).stdout).toMatch(
      /^queue +0, and 1 on hold: stationery plot resume$/m,
    );
    await plotter().jobs.cancel(next.id);
  });

  it('lists the queue in order and moves jobs in it', async () => {
    const { id } = await plotter().queueJob({ script: long });
    const [a, b, c] = [
      await plotter().queueJob({ script: quick, name: 'a' }),
      await plotter().queueJob({ script: quick, name: 'b' }),
      await plotter().queueJob({ script: quick, name: 'c' }),
    ].map((job) => String(job.id)) as [string, string, string];
    const queue = async () =>
      (await jsonInProcess<{ jobs: Job[] }>(['plot', 'jobs', '--queue'], at())).jobs.map((job) => job.name);
    expect(await queue()).toEqual(['a', 'b', 'c']);
    expect(await inProcess(['plot', 'move', c, '--first'], at())).toMatchObject({
      code: 0,
      stdout: `job ${c} “c” is now first in the queue\n`,
    });
    expect(await queue()).toEqual(['c', 'a', 'b']);
    expect(await jsonInProcess(['plot', 'move', b, '--before', a], at())).toMatchObject({ id: Number(b) });
    expect(await queue()).toEqual(['c', 'b', 'a']);
    expect((await inProcess(['plot', 'move', c, '--last'], at())).stdout).toContain('is now last');
    expect(await queue()).toEqual(['b', 'a', 'c']);
    expect((await inProcess(['plot', 'jobs', '--queue'], at())).stdout).toMatch(
      new RegExp(`^ID .*\n *${b} +queued.*\n *${a} +queued.*\n *${c} +queued.*\n$`),
    );
    for (const wrong of [[], ['--first', '--last'], ['--first', '--before', b], ['--before', 'x']])
      expect(await inProcess(['plot', 'move', a, ...wrong], at())).toMatchObject({ code: 2, stdout: '' });
    // The running job is not in the queue.
    expect((await inProcess(['plot', 'move', String(id), '--last'], at())).code).toBe(4);
    expect((await inProcess(['plot', 'move', '999999', '--first'], at())).code).toBe(6);
    for (const each of [a, b, c, String(id)]) await plotter().jobs.cancel(Number(each));
    expect((await inProcess(['plot', 'jobs', '--queue'], at())).stderr).toContain('The queue is empty.');
  });

  it('cancels a job with Ctrl+C if requested', async () => {
    const args = ['plot', 'run', await script(long), '--cancel-on-interrupt'];
    const running = clientAtTerminal(args, at().env);
    await expect.poll(() => running.screen).toMatch(/[█░]{24} +\d+ % {2}job \d+ “square\.txt” .* left/);
    running.type('\x03');
    expect(await running.ended).toBe(130);
    expect(running.screen).toContain('was cancelled');
    expect((await plotter().jobs.list({ limit: 1 }))[0]?.state.state).toBe('cancelled');
  });

  it('prompts at the terminal for what the job waits for', async () => {
    const pauses = [
      { before: 1, reason: 'Put the red pen in.' },
      { before: 2, reason: 'Put the blue pen in.' },
    ];
    const { id } = await plotter().queueJob({ script: 'PENUP\nPENUP\nPENUP', pauses });
    onTestFinished(
      () =>
        void plotter()
          .jobs.cancel(id)
          .catch(() => undefined),
    );
    const watching = clientAtTerminal(['plot', 'watch', String(id)], at().env);
    await expect.poll(() => watching.screen).toContain('Put the red pen in. Press Enter to resume.');
    // An Enter typed ahead does not answer a later question.
    watching.type('\r\r\r');
    await expect.poll(() => watching.screen).toContain('Put the blue pen in. Press Enter to resume.');
    expect((await plotter().jobs.get(id)).state.state).toBe('paused');
    await plotter().jobs.resume(id);
    expect(await watching.ended).toBe(0);
    expect(watching.screen).toContain('is done: 3 of 3 commands');
  });

  it('resumes after a lost position only when the user confirms where the pen is', async () => {
    const { id } = await plotter().queueJob({ script: long });
    // A job that has not drawn anything starts from the beginning.
    await expect.poll(async () => (await plotter().jobs.get(id)).completed).toBeGreaterThan(0);
    await plotter().jobs.pause(id);
    await expect.poll(() => stateOf(id)).toBe('paused');
    await plotter().send('RESET');
    await expect.poll(() => stateOf(id)).toBe('interrupted');
    await expect.poll(async () => (await plotter().status()).link.state).toBe('ready');
    expect((await inProcess(['plot', 'status'], at())).stdout).toContain('origin    unknown');

    const unasked = await inProcess(['plot', 'resume', String(id)], at());
    expect(unasked).toMatchObject({ code: 4, stderr: expect.stringContaining('--pen-at-origin') });
    const refusing = clientAtTerminal(['plot', 'resume', String(id)], at().env);
    await expect.poll(() => refusing.screen).toContain('Is the pen at the origin?');
    refusing.type('n\r');
    expect(await refusing.ended).toBe(4);
    expect(await stateOf(id)).toBe('interrupted');

    const agreeing = clientAtTerminal(['plot', 'resume', String(id)], at().env);
    await expect.poll(() => agreeing.screen).toContain('Is the pen at the origin?');
    agreeing.type('y\r');
    expect(await agreeing.ended).toBe(0);
    await expect.poll(() => stateOf(id)).toBe('running');
    expect((await inProcess(['plot', 'status'], at())).stdout).not.toContain('origin');
    await plotter().jobs.cancel(id);
    await expect.poll(() => stateOf(id)).toBe('cancelled');
  });
});
