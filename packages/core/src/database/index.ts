export { type CopyKeeper, copyWithinMs, keepCopies } from './copy-keeper.ts';
export { type CopiedTable, type DataSpec, dataSpec } from './data-spec.ts';
export type { Database } from './database.ts';
export { damageError } from './find-damage.ts';
export { isClosedDatabase } from './is-closed.ts';
export { type DatabaseOptions, type OpenDatabase, openDatabase, runTransaction } from './open-database.ts';
export { readStoredSetting } from './read-stored-setting.ts';
export type { RestoredTable } from './rebuild-database.ts';
export { type DataState, examineDatabase, type Repair, repairDatabase } from './repair-database.ts';
export {
  getOrMake,
  type SettingsTable,
  type StoredSetting,
  StoredSettings,
  type StoredValue,
  storedJson,
  storedNumber,
  storedText,
  vitalJson,
} from './stored-settings.ts';
