/** Free space that an upload needs and has not written yet. */
export interface SpaceReservation {
  readonly bytes: number;
  written(bytes: number): void;
  end(): void;
}

/**
 * Space still needed by uploads in progress. Refuses an upload at once if all free space is
 * reserved; otherwise concurrent uploads could fill the card and all fail.
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
