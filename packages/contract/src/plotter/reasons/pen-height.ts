import { type Static, type TObject, Type } from 'typebox';
import { object } from '../../exact.ts';

export const penHeightMembers = {
  height: Type.Number({ description: 'In the unit of the machine' }),
  heightLimits: Type.Optional(
    object(
      { min: Type.Number(), max: Type.Number() },
      'The accepted range. Absent: none until the pen heights of the machine are set',
    ),
  ),
};

type PenHeight = Static<TObject<typeof penHeightMembers>>;

export function describePenHeight({ height, heightLimits }: PenHeight): string {
  if (heightLimits === undefined)
    return 'This plotter does not report its pen heights: set them in the machine profile first.';
  const { min, max } = heightLimits;
  return `The pen height ${height} is out of range: this plotter takes ${min} to ${max}.`;
}
