/**
 * The codes of all refusals, in the order in which docs/error-codes.md lists them. Programs compare them, so a code is
 * never renamed and never gets another meaning. The station sends a code in the header field `Error-Code`, the plotter
 * also as the problem `type` (`/problems/port-closed`).
 */
export const errorCodes = [
  // the request itself
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
  // the service as a whole
  'service-stopping',
  'disk-full',
  'unexpected-error',
  // the card
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
  // resumable uploads
  'unknown-upload',
  'offset-mismatch',
  'tus-version',
  // tags and the reader
  'unknown-tag',
  'tag-in-use',
  'file-not-on-card',
  'reader-unavailable',
  // the player
  'player-unavailable',
  'nothing-to-play',
  // firmware
  'firmware-file-missing',
  'firmware-rejected',
  'update-running',
  // the plotter
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
  // jobs
  'unknown-job',
  'wrong-job-state',
  'job-not-resumable',
  'commands-lost',
  'position-lost',
  'key-reused',
  // drawings
  'unreadable-drawing',
  'invalid-drawing',
  'drawing-too-large',
  'too-many-drawings',
  // the fleet
  'fleet-unreachable',
  'not-in-fleet',
  'unknown-device',
  'collection-damaged',
  'collection-newer',
  'no-credentials',
  'code-refused',
  'too-many-attempts',
] as const;

export type ErrorCode = (typeof errorCodes)[number];

/** The problem `type` of a code (RFC 9457). The plotter has a page about it at this address. */
export const problemType = (code: ErrorCode): string => `/problems/${code}`;
