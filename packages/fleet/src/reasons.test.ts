import { AppError } from '@stationery/core';
import { expect, it } from 'vitest';
import { readMessage, writeMessage } from './broker/message.ts';
import { causeOf, refusal, whyOf } from './reasons.ts';

const missing = { code: 'port-missing', port: '/dev/ttyUSB0' };

it.each([
  ['a known one', { code: 'plotter-missing', because: missing }, true],
  ['one of the firmware', { code: 'slot-failed', slot: 'b' }, true],
  ['one of a newer device', { code: 'pen-on-fire' }, false],
  ['one without its data', { code: 'plotter-missing' }, false],
  ['text', 'no paper', false],
])('readMessage keeps a cause only if its code and data are known: %s', (_, cause, isKnown) => {
  const job = { state: 'paused', reason: 'In English.', cause };
  const read = readMessage(writeMessage({ jobs: [job] }), (value) => value);
  const { cause: __, ...rest } = job;
  expect(read).toEqual({ jobs: [isKnown ? job : rest] });
});

it('whyOf leaves out a cause that would make a report too long', () => {
  const cause = { code: 'unexpected-error', message: 'x'.repeat(16_384) } as const;
  const reason = `Unexpected error: ${cause.message}`;
  expect(whyOf({ reason, cause })).toEqual({ reason: reason.slice(0, 1000) });
  const short = { ...cause, message: 'x' };
  expect(whyOf({ reason, cause: short }).cause).toEqual(short);
});

it('causeOf returns the reason of an error, or its code and message if it has none', () => {
  const given = { code: 'version-missing', collection: 'museum', version: 4 } as const;
  expect(causeOf(refusal('invalid-request', given), 'collection-refused')).toEqual(given);
  expect(causeOf(new Error('x', { cause: given }))).toEqual(given);
  expect(causeOf(new AppError('card-missing', 'There is no card.'), 'collection-refused')).toEqual({
    code: 'collection-refused',
    error: 'card-missing',
    message: 'There is no card.',
  });
  const disk = Object.assign(new Error('no space'), { code: 'ENOSPC' });
  expect(causeOf(disk, 'drawing-refused')).toEqual({ code: 'unexpected-error', message: 'no space' });
});
