import { type Static, Type } from 'typebox';
import { integer, object, orNull } from '../exact.ts';

export const statisticsDays = 731;
export const maxTapRows = 5_000;

/** A day in UTC. Always covers the whole day, so that a repeated report counts no tap twice. */
export const TapDay = object('TapDay', {
  hours: Type.Array(
    object({
      hour: integer(0, 23, 'In UTC'),
      object: orNull(Type.String({ maxLength: 200 })),
      taps: Type.Integer({ minimum: 0 }),
      listened: Type.Integer({ minimum: 0, description: 'Seconds' }),
    }),
    { maxItems: maxTapRows },
  ),
});
export type TapDay = Static<typeof TapDay>;
