import { isGrblRefusal } from '../recognise.ts';
import type { Terminal } from './terminal-line.ts';

/** A board at rest answers within moments. One that does not know the question may stay silent. */
export const openingQuestionMs = 1_500;

const version = 'VERSION';
/** Only GRBL answers it with its version; it takes no other line for a question. */
const grblVersion = '$I';

/**
 * What a board is asked that did not say what it is when its port was opened: boards that are not reset by that have said
 * it long before. The questions move no machine of any kind. A board that stays silent is used like one that was not
 * asked; if its answer comes after all, that must not be taken for the reply to another command.
 */
export class OpeningQuestion {
  #state: 'unasked' | 'asked' | 'late' | 'over' = 'unasked';

  /** Nothing else is sent. */
  get isAsked(): boolean {
    return this.#state === 'asked';
  }

  /** It was not answered in time. */
  get isLate(): boolean {
    return this.#state === 'late';
  }

  opened(): void {
    this.#state = 'unasked';
  }

  /** The first question, once for each opening. */
  first(): string | undefined {
    if (this.#state !== 'unasked') return undefined;
    this.#state = 'asked';
    return version;
  }

  /** What is asked next after this answer. */
  next(question: string, terminalLine: string): string | undefined {
    const isAsked = question === version && isGrblRefusal(terminalLine);
    this.#state = isAsked ? 'asked' : 'over';
    return isAsked ? grblVersion : undefined;
  }

  notAnswered(): void {
    this.#state = 'late';
  }

  over(): void {
    this.#state = 'over';
  }

  /** Whether a last line is the late answer, the reply to the oldest command for which this is the usual one, or either. */
  isLateAnswer({ line, ...terminal }: Terminal, usual: string | undefined): 'yes' | 'no' | 'unsure' {
    if (usual === undefined) return 'yes';
    if (line.toUpperCase() === usual) return 'no';
    return terminal.kind === 'ok' && terminal.word === version ? 'yes' : 'unsure';
  }
}
