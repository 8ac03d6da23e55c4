import type { Job, PlotterClient } from '@stationery/client';
import { type ClientCommand, defineCommand } from '../command.ts';
import { exitCodes } from '../exit-codes.ts';
import { readNumber } from '../parse-arguments.ts';
import { plain } from '../terminal/words.ts';
import { followJob } from './follow-job.ts';
import { jobTitle, penWords, shareOf, stateWords } from './job-words.ts';
import { resume } from './resume.ts';
import { namedOrCurrent, readJobId } from './which-job.ts';

const jobs = defineCommand({
  summary: 'Show the jobs, newest first',
  service: 'plotter',
  options: { limit: { placeholder: '<number>', help: 'How many at most, default: 20' } },
  examples: ['stationery plot jobs', 'stationery plot jobs --json'],
  async run({ options, out, signal, ...context }) {
    const limit = readNumber(options.limit, 'limit', 20, 200);
    const found = await (await context.plotter()).jobs.list({ limit, signal });
    out.result({ jobs: found }, () => {
      if (found.length === 0) out.note('There are no jobs.');
      else {
        out.table(
          ['ID', 'STATE', ' DONE', 'COMMANDS', 'NAME', 'PENS'],
          found.map((job) => [
            job.id,
            job.state.state,
            `${Math.floor(shareOf(job) * 100)} %`.padStart(5),
            job.total,
            job.name === null ? '' : plain(job.name),
            penWords(job),
          ]),
        );
      }
    });
    return exitCodes.good;
  },
});

const watch = defineCommand({
  summary: 'Follow a job to its end',
  arguments: '[id]',
  count: [0, 1],
  about:
    'Without an id: the one that has the machine. Ends with 0 when it is done, 1 when it ended otherwise.',
  service: 'plotter',
  examples: ['stationery plot watch', 'stationery plot watch 7'],
  async run(context) {
    const plotter = await context.plotter();
    return followJob(context, plotter, await namedOrCurrent(plotter, context.args[0], context.signal));
  },
});

type Find = (plotter: PlotterClient, text: string | undefined, signal: AbortSignal) => Promise<number>;

function change(
  name: 'pause' | 'cancel',
  find: Find,
  words: Pick<ClientCommand, 'summary' | 'about'>,
): ClientCommand {
  return defineCommand({
    ...words,
    arguments: '[id]',
    count: [0, 1],
    service: 'plotter',
    examples: [`stationery plot ${name}`, `stationery plot ${name} 7`],
    async run({ args: [text], out, signal, ...context }) {
      const plotter = await context.plotter();
      const job = await plotter.jobs[name](await find(plotter, text, signal), { signal });
      out.result(job, () => out.line(`${jobTitle(job)} ${stateWords(job)}`));
      return exitCodes.good;
    },
  });
}

function withId(
  words: Pick<ClientCommand, 'summary' | 'examples'>,
  work: (
    plotter: PlotterClient,
    id: number,
    signal: AbortSignal,
  ) => Promise<{ value: unknown; words: string }>,
): ClientCommand {
  return defineCommand({
    ...words,
    arguments: '<id>',
    count: [1, 1],
    service: 'plotter',
    async run({ args: [text = ''], out, signal, ...context }) {
      const { value, words: said } = await work(await context.plotter(), readJobId(text), signal);
      out.result(value, () => out.line(said));
      return exitCodes.good;
    },
  });
}

export const jobCommands = {
  jobs,
  watch,
  pause: change('pause', namedOrCurrent, {
    summary: 'Pause a job',
    about:
      'Without an id: the one that has the machine. It takes hold when the pen is up, at the end of the stroke.',
  }),
  resume,
  cancel: change('cancel', namedOrCurrent, {
    summary: 'Cancel a job',
    about: 'Without an id: the one that has the machine. The pen is lifted.',
  }),
  rerun: withId(
    { summary: 'Queue the commands of a job as a new one', examples: ['stationery plot rerun 7'] },
    async (plotter, id, signal) => {
      const job: Job = await plotter.jobs.rerun(id, { signal });
      return { value: job, words: `${jobTitle(job)} ${stateWords(job)}` };
    },
  ),
  forget: withId(
    { summary: 'Forget a job that does not have the machine', examples: ['stationery plot forget 7'] },
    async (plotter, id, signal) => {
      await plotter.jobs.remove(id, { signal });
      return { value: { id }, words: `job ${id} is forgotten` };
    },
  ),
};
