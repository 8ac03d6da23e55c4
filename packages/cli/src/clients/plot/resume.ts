import { type Job, type PlotterClient, PlotterError } from '@stationery/client';
import { type CommandContext, defineCommand } from '../../command-line/command.ts';
import { confirm } from '../../terminal/ask.ts';
import { exitCodes, Failure } from '../../terminal/exit-codes.ts';
import { plain } from '../../terminal/words.ts';
import { jobTitle, stateWords } from './job-words.ts';
import { namedOrResumable } from './which-job.ts';

export const resume = defineCommand({
  summary: 'Resume a job',
  arguments: '[id]',
  completes: ['job'],
  about:
    'Without an id: the paused job, else the newest that was interrupted or is on hold. If the plotter may have lost its\nposition, asks whether the pen is at the origin of the drawing; without a terminal it needs --pen-at-origin.',
  service: 'plotter',
  options: { 'pen-at-origin': { help: 'Confirm that the pen is at the origin, if the position was lost' } },
  examples: [
    'stationery plot resume',
    'stationery plot resume 7',
    'stationery plot resume 7 --pen-at-origin',
  ],
  async run({ args: [text], options, out, signal, ...context }) {
    const plotter = await context.plotter();
    const id = await namedOrResumable(plotter, text, signal);
    const job = await resumeOrAsk({ out, signal }, plotter, id, options['pen-at-origin']);
    out.result(job, () => out.line(`${jobTitle(job)} ${stateWords(job)}`));
  },
});

/** Resumes a job. If the position was lost, asks the user at the terminal to confirm where the pen is. */
export async function resumeOrAsk(
  { out, signal }: Pick<CommandContext, 'out' | 'signal'>,
  plotter: PlotterClient,
  id: number,
  penAtOrigin: boolean,
): Promise<Job> {
  try {
    return await plotter.jobs.resume(id, { signal, penAtOrigin });
  } catch (error) {
    if (!(error instanceof PlotterError) || error.code !== 'position-lost') throw error;
    if (!out.canAsk) {
      throw new Failure(
        'the plotter may have lost its position. Move the pen to the origin of the drawing, then use --pen-at-origin',
        exitCodes.refused,
      );
    }
    out.note(plain('The plotter may have lost its position. Move the pen to the origin of the drawing.'));
    if (!(await confirm(out, 'Is the pen at the origin?', signal)))
      throw new Failure('not resumed', exitCodes.refused);
    return plotter.jobs.resume(id, { signal, penAtOrigin: true });
  }
}
