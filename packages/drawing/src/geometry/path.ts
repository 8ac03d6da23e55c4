export const verb = { move: 0, line: 1, quadratic: 2, cubic: 3, arc: 4, close: 5 } as const;

/** Number of values after each verb. */
export const verbLength = [2, 2, 4, 6, 10, 0] as const;

/**
 * The points of an arc are centre + u·cos + v·sin. The conjugate radii u and v describe the arc under any
 * transform.
 */
export type Arc = readonly [
  cx: number,
  cy: number,
  ux: number,
  uy: number,
  vx: number,
  vy: number,
  angle: number,
  sweep: number,
  x: number,
  y: number,
];

export class Path {
  verbs = new Uint8Array(64);
  verbCount = 0;
  numbers = new Float64Array(256);
  numberCount = 0;

  clear(): void {
    this.verbCount = 0;
    this.numberCount = 0;
  }

  moveTo(x: number, y: number): void {
    this.begin(verb.move, 2);
    this.numbers[this.numberCount++] = x;
    this.numbers[this.numberCount++] = y;
  }

  lineTo(x: number, y: number): void {
    this.begin(verb.line, 2);
    this.numbers[this.numberCount++] = x;
    this.numbers[this.numberCount++] = y;
  }

  quadraticTo(x1: number, y1: number, x: number, y: number): void {
    this.begin(verb.quadratic, 4);
    const { numbers } = this;
    let at = this.numberCount;
    numbers[at++] = x1;
    numbers[at++] = y1;
    numbers[at++] = x;
    numbers[at++] = y;
    this.numberCount = at;
  }

  cubicTo(x1: number, y1: number, x2: number, y2: number, x: number, y: number): void {
    this.begin(verb.cubic, 6);
    const { numbers } = this;
    let at = this.numberCount;
    numbers[at++] = x1;
    numbers[at++] = y1;
    numbers[at++] = x2;
    numbers[at++] = y2;
    numbers[at++] = x;
    numbers[at++] = y;
    this.numberCount = at;
  }

  arc(...values: Arc): void {
    this.begin(verb.arc, 10);
    this.numbers.set(values, this.numberCount);
    this.numberCount += 10;
  }

  close(): void {
    this.begin(verb.close, 0);
  }

  private begin(which: number, length: number): void {
    if (this.verbCount === this.verbs.length) {
      const larger = new Uint8Array(this.verbs.length * 2);
      larger.set(this.verbs);
      this.verbs = larger;
    }
    this.verbs[this.verbCount++] = which;
    if (this.numberCount + length > this.numbers.length) {
      const larger = new Float64Array(this.numbers.length * 2);
      larger.set(this.numbers);
      this.numbers = larger;
    }
  }
}
