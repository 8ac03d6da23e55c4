import { setImmediate } from 'node:timers/promises';
import type { Job } from '@stationery/client';
import { defineCommand } from '../../command-line/command.ts';
import { Failure, UsageError } from '../../terminal/exit-codes.ts';
import { readBytes } from '../../terminal/read-input.ts';
import { counted } from '../../terminal/words.ts';
import { jobTitle, stateWords } from './job-words.ts';
import { readJobId } from './which-job.ts';
import { expectWritable, noteWritten, usesStandardOutput, write } from './write-plan.ts';

/** Jobs with more commands are refused, because their commands would take hundreds of megabytes of memory. */
const maxCommands = 1_000_000;

export const checkPhoto = defineCommand({
  summary: 'Find missing strokes in a photo of the plotted sheet',
  arguments: '<id> <photo>',
  completes: ['job', 'file'],
  about: `The photo (PNG or JPEG) shows the whole sheet with its registration marks. Without marks, --points says where four places
are in the photo, in pixels; without --points, the places are listed. --plot queues the missing strokes as a new job.`,
  service: 'plotter',
  options: {
    points: {
      placeholder: '<list>',
      help: 'Places in the photo, in pixels from its top left: "120,80; 3900,120; 3880,2900; 140,2870"',
    },
    preview: {
      placeholder: '<file>',
      help: 'Write an SVG that shows missing strokes in red',
      completes: 'file',
    },
    plot: { help: 'Plot the missing strokes' },
  },
  examples: [
    'stationery plot check-photo 7 photo.jpg --preview missing.svg',
    'stationery plot check-photo 7 photo.jpg --plot',
    'stationery plot check-photo 7 photo.jpg --points "120,80; 3900,120; 3880,2900; 140,2870"',
  ],
  async run(context) {
    const { args, options, out, signal } = context;
    const [id, points] = [readJobId(args[0] ?? ''), readPoints(options.points)];
    usesStandardOutput([options.preview], out.json);
    if (options.preview !== undefined) await expectWritable(options.preview);
    const file = await readBytes(out.streams, args[1] ?? '');
    const parts = await import('./drawing-parts.ts');
    const plotter = await context.plotter();
    const [job, machine] = await Promise.all([plotter.jobs.get(id, { signal }), plotter.machine({ signal })]);
    const stepsPerMm = job.stepsPerMm ?? machine.stepsPerMm;
    if (job.total > maxCommands)
      throw new Failure(`job ${id} has too many commands to be compared with a photo`);
    const commands = (await plotter.jobs.commands(id, { signal })).trim().split('\n');
    const plotted = { commands, pens: job.pens, stepsPerMm, isRelative: machine.coordinates === 'relative' };
    const sheet = {
      strokes: parts.plottedStrokes(plotted),
      marks: job.marks,
      colours: job.pens.map(({ colour }) => colour),
    };
    const { missing } = await compared().catch((error: unknown) => {
      if (error instanceof parts.PhotoError && error.problem === 'no-marks')
        throw new Failure(
          `the marks were not found. Take the photo again with the whole sheet in view, or use --points with the places of: ${parts
            .referencePoints(sheet)
            .map(({ xMm, yMm }) => `${xMm.toFixed(1)},${yMm.toFixed(1)} mm`)
            .join('; ')}`,
        );
      if (error instanceof parts.PhotoError || error instanceof parts.DrawingError)
        throw new Failure(error.message);
      throw error;
    });
    if (options.preview !== undefined) {
      await write(out.streams, options.preview, [parts.missingSvg(sheet.strokes, missing)]);
      noteWritten(out, 'The preview is', options.preview);
    }
    const strokes = new Set(missing.map(({ stroke }) => stroke)).size;
    const found =
      strokes === 0
        ? `all ${counted(sheet.strokes.length, 'stroke')} are on the sheet`
        : `${strokes} of ${counted(sheet.strokes.length, 'stroke')} ${strokes === 1 ? 'is missing, or a part of it' : 'are missing, or parts of them'}`;
    const queued = options.plot && strokes > 0 ? await plotMissing() : undefined;
    out.result({ strokes: sheet.strokes.length, missing, ...(queued && { job: queued }) }, () => {
      out.line(found);
      if (queued !== undefined) out.line(`${jobTitle(queued)} ${stateWords(queued)}`);
    });

    async function compared() {
      const { photo, scale } = await parts.decodePhoto(file);
      return parts.checkPhoto(
        photo,
        sheet,
        points?.map(({ x, y }) => ({ x: x * scale, y: y * scale })),
      );
    }

    async function plotMissing(): Promise<Job> {
      // The service may have closed the idle connection while the photo blocked the event loop. Node notices this
      // only when the loop runs, so let it turn twice.
      for (let turn = 0; turn < 2; turn++) await setImmediate();
      return plotter.queueJob(
        {
          ...parts.jobOfParts(plotted, missing),
          stepsPerMm,
          marks: job.marks,
          liftPenOnFailure: true,
          newSheet: false,
          name: `${(job.name ?? `job ${id}`).slice(0, 180)} (missing)`,
        },
        { signal },
      );
    }
  },
});

function readPoints(text: string | undefined): { x: number; y: number }[] | undefined {
  if (text === undefined) return undefined;
  const points = text.split(';').map((pair) => {
    const [x, y, ...more] = pair.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
    if (more.length > 0 || !Number.isFinite(x) || !Number.isFinite(y))
      throw new UsageError(
        `“${pair.trim()}” is not a place in a photo. Example: --points "120,80; 3900,120; 3880,2900"`,
      );
    return { x: x!, y: y! };
  });
  if (points.length < 3 || points.length > 4) throw new UsageError('--points needs three or four places');
  return points;
}
