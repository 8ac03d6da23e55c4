import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../testing/index.ts';
import { RestartDelay } from './restart-delay.ts';

describe('RestartDelay', () => {
  it('increases while starts fail, up to a minute', async () => {
    const delay = new RestartDelay(await temporaryFolder());
    let nowMs = 10_000;
    const waits = Array.from({ length: 11 }, () => {
      const waitMs = delay.next(nowMs);
      nowMs += waitMs + 2000;
      return waitMs / 1000;
    });
    expect(waits).toEqual([0, 0, 1, 2, 4, 8, 16, 32, 60, 60, 60]);
  });

  it('is 0 after a stable run and after a requested stop', async () => {
    const delay = new RestartDelay(await temporaryFolder());
    for (const nowMs of [0, 1000, 2000]) delay.next(nowMs);
    expect(delay.next(3000)).toBe(2000);
    expect(delay.next(306_000)).toBe(0);
    for (const nowMs of [307_000, 308_000]) delay.next(nowMs);
    delay.forget();
    expect(delay.next(309_000)).toBe(0);
  });

  it('is 0 if nothing can be stored or the stored state is invalid', async () => {
    const folder = await temporaryFolder();
    for (const place of [undefined, join(folder, 'missing')]) {
      const delay = new RestartDelay(place);
      expect(Array.from({ length: 5 }, (_, index) => delay.next(index))).toEqual([0, 0, 0, 0, 0]);
    }
    for (const text of ['', '{}', '[]', 'null', '{"atMs":"x","count":7}', '{"atMs":0,"count":1e999}']) {
      writeFileSync(join(folder, 'starts.json'), text);
      expect(new RestartDelay(folder).next(5)).toBe(0);
    }
  });

  it('ends early when the service is asked to stop', async () => {
    const delay = new RestartDelay(await temporaryFolder());
    const stop = AbortSignal.abort();
    const said: string[] = [];
    for (let start = 0; start < 6; start++) await delay.wait(stop, (line) => said.push(line));
    expect(said.at(-1)).toBe('the last starts came to nothing; waiting for 8 s');
  });
});
