import type { PlayerReason } from '@stationery/contract';
import type { Place, ReplayGain, Track } from './player.ts';

/** Receives the events of a session, none after `lost`. */
export interface SessionListener {
  started(load: number): void;
  ended(load: number): void;
  failed(load: number, cause: PlayerReason): void;
  /** The session has ended. `isFinal`: a retry would fail in the same way. */
  lost(cause: PlayerReason, options?: { isFinal?: boolean }): void;
  /** A call failed without stopping playback. */
  trouble(cause: PlayerReason): void;
  /** The chosen output does not exist; the session uses its default. */
  outputMissing(): void;
  outputsChanged(): void;
}

/** One process or connection of a player. Calls are sent at once and never awaited. */
export interface PlayerSession {
  load(track: Track, at: { positionMs: number; isPaused: boolean }): void;
  setPaused(isPaused: boolean): void;
  seek(positionMs: number): void;
  stop(): void;
  setVolume(percent: number): void;
  setReplayGain(mode: ReplayGain): void;
  /** Chooses the output. Null stands for the default and is only sent after a different output was chosen. */
  setOutput(id: string | null): void;
  /** Resolves to the position, or to undefined while nothing plays. A session that does not answer is lost. */
  ask(): Promise<Place | undefined>;
  close(): Promise<void>;
}

/** Opens a session, which accepts calls even while the player is still starting. */
export type OpenSession = (listener: SessionListener) => PlayerSession;
