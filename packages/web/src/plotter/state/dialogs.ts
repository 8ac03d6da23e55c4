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
export const penHeightsDialog = new DialogState();
