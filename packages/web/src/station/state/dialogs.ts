import { signal } from '@preact/signals';
import type { CardFile, Tag } from '@stationery/client';

/** Which dialogs are open. Any panel may open one; the page shows each once. */

export const choosing = signal<{ tag: Tag } | { file: CardFile } | undefined>(undefined);
export const previewed = signal<CardFile | undefined>(undefined);

export function chooseFileFor(tag: Tag): void {
  choosing.value = { tag };
}

export function chooseTagFor(file: CardFile): void {
  choosing.value = { file };
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
