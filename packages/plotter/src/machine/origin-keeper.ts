import type { Logger, StoredValue } from '@stationery/core';
import type { Driver } from '../drivers/driver.ts';
import { isOnPath, type Point } from '../drivers/language/geometry.ts';
import { positionAfter } from '../drivers/language/machine-position.ts';
import { ours } from '../drivers/language/our-language.ts';
import type { LinkEvent } from '../drivers/link.ts';
import type { PositionTracker } from './position-tracker.ts';

const askTimeoutMs = 5_000;
/** Stored across restarts. Sessions are numbered across all runs of the service. */
export interface StoredOrigin {
  /** The last session for which it is known whether the board kept its position. */
  session: number;
  /** The last session with an origin set or confirmed by a user. */
  trusted: number;
  /** Whether the board at this port can report its position. */
  canTell: boolean;
  portPath: string;
  sheetNumber: number;
  /** Possible positions of the board since that session ended; null during the session and after a crash. */
  expected: Point[] | null;
}

interface OriginDeps {
  driver: Driver;
  tracker: PositionTracker;
  stored: StoredValue<StoredOrigin | undefined>;
  /** First session number of this run; later runs start higher. */
  run: number;
  log: Logger;
  /** Returns the possible positions after a crash in that session, according to its jobs. */
  positionsAfter: (session: number) => Point[];
  onKept: (before: number, now: number) => void;
  onSet: (now: number) => void;
  /** `isLost` or `sheetNumber` may have changed. */
  onChange: () => void;
}

/**
 * Within one link session the board certainly has the same origin; after a lost port or a restart of the service, only if
 * it reports the position where it was left. A restarted board is at its own X0 Y0. Otherwise a user has to confirm it.
 */
export class OriginKeeper {
  readonly #deps: OriginDeps;
  #kept: StoredOrigin | undefined;
  /** Whether the origin of this session was compared with the previous one. */
  #isDecided = false;
  /** Whether the position was not queried because the board may not know the query. */
  #isUnasked = false;
  #hasMoved = false;
  #hasStarted = false;
  #hasLooked = false;
  #waiting: (() => void)[] = [];

  constructor(deps: OriginDeps) {
    this.#deps = deps;
    this.#kept = deps.stored.get();
  }

  follow(): () => void {
    return this.#deps.driver.subscribe((event) => this.#take(event));
  }

