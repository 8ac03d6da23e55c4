import { BoardError, type FleetReason } from '@stationery/client/board';
import { fleetReasons, reasonExamples } from '@stationery/contract';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { describeReason, explainError } from '../board/state/describe-reason.ts';
import { boardCatalogue } from './board.ts';
import { spoken } from './language.ts';
import { sharedCatalogue } from './shared.ts';

const english = spoken.value;
const german = { language: 'de', locale: 'de-DE' } as const;
beforeAll(async () => {
  await Promise.all([boardCatalogue.load('de'), sharedCatalogue.load('de')]);
});
afterEach(() => {
  spoken.value = english;
});

const examples = reasonExamples(fleetReasons).map(({ data, text }) => ({
  code: data.code,
  why: { reason: text, cause: data as FleetReason },
}));

it.each(examples)('the fleet reason $code is shown in both languages', ({ why }) => {
  expect(describeReason(why)).toBe(why.reason);
  spoken.value = german;
  const said = describeReason(why);
  expect(said).not.toBe(why.reason);
  expect(said).not.toMatch(/undefined|NaN|\[object|\b(?:the|and|with|your|this|are)\b/);
});

describe('a reason of the fleet', () => {
  it('is shown in English if only newer devices or boards know its code', () => {
    spoken.value = german;
    const reason = 'The pen is dry.';
    expect(describeReason({ reason, cause: { code: 'constructor' } as unknown as FleetReason })).toBe(reason);
    expect(describeReason({ reason })).toBe(reason);
  });

  it('names in German the error of a plotter that refused the drawing', () => {
    spoken.value = german;
    const cause = { code: 'drawing-refused', error: 'drawing-too-large', message: 'Too large.' } as const;
    const because = { reason: 'Too large.', cause };
    const refused: FleetReason = { code: 'plotter-refused', device: 'one', name: 'Window', because };
    expect(describeReason({ reason: 'In English.', cause: refused })).toBe(
      '„Window“ hat ihn abgelehnt: Die Zeichnung ist zu groß. Vereinfachen Sie sie und versuchen Sie es noch einmal.',
    );
  });

  it('explains a refusal by the board, by its code if there is no reason', () => {
    const refused = (cause?: FleetReason) =>
      new BoardError({
        code: 'invalid-request',
        status: 400,
        title: 'Invalid request',
        detail: 'In English.',
        method: 'POST',
        url: '',
        document: { cause },
      });
    const cause: FleetReason = { code: 'version-in-use', version: 3 };
    expect(explainError(refused(cause))).toBe('In English.');
    spoken.value = german;
    expect(explainError(refused(cause))).toMatch(/^Stationen haben Version 3/);
    expect(explainError(refused())).toMatch(/^Die Angabe ist ungültig/);
  });
});
