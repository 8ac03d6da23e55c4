import type { SystemLines } from './dialect.ts';

/** A starting board sends a few lines; later ones are regular output. */
const maxLines = 8;
const maxLineChars = 200;

interface Learned {
  isFirst: boolean;
}

/**
 * Learns the lines that a board sends when its port is opened, to recognise a restart. Some boards also write a prompt,
 * at the start and after every reply, so a prompt after the first reply does not indicate a restart.
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

  /** Lines that may still answer an older command are not learned. */
  opened(isOwed: boolean): void {
    this.#heard = isOwed ? undefined : new Map();
    this.#repliesSinceOpening = 0;
    this.#repliesWithPrompt = 0;
  }

  /** Takes a line that is not a reply and arrives before the first command. */
  heard(line: string): void {
    const heard = this.#heard;
    if (heard === undefined || line.length > maxLineChars) return;
    if (heard.has(line) || heard.size < maxLines) heard.set(line, (heard.get(line) ?? 0) + 1);
  }

  settled(): void {
    let isFirst = true;
    for (const [line, times] of this.#heard ?? []) {
      // Lines repeated within moments are regular output.
      if (times > 1) this.#prompts.add(line);
      else this.#known.set(line, { isFirst });
      isFirst = false;
    }
    this.#heard = undefined;
    // Bounds memory if a board's lines change at every opening.
    while (this.#known.size > 4 * maxLines) this.#known.delete(this.#known.keys().next().value!);
    while (this.#prompts.size > 4 * maxLines) this.#prompts.delete(this.#prompts.keys().next().value!);
  }

  replied(lines: readonly string[]): void {
    this.#repliesSinceOpening++;
    if (lines.some((line) => this.#isSystemPrompt(line))) this.#repliesWithPrompt++;
  }

  /** Whether the line is from the board's system, which runs when the board's program has ended or starts. */
  isOfSystem(line: string): boolean {
    if (this.#system?.restart.test(line)) return true;
    // If replies contained the prompt, the program itself prints it, so it does not show that the system
    // is running.
    return this.#isSystemPrompt(line) && this.#repliesSinceOpening > 0 && this.#repliesWithPrompt === 0;
  }

  #isSystemPrompt(line: string): boolean {
    return this.#system !== undefined && line.startsWith(this.#system.prompt);
  }

  isRestart(line: string, isInReply: boolean): boolean {
    const learned = this.#known.get(line);
    if (learned === undefined) return this.#endsWithBanner(line);
    if (this.#prompts.has(line)) return false;
    if (learned.isFirst && !isLikeAPrompt(line)) return true;
    if (this.#repliesSinceOpening === 1) {
      this.#prompts.add(line);
      return false;
    }
    // Lines after the banner (`PEN UP`) may also be part of a reply.
    return learned.isFirst || !isInReply;
  }

  isPrompt(line: string): boolean {
    return this.#prompts.has(line);
  }

  /** A board that restarts within a line writes its banner right after the fragment. */
  #endsWithBanner(line: string): boolean {
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

/** Whether the line is short and has no version: `READY`, `>`, `Plotter ready`. */
function isLikeAPrompt(line: string): boolean {
  return line.length <= 16 && !/\d/.test(line);
}
