import { resolve } from 'node:path';
import {
  describePlayerReason,
  type PlayerReason,
  type PlayerReport,
  type PlayerSettings,
  type PlayerState,
} from '@stationery/contract';
import { AppError, type Clock, type Database, type Logger } from '@stationery/core';
import type { Card } from '../card/card.ts';
import type { IndexChange } from '../card/card-index.ts';
import type { CardState } from '../card/card-state.ts';
import { notOnCard } from '../card/not-on-card.ts';
import { readPlayerChoice } from '../player-choice.ts';
import type { Tap } from '../scanner/scanner.ts';
import type { StoredFile } from '../store/files-table.ts';
import { PlacesTable } from '../store/places-table.ts';
import type { StoredDetails } from '../store/tag-details-table.ts';
import type { StoredTag } from '../store/tags-table.ts';
import type { TagRegistry } from '../tags/tag-registry.ts';
import { createPlayer } from './choose-player.ts';
import { IdleFile } from './idle-file.ts';
import { PlayControl } from './play-control.ts';
import type { Playable } from './play-queue.ts';
import type { Player } from './player.ts';
import { type PlayerStore, StoredPlayerSettings } from './player-settings.ts';
import { TapActions, type TapKind, type TapMeaning } from './tap-actions.ts';
import { unknownSound } from './unknown-sound.ts';

interface StationPlayerDeps {
  config: { player: string; dataDir: string; token: string | undefined };
  settings: PlayerStore;
  /** Database for frequent writes. */
  journal: () => Database;
  syncJournal: () => Promise<void>;
  card: Card;
  tags: TagRegistry;
  httpPort: () => number;
  clock: Clock;
  log: Logger;
  onChange: (state: PlayerState) => void;
  /** Called with the tag that is now playing, or null. */
  onHeard: (tagId: number | null) => void;
}

/** Connects the player to the card and the tags of a station. */
export class StationPlayer {
  readonly #card: Card;
  readonly #meanings: TapMeanings;
  readonly #player: Player;
  readonly #settings: StoredPlayerSettings;
  readonly #control: PlayControl;
  readonly #actions: TapActions;
  readonly #idle: IdleFile;
  readonly #log: Logger;
  #isStarted = false;
  #isCardMissing = true;

