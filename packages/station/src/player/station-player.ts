import {
  type BatteryState,
  describePlayerReason,
  type PlayerLimits,
  type PlayerLimitsChange,
  type PlayerReason,
  type PlayerReport,
  type PlayerSettings,
  type PlayerState,
} from '@stationery/contract';
import { AppError, type Clock, type Database, type Logger, type OnDemand } from '@stationery/core';
import type { Card } from '../card/card.ts';
import type { IndexChange } from '../card/card-index.ts';
import type { CardState } from '../card/card-state.ts';
import { findOnCard } from '../card/not-on-card.ts';
import type { Tap } from '../scanner/scanner.ts';
import type { StoredFile } from '../store/files-table.ts';
import { ListenedTable } from '../store/listened-table.ts';
import { PlacesTable } from '../store/places-table.ts';
import type { StoredDetails } from '../store/tag-details-table.ts';
import type { StoredTag } from '../store/tags-table.ts';
import type { Streams } from '../streams/streams.ts';
import type { TagRegistry } from '../tags/tag-registry.ts';
import { runAction } from './actions.ts';
import { soundWriter } from './built-in-sounds.ts';
import { IdleFile } from './idle-file.ts';
import { Limits, type WallTime } from './limits/limits.ts';
import { Pin } from './limits/pin.ts';
import { ShutdownTimer } from './limits/shutdown-timer.ts';
import { systemTime } from './limits/system-time.ts';
import { SoundOutputs } from './outputs/sound-outputs.ts';
import { PlayControl } from './play-control.ts';
import type { Playable } from './play-queue.ts';
import type { Player } from './player.ts';
import { type PlayerStore, StoredPlayerSettings } from './player-settings.ts';
import { newSeed, shuffle, TapActions, type TapKind } from './tap-actions.ts';
import { TapMeanings } from './tap-meanings.ts';
import { VisitorLanguage } from './visitor-language.ts';

interface StationPlayerDeps {
  player: Player;
  dataDir: string;
  settings: PlayerStore;
  journal: () => Database;
  syncJournal: () => Promise<void>;
  card: Card;
  tags: TagRegistry;
  streams: OnDemand<Streams>;
  clock: Clock;
  log: Logger;
  onChange: (state: PlayerState) => void;
  /** Called with the tag that is now playing, or null. */
  onHeard: (tagId: number | null) => void;
  shutDown: () => (() => void) | undefined;
  battery: () => BatteryState;
  /** Replaced in tests. */
  time?: WallTime | undefined;
}

export class StationPlayer {
  readonly #deps: StationPlayerDeps;
  readonly #meanings: TapMeanings;
  readonly #settings: StoredPlayerSettings;
  readonly #control: PlayControl;
  readonly #language: VisitorLanguage;
  readonly #actions: TapActions;
  readonly #idle: IdleFile;
  readonly #sound: ReturnType<typeof soundWriter>;
  readonly #limits: Limits;
  readonly outputs: SoundOutputs;
  readonly #pin: Pin;
  readonly #shutdown: ShutdownTimer;
  #isStarted = false;
  #isCardMissing = true;

