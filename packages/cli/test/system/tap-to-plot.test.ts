import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createPlotterClient } from '@stationery/client';
import { createBoardClient } from '@stationery/client/board';
import { createStationTags } from '@stationery/client/tags';
import type { Plot } from '@stationery/contract';
import { type Clock, silentLogger, systemClock } from '@stationery/core';
import { temporaryFolder } from '@stationery/core/testing';
import { expect, it, onTestFinished } from 'vitest';
import { startBoard } from '../../../fleet/src/board/index.ts';
import { readBoardConfig } from '../../../fleet/src/index.ts';
import { natsServer, startServer } from '../../../fleet/test/support/nats-server.ts';
import { alwaysOk } from '../../../plotter/test/support/scripted-device.ts';
import { svgOf } from '../../../plotter/test/support/svg-drawings.ts';
import { startScripted, startTestPlotter } from '../../../plotter/test/support/test-plotter.ts';
import { startTestStation, type TestStation } from '../../../station/test/support/test-station.ts';

const uid = (last: number) => Uint8Array.of(0x04, 0xa2, 0x24, 0x5a, 0x6b, 0x2c, last);

/** Adds a tag with these files. Returns a function that taps it. */
async function tagWith(station: TestStation, last: number, files: Record<string, string>, plot?: object) {
  const tags = createStationTags({ baseUrl: station.url });
  for (const [name, content] of Object.entries(files)) await writeFile(join(station.cardDir, name), content);
  const serial = `0x04A2245A6B2C${last.toString(16).padStart(2, '0').toUpperCase()}`;
  const { id } = await tags.add({ serial, model: 'mifare' });
  await tags.change(id, {
    name: `Tag ${last}`,
    meaning: { kind: 'playlist', files: Object.keys(files), shuffled: false },
    ...(plot && { plot }),
  });
  return () => {
    station.reader.put({ uid: uid(last), sak: 0, atqa: 0x44 });
    station.reader.take();
  };
}

const plots = (station: TestStation) => station.access.snapshot().plots;
const expectNewest = (station: TestStation, state: Plot['state']) =>
  expect.poll(() => plots(station)[0]?.state, { timeout: 20_000 }).toBe(state);
const square = svgOf('<rect x="10" y="10" width="30" height="30" stroke="#000"/>');

it('a tap queues a drawing of the tag, asks for a sheet, and follows the job to its end', async () => {
  const plotter = await startTestPlotter();
  const client = createPlotterClient({ baseUrl: plotter.url });
  let nowMs = 0;
  const clock: Clock = { nowMs: () => nowMs, after: () => () => undefined, every: () => () => undefined };
  const station = await startTestStation({ env: { STATION_PLOTTER: plotter.url }, clock });
  const files = { 'lion.svg': square, 'lion2.svg': square, 'roar.txt': 'not a drawing' };
  const tap = await tagWith(station, 1, files, { paper: 'a5', pause: 30 });

  tap();
  await expectNewest(station, 'paused');
  nowMs += 1_000;
  expect(plots(station)[0]).toMatchObject({
    tag: { name: 'Tag 1' },
    filename: 'lion.svg',
    cause: { code: 'plot-needs-sheet' },
  });
  const id = Number(plots(station)[0]?.job);
  expect(await client.jobs.get(id)).toMatchObject({ name: 'Tag 1', newSheet: true });

  // The station refuses taps while the plot is unfinished and during the pause after it.
  tap();
  nowMs += 1_000;
  await expect.poll(() => plots(station)[0]?.cause?.code).toBe('plot-open');
  await client.jobs.resume(id);
  await expect.poll(() => plots(station)[1]?.state, { timeout: 20_000 }).toBe('done');
  expect(plots(station)[1]).toMatchObject({ progress: 1, cause: null });
  tap();
  await expect.poll(() => plots(station)[0]?.cause).toEqual({ code: 'plot-too-soon', seconds: 28 });
  nowMs += 28_000;

  // The tap plots the next drawing of the tag. The job is then cancelled at the plotter.
  tap();
  await expectNewest(station, 'paused');
  expect(plots(station)[0]).toMatchObject({ filename: 'lion2.svg' });
  await client.jobs.cancel(Number(plots(station)[0]?.job));
  await expectNewest(station, 'failed');
  expect(plots(station)[0]?.cause?.code).toBe('plot-ended');
}, 60_000);

