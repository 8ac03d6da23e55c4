import type { BoardClient, BoardJob } from '@stationery/client/board';
import { type Command, defineCommand } from '../../command-line/command.ts';
import { UsageError } from '../../terminal/exit-codes.ts';
import { plain } from '../../terminal/words.ts';
import { classOf, classOptions, readPriority } from './job-class.ts';

const names: Record<BoardJob['state']['state'], string> = {
  waiting: 'Queued',
  held: 'On hold',
  offered: 'Queued',
  taken: 'Starting',
  plotting: 'Plotting',
  paused: 'Paused',
  interrupted: 'Interrupted',
  cancelling: 'Cancelling',
  done: 'Done',
  failed: 'Failed',
  cancelled: 'Cancelled',
};

/** Returns the state in words, such as `Plotting, 40 %`, or the reason why the job is not plotting. */
export function stateWords({ state, whyNot }: BoardJob): string {
  const name = names[state.state];
  if (state.state === 'plotting') return `${name}, ${Math.floor(state.progress * 100)} %`;
  if (whyNot.length > 0) return `${name}: ${whyNot[0]!.reason}${whyNot.length > 1 ? ' …' : ''}`;
  return 'reason' in state && state.reason !== '' ? `${name}: ${state.reason}` : name;
}

export const jobLine = (job: BoardJob) =>
  plain(`Job ${job.id}${job.name === null ? '' : ` “${job.name}”`}: ${stateWords(job)}`);

const jobs = defineCommand({
  summary: 'List the jobs of a fleet, the next one first',
  service: 'board',
  options: { all: { help: 'Include jobs that are over' } },
  examples: ['stationery fleet jobs', 'stationery fleet jobs --all --json'],
  async run({ options, out, signal, ...context }) {
    const page = await (await context.board()).jobs({ show: options.all ? 'all' : 'open', signal });
    out.result(page, () => {
      const rows = page.jobs.map((job) => {
        const plotter = 'device' in job.state ? job.state.device : '';
        return [job.id, plotter, plain(job.name ?? ''), plain(stateWords(job))];
      });
      out.table(['ID', 'PLOTTER', 'NAME', 'STATE'], rows, 'There are no jobs.');
      if (page.total > page.jobs.length) out.note(`${page.total - page.jobs.length} more are not shown.`);
    });
  },
});

function change(
  words: Pick<Command, 'summary' | 'about' | 'examples'>,
  work: (board: BoardClient, id: string, signal: AbortSignal) => Promise<BoardJob>,
): Command {
  return defineCommand({
    ...words,
    arguments: '<id>',
    service: 'board',
    async run({ args: [id = ''], out, signal, ...context }) {
      const job = await work(await context.board(), id, signal);
      out.result(job, () => out.line(jobLine(job)));
    },
  });
}

const move = defineCommand({
  summary: 'Move a waiting job in the queue, or to another plotter',
  arguments: '<id>',
  service: 'board',
  options: {
    first: { help: 'To the front of the jobs with the same priority' },
    last: { help: 'To the end of the jobs with the same priority' },
    before: { placeholder: '<id>', help: 'Before this job' },
    to: { placeholder: '<device>', help: 'Let only this plotter take the job' },
  },
  examples: ['stationery fleet move j1 --first', 'stationery fleet move j1 --to plotter-2'],
  async run({ args: [id = ''], options: { first, last, before, to }, out, signal, ...context }) {
    if ([first, last, before !== undefined, to !== undefined].filter(Boolean).length !== 1)
      throw new UsageError('choose a position: --first, --last, --before <id> or --to <device>');
    const board = await context.board();
    const more = { signal };
    const job =
      to === undefined
        ? await board.move(id, before === undefined ? { to: first ? 'first' : 'last' } : { before }, more)
        : await board.change(id, { class: { ...(await board.job(id, more)).class, device: to } }, more);
    out.result(job, () => out.line(jobLine(job)));
  },
});

const allCopies = { 'all-copies': { help: 'Also change the other waiting copies of the job' } } as const;
const maxAtOnce = 500;

async function jobsMeant(
  board: BoardClient,
  id: string,
  isForAll: boolean,
  signal: AbortSignal,
): Promise<BoardJob[]> {
  const job = await board.job(id, { signal });
  const copies: BoardJob[] = [];
  for (let from = 0, total = isForAll ? 1 : 0; from < total; from += maxAtOnce) {
    const page = await board.jobs({ show: 'open', from, limit: maxAtOnce, signal });
    copies.push(...page.jobs.filter((each) => each.group === job.group && each.id !== id && isWaiting(each)));
    total = page.total;
  }
  return [job, ...copies];
}

const isWaiting = ({ state: { state } }: BoardJob) => state === 'waiting' || state === 'held';

const changeJob = defineCommand({
  summary: 'Change which plotters may take a waiting job, or its priority',
  arguments: '<id>',
  about: 'Other options stay unchanged. An empty text removes one: --paper "" takes any paper.',
  service: 'board',
  options: { ...classOptions, ...allCopies },
  examples: [
    'stationery fleet change j1 --priority high',
    'stationery fleet change j1 --paper a3 --pen black --all-copies',
  ],
  async run({ args: [id = ''], options, out, signal, ...context }) {
    const { paper, pen, tag, to } = options;
    const priority = readPriority(options.priority);
    const isOther = paper !== undefined || pen.length > 0 || tag.length > 0 || to !== undefined;
    if (!isOther && priority === undefined)
      throw new UsageError('choose what to change: --paper, --pen, --tag, --to or --priority');
    const board = await context.board();
    const jobs: BoardJob[] = [];
    for (const job of await jobsMeant(board, id, options['all-copies'], signal)) {
      const change = {
        ...(isOther && { class: classOf(options, job.class) }),
        ...(priority !== undefined && { priority }),
      };
      jobs.push(await board.change(job.id, change, { signal }));
    }
    out.result({ jobs }, () => {
      for (const job of jobs) out.line(jobLine(job));
    });
  },
});

const cancel = defineCommand({
  summary: 'Cancel a job',
  arguments: '<id>',
  service: 'board',
  options: allCopies,
  examples: ['stationery fleet cancel j1', 'stationery fleet cancel j1 --all-copies'],
  async run({ args: [id = ''], options, out, signal, ...context }) {
    const board = await context.board();
    const isForAll = options['all-copies'];
    const jobs: BoardJob[] = [];
    for (const job of await jobsMeant(board, id, isForAll, signal))
      jobs.push(await board.cancel(job.id, { signal }));
    // Like the other commands, prints a single job as an object instead of a list.
    out.result(isForAll ? { jobs } : jobs[0], () => {
      for (const job of jobs) out.line(jobLine(job));
    });
  },
});

export const jobCommands = {
  jobs,
  hold: change(
    { summary: 'Hold a waiting job', examples: ['stationery fleet hold j1'] },
    (board, id, signal) => board.change(id, { isHeld: true }, { signal }),
  ),
  release: change(
    { summary: 'Release a job that is on hold', examples: ['stationery fleet release j1'] },
    (board, id, signal) => board.change(id, { isHeld: false }, { signal }),
  ),
  cancel,
  change: changeJob,
  move,
  again: change(
    {
      summary: 'Draw an interrupted job again from the start',
      about: 'On any plotter that fits. The plotter that had it may not resume it.',
      examples: ['stationery fleet again j1'],
    },
    (board, id, signal) => board.drawAgain(id, { signal }),
  ),
};
