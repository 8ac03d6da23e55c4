import type { PlayerReason, PlayerReport, PlayerSettings, PlayerState } from '@stationery/contract';

/**
 * A file or stream to play. `load` is unique, so events of an earlier load are never mistaken for events of this one.
 */
export interface Track {
  load: number;
  filename: string;
  /** Local path. File names may use any encoding, so the path is kept as bytes. */
  path: Buffer;
  content: string;
  /** Set for a stream from the internet. Players read it from the station at `content`. */
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
  /** The player itself failed. It recovers automatically. */
  | { type: 'trouble'; cause: PlayerReason }
  /** The chosen output cannot be used, so the default plays. */
  | { type: 'output-missing' }
  | { type: 'outputs-changed' };

export interface SoundOutput {
  /** The id stays the same when the output is unplugged and plugged in again. */
  id: string;
  name: string;
  /** Whether to hide the output, because a different one plays on the same device. */
  isHidden?: boolean;
}

/** The chosen output; null for the default. */
export type StoredOutput = Pick<SoundOutput, 'id' | 'name'> | null;

export interface OutputChoice {
  list(): Promise<SoundOutput[]>;
  /** Chooses an output, with immediate effect. Null stands for the default of the player. */
  use(id: string | null): void;
}

export type ReplayGain = PlayerSettings['replay_gain'];

/**
 * A player. Its methods never wait and never throw; results arrive as events. A player that crashes or hangs is
 * restarted at the last position. It skips a file only after several attempts.
 */
export interface Player {
  readonly kind: PlayerState['player'];
  load(track: Track, at: { positionMs: number; isPaused: boolean }): void;
  setPaused(isPaused: boolean): void;
  seek(positionMs: number): void;
  stop(): void;
  /** Sets the volume, from 0 to 100. */
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
