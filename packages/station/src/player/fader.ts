import type { Clock } from '@stationery/core';
import type { Player } from './player.ts';

const stepMs = 50;

/** Lowers the volume of a player to nothing, then does what the fade was for. */
export class Fader {
  readonly #player: Player;
  readonly #clock: Clock;
  readonly #volume: () => number;
  #cancel: (() => void) | undefined;
  #finish = () => {};
  #lengthMs = 0;

  constructor(parts: { player: Player; clock: Clock; volume: () => number }) {
    this.#player = parts.player;
    this.#clock = parts.clock;
    this.#volume = parts.volume;
  }

  /** How long the fade is that runs now; a page fades by itself. */
  get lengthMs(): number | undefined {
    return this.#cancel && this.#lengthMs;
  }

  /** A second call takes the place of the first. */
  out(lengthMs: number, then: () => void): void {
    this.#cancel?.();
    this.#lengthMs = lengthMs;
    this.#finish = () => {
      this.#cancel = undefined;
      then();
      this.#player.setVolume(this.#volume());
    };
    const steps = Math.ceil(lengthMs / stepMs);
    const step = (at: number) => {
      if (at >= steps) {
        this.#finish();
        return;
      }
      if (this.#player.kind !== 'browser') this.#player.setVolume(this.#volume() * (1 - (at + 1) / steps));
      this.#cancel = this.#clock.after(lengthMs / steps, () => step(at + 1));
    };
    step(0);
  }

  /** Does at once what the fade was for, where one runs; says whether one did. */
  finish(): boolean {
    if (this.#cancel === undefined) return false;
    this.#cancel();
    this.#finish();
    return true;
  }

  /** Back to the full volume, where a fade runs; says whether one did. */
  stop(): boolean {
    if (this.#cancel === undefined) return false;
    this.#cancel();
    this.#cancel = undefined;
    this.#player.setVolume(this.#volume());
    return true;
  }
}
