import { type Job, PlotterError } from '@stationery/client';
import { type Command, defineCommand } from '../../command-line/command.ts';
import { readNumber } from '../../command-line/parse-arguments.ts';
import { exitCodes, Failure, UsageError } from '../../terminal/exit-codes.ts';
import { plain } from '../../terminal/words.ts';
import { drawingOptions } from './drawing-options.ts';
import { followJob } from './follow-job.ts';
import { jobTitle, penWords, stateName, stateWords } from './job-words.ts';
import { marksText } from './plan-summary.ts';
import { resume } from './resume.ts';
import { namedOrCurrent, readJobId } from './which-job.ts';

const jobs = defineCommand({
  summary: 'List the jobs, newest first',
  service: 'plotter',
  options: {
    limit: { placeholder: '<number>', help: 'How many, default: 20' },
    queue: { help: 'Only waiting jobs, the next one first' },
  },
  examples: ['stationery plot jobs', 'stationery plot jobs --queue', 'stationery plot jobs --json'],
  async run({ options, out, signal, ...context }) {
    const limit = readNumber(options.limit, 'limit', 20, 200);
    const ofPlotter = (await context.plotter()).jobs;
    const found = await (options.queue ? ofPlotter.queue : ofPlotter.list)({ limit, signal });
    const rows = found.map((job) => {
      const done = `${Math.floor(job.progress * 100)} %`.padStart(5);
      return [job.id, stateName(job), done, job.total, plain(job.name ?? ''), penWords(job)];
    });
    const ifEmpty = options.queue ? 'The queue is empty.' : 'There are no jobs.';
    out.result({ jobs: found }, () =>
      out.table(['ID', 'STATE', ' DONE', 'COMMANDS', 'NAME', 'PENS'], rows, ifEmpty),
    );
  },
});

const watch = defineCommand({
  summary: 'Show the progress of a job until it ends',
  arguments: '[id]',
  completes: ['job'],
  about: 'Without an id: the running job. Exits with 0 when it is done, with 1 when it ended in another way.',
  service: 'plotter',
  examples: ['stationery plot watch', 'stationery plot watch 7'],
  async run(context) {
    const plotter = await context.plotter();
    return followJob(context, plotter, await namedOrCurrent(plotter, context.args[0], context.signal));
  },
});

function change(name: 'pause' | 'cancel', words: Pick<Command, 'summary' | 'about'>): Command {
  return defineCommand({
    ...words,
    arguments: '[id]',
    completes: ['job'],
    service: 'plotter',
    examples: [`stationery plot ${name}`, `stationery plot ${name} 7`],
    async run({ args: [text], out, signal, ...context }) {
      const plotter = await context.plotter();
      const job = await plotter.jobs[name](await namedOrCurrent(plotter, text, signal), { signal });
      out.result(job, () => out.line(`${jobTitle(job)} ${stateWords(job)}`));
    },
  });
}

const remove = defineCommand({
  summary: 'Remove a job that is not running',
  arguments: '<id>',
  completes: ['job'],
  service: 'plotter',
  examples: ['stationery plot remove 7'],
  async run({ args: [text = ''], out, signal, ...context }) {
    const id = readJobId(text);
    await (await context.plotter()).jobs.remove(id, { signal });
    out.result({ id }, () => out.line(`job ${id} was removed`));
  },
});

const move = defineCommand({
  summary: 'Move a waiting job in the queue',
  arguments: '<id>',
  completes: ['job'],
  about:
    '“stationery plot jobs --queue” lists the queue. A job that is on hold keeps its place, and waits there until it is resumed.',
  service: 'plotter',
  options: {
    first: { help: 'Before all others' },
    last: { help: 'After all others' },
    before: { placeholder: '<id>', help: 'Before this job', completes: 'job' },
  },
  examples: [
    'stationery plot move 7 --first',
    'stationery plot move 7 --before 5',
    'stationery plot move 7 --last',
  ],
  async run({ args: [text = ''], options: { first, last, before }, out, signal, ...context }) {
    if ([first, last, before !== undefined].filter(Boolean).length !== 1)
      throw new UsageError('choose a position: --first, --last or --before <id>');
    const id = readJobId(text);
    const to = first ? 'first' : 'last';
    const place = before === undefined ? ({ to } as const) : { before: readJobId(before) };
    const job = await (await context.plotter()).jobs.move(id, place, { signal });
    const where = 'before' in place ? `before job ${place.before}` : `${place.to} in the queue`;
    out.result(job, () => out.line(`${jobTitle(job)} is now ${where}`));
  },
});

const rerun = defineCommand({
  summary: 'Plot a job again, as a new job',
  arguments: '<id>',
  completes: ['job'],
  about: 'With --from, only the strokes from that one on, on the same sheet. The right pen is asked for.',
  service: 'plotter',
  options: {
    from: { placeholder: '<stroke>', help: 'The first stroke to plot, counted from 1' },
    marks: drawingOptions.marks,
  },
  examples: [
    'stationery plot rerun 7',
    'stationery plot rerun 7 --from 120',
    'stationery plot rerun 7 --marks "15,15=16.2,14.8; 195,15=196.1,16.1"',
  ],
  async run({ args: [text = ''], options, out, signal, ...context }) {
    const from = readNumber(options.from, 'from', 1, Number.MAX_SAFE_INTEGER);
    const { readMarks } = await import('./read-drawing-options.ts');
    const marks = readMarks(options.marks);
    const plotter = await context.plotter();
    const id = readJobId(text);
    const job: Job = await plotter.jobs.rerun(id, { signal, from, marks }).catch(async (error: unknown) => {
      if (!(error instanceof PlotterError) || error.code !== 'marks-outdated') throw error;
      throw outdatedMarks(await plotter.jobs.get(id, { signal }));
    });
    out.result(job, () => {
      out.line(`${jobTitle(job)} ${stateWords(job)}`);
      if (job.alignment !== null) out.line(`marks    ${marksText(job.alignment)}`);
    });
  },
});

/** The message names the positions where the marks were last found. */
function outdatedMarks(job: Job): Failure {
  const found = job.alignment?.marks.map(({ found: { xMm, yMm } }) => `${xMm},${yMm}=<x>,<y>`) ?? [];
  return new Failure(
    `${jobTitle(job)} was aligned to marks, and its sheet may have moved. Move the pen to the marks and use --marks "${found.join('; ')}" with the places from “stationery plot send STATUS” in mm`,
    exitCodes.refused,
  );
}

export const jobCommands = {
  jobs,
  watch,
  pause: change('pause', {
    summary: 'Pause a job',
    about: 'Without an id: the running job. It pauses at the end of the stroke, when the pen is up.',
  }),
  resume,
  cancel: change('cancel', {
    summary: 'Cancel a job',
    about: 'Without an id: the running job. The pen is lifted.',
  }),
  move,
  rerun,
  remove,
};
