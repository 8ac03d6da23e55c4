import type { Terminal } from './terminal-line.ts';

/** A board at rest answers within moments, or not at all if it does not know the question. */
export const openingQuestionMs = 1_500;

/**
 * `if-silent`: if it sends nothing after opening. `always`: until the name of the board is known, or it has
 * refused the question.
 */
export type AsksVersion = 'never' | 'if-silent' | 'always';

/** Bounds questions to a board that restarts when asked. */
const maxRestarts = 3;

const version = 'VERSION';

/**
 * Boards that the opening does not reset sent their banner long before, so they are asked. The questions move no
 * machine. A silent board is used without an answer; a late answer must not be taken for the reply to a command.
 */
export class OpeningQuestion {
  #state: 'unasked' | 'asked' | 'late' | 'over' = 'unasked';
  #isAnswered = false;
  #isRepeated = false;
  #restarts = 0;
  readonly #ifSilent: string | undefined;
  readonly #after: (refusal: string) => string | undefined;

  /** `ifSilent`: a second question that every board of the family answers. */
  constructor(ifSilent?: string, after: (refusal: string) => string | undefined = () => undefined) {
    this.#ifSilent = ifSilent;
    this.#after = after;
  }

  /** While the question is open, nothing else is sent. */
  get isAsked(): boolean {
    return this.#state === 'asked';
  }

  get isLate(): boolean {
    return this.#state === 'late';
  }

  /** Whether a question was answered since the opening. A board with our firmware would have sent its name. */
  get isAnswered(): boolean {
    return this.#isAnswered;
  }

  opened(): void {
    this.#state = 'unasked';
    this.#isAnswered = false;
    this.#isRepeated = false;
    this.#restarts = 0;
  }

  /** Returns the first question, once per opening. */
  first(): string | undefined {
    if (this.#state !== 'unasked') return undefined;
    this.#state = 'asked';
    return version;
  }

  next(question: string, terminalLine: string): string | undefined {
    const next = question === version ? this.#afterVersion(terminalLine) : undefined;
    this.#state = next === undefined ? 'over' : 'asked';
    if (next === undefined) this.answered();
    return next;
  }

  /** A refusal counts only the second time: the first question may have completed half a line of another program. */
  #afterVersion(terminalLine: string): string | undefined {
    const other = this.#after(terminalLine);
    if (other !== undefined) return other;
    if (this.#isRepeated || /^ok\b/i.test(terminalLine)) return undefined;
    this.#isRepeated = true;
    return version;
  }

  notAnswered(question: string): string | undefined {
    const isAsked = question === version && this.#ifSilent !== undefined;
    this.#state = isAsked ? 'asked' : 'late';
    return isAsked ? this.#ifSilent : undefined;
  }

  /** Also called when the board has answered the same question of a user. */
  answered(): void {
    this.#isAnswered = true;
  }

  over(): void {
    this.#state = 'over';
  }

  /** The board has restarted without sending its name: unanswered questions are repeated. */
  restarted(): void {
    this.#state = this.#isAnswered || ++this.#restarts > maxRestarts ? 'over' : 'unasked';
  }

  /** Whether a last line is the late answer (yes), or the reply that the oldest command expects (no). */
  isLateAnswer({ line, ...terminal }: Terminal, expectedReply: string | undefined): 'yes' | 'no' | 'unsure' {
    if (expectedReply === undefined) return 'yes';
    if (line.toUpperCase() === expectedReply) return 'no';
    return terminal.kind === 'ok' && terminal.word === version ? 'yes' : 'unsure';
  }
}
