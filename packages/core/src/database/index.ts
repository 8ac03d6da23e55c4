export { type CopyKeeper, copyWithinMs, keepCopies } from './copy-keeper.ts';
export { type CopiedTable, type DataSpec, dataSpec } from './data-spec.ts';
export type { Database } from './database.ts';
export { damageError } from './find-damage.ts';
export {
  type DatabaseOptions,
  isClosedDatabase,
  type OpenDatabase,
  openDatabase,
  runTransaction,
} from './open-database.ts';
export type { RestoredTable } from './rebuild-database.ts';
export { type DataState, examineDatabase, type Repair, repairDatabase } from './repair-database.ts';
export {
  getOrMake,
  readStoredSetting,
  type SettingsTable,
  type StoredSetting,
  StoredSettings,
  type StoredValue,
  storedJson,
  storedNumber,
  storedText,
  vitalJson,
} from './stored-settings.ts';
