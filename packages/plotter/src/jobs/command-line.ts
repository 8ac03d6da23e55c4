import { AppError } from '@stationery/core';

const longest = 255;

/** One command as it is sent: trimmed, one line of printable ASCII. */
export function checkCommand(text: string, pointer: string): string {
  const command = text.trim();
  if (command === '') throw new AppError('plotter.command-invalid', 'The command is empty.', { pointer });
  if (/[\r\n]/.test(command)) {
    throw new AppError('plotter.command-invalid', 'A command is one line; run several as a job.', {
      pointer,
    });
  }
  if (!/^[\x20-\x7e]*$/.test(command)) {
    throw new AppError('plotter.command-invalid', 'A command is made of printable ASCII characters.', {
      pointer,
    });
  }
  if (command.length > longest) {
    throw new AppError(
      'plotter.command-invalid',
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
  const trimmed = line.trim();
  return trimmed === '' || trimmed.startsWith('#') || trimmed.startsWith(';');
}
