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

export class MotionBuffer {
  readonly #dialect: LineDialect;
  /** Size of its motion queue in commands; 0 without one. */
  #size = 0;
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

  announced(text = ''): void {
    this.#size = /^\d{1,4}$/.test(text.trim()) ? Math.min(Number(text), maxSize) : 0;
  }

  /** Called when replies show buffered motion although the banner was missed. */
  noticed(): void {
    if (this.#size === 0) this.#size = unknownSize;
  }

  /** A line of the reply to STATUS may show that the board still buffers motion of an earlier program. */
  heardInStatus(line: string): void {
    const waiting = waitingLine.exec(line);
    if (waiting === null) return;
    this.noticed();
    this.#isDraining = waiting[1] !== '0';
  }

  /**
   * Without a line about waiting commands, buffered motion counts as off. If noise removed that line, the next command
   * shows it.
   */
  statusReported(lines: readonly string[]): void {
    if (this.#state === 'unknown' && !lines.some((line) => waitingLine.test(line))) this.#state = 'off';
  }

  get doneCount(): number {
    return this.#doneCount;
  }

  restartCount(): void {
    this.#lastNumber = 0;
    this.#doneCount = 0;
  }

  /** Takes a progress report. The reply to the last of these commands may still be in flight. */
  heardDone(count: number): void {
    // The command belongs to an earlier program, which may have switched buffered motion on.
    if (this.#state === 'unknown') this.#isDraining = true;
    if (count <= this.#lastNumber + 1) this.#doneCount = Math.max(this.#doneCount, count);
  }

  accepted(number: number): void {
    this.#lastNumber = number;
  }

  atRest(): void {
    this.#isDraining = false;
  }

  /** Whether the board carries out commands of an earlier program; `switchFor` waits for that. */
  get isDraining(): boolean {
    return this.#isDraining;
  }

  cornerDeviationReported(steps: number): void {
    if (steps === this.#cornerDeviationSteps) return;
    this.#cornerDeviationSteps = steps;
    this.#gatherFacts();
  }

  forget(): void {
    this.#size = 0;
    this.#cornerDeviationSteps = undefined;
    this.#gatherFacts();
  }

  /** Buffered motion that was off is assumed to be off; the first command shows if another program switched it on. */
  opened(): void {
    if (this.#state !== 'off' || this.#size === 0) this.#state = 'unknown';
    this.#failures = 0;
    this.#isDraining = false;
  }

  started(): void {
    this.#state = 'off';
    this.#isDraining = false;
  }

  doubted(): void {
    if (this.#state === 'on') this.#state = 'unknown';
  }

  numbered(): void {
    if (!this.isWanted) this.#state = 'on';
  }

  needsSwitchFor({ verb, isAhead }: LineCommand): boolean {
    const isAtOnce = answeredInBuffer(verb) === 'at-once';
    if (this.#size === 0) return false;
    // A machine that has just reconnected is only queried: its mode stays until a command needs a change.
    if (isAtOnce && (isAhead || (this.#state === 'unknown' && !this.#isDraining))) return false;
    // A driver that never uses buffered motion only switches it off, and only if it is certainly on.
    if (!this.isWanted && this.#state !== 'on') return false;
    return this.#state !== (isAhead ? 'on' : 'off');
  }

  /**
   * Whether `next` may be sent while earlier commands are in flight, because its reply does not wait for the end of
   * motion.
   */
  mayFollow(next: LineCommand): boolean {
    const answered = answeredInBuffer(next.verb);
    if (answered === 'at-rest' || (answered === 'at-once' && !next.isAhead)) return false;
    return !this.needsSwitchFor(next);
  }

  /** A switch of buffered motion, or a barrier if a query must only wait for the end of motion. */
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

  /** An acknowledgement without its number repeats one of a different command. */
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
