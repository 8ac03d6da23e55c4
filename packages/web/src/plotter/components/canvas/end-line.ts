/** The methods of a canvas context that add lines. */
export interface LineContext {
  beginPath(): void;
  moveTo(x: number, y: number): void;
  lineTo(x: number, y: number): void;
  stroke(): void;
}

/** Chromium paints nothing for a path of a single point, so a dot is an invisibly short line. */
const dotPx = 0.01;

/** Ends a line at a point; as a dot if it begins there. */
export function endLine(
  context: LineContext,
  [fromX, fromY]: readonly [number, number],
  [x, y]: readonly [number, number],
): void {
  context.lineTo(x === fromX && y === fromY ? x + dotPx : x, y);
}
