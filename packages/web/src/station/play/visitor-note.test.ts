import { expect, it } from 'vitest';
import { visitorNote } from './visitor-note.ts';

it('shows visitors neither causes nor advice', () => {
  expect(visitorNote({ code: 'tag-unknown' })).toBe('noSound');
  expect(visitorNote({ code: 'file-not-playable' })).toBe('noSound');
  expect(visitorNote({ code: 'page-not-open' })).toBeUndefined();
  expect(visitorNote({ code: 'player-missing' })).toBe('unavailable');
  expect(visitorNote({ code: 'card-removed' })).toBe('unavailable');
});
