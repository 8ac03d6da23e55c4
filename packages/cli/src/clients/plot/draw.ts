import { basename } from 'node:path';
import { drawingTitles } from '@stationery/contract/drawing-formats';
import type { FilePlan, PlotJob } from '@stationery/drawing';
import { type CommandContext, defineCommand } from '../../command-line/command.ts';
import { exitCodes, Failure } from '../../terminal/exit-codes.ts';
import type { Streams } from '../../terminal/output.ts';
import { StatusLine } from '../../terminal/status-line.ts';
import { counted, plain } from '../../terminal/words.ts';
import { drawingOptions, outputOptions } from './drawing-options.ts';
import { followQueued } from './follow-job.ts';
import { machineFor } from './machine-for.ts';
import { marksText, summaryOf, writeSummary } from './plan-summary.ts';
import { planDrawing } from './planning-line.ts';
import { readDrawings } from './read-drawings.ts';
import { expectWritable, noteWritten, usesStandardOutput, writeFormat, writePreview } from './write-plan.ts';

export const plotOptions = { ...drawingOptions, ...outputOptions };
type Context = CommandContext<typeof plotOptions>;

export const draw = defineCommand({
  summary: 'Plan and plot a drawing',
  arguments: '<drawing…>',
  maxArguments: 20,
  completes: ['file'],
  about: `Reads ${drawingTitles('or')}, or draws a picture (PNG or JPEG), places it on the paper, orders its strokes, and queues them as a job that pauses at every change of
pen. Several drawings lie on one sheet, in rows or where --place puts them. “-” is standard input. Ctrl+C stops watching; the job continues.`,
  service: 'plotter',
  options: plotOptions,
  examples: [
    'stationery plot drawing.svg --paper a4 --margin 10mm --fit --dry-run --preview out.svg',
    'stationery plot drawing.svg --paper a4 --margin 10mm --fit',
    'stationery plot drawing.svg --pens palette --layer "Frame:speed=20,passes=2"',
    'stationery plot drawing.svg --operations "hatch pen=0.3mm angle=30; hide"',
    'stationery plot leaf.svg flower.svg --paper a3 --operations "arrange columns=2 gap=10mm"',
    'stationery plot leaf.svg flower.svg --paper a3 --place "1@80,100 2@200,100*0.5/90 2@200,200*0.5"',
    'stationery plot sticker.svg --paper a4 --copies fill',
    'stationery plot map.svg --pens colours --think 30s --detach',
    'stationery plot photo.jpg --style stipple --points 20000 --picture-size 180mm',
  ],
  run: (context) =>
    plotFiles(context, (streams) => readDrawings(streams, context.args), nameOf(context.args)),
});

export async function plotFiles(
  asTyped: Context,
  read: (streams: Streams) => Promise<readonly Uint8Array[]>,
  name: string,
): Promise<number> {
  const { preview, travel, commands } = asTyped.options;
  const { streams, json } = asTyped.out;
  const isAside = usesStandardOutput([preview, commands], json);
  const context = isAside ? { ...asTyped, out: asTyped.out.textOnStderr() } : asTyped;
  const { out } = context;
  // Imports the reader only here, so that other commands start faster.
  const { readDrawingOptions } = await import('./read-drawing-options.ts');
  const asked = readDrawingOptions(context.options);
  for (const written of [preview, commands]) if (written !== undefined) await expectWritable(written);
  const files = await read(out.streams);
  const { machine, palette } = await machineFor(context, context.options['dry-run']);
  const task = { files, options: { ...asked.options, machine, palette }, thinkMs: asked.thinkMs };
  const drawing = await planDrawing(context, task);
  if (drawing.plan.layers.length === 0) throw nothingToDraw(name, drawing);
  const { plotJob, registerMarks } = await import('./drawing-parts.ts');
  const summarise = () => {
    writeSummary(out, drawing);
    if (asked.options.marks !== undefined)
      out.line(`marks    ${marksText(registerMarks(asked.options.marks))}`);
  };
  if (preview !== undefined) {
    await writePreview(streams, preview, drawing.plan, travel);
    noteWritten(out, 'The preview is', preview);
  }
  if (commands !== undefined) {
    await writeFormat(streams, commands, drawing.plan, 'commands', machine);
    noteWritten(out, 'The commands are', commands);
  }
  if (context.options['dry-run']) {
    out.result(summaryOf(drawing), () => {
      summarise();
      out.note('Nothing was plotted (--dry-run).');
    });
    return exitCodes.good;
  }
  summarise();
  return queue(context, plotJob(drawing.plan, machine), name);
}

const maxNameLength = 200;

function nameOf(paths: readonly string[]): string {
  const names = paths.map((path) => (path === '-' ? 'standard input' : basename(path)));
  return names.join(', ').slice(0, maxNameLength);
}

/** The message includes the warnings: they tell whether the drawing is empty or only lies outside the paper. */
function nothingToDraw(name: string, { plan, notes }: FilePlan): Failure {
  const why = [...plan.warnings, ...notes].map(({ text }) => ` ${text.replace(/\.?$/, '.')}`).join('');
  return new Failure(`there is nothing to plot in “${plain(name)}”.${why}`);
}

async function queue(context: Context, plotted: PlotJob, fileName: string): Promise<number> {
  const { out, signal } = context;
  const { commands, pauses, pens, stepsPerMm, marks, foundMarks } = plotted;
  const plotter = await context.plotter();
  const name = context.options.name ?? fileName;
  const line = new StatusLine(out);
  line.show(`Sending ${counted(commands.length, 'command')} …`, true);
  const job = await plotter
    .queueJob(
      {
        commands: [...commands],
        pauses: [...pauses],
        pens: [...pens],
        ...(foundMarks.length > 0 && { foundMarks: [...foundMarks] }),
        marks: [...marks],
        stepsPerMm,
        liftPenOnFailure: true,
        name,
        // The sheet already has ink on it: with `--from`, for example, it has the strokes that are skipped now.
        ...((context.options['same-sheet'] ||
          context.options.from !== undefined ||
          context.options.marks !== undefined) && { newSheet: false }),
      },
      { signal },
    )
    .finally(() => line.clear());
  return followQueued(context, plotter, job);
}
