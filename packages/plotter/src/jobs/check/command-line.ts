import { AppError } from '@stationery/core';

const longest = 255;
const blanks: ReadonlySet<number> = new Set(Buffer.from(' \t\r\n\v\f'));

/** Trims ASCII white space only; other white space is rejected later. */
export function trimmed(text: string): string {
  let from = 0;
  let end = text.length;
  while (from < end && blanks.has(text.charCodeAt(from))) from++;
  while (end > from && blanks.has(text.charCodeAt(end - 1))) end--;
  return text.slice(from, end);
}

/** Returns the command as sent. */
export function checkCommand(text: string, pointer: string): string {
  const command = trimmed(text);
  if (command === '') throw new AppError('invalid-command', 'The command is empty.', { pointer });
  if (/[\r\n]/.test(command)) {
    throw new AppError('invalid-command', 'A command is one line; run several as a job.', { pointer });
  }
  if (!/^[\x20-\x7e]*$/.test(command)) {
    throw new AppError('invalid-command', 'A command is made of printable ASCII characters.', { pointer });
  }
  if (command.length > longest) {
    throw new AppError(
      'invalid-command',
      `A command has at most ${longest} characters; this one has ${command.length}.`,
      { pointer },
    );
  }
  return command;
}

export function isSkipped(line: string): boolean {
  return /^(?:$|[#;])/.test(trimmed(line));
}
