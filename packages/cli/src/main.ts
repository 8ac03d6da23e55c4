import { messageOf } from '@stationery/core/errors';
import { runWords } from './command-line/run-words.ts';
import { goesToJournal, writeError } from './journal-output.ts';
import { program } from './program.ts';
import { exitCodes } from './terminal/exit-codes.ts';

export async function main(words: string[]): Promise<number> {
  let name = 'stationery';
  let keepsRunning = false;
  process.stderr.on('error', () => undefined);
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    // If the reader of the output has seen enough (`… | head -1`), a service must continue.
    if (keepsRunning) return;
    // Exit with the code that a shell reports for a program killed by SIGPIPE.
    if (error.code === 'EPIPE') process.exit(exitCodes.brokenPipe);
    process.stderr.write(`${name}: can’t write the output: ${error.message}\n`);
    process.exit(exitCodes.failed);
  });
  // Print a line with error priority for the journal; Node itself prints the details without one.
  process.on('uncaughtExceptionMonitor', (error) => {
    if (goesToJournal()) writeError(`${name}: ended by an error: ${messageOf(error)}\n`);
  });
  return runWords(program, words, {
    streams: process,
    env: process.env,
    stopSignal,
    onCommand(command, path) {
      name = `stationery ${path}`;
      keepsRunning = command.keepsRunning === true;
    },
  });
}

const orphanCheckMs = 250;

/** Returns a signal that is aborted at the first request to stop. A second request ends the process immediately. */
function stopSignal(): AbortSignal {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.on(name, () => {
      if (controller.signal.aborted) process.exit(1);
      controller.abort();
    });
  }
  if (process.env.npm_lifecycle_event !== undefined) stopWithParent(controller);
  return controller.signal;
}

/**
 * Stops when the parent process has ended. If npm is asked to stop, it stops the shell that started this
 * program, but the shell does not pass the signal on.
 */
function stopWithParent(controller: AbortController): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    controller.abort();
  }, orphanCheckMs);
  timer.unref();
}
