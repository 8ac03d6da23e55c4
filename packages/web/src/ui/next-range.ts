/** With more rows per frame after a jump, the page would stutter. */
export const rowsPerFrame = 4;

interface Range {
  from: number;
  to: number;
}

/** Returns the next step towards the wanted range: first the window, then its surroundings. */
export function nextRange(shown: Range, near: Range, wanted: Range): Range {
  const overlaps = shown.from < near.to && shown.to > near.from;
  let from = overlaps ? Math.max(shown.from, wanted.from) : near.from;
  let to = overlaps ? Math.min(shown.to, wanted.to) : near.from;
  let left = rowsPerFrame;
  for (const goal of [near, wanted]) {
    const below = Math.min(left, Math.max(0, goal.to - to));
    to += below;
    left -= below;
    const above = Math.min(left, Math.max(0, from - goal.from));
    from -= above;
    left -= above;
  }
  return { from, to };
}
