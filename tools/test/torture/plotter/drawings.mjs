/** Returns a drawing that starts with a pen-up command and ends with the pen up. */
export function drawingOf(strokeCount, random) {
  const script = ['SPEED 20000', 'PENUP'];
  const place = () => `MOVE X${random.below(30_000)} Y${random.below(20_000)}`;
  for (let stroke = 0; stroke < strokeCount; stroke++) {
    script.push(place(), 'PENDOWN');
    for (let corner = random.below(6); corner >= 0; corner--) script.push(place());
    script.push('PENUP');
  }
  return script;
}

/** Returns the lines that a script draws, as `x y to x y`. */
export function linesDrawnBy(script) {
  const lines = new Set();
  let place = '0 0';
  let down = false;
  for (const command of script) {
    if (command === 'PENUP' || command === 'PENDOWN') down = command === 'PENDOWN';
    const move = /^MOVE X(\d+) Y(\d+)$/.exec(command);
    if (move === null) continue;
    const to = `${move[1]} ${move[2]}`;
    if (down) lines.add(`${place} to ${to}`);
    place = to;
  }
  return lines;
}

/** Counts how often each line between two corners is on the paper. */
export function linesOnPaper(plotter) {
  const lines = new Map();
  for (const { points } of plotter.strokes()) {
    for (const [at, to] of points.entries()) {
      const from = points[at - 1];
      if (from === undefined) continue;
      const name = `${from.x} ${from.y} to ${to.x} ${to.y}`;
      lines.set(name, (lines.get(name) ?? 0) + 1);
    }
  }
  return lines;
}

/** Whether a line is the beginning of the wanted line, as left by a stopped move. */
export function isBeginningOf(line, wanted) {
  const [from, to] = line.split(' to ');
  return [...wanted].some((whole) => {
    const [start, end] = whole.split(' to ');
    return start === from && liesOn(corner(to), corner(start), corner(end));
  });
}

const corner = (text) => text.split(' ').map(Number);

function liesOn([x, y], [x0, y0], [x1, y1]) {
  const length = Math.hypot(x1 - x0, y1 - y0);
  const aside = Math.abs((x1 - x0) * (y - y0) - (y1 - y0) * (x - x0)) / length;
  return aside <= 2 && Math.hypot(x - x0, y - y0) <= length + 2;
}
