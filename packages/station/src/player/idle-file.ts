import type { Clock } from '@stationery/core';
import type { PlayControl } from './play-control.ts';
import type { Playable } from './play-queue.ts';
import type { Player } from './player.ts';

/** Silence before the idle file starts, because a removed tag may come back at once. */
const silenceMs = 5_000;
/** Pause between two plays, so that an empty file is not replayed in a busy loop. */
const pauseMs = 1_000;

interface IdleFileDeps {
  control: PlayControl;
  player: Player;
  clock: Clock;
  isLimited: () => boolean;
  /** The chosen idle file, if it is on the card. */
  file: () => Playable | undefined;
}

/** Plays the idle file while nothing else plays, unless the user paused or stopped playback. */
export class IdleFile {
  readonly #deps: IdleFileDeps;
  readonly #unsubscribe: () => void;
  #cancel: (() => void) | undefined;
  /** Whether the last attempt failed. The next one then waits for a user action. */
  #hasFailed = false;
  #isClosed = false;

  constructor(deps: IdleFileDeps) {
    this.#deps = deps;
    this.#unsubscribe = deps.player.subscribe(({ type }) => {
      if (type === 'failed' && deps.control.selection.isIdle) this.#hasFailed = true;
    });
  }

  retry(): void {
    this.#hasFailed = false;
    this.check();
  }

  check(): void {
    const { control, clock } = this.#deps;
    const { selection, status } = control;
    if (status === 'playing' || !this.#canPlay()) {
      this.#cancel?.();
      this.#cancel = undefined;
      return;
    }
    const wasIdle = selection.isIdle === true;
    this.#cancel ??= clock.after(wasIdle ? pauseMs : silenceMs, () => {
      this.#cancel = undefined;
      const file = this.#canPlay() ? this.#deps.file() : undefined;
      if (file !== undefined && control.status !== 'playing')
        control.start({ tag: null, files: [file], seed: 0, isIdle: true });
    });
  }

  /** Ends the current idle file after a different file, or none, was chosen. */
  changed(): void {
    const { control } = this.#deps;
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
    const { control, player, file, isLimited } = this.#deps;
    if (this.#isClosed || this.#hasFailed || isLimited() || control.isQuiet || player.kind === 'none')
      return false;
    // In the browser, playback needs an open page.
    return (player.kind !== 'browser' || player.page !== undefined) && file() !== undefined;
  }
}
