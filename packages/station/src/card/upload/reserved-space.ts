/** A part of the free space that an upload counts on and has not written yet. */
export interface SpaceReservation {
  readonly bytes: number;
  written(bytes: number): void;
  end(): void;
}

/**
 * What uploads under way will still write. An upload that comes when all free space is reserved is refused at once;
 * otherwise several uploads would fill the card together, and all of them fail.
 */
export class ReservedSpace {
  readonly #reservations = new Set<SpaceReservation>();

  get bytes(): number {
    let sum = 0;
    for (const reservation of this.#reservations) sum += reservation.bytes;
    return sum;
  }

  reserve(bytes: number): SpaceReservation {
    let writtenBytes = 0;
    const reservation: SpaceReservation = {
      get bytes() {
        return Math.max(0, bytes - writtenBytes);
      },
      written: (sofar) => {
        writtenBytes = sofar;
      },
      end: () => this.#reservations.delete(reservation),
    };
    this.#reservations.add(reservation);
    return reservation;
  }
}
