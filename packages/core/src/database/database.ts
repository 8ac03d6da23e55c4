import type Sqlite from 'libsql';

export type Database = Sqlite.Database;
