/** Returns exact values for quarter turns, so that horizontal and vertical lines stay so. */
export function turned(degrees: number): { cosine: number; sine: number } {
  const quarter = (((degrees % 360) + 360) % 360) / 90;
  if (Number.isInteger(quarter)) return { cosine: [1, 0, -1, 0][quarter]!, sine: [0, 1, 0, -1][quarter]! };
  const radians = (degrees * Math.PI) / 180;
  return { cosine: Math.cos(radians), sine: Math.sin(radians) };
}
