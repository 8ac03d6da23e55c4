import type { Clock } from '@stationery/core';
import type { PlayControl } from './play-control.ts';
import type { Playable } from './play-queue.ts';
import type { Player } from './player.ts';

/** A tag that was taken away may come back at once. */
const silenceMs = 5_000;
/** Between two times of the idle file: one that is empty must not be played without end. */
const pauseMs = 1_000;

export interface IdleFileParts {
  control: PlayControl;
  player: Player;
  clock: Clock;
  /** The idle file, where one is chosen and on the card. */
  file: () => Playable | undefined;
}

/** Plays the idle file while nothing else plays, unless somebody has asked for silence. */
export class IdleFile {
  readonly #parts: IdleFileParts;
  readonly #unsubscribe: () => void;
  #cancel: (() => void) | undefined;
  /** It could not be played: not again until something else has happened. */
  #hasFailed = false;
  #isClosed = false;

  constructor(parts: IdleFileParts) {
    this.#parts = parts;
    this.#unsubscribe = parts.player.subscribe(({ type }) => {
      if (type === 'failed' && parts.control.selection.isIdle) this.#hasFailed = true;
    });
  }

  /** Something was done at the station: what failed is worth another try. */
  retry(): void {
    this.#hasFailed = false;
    this.check();
  }

  /** To be called with each change of what plays. */
  check(): void {
    const { control, clock } = this.#parts;
    const { selection, status } = control;
    if (status === 'playing' || !this.#canPlay()) {
      this.#cancel?.();
      this.#cancel = undefined;
      return;
    }
    const wasIdle = selection.isIdle === true;
    this.#cancel ??= clock.after(wasIdle ? pauseMs : silenceMs, () => {
      this.#cancel = undefined;
      const file = this.#canPlay() ? this.#parts.file() : undefined;
      if (file !== undefined && control.status !== 'playing')
        control.start({ tag: null, files: [file], seed: 0, isIdle: true });
    });
  }

  /** Another file was chosen, or none: the one that plays ends. */
  changed(): void {
    const { control } = this.#parts;
    this.#hasFailed = false;
    if (control.selection.isIdle && control.status !== 'stopped') control.end('stop');
    this.check();
  }

  close(): void {
    this.#isClosed = true;
    this.#cancel?.();
    this.#unsubscribe();
  }

  #canPlay(): boolean {
    const { control, player, file } = this.#parts;
    if (this.#isClosed || this.#hasFailed || control.isQuiet || player.kind === 'none') return false;
    // Without an open page nobody would hear it.
    return (player.kind !== 'browser' || player.page !== undefined) && file() !== undefined;
  }
}
