import { ManualClock } from '@stationery/core/testing';
import { expect, it } from 'vitest';
import { GrblQueries } from './grbl-queries.ts';
import { parseReport } from './machine/status-report.ts';

const line = '<Idle|WPos:0.000,0.000,0.000|FS:0,0>';

it('a wait that times out does not end a newer wait of the same kind', async () => {
  const clock = new ManualClock();
  const talk = new GrblQueries(clock, () => undefined);
  const older = [talk.report(500), talk.banner(500), talk.ask('$I')];
  await clock.advance(300);
  const [report, banner, reply] = [talk.report(500), talk.banner(500), talk.ask('$G')];
  await clock.advance(300);
  talk.reported(line, parseReport(line, false)!);
  talk.greeted('Grbl 1.1h');
  expect([await report, await banner]).toEqual([expect.objectContaining({ state: 'Idle' }), 'Grbl 1.1h']);
  await clock.advance(4_500);
  talk.heard('ok');
  expect(await reply).toEqual([]);
  expect(await Promise.all(older)).toEqual([undefined, undefined, undefined]);
});