it('a tag that is on the reader when the station starts plots nothing', async () => {
  let nowMs = 0;
  const clock: Clock = { nowMs: () => nowMs, after: () => () => undefined, every: () => () => undefined };
  const station = await startTestStation({ env: { STATION_PLOTTER: 'none' }, clock });
  const tap = await tagWith(station, 1, { 'lion.svg': square });
  station.reader.fail('unplugged');
  station.reader.put({ uid: uid(1), sak: 0, atqa: 0x44 });
  station.reader.recover();
  station.reader.take();
  nowMs += 5_000;
  tap();
  await expect.poll(() => plots(station)).toMatchObject([{ id: 1, cause: { code: 'plotter-off' } }]);
});

it('a tap reports why its drawing is refused, and sends nothing to an unknown machine', async () => {
  const plotter = await startTestPlotter({ env: { PLOTTER_TOKEN: 'secret-of-the-plotter' } });
  const closed = await startTestStation({ env: { STATION_PLOTTER: plotter.url } });
  const tap = await tagWith(closed, 1, { 'lion.svg': square });
  tap();
  await expectNewest(closed, 'refused');
  expect(plots(closed)[0]?.cause).toMatchObject({ code: 'plotter-refused' });
  expect(plots(closed)[0]?.reason).toContain('token');

  const alone = await startTestStation({ env: { STATION_PLOTTER: 'board:http://127.0.0.1:9' } });
  (await tagWith(alone, 1, { 'lion.svg': square }))();
  await expectNewest(alone, 'refused');
  expect(plots(alone)[0]?.cause).toEqual({ code: 'plotter-unreachable', address: 'http://127.0.0.1:9' });

  const open = { STATION_PLOTTER: plotter.url, STATION_PLOTTER_TOKEN: 'secret-of-the-plotter' };
  const station = await startTestStation({ env: open });
  (await tagWith(station, 1, { 'letter.svg': 'Dear plotter,\nplot me.' }))();
  await expectNewest(station, 'refused');
  expect(plots(station)[0]?.reason).toMatch(/^The plotter refused the drawing: .*not an SVG/);

  // This board sends no banner and does not know VERSION, so it is not recognised.
  const unknown = await startScripted((line) => (line === 'VERSION' ? 'ERR UNKNOWN\n' : alwaysOk(line)));
  const unsure = await startTestStation({ env: { STATION_PLOTTER: unknown.url } });
  (await tagWith(unsure, 1, { 'lion.svg': square }))();
  await expectNewest(unsure, 'refused');
  expect(plots(unsure)[0]?.reason).toContain('Which plotter is this?');
  expect(unknown.device.heard.join(' ')).not.toContain('MOVE');
}, 60_000);

it.skipIf(!natsServer.run)(
  'a tap adds a drawing to the queue of a fleet',
  async () => {
    const { server } = await startServer();
    const env = {
      FLEET_URL: `nats://${server}`,
      BOARD_HTTP_PORT: '0',
      BOARD_DATA_DIR: await temporaryFolder(),
    };
    const openArchive = () => Promise.reject(new Error('nothing is published here'));
    const board = await startBoard(readBoardConfig({ args: [], env }), {
      clock: systemClock,
      log: silentLogger,
      openArchive,
    });
    onTestFinished(() => board.stop());
    // A board that is not connected yet refuses jobs.
    await expect.poll(() => board.fleet.isReady).toBe(true);
    const station = await startTestStation({ env: { STATION_PLOTTER: `board:${board.http.url}` } });
    const tap = await tagWith(station, 1, { 'lion.svg': square }, { paper: 'a5', pens: 'one' });
    tap();
    await expectNewest(station, 'waiting');
    const client = createBoardClient({ baseUrl: board.http.url });
    const { jobs } = await client.jobs();
    expect(jobs).toMatchObject([{ name: 'Tag 1', content: { options: { paper: 'a5', pens: 'one' } } }]);
    await client.cancel(jobs[0]!.id);
    await expectNewest(station, 'failed');
  },
  60_000,
);
