import type { PlotterStatus } from '@stationery/client';
import { distanceAt, type MoveProfile, moveProfile } from '@stationery/drawing';
import { machine } from './store.ts';

export interface Place {
  x: number;
  y: number;
}

export interface TrailPlace extends Place {
  drawn: boolean;
}

interface Move {
  from: Place;
  to: Place;
  startedMs: number;
  /** In steps. */
  length: number;
  profile: MoveProfile;
}

const longestTrail = 5000;
const number = '([+-]?\\d{1,9})';
const moveCommand = new RegExp(`^MOVE\\s+X${number}\\s+Y${number}$`, 'i');
const stoppedAt = new RegExp(`^ERR STOPPED at X${number} Y${number}$`);

/**
 * Follows the pen by the lines that go over the wire, which say more than the places that are told five times a
 * second: where it is on its way right now, and what it drew since the job was last counted.
 */
class PenMotion {
  #place: Place | undefined;
  #isDown = false;
  #move: Move | undefined;
  /** A command of before this page listened was answered: where the pen is now is known when it is told. */
  #isPlaceStale = false;
  /** What began while the place was stale, and when. */
  #begun: { line: string; startedMs: number } | undefined;
  #waiting: string[] = [];
  #speed: number | undefined;
  #acceleration: number | undefined;
  #listeners = new Set<() => void>();
  trail: TrailPlace[] = [];

  get isDown(): boolean {
    return this.#isDown;
  }

  get isMoving(): boolean {
    return this.#move !== undefined;
  }

  /** Where the last move began that is still under way. */
  get movingFrom(): Place | undefined {
    return this.#move?.from;
  }

  /** Undefined while nobody knows. */
  placeAt(nowMs: number): Place | undefined {
    if (this.#move === undefined) return this.#place;
    const { from, to, startedMs, length, profile } = this.#move;
    const part = length === 0 ? 1 : distanceAt(profile, nowMs - startedMs) / length;
    return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
  }

  sent(line: string): void {
    this.#waiting.push(line);
    if (this.#waiting.length === 1) this.#begin(line);
  }

  received(line: string): void {
    const isGood = line === 'OK' || line.startsWith('OK ');
    if (!isGood && !line.startsWith('ERR')) return;
    const command = this.#waiting.shift();
    if (command === undefined) {
      this.#isPlaceStale = true;
      return;
    }
    if (isGood) this.#done(command);
    else this.#refused(line);
    this.#move = undefined;
    this.#begun = undefined;
    if (this.#waiting[0] !== undefined) this.#begin(this.#waiting[0]);
    this.#tell();
  }

  told({ link, position, pen }: PlotterStatus): void {
    if (link.state !== 'ready' && link.state !== 'busy') this.forget();
    if (this.#move === undefined) {
      this.#place = position ?? undefined;
      this.#isDown = pen === 'down';
      this.#isPlaceStale = false;
      // What is told is the place after all that was answered: there the command in flight began.
      if (this.#begun !== undefined) this.#begin(this.#begun.line, this.#begun.startedMs);
      this.#begun = undefined;
    }
    this.#tell();
  }

  /** Lines were missed: what they began is unknown. */
  forget(): void {
    this.#waiting = [];
    this.#move = undefined;
    this.#begun = undefined;
    this.#speed = undefined;
    this.#acceleration = undefined;
  }

  /** The job says how far it is: what it has counted need not be remembered here. */
  counted(): void {
    this.trail = [];
    this.#tell();
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #begin(line: string, startedMs = performance.now()): void {
    if (this.#isPlaceStale) {
      this.#begun = { line, startedMs };
      return;
    }
    const to = this.#targetOf(line);
    const from = this.#place;
    if (to === undefined || from === undefined) return;
    const profile = machine.peek();
    const speed = this.#speed ?? profile?.speed ?? 8000;
    const acceleration = this.#acceleration ?? profile?.acceleration ?? 80_000;
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    const motion = moveProfile(length, speed, acceleration);
    this.#move = { from, to, startedMs, length, profile: motion };
    this.#tell();
  }

  #targetOf(line: string): Place | undefined {
    if (/^HOME$/i.test(line)) return { x: 0, y: 0 };
    const found = moveCommand.exec(line);
    if (found === null) return undefined;
    const [x, y] = [Number(found[1]), Number(found[2])];
    if (machine.peek()?.coordinates !== 'relative') return { x, y };
    return this.#place && { x: this.#place.x + x, y: this.#place.y + y };
  }

  #done(command: string): void {
    const [verb = '', value = ''] = command.toUpperCase().split(/\s+/);
    if (verb === 'PENUP' || verb === 'STOP' || verb === 'HOME') this.#isDown = false;
    if (verb === 'PENDOWN') this.#isDown = true;
    if (verb === 'ZERO') this.#place = { x: 0, y: 0 };
    if (verb === 'SPEED') this.#speed = Number(value);
    if (verb === 'ACCEL') this.#acceleration = Number(value);
    const to = this.#targetOf(command);
    if (to !== undefined) this.#arrive(to);
  }

  #refused(line: string): void {
    const at = stoppedAt.exec(line);
    if (at !== null) this.#arrive({ x: Number(at[1]), y: Number(at[2]) });
  }

  #arrive(to: Place): void {
    if (this.#isPlaceStale) return;
    if (this.trail.length === 0 && this.#place) this.trail.push({ ...this.#place, drawn: false });
    if (this.trail.length < longestTrail) this.trail.push({ ...to, drawn: this.#isDown });
    this.#place = to;
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}

export const penMotion = new PenMotion();
