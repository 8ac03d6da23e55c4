export { KeptSettings } from './kept-settings.ts';
export { type Database, type DatabaseOptions, openDatabase } from './open-database.ts';
export { readKeptSetting } from './read-kept-setting.ts';
