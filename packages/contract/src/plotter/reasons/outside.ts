import { type Static, type TObject, Type } from 'typebox';
import { object } from '../../exact.ts';

const Point = object({ x: Type.Number(), y: Type.Number() });
const Area = object({ minX: Type.Number(), maxX: Type.Number(), minY: Type.Number(), maxY: Type.Number() });

export const outsideMembers = {
  target: Point,
  limits: Area,
  stepsPerMm: Type.Number({ description: 'To show the others, which are in steps, in mm' }),
};

type Outside = Static<TObject<typeof outsideMembers>>;

/** Describes the position in millimetres and in the steps of the command. */
export function describeOutside({ target, limits, stepsPerMm }: Outside): string {
  const { x, y } = target;
  const { minX, maxX, minY, maxY } = limits;
  const mm = (steps: number) => String(Math.round((steps / stepsPerMm) * 10) / 10);
  const inMm = `X ${mm(x)} mm, Y ${mm(y)} mm is outside the limits: X ${mm(minX)} to ${mm(maxX)} mm, Y ${mm(minY)} to ${mm(maxY)} mm`;
  return `${inMm} (in steps X${x} Y${y}, limits X${minX} to ${maxX}, Y${minY} to ${maxY}).`;
}
