import { basename } from 'node:path';
import type { PlotterClient } from '@stationery/client';
import { defineCommand } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { readNumber } from '../parse-arguments.ts';
import { readText } from '../read-text.ts';
import { counted, durationText, plain } from '../terminal/words.ts';
import { followJob } from './follow-job.ts';
import { jobTitle } from './job-words.ts';

const longestSeconds = 3600;

export const run = defineCommand({
  summary: 'Queue a file of commands as a job, and follow it',
  arguments: '<script>',
  count: [1, 1],
  takes: 'file',
  about: `One command a line; empty lines and those that begin with # or ; are skipped; “-” is standard input. Ctrl+C ends
the watching and leaves the job running, as with a print queue.`,
  service: 'plotter',
  options: {
    name: { placeholder: '<name>', help: 'What people call it, default: the name of the file' },
    detach: { help: 'Do not follow it' },
    'keep-going': { help: 'Go on after a command that fails' },
    'cancel-on-interrupt': { help: 'Ctrl+C cancels the job' },
    timeout: {
      placeholder: '<seconds>',
      help: 'How long to wait for each reply, default: what the service is set to',
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
    const plotter = await context.plotter();
    const timeoutMs = Math.round(1000 * readNumber(options.timeout, 'timeout', 0, longestSeconds));
    const job = await plotter.queueJob(
      {
        script: await readText(out.streams, path),
        name: options.name ?? (path === '-' ? 'standard input' : basename(path)),
        ...(options['keep-going'] ? { stopOnError: false } : {}),
        ...(timeoutMs > 0 ? { timeoutMs } : {}),
      },
      { signal },
    );
    const queued = `${jobTitle(job)}: ${counted(job.total, 'command')}, about ${durationText(job.estimatedMs)}`;
    if (options.detach) {
      out.result(job, () => out.line(queued));
      return exitCodes.good;
    }
    out.note(queued);
    return followJob(context, plotter, job.id, options['cancel-on-interrupt']);
  },
});

export const check = defineCommand({
  summary: 'Look a file of commands over, without running it',
  arguments: '<script>',
  count: [1, 1],
  takes: 'file',
  about: 'Ends with 1 where the plotter would not do all of it.',
  service: 'plotter',
  examples: ['stationery plot check square.txt'],
  async run(context) {
    const { out, signal } = context;
    const plotter: PlotterClient = await context.plotter();
    const found = await plotter.jobs.check(
      { script: await readText(out.streams, context.args[0] ?? '') },
      { signal },
    );
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
