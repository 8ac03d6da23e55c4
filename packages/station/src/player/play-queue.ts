import type { PlayerState } from '@stationery/contract';
import type { Track } from './player.ts';

/** Something that can be loaded: a file on the card, or a sound of our own, which has no id. */
export interface Playable extends Omit<Track, 'load'> {
  id: number | undefined;
}

export interface PlayingTag {
  id: number;
  serial: string;
  name: string | null;
}

/** Files to play one after another, and the tag that stands for them. */
export interface Selection {
  tag: PlayingTag | null;
  files: readonly Playable[];
  /** What the order of a shuffled list was made from; 0 for one in order. */
  seed: number;
  /** It plays because nothing else does. */
  isIdle?: boolean;
}

/** What is to be played, and which of it is played now or was last. */
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

  /** The index of the next file; undefined after the last one. */
  get next(): number | undefined {
    return this.#index + 1 < this.#selection.files.length ? this.#index + 1 : undefined;
  }

  /** Where it is in the list, where there is one. */
  get place(): PlayerState['playlist'] {
    const { files, seed } = this.#selection;
    return files.length < 2 ? null : { position: this.#index + 1, count: files.length, shuffled: seed !== 0 };
  }

  select(selection: Selection): void {
    this.#selection = selection;
    this.#index = 0;
  }

  goTo(index: number): void {
    this.#index = index;
  }

  /** The files have changed; nothing happens where the one that plays is not among them. */
  setFiles(files: readonly Playable[], seed: number): void {
    const index = files.findIndex(({ id }) => id === this.file?.id);
    if (index < 0) return;
    this.#selection = { ...this.#selection, files, seed };
    this.#index = index;
  }

  /** Files were renamed or removed; the one that plays stays. Says whether that one has another name now. */
  refresh(find: (id: number) => Playable | undefined): boolean {
    const current = this.file;
    const files = this.#selection.files.flatMap((file) => {
      if (file.id === undefined) return file;
      return find(file.id) ?? (file === current ? file : []);
    });
    this.setFiles(files, this.#selection.seed);
    return this.file?.filename !== current?.filename;
  }

  /** The tag has another name now, is replaced by another one, or is forgotten. Says whether it was this one. */
  retag(tagId: number, tag: PlayingTag | null): boolean {
    const old = this.#selection.tag;
    if (old?.id !== tagId || (tag?.id === old.id && tag.name === old.name)) return false;
    this.#selection = { ...this.#selection, tag };
    return true;
  }
}
