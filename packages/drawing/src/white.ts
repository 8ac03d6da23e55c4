/**
 * Minimum brightness of each channel for white. Includes almost white colours, because the difference is not
 * visible on paper.
 */
const minWhite = 0.97;

/** Returns whether a layer's colour, given as `#rrggbb`, is invisible on white paper. */
export function isWhite(colour: string): boolean {
  const parts = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(colour);
  return parts?.slice(1).every((part) => Number.parseInt(part, 16) / 255 >= minWhite) === true;
}
