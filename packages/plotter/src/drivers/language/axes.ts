import type { LinkEvent, LinkState, Reply } from '../link.ts';
import type { MachineFacts, Profile } from '../profile.ts';
import type { StatusReply } from './effect.ts';
import type { Area, Point } from './geometry.ts';
import { ours, parseMove } from './our-language.ts';

export type Axes = NonNullable<Profile['axes']>;

/** Converts a raw line to the machine's axes. Returns undefined for lines that do not move the machine. */
export type TurnRaw = (line: string, turn: (point: Point) => Point) => string | undefined;

/**
 * Converts commands to a machine's swapped or reversed axes, and its reports back to drawing axes. Everywhere else X
 * runs to the right and Y towards the user.
 */
export class TurnedAxes {
  readonly #axes: Axes;
  readonly #turnRaw: TurnRaw | undefined;

  constructor(axes: Axes, turnRaw?: TurnRaw) {
    this.#axes = axes;
    this.#turnRaw = turnRaw;
  }

  command(command: string): string {
    return this.#turn(command, (point) => this.#toMachine(point));
  }

  original(command: string): string {
    return this.#turn(command, (point) => this.#fromMachine(point));
  }

  reply(reply: Reply): Reply {
    return { ...reply, sent: this.original(reply.sent) };
  }

  state(state: LinkState): LinkState {
    return state.state === 'busy' ? { ...state, command: this.original(state.command) } : state;
  }

  facts(facts: MachineFacts): MachineFacts {
    return facts.limits ? { ...facts, limits: this.#area(facts.limits) } : facts;
  }

  event(event: LinkEvent): LinkEvent {
    switch (event.type) {
      case 'state':
        return { ...event, state: this.state(event.state) };
      case 'begun':
        return { ...event, command: this.original(event.command) };
      case 'accepted':
      case 'reply':
        return { ...event, reply: this.reply(event.reply) };
      case 'unanswered':
        return { ...event, line: this.original(event.line) };
      case 'session':
        return { ...event, owed: event.owed.map((command) => this.original(command)) };
      case 'reported':
        return { ...event, reported: this.#reported(event.reported) };
      default:
        return event;
    }
  }

  #reported(reported: StatusReply): StatusReply {
    return {
      ...reported,
      ...(reported.position ? { position: this.#fromMachine(reported.position) } : {}),
      ...(reported.limitsFrom ? { limitsFrom: this.#fromMachine(reported.limitsFrom) } : {}),
      ...(reported.limits ? { limits: this.#area(reported.limits) } : {}),
    };
  }

  #area({ minX, maxX, minY, maxY }: Area): Area {
    const a = this.#fromMachine({ x: minX, y: minY });
    const b = this.#fromMachine({ x: maxX, y: maxY });
    return {
      minX: Math.min(a.x, b.x),
      maxX: Math.max(a.x, b.x),
      minY: Math.min(a.y, b.y),
      maxY: Math.max(a.y, b.y),
    };
  }

  #turn(command: string, turn: (point: Point) => Point): string {
    const to = parseMove(command);
    if (to !== undefined) return ours.moveTo(turn(to));
    return this.#turnRaw?.(command, turn) ?? command;
  }

  #toMachine({ x, y }: Point): Point {
    return this.#mirrored(this.#axes.swap ? { x: y, y: x } : { x, y });
  }

  #fromMachine(point: Point): Point {
    const { x, y } = this.#mirrored(point);
    return this.#axes.swap ? { x: y, y: x } : { x, y };
  }

  /** Adding 0 avoids `-0`. */
  #mirrored({ x, y }: Point): Point {
    const { mirrorX, mirrorY } = this.#axes;
    return { x: (mirrorX ? -x : x) + 0, y: (mirrorY ? -y : y) + 0 };
  }
}

/** Returns undefined if the machine's axes equal those of a drawing. */
export function turnedAxes(axes: Profile['axes'], turnRaw?: TurnRaw): TurnedAxes | undefined {
  return axes && (axes.swap || axes.mirrorX || axes.mirrorY) ? new TurnedAxes(axes, turnRaw) : undefined;
}
