/** With at most this many decimals, and never as `-0`. */
export function short(value: number, decimals: number): string {
  const factor = 10 ** decimals;
  return `${(Math.round(value * factor) + 0) / factor}`;
}

/** SVG path data of a polyline. */
export function pathData(points: Float64Array, decimals: number): string {
  let path = '';
  for (let at = 0; at < points.length; at += 2)
    path += `${at === 0 ? 'M' : at === 2 ? 'L' : ' '}${short(points[at]!, decimals)} ${short(points[at + 1]!, decimals)}`;
  return path;
}
