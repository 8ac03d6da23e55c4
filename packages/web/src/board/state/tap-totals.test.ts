import type { BoardDevice } from '@stationery/client/board';
import { expect, it } from 'vitest';
import { devices } from './store.ts';
import { allTaps, tapsByDay } from './tap-totals.ts';

const nowMs = new Date(2026, 5, 30, 12).getTime();

function count(...dates: string[]) {
  const days = dates.map((date) => ({ date, taps: 2 }));
  const state = { name: 'Hall', station: { taps: { days, tags: [] } } };
  devices.value = new Map([['hall', { id: 'hall', state } as unknown as BoardDevice]]);
  return tapsByDay(nowMs);
}

it('tapsByDay covers the last 30 days, whatever the clocks of the stations say', () => {
  const shown = count('2026-06-29');
  expect(shown).toHaveLength(30);
  expect([shown[0]?.date, shown.at(-1)?.date]).toEqual(['2026-06-01', '2026-06-30']);
  expect(shown.filter(({ taps }) => taps > 0)).toEqual([{ date: '2026-06-29', taps: 2 }]);
  // In the station's time zone, it is already tomorrow.
  expect(count('2026-07-01').at(-1)).toEqual({ date: '2026-07-01', taps: 2 });
  // A date from a wrong clock and an invalid date are ignored.
  expect(count('9999-12-31', '2026-99-99').at(-1)).toEqual({ date: '2026-06-30', taps: 0 });
});

it('tapsByDay ignores days outside the last 30', () => {
  const today = new Date();
  const date = [today.getFullYear(), today.getMonth() + 1, today.getDate()].map((part) =>
    `${part}`.padStart(2, '0'),
  );
  count('1999-12-31', date.join('-'), '9999-12-31');
  expect(allTaps.value).toBe(2);
});
