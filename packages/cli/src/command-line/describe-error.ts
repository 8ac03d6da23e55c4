import { ConnectionError, PlotterError, ServiceError } from '@stationery/client';
import { AppError, messageOf, systemErrorCode } from '@stationery/core/errors';
import { SettingError } from '@stationery/core/settings';
import { WrongService } from '../connection/fetch-of.ts';
import { exitCodes, Failure, UsageError } from '../terminal/exit-codes.ts';

export function describeError(error: unknown, path: string): string {
  if (error instanceof UsageError) {
    const end = /[.?]$/.test(error.message) ? '' : '.';
    return `${error.message}${end} Try: ${['stationery', path, '--help'].filter(Boolean).join(' ')}`;
  }
  if (error instanceof ServiceError && error.status === 401) {
    return `${error.message} Use --token, or see “stationery ${path} --help”.`;
  }
  if (error instanceof PlotterError && error.job !== undefined) {
    return `${error.message} See it: stationery plot watch ${error.job}`;
  }
  if (error instanceof ConnectionError) return describeConnectionError(error);
  const isExpected = [SettingError, Failure, ServiceError, AppError].some((kind) => error instanceof kind);
  return isExpected ? messageOf(error) : `unexpected error: ${messageOf(error)}`;
}

function describeConnectionError({ message, url, cause }: ConnectionError): string {
  if (cause instanceof WrongService) return `${cause.message}.`;
  const reason = (cause as { cause?: unknown } | undefined)?.cause;
  const code = systemErrorCode(reason) ?? '';
  const isHangUp = code === 'UND_ERR_SOCKET' || code === 'ECONNRESET';
  const { origin, port, host } = new URL(url);
  if (/CERT|SELF_SIGNED|UNABLE_TO|TLS/.test(code)) {
    return `The certificate of ${origin} is not trusted (${messageOf(reason)}). Name the one to trust with --ca <file>, or accept any with --insecure.`;
  }
  if (code === 'ECONNREFUSED') {
    return `Can’t reach ${origin}. Is the service running? Start it with “stationery up”, or see --help for how to set its address.`;
  }
  if (code === 'ERR_SSL_WRONG_VERSION_NUMBER') return `${origin} does not speak https. Try http://${host}`;
  // Only a connection lost before the response has this message.
  if (isHangUp && messageOf(cause) === 'fetch failed')
    return `${origin} closed the connection without an answer. If it is a port for https, use https://${host}; otherwise see the log of the service.`;
  if (['EHOSTUNREACH', 'ENETUNREACH', 'ETIMEDOUT', 'UND_ERR_CONNECT_TIMEOUT'].includes(code))
    return `Can’t reach ${origin}. Is it switched on, and on the same network?`;
  // Node's `fetch` refuses the ports that browsers block.
  if (messageOf(reason) === 'bad port')
    return `Port ${port} is reserved, and can’t be used for HTTP. Use another port for the service, and set its address; see --help.`;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return `Can’t find ${origin} on this network. Check the name.`;
  return message;
}

export function exitCodeOf(error: unknown): number {
  if (error instanceof Failure) return error.exitCode;
  if (error instanceof SettingError) return exitCodes.usage;
  if (error instanceof ConnectionError) return exitCodes.unreachable;
  if (error instanceof ServiceError && error.status === 504) return exitCodes.timedOut;
  if (error instanceof ServiceError && error.status === 404) return exitCodes.notFound;
  if (error instanceof ServiceError && error.status < 500) return exitCodes.refused;
  return exitCodes.failed;
}
