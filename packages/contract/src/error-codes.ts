/**
 * All error codes, in the order of docs/openapi/error-codes.md. Programs compare them, so a code is never renamed and
 * never changes its meaning. The station sends it in the header field `Error-Code`, the plotter also as the
 * problem `type` (`/problems/port-closed`).
 */
export const errorCodes = [
  // Requests
  'malformed-request',
  'invalid-request',
  'resource-mismatch',
  'read-only-member',
  'unknown-parameter',
  'invalid-parameter',
  'unsupported-media-type',
  'not-acceptable',
  'request-too-large',
  'request-too-slow',
  'headers-too-large',
  'range-not-satisfiable',
  'unknown-path',
  'method-not-allowed',
  'unauthorized',
  'viewer-token',
  'cross-site-request',
  'wrong-host',
  // Service
  'service-stopping',
  'disk-full',
  'unexpected-error',
  // Setup
  'setup-changed',
  'setup-applying',
  'setup-unavailable',
  // Card
  'card-missing',
  'card-read-only',
  'card-failed',
  'card-full',
  'name-taken',
  'invalid-name',
  'invalid-content',
  'file-too-large',
  'file-changed',
  'unknown-file',
  'no-cover',
  // Resumable uploads
  'unknown-upload',
  'offset-mismatch',
  'tus-version',
  // Tags and reader
  'unknown-tag',
  'tag-in-use',
  'file-not-on-card',
  'reader-unavailable',
  // Player
  'player-unavailable',
  'nothing-to-play',
  'playback-limited',
  'stream-unavailable',
  'pin-wrong',
  'bluetooth-failed',
  // Firmware
  'firmware-file-missing',
  'firmware-rejected',
  'update-running',
  // Collections and backups
  'collection-damaged',
  'collection-newer',
  'collection-other-device',
  'collection-too-many',
  'restore-running',
  // Plotter
  'port-closed',
  'plotter-not-ready',
  'unknown-port',
  'plotter-busy',
  'plotter-stopped',
  'reply-timeout',
  'invalid-command',
  'outside-limits',
  'invalid-pen-height',
  'machine-unidentified',
  'unknown-machine',
  'machine-in-use',
  // Jobs
  'unknown-job',
  'wrong-job-state',
  'job-not-resumable',
  'commands-lost',
  'position-lost',
  'key-reused',
  // Drawings
  'unreadable-drawing',
  'invalid-drawing',
  'drawing-too-large',
  'too-many-drawings',
  // Fleet
  'fleet-unreachable',
  'not-in-fleet',
  'unknown-device',
  'no-credentials',
  'code-refused',
  'too-many-attempts',
] as const;

export type ErrorCode = (typeof errorCodes)[number];

/** The problem `type` of a code (RFC 9457). The plotter serves a page about it at this address. */
export const problemType = (code: ErrorCode): string => `/problems/${code}`;
