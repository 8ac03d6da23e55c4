export { runProgram } from '../run-program.ts';
export { type BlockDevice, lsblkArguments } from './block-devices.ts';
export type { Owner } from './file-system-programs.ts';
export {
  type CardMounting,
  cardLabels,
  defaultCardFolder,
  mountCard,
  scanForCards,
  unmountCard,
} from './mount-card.ts';
export { mountOf } from './mounts.ts';
export { findReadOnlyCause, type ReadOnlyCause, readOnlyTexts } from './read-only-cause.ts';
