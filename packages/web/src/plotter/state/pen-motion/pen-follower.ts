import type { PlotterStatus } from '@stationery/client';
import { moveProfile } from '@stationery/drawing';
import { machine } from '../store.ts';
import { BufferedMoves } from './buffered-moves.ts';
import { type Move, type Place, placeOn } from './move.ts';

export interface TrailPlace extends Place {
  drawn: boolean;
}

interface Queued {
  readonly number: number;
  readonly command: string;
  /** Undefined if the command does not move the pen or the start of the move is unknown. */
  readonly move: Move | undefined;
}

const maxTrail = 5000;
/** Maximum number of unanswered commands. No machine gets this many in advance, so with more, replies were missed. */
const maxWaiting = 100;
const number = '([+-]?\\d{1,9})';
const moveCommand = new RegExp(`^MOVE\\s+X${number}\\s+Y${number}$`, 'i');
const countLine = /^(QUEUED|DONE) (\d{1,9}) [0-9A-F]{4}$/;
const stoppedAt = new RegExp(`^(?:ERR STOPPED at|POS) X${number} Y${number}$`);

/**
 * Calculates the position of the pen from the lines sent and received, because the service reports it only
 * five times a second.
 */
export class PenFollower {
  /** Position after all completed commands. */
  #position: Place | undefined;
  #isDown = false;
  #move: Move | undefined;
  /**
   * Set by a reply to a command that was sent before this page listened. The position is then unknown until it is
   * reported.
   */
  #isPositionStale = false;
  /** The command that began while the position was unknown, and its start time. */
  #begun: { line: string; startedMs: number } | undefined;
  #waiting: string[] = [];
  /**
   * Commands in the motion queue of the board. In buffered motion, a reply means that a command is queued. The command
   * is done when the board counts it.
   */
  #queued: Queued[] = [];
  readonly #moves = new BufferedMoves();
  #isBuffered = false;
  #number: number | undefined;
  /** Number of completed commands; NaN until it is reported. */
  #doneCount = Number.NaN;
  /**
   * Whether the position is calculated from lines. If not, reported positions are used, because the machine
   * gets commands in advance but does not count the completed ones.
   */
  #isFollowed = true;
  /** Line with the position at rest after a stop. The number of passed commands is reported after this line. */
  #restLine = '';
  #speed: number | undefined;
  #acceleration: number | undefined;
  readonly #notify: () => void;
  trail: TrailPlace[] = [];

  constructor(notify: () => void) {
    this.#notify = notify;
  }

  get isDown(): boolean {
    return this.#isDown;
  }

  get isMoving(): boolean {
    return this.#move !== undefined;
  }

  get movingFrom(): Place | undefined {
    return this.#move?.from;
  }

  positionAt(nowMs: number): Place | undefined {
    return this.#move === undefined ? this.#position : placeOn(this.#move, nowMs);
  }

