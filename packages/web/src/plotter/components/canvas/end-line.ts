export interface LineContext {
  beginPath(): void;
  moveTo(x: number, y: number): void;
  lineTo(x: number, y: number): void;
  stroke(): void;
}

/** Chromium paints nothing for a path of a single point. */
const dotPx = 0.01;

/** Ends a line at `x`, `y`. If the line also began there, draws a dot. */
export function endLine(
  context: LineContext,
  [fromX, fromY]: readonly [number, number],
  [x, y]: readonly [number, number],
): void {
  context.lineTo(x === fromX && y === fromY ? x + dotPx : x, y);
}
