export { type CopyKeeper, copyWithinMs, keepCopies } from './copy-keeper.ts';
export type { CopiedTable, DataSpec } from './data-spec.ts';
export { damageError } from './find-damage.ts';
export { inOneStep } from './in-one-step.ts';
export { KeptSettings } from './kept-settings.ts';
export { type Database, type DatabaseOptions, openDatabase } from './open-database.ts';
export { readKeptSetting } from './read-kept-setting.ts';
export type { RestoredTable } from './rebuild-database.ts';
export { type DataState, examineDatabase, type Repair, repairDatabase } from './repair-database.ts';
