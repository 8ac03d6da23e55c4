/** The least and the greatest. */
export function rangeOf(values: Float64Array): readonly [min: number, max: number] {
  let min = Infinity;
  let max = -Infinity;
  for (let at = 0; at < values.length; at++) {
    const value = values[at]!;
    if (value < min) min = value;
    if (value > max) max = value;
  }
  return [min, max];
}
