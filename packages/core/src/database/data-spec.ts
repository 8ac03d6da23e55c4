/** A table of which a copy is kept beside the database. */
export interface CopiedTable {
  table: string;
  /** The rows to keep, where not all of them are; must give every column of the table. */
  rows?: string;
}

/** What the database of a service is like, for opening, checking and repairing it. */
export interface DataSpec {
  /** Whose it is: “station”. The database is called after it. */
  owner: string;
  /** Each is run once, in order; the database stores how many have been run. Never change or remove one. */
  migrations: readonly string[];
  copied: readonly CopiedTable[];
  /** Which rows the service could not read, though the database can: a condition in SQL. */
  checks: readonly { table: string; bad: string }[];
  /** Other files of the service in its data folder, which it makes again where they are missing. */
  others?: readonly string[];
  /** Run after a repair, to put right what depends on rows that were lost. */
  afterRepair?: string;
}
