/** Ink that would not be seen on the sheet is shown in the colour of the page's own ink. */
export function visibleOn(sheet: string, colour: string, ink: string): string {
  const [under, over] = [lightness(sheet), lightness(colour)];
  return under === undefined || over === undefined || Math.abs(under - over) > 0.14 ? colour : ink;
}

/** From 0 to 1 as an eye has it, of “#rrggbb” and “rgb(r, g, b)”. */
function lightness(colour: string): number | undefined {
  const hex = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(colour);
  const parts = hex ?? /^rgba?\((\d+),\s*(\d+),\s*(\d+)/.exec(colour);
  if (parts === null) return undefined;
  const [r, g, b] = parts.slice(1, 4).map((part) => Number.parseInt(part, hex ? 16 : 10) / 255);
  return 0.3 * r! + 0.59 * g! + 0.11 * b!;
}
