import { type Static, Type } from 'typebox';
import { object } from '../exact.ts';

export const lowBatteryPercent = 15;

export const BatteryState = Type.Union(
  [
    object({ state: Type.Literal('missing') }),
    object({
      state: Type.Enum(['charging', 'discharging'], {
        description: '`charging` also if it is full and the charger is connected',
      }),
      percent: Type.Integer({ minimum: 0, maximum: 100 }),
      low: Type.Boolean({ description: `Discharging, with ${lowBatteryPercent} % or less` }),
    }),
  ],
  { description: 'The battery of the machine, as the kernel reports it' },
);
export type BatteryState = Static<typeof BatteryState>;
