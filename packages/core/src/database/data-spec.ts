import { type SettingsTable, settingChecks } from './stored-settings.ts';

/** A table whose rows are also kept in a copy beside the database. */
export interface CopiedTable {
  table: string;
  /** A query for the rows to keep, with every column of the table. Default: all rows. */
  rows?: string;
}

export interface DataSpec<S extends SettingsTable = SettingsTable> {
  /** The service that owns the database, such as “station”. The database file has this name, too. */
  owner: string;
  /** Each migration runs once, in order; the database stores how many have run. Never change or remove one. */
  migrations: readonly string[];
  settings: S;
  copied: readonly CopiedTable[];
  /** SQL conditions for rows that SQLite can read but the service cannot. */
  checks: readonly { table: string; bad: string }[];
  /** Other files in the data folder, which the service recreates if missing. */
  others?: readonly string[];
  /** Runs after a repair to correct what depends on lost rows. */
  afterRepair?: string;
}

export function dataSpec<S extends SettingsTable>(spec: DataSpec<S>): DataSpec<S> {
  return { ...spec, checks: [...settingChecks(spec.settings), ...spec.checks] };
}
