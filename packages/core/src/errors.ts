import type { ErrorCode } from '@stationery/contract';

export type { ErrorCode };

/** Where in a request the fault is: a JSON pointer into the body, or the name of a query parameter. */
export interface ErrorSource {
  pointer?: string;
  parameter?: string;
}

export interface AppErrorOptions extends ErrorSource {
  cause?: unknown;
  /** Further members of the error document, if the service's format has them. */
  members?: Record<string, unknown>;
}

/** An error for users: its message says what is wrong and what to do. Only `http` maps codes to statuses. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly source: ErrorSource | undefined;
  readonly members: Record<string, unknown>;

  constructor(code: ErrorCode, message: string, options: AppErrorOptions = {}) {
    super(message, options);
    const { cause: _, members = {}, ...source } = options;
    this.code = code;
    this.members = members;
    this.source = Object.keys(source).length === 0 ? undefined : source;
  }
}

export function systemErrorCode(error: unknown): string | undefined {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code;
  return undefined;
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
