import { signal } from '@preact/signals';
import type { CardFile, Tag } from '@stationery/client';

/** Which dialogs are open. Any panel may open one; the page shows each once. */

export const choosing = signal<{ tag: Tag } | { files: readonly CardFile[] } | { lost: Tag } | undefined>(
  undefined,
);
export const previewed = signal<CardFile | undefined>(undefined);

export function chooseFileFor(tag: Tag): void {
  choosing.value = { tag };
}

export function chooseTagFor(file: CardFile): void {
  choosing.value = { files: [file] };
}

export function closeChoosing(): void {
  choosing.value = undefined;
}

export function openPreview(file: CardFile): void {
  previewed.value = file;
}

export function closePreview(): void {
  previewed.value = undefined;
}

/** Several files become the playlist of a tag. */
export function chooseTagForFiles(files: readonly CardFile[]): void {
  choosing.value = { files };
}

/** Another tag takes the place of a lost one. */
export function chooseReplacement(lost: Tag): void {
  choosing.value = { lost };
}

/** The tag that is edited. */
export const editing = signal<Tag | undefined>(undefined);

export function editTag(tag: Tag): void {
  editing.value = tag;
}

export function closeEditing(): void {
  editing.value = undefined;
}

/** The tag that somebody is asked about before it is forgotten. */
export const asking = signal<Tag | undefined>(undefined);

export const statisticsOpen = signal(false);
export const playerSettingsOpen = signal(false);
export const phoneOpen = signal(false);

/** The file that gets another name. */
export const renaming = signal<CardFile | undefined>(undefined);

export function renameFile(file: CardFile): void {
  renaming.value = file;
}
