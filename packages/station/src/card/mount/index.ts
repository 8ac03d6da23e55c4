export { readStationConfig } from '../../config.ts';
export { type BlockDevice, lsblkArguments } from './block-devices.ts';
export type { Owner } from './file-system-programs.ts';
export { cardLabels, usualCardFolder } from './find-cards.ts';
export { lookForCards } from './look-for-cards.ts';
export { mountCard, unmountCard } from './mount-card.ts';
export { mountOf } from './mounts.ts';
export { runProgram } from './run-program.ts';
export { readOnlyTexts, whyReadOnly } from './why-read-only.ts';
