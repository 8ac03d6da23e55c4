/** The least and the greatest; of x and y in turn with a step of 2, those of y from 1 on. */
export function rangeOf(values: Float64Array, from = 0, step = 1): readonly [min: number, max: number] {
  let min = Infinity;
  let max = -Infinity;
  for (let at = from; at < values.length; at += step) {
    const value = values[at]!;
    if (value < min) min = value;
    if (value > max) max = value;
  }
  return [min, max];
}
