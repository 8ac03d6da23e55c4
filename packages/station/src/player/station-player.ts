import { resolve } from 'node:path';
import type { PlayerReason, PlayerReport, PlayerSettings, PlayerState } from '@stationery/contract';
import { AppError, type Clock, type Logger, lazy, type OpenDatabase, StoredSettings } from '@stationery/core';
import type { Card } from '../card/card.ts';
import type { IndexChange } from '../card/card-index.ts';
import type { CardState } from '../card/card-state.ts';
import { readPlayerChoice } from '../player-choice.ts';
import type { Tap } from '../scanner/scanner.ts';
import type { StoredFile } from '../store/files-table.ts';
import { PlacesTable } from '../store/places-table.ts';
import type { TagRegistry } from '../tags/tag-registry.ts';
import { createPlayer } from './choose-player.ts';
import { type Playable, PlayControl } from './play-control.ts';
import type { Player } from './player.ts';
import { StoredPlayerSettings } from './player-settings.ts';
import { TapActions } from './tap-actions.ts';
import { unknownSound } from './unknown-sound.ts';

export interface StationPlayerParts {
  config: { player: string; dataDir: string; token: string | undefined };
  opened: OpenDatabase;
  card: Card;
  tags: TagRegistry;
  httpPort: () => number;
  clock: Clock;
  log: Logger;
  onChange: (state: PlayerState) => void;
}

/** The player of a station, connected to its card and its tags. */
export class StationPlayer {
  readonly #card: Card;
  readonly #tags: TagRegistry;
  readonly #player: Player;
  readonly #settings: StoredPlayerSettings;
  readonly #control: PlayControl;
  readonly #actions: TapActions;
  readonly #log: Logger;
  #isStarted = false;

  constructor({ config, opened, card, tags, httpPort, clock, log, onChange }: StationPlayerParts) {
    this.#card = card;
    this.#tags = tags;
    this.#log = log;
    this.#settings = new StoredPlayerSettings(new StoredSettings(opened.database));
    const places = new PlacesTable({
      journal: lazy(() => opened.journal()),
      sync: () => opened.syncJournal(),
    });
    const needsToken = config.token !== undefined;
    this.#player = createPlayer(readPlayerChoice(config.player), { clock, log, httpPort, needsToken });
    const common = { settings: this.#settings, places, clock };
    this.#control = new PlayControl({ ...common, player: this.#player, log, onChange });
    this.#actions = new TapActions({
      ...common,
      control: this.#control,
      filesOf: (tap) => this.#filesOf(tap),
      unknownSound: unknownSound(config.dataDir),
    });
  }

  get control(): PlayControl {
    return this.#control;
  }

  get settings(): PlayerSettings {
    return this.#settings.read();
  }

  changeSettings(change: Partial<PlayerSettings>): void {
    this.#settings.change(change);
    this.#control.settingsChanged();
  }

  /** The station can be reached: tags that lie on the reader play, and from now on every tap counts. */
  start(present: () => readonly Tap[]): void {
    this.#isStarted = true;
    if (this.#player.kind !== 'none') for (const tap of present()) this.tapped('on', tap);
  }

  /** A tap does nothing where there is no player. `isNew`: the tag was added by this tap. */
  tapped(kind: 'on' | 'off', tap: Tap, isNew = false): void {
    if (this.#player.kind === 'none' || !this.#isStarted) return;
    if (kind === 'off') this.#actions.off(tap);
    else
      this.#actions
        .on(tap, isNew)
        .catch((error: unknown) => this.#log.error({ error }, 'a tap could not be played'));
  }

  async play(filename: string): Promise<void> {
    const file = await this.#card.find(filename);
    if (file === undefined)
      throw new AppError('file-not-on-card', `There is no file “${filename.slice(0, 255)}” on the card.`, {
        pointer: '/data/attributes/filename',
      });
    this.#control.start({ tag: null, files: [this.#playable(file)] });
  }

  report(report: PlayerReport): void {
    this.#player.report?.(report);
  }

  cardState(state: CardState): void {
    if (state.state === 'missing' && this.#control.fileId !== undefined)
      this.#control.lost({ code: 'card-removed' });
  }

  filesChanged(changes: readonly IndexChange[]): void {
    for (const { kind, file } of changes) {
      if (kind === 'removed' && file.id === this.#control.fileId)
        this.#control.lost({ code: 'file-removed', filename: file.name });
    }
  }

  async close(): Promise<void> {
    this.#actions.close();
    await this.#control.close();
  }

  async #filesOf({ id, serial }: Tap & { id: number }): Promise<readonly Playable[] | PlayerReason> {
    const [first] = this.#tags.files(id);
    if (first === undefined) return { code: 'tag-not-bound', serial };
    try {
      await this.#card.refresh();
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      return { code: 'card-removed' };
    }
    const files = this.#tags.files(id).flatMap((file) => this.#card.known(file.id) ?? []);
    if (files.length === 0) return { code: 'tag-file-missing', filename: first.name };
    return files.map((file) => this.#playable(file));
  }

  #playable({ id, name, diskName }: StoredFile): Playable {
    const folder = Buffer.from(`${resolve(this.#card.folder.path)}/`);
    return {
      id,
      filename: name,
      path: Buffer.concat([folder, diskName]),
      content: `/api/v1/files/${id}/content`,
    };
  }
}