  constructor(deps: StationPlayerDeps) {
    const { config, card, httpPort, clock, log, onChange, onHeard } = deps;
    this.#card = card;
    this.#log = log;
    this.#meanings = new TapMeanings(deps);
    this.#settings = new StoredPlayerSettings(deps.settings);
    const places = new PlacesTable({ journal: deps.journal, sync: deps.syncJournal });
    const needsToken = config.token !== undefined;
    this.#player = createPlayer(readPlayerChoice(config.player), { clock, log, httpPort, needsToken });
    const common = { settings: this.#settings, places, clock };
    this.#control = new PlayControl({
      ...common,
      player: this.#player,
      log,
      onChange: (state) => {
        onChange(state);
        if (this.#isStarted) this.#idle.check();
      },
      whyMissing: (file) => this.#whyMissing(file),
      refreshCard: () => this.#refreshCard(),
      onHeard,
    });
    this.#actions = new TapActions({
      ...common,
      control: this.#control,
      meaningOf: (tap) => this.#meanings.of(tap),
      unknownSound: unknownSound(config.dataDir),
    });
    this.#idle = new IdleFile({
      control: this.#control,
      player: this.#player,
      clock,
      file: () => this.#idleFile(),
    });
  }

  get control(): PlayControl {
    return this.#control;
  }

  get settings(): PlayerSettings {
    return { ...this.#settings.read(), idle_file: this.#idleFile()?.filename ?? null };
  }

  async changeSettings({ idle_file, ...change }: Partial<PlayerSettings>): Promise<void> {
    // Validate before changing anything.
    const idle = typeof idle_file === 'string' ? await this.#find(idle_file, 'idle_file') : undefined;
    this.#settings.change(change);
    this.#control.settingsChanged();
    if (idle_file === undefined || idle?.id === this.#settings.idleFileId) return;
    this.#settings.idleFileId = idle?.id;
    this.#idle.changed();
  }

  /** Starts playing the tags already on the reader. Taps count from now on. */
  start(present: () => readonly Tap[]): void {
    this.#isStarted = true;
    if (this.#player.kind === 'none') return;
    for (const tap of present()) this.tapped('on', tap);
    this.#idle.check();
  }

  /** How long a tag may be missing before it counts as removed. */
  get graceMs(): number {
    return this.#settings.read().grace * 1000;
  }

  /** Does nothing without a player. */
  tapped(kind: 'on' | 'off', tap: Tap, how: TapKind = {}): void {
    if (this.#player.kind === 'none' || !this.#isStarted) return;
    if (kind === 'off') {
      this.#actions.off(tap);
      return;
    }
    // Before the tap is handled, so that its own failure is not cleared.
    this.#idle.retry();
    this.#actions
      .on(tap, how)
      .then(() => this.#idle.check())
      .catch((err: unknown) => this.#log.error({ err }, 'tap not handled'));
  }

  /** Fails at once if the file or the card is gone; a player would only notice later. */
  async resume(): Promise<void> {
    await this.#requireFileToResume();
    this.#control.resume();
  }

  async #requireFileToResume(): Promise<void> {
    const file = this.#control.toResume;
    if (file?.id === undefined) return;
    // The card may have been changed elsewhere.
    const failure = await this.#card.refresh().then(
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

  report(report: PlayerReport): void {
    this.#player.report?.(report);
  }

  cardState(state: CardState): void {
    const isBack = this.#isCardMissing && state.state === 'present';
    this.#isCardMissing = state.state === 'missing';
    if (this.#isCardMissing && this.#control.fileId !== undefined)
      this.#control.lost({ code: 'card-removed' });
    // The free space of a folder changes constantly, so compare only the state.
    else if (isBack) this.#idle.retry();
    else this.#idle.check();
  }

  filesChanged(changes: readonly IndexChange[]): void {
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
    // A missing card is reported by the card state.
    await this.#card.refresh().catch(() => undefined);
    this.#refreshFiles();
  }

  /** Updates a renamed or changed tag. */
  tagChanged({ id, serial, name }: StoredDetails): void {
    this.#control.tagChanged(serial);
    this.#control.retag(id, { id, serial, name });
  }

  tagRemoved(id: number): void {
    this.#control.retag(id, null);
  }

  tagReplaced(id: number, { id: newId, serial }: StoredTag): void {
    this.#control.retag(id, { id: newId, serial, name: null });
  }

  async close(): Promise<void> {
    this.#idle.close();
    this.#actions.close();
    await this.#control.close();
  }

  #whyMissing({ id, filename }: Playable): PlayerReason | undefined {
    if (id === undefined) return undefined;
    if (this.#card.state.state === 'missing') return { code: 'card-removed' };
    return this.#card.known(id) === undefined ? { code: 'file-removed', filename } : undefined;
  }

  #idleFile() {
    const id = this.#settings.idleFileId;
    return id === undefined || this.#card.state.state === 'missing' ? undefined : this.#meanings.file(id);
  }

  async #find(filename: string, member: string): Promise<StoredFile> {
    const file = await this.#card.find(filename);
    if (file !== undefined) return file;
    throw notOnCard(filename, `/data/attributes/${member}`);
  }
}

/** Resolves the meaning of a tag and its files on the card. */
class TapMeanings {
  readonly #card: Card;
  readonly #tags: TagRegistry;

  constructor(parts: { card: Card; tags: TagRegistry }) {
    this.#card = parts.card;
    this.#tags = parts.tags;
  }

  /** Returns the meaning of a tag, or the reason it has none. */
  async of({ id, serial }: Tap & { id: number }): Promise<TapMeaning | PlayerReason> {
    const known = this.#tags.details(id).meaning;
    if (known === null) return { code: 'tag-not-bound', serial };
    if (known.kind !== 'playlist') return known;
    try {
      await this.#card.refresh();
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { code: 'card-removed' };
    }
    const { name, meaning, missing } = this.#tags.details(id);
    // Use the meaning from before the card was read, because the file may have been found missing since.
    if (meaning?.kind !== 'playlist') return { code: 'tag-not-bound', serial };
    const files = this.#tags.files(id).flatMap((file) => this.file(file.id) ?? []);
    if (files.length === 0) return { code: 'tag-file-missing', filename: meaning.files[0] ?? '' };
    const tag = { id, serial, name };
    return { kind: 'playlist', tag, files, isShuffled: meaning.shuffled, missing: missing[0] };
  }

  /** Returns a file that was on the card at the last reading. */
  file(id: number): Playable | undefined {
    const file = this.#card.known(id);
    return file && this.playable(file);
  }

  playable({ id, name, diskName }: StoredFile): Playable {
    const folder = Buffer.from(`${resolve(this.#card.folder.path)}/`);
    return {
      id,
      filename: name,
      path: Buffer.concat([folder, diskName]),
      content: `/api/v1/files/${id}/content`,
    };
  }
}
