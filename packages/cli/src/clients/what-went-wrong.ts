import { ConnectionError, PlotterError, ServiceError } from '@stationery/client';
import { messageOf, systemErrorCode } from '@stationery/core/errors';
import { SettingError } from '@stationery/core/settings';
import { exitCodes, Failure } from './exit-codes.ts';

/** What went wrong, and what to do, for the person who ran what `stationery <path> --help` explains. */
export function sentenceOf(error: unknown, path: string): string {
  if (error instanceof SettingError) {
    const end = /[.?]$/.test(error.message) ? '' : '.';
    return `${error.message}${end} Try: stationery ${path} --help`;
  }
  if (error instanceof ServiceError && error.status === 401) {
    return `${error.message} Give it with --token; “stationery ${path} --help” says in which other ways.`;
  }
  if (error instanceof PlotterError && error.job !== undefined) {
    return `${error.message} See it: stationery plot watch ${error.job}`;
  }
  return error instanceof ConnectionError ? whyNoAnswer(error) : messageOf(error);
}

function whyNoAnswer({ message, url, cause }: ConnectionError): string {
  const reason = (cause as { cause?: unknown } | undefined)?.cause;
  const code = systemErrorCode(reason) ?? '';
  const { origin } = new URL(url);
  if (/CERT|SELF_SIGNED|UNABLE_TO|TLS/.test(code)) {
    return `The certificate of ${origin} is not trusted (${messageOf(reason)}). Say which one to trust with --ca <file>, or take any with --insecure.`;
  }
  if (code === 'ECONNREFUSED') {
    return `Nobody answers at ${origin}. Start the services with “stationery up”, or say where they are; see --help.`;
  }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `${origin} is not known in this network.`;
  return message;
}

export function exitCodeOf(error: unknown): number {
  if (error instanceof Failure) return error.exitCode;
  if (error instanceof SettingError) return exitCodes.usage;
  if (error instanceof ConnectionError) return exitCodes.unreachable;
  if (error instanceof ServiceError && error.status === 504) return exitCodes.inVain;
  if (error instanceof ServiceError && error.status < 500) return exitCodes.refused;
  return exitCodes.failed;
}
