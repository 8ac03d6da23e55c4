import type { PlayerSettings, PlayerState } from '@stationery/contract';
import type { Track } from './player.ts';

/** A file on the card, or a stream or built-in sound, which have no id. */
export interface Playable extends Omit<Track, 'load'> {
  id: number | undefined;
}

export const isBuiltIn = (file: Playable | undefined) => file?.id === undefined && file?.stream === undefined;

export interface PlayingTag {
  id: number;
  serial: string;
  name: string | null;
}

export interface Selection {
  tag: PlayingTag | null;
  files: readonly Playable[];
  /** Seed of the shuffled order; 0 if not shuffled. */
  seed: number;
  repeat?: PlayerState['repeat'];
  /** Whether playback stops after each file. */
  isSingle?: boolean;
  volume?: number | undefined;
  /** Overrides the setting for removed tags. */
  onRemoval?: PlayerSettings['on_removal'] | undefined;
  /** Whether it is the idle file, which plays only because nothing else does. */
  isIdle?: boolean;
}

export class PlayQueue {
  #selection: Selection = { tag: null, files: [], seed: 0 };
  #index = 0;

  get selection(): Selection {
    return this.#selection;
  }

  get index(): number {
    return this.#index;
  }

  get file(): Playable | undefined {
    return this.#selection.files[this.#index];
  }

  /** Index of the next file; undefined after the last file, unless the list repeats. */
  get next(): number | undefined {
    const { files, repeat = 'off' } = this.#selection;
    if (this.#index + 1 < files.length) return this.#index + 1;
    return repeat === 'off' ? undefined : 0;
  }

  /** Position in the list; null unless there are several files. */
  get place(): PlayerState['playlist'] {
    const { files, seed } = this.#selection;
    return files.length < 2 ? null : { position: this.#index + 1, count: files.length, shuffled: seed !== 0 };
  }

  select(selection: Selection): void {
    this.#selection = selection;
    this.#index = 0;
  }

  adjust(change: Partial<Pick<Selection, 'repeat' | 'volume'>>): void {
    this.#selection = { ...this.#selection, ...change };
  }

  goTo(index: number): void {
    this.#index = index;
  }

  /** Replaces the files, unless the current file is no longer among them. */
  setFiles(files: readonly Playable[], seed: number): void {
    const index = files.findIndex(({ content }) => content === this.file?.content);
    if (index < 0) return;
    this.#selection = { ...this.#selection, files, seed };
    this.#index = index;
  }

  /** Call after files were renamed or removed. Keeps the current file. Returns whether its name changed. */
  refresh(find: (id: number) => Playable | undefined): boolean {
    const current = this.file;
    const files = this.#selection.files.flatMap((file) => {
      if (file.id === undefined) return file;
      return find(file.id) ?? (file === current ? file : []);
    });
    this.setFiles(files, this.#selection.seed);
    return this.file?.filename !== current?.filename;
  }

  /** Call after the tag was renamed, replaced or removed. Returns whether it was the current tag. */
  retag(tagId: number, tag: PlayingTag | null): boolean {
    const old = this.#selection.tag;
    if (old?.id !== tagId || (tag?.id === old.id && tag.name === old.name)) return false;
    this.#selection = { ...this.#selection, tag };
    return true;
  }
}
