import {
  describePlayerReason,
  type PlayerReason,
  type PlayerSettings,
  type PlayerState,
} from '@stationery/contract';
import { AppError } from '@stationery/core';
import { isBuiltIn, type Playable, type PlayingTag, type Selection } from './play-queue.ts';
import { Playback, type PlaybackDeps } from './playback.ts';
import { SleepTimer } from './sleep-timer.ts';

interface PlayControlDeps extends Omit<PlaybackDeps, 'onChange' | 'onSleep'> {
  onChange: (state: PlayerState) => void;
  language: () => string | null;
}

const sleepFadeMs = 10_000;
/** After this position, `previous` restarts the current file instead of going to the previous one. */
const startOverMs = 3_000;

export class PlayControl {
  readonly #deps: PlayControlDeps;
  readonly #playback: Playback;
  readonly #sleep: SleepTimer;
  #isQuiet = false;

  constructor(deps: PlayControlDeps) {
    this.#deps = deps;
    this.#playback = new Playback({
      ...deps,
      onChange: () => deps.onChange(this.state()),
      onSleep: () => {
        this.#isQuiet = true;
      },
    });
    this.#sleep = new SleepTimer(deps.clock, () => {
      if (this.status === 'playing') this.pause(sleepFadeMs);
      else this.#playback.changed();
    });
    this.#playback.applyVolume();
  }

  get status(): PlayerState['status'] {
    return this.#playback.status;
  }

  get selection(): Selection {
    return this.#playback.queue.selection;
  }

  get tag(): PlayingTag | null {
    return this.selection.tag;
  }

  get content(): string | undefined {
    return this.#playback.queue.file?.content;
  }

  /** The id of the current file; undefined for a stream or built-in sound. */
  get fileId(): number | undefined {
    return this.#playback.queue.file?.id;
  }

  get isHeard(): boolean {
    return this.status === 'playing' && !this.selection.isIdle;
  }

  /** Whether a file other than the idle file or a built-in sound is audible. */
  get isListened(): boolean {
    const { isAudible, queue } = this.#playback;
    return isAudible && !this.selection.isIdle && !isBuiltIn(queue.file);
  }

  /** Whether the user paused or stopped playback and has not started anything since. */
  get isQuiet(): boolean {
    return this.#isQuiet;
  }

  state(): PlayerState {
    const { player, settings, language } = this.#deps;
    const { queue, status, load, problem, fader, isAudible, volume, stopsAfterFile } = this.#playback;
    const isLoaded = status !== 'stopped';
    const file = isLoaded ? queue.file : undefined;
    const stream = file?.stream;
    const { positionMs, durationMs } = player.place();
    const { lengthMs } = fader;
    const { leftMs } = this.#sleep;
    const { volume_cap, languages } = settings.read();
    return {
      player: player.kind,
      status,
      file: file?.id === undefined ? null : { id: file.id, filename: file.filename },
      stream: stream
        ? { title: stream.title, url: stream.url, connecting: status === 'playing' && !isAudible }
        : null,
      tag: isLoaded ? queue.selection.tag : null,
      playlist: isLoaded ? queue.place : null,
      repeat: (isLoaded && queue.selection.repeat) || 'off',
      idle: isLoaded && queue.selection.isIdle === true,
      position: isLoaded ? positionMs / 1000 : 0,
      // Leave out the duration of a live stream, because the player only reports that of what it has buffered.
      duration: isLoaded && durationMs !== undefined && !stream?.isLive ? durationMs / 1000 : null,
      volume,
      volume_cap,
      sleep: leftMs === null ? null : leftMs / 1000,
      sleep_after_file: stopsAfterFile,
      language: language(),
      languages,
      problem: problem.shown,
      output: {
        load,
        content: file?.content ?? null,
        page: player.page ?? null,
        fade: lengthMs === undefined ? null : lengthMs / 1000,
      },
    };
  }

  start(
    selection: Selection,
    from: { index: number; positionMs: number | undefined } = { index: 0, positionMs: 0 },
  ): void {
    this.#playback.select(selection);
    if (!selection.isIdle) {
      this.#isQuiet = false;
      this.#playback.problem.clear();
    }
    this.#playback.begin(from.index, from.positionMs);
  }

  /** The file that `resume` would reload; undefined if it only unpauses or is already playing. */
  get toResume(): Playable | undefined {
    const { wanted } = this.#playback.queues;
    const isLoaded = wanted === this.#playback.queue.file && this.status !== 'stopped';
    return isLoaded || this.status === 'paused' ? undefined : wanted;
  }

  resume(): void {
    if (this.#deps.player.kind === 'none')
      throw new AppError('player-unavailable', describePlayerReason({ code: 'player-not-set' }));
    this.#requireFile();
    this.#isQuiet = false;
    if (this.status !== 'paused') this.#playback.back();
    this.#playback.resume();
  }

  /** Pauses for the user. The idle file does not start after a pause or stop by the user. */
  pause(fadeMs?: number): void {
    this.#isQuiet = true;
    this.#playback.pause(fadeMs);
  }

  stop(): void {
    this.#isQuiet = true;
    this.#playback.stop();
  }

  /** Stops playback for a limit; undefined when the limit is over. The idle file may then start. */
  limit(reason: PlayerReason | undefined): void {
    if (reason === undefined) {
      this.#playback.problem.limitsEnded();
      this.#playback.changed();
      return;
    }
    this.#playback.pause(sleepFadeMs);
    this.#playback.report(reason);
  }

  /** Called when the tag was removed. The idle file may then start. */
  end(action: PlayerSettings['on_removal']): void {
    if (action === 'pause') this.#playback.pause();
    else if (action === 'stop') this.#playback.stop();
  }

  next(): void {
    this.#requireFile();
    this.#playback.back();
    this.#playback.problem.clear();
    this.#playback.savePlace();
    const { next } = this.#playback.queue;
    if (next === undefined) this.#playback.finish();
    else this.#playback.begin(next);
  }

  /** Restarts the file, or goes to the previous one shortly after its start. */
  previous(): void {
    this.#requireFile();
    this.#playback.back();
    this.#playback.problem.clear();
    this.#isQuiet = false;
    const { queue, placeMs } = this.#playback;
    this.#playback.savePlace();
    const isBegun = this.status !== 'stopped' && placeMs > startOverMs;
    this.#playback.begin(isBegun ? queue.index : Math.max(0, queue.index - 1), 0);
  }

  seek(positionMs: number): void {
    const { file } = this.#playback.queue;
    if (this.status === 'stopped' || isBuiltIn(file) || file?.stream?.isLive)
      throw new AppError('nothing-to-play', 'Nothing with a position is playing.');
    const { player } = this.#deps;
    player.seek(Math.min(positionMs, player.place().durationMs ?? positionMs));
    this.#playback.savePlace();
    this.#playback.changed();
  }

  seekBy(ms: number): void {
    this.seek(Math.max(0, this.#playback.placeMs + ms));
  }

  setRepeat(repeat: PlayerState['repeat']): void {
    this.#playback.queue.adjust({ repeat });
    this.#playback.changed();
  }

  /** Sets the volume. If the playing tag has its own volume, changes only that one. */
  setVolume(percent: number): void {
    const { queue } = this.#playback;
    if (queue.selection.volume !== undefined && this.status !== 'stopped') queue.adjust({ volume: percent });
    else {
      queue.adjust({ volume: undefined });
      this.#deps.settings.volume = percent;
    }
    this.#playback.applyVolume();
    this.#playback.changed();
  }

  /** Call when the output has changed. Shows the reason if the chosen output is not used. */
  outputChanged(missing: PlayerReason | undefined): void {
    this.#playback.problem.setStanding(missing);
    this.#playback.applyVolume();
    this.#playback.changed();
  }

  /** Applies changed settings. Lowers the volume if it now exceeds the cap. */
  settingsChanged(): void {
    const { settings } = this.#deps;
    const { volume } = settings;
    settings.volume = volume;
    this.#playback.applyVolume();
    this.#playback.changed();
  }

  sleepAfter(delayMs: number | null): void {
    this.#sleep.set(delayMs);
    this.#playback.changed();
  }

  sleepAfterFile(isSet: boolean): void {
    this.#playback.stopsAfterFile = isSet;
    this.#playback.changed();
  }

  setFiles(files: readonly Playable[], seed: number): void {
    this.#playback.queue.setFiles(files, seed);
  }

  /** Replaces the files by those in the new language, in which the current file starts over. */
  translate(files: readonly Playable[]): void {
    const { selection, index } = this.#playback.queue;
    if (files.length === selection.files.length && files[index]?.id !== this.fileId)
      this.start({ ...selection, files }, { index, positionMs: 0 });
    else this.#playback.changed();
  }

  reorder(files: readonly Playable[], seed: number): void {
    this.setFiles(files, seed);
    this.#playback.savePlace();
    this.#playback.changed();
  }

  /** Call after files were renamed or removed. */
  refreshFiles(find: (id: number) => Playable | undefined): void {
    if (this.#playback.queues.refresh(find)) this.#playback.changed();
  }

  /** Call after the tag was renamed, replaced or removed. */
  retag(tagId: number, tag: PlayingTag | null): void {
    if (this.#playback.queues.retag(tagId, tag)) this.#playback.changed();
  }

  report(problem: PlayerReason): void {
    this.#playback.report(problem);
  }

  /** Call after the tag was added or changed. */
  tagChanged(serial: string): void {
    if (this.#playback.problem.tagChanged(serial)) this.#playback.changed();
  }

  /** Call when the playing file is gone. */
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
