export { parseBoundedJson } from './bounded-json.ts';
export * from './byte-port/index.ts';
export { byteOrderMark, csvText } from './csv.ts';
export * from './database/index.ts';
export { diskFull, isDiskFull } from './disk-full.ts';
export {
  renameDurably,
  renameDurablySync,
  syncFolder,
  syncFolderSync,
  syncRenamed,
  writeDurablySync,
} from './durable.ts';
export {
  AppError,
  type AppErrorOptions,
  type ErrorCode,
  type ErrorSource,
  messageOf,
  systemErrorCode,
} from './errors.ts';
export { EventHub, type NumberedEvent } from './event-hub.ts';
export { normalizedName } from './file-name.ts';
export * from './input-device/index.ts';
export { createLogger, type Logger, type LogLevel, lineWriter, logLevels, silentLogger } from './logger.ts';
export { RefusalLog } from './refusal-log.ts';
export { type PerlEnd, runPerl } from './run-perl.ts';
export { CleanupStack, lazy, OnDemand, SerialQueue, serviceStopping, sharedRun } from './runs.ts';
export * from './settings/index.ts';
export { sha256 } from './sha256.ts';
export * from './time/index.ts';
export { interfaceVersion, packageVersion } from './version.ts';
