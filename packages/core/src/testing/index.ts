export { damageKinds } from './damage.ts';
export { endProcess } from './end-process.ts';
export { watchLateUses } from './late-uses.ts';
export { ManualClock, settle } from './manual-clock.ts';
export {
  fillDisk,
  makeFileSystemError,
  makeImage,
  mountBound,
  mountImage,
  mountTmpfs,
  needsImages,
  needsMounts,
  pullOut,
  remount,
  repairImage,
  unmount,
} from './mounts.ts';
export { type NeededProgram, needsProgram, needsRight } from './needs-program.ts';
export { Random } from './random.ts';
export { testSeed } from './seed.ts';
export { shared, type WhenOver } from './shared.ts';
export { steepGrowth } from './steep-growth.ts';
export { temporaryFolder } from './temporary-folder.ts';
export { unusedPort } from './unused-port.ts';