  get session(): number {
    return this.numberOf(this.#deps.driver.session);
  }

  numberOf(linkSession: number): number {
    return this.#deps.run + linkSession;
  }

  /** Whether the origin may differ from the one last set, homed or confirmed. */
  get isLost(): boolean {
    return this.#kept !== undefined && !(this.#isDecided && this.#kept.trusted === this.session);
  }

  /** Increases when marks on the sheet may be at different positions than before. */
  get sheetNumber(): number {
    return this.#kept?.sheetNumber ?? 1;
  }

  sheetReplaced(): void {
    if (this.#kept === undefined) return;
    this.#keep({ ...this.#kept, sheetNumber: this.sheetNumber + 1 });
    this.#deps.onChange();
  }

  /** Resolves when a queried board has answered or its port is gone. */
  decided(): Promise<void> {
    if (this.#isDecided || this.#isUnasked) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Queries any board, because a user wants to continue from its current position. */
  async ask(): Promise<void> {
    if (!this.#isDecided) await this.#readPosition();
  }

  setOrigin(): { commands: string[]; mayBeRefused: boolean } {
    const { position } = this.#deps.tracker.place;
    const isThere = position === null ? this.#hasStarted && !this.#hasMoved : isOrigin(position);
    // A board without ZERO counts from its position when the port was opened, if it has not moved since.
    return { commands: isThere ? [] : [ours.setOrigin], mayBeRefused: !this.#hasMoved };
  }

  /** The user confirms that the pen is at the origin. */
  confirmed(): void {
    this.#decide(false);
    this.#trust();
    this.#deps.tracker.placed({ x: 0, y: 0 });
  }

  /** Takes the reply to a command that a user sent in the current session. */
  answered({ sent, ok }: { sent: string; ok: boolean }): void {
    if (!ok || !this.#deps.driver.effectOf(sent).confirmsOrigin) return;
    this.#decide(false);
    this.#trust();
    this.#deps.onSet(this.session);
  }

  /** Called when a different machine is connected. Its position says nothing about that of the previous one. */
  machineReplaced(): void {
    if (this.#kept !== undefined) this.#keep({ ...this.#kept, expected: [] });
  }

  #trust(): void {
    if (this.#kept === undefined) return;
    this.#keep({ ...this.#kept, trusted: this.session });
    this.#deps.onChange();
  }

  #take(event: LinkEvent): void {
    switch (event.type) {
      case 'begun':
        this.#noteBegun(event.command);
        return;
      case 'reported':
        if (event.reported.position) this.#reported(event.reported.position);
        else if (event.reported.position === null) this.#decide(false);
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
    const { move, origin, shiftsOrigin, problem } = this.#deps.driver.effectOf(command);
    if (origin !== undefined || shiftsOrigin) this.sheetReplaced();
    // An unknown command has an unknown effect.
    if (this.#hasMoved || (move === undefined && origin === undefined && problem !== 'unknown-command'))
      return;
    this.#hasMoved = true;
    // The command moves the machine away from where it was left.
    this.#decide(false);
  }

  #ended(owed: readonly string[]): void {
    const { tracker } = this.#deps;
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

  /** Returns the possible positions if the replies to these commands are lost. */
  #positionsNow(owed: readonly string[]): Point[] {
    const { tracker, driver } = this.#deps;
    let { place } = tracker;
    const positions = [place.position];
    for (const line of owed) {
      const effect = driver.effectOf(line);
      // A stopped move ends on the way to its target.
      if (effect.stops) continue;
      place = positionAfter(place, effect);
      positions.push(place.position);
    }
    return positions.every((position) => position !== null) ? positions : [];
  }

  /** Queries only a board that may support it. Other boards only get user commands. */
  #ready(): void {
    this.#hasLooked = true;
    this.#isUnasked = !this.#canTell();
    if (this.#kept === undefined) this.#decide(true);
    if (this.#isUnasked) this.#tellWaiting();
    else void this.#readPosition();
  }

  async #readPosition(): Promise<void> {
    const { session } = this;
    // A position report in the reply is handled when it arrives. Without one, the query ends below.
    const { driver } = this.#deps;
    let hasReported = false;
    const stop = driver.subscribe((event) => {
      if (event.type === 'reported' && event.reported.position) hasReported = true;
    });
    await driver.send(ours.askStatus, { timeoutMs: askTimeoutMs }).catch(() => undefined);
    stop();
    if (session !== this.session) return;
    this.#decide(false);
    // A different board may be at this port. A board that does not know the query is not asked at
    // every opening.
    if (this.#kept?.canTell && driver.tellsPosition !== 'yes' && !hasReported)
      this.#keep({ ...this.#kept, canTell: false });
  }

  #canTell(): boolean {
    const { driver } = this.#deps;
    if (driver.tellsPosition !== 'unknown') return driver.tellsPosition === 'yes';
    return this.#kept?.canTell === true && this.#kept.portPath === driver.portPath;
  }

  #reported(position: Point): void {
    if (!this.#isDecided) this.#decide(this.#isExpected(position));
    if (this.#kept?.canTell === false) this.#keep({ ...this.#kept, canTell: true });
  }

  #isExpected(position: Point): boolean {
    if (this.#kept === undefined) return true;
    const expected = this.#kept.expected ?? this.#deps.positionsAfter(this.#kept.session);
    // A restarted board also reports X0 Y0, so the board must have been at the origin before.
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
    const sheetNumber = this.sheetNumber + (before === undefined || isKept ? 0 : 1);
    this.#isDecided = true;
    this.#tellWaiting();
    this.#keep({
      session,
      trusted,
      canTell,
      portPath: this.#deps.driver.portPath,
      sheetNumber,
      expected: null,
    });
    // If this write fails, users have to confirm the origin for jobs of the last session.
    if (before !== undefined && isKept) this.#deps.onKept(before.session, session);
    this.#deps.onChange();
  }

  #tellWaiting(): void {
    for (const tell of this.#waiting.splice(0)) tell();
  }

  /** Saves the state. On a full disk, only the state for the next start is lost. */
  #keep(kept: StoredOrigin): void {
    this.#kept = kept;
    try {
      this.#deps.stored.set(kept);
    } catch (error) {
      this.#deps.log.error({ err: error }, 'origin not saved');
    }
  }
}

const isOrigin = ({ x, y }: Point) => x === 0 && y === 0;
