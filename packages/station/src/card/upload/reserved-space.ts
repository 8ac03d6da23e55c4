export interface SpaceReservation {
  /** Number of bytes still needed. */
  readonly bytes: number;
  written(bytes: number): void;
  end(): void;
}

/**
 * Space on the card reserved by uploads. Without reservations, concurrent uploads could fill the card and all fail.
 */
export class ReservedSpace {
  readonly #reservations = new Set<SpaceReservation>();

  get bytes(): number {
    return [...this.#reservations].reduce((sum, { bytes }) => sum + bytes, 0);
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
