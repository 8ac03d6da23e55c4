import type { CardFile, Tag } from '@stationery/client';
import { DialogState } from '../../ui/dialog-state.ts';
import type { Upload } from './uploads.ts';

/** A file for a tag, a tag for files or for a folder, or a replacement for a lost tag. */
export const chooseDialog = new DialogState<
  { tag: Tag } | { files: readonly CardFile[] } | { folder: string } | { lost: Tag }
>();
export const previewDialog = new DialogState<CardFile>();
export const editTagDialog = new DialogState<Tag>();
export const recordDialog = new DialogState<Tag>();
export const removeTagQuestion = new DialogState<Tag>();
export const renameFileDialog = new DialogState<CardFile>();
export const renameUploadDialog = new DialogState<Upload>();
export const labelsDialog = new DialogState();
export const statisticsDialog = new DialogState();
export const playerSettingsDialog = new DialogState();
export const buttonsDialog = new DialogState();
export const limitsDialog = new DialogState();
export const outputsDialog = new DialogState();
export const setupDialog = new DialogState<'first-run' | 'settings'>();
export const phoneDialog = new DialogState();
export const backupDialog = new DialogState<'save' | 'restore'>();
