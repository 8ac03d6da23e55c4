import type { Logger, StoredValue } from '@stationery/core';
import type { Driver } from '../drivers/driver.ts';
import { isOnPath, type Point } from '../drivers/language/geometry.ts';
import { positionAfter } from '../drivers/language/machine-position.ts';
import { ours } from '../drivers/language/our-language.ts';
import type { LinkEvent } from '../drivers/link.ts';
import type { PositionTracker } from './position-tracker.ts';

const askTimeoutMs = 5_000;
/** Remembered over a restart of the service. Sessions are numbered over all of its runs. */
export interface StoredOrigin {
  /** The last session of which it is known whether the board kept its position from the one before. */
  session: number;
  /** The last session in which the origin was where a person had it. */
  trusted: number;
  /** The board at this port can tell where it stands. */
  canTell: boolean;
  portPath: string;
  /** The path on which the board can stand since that session ended; null while it continues, and after a crash. */
  expected: Point[] | null;
}

export interface OriginParts {
  link: Driver;
  tracker: PositionTracker;
  stored: StoredValue<StoredOrigin | undefined>;
  /** Where the numbers of this run begin; the next run begins higher. */
  run: number;
  log: Logger;
  /** The path on which the machine can stand after a crash in that session, by the jobs that ran in it. */
  positionsAfter: (session: number) => Point[];
  /** The board counts in the second session from where it counted in the first. */
  onKept: (before: number, now: number) => void;
  /** A person has said where the origin is. */
  onSet: (now: number) => void;
  /** Whether the origin is lost may have changed. */
  onChange: () => void;
}

/**
 * Knows whether the board still counts from where it counted before. That is certain within one session of the link.
 * Over a lost port or a restart of the service it is when the board itself reports that it stands where it was left; a
 * board that restarts stands at its own X0 Y0, wherever that is. Otherwise a person has to say it.
 */
export class OriginKeeper {
  readonly #parts: OriginParts;
  #kept: StoredOrigin | undefined;
  /** Whether this session's origin has been compared with the one before. */
  #isDecided = false;
  /** Nothing was asked of this board, because it may not know the question. */
  #isUnasked = false;
  #hasMoved = false;
  #hasStarted = false;
  #hasLooked = false;
  #waiting: (() => void)[] = [];

  constructor(parts: OriginParts) {
    this.#parts = parts;
    this.#kept = parts.stored.get();
  }

  follow(): () => void {
    return this.#parts.link.subscribe((event) => this.#take(event));
  }

