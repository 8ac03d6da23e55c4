import type { BoardMotion } from './board-motion.ts';
import { type PenHeights, penLine, penSettings, standardHeights } from './pen.ts';

/** The pen of the machine, as the board was last sent it. */
export class BoardPen {
  readonly #motion: BoardMotion;
  #isDown: boolean | undefined;
  #isSet = false;
  #heights = standardHeights;
  #penMs = { up: 120, down: 150 };

  constructor(motion: BoardMotion) {
    this.#motion = motion;
  }

  /** Undefined: unknown. */
  get isDown(): boolean | undefined {
    return this.#isDown;
  }

  /** Heights count from the next pen move on. */
  configure(penMs: { up: number; down: number }, heights: PenHeights | undefined): void {
    this.#penMs = penMs;
    if (heights === undefined) return;
    if (heights.up === this.#heights.up && heights.down === this.#heights.down) return;
    this.#heights = heights;
    this.restarted();
  }

  /** The board has lost all that it was sent. */
  restarted(): void {
    this.#isSet = false;
    this.#isDown = undefined;
  }

  /** A raw command moved it. */
  wasMoved(): void {
    this.#isDown = undefined;
  }

  async move(isDown: boolean, goesOn: () => boolean): Promise<void> {
    const heights = this.#heights;
    if (!this.#isSet) {
      for (const line of penSettings(heights)) await this.#motion.command(line);
      this.#isSet = true;
    }
    const needsMs = isDown ? this.#penMs.down : this.#penMs.up;
    const durationMs = this.#isDown === isDown ? 1 : Math.max(1, needsMs);
    await this.#motion.send(penLine(heights, isDown, durationMs), durationMs, goesOn);
    this.#isDown = isDown;
  }
}
