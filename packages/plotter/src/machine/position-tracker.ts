import type { Point } from '../drivers/geometry.ts';
import { parseMove, verbOf } from '../drivers/lines/grammar.ts';
import type { Link, Reply } from '../link/link.ts';
import type { MachinePosition } from './machine-position.ts';
import { ReachTracker } from './reach-tracker.ts';

/** Follows the machine by the commands that it acknowledged. What cannot be known is null, never a guess. */
export class PositionTracker {
  #place: MachinePosition = { position: null, pen: null };
  /** How far the machine reaches from where it is told to count from. */
  readonly reach = new ReachTracker();
  readonly #relative: () => boolean;
  readonly #listeners = new Set<() => void>();

  constructor(relative: () => boolean) {
    this.#relative = relative;
  }

  get place(): MachinePosition {
    return this.#place;
  }

  /**
   * Whoever sent a command, its reply counts: in the moment in which it comes, before anything that the board says
   * next, such as that it has restarted.
   */
  follow(link: Link): () => void {
    return link.subscribe((event) => {
      if (event.type === 'reply') this.#answered(event.reply);
      if (event.type === 'unanswered') this.#unanswered(event.line);
    });
  }

  #answered({ sent, ok, terminalLine, lines }: Reply): void {
    if (!ok) this.#become(afterRefusal(this.#place, terminalLine, this.#relative()));
    else if (verbOf(sent) === 'STATUS') {
      this.reach.told(lines);
      this.#become({ ...this.#place, ...positionFromStatus(lines) });
    } else {
      this.reach.answered(sent, this.#place.position);
      this.#become(positionAfter(this.#place, sent, this.#relative()));
    }
  }

  /** The device may have done it, or a part of it, or nothing. */
  #unanswered(line: string): void {
    this.reach.unanswered(line);
    this.#become(inDoubt(this.#place, line));
  }

  /** A person says where the pen stands. */
  placed(position: Point): void {
    this.#become({ ...this.#place, position });
  }

  /** The board restarted, or the port was lost. */
  lost(): void {
    this.reach.lost();
    this.#become({ position: null, pen: null });
  }

  /** Told whenever the place is another. */
  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #become(place: MachinePosition): void {
    const { position, pen } = this.#place;
    this.#place = place;
    const same = pen === place.pen && position?.x === place.position?.x && position?.y === place.position?.y;
    if (!same) for (const listener of this.#listeners) listener();
  }
}

/** What the machine says of itself, in the lines of a STATUS. */
export function positionFromStatus(lines: readonly string[]): { position?: Point; pen?: 'up' | 'down' } {
  const text = lines.join('\n');
  const at = /^POS X(-?\d{1,9}) Y(-?\d{1,9})$/m.exec(text);
  const pen = /^PEN (UP|DOWN)$/m.exec(text);
  return {
    ...(at !== null && { position: { x: Number(at[1]), y: Number(at[2]) } }),
    ...(pen !== null && { pen: pen[1] === 'UP' ? ('up' as const) : ('down' as const) }),
  };
}

/** A refusal has changed nothing, but for a move that was stopped: it says where. */
function afterRefusal(place: MachinePosition, terminalLine: string, relative: boolean): MachinePosition {
  const at = /^ERR STOPPED at X(-?\d{1,9}) Y(-?\d{1,9})$/.exec(terminalLine);
  if (at === null) return place;
  return { ...place, position: relative ? null : { x: Number(at[1]), y: Number(at[2]) } };
}

function inDoubt(place: MachinePosition, command: string): MachinePosition {
  switch (verbOf(command)) {
    case 'PENUP':
    case 'PENDOWN':
    case 'SERVO':
    case 'STOP':
      return { ...place, pen: null };
    case 'MOVE':
    case 'ZERO':
      return { ...place, position: null };
    case 'HOME':
    case 'RESET':
      return { position: null, pen: null };
    default:
      return place;
  }
}

/** Where the machine is after a command that it acknowledged. */
export function positionAfter(place: MachinePosition, command: string, relative: boolean): MachinePosition {
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
      return { ...place, pen: 'up' };
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
