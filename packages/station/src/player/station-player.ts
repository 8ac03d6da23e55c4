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
import { TapActions, type TapKind } from './tap-actions.ts';
import { TapMeanings } from './tap-meanings.ts';
import { unknownSound } from './unknown-sound.ts';

export interface StationPlayerParts {
  config: { player: string; dataDir: string; token: string | undefined };
  settings: PlayerStore;
  /** For what is written often. */
  journal: () => Database;
  syncJournal: () => Promise<void>;
  card: Card;
  tags: TagRegistry;
  httpPort: () => number;
  clock: Clock;
  log: Logger;
  onChange: (state: PlayerState) => void;
  /** Which tag is heard from now on; null for none. */
  onHeard: (tagId: number | null) => void;
}

/** The player of a station, connected to its card and its tags. */
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

  constructor(parts: StationPlayerParts) {
    const { config, card, httpPort, clock, log, onChange, onHeard } = parts;
    this.#card = card;
    this.#log = log;
    this.#meanings = new TapMeanings(parts);
    this.#settings = new StoredPlayerSettings(parts.settings);
    const places = new PlacesTable({ journal: parts.journal, sync: parts.syncJournal });
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
    // First what may be refused.
    const idle = typeof idle_file === 'string' ? await this.#find(idle_file, 'idle_file') : undefined;
    this.#settings.change(change);
    this.#control.settingsChanged();
    if (idle_file === undefined || idle?.id === this.#settings.idleFileId) return;
    this.#settings.idleFileId = idle?.id;
    this.#idle.changed();
  }

  /** The station can be reached: tags that lie on the reader play, and from now on every tap counts. */
  start(present: () => readonly Tap[]): void {
    this.#isStarted = true;
    if (this.#player.kind === 'none') return;
    for (const tap of present()) this.tapped('on', tap);
    this.#idle.check();
  }

  /** How long a tag may be missing before it counts as taken away. */
  get graceMs(): number {
    return this.#settings.read().grace * 1000;
  }

  /** A tap does nothing where there is no player. */
  tapped(kind: 'on' | 'off', tap: Tap, how: TapKind = {}): void {
    if (this.#player.kind === 'none' || !this.#isStarted) return;
    if (kind === 'off') {
      this.#actions.off(tap);
      return;
    }
    // At once: what fails after the tap is not forgotten because of it.
    this.#idle.retry();
    this.#actions
      .on(tap, how)
      .then(() => this.#idle.check())
      .catch((error: unknown) => this.#log.error({ error }, 'a tap could not be played'));
  }

  /** Continues what was played last. Refused at once where the file or the card is gone, which a player would find out later. */
  async resume(): Promise<void> {
    await this.#requireFileToResume();
    this.#control.resume();
  }

  async #requireFileToResume(): Promise<void> {
    const file = this.#control.toResume;
    if (file?.id === undefined) return;
    // Somebody may have changed the card without us.
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
    // Its free space changes all the time where the card is a folder.
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
    // The card state reports a missing card.
    await this.#card.refresh().catch(() => undefined);
    this.#refreshFiles();
  }

  /** A tag has another name or meaning now. */
  tagChanged({ id, serial, name }: StoredDetails): void {
    this.#control.tagChanged(serial);
    this.#control.retag(id, { id, serial, name });
  }

  tagRemoved(id: number): void {
    this.#control.retag(id, null);
  }

  /** Another tag has taken the place of this one. */
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
