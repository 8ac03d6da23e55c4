import type { PlayerReason, PlayerState } from '@stationery/contract';
import type { Clock, Logger } from '@stationery/core';
import type { PlacesTable } from '../store/places-table.ts';
import { Fader } from './fader.ts';
import { PlayProblem } from './play-problem.ts';
import type { Playable, PlayQueue, Selection } from './play-queue.ts';
import { PlayQueues } from './play-queues.ts';
import type { Player, PlayerEvent } from './player.ts';
import type { StoredPlayerSettings } from './player-settings.ts';
import { PositionSaver } from './position-saver.ts';

export interface PlaybackDeps {
  player: Player;
  settings: StoredPlayerSettings;
  places: PlacesTable;
  clock: Clock;
  log: Logger;
  onChange: () => void;
  whyMissing: (file: Playable) => PlayerReason | undefined;
  /** Waits for card changes in progress and updates the names in the queues. */
  refreshCard: () => Promise<void>;
  /** Called when playback stops at the end of a file, as set by `stopsAfterFile`. */
  onSleep: () => void;
  /** Called with the tag that is now playing, or null. */
  onHeard: (tagId: number | null) => void;
}

/** A pass through the files that is shorter than this is not repeated. */
const minPassMs = 1_000;
/** More files in a row that cannot be played end the playback, as in a folder without sounds. */
const maxFailures = 50;

function isOfFile(cause: PlayerReason, file: Playable | undefined): boolean {
  if (cause.code.startsWith('file-')) return true;
  if (file?.stream?.episode === undefined) return false;
  // Skip an episode that is gone, so that it does not end the podcast. If its server is down, playback stops.
  if (cause.code === 'stream-refused') return cause.status < 500 && cause.status !== 429;
  return ['stream-not-audio', 'stream-local', 'stream-redirects'].includes(cause.code);
}

/** Plays the queue. Never waits for the player. */
export class Playback {
  readonly queues = new PlayQueues();
  readonly problem: PlayProblem;
  readonly fader: Fader;
  readonly #deps: PlaybackDeps;
  readonly #places: PositionSaver;
  readonly #unsubscribe: () => void;
  #status: PlayerState['status'] = 'stopped';
  #load = 0;
  #loaded: { path: Buffer; positionMs: number } | undefined;
  /** Whether the player has reported that playback started. */
  #isStarted = false;
  #heardTag: number | null = null;
  /** Position at the last stop, kept here because the player no longer has it. */
  #stoppedAtMs = 0;
  /** Volume that was set at the player. A fade changes the player's volume, but not this one. */
  #volume = -1;
  stopsAfterFile = false;
  /** Start of this pass through the files, whether any of them was audible, and files that failed since. */
  #pass = { atMs: 0, isHeard: false, failures: 0 };

  constructor(deps: PlaybackDeps) {
    this.#deps = deps;
    const { player, clock, log } = deps;
    this.problem = new PlayProblem(log);
    this.fader = new Fader({ player, clock, volume: () => this.volume });
    this.#places = new PositionSaver({ ...deps, queues: this.queues });
    this.#unsubscribe = player.subscribe((event) => this.#event(event));
  }

  get status(): PlayerState['status'] {
    return this.#status;
  }

  get isAudible(): boolean {
    return this.#isStarted && this.#status === 'playing';
  }

  get load(): number {
    return this.#load;
  }

  get queue(): PlayQueue {
    return this.queues.current;
  }

  get placeMs(): number {
    return this.#status === 'stopped' ? this.#stoppedAtMs : this.#deps.player.place().positionMs;
  }

  get volume(): number {
    const { settings } = this.#deps;
    const { volume } = this.queue.selection;
    return volume === undefined ? settings.volume : settings.limited(volume);
  }

