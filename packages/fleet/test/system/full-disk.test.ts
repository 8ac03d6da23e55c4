import { join } from 'node:path';
import { fleetProtocol } from '@stationery/contract/fleet';
import { AppError, silentLogger, systemClock } from '@stationery/core';
import { fillDisk, mountTmpfs, needsMounts, temporaryFolder } from '@stationery/core/testing';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ClaimStore } from '../../src/agent/claim-store.ts';
import { PlotterAgent, type PlotterAgentDeps } from '../../src/agent/plotter-agent.ts';
import { PlotterMembership } from '../../src/agent/plotter-membership.ts';

const mounts = needsMounts();
const order = { protocol: fleetProtocol, job: 'j1', fence: 1 };
const content = { kind: 'commands', object: 'a'.repeat(64), sizeBytes: 2 };
const offer = { ...order, order: 'offer', name: 'x'.repeat(200), content };

/** Starts an agent whose store is on a small disk and whose plotter has the given job. */
async function agentOnSmallDisk(
  addJob: PlotterAgentDeps['plotter']['addJob'],
  job: () => unknown = () => undefined,
) {
  const folder = join(await temporaryFolder(), 'small');
  mountTmpfs(folder, 8 * 1024 * 1024);
  const store = new ClaimStore(folder);
  const stopping = new AbortController();
  const membership = new PlotterMembership(store.membership);
  const subscribed: ((event: unknown) => void)[] = [];
  const plotter = {
    status: () => ({ link: { state: 'ready' }, job: null, queued: 0, recognised: true }),
    subscribe: (listener: (event: unknown) => void) => {
      subscribed.push(listener);
      return () => undefined;
    },
    jobWithKey: () => undefined,
    job,
    addJob,
    remove: () => undefined,
  } as unknown as PlotterAgentDeps['plotter'];
  const agent = new PlotterAgent({
    plotter,
    store,
    membership,
    fetch: async () => new Uint8Array(2),
    mayResume: async () => true,
    connection: () => ({ state: 'connected', why: null }),
    asksForPaper: false,
    onChange: () => undefined,
    clock: systemClock,
    log: silentLogger,
    signal: stopping.signal,
  });
  onTestFinished(async () => {
    stopping.abort();
    await agent.close();
    store.close();
  });
  agent.start();
  const publish = (event: unknown) => {
    for (const listener of subscribed) listener(event);
  };
  return { folder, store, agent, publish };
}

/** Fills the disk, and the free pages in SQLite's files. */
function fill(folder: string, store: ClaimStore): () => void {
  const makeRoom = fillDisk(folder);
  for (const size of [100_000, 1_000, 1])
    for (let at = 0; at < 1_000; at++)
      try {
        store.report(
          { job: `filler-${size}-${at}`, fence: 1 },
          { report: 'refused', reason: 'x'.repeat(size) },
        );
      } catch {
        break;
      }
  return makeRoom;
}

const reports = (store: ClaimStore) => {
  const all: unknown[] = [];
  for (let next = store.nextReport(); next !== undefined; next = store.nextReport()) {
    all.push(next.body);
    store.sent(next.number);
  }
  return all;
};

describe.skipIf(!mounts.run)(`a fleet plotter with a full disk (${mounts.label})`, () => {
  it('returns a job that it cannot store as soon as it has space to record the return', async () => {
    let makeRoom = () => {};
    let attempts = 0;
    let [folder, store] = ['', undefined as unknown as ClaimStore];
    const full = await agentOnSmallDisk(async () => {
      attempts += 1;
      makeRoom = fill(folder, store);
      throw new AppError('disk-full', `The disk is full. ${'x'.repeat(900)}`);
    });
    [folder, store] = [full.folder, full.store];
    await full.agent.handle(offer);
    await full.agent.handle({ ...order, order: 'grant' });
    await expect.poll(() => attempts).toBe(1);
    await full.agent.handle({ ...order, order: 'withdraw', job: 'unknown' });
    expect(full.store.get('j1')?.phase).toBe('granted');
    makeRoom();
    await expect.poll(() => full.store.get('j1')?.phase).toBe('over');
    expect(reports(full.store).at(-1)).toMatchObject({ report: 'returned', canTryAgain: true });
  });

  it('reports the end of a job as soon as it has space to record the end', async () => {
    const job = { id: 7, state: { state: 'running' }, progress: 0.5 };
    const full = await agentOnSmallDisk(
      async (_document, _key, onStored) => {
        onStored(7);
        return job as never;
      },
      () => job,
    );
    await full.agent.handle(offer);
    await full.agent.handle({ ...order, order: 'grant' });
    await expect.poll(() => full.store.get('j1')?.phase).toBe('taken');
    const makeRoom = fill(full.folder, full.store);
    Object.assign(job, { state: { state: 'failed', reason: 'x'.repeat(900) } });
    full.publish({ name: 'job', data: { id: 7 } });
    // The order is handled after the first attempt to report.
    await full.agent.handle({ ...order, order: 'withdraw', job: 'unknown' });
    expect(full.store.get('j1')?.phase).toBe('taken');
    makeRoom();
    await expect.poll(() => full.store.get('j1')?.phase).toBe('over');
    expect(reports(full.store).at(-1)).toMatchObject({ report: 'over', outcome: 'failed' });
  });
});
