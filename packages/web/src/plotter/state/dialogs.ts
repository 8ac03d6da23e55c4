import { signal } from '@preact/signals';

/** Dialogs that are opened from other places than where they are shown. */
export const isConnectionDialogOpen = signal(false);
export const isMachineDialogOpen = signal(false);
export const isShortcutsDialogOpen = signal(false);
export const isSetupDialogOpen = signal(false);
export const isPenHeightsDialogOpen = signal(false);

/** Opens as soon as the machine's settings have arrived. */
export function openMachineDialog(): void {
  isMachineDialogOpen.value = true;
}

export function openShortcutsDialog(): void {
  isShortcutsDialogOpen.value = true;
}

export function openConnectionDialog(): void {
  isConnectionDialogOpen.value = true;
}

export function openSetupDialog(): void {
  isSetupDialogOpen.value = true;
}

export function openPenHeightsDialog(): void {
  isPenHeightsDialogOpen.value = true;
}
