import { type Static, Type } from 'typebox';
import { flag, object, oneOf } from '../exact.ts';

export const lowBatteryPercent = 15;

export const BatteryState = Type.Union(
  [
    object({ state: Type.Literal('missing') }),
    object({
      state: oneOf(['charging', 'discharging'], '`charging` also if it is full and the charger is connected'),
      percent: Type.Integer({ minimum: 0, maximum: 100 }),
      low: flag(`Discharging, with ${lowBatteryPercent} % or less`),
    }),
  ],
  { description: 'The battery of the machine, as the kernel reports it' },
);
export type BatteryState = Static<typeof BatteryState>;
