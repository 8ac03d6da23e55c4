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
    // A reader that has seen enough (`… | head -1`) must not end a service.
    if (keepsRunning) return;
    // The exit code that a shell reports for a program without this handler.
    if (error.code === 'EPIPE') process.exit(exitCodes.brokenPipe);
    process.stderr.write(`${name}: can’t write the output: ${error.message}\n`);
    process.exit(exitCodes.failed);
  });
  // Node prints the details; this line has error priority in the journal.
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

/** A second request ends the process immediately. */
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

/** When npm is asked to stop, it stops the shell of this program, which does not pass the signal on. */
function stopWithParent(controller: AbortController): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    controller.abort();
  }, orphanCheckMs);
  timer.unref();
}
