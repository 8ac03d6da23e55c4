import type { MachineFacts, Profile } from '../profile.ts';
import type { LineDialect } from './dialect.ts';
import { answeredInBuffer } from './grammar.ts';
import type { LineCommand } from './line-command.ts';

/** Assumed queue size of a board whose banner was missed. */
const unknownSize = 8;
const maxSize = 1_000;
const maxFailures = 3;
const waitingLine = /^WAITING (\d{1,9})$/;
const noFacts: MachineFacts = {};

/** Buffered motion of a board: whether it is supported and on, its counters and its corner deviation. */
export class MotionBuffer {
  readonly #dialect: LineDialect;
  /** Size of its motion queue in commands; 0 without one. */
  #size = 0;
  /** Whether the board answers when a command is queued. */
  #state: 'on' | 'off' | 'unknown' = 'off';
  #failures = 0;
  #isDraining = false;
  #lastNumber = 0;
  #doneCount = 0;
  #stepsPerMm = 1;
  #cornerDeviationSteps: number | undefined;
  #facts: MachineFacts = noFacts;

  constructor(dialect: LineDialect) {
    this.#dialect = dialect;
    this.#gatherFacts();
  }

  /** Whether the driver uses buffered motion of this family's boards if they support it. */
  get isWanted(): boolean {
    return this.#dialect.bufferedMotion !== undefined;
  }

  get isOn(): boolean {
    return this.#state === 'on';
  }

  get window(): number {
    return this.isWanted ? Math.max(1, this.#size) : 1;
  }

  /** Without buffered motion every corner is a stop, so there are no facts. */
  get facts(): MachineFacts {
    return this.window > 1 ? this.#facts : noFacts;
  }

  configure({ stepsPerMm }: Profile): void {
    this.#stepsPerMm = stepsPerMm;
    this.#gatherFacts();
  }

  /** Parses the banner suffix, such as `BUFFER 32`. */
  announced(text = ''): void {
    this.#size = /^\d{1,4}$/.test(text.trim()) ? Math.min(Number(text), maxSize) : 0;
  }

  /** Called when replies show buffered motion although the banner was missed. */
  noticed(): void {
    if (this.#size === 0) this.#size = unknownSize;
  }

  /**
   * Handles a line of the reply to STATUS: it may show that the board still buffers motion of an earlier
   * program.
   */
  heardInStatus(line: string): void {
    const waiting = waitingLine.exec(line);
    if (waiting === null) return;
    this.noticed();
    this.#isDraining = waiting[1] !== '0';
  }

  /**
   * Called with the whole reply to STATUS. Without a line about waiting commands, buffered motion is off; if
   * noise removed that line, the next command shows it.
   */
  statusReported(lines: readonly string[]): void {
    if (this.#state === 'unknown' && !lines.some((line) => waitingLine.test(line))) this.#state = 'off';
  }

  /** Commands carried out since the count was last restarted. */
  get doneCount(): number {
    return this.#doneCount;
  }

  /** Called when the board restarts its count. */
  restartCount(): void {
    this.#lastNumber = 0;
    this.#doneCount = 0;
  }

  /**
   * Called when the board has carried out this many commands. The reply to the last of them may still be in
   * flight.
   */
  heardDone(count: number): void {
    // The command belongs to an earlier program, which may have switched buffered motion on.
    if (this.#state === 'unknown') this.#isDraining = true;
    if (count <= this.#lastNumber + 1) this.#doneCount = Math.max(this.#doneCount, count);
  }

  accepted(number: number): void {
    this.#lastNumber = number;
  }

  /** Called when all motion has ended. */
  atRest(): void {
    this.#isDraining = false;
  }

  /** Whether the board is still carrying out commands of an earlier program; `switchFor` waits for that. */
  get isDraining(): boolean {
    return this.#isDraining;
  }

  cornerDeviationReported(steps: number): void {
    if (steps === this.#cornerDeviationSteps) return;
    this.#cornerDeviationSteps = steps;
    this.#gatherFacts();
  }

  /** Called when a different board may be connected next. */
  forget(): void {
    this.#size = 0;
    this.#cornerDeviationSteps = undefined;
    this.#gatherFacts();
  }

  /**
   * Called when the port was opened. Buffered motion that was off is assumed to be off; the first command
   * shows if a different program has switched it on.
   */
  opened(): void {
    if (this.#state !== 'off' || this.#size === 0) this.#state = 'unknown';
    this.#failures = 0;
    this.#isDraining = false;
  }

  /** Called when the board has started, so buffered motion is off. */
  started(): void {
    this.#state = 'off';
    this.#isDraining = false;
  }

  /** Called when the board's count may differ from the driver's. */
  doubted(): void {
    if (this.#state === 'on') this.#state = 'unknown';
  }

  /** Called when the board has numbered a command. */
  numbered(): void {
    if (!this.isWanted) this.#state = 'on';
  }

  /** Whether to switch buffered motion on or off before this command. */
  needsSwitchFor({ verb, isAhead }: LineCommand): boolean {
    const isAtOnce = answeredInBuffer(verb) === 'at-once';
    if (this.#size === 0) return false;
    // A machine that has just reconnected is only queried: its mode stays until a command needs a change.
    if (isAtOnce && (isAhead || (this.#state === 'unknown' && !this.#isDraining))) return false;
    // Leaves it off if this driver never switches it on.
    if (!this.isWanted && this.#state !== 'on') return false;
    return this.#state !== (isAhead ? 'on' : 'off');
  }

  /** Whether the reply does not wait for the end of motion, so that others may be in flight. */
  mayFollow(next: LineCommand): boolean {
    const answered = answeredInBuffer(next.verb);
    if (answered === 'at-rest' || (answered === 'at-once' && !next.isAhead)) return false;
    return !this.needsSwitchFor(next);
  }

  /**
   * Returns the line to send before this command: a switch of buffered motion, or a barrier if a query must
   * only wait for the end of motion.
   */
  switchFor({ verb, isAhead }: LineCommand, barrier: () => string): string {
    if (this.#isDraining && answeredInBuffer(verb) === 'at-once') return barrier();
    this.#state = 'unknown';
    return isAhead ? switchOn : 'BUFFER OFF';
  }

  switched(line: string, ok: boolean): void {
    this.#state = ok ? (line === switchOn ? 'on' : 'off') : 'unknown';
    this.#failures = ok ? 0 : this.#failures + 1;
    this.#isDraining = false;
    // The board announced buffered motion, but it does not work.
    if (this.#failures >= maxFailures) this.#size = 0;
  }

  /** Whether an acknowledgement lacks its number: then it repeats one of a different command. */
  lacksNumber({ verb, number }: LineCommand): boolean {
    return this.isOn && number === undefined && answeredInBuffer(verb) === 'when-queued';
  }

  #gatherFacts(): void {
    const defaultMm = this.#dialect.bufferedMotion?.defaultCornerDeviationMm;
    if (defaultMm === undefined) return;
    const reportedMm =
      this.#cornerDeviationSteps === undefined ? defaultMm : this.#cornerDeviationSteps / this.#stepsPerMm;
    if (reportedMm !== this.#facts.cornerDeviationMm) this.#facts = { cornerDeviationMm: reportedMm };
  }
}

const switchOn = 'BUFFER ON';
