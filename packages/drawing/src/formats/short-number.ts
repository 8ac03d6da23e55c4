/** Writes a number with at most this many decimals, and never as `-0`. */
export function short(value: number, decimals: number): string {
  const factor = 10 ** decimals;
  return `${(Math.round(value * factor) + 0) / factor}`;
}
