import type { CardFile, Tag } from '@stationery/client';
import { DialogState } from '../../ui/dialog-state.ts';

/** The file for a tag, the tag for files (several become its playlist), or a replacement for a lost tag. */
export const chooseDialog = new DialogState<{ tag: Tag } | { files: readonly CardFile[] } | { lost: Tag }>();
export const previewDialog = new DialogState<CardFile>();
export const editTagDialog = new DialogState<Tag>();
export const removeTagQuestion = new DialogState<Tag>();
export const renameFileDialog = new DialogState<CardFile>();
export const statisticsDialog = new DialogState();
export const playerSettingsDialog = new DialogState();
export const phoneDialog = new DialogState();
