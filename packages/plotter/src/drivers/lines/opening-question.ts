import type { Terminal } from './terminal-line.ts';

/** A board at rest answers within moments. One that does not know the question may stay silent. */
export const openingQuestionMs = 1_500;

/**
 * Whether a board is asked what it is. `if-silent`: where it says nothing when its port is opened. `always`: until its
 * name is known, or it has answered that it knows no such question.
 */
export type AsksVersion = 'never' | 'if-silent' | 'always';

/** A board that restarts when it is asked must not be asked for ever. */
const maxRestarts = 3;

const version = 'VERSION';

/**
 * What a board is asked that did not say what it is when its port was opened: boards that are not reset by that have said
 * it long before. The questions move no machine of any kind. A board that stays silent is used like one that was not
 * asked; if its answer comes after all, that must not be taken for the reply to another command.
 */
export class OpeningQuestion {
  #state: 'unasked' | 'asked' | 'late' | 'over' = 'unasked';
  #isAnswered = false;
  #isRepeated = false;
  #restarts = 0;
  readonly #ifSilent: string | undefined;
  readonly #after: (refusal: string) => string | undefined;

  /** `ifSilent`: another question, which every board of the family answers. `after`: what to ask after a refusal. */
  constructor(ifSilent?: string, after: (refusal: string) => string | undefined = () => undefined) {
    this.#ifSilent = ifSilent;
    this.#after = after;
  }

  /** Nothing else is sent. */
  get isAsked(): boolean {
    return this.#state === 'asked';
  }

  /** It was not answered in time. */
  get isLate(): boolean {
    return this.#state === 'late';
  }

  /** The board has answered a question since its port was opened: one of ours would have said its name. */
  get isAnswered(): boolean {
    return this.#isAnswered;
  }

  opened(): void {
    this.#state = 'unasked';
    this.#isAnswered = false;
    this.#isRepeated = false;
    this.#restarts = 0;
  }

  /** The first question, once for each opening. */
  first(): string | undefined {
    if (this.#state !== 'unasked') return undefined;
    this.#state = 'asked';
    return version;
  }

  /** What is asked next after this answer. */
  next(question: string, terminalLine: string): string | undefined {
    const next = question === version ? this.#afterVersion(terminalLine) : undefined;
    this.#state = next === undefined ? 'over' : 'asked';
    if (next === undefined) this.answered();
    return next;
  }

  /**
   * Another program, or another driver, may have left the beginning of a line in the board, which the question was then
   * taken for the end of. So a refusal is believed when it comes a second time.
   */
  #afterVersion(terminalLine: string): string | undefined {
    const other = this.#after(terminalLine);
    if (other !== undefined) return other;
    if (this.#isRepeated || /^ok\b/i.test(terminalLine)) return undefined;
    this.#isRepeated = true;
    return version;
  }

  /** What is asked next where this one was not answered. */
  notAnswered(question: string): string | undefined {
    const isAsked = question === version && this.#ifSilent !== undefined;
    this.#state = isAsked ? 'asked' : 'late';
    return isAsked ? this.#ifSilent : undefined;
  }

  /** Also by the answer to a question that a person asked. */
  answered(): void {
    this.#isAnswered = true;
  }

  over(): void {
    this.#state = 'over';
  }

  /** The board restarted, and did not say its name: what was not answered is asked again. */
  restarted(): void {
    this.#state = this.#isAnswered || ++this.#restarts > maxRestarts ? 'over' : 'unasked';
  }

  /** Whether a last line is the late answer, the reply to the oldest command for which this is the usual one, or either. */
  isLateAnswer({ line, ...terminal }: Terminal, usual: string | undefined): 'yes' | 'no' | 'unsure' {
    if (usual === undefined) return 'yes';
    if (line.toUpperCase() === usual) return 'no';
    return terminal.kind === 'ok' && terminal.word === version ? 'yes' : 'unsure';
  }
}
