import { drawingTitles } from '@stationery/contract/drawing-formats';
import {
  type PlanFormatName,
  planFormatByName,
  planFormatNames,
  planFormats,
} from '@stationery/contract/plan-formats';
import { defineCommand } from '../../command-line/command.ts';
import { Failure, UsageError } from '../../terminal/exit-codes.ts';
import { plain } from '../../terminal/words.ts';
import { drawingOptions } from './drawing-options.ts';
import { machineFor } from './machine-for.ts';
import { summaryOf, writeSummary } from './plan-summary.ts';
import { planDrawing } from './planning-line.ts';
import { readDrawings } from './read-drawings.ts';
import { expectWritable, noteWritten, usesStandardOutput, writeFormat } from './write-plan.ts';

const endings = [...new Set(Object.values(planFormats).map((format) => `.${format.endings[0]}`))];

export const exportDrawing = defineCommand({
  summary: 'Save a planned drawing as a file',
  arguments: '<drawing…> <file>',
  maxArguments: 21,
  completes: ['file', 'file'],
  about: `Reads ${drawingTitles('or')}, or draws a picture (PNG or JPEG), places it on the paper, orders its strokes, and writes them; nothing is plotted. The
ending of the last file sets its format: ${endings.join(', ')}. “-” is standard input and output.`,
  service: 'plotter',
  options: {
    ...drawingOptions,
    format: {
      placeholder: '<format>',
      help: `${planFormatNames.slice(0, -1).join(', ')} or ${planFormatNames.at(-1)}`,
    },
  },
  examples: [
    'stationery plot export drawing.svg drawing.gcode --paper a4 --fit',
    'stationery plot export drawing.svg drawing.gcode --format gcode-marlin',
    'stationery plot export old-plot.hpgl drawing.svg',
  ],
  async run(asTyped) {
    const paths = asTyped.args.slice(0, -1);
    const target = asTyped.args.at(-1) ?? '';
    const isAside = usesStandardOutput([target], asTyped.out.json);
    const context = isAside ? { ...asTyped, out: asTyped.out.textOnStderr() } : asTyped;
    const { out } = context;
    const { readDrawingOptions } = await import('./read-drawing-options.ts');
    const asked = readDrawingOptions(context.options);
    const format = formatOf(context.options.format, target);
    await expectWritable(target);
    const files = await readDrawings(out.streams, paths);
    const { machine, palette } = await machineFor(context, true);
    const task = { files, options: { ...asked.options, machine, palette }, thinkMs: asked.thinkMs };
    const drawing = await planDrawing(context, task);
    if (drawing.plan.layers.length === 0)
      throw new Failure(`there is nothing to plot in “${plain(paths.join(', '))}”`);
    await writeFormat(asTyped.out.streams, target, drawing.plan, format, machine);
    noteWritten(out, 'The drawing is', target);
    out.result({ ...summaryOf(drawing), format }, () => writeSummary(out, drawing));
  },
});

function formatOf(asked: string | undefined, target: string): PlanFormatName {
  const names = planFormatNames.join(', ');
  const found =
    asked === undefined ? planFormatByName(target) : planFormatNames.find((name) => name === asked);
  if (found !== undefined) return found;
  throw new UsageError(
    asked === undefined
      ? `can’t tell the format of “${plain(target)}”: add --format with ${names}`
      : `--format must be one of ${names}, not “${plain(asked)}”`,
  );
}
