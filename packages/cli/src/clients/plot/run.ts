import { basename } from 'node:path';
import { defineCommand } from '../../command-line/command.ts';
import { readNumber } from '../../command-line/parse-arguments.ts';
import { exitCodes, Failure } from '../../terminal/exit-codes.ts';
import type { Output } from '../../terminal/output.ts';
import { readBytes } from '../../terminal/read-input.ts';
import { counted, durationText, plain } from '../../terminal/words.ts';
import { followQueued } from './follow-job.ts';

const maxSeconds = 3600;

export const run = defineCommand({
  summary: 'Plot a script of plotter commands',
  arguments: '<script>',
  completes: ['file'],
  about: `Queues the script as a job, and shows its progress. One command per line; empty lines and lines that begin with # or ;
are skipped; “-” is standard input. Ctrl+C stops watching; the job continues, as in a print queue.`,
  service: 'plotter',
  options: {
    name: { placeholder: '<name>', help: 'Name of the job, default: the name of the file' },
    detach: { help: 'Queue the script, and do not watch it' },
    'keep-going': { help: 'Continue after a command that fails' },
    'cancel-on-interrupt': { help: 'Ctrl+C cancels the job' },
    timeout: {
      placeholder: '<seconds>',
      help: 'How long to wait for each reply, default: the setting of the service',
    },
  },
  examples: [
    'stationery plot run square.txt',
    'stationery plot run square.txt --name square --detach',
    "printf 'PENDOWN\\nMOVE X800 Y0\\nPENUP\\n' | stationery plot run -",
  ],
  async run(context) {
    const { options, out, signal } = context;
    const path = context.args[0] ?? '';
    const script = await readScript(out, path);
    const plotter = await context.plotter();
    const timeoutMs = Math.round(1000 * readNumber(options.timeout, 'timeout', 0, maxSeconds));
    const job = await plotter.queueJob(
      {
        script,
        name: options.name ?? (path === '-' ? 'standard input' : basename(path)),
        ...(options['keep-going'] ? { stopOnError: false } : {}),
        ...(timeoutMs > 0 ? { timeoutMs } : {}),
      },
      { signal },
    );
    return followQueued(context, plotter, job);
  },
});

/** Reads a command file. Refuses other kinds of files with advice. */
async function readScript(out: Output, path: string): Promise<string> {
  const file = await readBytes(out.streams, path);
  const { recogniseFile } = await import('./recognise-file.ts');
  const { isReadable, isPacked, isDrawn, isScript, advice = '' } = recogniseFile(file);
  if (isReadable || isPacked || isDrawn)
    throw new Failure(`this is a drawing. Plot it with: stationery plot ${plain(path)}`);
  if (isScript !== true) throw new Failure(advice);
  return file.toString('utf8');
}

export const check = defineCommand({
  summary: 'Check a script of plotter commands without running it',
  arguments: '<script>',
  completes: ['file'],
  about: 'Exits with 1 if it has problems.',
  service: 'plotter',
  examples: ['stationery plot check square.txt'],
  async run(context) {
    const { out, signal } = context;
    const script = await readScript(out, context.args[0] ?? '');
    const plotter = await context.plotter();
    const found = await plotter.jobs.check({ script }, { signal });
    out.result(found, () => {
      for (const { index, command, reason } of found.problems) {
        out.line(`${index + 1}: ${plain(command)}: ${plain(reason)}`);
      }
      out.line(
        `${counted(found.total, 'command')}, about ${durationText(found.estimatedMs)}, ${counted(found.penLifts, 'pen lift')}, ${counted(found.problems.length, 'problem')}`,
      );
    });
    return found.ok ? exitCodes.good : exitCodes.failed;
  },
});
