import {
  describePlayerReason,
  type PlayerReason,
  type PlayerSettings,
  type PlayerState,
} from '@stationery/contract';
import { AppError } from '@stationery/core';
import type { Playable, PlayingTag, Selection } from './play-queue.ts';
import { playState } from './play-state.ts';
import { Playback, type PlaybackParts } from './playback.ts';
import { SleepTimer } from './sleep-timer.ts';

export interface PlayControlParts extends Omit<PlaybackParts, 'onChange'> {
  onChange: (state: PlayerState) => void;
}

const sleepFadeMs = 10_000;
/** Farther into a file than this, `previous` starts it over. */
const startOverMs = 3_000;

/** What can be done about what plays, by a tap or by a person. */
export class PlayControl {
  readonly #parts: PlayControlParts;
  readonly #playback: Playback;
  readonly #sleep: SleepTimer;
  #isQuiet = false;

  constructor(parts: PlayControlParts) {
    this.#parts = parts;
    this.#playback = new Playback({ ...parts, onChange: () => parts.onChange(this.state()) });
    this.#sleep = new SleepTimer(parts.clock, () => {
      if (this.status === 'playing') this.pause(sleepFadeMs);
      else this.#playback.changed();
    });
    parts.player.setVolume(parts.settings.volume);
  }

  get status(): PlayerState['status'] {
    return this.#playback.status;
  }

  /** What plays or played last. */
  get selection(): Selection {
    return this.#playback.queue.selection;
  }

  /** The tag that plays or played last. */
  get tag(): PlayingTag | null {
    return this.selection.tag;
  }

  /** The file that plays or played last; undefined for a sound of our own. */
  get fileId(): number | undefined {
    return this.#playback.queue.file?.id;
  }

  /** Something plays that somebody wanted to hear. */
  get isHeard(): boolean {
    return this.status === 'playing' && !this.selection.isIdle;
  }

  /** Somebody has asked for silence, and for nothing else since. */
  get isQuiet(): boolean {
    return this.#isQuiet;
  }

  state(): PlayerState {
    return playState({ ...this.#parts, playback: this.#playback, sleep: this.#sleep });
  }

  /** Plays these files, from one of them and a place in it. */
  start(selection: Selection, from = { index: 0, positionMs: 0 }): void {
    this.#playback.select(selection);
    if (!selection.isIdle) {
      this.#isQuiet = false;
      this.#playback.problem.clear();
    }
    this.#playback.begin(from.index, from.positionMs);
  }

  /** What `resume` would begin again; undefined where it continues, or plays already. */
  get toResume(): Playable | undefined {
    const { wanted } = this.#playback.queues;
    const isLoaded = wanted === this.#playback.queue.file && this.status !== 'stopped';
    return isLoaded || this.status === 'paused' ? undefined : wanted;
  }

  /** Continues what is paused, or plays what somebody wanted last from where it was left. */
  resume(): void {
    if (this.#parts.player.kind === 'none')
      throw new AppError('player-unavailable', describePlayerReason({ code: 'player-not-set' }));
    this.#requireFile();
    this.#isQuiet = false;
    if (this.status !== 'paused') this.#playback.back();
    this.#playback.resume();
  }

  /** Somebody wants silence, also from the idle file. */
  pause(fadeMs?: number): void {
    this.#isQuiet = true;
    this.#playback.pause(fadeMs);
  }

  /** The same for good. */
  stop(): void {
    this.#isQuiet = true;
    this.#playback.stop();
  }

  /** It ends without anybody having asked for silence: its tag was taken away. */
  end(action: PlayerSettings['on_removal']): void {
    if (action === 'pause') this.#playback.pause();
    else if (action === 'stop') this.#playback.stop();
  }

  /** The next file of the tag; after the last one it has ended. */
  next(): void {
    this.#requireFile();
    this.#playback.back();
    this.#playback.problem.clear();
    const { next } = this.#playback.queue;
    if (next === undefined) this.#playback.finish();
    else this.#playback.begin(next, 0);
  }

  /** The file from its beginning, or the one before it where it has just begun. */
  previous(): void {
    this.#requireFile();
    this.#playback.back();
    this.#playback.problem.clear();
    this.#isQuiet = false;
    const { queue, placeMs } = this.#playback;
    const isBegun = this.status !== 'stopped' && placeMs > startOverMs;
    this.#playback.begin(isBegun ? queue.index : Math.max(0, queue.index - 1), 0);
  }

  seek(positionMs: number): void {
    if (this.status === 'stopped' || this.fileId === undefined)
      throw new AppError('nothing-to-play', 'Nothing plays that has a position.');
    const { player } = this.#parts;
    player.seek(Math.min(positionMs, player.place().durationMs ?? positionMs));
    this.#playback.savePlace();
    this.#playback.changed();
  }

  setVolume(percent: number): void {
    const { settings, player } = this.#parts;
    settings.volume = percent;
    if (this.#playback.fader.lengthMs === undefined) player.setVolume(settings.volume);
    this.#playback.changed();
  }

  /** The settings have changed; the volume may be above the cap now. */
  settingsChanged(): void {
    this.setVolume(this.#parts.settings.volume);
  }

  /** Pauses after this time; null takes it back. */
  sleepAfter(delayMs: number | null): void {
    this.#sleep.set(delayMs);
    this.#playback.changed();
  }

  /** The files of the tag that plays have changed. */
  setFiles(files: readonly Playable[], seed: number): void {
    this.#playback.queue.setFiles(files, seed);
  }

  /** Files were renamed or removed. `find` gives a file as it is now. */
  refreshFiles(find: (id: number) => Playable | undefined): void {
    if (this.#playback.queues.refresh(find)) this.#playback.changed();
  }

  /** The tag has another name now, is replaced by another one, or is forgotten. */
  retag(tagId: number, tag: PlayingTag | null): void {
    if (this.#playback.queues.retag(tagId, tag)) this.#playback.changed();
  }

  /** Says what is wrong, without touching what plays. */
  report(problem: PlayerReason): void {
    this.#playback.report(problem);
  }

  /** The tag is known now, or means something else: what was wrong with it is over. */
  tagChanged(serial: string): void {
    if (this.#playback.problem.tagChanged(serial)) this.#playback.changed();
  }

  /** What plays has gone. */
  lost(problem: PlayerReason): void {
    this.#playback.lost(problem);
  }

  async close(): Promise<void> {
    this.#sleep.set(null);
    await this.#playback.close();
  }

  #requireFile(): void {
    if (!this.#playback.queues.hasFile) throw new AppError('nothing-to-play', 'Nothing has been played yet.');
  }
}
