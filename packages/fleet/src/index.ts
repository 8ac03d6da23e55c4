export { type BoardConfig, boardSettings, readBoardConfig } from './board/settings.ts';
export {
  boardCredentialsFile,
  deviceCredentialsFile,
  type FleetCredentials,
  readCredentials,
  writeCredentials,
} from './credentials.ts';
export { type FleetConfig, readFleetConfig } from './settings.ts';
