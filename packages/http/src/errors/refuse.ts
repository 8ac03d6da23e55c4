import { errorTable } from '@stationery/contract';
import { AppError, type AppErrorOptions } from '@stationery/core';
import type { ErrorStyle } from './error-style.ts';

/**
 * An error with header fields that depend on the request, such as `Allow`. The error table has the constant
 * ones.
 */
export class RequestError extends AppError {
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    code: AppError['code'],
    message: string,
    { headers, ...options }: AppErrorOptions & { headers: Readonly<Record<string, string>> },
  ) {
    super(code, message, options);
    this.headers = headers;
  }
}

interface RefusalAnswer {
  status: number;
  title: string;
  headers: Record<string, string>;
  body: string;
}

export function refusalAnswer(error: AppError, style: ErrorStyle): RefusalAnswer {
  const { code, message: detail, source, members } = error;
  const { title, retryAfterSeconds, headers, ...entry } = errorTable[code];
  const status = style.statuses?.[code] ?? entry.status;
  return {
    status,
    title,
    headers: {
      'error-code': code,
      ...(retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }),
      ...headers,
      ...(error instanceof RequestError ? error.headers : {}),
      'content-type': style.mediaType,
    },
    body: style.render({ code, status, title, detail, source, members }),
  };
}
