import type { Point } from '../../language/geometry.ts';

/** Motors approximate a straight line in single steps. */
const slackSteps = 1;

export class StraightLines {
  readonly #corner: (point: Point) => void;
  #from: Point;
  #last: Point;
  /** Range of directions in which a line from the start passes all points closely enough. */
  #min = Number.NEGATIVE_INFINITY;
  #max = Number.POSITIVE_INFINITY;
  #middle = 0;

  constructor(from: Point, corner: (point: Point) => void) {
    this.#corner = corner;
    this.#from = from;
    this.#last = from;
  }

  add(point: Point): void {
    if (!this.#fits(point)) {
      this.end();
      this.#fits(point);
    }
    this.#last = point;
  }

  end(): void {
    if (this.#last === this.#from) return;
    this.#from = this.#last;
    this.#min = Number.NEGATIVE_INFINITY;
    this.#max = Number.POSITIVE_INFINITY;
    this.#corner(this.#last);
  }

  #fits(point: Point): boolean {
    const [dx, dy] = [point.x - this.#from.x, point.y - this.#from.y];
    const length = Math.hypot(dx, dy);
    const before = Math.hypot(this.#last.x - this.#from.x, this.#last.y - this.#from.y);
    if (length < before - slackSteps) return false;
    if (length <= slackSteps) return true;
    if (this.#min === Number.NEGATIVE_INFINITY) this.#middle = Math.atan2(dy, dx);
    const turned = Math.atan2(dy, dx) - this.#middle;
    const angle = turned - 2 * Math.PI * Math.round(turned / (2 * Math.PI));
    const play = Math.asin(Math.min(1, slackSteps / length));
    const [min, max] = [Math.max(this.#min, angle - play), Math.min(this.#max, angle + play)];
    if (angle < this.#min || angle > this.#max || min > max) return false;
    this.#min = min;
    this.#max = max;
    return true;
  }
}
