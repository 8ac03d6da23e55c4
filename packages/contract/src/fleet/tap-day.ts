import { type Static, Type } from 'typebox';
import { object, orNull } from '../exact.ts';

/** How long the board keeps taps. */
export const statisticsDays = 731;
export const maxTapRows = 5_000;

/**
 * The taps of a station on a day in UTC, under `tapDayKey`. Always the whole day, so that a repeated report
 * counts nothing twice.
 */
export const TapDay = object('TapDay', {
  hours: Type.Array(
    object({
      hour: Type.Integer({ minimum: 0, maximum: 23, description: 'In UTC' }),
      object: orNull(Type.String({ maxLength: 200 })),
      taps: Type.Integer({ minimum: 0 }),
      listened: Type.Integer({ minimum: 0, description: 'Seconds' }),
    }),
    { maxItems: maxTapRows },
  ),
});
export type TapDay = Static<typeof TapDay>;