  applyVolume(): void {
    if (this.fader.lengthMs !== undefined || this.volume === this.#volume) return;
    this.#volume = this.volume;
    this.#deps.player.setVolume(this.#volume);
  }

  select(selection: Selection): void {
    this.savePlace();
    this.queues.select(selection, this.placeMs);
    this.#startPass();
  }

  /** Starts a file of the queue. Without a position, an episode continues where it was left. */
  begin(index: number, fromMs?: number): void {
    this.queue.goTo(index);
    const { file } = this.queue;
    if (file === undefined) return;
    const positionMs = file.stream?.isLive ? 0 : (fromMs ?? this.#places.startMs);
    this.fader.stop();
    this.applyVolume();
    this.#status = 'playing';
    this.#isStarted = false;
    const { cause } = this.problem;
    const { filename, path, content, stream } = file;
    this.#loaded = { path, positionMs };
    const track = { filename, path, content, ...(stream && { stream }), load: ++this.#load };
    this.#deps.player.load(track, { positionMs, isPaused: false });
    this.#places.start();
    // An absent player has already reported this problem and does not report it again, so publish the change here.
    if (this.problem.cause === cause) this.changed();
  }

  resume(): void {
    if (this.#status === 'playing') return;
    this.problem.clear();
    if (this.#status === 'stopped') {
      this.begin(this.queue.index, this.#stoppedAtMs);
      return;
    }
    this.#status = 'playing';
    // Cancel a fade-out, during which the player is not paused yet.
    if (!this.fader.stop()) this.#deps.player.setPaused(false);
    this.#places.start();
    this.changed();
  }

  pause(fadeMs = this.#fadeMs): void {
    if (this.#status !== 'playing') return;
    if (this.queues.isOwnSound) {
      this.stop();
      return;
    }
    this.#places.save();
    this.#places.stop();
    this.#status = 'paused';
    this.fader.out(fadeMs, () => {
      this.#deps.player.setPaused(true);
      this.changed();
    });
    if (fadeMs > 0) this.changed();
  }

  stop(): void {
    if (this.#status === 'stopped') return;
    const isAudible = this.#status === 'playing';
    this.savePlace();
    this.#halt();
    if (!isAudible) this.#deps.player.stop();
    else this.fader.out(this.#fadeMs, () => this.#deps.player.stop());
    this.changed();
  }

  finish(): void {
    this.#places.forget();
    this.#halt();
    this.#stoppedAtMs = 0;
    this.#deps.player.stop();
    this.changed();
  }

  /** Returns from an interlude to the user's selection, stopped at its last position. */
  back(): void {
    const leftAtMs = this.queues.back();
    if (leftAtMs === undefined) return;
    this.#halt();
    this.#stoppedAtMs = leftAtMs;
  }

  /** Called when the playing file is gone. If it was removed, plays the next one instead. */
  lost(cause: PlayerReason): void {
    if (this.#status === 'stopped') return;
    const { next } = this.queue;
    const isOther = next !== undefined && next !== this.queue.index;
    if (cause.code === 'file-removed' && isOther && this.#status === 'playing') {
      this.begin(next);
    } else {
      this.savePlace();
      this.#halt();
      this.#deps.player.stop();
    }
    this.report(cause);
  }

  savePlace(): void {
    if (this.#status !== 'stopped') this.#places.save();
  }

  report(cause: PlayerReason): void {
    if (this.problem.report(cause)) this.changed();
  }

  changed(): void {
    this.#hear();
    this.#deps.onChange();
  }

  async close(): Promise<void> {
    this.savePlace();
    this.#halt();
    this.#hear();
    this.#unsubscribe();
    await this.#deps.player.close();
  }

  get #fadeMs(): number {
    return this.#deps.settings.read().fade * 1000;
  }

  #event(event: PlayerEvent): void {
    if (event.type === 'trouble') {
      this.#isStarted = false;
      this.#hear();
      // During a fade-out the file just ends early, so the lost player does not matter.
      if (this.fader.finish()) this.changed();
      else this.report(event.cause);
      return;
    }
    // Ignore these events, which `SoundOutputs` handles.
    if (event.type === 'output-missing' || event.type === 'outputs-changed') return;
    if (event.load !== this.#load || this.#status === 'stopped') {
      // Publish that a page has connected or disconnected while nothing plays.
      if (event.type === 'changed') {
        this.problem.pageChanged();
        this.changed();
      }
      return;
    }
    if (
      event.type === 'failed' &&
      event.cause.code === 'file-not-playable' &&
      this.queue.file?.id !== undefined
    ) {
      void this.#unreadable(event);
      return;
    }
    if (event.type === 'ended' || event.type === 'failed') {
      this.#over(event);
      return;
    }
    if (event.type === 'started') {
      this.#isStarted = true;
      this.#pass.isHeard = true;
      this.#pass.failures = 0;
      this.problem.playerWorks();
    }
    this.changed();
  }

  /** Called when the player cannot read a file. Reloads it if it was renamed after it was loaded. */
  async #unreadable(event: Extract<PlayerEvent, { type: 'failed' }>): Promise<void> {
    await this.#deps.refreshCard();
    if (event.load !== this.#load || this.#status === 'stopped') return;
    const path = this.queue.file?.path;
    const loaded = this.#loaded;
    if (path === undefined || loaded === undefined || path.equals(loaded.path)) {
      this.#over(event);
      return;
    }
    const isPaused = this.#status === 'paused';
    this.begin(this.queue.index, this.#isStarted ? this.placeMs : loaded.positionMs);
    if (isPaused) this.pause(0);
  }

  #over(event: Extract<PlayerEvent, { type: 'ended' | 'failed' }>): void {
    const { file } = this.queue;
    // Check the stream at its end as well, because a player may report a broken stream as ended.
    const brokenStream = file?.stream && this.#deps.whyMissing(file);
    const cause = event.type === 'failed' ? this.#whyFailed(event.cause) : brokenStream;
    if (cause === undefined) this.#places.ended();
    const isFile = cause === undefined || isOfFile(cause, file);
    const { isOwnSound } = this.queues;
    // Don't report the failure of a built-in sound, because the reason for playing it matters more.
    if (cause !== undefined && !isOwnSound) this.report(cause);
    const next = isFile ? this.#following(cause === undefined) : undefined;
    const stops = this.stopsAfterFile;
    if (isFile) this.stopsAfterFile = false;
    if (next !== undefined && this.#status === 'playing' && !stops) {
      this.begin(next);
      return;
    }
    if (next !== undefined) {
      // The file ended during the fade-out or before sleeping: select the next one without playing it.
      this.queue.goTo(next);
      this.#places.saveStart();
    } else if (isFile && this.queue.selection.isSingle) this.#places.saveStart();
    else if (isFile) this.#places.forget();
    else this.savePlace();
    this.#halt();
    if (isFile && !isOwnSound) this.#stoppedAtMs = 0;
    if (stops) this.#deps.onSleep();
    this.changed();
  }

  #following(hasPlayed: boolean): number | undefined {
    const { selection, index, next } = this.queue;
    if (selection.isSingle || (!hasPlayed && ++this.#pass.failures >= maxFailures)) return undefined;
    const following = hasPlayed && selection.repeat === 'one' ? index : next;
    if (following === undefined || following > index) return following;
    // Don't repeat at once, because files that are empty or unplayable would repeat in a busy loop.
    const isBusy = !this.#pass.isHeard || this.#deps.clock.nowMs() - this.#pass.atMs < minPassMs;
    this.#startPass();
    return isBusy ? undefined : following;
  }

  #startPass(): void {
    this.#pass = { atMs: this.#deps.clock.nowMs(), isHeard: false, failures: 0 };
  }

  /** Returns a more exact cause, because a player only reports that it could not read the file. */
  #whyFailed(cause: PlayerReason): PlayerReason {
    const { file } = this.queue;
    const isUnreadable = cause.code === 'file-not-playable' && file !== undefined;
    return (isUnreadable ? this.#deps.whyMissing(file) : undefined) ?? cause;
  }

  /** Discards a built-in sound and stops the user's selection at its last position. */
  #halt(): void {
    this.#places.stop();
    this.fader.stop();
    this.#stoppedAtMs = this.placeMs;
    this.#status = 'stopped';
    if (this.queues.isOwnSound) this.back();
  }

  #hear(): void {
    const { tag } = this.queue.selection;
    const heard = this.isAudible ? (tag?.id ?? null) : null;
    if (heard === this.#heardTag) return;
    this.#heardTag = heard;
    this.#deps.onHeard(heard);
  }
}
