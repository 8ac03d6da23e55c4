import {
  describePlayerReason,
  type PlayerReason,
  type PlayerSettings,
  type PlayerState,
} from '@stationery/contract';
import { AppError, type Clock, type Logger } from '@stationery/core';
import type { PlacesTable } from '../store/places-table.ts';
import { Fader } from './fader.ts';
import { PlaceKeeper } from './place-keeper.ts';
import { type Playable, type PlayingTag, PlayQueue, type Selection } from './play-queue.ts';
import type { Player, PlayerEvent } from './player.ts';
import type { StoredPlayerSettings } from './player-settings.ts';
import { SleepTimer } from './sleep-timer.ts';

export interface PlayControlParts {
  player: Player;
  settings: StoredPlayerSettings;
  places: PlacesTable;
  clock: Clock;
  log: Logger;
  onChange: (state: PlayerState) => void;
  /** Which tag is heard from now on; null for none. */
  onHeard: (tagId: number | null) => void;
}

const sleepFadeMs = 10_000;
/** Farther into a file than this, `previous` starts it over. */
const startOverMs = 3_000;

/** Trouble of the player, over when it plays again. */
const isPlayersOwn = ({ code }: PlayerReason) => /^(?:player|mpd|page|sound)-/.test(code);

/** What plays, and what can be done about it. It never waits for the player. */
export class PlayControl {
  readonly #parts: PlayControlParts;
  readonly #queue = new PlayQueue();
  readonly #fader: Fader;
  readonly #places: PlaceKeeper;
  readonly #sleep: SleepTimer;
  readonly #unsubscribe: () => void;
  #status: PlayerState['status'] = 'stopped';
  #load = 0;
  #problem: PlayerReason | null = null;
  /** The player has said that this load is audible. */
  #isStarted = false;
  #heardTag: number | null = null;
  #isQuiet = false;
  /** Where it was when it stopped; the player no longer knows. */
  #stoppedAtMs = 0;

