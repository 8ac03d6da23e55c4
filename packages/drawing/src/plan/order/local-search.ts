import { putAt } from '../../wasm/numbers.ts';
import type { Program } from '../../wasm/program.ts';
import type { Neighbours } from './neighbours.ts';
import type { Tour } from './tour.ts';

/**
 * Better links between near ends, one change at a time: two links exchanged (2-opt), or three, which also moves
 * a run of strokes elsewhere, either way round (Or-opt). Only ends near which something changed are checked. It runs in the
 * program of the tour (`assembly/local-search.ts`).
 */
export class LocalSearch {
  readonly #program: Program;
  /** In the memory of the program, with room for so many neighbours. */
  #startsAt = 0;
  #idsAt = 0;
  #costsAt = 0;
  #room = -1;

  constructor(tour: Tour, neighbours: Neighbours, mostTurned: number) {
    this.#program = tour.program;
    this.#program.beginSearch();
    this.mostTurned = mostTurned;
    this.setNeighbours(neighbours);
  }

  /** Changes that turn more strokes round than this are left out: they take longer than they are worth. */
  set mostTurned(strokes: number) {
    this.#program.setMostTurned(strokes);
  }

  /** Also after ends moved: then links to them take another time. */
  setNeighbours({ starts, ids }: Neighbours): void {
    const program = this.#program;
    if (ids.length > this.#room) {
      this.#room = Math.ceil(this.#room < 0 ? ids.length : 1.5 * ids.length);
      this.#startsAt = program.take(starts.byteLength);
      this.#idsAt = program.take(4 * this.#room);
      this.#costsAt = program.take(8 * this.#room);
    }
    putAt(program, this.#startsAt, starts);
    putAt(program, this.#idsAt, ids);
    program.setNeighbours(this.#startsAt, this.#idsAt, this.#costsAt);
  }

  get isDone(): boolean {
    return this.#program.queued.value === 0;
  }

  lookAt(end: number): void {
    this.#program.lookAt(end);
  }

  lookAtAll(): void {
    this.#program.lookAtAll();
  }

  /** At both ends of each of so many links. */
  lookAtLongest(links: number): void {
    this.#program.lookAtLongest(links);
  }

  /** Checks this many of the queued ends; returns the time gained. */
  next(many: number): number {
    return this.#program.next(many);
  }
}
