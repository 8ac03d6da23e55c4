import type { PlayerReason } from '@stationery/contract';
import type { Place, Track } from './player.ts';

/** How a session reports what happens. After `lost` it reports nothing more. */
export interface SessionListener {
  started(load: number): void;
  ended(load: number): void;
  failed(load: number, cause: PlayerReason): void;
  /** `isFinal`: another attempt would end the same way. */
  lost(cause: PlayerReason, options?: { isFinal?: boolean }): void;
  /** Something was refused that does not stop the sound. */
  trouble(cause: PlayerReason): void;
}

/** One life of a player: a process or a connection. Calls are sent at once and never waited for. */
export interface PlayerSession {
  load(track: Track, at: { positionMs: number; isPaused: boolean }): void;
  setPaused(isPaused: boolean): void;
  seek(positionMs: number): void;
  stop(): void;
  setVolume(percent: number): void;
  /** Asks where it is; undefined while nothing plays. A session that does not answer is lost. */
  ask(): Promise<Place | undefined>;
  close(): Promise<void>;
}

/** Starts a session. It takes calls at once, also while the player is still starting. */
export type OpenSession = (listener: SessionListener) => PlayerSession;
