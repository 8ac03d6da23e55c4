// A drawing is a list of strokes, a stroke a list of { x, y } in mm.

/** Returns the Hausdorff distance between two drawings. */
export function inkApartMm(one, other) {
  return Math.max(farthest(one, other), farthest(other, one));
}

const everyMm = 0.1;

function farthest(drawing, from) {
  let worst = 0;
  for (const point of drawing.flatMap(pointsAlong)) {
    let nearest = Number.POSITIVE_INFINITY;
    for (const stroke of from) nearest = Math.min(nearest, distanceTo(stroke, point));
    worst = Math.max(worst, nearest);
  }
  return worst;
}

function pointsAlong(stroke) {
  const points = [stroke[0]];
  for (let at = 1; at < stroke.length; at++) {
    const [from, to] = [stroke[at - 1], stroke[at]];
    const parts = Math.max(1, Math.ceil(Math.hypot(to.x - from.x, to.y - from.y) / everyMm));
    for (let part = 1; part <= parts; part++)
      points.push({
        x: from.x + ((to.x - from.x) * part) / parts,
        y: from.y + ((to.y - from.y) * part) / parts,
      });
  }
  return points;
}

function distanceTo(stroke, point) {
  let nearest = Math.hypot(stroke[0].x - point.x, stroke[0].y - point.y);
  for (let at = 1; at < stroke.length; at++)
    nearest = Math.min(nearest, distanceToLine(stroke[at - 1], stroke[at], point));
  return nearest;
}

function distanceToLine(from, to, { x, y }) {
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const square = dx * dx + dy * dy;
  const share = square === 0 ? 0 : Math.min(1, Math.max(0, ((x - from.x) * dx + (y - from.y) * dy) / square));
  return Math.hypot(from.x + share * dx - x, from.y + share * dy - y);
}
