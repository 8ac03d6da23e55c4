const fixed = [
  '',
  '#ff0000',
  '#ffff00',
  '#00ff00',
  '#00ffff',
  '#0000ff',
  '#ff00ff',
  '#000000',
  '#414141',
  '#808080',
];
const greys = [51, 91, 132, 173, 214, 255];
/**
 * Brightness levels of the ten colours of a hue. The colours are in pairs: the second is the first mixed with
 * half white.
 */
const levels = [255, 165, 127, 76, 38];

/**
 * Returns the colour of an index from 1 to 255. Number 7, which is white on a dark screen, becomes black on
 * paper.
 */
export function colourOfIndex(index: number): string {
  if (index < 10) return fixed[index] ?? '#000000';
  const grey = greys[index - 250] ?? 0;
  if (index >= 250) return hex(grey, grey, grey);
  const level = levels[Math.floor((index % 10) / 2)] as number;
  const sector = (Math.floor(index / 10) - 1) / 4;
  const channel = (shift: number) => {
    const distance = Math.abs(((sector + shift) % 6) - 3);
    const part = Math.min(1, Math.max(0, distance - 1));
    return Math.floor(index % 2 === 0 ? level * part : (level * (1 + part)) / 2);
  };
  return hex(channel(0), channel(4), channel(2));
}

/** Returns the colour of a 24-bit “true colour” value. */
export function colourOfNumber(value: number): string {
  return `#${(value & 0xffffff).toString(16).padStart(6, '0')}`;
}

function hex(red: number, green: number, blue: number): string {
  return colourOfNumber(red * 65_536 + green * 256 + blue);
}