  lineSent(line: string): void {
    if (!this.#isFollowed) return;
    if (this.#waiting.length >= maxWaiting) this.reset();
    this.#waiting.push(line);
    this.#beginWaiting();
  }

  lineReceived(line: string): void {
    if (!this.#isFollowed) return;
    const count = countLine.exec(line);
    const isStop = this.#waiting[0] !== undefined && verbOf(this.#waiting[0]) === 'STOP';
    if (count !== null) this.#counted(count[1]!, Number(count[2]));
    else if (isStop && line.startsWith('POS')) this.#restLine = line;
    else this.#replied(line);
  }

  statusReceived({ link, position, pen }: PlotterStatus): void {
    this.#isFollowed = machine.peek()?.can?.linesAreCommands !== false;
    if (!this.#isFollowed || (link.state !== 'ready' && link.state !== 'busy')) this.reset();
    if (this.#move === undefined) {
      this.#position = position ?? undefined;
      this.#isDown = pen === 'down';
      this.#isPositionStale = false;
      // The report gives the position after the last completed command, which is where the current one began.
      if (this.#begun !== undefined) this.#begin(this.#begun.line, this.#begun.startedMs);
      this.#begun = undefined;
      if (this.#queued.length > 0) this.#settle();
    }
    this.#notify();
  }

  /** Called if lines were missed, so that the motion is unknown. */
  reset(): void {
    this.#waiting = [];
    this.#isBuffered = false;
    this.#restartCount(Number.NaN);
    this.#move = undefined;
    this.#begun = undefined;
    this.#speed = undefined;
    this.#acceleration = undefined;
  }

  clearTrail(): void {
    this.trail = [];
    this.#notify();
  }

  #replied(line: string): void {
    const isGood = line === 'OK' || line.startsWith('OK ');
    if (!isGood && !line.startsWith('ERR')) return;
    const command = this.#waiting.shift();
    const number = this.#number;
    this.#number = undefined;
    if (command === undefined) {
      this.#isPositionStale = true;
      return;
    }
    if (isGood) this.#take(command);
    if (isGood && number !== undefined) {
      this.#enqueue(number, command);
      return;
    }
    this.#stopped(isGood ? this.#restLine : line);
    this.#restLine = '';
    if (isGood) this.#done(command);
    if (this.#queued.length > 0) return;
    this.#move = undefined;
    this.#begun = undefined;
    this.#beginWaiting();
    this.#notify();
  }

  #counted(word: string, count: number): void {
    this.#isBuffered = true;
    if (word === 'QUEUED') this.#number = count;
    else {
      this.#doneCount = count;
      this.#settle();
    }
  }

  #restartCount(doneCount: number): void {
    this.#queued = [];
    this.#moves.clear();
    this.#doneCount = doneCount;
  }

  #enqueue(number: number, command: string): void {
    const from = this.#endOfQueue;
    const to = this.#targetOf(command, from);
    const move = to && from && this.#moveTo(to, from, performance.now());
    if (move !== undefined) this.#moves.add(move, this.#motion.speed, this.#motion.acceleration);
    else if (!isSetting(command)) this.#moves.restHere();
    this.#queued.push({ number, command, move });
    this.#settle();
    this.#moves.replan(performance.now());
  }

  get #endOfQueue(): Place | undefined {
    const last = this.#queued.findLast(({ command }) => moveCommand.test(command));
    if (last === undefined) return this.#isPositionStale ? undefined : this.#position;
    return last.move?.to ?? (isRelative() ? undefined : this.#targetOf(last.command, undefined));
  }

  /** Ends completed commands, and begins the next command if its start is known. */
  #settle(): void {
    for (let first = this.#queued[0]; first && first.number <= this.#doneCount; first = this.#queued[0]) {
      this.#queued.shift();
      this.#done(first.command);
      this.#moves.end();
      this.#move = undefined;
      this.#begun = undefined;
    }
    const [next] = this.#queued;
    if (next === undefined) this.#beginWaiting();
    else if (next.number !== this.#doneCount + 1) {
      this.#move = undefined;
      this.#isPositionStale = true;
    } else if (this.#move === undefined && next.move === undefined) this.#begin(next.command);
    else if (this.#move === undefined) {
      this.#moves.begin(next.move!, performance.now());
      this.#move = next.move;
    }
    this.#notify();
  }

  /** Begins the oldest unanswered command, unless its reply only means that it is queued. */
  #beginWaiting(): void {
    const [line] = this.#waiting;
    if (line === undefined || this.#queued.length > 0 || this.#move !== undefined) return;
    if (!this.#isBuffered || !moveCommand.test(line)) this.#begin(line);
  }

  #begin(line: string, startedMs = performance.now()): void {
    if (this.#isPositionStale) {
      this.#begun ??= { line, startedMs };
      return;
    }
    const to = this.#targetOf(line, this.#position);
    if (to === undefined || this.#position === undefined) return;
    this.#move = this.#moveTo(to, this.#position, startedMs);
    this.#notify();
  }

  #moveTo(to: Place, from: Place, startedMs: number): Move {
    const { speed, acceleration } = this.#motion;
    const profile = moveProfile(Math.hypot(to.x - from.x, to.y - from.y), speed, acceleration);
    return { from, to, startedMs, offset: 0, profile };
  }

  get #motion(): { speed: number; acceleration: number } {
    const profile = machine.peek();
    return {
      speed: this.#speed ?? profile?.speed ?? 8000,
      acceleration: this.#acceleration ?? profile?.acceleration ?? 80_000,
    };
  }

  #targetOf(line: string, from: Place | undefined): Place | undefined {
    if (/^HOME$/i.test(line)) return { x: 0, y: 0 };
    const found = moveCommand.exec(line);
    if (found === null) return undefined;
    const { x, y } = fromMachine(Number(found[1]), Number(found[2]));
    return isRelative() ? from && { x: from.x + x, y: from.y + y } : { x, y };
  }

  /** Applies a setting command. Settings apply to later commands. */
  #take(command: string): void {
    const [verb, value] = command.toUpperCase().split(/\s+/);
    if (verb === 'SPEED') this.#speed = Number(value);
    if (verb === 'ACCEL') this.#acceleration = Number(value);
    if (verb !== 'BUFFER') return;
    this.#isBuffered = value === 'ON';
    this.#restartCount(0);
  }

  #done(command: string): void {
    const verb = verbOf(command);
    if (verb === 'PENUP' || verb === 'STOP' || verb === 'HOME') this.#isDown = false;
    if (verb === 'PENDOWN') this.#isDown = true;
    // STOP empties the queue.
    if (verb === 'STOP' && this.#isBuffered) this.#restartCount(Number.NaN);
    if (verb === 'ZERO') this.#position = { x: 0, y: 0 };
    const to = this.#targetOf(command, this.#position);
    if (to !== undefined) this.#arrive(to);
  }

  /** Ends a stopped move where it was stopped. Other refusals change nothing. */
  #stopped(line: string): void {
    const at = stoppedAt.exec(line);
    if (at !== null) this.#arrive(fromMachine(Number(at[1]), Number(at[2])));
  }

  #arrive(to: Place): void {
    if (this.#isPositionStale) return;
    if (this.trail.length === 0 && this.#position) this.trail.push({ ...this.#position, drawn: false });
    if (this.trail.length < maxTrail) this.trail.push({ ...to, drawn: this.#isDown });
    this.#position = to;
  }
}

const verbOf = (command: string) => command.trim().split(/\s/, 1)[0]!.toUpperCase();
const isSetting = (command: string) => ['SPEED', 'ACCEL'].includes(verbOf(command));

/**
 * Converts axes of the machine, which lines use and which may be swapped or mirrored, to axes of the drawing.
 */
function fromMachine(x: number, y: number): Place {
  const { swap = false, mirrorX = false, mirrorY = false } = machine.peek()?.axes ?? {};
  const [first, second] = [(mirrorX ? -x : x) + 0, (mirrorY ? -y : y) + 0];
  return swap ? { x: second, y: first } : { x: first, y: second };
}

const isRelative = () => machine.peek()?.coordinates === 'relative';
