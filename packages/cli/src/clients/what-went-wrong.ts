import { ConnectionError, PlotterError, ServiceError } from '@stationery/client';
import { messageOf, systemErrorCode } from '@stationery/core/errors';
import { SettingError } from '@stationery/core/settings';
import { exitCodes, Failure } from './exit-codes.ts';
import { WrongService } from './fetch-of.ts';

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
  if (cause instanceof WrongService) return `${cause.message}.`;
  const reason = (cause as { cause?: unknown } | undefined)?.cause;
  const code = systemErrorCode(reason) ?? '';
  const isHangUp = code === 'UND_ERR_SOCKET' || code === 'ECONNRESET';
  const { origin, port, host } = new URL(url);
  if (/CERT|SELF_SIGNED|UNABLE_TO|TLS/.test(code)) {
    return `The certificate of ${origin} is not trusted (${messageOf(reason)}). Say which one to trust with --ca <file>, or take any with --insecure.`;
  }
  if (code === 'ECONNREFUSED') {
    return `Nobody answers at ${origin}. Start the services with “stationery up”, or say where they are; see --help.`;
  }
  if (code === 'ERR_SSL_WRONG_VERSION_NUMBER')
    return `What answers at ${origin} does not speak https. Try http://${host}`;
  // Not one that broke off in the middle of an answer.
  if (isHangUp && messageOf(cause) === 'fetch failed')
    return `${origin} hung up without an answer. A port for https wants https://${host}; else look at the log of the service.`;
  if (['EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT'].includes(code))
    return `${origin} cannot be reached. Is it switched on, and in the same network?`;
  // A list of ports that no browser goes to, which Node keeps to as well.
  if (messageOf(reason) === 'bad port')
    return `Port ${port} is kept for other things, and cannot be asked over HTTP. Let the service have another one, and say where it is; see --help.`;
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
