/** What a script can tell from the end of a client command. */
export const exitCodes = {
  good: 0,
  failed: 1,
  usage: 2,
  unreachable: 3,
  refused: 4,
  inVain: 5,
  interrupted: 130,
  unread: 141,
} as const;

export const exitCodeHelp = `Exit codes:
  0    it is done
  1    it failed, here or at the service
  2    wrong usage
  3    the service cannot be reached
  4    the service refused it
  5    what was waited for did not come in time
  130  ended with Ctrl+C`;

/** The end of a command that did not do what it was asked for, in a sentence for a person. */
export class Failure extends Error {
  override readonly name = 'Failure';
  readonly exitCode: number;

  constructor(message: string, exitCode: number = exitCodes.failed) {
    super(message);
    this.exitCode = exitCode;
  }
}
