import { createHash } from 'node:crypto';
import { archiveEnd } from '@stationery/contract/archive';
import { expect, it } from 'vitest';
import { startTestPlotter, type TestPlotter } from './support/test-plotter.ts';

const pens = [
  { name: 'Red brush', colour: '#d02020', widthMm: 2 },
  { name: 'Blue', colour: '#2020c0' },
];
const restore = (plotter: TestPlotter, body: Buffer) =>
  plotter.get('/api/backup', {
    method: 'PUT',
    headers: { 'content-type': 'application/x-tar' },
    body: new Uint8Array(body),
  });
const read = async (plotter: TestPlotter, path: string) =>
  (await (await plotter.get(path)).json()) as { name: string };
const save = async (plotter: TestPlotter) =>
  Buffer.from(await (await plotter.get('/api/backup')).arrayBuffer());

async function prepared() {
  const plotter = await startTestPlotter();
  const machine = await read(plotter, '/machine');
  await plotter.send('PUT', '/machine', { ...machine, name: 'Workshop', penUpMs: 222 });
  await plotter.send('PUT', '/pens', { pens });
  return plotter;
}

it('a backup of a plotter restores machines and pens, even after a restart, and moves nothing', async () => {
  const first = await prepared();
  const archive = await save(first);
  const sent: Uint8Array[] = [];
  const plotter = await startTestPlotter({ onBytes: (bytes) => sent.push(bytes) });
  await plotter.send('PUT', '/pens', { pens: [{ name: 'Old', colour: '#000000' }] });
  await plotter.send('POST', '/machines', { ...(await read(plotter, '/machine')), name: 'Other' });
  const before = Buffer.concat(sent).toString();
  expect((await restore(plotter, archive)).status).toBe(204);
  const expectRestored = async (one: TestPlotter) => {
    expect(await read(one, '/machine')).toMatchObject({ name: 'Workshop', penUpMs: 222 });
    expect(await read(one, '/machines')).toMatchObject({ machines: [{ name: 'Workshop', inUse: true }] });
    expect(await read(one, '/pens')).toEqual({ pens, drawn: [] });
  };
  await expectRestored(plotter);
  expect(Buffer.concat(sent).toString().slice(before.length)).not.toMatch(/MOVE|PEN|HOME/);
  expect(await save(plotter)).toEqual(archive);
  await plotter.stop();
  await expectRestored(await startTestPlotter({ folder: plotter.folder }));
});

it('a backup is refused if it is damaged, newer or from a station, or if a job runs', async () => {
  const plotter = await prepared();
  const archive = await save(plotter);
  const listed = (list: object) => {
    const bytes = Buffer.from(JSON.stringify(list));
    return Buffer.concat(archiveEnd(bytes, createHash('sha256').update(bytes).digest('hex')));
  };
  const whole = { type: 'stationery-plotter', version: 1, machines: [], chosen: null, pens: [] };
  const wrong: [Buffer, string][] = [
    [Buffer.from(archive.toString('latin1').replace('Workshop', 'Workshed'), 'latin1'), 'collection-damaged'],
    [archive.subarray(0, 700), 'collection-damaged'],
    [Buffer.alloc(2 * 1024 * 1024), 'collection-damaged'],
    [listed({ ...whole, pens: [pens[0], pens[0]] }), 'collection-damaged'],
    [listed({ ...whole, machines: [{ name: 'x' }] }), 'collection-damaged'],
    [listed({ ...whole, version: 2 }), 'collection-newer'],
    [listed({ type: 'stationery-collection', version: 1 }), 'collection-other-device'],
  ];
  for (const [body, code] of wrong) {
    const answer = await restore(plotter, body);
    expect([answer.status, await answer.json()]).toMatchObject([400, { type: `/problems/${code}` }]);
  }
  const job = await plotter.queue(['PENDOWN'], { pauses: [{ before: 0, reason: 'Paper?' }] });
  await plotter.expectState(job.id, 'paused');
  expect((await restore(plotter, archive)).status).toBe(409);
  expect(await save(plotter)).toEqual(archive);
});
