/** Things by the cell that they are in. */
export interface Cells {
  /** Where each cell begins in `members`, with one more for the end. */
  readonly starts: Uint32Array;
  /** The indices of the things, those of one cell together and in their order. */
  readonly members: Int32Array;
}

/** By counting what comes into each cell. */
export function byCell(cellOf: Int32Array, cells: number): Cells {
  const starts = new Uint32Array(cells + 1);
  for (let at = 0; at < cellOf.length; at++) starts[cellOf[at]!]!++;
  let sum = 0;
  for (let cell = 0; cell <= cells; cell++) {
    sum += starts[cell]!;
    starts[cell] = sum;
  }
  const members = new Int32Array(cellOf.length);
  for (let at = cellOf.length - 1; at >= 0; at--) members[--starts[cellOf[at]!]!] = at;
  return { starts, members };
}

/** The first cell from one on that has members, or the number of cells where there is none. */
export function nextFilled(starts: Uint32Array, from: number): number {
  let cell = from;
  while (cell < starts.length - 1 && starts[cell] === starts[cell + 1]) cell++;
  return cell;
}
