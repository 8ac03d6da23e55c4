import { type Path, verb, verbLength } from './path.ts';

/** A direction as a vector of any length. */
type Direction = readonly [number, number];

interface PathVertex {
  readonly x: number;
  readonly y: number;
  into: Direction | undefined;
  out: Direction | undefined;
}

/** Returns the start of the path and the end of each segment. */
export function pathVertices({ verbs, verbCount, numbers }: Path): PathVertex[] {
  const vertices: PathVertex[] = [];
  let start: PathVertex | undefined;
  let at = 0;
  for (let index = 0; index < verbCount; index++) {
    const which = verbs[index] as keyof typeof verbLength & number;
    const values = numbers.subarray(at, at + (verbLength[which] as number));
    at += verbLength[which] as number;
    const before = vertices.at(-1);
    if (which === verb.move || before === undefined) {
      start = { x: values[0] ?? 0, y: values[1] ?? 0, into: undefined, out: undefined };
      vertices.push(start);
      continue;
    }
    if (which === verb.close) {
      const first = start as PathVertex;
      const way = direction(first.x - before.x, first.y - before.y);
      before.out ??= way;
      const end = { x: first.x, y: first.y, into: way ?? before.into, out: first.out };
      first.into = end.into;
      vertices.push(end);
      // The next line starts here if no move comes before it.
      start = { ...end, into: undefined, out: undefined };
      continue;
    }
    const [begin, finish] = which === verb.arc ? arcDirections(values) : curveDirections(before, values);
    // Keeps the previous direction after a segment without length.
    before.out = begin ?? before.into;
    const [x, y] = [values.at(-2) as number, values.at(-1) as number];
    vertices.push({ x, y, into: finish ?? before.into, out: undefined });
  }
  return vertices;
}

function direction(x: number, y: number): Direction | undefined {
  return x === 0 && y === 0 ? undefined : [x, y];
}

/** Returns the direction towards the first distinct point of a curve, and from its last distinct point. */
function curveDirections(
  { x, y }: PathVertex,
  values: Float64Array,
): readonly [Direction | undefined, Direction | undefined] {
  const points = [x, y, ...values];
  const [endX, endY] = points.slice(-2) as [number, number];
  let begin: Direction | undefined;
  let finish: Direction | undefined;
  for (let at = 2; at < points.length && begin === undefined; at += 2)
    begin = direction(points[at]! - x, points[at + 1]! - y);
  for (let at = points.length - 4; at >= 0 && finish === undefined; at -= 2)
    finish = direction(endX - points[at]!, endY - points[at + 1]!);
  return [begin, finish];
}

function arcDirections(values: Float64Array): readonly [Direction | undefined, Direction | undefined] {
  const [, , ux, uy, vx, vy, angle, sweep] = values as unknown as readonly number[];
  const sign = Math.sign(sweep!);
  const at = (turn: number) =>
    direction(
      sign * (-ux! * Math.sin(turn) + vx! * Math.cos(turn)),
      sign * (-uy! * Math.sin(turn) + vy! * Math.cos(turn)),
    );
  return [at(angle!), at(angle! + sweep!)];
}

/** Returns the angle in degrees, halfway between both directions. */
export function angleAt({ into, out }: PathVertex): number {
  const degrees = ([x, y]: Direction) => (Math.atan2(y, x) * 180) / Math.PI;
  if (into === undefined || out === undefined)
    return out === undefined ? (into === undefined ? 0 : degrees(into)) : degrees(out);
  let [one, other] = [degrees(into), degrees(out)];
  if (Math.abs(one - other) > 180) one += 360;
  return (one + other) / 2;
}
