import type { BoardJob, EnrolledDevice } from '@stationery/client/board';
import { DialogState } from '../../ui/dialog-state.ts';

export const jobQuestion = new DialogState<{ about: 'cancel' | 'drawAgain'; job: BoardJob }>();
export const changePlottersDialog = new DialogState<BoardJob>();
export const submitDialog = new DialogState<readonly File[]>();
export const tapsDialog = new DialogState();
export const addDeviceDialog = new DialogState();
export const enrolledDialog = new DialogState();
export const revokeQuestion = new DialogState<EnrolledDevice>();
export const collectionsDialog = new DialogState();
