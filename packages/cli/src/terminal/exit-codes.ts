import { SettingError } from '@stationery/core/settings';

export const exitCodes = {
  good: 0,
  failed: 1,
  usage: 2,
  unreachable: 3,
  refused: 4,
  timedOut: 5,
  notFound: 6,
  interrupted: 130,
  /** The reader closed the output. */
  brokenPipe: 141,
} as const;

export const exitCodeHelp = `Exit codes:
  0    done
  1    failed, here or at the service
  2    wrong usage or settings
  3    the service can’t be reached
  4    the service refused the request
  5    timed out
  6    not found: a file, a tag, a job, a station
  130  ended with Ctrl+C`;

export class Failure extends Error {
  override readonly name = 'Failure';
  readonly exitCode: number;

  constructor(message: string, exitCode: number = exitCodes.failed) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** A command line that can’t be parsed; the message is followed by how to get help. */
export class UsageError extends SettingError {}