  constructor(parts: PlayControlParts) {
    this.#parts = parts;
    const { player, clock, settings } = parts;
    this.#fader = new Fader({ player, clock, volume: () => settings.volume });
    this.#places = new PlaceKeeper({ ...parts, queue: this.#queue });
    this.#sleep = new SleepTimer(clock, () => {
      if (this.#status === 'playing') this.pause(sleepFadeMs);
      else this.#changed();
    });
    player.setVolume(settings.volume);
    this.#unsubscribe = player.subscribe((event) => this.#event(event));
  }

  get status(): PlayerState['status'] {
    return this.#status;
  }

  /** What plays or was played last. */
  get selection(): Selection {
    return this.#queue.selection;
  }

  /** The tag that plays or was played last. */
  get tag(): PlayingTag | null {
    return this.selection.tag;
  }

  /** The file that plays or was played last; undefined for a sound of our own. */
  get fileId(): number | undefined {
    return this.#queue.file?.id;
  }

  /** Something plays that somebody wanted to hear. */
  get isHeard(): boolean {
    return this.#status === 'playing' && !this.selection.isIdle;
  }

  /** Somebody has asked for silence, and for nothing else since. */
  get isQuiet(): boolean {
    return this.#isQuiet;
  }

  state(): PlayerState {
    const { player, settings } = this.#parts;
    const isLoaded = this.#status !== 'stopped';
    const file = isLoaded ? this.#queue.file : undefined;
    const { positionMs, durationMs } = player.place();
    const { lengthMs } = this.#fader;
    const { leftMs } = this.#sleep;
    return {
      player: player.kind,
      status: this.#status,
      file: file?.id === undefined ? null : { id: file.id, filename: file.filename },
      tag: isLoaded ? this.tag : null,
      playlist: isLoaded ? this.#queue.place : null,
      idle: isLoaded && this.selection.isIdle === true,
      position: isLoaded ? positionMs / 1000 : 0,
      duration: isLoaded && durationMs !== undefined ? durationMs / 1000 : null,
      volume: settings.volume,
      volume_cap: settings.read().volume_cap,
      sleep: leftMs === null ? null : leftMs / 1000,
      problem: this.#problem && { reason: describePlayerReason(this.#problem), cause: this.#problem },
      output: {
        load: this.#load,
        content: file?.content ?? null,
        page: player.page ?? null,
        fade: lengthMs === undefined ? null : lengthMs / 1000,
      },
    };
  }

  /** Plays these files, from one of them and a place in it. */
  start(selection: Selection, from = { index: 0, positionMs: 0 }): void {
    this.#savePlace();
    const problem = this.#problem;
    this.#queue.select(selection);
    if (!selection.isIdle) this.#isQuiet = false;
    this.#begin(from.index, from.positionMs, selection.isIdle ? problem : null);
  }

  /** Continues what is paused, or plays what was played last from where it was left. */
  resume(): void {
    if (this.#parts.player.kind === 'none')
      throw new AppError('player-unavailable', describePlayerReason({ code: 'player-not-set' }));
    this.#requireFile();
    this.#isQuiet = false;
    if (this.#status === 'playing') return;
    if (this.#status === 'stopped') {
      this.#begin(this.#queue.index, this.#stoppedAtMs);
      return;
    }
    this.#status = 'playing';
    this.#problem = null;
    // Within a fade the player has not been paused yet.
    if (!this.#fader.stop()) this.#parts.player.setPaused(false);
    this.#places.start();
    this.#changed();
  }

  /** Somebody wants silence, also from the idle file. */
  pause(fadeMs?: number): void {
    this.#isQuiet = true;
    this.#pause(fadeMs);
  }

  /** The same for good. */
  stop(): void {
    this.#isQuiet = true;
    this.#stop();
  }

  /** It ends without anybody having asked for silence: its tag was taken away. */
  end(action: PlayerSettings['on_removal']): void {
    if (action === 'pause') this.#pause();
    else if (action === 'stop') this.#stop();
  }

  /** The next file of the tag; after the last one it has ended. */
  next(): void {
    this.#requireFile();
    const { next } = this.#queue;
    if (next !== undefined) this.#begin(next, 0);
    else {
      this.#places.forget();
      this.#halt();
      this.#stoppedAtMs = 0;
      this.#parts.player.stop();
      this.#changed();
    }
  }

  /** The file from its beginning, or the one before it where it has just begun. */
  previous(): void {
    this.#requireFile();
    const isBegun = this.#status !== 'stopped' && this.#parts.player.place().positionMs > startOverMs;
    this.#isQuiet = false;
    this.#begin(isBegun ? this.#queue.index : Math.max(0, this.#queue.index - 1), 0);
  }

  seek(positionMs: number): void {
    if (this.#status === 'stopped' || this.fileId === undefined)
      throw new AppError('nothing-to-play', 'Nothing plays that has a position.');
    const { durationMs } = this.#parts.player.place();
    this.#parts.player.seek(Math.min(positionMs, durationMs ?? positionMs));
    this.#savePlace();
    this.#changed();
  }

  setVolume(percent: number): void {
    const { settings, player } = this.#parts;
    settings.volume = percent;
    if (this.#fader.lengthMs === undefined) player.setVolume(settings.volume);
    this.#changed();
  }

  /** The settings have changed; the volume may be above the cap now. */
  settingsChanged(): void {
    this.setVolume(this.#parts.settings.volume);
  }

  /** Pauses after this time; null takes it back. */
  sleepAfter(delayMs: number | null): void {
    this.#sleep.set(delayMs);
    this.#changed();
  }

  /** The files of the tag that plays have changed. */
  setFiles(files: readonly Playable[], seed: number): void {
    this.#queue.setFiles(files, seed);
  }

  /** Files were renamed or removed. `find` gives a file as it is now. */
  refreshFiles(find: (id: number) => Playable | undefined): void {
    if (this.#queue.refresh(find)) this.#changed();
  }

  /** The tag has another name now, is replaced by another one, or is forgotten. */
  retag(tagId: number, tag: PlayingTag | null): void {
    if (this.#queue.retag(tagId, tag)) this.#changed();
  }

  /** Says what is wrong, without touching what plays. */
  report(problem: PlayerReason): void {
    if (JSON.stringify(problem) === JSON.stringify(this.#problem)) return;
    this.#problem = problem;
    this.#parts.log.warn({ problem }, describePlayerReason(problem));
    this.#changed();
  }

  /** The tag is known now, or means something else: what was wrong with it is over. */
  tagChanged(serial: string): void {
    const problem = this.#problem;
    if (problem === null || !('serial' in problem) || problem.serial !== serial) return;
    this.#problem = null;
    this.#changed();
  }

  /** What plays has gone. It stops at once, and its place is kept; after a file that was removed the next one plays. */
  lost(problem: PlayerReason): void {
    if (this.#status === 'stopped') return;
    const { next } = this.#queue;
    if (problem.code === 'file-removed' && next !== undefined && this.#status === 'playing') {
      this.#begin(next, 0);
    } else {
      this.#savePlace();
      this.#halt();
      this.#parts.player.stop();
    }
    this.report(problem);
  }

  async close(): Promise<void> {
    this.#savePlace();
    this.#halt();
    this.#hear();
    this.#sleep.set(null);
    this.#unsubscribe();
    await this.#parts.player.close();
  }

  #requireFile(): void {
    if (this.fileId === undefined) throw new AppError('nothing-to-play', 'Nothing has been played yet.');
  }

  #begin(index: number, positionMs: number, problem: PlayerReason | null = null): void {
    this.#queue.goTo(index);
    const { file } = this.#queue;
    if (file === undefined) return;
    this.#fader.stop();
    this.#status = 'playing';
    this.#isStarted = false;
    this.#problem = problem;
    this.#parts.player.load({ ...file, load: ++this.#load }, { positionMs, isPaused: false });
    this.#places.start();
    // A player that is not there has said so already.
    if (this.#problem === problem) this.#changed();
  }

  #pause(fadeMs = this.#parts.settings.read().fade * 1000): void {
    if (this.#status !== 'playing') return;
    this.#places.save();
    this.#places.stop();
    this.#status = 'paused';
    this.#fader.out(fadeMs, () => {
      this.#parts.player.setPaused(true);
      this.#changed();
    });
    if (fadeMs > 0) this.#changed();
  }

  #stop(): void {
    if (this.#status === 'stopped') return;
    const isAudible = this.#status === 'playing';
    this.#savePlace();
    this.#halt();
    if (!isAudible) this.#parts.player.stop();
    else this.#fader.out(this.#parts.settings.read().fade * 1000, () => this.#parts.player.stop());
    this.#changed();
  }

  #event(event: PlayerEvent): void {
    if (event.type === 'trouble') {
      this.#isStarted = false;
      this.#hear();
      // What was to fade out has ended, and nobody misses the player.
      if (this.#fader.finish()) this.#changed();
      else this.report(event.cause);
      return;
    }
    if (event.load !== this.#load || this.#status === 'stopped') {
      // A page that comes or goes while nothing plays.
      if (event.type === 'changed') {
        if (this.#problem?.code === 'page-not-open') this.#problem = null;
        this.#changed();
      }
      return;
    }
    if (event.type === 'ended' || event.type === 'failed') {
      this.#over(event);
      return;
    }
    if (event.type === 'started') {
      this.#isStarted = true;
      if (this.#problem !== null && isPlayersOwn(this.#problem)) this.#problem = null;
    }
    this.#changed();
  }

  #over(event: Extract<PlayerEvent, { type: 'ended' | 'failed' }>): void {
    const isFile = event.type === 'ended' || event.cause.code === 'file-not-playable';
    // Why a sound of our own was to be played is worth more than why it was not.
    if (event.type === 'failed' && this.fileId !== undefined) this.report(event.cause);
    const next = isFile ? this.#queue.next : undefined;
    if (next !== undefined) {
      this.#begin(next, 0, this.#problem);
      return;
    }
    if (isFile) this.#places.forget();
    else this.#savePlace();
    this.#halt();
    if (isFile) this.#stoppedAtMs = 0;
    this.#changed();
  }

  #halt(): void {
    this.#places.stop();
    this.#fader.stop();
    this.#stoppedAtMs = this.#parts.player.place().positionMs;
    this.#status = 'stopped';
  }

  #savePlace(): void {
    if (this.#status !== 'stopped') this.#places.save();
  }

  /** Says which tag is heard, when it changes. */
  #hear(): void {
    const heard = this.#isStarted && this.#status === 'playing' ? (this.tag?.id ?? null) : null;
    if (heard === this.#heardTag) return;
    this.#heardTag = heard;
    this.#parts.onHeard(heard);
  }

  #changed(): void {
    this.#hear();
    this.#parts.onChange(this.state());
  }
}
