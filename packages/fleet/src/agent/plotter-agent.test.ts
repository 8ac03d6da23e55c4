import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fleetProtocol } from '@stationery/contract/fleet';
import { silentLogger, systemClock } from '@stationery/core';
import { settle, temporaryFolder, watchLateUses } from '@stationery/core/testing';
import { expect, it, onTestFinished } from 'vitest';
import { newJobs } from '../board/submission.ts';
import { ClaimStore } from './claim-store.ts';
import { PlotterAgent } from './plotter-agent.ts';
import { PlotterMembership } from './plotter-membership.ts';
import type { PlotterPort } from './plotter-port.ts';

async function agentOf(parts: Partial<Record<keyof PlotterPort, unknown>>) {
  const folder = await temporaryFolder(tmpdir(), onTestFinished);
  const store = new ClaimStore(join(folder, 'fleet'));
  const stopping = new AbortController();
  const plotter = {
    status: () => ({ link: { state: 'ready' }, job: null, queued: 0, recognised: true }),
    job: () => undefined,
    jobWithKey: () => undefined,
    subscribe: () => () => {},
    ...parts,
  } as unknown as PlotterPort;
  const agent = new PlotterAgent({
    plotter,
    store,
    membership: new PlotterMembership(store.membership),
    fetch: async () => new Uint8Array(),
    mayResume: async () => true,
    connection: () => ({ state: 'connected' }) as never,
    asksForPaper: false,
    onChange: () => undefined,
    clock: systemClock,
    log: silentLogger,
    signal: stopping.signal,
  });
  agent.start();
  return { agent, store, stopping };
}

const about = { protocol: fleetProtocol, job: 'fox', fence: 1 };
const stored = { object: '0'.repeat(64), sizeBytes: 3 };

it.each([undefined, true, false])(
  'a drawing submitted with newSheet %s is added to the plotter with the same value',
  async (newSheet) => {
    let added: unknown;
    const { agent, store, stopping } = await agentOf({
      addDrawing: async (drawing: unknown, _key: string, onStored: (id: number) => void) => {
        added = drawing;
        onStored(7);
      },
    });
    const submission = {
      kind: 'drawing',
      bytes: new Uint8Array(),
      ...(newSheet !== undefined && { newSheet }),
    };
    const [job] = newJobs(submission as Parameters<typeof newJobs>[0], stored, () => 1);
    await agent.handle({ ...about, order: 'offer', name: null, content: job!.content });
    await agent.handle({ ...about, order: 'grant' });
    await expect.poll(() => store.get('fox')?.plotterJob).toBe(7);
    expect((added as { newSheet?: boolean }).newSheet).toBe(newSheet);
    stopping.abort();
    await agent.close();
    store.close();
  },
);

it('PlotterAgent does not use its store after it is closed, even while a job is being added', async () => {
  const lateUses = watchLateUses(onTestFinished);
  let finishAdding = () => {};
  let tellEvent: (event: { name: string; data: unknown }) => void = () => {};
  const { agent, store, stopping } = await agentOf({
    subscribe(listener: typeof tellEvent) {
      tellEvent = listener;
      return () => {};
    },
    addJob: (_bytes: unknown, _key: string, onStored: (id: number) => void) =>
      new Promise<void>((resolve) => {
        finishAdding = () => {
          onStored(7);
          resolve();
        };
      }),
  });
  const content = { kind: 'commands', ...stored };
  await agent.handle({ ...about, order: 'offer', name: null, content });
  await agent.handle({ ...about, order: 'grant' });
  await settle();

  tellEvent({ name: 'snapshot', data: {} });
  stopping.abort();
  let isClosed = false;
  const closing = agent.close().then(() => {
    isClosed = true;
    store.close();
  });
  await settle();
  expect(isClosed).toBe(false);
  finishAdding();
  await closing;
  await settle();
  expect(lateUses).toEqual([]);
});
