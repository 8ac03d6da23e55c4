/** A place in steps. X runs to the right, Y towards the person in front of the machine. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Area {
  readonly minX: number;
  readonly maxX: number;
  readonly minY: number;
  readonly maxY: number;
}
