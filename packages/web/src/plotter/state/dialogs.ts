import type { Job } from '@stationery/client';
import { DialogState } from '../../ui/dialog-state.ts';

export const connectionDialog = new DialogState();
/** The dialog opens once the machine profile has arrived. */
export const machineDialog = new DialogState();
export const shortcutsDialog = new DialogState();
export const setupDialog = new DialogState();
export const textDialog = new DialogState();
/** `isAdded`: whether the drawing is added to the sheet. */
export const pictureDialog = new DialogState<{ name: string; blob: Blob; isAdded: boolean }>();
export const phoneDialog = new DialogState();
export const backupDialog = new DialogState<'save' | 'restore'>();
export const penHeightsDialog = new DialogState();
export const restDialog = new DialogState<Job>();
export const alignJobDialog = new DialogState<Job>();
export const photoDialog = new DialogState<Job>();
