import { type Static, Type } from 'typebox';
import { object } from '../../exact.ts';

/** Codes of refused commands, which do not depend on the wording of the firmware. */
export const refusalCodes = [
  'unknown-command',
  'wrong-arguments',
  'out-of-range',
  'outside-limits',
  'garbled-line',
  'busy',
  'locked',
  'stopped',
  'other',
] as const;

export type RefusalCode = (typeof refusalCodes)[number];

export const Refusal = object(
  'CommandRefusal',
  {
    code: Type.Enum([...refusalCodes]),
    xMm: Type.Optional(Type.Number({ description: 'Where the command would have led, if known' })),
    yMm: Type.Optional(Type.Number()),
    limitsMm: Type.Optional(
      object(
        { minX: Type.Number(), maxX: Type.Number(), minY: Type.Number(), maxY: Type.Number() },
        'How far the machine reaches, if that is not far enough',
      ),
    ),
  },
  'Why the plotter refused a command',
);

export type Refusal = Static<typeof Refusal>;

/** Returns a structured field (RFC 9651), such as `outside-limits;x=500;y=12.5` (mm). */
export function refusalField({ code, xMm, yMm }: Refusal): string {
  return xMm === undefined || yMm === undefined ? code : `${code};x=${xMm};y=${yMm}`;
}
