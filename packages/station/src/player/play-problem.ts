import { describePlayerReason, type PlayerReason, type PlayerState } from '@stationery/contract';
import type { Logger } from '@stationery/core';

/** Whether the problem is one of the player. It is cleared when the player plays again. */
const isPlayersOwn = ({ code }: PlayerReason) => /^(?:player|mpd|page|sound)-/.test(code);

export class PlayProblem {
  readonly #log: Logger;
  #cause: PlayerReason | null = null;
  #standing: PlayerReason | undefined;

  constructor(log: Logger) {
    this.#log = log;
  }

  get cause(): PlayerReason | null {
    return this.#cause;
  }

  get shown(): PlayerState['problem'] {
    const cause = this.#cause ?? this.#standing;
    return cause === undefined ? null : { reason: describePlayerReason(cause), cause };
  }

  /** Returns whether the problem differs from the current one. */
  report(cause: PlayerReason): boolean {
    if (JSON.stringify(cause) === JSON.stringify(this.#cause)) return false;
    this.#cause = cause;
    this.#log.warn({ problem: cause }, describePlayerReason(cause));
    return true;
  }

  /** Shows the reason while there is no other problem. */
  setStanding(cause: PlayerReason | undefined): void {
    this.#standing = cause;
    if (cause !== undefined) this.#log.warn({ problem: cause }, describePlayerReason(cause));
  }

  clear(): void {
    this.#cause = null;
  }

  playerWorks(): void {
    if (this.#cause !== null && isPlayersOwn(this.#cause)) this.clear();
  }

  limitsEnded(): void {
    if (this.#cause?.code === 'quiet-hours' || this.#cause?.code === 'minutes-used') this.clear();
  }

  pageChanged(): void {
    if (this.#cause?.code === 'page-not-open') this.clear();
  }

  /** Call after this tag was added or changed. Returns whether the problem concerned this tag. */
  tagChanged(serial: string): boolean {
    if (this.#cause === null || !('serial' in this.#cause) || this.#cause.serial !== serial) return false;
    this.clear();
    return true;
  }
}
