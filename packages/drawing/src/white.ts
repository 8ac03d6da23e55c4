/** Minimum of each channel of a white colour. Almost white colours are not visible on paper either. */
const minWhite = 0.97;

/** Whether `#rrggbb` is invisible on white paper. */
export function isWhite(colour: string): boolean {
  const parts = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(colour);
  return parts?.slice(1).every((part) => Number.parseInt(part, 16) / 255 >= minWhite) === true;
}
