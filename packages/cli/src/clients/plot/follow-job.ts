import { hasStopped, type Job, type PlotterClient } from '@stationery/client';
import type { CommandContext } from '../../command-line/command.ts';
import { ask, ignoreTyping } from '../../terminal/ask.ts';
import { exitCodes, Failure } from '../../terminal/exit-codes.ts';
import { StatusLine } from '../../terminal/status-line.ts';
import { counted, durationText, plain } from '../../terminal/words.ts';
import { endWords, isGood, jobTitle, progressLine, stateWords } from './job-words.ts';
import { resumeOrAsk } from './resume.ts';

type Output = Pick<CommandContext, 'out' | 'signal'>;

/** Reports a new job, and follows it unless it is detached. */
export async function followQueued(
  context: Output & { options: { detach: boolean; 'cancel-on-interrupt': boolean } },
  plotter: PlotterClient,
  job: Job,
): Promise<number> {
  const { out, options } = context;
  const queued = `${jobTitle(job)}: ${counted(job.total, 'command')}, about ${durationText(job.estimatedMs)}`;
  if (options.detach) {
    out.result(job, () => out.line(queued));
    return exitCodes.good;
  }
  out.note(queued);
  return followJob(context, plotter, job.id, options['cancel-on-interrupt']);
}

/** Ctrl+C stops watching; the job continues unless `cancelOnInterrupt`. */
export async function followJob(
  { out, signal }: Output,
  plotter: PlotterClient,
  id: number,
  cancelOnInterrupt = false,
): Promise<number> {
  const job = await watchJob({ out, signal }, plotter, id);
  if (job !== undefined) return endOf(out, job);
  if (cancelOnInterrupt) {
    await plotter.jobs.cancel(id);
    out.note(`Cancelling job ${id} …`);
    return endOf(out, await plotter.jobs.wait(id)) && exitCodes.interrupted;
  }
  out.note(
    `Job ${id} continues. Watch it: stationery plot watch ${id}   Cancel it: stationery plot cancel ${id}`,
  );
  return exitCodes.interrupted;
}

function endOf(out: Output['out'], job: Job): number {
  out.result(job, () => {
    const words = endWords(job);
    out.line(isGood(job) ? out.style('green', words) : words);
  });
  return isGood(job) ? exitCodes.good : exitCodes.failed;
}

/** Returns the finished job; undefined if aborted first. */
async function watchJob(
  { out, signal }: Output,
  plotter: PlotterClient,
  id: number,
): Promise<Job | undefined> {
  const line = new StatusLine(out);
  const question = new PauseQuestion({ out, signal }, plotter, line);
  let said = '';
  try {
    const onState = ({ state }: { state: string }) => {
      if (state === 'lost') line.show('The connection is lost. Reconnecting …', true);
    };
    for await (const { name, data } of plotter.events({ signal, onState })) {
      const isThis = (name === 'job' || name === 'job.deleted') && data.id === id;
      // Fetch the job after a snapshot, because events may have been missed. Also fetch it after it was deleted,
      // because the error response then reports the deletion.
      if (name !== 'snapshot' && !isThis) continue;
      const job = name === 'job' ? data : await plotter.jobs.get(id, { signal });
      if (hasStopped(job)) return job;
      const words = `${jobTitle(job)} ${stateWords(job)}`;
      if (!out.hasTerminal && words !== said) out.note(words);
      said = words;
      if (!question.isAsked(job)) line.show(progressLine(job), true);
    }
    return undefined;
  } finally {
    question.close();
    line.clear();
  }
}

/** Asks at the terminal whether to resume. Withdraws the question if the job is resumed elsewhere. */
class PauseQuestion {
  readonly #deps: Output;
  readonly #plotter: PlotterClient;
  readonly #line: StatusLine;
  #question: AbortController | undefined;
  #isClosed = false;
  #stopIgnoring: (() => void) | undefined;

  constructor(deps: Output, plotter: PlotterClient, line: StatusLine) {
    this.#deps = deps;
    this.#plotter = plotter;
    this.#line = line;
    this.#ignoreInput();
  }

  isAsked(job: Job): boolean {
    const { out, signal } = this.#deps;
    const { state } = job;
    if (state.state !== 'paused' || state.reason === undefined || !out.canAsk) {
      this.withdraw();
      return false;
    }
    if (this.#question === undefined) {
      this.#question = new AbortController();
      const asked = AbortSignal.any([signal, this.#question.signal]);
      this.#stopIgnoringInput();
      this.#line.clear();
      ask(out, `${plain(state.reason).replace(/[^.!?:…]$/, '$&.')} Press Enter to resume. `, asked)
        .finally(() => this.#ignoreInput())
        // If the position was lost, the origin must be confirmed, too.
        .then(() => resumeOrAsk({ out, signal: asked }, this.#plotter, job.id, false))
        // Ignore errors if the question was withdrawn or the job
        // was resumed elsewhere: the next event shows the state.
        .catch((error: unknown) => {
          if (error instanceof Failure) out.note(`Job ${job.id}: ${error.message}`);
        });
    }
    return true;
  }

  close(): void {
    this.withdraw();
    this.#isClosed = true;
    this.#stopIgnoringInput();
  }

  withdraw(): void {
    if (this.#question !== undefined) this.#deps.out.streams.stderr.write('\n');
    this.#question?.abort();
    this.#question = undefined;
  }

  #ignoreInput(): void {
    if (this.#deps.out.canAsk && !this.#isClosed) this.#stopIgnoring ??= ignoreTyping(this.#deps.out);
  }

  #stopIgnoringInput(): void {
    this.#stopIgnoring?.();
    this.#stopIgnoring = undefined;
  }
}