  get session(): number {
    return this.numberOf(this.#parts.link.session);
  }

  /** The number over all runs of a session of this run's link. */
  numberOf(linkSession: number): number {
    return this.#parts.run + linkSession;
  }

  /** The board may count from elsewhere than when a person last set, homed or confirmed its origin. */
  get isLost(): boolean {
    return this.#kept !== undefined && !(this.#isDecided && this.#kept.trusted === this.session);
  }

  /** Resolves when a board that was asked where it stands has answered, or when its port is gone. */
  decided(): Promise<void> {
    if (this.#isDecided || this.#isUnasked) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** A person wants to continue from where the machine stands: then any board is asked. */
  async ask(): Promise<void> {
    if (!this.#isDecided) await this.#readPosition();
  }

  /** What makes the place where the pen stands the origin. */
  setOrigin(): { commands: string[]; mayBeRefused: boolean } {
    const { position } = this.#parts.tracker.place;
    const isThere = position === null ? this.#hasStarted && !this.#hasMoved : isOrigin(position);
    // A board without ZERO counts from where it stood when its port was opened, if it has not moved since.
    return { commands: isThere ? [] : [ours.setOrigin], mayBeRefused: !this.#hasMoved };
  }

  /** A person says that the pen stands at the origin. */
  confirmed(): void {
    this.#decide(false);
    this.#trust();
    this.#parts.tracker.placed({ x: 0, y: 0 });
  }

  /** A command that a person sent was answered in the session in which it was asked for. */
  answered({ sent, ok }: { sent: string; ok: boolean }): void {
    if (!ok || !this.#parts.link.effectOf(sent).confirmsOrigin) return;
    this.#decide(false);
    this.#trust();
    this.#parts.onSet(this.session);
  }

  /** Another machine is connected next: its position says nothing about the one before. */
  machineReplaced(): void {
    if (this.#kept !== undefined) this.#keep({ ...this.#kept, expected: [] });
  }

  #trust(): void {
    if (this.#kept === undefined) return;
    this.#keep({ ...this.#kept, trusted: this.session });
    this.#parts.onChange();
  }

  #take(event: LinkEvent): void {
    switch (event.type) {
      case 'begun':
        if (!this.#hasMoved) this.#noteBegun(event.command);
        return;
      case 'told':
        if (event.told.position) this.#told(event.told.position);
        else if (event.told.position === null) this.#decide(false);
        return;
      case 'session':
        this.#ended(event.owed);
        return;
      case 'reset':
        this.#hasStarted = true;
        this.#hasMoved = false;
        this.#hasLooked = false;
        this.#decide(false);
        return;
      case 'state':
        // Busy and ready alternate with every command.
        if (event.state.state === 'ready' && !this.#hasLooked) this.#ready();
    }
  }

  #noteBegun(command: string): void {
    const { move, origin, problem } = this.#parts.link.effectOf(command);
    // The effect of an unknown command is unknown too.
    if (move === undefined && origin === undefined && problem !== 'unknown-command') return;
    this.#hasMoved = true;
    // From now on the machine stands elsewhere than where it was left.
    this.#decide(false);
  }

  #ended(owed: readonly string[]): void {
    const { tracker } = this.#parts;
    const last = this.session - 1;
    if (this.#kept?.session === last) this.#keep({ ...this.#kept, expected: this.#positionsNow(owed) });
    tracker.lost();
    this.#isDecided = false;
    this.#isUnasked = false;
    this.#hasMoved = false;
    this.#hasStarted = false;
    this.#hasLooked = false;
    this.#tellWaiting();
  }

  /** Where the machine can come to stand when the replies to these commands are lost. */
  #positionsNow(owed: readonly string[]): Point[] {
    const { tracker, link } = this.#parts;
    let { place } = tracker;
    const positions = [place.position];
    for (const line of owed) {
      const effect = link.effectOf(line);
      // Where it stops a move, the machine stands on the way there.
      if (effect.stops) continue;
      place = positionAfter(place, effect);
      positions.push(place.position);
    }
    return positions.every((position) => position !== null) ? positions : [];
  }

  /** A board that may be able to tell its position is asked for it. To any other, only what a person asked for is sent. */
  #ready(): void {
    this.#hasLooked = true;
    this.#isUnasked = !this.#canTell();
    if (this.#kept === undefined) this.#decide(true);
    if (this.#isUnasked) this.#tellWaiting();
    else void this.#readPosition();
  }

  async #readPosition(): Promise<void> {
    const { session } = this;
    // Reports are processed as they come. At the end there was no useful one.
    const { link } = this.#parts;
    let hasTold = false;
    const stop = link.subscribe((event) => {
      if (event.type === 'told' && event.told.position) hasTold = true;
    });
    await link.send(ours.askStatus, { timeoutMs: askTimeoutMs }).catch(() => undefined);
    stop();
    if (session !== this.session) return;
    this.#decide(false);
    // Another board may be at this port now. One that does not know the question is not asked at every opening.
    if (this.#kept?.canTell && link.tellsPosition !== 'yes' && !hasTold)
      this.#keep({ ...this.#kept, canTell: false });
  }

  #canTell(): boolean {
    const { link } = this.#parts;
    if (link.tellsPosition !== 'unknown') return link.tellsPosition === 'yes';
    return this.#kept?.canTell === true && this.#kept.portPath === link.portPath;
  }

  #told(position: Point): void {
    if (!this.#isDecided) this.#decide(this.#isExpected(position));
    if (this.#kept?.canTell === false) this.#keep({ ...this.#kept, canTell: true });
  }

  #isExpected(position: Point): boolean {
    if (this.#kept === undefined) return true;
    const expected = this.#kept.expected ?? this.#parts.positionsAfter(this.#kept.session);
    // A board that restarted says the same, so it must be certain that it was there before.
    if (isOrigin(position)) return expected.length > 0 && expected.every(isOrigin);
    return isOnPath(position, expected);
  }

  #decide(isKept: boolean): void {
    if (this.#isDecided) return;
    const { session } = this;
    const before = this.#kept;
    const canTell = this.#canTell();
    const isTrusted = before === undefined || (isKept && before.trusted === before.session);
    const trusted = isTrusted ? session : before.trusted;
    this.#isDecided = true;
    this.#tellWaiting();
    this.#keep({ session, trusted, canTell, portPath: this.#parts.link.portPath, expected: null });
    // Where this cannot be written, the jobs of the last session have to be confirmed.
    if (before !== undefined && isKept) this.#parts.onKept(before.session, session);
    this.#parts.onChange();
  }

  #tellWaiting(): void {
    for (const tell of this.#waiting.splice(0)) tell();
  }

  /** A full disk costs what would be known after the next start, and nothing before it. */
  #keep(kept: StoredOrigin): void {
    this.#kept = kept;
    try {
      this.#parts.stored.set(kept);
    } catch (error) {
      this.#parts.log.error({ err: error }, 'the origin could not be saved');
    }
  }
}

const isOrigin = ({ x, y }: Point) => x === 0 && y === 0;