  constructor(deps: StationPlayerDeps) {
    const { player, card, clock, log, onChange, onHeard, time = systemTime } = deps;
    this.#deps = deps;
    this.#settings = new StoredPlayerSettings(deps.settings);
    this.#language = new VisitorLanguage({
      clock,
      languages: () => this.#settings.read().languages,
      isPlaying: () => this.#control.isHeard,
      onChange: () => this.#translate(),
    });
    this.#meanings = new TapMeanings({
      ...deps,
      languages: () => this.#settings.read().languages,
      language: () => this.#language.current,
    });
    const places = new PlacesTable({ journal: deps.journal, sync: deps.syncJournal });
    player.setReplayGain?.(this.#settings.read().replay_gain);
    this.outputs = new SoundOutputs({
      player,
      settings: this.#settings,
      stored: deps.settings.outputs,
      clock,
      log,
      onChange: (reason) => this.#control.outputChanged(reason),
    });
    const common = { settings: this.#settings, places, clock };
    this.#control = new PlayControl({
      ...common,
      player,
      log,
      onChange: (state) => {
        onChange(state);
        this.#limits?.playing(this.#control.isListened);
        this.used();
        if (this.#isStarted) this.#idle.check();
      },
      whyMissing: (file) => this.#whyMissing(file),
      refreshCard: () => this.#refreshCard(),
      onHeard,
      language: () => this.#language.current,
    });
    this.#sound = soundWriter(deps.dataDir);
    this.#actions = new TapActions({
      ...common,
      control: this.#control,
      meaningOf: (tap, limit) => this.#meanings.of(tap, limit),
      act: (action) => runAction(this, action),
      sound: this.#sound,
      limited: () => this.#limits.reason,
    });
    this.#idle = new IdleFile({
      control: this.#control,
      player,
      clock,
      isLimited: () => this.#limits.reason !== undefined,
      file: () => this.#idleFile(),
    });
    this.#pin = new Pin({ stored: deps.settings.pin, wrong: deps.settings.wrongPins, clock });
    this.#limits = new Limits({
      clock,
      log,
      time,
      stored: deps.settings.limits,
      table: new ListenedTable(deps.journal),
      onChange: (reason) => this.#control.limit(reason),
    });
    this.#shutdown = new ShutdownTimer({
      clock,
      time,
      battery: deps.battery,
      rules: () => this.#settings.shutdownRules,
      isBusy: () => this.#control.status === 'playing' || card.isReceiving,
      shutDown: () => this.#tryShutDown(),
    });
  }

  get control(): PlayControl {
    return this.#control;
  }

  get settings(): PlayerSettings {
    return { ...this.#settings.read(), idle_file: this.#idleFile()?.filename ?? null };
  }

  async changeSettings({ idle_file, ...change }: Partial<PlayerSettings>): Promise<void> {
    // Validate the idle file before changing anything.
    const idle = typeof idle_file === 'string' ? await this.#find(idle_file, 'idle_file') : undefined;
    const { volume_cap: _, ...unprotected } = change;
    // A collection or backup does not replace settings that the PIN protects.
    this.#settings.change(this.#pin.isSet ? unprotected : change);
    this.#deps.player.setReplayGain?.(this.#settings.read().replay_gain);
    this.#control.settingsChanged();
    if (idle_file === undefined || idle?.id === this.#settings.idleFileId) return;
    this.#settings.idleFileId = idle?.id;
    this.#idle.changed();
  }

  get limits(): PlayerLimits {
    const limits = this.#limits;
    return {
      ...limits.read(),
      ...this.#settings.volumeLimits,
      volume_cap: this.#settings.read().volume_cap,
      ...this.#settings.shutdownRules,
      minutes_used: limits.minutesUsed,
      clock_trusted: limits.isClockTrusted,
      can_shut_down: this.#deps.shutDown() !== undefined,
      battery: this.#deps.battery(),
      has_pin: this.#pin.isSet,
    };
  }

  async changeLimits(request: PlayerLimitsChange): Promise<void> {
    const { pin, new_pin, minutes_used, volume_cap, ...change } = request;
    await this.#pin.check(pin);
    const { quiet, minutes_per_day, ...rules } = change;
    const wanted = { ...this.limits, ...change, ...(volume_cap !== undefined && { volume_cap }) };
    if (wanted.quiet?.from === wanted.quiet?.to && wanted.quiet !== null)
      throw new AppError('invalid-request', 'Quiet hours must begin and end at different times.', {
        pointer: '/data/attributes/quiet',
      });
    if (wanted.volume_min > wanted.volume_cap)
      throw new AppError('invalid-request', 'The minimum volume is higher than the maximum.', {
        pointer: '/data/attributes/volume_min',
      });
    if (new_pin !== undefined) await this.#pin.set(new_pin);
    if (volume_cap !== undefined) this.#settings.change({ volume_cap });
    this.#settings.changeLimits(rules);
    this.#shutdown.update();
    this.#control.settingsChanged();
    if (minutes_used === 0) this.#limits.resetUsed();
    this.#limits.change({
      ...(quiet !== undefined && { quiet }),
      ...(minutes_per_day !== undefined && { minutes_per_day }),
    });
  }

  /** Called when the station is used. Restarts the time after which an idle machine shuts down. */
  used(): void {
    this.#shutdown?.used();
  }

  /** Pauses, then shuts the machine down. The position is saved. */
  shutDown(): void {
    const shutDown = this.#deps.shutDown();
    if (shutDown === undefined) {
      this.#control.report({ code: 'shutdown-unavailable' });
      return;
    }
    this.#deps.log.info('shutting the machine down');
    this.#control.pause();
    shutDown();
  }

  #tryShutDown(): void {
    try {
      this.shutDown();
    } catch (err) {
      this.#deps.log.warn({ err }, 'machine not shut down');
    }
  }

  requireAllowed(): void {
    const { reason } = this.#limits;
    if (reason === undefined) return;
    this.#control.report(reason);
    throw new AppError('playback-limited', describePlayerReason(reason));
  }

  /** Throws for a change of the volume cap that needs the PIN. */
  requireOpenSettings({ volume_cap }: Partial<PlayerSettings>): void {
    if (volume_cap === undefined || volume_cap === this.#settings.read().volume_cap || !this.#pin.isSet)
      return;
    throw new AppError('pin-wrong', 'The maximum volume is protected by a PIN. Change it in the limits.', {
      pointer: '/data/attributes/volume_cap',
    });
  }

  /** Sets the language, by default to the next one. The playing file starts over in it. */
  async setLanguage(language: string | undefined): Promise<void> {
    await this.#language.choose(language ?? this.#language.next);
  }

  async #translate(): Promise<void> {
    const { tag, status } = this.#control;
    const language = this.#language.current;
    if (tag === null || status !== 'playing') {
      this.#control.settingsChanged();
      return;
    }
    const files = await this.#meanings.filesOf(tag.id);
    if (this.#control.tag?.id !== tag.id || this.#language.current !== language) return;
    const { seed } = this.#control.selection;
    this.#control.translate(seed === 0 ? files : shuffle(files, seed));
  }

  async shuffle(isShuffled: boolean): Promise<void> {
    const { tag } = this.#control;
    if (tag === null) return;
    const files = await this.#meanings.filesOf(tag.id);
    if (this.#control.tag?.id !== tag.id) return;
    const seed = isShuffled ? newSeed() : 0;
    this.#control.reorder(isShuffled ? shuffle(files, seed) : files, seed);
  }

  /** Starts playing the tags that are already on the reader. Taps are handled from now on. */
  start(present: () => readonly Tap[]): void {
    this.#isStarted = true;
    if (this.#deps.player.kind === 'none') return;
    for (const tap of present()) this.tapped('on', tap);
    this.#idle.check();
  }

  get graceMs(): number {
    return this.#settings.read().grace * 1000;
  }

  /** Handles a tap. Plays nothing without a player. */
  tapped(kind: 'on' | 'off', tap: Tap, how: TapKind = {}): void {
    this.used();
    this.#language.keep();
    if (this.#deps.player.kind === 'none' || !this.#isStarted) return;
    if (kind === 'off') {
      this.#actions.off(tap);
      return;
    }
    // Retry the idle file before handling the tap, so that a failure of the tap is not cleared.
    this.#idle.retry();
    this.#actions
      .on(tap, how)
      .then(() => this.#idle.check())
      .catch((err: unknown) => this.#deps.log.error({ err }, 'tap not handled'));
  }

  /** Resumes playback. Fails at once if the file or the card is gone, which a player would only notice later. */
  async resume(): Promise<void> {
    await this.#requireFileToResume();
    this.#control.resume();
  }

  async #requireFileToResume(): Promise<void> {
    const file = this.#control.toResume;
    if (file?.id === undefined) return;
    // Refresh the card first, because another program or machine may have changed it.
    const failure = await this.#deps.card.refresh().then(
      () => undefined,
      (error: unknown) => error,
    );
    const cause = this.#whyMissing(file);
    if (cause !== undefined) this.#control.report(cause);
    if (failure !== undefined) throw failure;
    if (cause?.code === 'file-removed') throw new AppError('file-not-on-card', describePlayerReason(cause));
  }

  async play(filename: string): Promise<void> {
    const file = await this.#find(filename, 'filename');
    this.#control.start({ tag: null, files: [this.#meanings.playable(file)], seed: 0 });
  }

  async playTestSound(): Promise<void> {
    if (this.#deps.player.kind === 'none')
      throw new AppError('player-unavailable', describePlayerReason({ code: 'player-not-set' }));
    this.#control.start({ tag: null, files: [await this.#sound('unknown')], seed: 0 });
  }

  report(report: PlayerReport): void {
    this.#deps.player.report?.(report);
  }

  cardState(state: CardState): void {
    const isBack = this.#isCardMissing && state.state === 'present';
    this.#isCardMissing = state.state === 'missing';
    if (this.#isCardMissing && this.#control.fileId !== undefined)
      this.#control.lost({ code: 'card-removed' });
    // Compare only the state, because the free space of a folder changes constantly.
    else if (isBack) this.#idle.retry();
    else this.#idle.check();
  }

  filesChanged(changes: readonly IndexChange[]): void {
    this.#meanings.changed();
    this.#refreshFiles();
    if (changes.some(({ file }) => file.id === this.#settings.idleFileId)) this.#idle.retry();
    const playing = this.#control.fileId;
    const gone = changes.find(({ kind, file }) => kind === 'removed' && file.id === playing);
    if (gone === undefined) return;
    this.#control.lost({ code: 'file-removed', filename: gone.file.name });
    this.#refreshFiles();
  }

  #refreshFiles(): void {
    this.#control.refreshFiles((id) => this.#meanings.file(id));
  }

  async #refreshCard(): Promise<void> {
    // Ignore a missing card, which the card state reports.
    await this.#deps.card.refresh().catch(() => undefined);
    this.#refreshFiles();
  }

  tagChanged({ id, serial, name }: StoredDetails): void {
    this.#meanings.changed();
    this.#control.tagChanged(serial);
    this.#control.retag(id, { id, serial, name });
  }

  tagRemoved(id: number): void {
    this.#meanings.changed();
    this.#control.retag(id, null);
  }

  tagReplaced(id: number, { id: newId, serial }: StoredTag): void {
    this.#meanings.changed();
    this.#control.retag(id, { id: newId, serial, name: null });
  }

  async close(): Promise<void> {
    this.#idle.close();
    this.outputs.close();
    this.#language.close();
    this.#limits.close();
    this.#shutdown.close();
    this.#actions.close();
    await this.#control.close();
  }

  #whyMissing({ id, filename, stream, content }: Playable): PlayerReason | undefined {
    if (stream !== undefined) return this.#deps.streams.loaded?.failure(content);
    if (id === undefined) return undefined;
    if (this.#deps.card.state.state === 'missing') return { code: 'card-removed' };
    return this.#deps.card.known(id) === undefined ? { code: 'file-removed', filename } : undefined;
  }

  #idleFile() {
    const id = this.#settings.idleFileId;
    return id === undefined || this.#deps.card.state.state === 'missing'
      ? undefined
      : this.#meanings.file(id);
  }

  #find(filename: string, member: string): Promise<StoredFile> {
    return findOnCard(this.#deps.card, filename, `/data/attributes/${member}`);
  }
}
