export { type BlockDevice, lsblkArguments } from './block-devices.ts';
export type { Owner } from './file-system-programs.ts';
export { cardLabels, defaultCardFolder } from './find-cards.ts';
export { type CardMounting, mountCard, unmountCard } from './mount-card.ts';
export { mountOf } from './mounts.ts';
export { findReadOnlyCause, type ReadOnlyCause, readOnlyTexts } from './read-only-cause.ts';
export { runProgram } from './run-program.ts';
export { scanForCards } from './scan-for-cards.ts';
