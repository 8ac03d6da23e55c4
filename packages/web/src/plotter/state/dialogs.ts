import { DialogState } from '../../ui/dialog-state.ts';

export const connectionDialog = new DialogState();
/** Opens once the machine profile has arrived. */
export const machineDialog = new DialogState();
export const shortcutsDialog = new DialogState();
export const setupDialog = new DialogState();
export const textDialog = new DialogState();
export const phoneDialog = new DialogState();
export const penHeightsDialog = new DialogState();
