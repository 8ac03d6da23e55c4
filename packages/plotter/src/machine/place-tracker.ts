import { parseMove, verbOf } from '../firmware/grammar.ts';
import type { Place } from '../jobs/job.ts';

/** Follows the machine by the commands that it acknowledged. What cannot be known is null, never a guess. */
export class PlaceTracker {
  #place: Place = { position: null, pen: null };
  #relative: () => boolean;

  constructor(relative: () => boolean) {
    this.#relative = relative;
  }

  get place(): Place {
    return this.#place;
  }

  /** The device said that this was done. */
  done(command: string): void {
    this.#place = after(this.#place, command, this.#relative());
  }

  /** The board started anew, the port was lost or a move was cut short. */
  lost(): void {
    this.#place = { position: null, pen: null };
  }
}

/** Where the machine is after a command that it acknowledged. */
export function after(place: Place, command: string, relative: boolean): Place {
  switch (verbOf(command)) {
    case 'PENUP':
      return { ...place, pen: 'up' };
    case 'PENDOWN':
      return { ...place, pen: 'down' };
    case 'HOME':
      return { position: { x: 0, y: 0 }, pen: 'up' };
    case 'ZERO':
      return { ...place, position: { x: 0, y: 0 } };
    case 'SERVO':
      return { ...place, pen: null };
    case 'STOP':
    case 'RESET':
      return { position: null, pen: null };
    case 'MOVE': {
      const move = parseMove(command);
      if (move === undefined) return { ...place, position: null };
      if (!relative) return { ...place, position: move };
      const { position } = place;
      return { ...place, position: position && { x: position.x + move.x, y: position.y + move.y } };
    }
    default:
      return place;
  }
}
