import type { Ends } from '../../strokes/ends.ts';
import { float64sAt, int32sAt, put, putAt } from '../../wasm/numbers.ts';
import { newProgram, type Program } from '../../wasm/program.ts';
import { costOfWay, type LinkCost } from './link-cost.ts';
import type { Neighbours } from './neighbours.ts';

/** A round trip through all strokes, in its own instance of the WebAssembly program (`assembly/tour.ts`). */
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
  /** Addresses of the neighbours in the program's memory, which has room for this many. */
  #neighbours = { room: -1, startsAt: 0, idsAt: 0, costsAt: 0 };

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

  /** Current ends; those of a closed stroke may have moved. */
  get ends(): Ends {
    return this.#now.ends;
  }

  /** First end of each stroke, in tour order. */
  get order(): Int32Array {
    return this.#now.order;
  }

  /** For each end: the end that the pen comes from or moves to. */
  get link(): Int32Array {
    return this.#now.link;
  }

  /** For each end: the time of its link. */
  get linkMs(): Float64Array {
    return this.#now.linkMs;
  }

  positionOf(end: number): number {
    return this.#now.position[end >> 1]!;
  }

  costOfWay(dx: number, dy: number, mayJoin: boolean): number {
    return costOfWay(this.#cost, dx, dy, mayJoin);
  }

  totalMs(): number {
    return this.program.totalMs();
  }

  /** Updates the times of a stroke's links. Call it after the stroke's ends moved. */
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

  /** Sets the candidates for better links. Call it again after ends moved, because costs change. */
  setNeighbours({ starts, ids }: Neighbours): void {
    const { program } = this;
    let { room, startsAt, idsAt, costsAt } = this.#neighbours;
    if (ids.length > room) {
      room = Math.ceil(room < 0 ? ids.length : 1.5 * ids.length);
      startsAt = program.take(starts.byteLength);
      idsAt = program.take(4 * room);
      costsAt = program.take(8 * room);
      this.#neighbours = { room, startsAt, idsAt, costsAt };
    }
    putAt(program, startsAt, starts);
    putAt(program, idsAt, ids);
    program.setNeighbours(startsAt, idsAt, costsAt);
  }

  /** Reverses strokes where that saves time, all at once (`assembly/directions.ts`). */
  turnStrokes(): { readonly places: readonly number[]; readonly gainedShare: number } {
    const { program } = this;
    const gainedShare = program.turnStrokes();
    const places = [...int32sAt(program, program.turnedPlaces.value, program.turnedCount.value)];
    return { places, gainedShare };
  }

  /**
   * Views of the program's memory. They become empty when it grows, which is faster to check than the memory
   * itself, and are then renewed.
   */
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
