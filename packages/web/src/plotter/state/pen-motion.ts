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
 * Follows the pen by the lines that go over the wire. They say more than the positions that are reported five times a
 * second: where the pen is within a move, and what it drew since the progress of the job was last reported.
 */
class PenMotion {
  #position: Place | undefined;
  #isDown = false;
  #move: Move | undefined;
  /** A command from before this page listened was answered: the position is unknown until it is reported. */
  #isPositionStale = false;
  /** What began while the position was stale, and when. */
  #begun: { line: string; startedMs: number } | undefined;
  #waiting: string[] = [];
  /** Machines that are sent commands ahead are followed by the positions that are reported. */
  #isOneAtATime = true;
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

  /** Undefined while it is unknown. */
  positionAt(nowMs: number): Place | undefined {
    if (this.#move === undefined) return this.#position;
    const { from, to, startedMs, length, profile } = this.#move;
    const part = length === 0 ? 1 : distanceAt(profile, nowMs - startedMs) / length;
    return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part };
  }

  lineSent(line: string): void {
    if (!this.#isOneAtATime) return;
    this.#waiting.push(line);
    if (this.#waiting.length === 1) this.#begin(line);
  }

  lineReceived(line: string): void {
    const isGood = line === 'OK' || line.startsWith('OK ');
    if (!this.#isOneAtATime || (!isGood && !line.startsWith('ERR'))) return;
    const command = this.#waiting.shift();
    if (command === undefined) {
      this.#isPositionStale = true;
      return;
    }
    if (isGood) this.#done(command);
    else this.#refused(line);
    this.#move = undefined;
    this.#begun = undefined;
    if (this.#waiting[0] !== undefined) this.#begin(this.#waiting[0]);
    this.#notify();
  }

  statusReceived({ link, position, pen, driver }: PlotterStatus): void {
    this.#isOneAtATime = driver === 'stationery' || driver === 'pico';
    if (!this.#isOneAtATime || (link.state !== 'ready' && link.state !== 'busy')) this.reset();
    if (this.#move === undefined) {
      this.#position = position ?? undefined;
      this.#isDown = pen === 'down';
      this.#isPositionStale = false;
      // What is reported is the position after every answered command: there the command in flight began.
      if (this.#begun !== undefined) this.#begin(this.#begun.line, this.#begun.startedMs);
      this.#begun = undefined;
    }
    this.#notify();
  }

  /** Lines were missed, so it is unknown what they started. */
  reset(): void {
    this.#waiting = [];
    this.#move = undefined;
    this.#begun = undefined;
    this.#speed = undefined;
    this.#acceleration = undefined;
  }

  /** The job has reported its progress: the picture of the job shows what the trail showed. */
  clearTrail(): void {
    this.trail = [];
    this.#notify();
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #begin(line: string, startedMs = performance.now()): void {
    if (this.#isPositionStale) {
      this.#begun = { line, startedMs };
      return;
    }
    const to = this.#targetOf(line);
    const from = this.#position;
    if (to === undefined || from === undefined) return;
    const profile = machine.peek();
    const speed = this.#speed ?? profile?.speed ?? 8000;
    const acceleration = this.#acceleration ?? profile?.acceleration ?? 80_000;
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    const motion = moveProfile(length, speed, acceleration);
    this.#move = { from, to, startedMs, length, profile: motion };
    this.#notify();
  }

  #targetOf(line: string): Place | undefined {
    if (/^HOME$/i.test(line)) return { x: 0, y: 0 };
    const found = moveCommand.exec(line);
    if (found === null) return undefined;
    const [x, y] = [Number(found[1]), Number(found[2])];
    if (machine.peek()?.coordinates !== 'relative') return { x, y };
    return this.#position && { x: this.#position.x + x, y: this.#position.y + y };
  }

  #done(command: string): void {
    const [verb = '', value = ''] = command.toUpperCase().split(/\s+/);
    if (verb === 'PENUP' || verb === 'STOP' || verb === 'HOME') this.#isDown = false;
    if (verb === 'PENDOWN') this.#isDown = true;
    if (verb === 'ZERO') this.#position = { x: 0, y: 0 };
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
    if (this.#isPositionStale) return;
    if (this.trail.length === 0 && this.#position) this.trail.push({ ...this.#position, drawn: false });
    if (this.trail.length < longestTrail) this.trail.push({ ...to, drawn: this.#isDown });
    this.#position = to;
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}

export const penMotion = new PenMotion();
