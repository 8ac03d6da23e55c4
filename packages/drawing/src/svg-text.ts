/** Escapes text for XML attributes. Drops characters that XML does not allow. */
export function escapeXml(text: string): string {
  return text
    .replace(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[&<>"'\t\n\r]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** Formats a number with at most this many decimals, and never as `-0`. */
export function short(value: number, decimals = 3): string {
  const factor = 10 ** decimals;
  return `${(Math.round(value * factor) + 0) / factor}`;
}

/** Returns a polyline as SVG path data. */
export function pathData(points: Float64Array, decimals = 3): string {
  let path = '';
  for (let at = 0; at < points.length; at += 2)
    path += `${at === 0 ? 'M' : at === 2 ? 'L' : ' '}${short(points[at]!, decimals)} ${short(points[at + 1]!, decimals)}`;
  return path;
}
