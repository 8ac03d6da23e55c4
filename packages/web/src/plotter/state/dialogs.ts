import type { Job } from '@stationery/client';
import { DialogState } from '../../ui/dialog-state.ts';

export const connectionDialog = new DialogState();
/** Opens once the machine profile has arrived. */
export const machineDialog = new DialogState();
export const shortcutsDialog = new DialogState();
export const setupDialog = new DialogState();
export const textDialog = new DialogState();
/** A picture to draw, and whether its drawing is added to the sheet. */
export const pictureDialog = new DialogState<{ name: string; blob: Blob; isAdded: boolean }>();
export const phoneDialog = new DialogState();
export const backupDialog = new DialogState<'save' | 'restore'>();
export const penHeightsDialog = new DialogState();
/** A job to plot from a chosen stroke on. */
export const restDialog = new DialogState<Job>();
/** A job whose sheet is compared with a photo. */
export const photoDialog = new DialogState<Job>();
