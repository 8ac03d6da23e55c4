import type { Clock } from '@stationery/core';
import type { Player } from './player.ts';

const stepMs = 50;

/** Fades the volume of a player to zero, then runs a callback. */
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

  /** Duration of the running fade, for pages, which fade on their own. */
  get lengthMs(): number | undefined {
    return this.#cancel && this.#lengthMs;
  }

  /** Replaces a running fade. */
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

  /** Runs the callback of a running fade at once. Returns whether a fade was running. */
  finish(): boolean {
    if (this.#cancel === undefined) return false;
    this.#cancel();
    this.#finish();
    return true;
  }

  /** Cancels a running fade and restores the volume. Returns whether a fade was running. */
  stop(): boolean {
    if (this.#cancel === undefined) return false;
    this.#cancel();
    this.#cancel = undefined;
    this.#player.setVolume(this.#volume());
    return true;
  }
}
