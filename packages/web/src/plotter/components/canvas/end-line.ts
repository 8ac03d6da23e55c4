/** The methods of a canvas context that add lines. */
export interface LineContext {
  beginPath(): void;
  moveTo(x: number, y: number): void;
  lineTo(x: number, y: number): void;
  stroke(): void;
}

/** Length of a line that represents a dot. Chromium paints nothing for a path of a single point. */
const dotPx = 0.01;

/** Ends a line at a point. If the line began there, makes it a dot. */
export function endLine(
  context: LineContext,
  [fromX, fromY]: readonly [number, number],
  [x, y]: readonly [number, number],
): void {
  context.lineTo(x === fromX && y === fromY ? x + dotPx : x, y);
}
