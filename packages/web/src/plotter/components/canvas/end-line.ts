/** The methods of a canvas context that add lines. */
export interface LineContext {
  beginPath(): void;
  moveTo(x: number, y: number): void;
  lineTo(x: number, y: number): void;
  stroke(): void;
}

/** Chromium paints nothing for a path that is a single point, so a dot is a line too short to see. */
const dotPx = 0.01;

/** Ends a line at a place; as a dot if it begins there too. */
export function endLine(
  context: LineContext,
  [fromX, fromY]: readonly [number, number],
  [x, y]: readonly [number, number],
): void {
  context.lineTo(x === fromX && y === fromY ? x + dotPx : x, y);
}
