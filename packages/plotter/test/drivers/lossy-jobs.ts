import { describe, expect, it } from 'vitest';
import { startOn } from '../support/test-plotter.ts';
import { lossyLine, zigzag } from './lossy-line.ts';
import type { TestMachine } from './machines.ts';

async function start(member: TestMachine) {
  const line = await lossyLine(member, 5);
  const plotter = await startOn(line.path, undefined, {
    env: { PLOTTER_DRIVER: member.kind.name },
    bannerWaitMs: 1_500,
  });
  await expect.poll(() => plotter.driver.state.state).toBe('ready');
  return { line, plotter };
}

/**
 * Starts a job and drops the replies to several commands, or only one reply if the machine is sent one command at a
 * time.
 */
async function loseReplies(member: TestMachine, more: object = {}, replies = 4) {
  const { line, plotter } = await start(member);
  const commands = zigzag(member.kind);
  Object.assign(line, { pass: 8, drop: Math.min(replies, plotter.driver.window) });
  const { id } = await plotter.queue(commands, { timeoutMs: 2_000, ...more });
  return { line, plotter, id, commands };
}

/** Tests jobs on a line that loses replies. */
export function describeLossyJobs(machines: readonly TestMachine[]): void {
  describe.each(machines)('a job on $title whose replies are lost', (member) => {
    it('is interrupted, and counts only executed commands', async () => {
      const { line, plotter, id } = await loseReplies(member);
      const { state, executed, sent, completed } = await plotter.expectState(id, 'interrupted');
      line.drop = 0;
      expect(state).toMatchObject({ next: executed, unknown: executed });
      expect(sent).toBeGreaterThan(executed);
      expect(completed).toBe(executed);
      await expect.poll(() => plotter.driver.state.state).toBe('ready');
      expect((await plotter.job(id)).state.state).toBe('interrupted');
    });

    it('runs to its end with stopOnError false, and each command has a result or was not sent', async () => {
      const { line, plotter, id, commands } = await loseReplies(member, { stopOnError: false });
      await expect
        .poll(async () => (await plotter.job(id)).state.state, { timeout: 60_000 })
        .toMatch(/^(done|interrupted)$/);
      const { state, completed, failed } = await plotter.job(id);
      expect(line.dropped).toBeGreaterThan(0);
      expect(failed).toBeGreaterThan(0);
      if (state.state === 'done') expect(completed + failed).toBe(commands.length);
    });

    it('can be cancelled', async () => {
      const { line, plotter, id } = await loseReplies(member, {}, Number.POSITIVE_INFINITY);
      await expect.poll(() => line.dropped).toBeGreaterThan(0);
      expect((await plotter.post(`/jobs/${id}/cancel`)).status).toBe(200);
      line.drop = 0;
      await plotter.expectState(id, 'cancelled');
    });
  });
}
