import { type SettingsTable, settingChecks } from './stored-settings.ts';

/** A table of which a copy is kept beside the database. */
export interface CopiedTable {
  table: string;
  /** The rows to keep, where not all of them are; must give every column of the table. */
  rows?: string;
}

/** Describes the database of a service, for opening, checking and repairing it. */
export interface DataSpec<S extends SettingsTable = SettingsTable> {
  /** The service that owns it, such as “station”. The database is named after it. */
  owner: string;
  /** Each is run once, in order; the database stores how many have been run. Never change or remove one. */
  migrations: readonly string[];
  /** The rows of the table `settings`. */
  settings: S;
  copied: readonly CopiedTable[];
  /** Conditions in SQL for rows that the service could not read, though the database can. */
  checks: readonly { table: string; bad: string }[];
  /** Other files of the service in its data folder, which it makes again if they are missing. */
  others?: readonly string[];
  /** Runs after a repair, to correct what depends on lost rows. */
  afterRepair?: string;
}

/** Adds the checks of the stored settings to the other checks. */
export function dataSpec<S extends SettingsTable>(spec: DataSpec<S>): DataSpec<S> {
  return { ...spec, checks: [...settingChecks(spec.settings), ...spec.checks] };
}
