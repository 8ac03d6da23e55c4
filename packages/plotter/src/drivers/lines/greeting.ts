import type { SystemLines } from './dialect.ts';

/** A board that starts says a few lines; what follows is its daily business. */
const mostLines = 8;
const longestLine = 200;

interface Learned {
  isFirst: boolean;
}

/**
 * The lines that a board says when its port is opened, to recognise them when it restarts. Boards differ
 * in their banner, but each says the same one every time.
 *
 * Some boards also write a prompt, both at the start and behind every reply. It shows itself behind the first reply
 * after the opening, and is then no sign of a restart.
 */
export class Greeting {
  readonly #known = new Map<string, Learned>();
  readonly #prompts = new Set<string>();
  #heard: Map<string, number> | undefined;
  #repliesSinceOpening = 0;
  readonly #system: SystemLines | undefined;
  #repliesWithPrompt = 0;

  constructor(system?: SystemLines) {
    this.#system = system;
  }

  /** From now on the board may greet. Lines that may still answer an older command teach nothing. */
  opened(isOwed: boolean): void {
    this.#heard = isOwed ? undefined : new Map();
    this.#repliesSinceOpening = 0;
    this.#repliesWithPrompt = 0;
  }

  /** A line that is not a reply, before the first command since the port was opened. */
  heard(line: string): void {
    const heard = this.#heard;
    if (heard === undefined || line.length > longestLine) return;
    if (heard.has(line) || heard.size < mostLines) heard.set(line, (heard.get(line) ?? 0) + 1);
  }

  /** The board has said what it says at the start. */
  settled(): void {
    let isFirst = true;
    for (const [line, times] of this.#heard ?? []) {
      // What is repeated within moments is said all the time.
      if (times > 1) this.#prompts.add(line);
      else this.#known.set(line, { isFirst });
      isFirst = false;
    }
    this.#heard = undefined;
    // Many openings of a board whose lines change each time must not fill the memory.
    while (this.#known.size > 4 * mostLines) this.#known.delete(this.#known.keys().next().value!);
    while (this.#prompts.size > 4 * mostLines) this.#prompts.delete(this.#prompts.keys().next().value!);
  }

  replied(lines: readonly string[]): void {
    this.#repliesSinceOpening++;
    if (lines.some((line) => this.#isSystemPrompt(line))) this.#repliesWithPrompt++;
  }

  /** Whether the system of the board says this, which its program has left or is started by. */
  isOfSystem(line: string): boolean {
    if (this.#system?.restart.test(line)) return true;
    // A program that writes the same prompt itself writes it in its replies.
    return this.#isSystemPrompt(line) && this.#repliesSinceOpening > 0 && this.#repliesWithPrompt === 0;
  }

  #isSystemPrompt(line: string): boolean {
    return this.#system !== undefined && line.startsWith(this.#system.prompt);
  }

  /** Whether the board says this because it has started again. */
  isRestart(line: string, isInReply: boolean): boolean {
    const learned = this.#known.get(line);
    if (learned === undefined) return this.#isBehindAPiece(line);
    if (this.#prompts.has(line)) return false;
    if (learned.isFirst && !isLikeAPrompt(line)) return true;
    if (this.#repliesSinceOpening === 1) {
      this.#prompts.add(line);
      return false;
    }
    // What a board says of itself behind its banner (`PEN UP`) it may also say in a reply.
    return learned.isFirst || !isInReply;
  }

  isPrompt(line: string): boolean {
    return this.#prompts.has(line);
  }

  /** A board that restarts in the middle of a line writes its banner right behind what it had begun to say. */
  #isBehindAPiece(line: string): boolean {
    for (const [known, { isFirst }] of this.#known)
      if (isFirst && line.endsWith(known) && !isLikeAPrompt(known) && !this.#prompts.has(known)) return true;
    return false;
  }

  forget(): void {
    this.#known.clear();
    this.#prompts.clear();
    this.#heard = undefined;
  }
}

/** Short and without a version: `READY`, `>`, `Plotter ready`. */
function isLikeAPrompt(line: string): boolean {
  return line.length <= 16 && !/\d/.test(line);
}
