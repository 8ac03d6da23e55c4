import type { PlayerReason, PlayerReport, PlayerState } from '@stationery/contract';

/** A file to play. Each load has a number of its own, so that news of an earlier one is never taken for its own. */
export interface Track {
  load: number;
  filename: string;
  /** Where the bytes are on this machine. The name may be in any encoding, so that it is kept as bytes. */
  path: Buffer;
  /** Where they are over HTTP: a path of this station. */
  content: string;
}

export interface Place {
  positionMs: number;
  /** Undefined until the player knows it. */
  durationMs: number | undefined;
}

export type PlayerEvent =
  /** It is audible. */
  | { type: 'started'; load: number }
  /** The duration is known, or the page that plays is another. */
  | { type: 'changed'; load: number }
  | { type: 'ended'; load: number }
  /** It does not play any more, unless it is loaded again. */
  | { type: 'failed'; load: number; cause: PlayerReason }
  /** The player itself failed, and recovers automatically. */
  | { type: 'trouble'; cause: PlayerReason };

/**
 * What makes the sound. No call waits for it and none fails: what came of a call is an event. A player that dies or
 * hangs is started again and plays on where it was; it gives a file up only after several attempts.
 */
export interface Player {
  readonly kind: PlayerState['player'];
  /** Plays this track instead of any other. */
  load(track: Track, at: { positionMs: number; isPaused: boolean }): void;
  setPaused(isPaused: boolean): void;
  seek(positionMs: number): void;
  stop(): void;
  /** 0 to 100. */
  setVolume(percent: number): void;
  /** Where it is now, as far as is known. */
  place(): Place;
  /** Of a player in a page: which page it is, and what the pages report. */
  readonly page?: string | undefined;
  report?(report: PlayerReport): void;
  subscribe(listener: (event: PlayerEvent) => void): () => void;
  close(): Promise<void>;
}
