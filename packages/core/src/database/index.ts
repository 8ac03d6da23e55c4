export { type Database, type DatabaseOptions, openDatabase } from './open-database.ts';
