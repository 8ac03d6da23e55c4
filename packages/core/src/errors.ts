/**
 * Every way in which something can go wrong for a person, by name. Domains throw these; `http` alone knows
 * which status each becomes. The list is closed so that a misspelt code does not compile.
 */
export type ErrorCode =
  // the request itself
  | 'malformed-request'
  | 'invalid-request'
  | 'resource-mismatch'
  | 'read-only-member'
  | 'cross-site-request'
  | 'unknown-parameter'
  | 'invalid-parameter'
  | 'unsupported-media-type'
  | 'not-acceptable'
  | 'request-too-large'
  | 'request-too-slow'
  | 'headers-too-large'
  | 'unknown-path'
  | 'method-not-allowed'
  | 'wrong-host'
  | 'unauthorized'
  | 'range-not-satisfiable'
  // the service as a whole
  | 'service-stopping'
  | 'disk-full'
  | 'unexpected-error'
  // the card
  | 'card-missing'
  | 'card-read-only'
  | 'card-failed'
  | 'card-full'
  | 'name-taken'
  | 'invalid-name'
  | 'unknown-file'
  | 'invalid-content'
  | 'file-too-large'
  // tags and the reader
  | 'unknown-tag'
  | 'file-not-on-card'
  | 'reader-unavailable'
  // firmware
  | 'firmware-rejected'
  | 'update-running'
  | 'firmware-file-missing'
  // the plotter and its jobs
  | 'invalid-command'
  | 'plotter-busy'
  | 'port-closed'
  | 'plotter-not-ready'
  | 'reply-timeout'
  | 'unknown-job'
  | 'wrong-job-state'
  | 'outside-limits'
  | 'key-reused'
  | 'position-lost'
  // drawings
  | 'invalid-drawing'
  | 'drawing-too-large'
  | 'too-many-drawings';

/** Where in a request the fault lies: a JSON pointer into the body, or the name of a query parameter. */
export interface ErrorSource {
  pointer?: string;
  parameter?: string;
}

export interface AppErrorOptions extends ErrorSource {
  cause?: unknown;
  /** Header fields that belong to this refusal, such as `allow` or `retry-after`. */
  headers?: Record<string, string>;
  /** More members of the document, where the form of the service has room for them. */
  members?: Record<string, unknown>;
}

/** An error meant for a person: its message says what was wrong and what to do, and holds no internals. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly source: ErrorSource | undefined;
  readonly headers: Record<string, string>;
  readonly members: Record<string, unknown>;

  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.headers = options.headers ?? {};
    this.members = options.members ?? {};
    this.source =
      options.pointer === undefined && options.parameter === undefined
        ? undefined
        : {
            ...(options.pointer === undefined ? {} : { pointer: options.pointer }),
            ...(options.parameter === undefined ? {} : { parameter: options.parameter }),
          };
  }
}

/** The `code` of a Node system error (`ENOENT`, `ENOSPC`, …), if it is one. */
export function systemErrorCode(error: unknown): string | undefined {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code;
  return undefined;
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
