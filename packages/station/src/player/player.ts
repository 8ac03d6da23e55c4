import type { PlayerReason, PlayerReport, PlayerSettings, PlayerState } from '@stationery/contract';

/** `load` is unique, so events of an earlier load are never mistaken for this one. */
export interface Track {
  load: number;
  filename: string;
  /** Local path. File names may use any encoding, so the path is kept as bytes. */
  path: Buffer;
  content: string;
  /** From the internet, through this station: players read `content`. */
  stream?: { title: string; url: string; isLive: boolean; episode?: string };
}

export interface Place {
  positionMs: number;
  durationMs: number | undefined;
}

export type PlayerEvent =
  | { type: 'started'; load: number }
  /** The duration became known, or a different page plays now. */
  | { type: 'changed'; load: number }
  | { type: 'ended'; load: number }
  /** The track stopped and stays stopped until it is loaded again. */
  | { type: 'failed'; load: number; cause: PlayerReason }
  /** The player itself failed and recovers automatically. */
  | { type: 'trouble'; cause: PlayerReason }
  /** The chosen output cannot be used, so the default plays. */
  | { type: 'output-missing' }
  | { type: 'outputs-changed' };

export interface SoundOutput {
  /** Stays the same after unplugging and plugging in again. */
  id: string;
  name: string;
  /** Not shown, because a different output plays on the same device. */
  isHidden?: boolean;
}

/** The chosen output; null for the default. */
export type StoredOutput = Pick<SoundOutput, 'id' | 'name'> | null;

export interface OutputChoice {
  list(): Promise<SoundOutput[]>;
  /** Takes effect at once; null for the default of the player. */
  use(id: string | null): void;
}

export type ReplayGain = PlayerSettings['replay_gain'];

/**
 * Calls never wait and never throw; results arrive as events. A player that crashes or hangs is
 * restarted at the last position, and skips a file only after several attempts.
 */
export interface Player {
  readonly kind: PlayerState['player'];
  load(track: Track, at: { positionMs: number; isPaused: boolean }): void;
  setPaused(isPaused: boolean): void;
  seek(positionMs: number): void;
  stop(): void;
  /** 0 to 100. */
  setVolume(percent: number): void;
  setReplayGain?(mode: ReplayGain): void;
  /** Undefined if the player cannot choose its output. */
  readonly outputs?: OutputChoice | undefined;
  place(): Place;
  /** For players in a page: the playing page. */
  readonly page?: string | undefined;
  report?(report: PlayerReport): void;
  subscribe(listener: (event: PlayerEvent) => void): () => void;
  close(): Promise<void>;
}
