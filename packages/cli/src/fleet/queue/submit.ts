import { basename } from 'node:path';
import { isDrawingName } from '@stationery/contract/drawing-formats';
import { defineCommand } from '../../command-line/command.ts';
import { UsageError } from '../../terminal/exit-codes.ts';
import { readText } from '../../terminal/read-input.ts';
import { classOf, classOptions, readPriority } from './job-class.ts';
import { jobLine } from './jobs.ts';

export const submit = defineCommand({
  summary: 'Queue a drawing or commands for the next free plotter that fits',
  about:
    'A drawing is planned by the plotter that takes it; any other file is a script with one command per line.',
  arguments: '<file>',
  completes: ['file'],
  service: 'board',
  options: {
    copies: { placeholder: '<number>', help: 'How many; they spread over the plotters' },
    name: { placeholder: '<text>', help: 'A display name; default: the file name' },
    ...classOptions,
    hold: { help: 'On hold until it is released' },
    'same-sheet': { help: 'Do not ask for a new sheet of paper at the plotter' },
  },
  examples: [
    'stationery fleet submit drawing.svg --paper a4',
    'stationery fleet submit card.svg --copies 30 --tag "room 3"',
  ],
  async run({ args: [path = ''], options, out, signal, ...context }) {
    const { paper, hold, 'same-sheet': isSameSheet } = options;
    const sheet = isSameSheet && { newSheet: false };
    const copies = readCopies(options.copies);
    const priority = readPriority(options.priority) ?? 'normal';
    const text = await readText(out.streams, path);
    const { recogniseFile } = await import('../../clients/plot/recognise-file.ts');
    const isDrawing = isDrawingName(path) || recogniseFile(text).isReadable;
    const jobs = await (await context.board()).submit(
      {
        ...(isDrawing
          ? { svg: text, ...(paper !== undefined && { options: { paper } }), ...sheet }
          : { job: { script: text, ...sheet } }),
        name: options.name ?? (path === '-' ? 'Standard input' : basename(path).slice(0, 200)),
        copies,
        priority,
        isHeld: hold,
        class: classOf(options),
      },
      { signal },
    );
    out.result({ jobs }, () => {
      for (const job of jobs) out.line(jobLine(job));
    });
  },
});

function readCopies(text: string | undefined): number {
  const copies = Number(text ?? 1);
  if (Number.isInteger(copies) && copies >= 1 && copies <= 1000) return copies;
  throw new UsageError(`--copies must be a whole number from 1 to 1000, not “${text}”`);
}
