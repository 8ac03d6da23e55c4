import type { MachineFacts, Profile } from '../profile.ts';
import type { LineDialect } from './dialect.ts';
import { answeredInBuffer } from './grammar.ts';
import type { LineCommand } from './line-command.ts';

/** Of a board whose banner was missed. */
const unknownSize = 8;
const maxSize = 1_000;
const maxFailures = 3;
const waitingLine = /^WAITING (\d{1,9})$/;
const noFacts: MachineFacts = {};

/** The buffered motion of a board: whether it has it, whether it is on, what it counts, and how it passes corners. */
export class MotionBuffer {
  readonly #dialect: LineDialect;
  /** How many commands its motion queue holds; 0 where it has none. */
  #size = 0;
  /** Whether it answers when a command is queued. */
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

  /** Boards of this family are sent commands ahead where they can take them. */
  get isWanted(): boolean {
    return this.#dialect.bufferedMotion !== undefined;
  }

  get isOn(): boolean {
    return this.#state === 'on';
  }

  get window(): number {
    return this.isWanted ? Math.max(1, this.#size) : 1;
  }

  /** Without buffered motion every corner is a stop, and there is nothing to say. */
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

  /** The banner was missed, but the board answers as only one with buffered motion does. */
  noticed(): void {
    if (this.#size === 0) this.#size = unknownSize;
  }

  /** The status of a board shows whether it buffers motion for an earlier program. */
  heardInStatus(line: string): void {
    const waiting = waitingLine.exec(line);
    if (waiting === null) return;
    this.noticed();
    this.#isDraining = waiting[1] !== '0';
  }

  /** Its whole status. Only a board that is in buffered motion says how much waits; where that line was lost, it says so with the next command. */
  statusTold(lines: readonly string[]): void {
    if (this.#state === 'unknown' && !lines.some((line) => waitingLine.test(line))) this.#state = 'off';
  }

  /** How many commands the board has carried out since it began to count. */
  get doneCount(): number {
    return this.#doneCount;
  }

  /** The board counts from zero again. */
  restartCount(): void {
    this.#lastNumber = 0;
    this.#doneCount = 0;
  }

  /** The board has carried out this many commands. The reply to the last of them may still be on its way. */
  heardDone(count: number): void {
    // A command of a program before this one, which may have switched buffered motion on.
    if (this.#state === 'unknown') this.#isDraining = true;
    if (count <= this.#lastNumber + 1) this.#doneCount = Math.max(this.#doneCount, count);
  }

  /** A command with this number was accepted. */
  accepted(number: number): void {
    this.#lastNumber = number;
  }

  /** All motion has ended. */
  atRest(): void {
    this.#isDraining = false;
  }

  /** The board is still carrying out what a program before this one gave it: `switchFor` waits for that. */
  get isDraining(): boolean {
    return this.#isDraining;
  }

  toldCornerDeviation(steps: number): void {
    if (steps === this.#cornerDeviationSteps) return;
    this.#cornerDeviationSteps = steps;
    this.#gatherFacts();
  }

  /** A different board may be connected next. */
  forget(): void {
    this.#size = 0;
    this.#cornerDeviationSteps = undefined;
    this.#gatherFacts();
  }

  /** It was off and still is, unless another program had the board meanwhile; that shows with the first command. */
  opened(): void {
    if (this.#state !== 'off' || this.#size === 0) this.#state = 'unknown';
    this.#failures = 0;
    this.#isDraining = false;
  }

  /** The board has started: it is off. */
  started(): void {
    this.#state = 'off';
    this.#isDraining = false;
  }

  /** The count of the board may differ from the count here. */
  doubted(): void {
    if (this.#state === 'on') this.#state = 'unknown';
  }

  /** The board has numbered a command. */
  numbered(): void {
    if (!this.isWanted) this.#state = 'on';
  }

  /** Whether it must be switched on or off before this command is sent. */
  needsSwitchFor({ verb, isAhead }: LineCommand): boolean {
    const isAtOnce = answeredInBuffer(verb) === 'at-once';
    if (this.#size === 0) return false;
    // A machine that has just come back is only asked: its mode is not changed before a command needs it.
    if (isAtOnce && (isAhead || (this.#state === 'unknown' && !this.#isDraining))) return false;
    // Only this driver switches it on.
    if (!this.isWanted && this.#state !== 'on') return false;
    return this.#state !== (isAhead ? 'on' : 'off');
  }

  /** Whether this command may be sent while others are under way: its reply would not have to wait until all motion has ended. */
  mayFollow(next: LineCommand): boolean {
    const answered = answeredInBuffer(next.verb);
    if (answered === 'at-rest' || (answered === 'at-once' && !next.isAhead)) return false;
    return !this.needsSwitchFor(next);
  }

  /** The line that switches it; until the reply comes it may be either. A question has only to wait for the end of motion. */
  switchFor({ verb, isAhead }: LineCommand, barrier: () => string): string {
    if (this.#isDraining && answeredInBuffer(verb) === 'at-once') return barrier();
    this.#state = 'unknown';
    return isAhead ? switchOn : 'BUFFER OFF';
  }

  switched(line: string, ok: boolean): void {
    this.#state = ok ? (line === switchOn ? 'on' : 'off') : 'unknown';
    this.#failures = ok ? 0 : this.#failures + 1;
    this.#isDraining = false;
    // It was announced but does not work.
    if (this.#failures >= maxFailures) this.#size = 0;
  }

  /** Its number comes before its acknowledgement: without it, that is another command's, repeated. */
  lacksNumber({ verb, number }: LineCommand): boolean {
    return this.isOn && number === undefined && answeredInBuffer(verb) === 'when-queued';
  }

  #gatherFacts(): void {
    const usualMm = this.#dialect.bufferedMotion?.usualCornerDeviationMm;
    if (usualMm === undefined) return;
    const toldMm =
      this.#cornerDeviationSteps === undefined ? usualMm : this.#cornerDeviationSteps / this.#stepsPerMm;
    if (toldMm !== this.#facts.cornerDeviationMm) this.#facts = { cornerDeviationMm: toldMm };
  }
}

const switchOn = 'BUFFER ON';
