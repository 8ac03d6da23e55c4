import { expect, it } from 'vitest';
import { plotNote, visitorNote } from './visitor-note.ts';

it('visitors see neither the cause of a problem nor advice', () => {
  expect(visitorNote({ code: 'tag-unknown' })).toBe('noSound');
  expect(visitorNote({ code: 'file-not-playable' })).toBe('noSound');
  expect(visitorNote({ code: 'page-not-open' })).toBeUndefined();
  expect(visitorNote({ code: 'player-missing' })).toBe('unavailable');
  expect(visitorNote({ code: 'quiet-hours' })).toBe('quiet');
  expect(visitorNote({ code: 'minutes-used' })).toBe('used');
  expect(visitorNote({ code: 'stream-ended' })).toBe('noSound');
  expect(visitorNote({ code: 'card-removed' })).toBe('unavailable');
});

it('visitors see whether a drawing is being plotted', () => {
  expect(plotNote({ state: 'paused', cause: { code: 'plot-waits', message: 'New sheet' } })).toBe('paused');
  const refused = (cause: Parameters<typeof plotNote>[0]['cause']) => plotNote({ state: 'refused', cause });
  expect(refused({ code: 'plot-too-soon', seconds: 9 })).toBe('soon');
  expect(refused({ code: 'plot-open' })).toBe('open');
  expect(refused({ code: 'plots-full' })).toBe('full');
  expect(refused({ code: 'plotter-refused', message: 'no' })).toBe('off');
});
