import { basename } from 'node:path';
import { defineCommand } from '../../command-line/command.ts';
import { exitCodes, UsageError } from '../../terminal/exit-codes.ts';
import { readText } from '../../terminal/read-input.ts';
import { jobLine } from './jobs.ts';

const priorities = ['high', 'normal', 'low'] as const;

export const submit = defineCommand({
  summary: 'Queue a drawing or commands for the next free plotter that fits',
  about:
    'An SVG is planned by the plotter that takes it; any other file is a script of commands, one a line.',
  arguments: '<file>',
  count: [1, 1],
  completes: ['file'],
  service: 'board',
  options: {
    copies: { placeholder: '<number>', help: 'How many; they spread over the plotters' },
    name: { placeholder: '<text>', help: 'A name for people; default: that of the file' },
    paper: {
      placeholder: '<size>',
      help: 'Only plotters with this paper; an SVG is placed on it',
      completes: 'paper',
    },
    pen: { placeholder: '<name>', help: 'Only plotters with this pen; may be repeated', repeats: true },
    tag: { placeholder: '<text>', help: 'Only plotters with this tag; may be repeated', repeats: true },
    to: { placeholder: '<device>', help: 'Only this plotter' },
    priority: { placeholder: '<high|normal|low>', help: 'Default: normal' },
    hold: { help: 'On hold until it is released' },
  },
  examples: [
    'stationery fleet submit drawing.svg --paper a4',
    'stationery fleet submit card.svg --copies 30 --tag "room 3"',
  ],
  async run({ args: [path = ''], options, out, signal, ...context }) {
    const { paper, pen, tag, to, hold } = options;
    const copies = readCopies(options.copies);
    const priority = readPriority(options.priority);
    const text = await readText(out.streams, path);
    const isSvg = /\.svg$/i.test(path) || /<svg[\s>]/.test(text.slice(0, 10_000));
    const jobs = await (await context.board()).submit(
      {
        ...(isSvg
          ? { svg: text, ...(paper !== undefined && { options: { paper } }) }
          : { job: { script: text } }),
        name: options.name ?? (path === '-' ? 'Standard input' : basename(path).slice(0, 200)),
        copies,
        priority,
        isHeld: hold,
        class: {
          ...(paper !== undefined && { paper }),
          ...(pen !== undefined && pen.length > 0 && { pens: pen }),
          ...(tag !== undefined && tag.length > 0 && { tags: tag }),
          ...(to !== undefined && { device: to }),
        },
      },
      { signal },
    );
    out.result({ jobs }, () => {
      for (const job of jobs) out.line(jobLine(job));
    });
    return exitCodes.good;
  },
});

function readCopies(text: string | undefined): number {
  const copies = Number(text ?? 1);
  if (Number.isInteger(copies) && copies >= 1 && copies <= 1000) return copies;
  throw new UsageError(`--copies must be a whole number from 1 to 1000, not “${text}”`);
}

function readPriority(text = 'normal'): (typeof priorities)[number] {
  const found = priorities.find((each) => each === text);
  if (found === undefined) throw new UsageError(`--priority must be high, normal or low, not “${text}”`);
  return found;
}
