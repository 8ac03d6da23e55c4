import { type Matrix, multiply, scaling, translation } from '../../../geometry/matrix.ts';
import { parseNumberList } from './number-list.ts';

interface ViewBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/**
 * Parses a view box: four numbers, of which width and height are not negative. Returns undefined for other
 * texts.
 */
export function parseViewBox(text: string | undefined): ViewBox | undefined {
  if (text === undefined) return undefined;
  const { values, ok } = parseNumberList(text);
  const [x, y, width, height] = values;
  if (!ok || values.length !== 4 || width! < 0 || height! < 0) return undefined;
  return { x: x!, y: y!, width: width!, height: height! };
}

const pattern = /^\s*(?:defer\s+)?(none|x(Min|Mid|Max)Y(Min|Mid|Max))(?:\s+(meet|slice))?\s*$/;
const share: Readonly<Record<string, number>> = { Min: 0, Mid: 0.5, Max: 1 };

/** Returns the transform from units of the view box to units of the viewport. */
export function viewBoxTransform(
  viewBox: ViewBox,
  width: number,
  height: number,
  aspect: string | undefined,
): Matrix {
  const found = pattern.exec((aspect ?? '').slice(0, 100)) ?? ['', 'xMidYMid', 'Mid', 'Mid', 'meet'];
  const scaleX = width / viewBox.width;
  const scaleY = height / viewBox.height;
  if (found[1] === 'none') return multiply(scaling(scaleX, scaleY), translation(-viewBox.x, -viewBox.y));
  const scale = found[4] === 'slice' ? Math.max(scaleX, scaleY) : Math.min(scaleX, scaleY);
  const left = (width - viewBox.width * scale) * (share[found[2] as string] as number);
  const top = (height - viewBox.height * scale) * (share[found[3] as string] as number);
  return multiply(
    translation(left, top),
    multiply(scaling(scale, scale), translation(-viewBox.x, -viewBox.y)),
  );
}
