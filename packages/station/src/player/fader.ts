import type { Clock } from '@stationery/core';
import type { Player } from './player.ts';

const stepMs = 50;

interface FaderDeps {
  player: Player;
  clock: Clock;
  volume: () => number;
}

/** Fades the volume to zero, then runs a callback. */
export class Fader {
  readonly #deps: FaderDeps;
  #cancel: (() => void) | undefined;
  #finish = () => {};
  #lengthMs = 0;

  constructor(deps: FaderDeps) {
    this.#deps = deps;
  }

  /** Duration of the running fade, for pages, which fade on their own. */
  get lengthMs(): number | undefined {
    return this.#cancel && this.#lengthMs;
  }

  /** Fades out. Replaces a running fade. */
  out(lengthMs: number, then: () => void): void {
    const { player, clock, volume } = this.#deps;
    this.#cancel?.();
    this.#lengthMs = lengthMs;
    this.#finish = () => {
      this.#cancel = undefined;
      then();
      player.setVolume(volume());
    };
    const steps = Math.ceil(lengthMs / stepMs);
    const step = (at: number) => {
      if (at >= steps) {
        this.#finish();
        return;
      }
      if (player.kind !== 'browser') player.setVolume(volume() * (1 - (at + 1) / steps));
      this.#cancel = clock.after(lengthMs / steps, () => step(at + 1));
    };
    step(0);
  }

  /** Completes a running fade at once. Returns whether a fade was running. */
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
    this.#deps.player.setVolume(this.#deps.volume());
    return true;
  }
}
