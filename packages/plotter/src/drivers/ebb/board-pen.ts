import type { Profile } from '../profile.ts';
import type { BoardMotion } from './board-motion.ts';
import { penLine, penSettings, servoFor, standardHeights } from './pen.ts';

type PenProfile = Pick<Profile, 'penUpMs' | 'penDownMs' | 'penHeights' | 'lowersGently'>;

export class BoardPen {
  readonly #motion: BoardMotion;
  #isDown: boolean | undefined;
  #isSet = false;
  #heights = standardHeights;
  /** Pen-down height set by a command, instead of the profile's. */
  #downAt: number | undefined;
  #penMs = { up: 120, down: 150 };
  #gentleMs: number | undefined;

  constructor(motion: BoardMotion) {
    this.#motion = motion;
  }

  get isDown(): boolean | undefined {
    return this.#isDown;
  }

  configure({ penUpMs, penDownMs, penHeights: heights, lowersGently }: PenProfile): void {
    this.#penMs = { up: penUpMs, down: penDownMs };
    this.#setDown(undefined);
    const gentleMs = lowersGently === true && penDownMs > 0 ? penDownMs : undefined;
    if (gentleMs !== this.#gentleMs) this.#isSet = false;
    this.#gentleMs = gentleMs;
    if (heights === undefined) return;
    if (heights.up === this.#heights.up && heights.down === this.#heights.down) return;
    this.#heights = heights;
    this.restarted();
  }

  /** Sets the pen-down height from the next pen move on; null restores the profile's. Returns false if out of range. */
  setHeight(height: number | null): boolean {
    const { min, max } = this.limits;
    if (height !== null && (height < min || height > max)) return false;
    this.#setDown(height ?? undefined);
    return true;
  }

  get limits(): { min: number; max: number } {
    const { downPulse: min, upPulse: max } = servoFor(this.#heights);
    return { min, max };
  }

  #setDown(at: number | undefined): void {
    if (at === this.#downAt) return;
    this.#downAt = at;
    this.#isSet = false;
  }

  /** Called when the board has lost everything it was sent. */
  restarted(): void {
    this.#isSet = false;
    this.#isDown = undefined;
  }

  wasMoved(): void {
    this.#isDown = undefined;
  }

  async move(isDown: boolean, goesOn: () => boolean): Promise<void> {
    const heights = this.#heights;
    if (!this.#isSet) {
      const set = { ...heights, down: this.#downAt ?? heights.down };
      for (const line of penSettings(set, servoFor(heights), this.#gentleMs))
        await this.#motion.command(line);
      this.#isSet = true;
    }
    const needsMs = isDown ? this.#penMs.down : this.#penMs.up;
    const durationMs = this.#isDown === isDown ? 1 : Math.max(1, needsMs);
    await this.#motion.send(penLine(heights, isDown, durationMs), durationMs, goesOn);
    this.#isDown = isDown;
  }
}
