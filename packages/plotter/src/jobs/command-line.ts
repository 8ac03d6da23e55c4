import { AppError } from '@stationery/core';

const longest = 255;
const blanks: ReadonlySet<number> = new Set(Buffer.from(' \t\r\n\v\f'));

/** White space that is ASCII is for people; any other is not part of a command and is not taken for one. */
export function trimmed(text: string): string {
  let from = 0;
  let end = text.length;
  while (from < end && blanks.has(text.charCodeAt(from))) from++;
  while (end > from && blanks.has(text.charCodeAt(end - 1))) end--;
  return text.slice(from, end);
}

/** One command as it is sent: trimmed, one line of printable ASCII. */
export function checkCommand(text: string, pointer: string): string {
  const command = trimmed(text);
  if (command === '') throw new AppError('invalid-command', 'The command is empty.', { pointer });
  if (/[\r\n]/.test(command)) {
    throw new AppError('invalid-command', 'A command is one line; run several as a job.', {
      pointer,
    });
  }
  if (!/^[\x20-\x7e]*$/.test(command)) {
    throw new AppError('invalid-command', 'A command is made of printable ASCII characters.', {
      pointer,
    });
  }
  if (command.length > longest) {
    throw new AppError(
      'invalid-command',
      `A command has at most ${longest} characters; this has ${command.length}.`,
      {
        pointer,
      },
    );
  }
  return command;
}

/** Empty lines and comments in a script are for people. */
export function isSkipped(line: string): boolean {
  return /^(?:$|[#;])/.test(trimmed(line));
}
