import type { Ends } from '../../strokes/ends.ts';
import { float64sAt, int32sAt, put } from '../../wasm/numbers.ts';
import { newProgram, type Program } from '../../wasm/program.ts';
import { costOfWay, type LinkCost } from './link-cost.ts';

/** A round trip through all strokes, in a program of its own (`assembly/tour.ts`). */
export class Tour {
  readonly program: Program;
  readonly #strokes: number;
  readonly #xAt: number;
  readonly #yAt: number;
  readonly #orderAt: number;
  readonly #positionAt: number;
  readonly #linkAt: number;
  readonly #linkMsAt: number;
  readonly #cost: LinkCost;
  #arrays: TourArrays;

  constructor({ strokes, x, y }: Ends, order: Int32Array, cost: LinkCost) {
    const program = newProgram();
    this.program = program;
    this.#cost = cost;
    this.#strokes = strokes;
    this.#xAt = put(program, x);
    this.#yAt = put(program, y);
    this.#orderAt = put(program, order);
    this.#positionAt = program.take(4 * strokes);
    this.#linkAt = program.take(8 * strokes);
    this.#linkMsAt = program.take(16 * strokes);
    const { joinMm, liftMs, rampsMm, rampsMs, msPerMm, accelerationMmMs2, byLongerAxis } = cost;
    program.setLinkCost(joinMm, liftMs, rampsMm, rampsMs, msPerMm, accelerationMmMs2, byLongerAxis ? 1 : 0);
    program.setTour(
      ...([this.#xAt, this.#yAt, this.#orderAt, this.#positionAt] as const),
      ...([this.#linkAt, this.#linkMsAt, strokes] as const),
    );
    this.#arrays = this.#arraysNow();
  }

  /** Where they are now: closed strokes may begin elsewhere than at first. */
  get ends(): Ends {
    return this.#now.ends;
  }

  /** The end at which each stroke is begun, in order. */
  get order(): Int32Array {
    return this.#now.order;
  }

  /** By end, the end that the pen comes from or goes to. */
  get link(): Int32Array {
    return this.#now.link;
  }

  /** And the time of that. */
  get linkMs(): Float64Array {
    return this.#now.linkMs;
  }

  positionOf(end: number): number {
    return this.#now.position[end >> 1]!;
  }

  /** The shorter way round. */
  strokesBetween(from: number, to: number): number {
    return this.program.strokesBetween(from, to);
  }

  costMs(from: number, to: number): number {
    return this.program.costMs(from, to);
  }

  costOfWay(dx: number, dy: number, mayJoin: boolean): number {
    return costOfWay(this.#cost, dx, dy, mayJoin);
  }

  totalMs(): number {
    return this.program.totalMs();
  }

  /** Whether it takes no more than the order in which the strokes are numbered. */
  isAsFastAsFile(): boolean {
    return this.program.isAsFastAsFile() === 1;
  }

  /** After the ends of a stroke moved. */
  measureLinksOf(stroke: number): void {
    for (const end of [2 * stroke, 2 * stroke + 1]) this.program.setLink(end, this.link[end]!);
  }

  travelMm(): number {
    const { ends, order, link } = this.#now;
    const { x, y } = ends;
    let total = 0;
    for (const entry of order) {
      const from = link[entry]!;
      total += Math.hypot(x[from]! - x[entry]!, y[from]! - y[entry]!);
    }
    return total;
  }

  /** The strokes from `first` to `last` go between c and d, linked elsewhere, with `first` at c. */
  moveStrokes(first: number, last: number, c: number, d: number): void {
    this.program.moveStrokes(first, last, c, d);
  }

  /** From here on `goBack` can return. */
  mark(): void {
    this.program.markTour();
  }

  goBack(): void {
    this.program.goBack();
  }

  /** When the memory grows, arrays in it become empty; to ask the memory itself takes longer. */
  get #now(): TourArrays {
    if (this.#arrays.order.length === 0) this.#arrays = this.#arraysNow();
    return this.#arrays;
  }

  #arraysNow(): TourArrays {
    const { program } = this;
    const strokes = this.#strokes;
    const x = float64sAt(program, this.#xAt, 2 * strokes);
    const y = float64sAt(program, this.#yAt, 2 * strokes);
    return {
      ends: { strokes, x, y },
      order: int32sAt(program, this.#orderAt, strokes),
      position: int32sAt(program, this.#positionAt, strokes),
      link: int32sAt(program, this.#linkAt, 2 * strokes),
      linkMs: float64sAt(program, this.#linkMsAt, 2 * strokes),
    };
  }
}

interface TourArrays {
  readonly ends: Ends;
  readonly order: Int32Array;
  readonly position: Int32Array;
  readonly link: Int32Array;
  readonly linkMs: Float64Array;
}
