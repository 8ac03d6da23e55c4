import { writeFileSync } from 'node:fs';
import type { PalettePen } from '@stationery/client';
import type { DrawnDistance } from '@stationery/client/setup';
import { messageOf } from '@stationery/core/errors';
import { defineCommand } from '../../command-line/command.ts';
import { exitCodes, Failure, UsageError } from '../../terminal/exit-codes.ts';
import type { Output } from '../../terminal/output.ts';
import { readText } from '../../terminal/read-input.ts';
import { counted, plain } from '../../terminal/words.ts';
import { connectSetup } from './setup-client.ts';

export const pens = defineCommand({
  summary: 'List the pens that you own, save them to a file, or replace them',
  about: `The colours of a drawing are matched to these pens with “stationery plot drawing.svg --pens palette”. A file is a JSON
document: {"pens": [{"name": "Fine", "colour": "#000000", "widthMm": 0.3, "speedMmS": 40, "penDownHeight": 500, "delayMs": 100}]}; all
members except name and colour are optional. “-” is standard input or output. The distance of a pen counts from when it was added or replaced.`,
  service: 'plotter',
  options: {
    export: { placeholder: '<file.json>', help: 'Save the pens', completes: 'file' },
    replaced: { placeholder: '<pen>', help: 'Count the distance of a pen from 0' },
    import: { placeholder: '<file.json>', help: 'Replace the pens by those of a file', completes: 'file' },
  },
  examples: [
    'stationery plot pens',
    'stationery plot pens --export pens.json',
    'stationery plot pens --import pens.json',
    'stationery plot pens --replaced "Black 0.3"',
  ],
  async run({ options, out, signal, ...context }) {
    if ([options.export, options.import, options.replaced].filter((name) => name !== undefined).length > 1)
      throw new UsageError('--export, --import and --replaced can’t be used together');
    const plotter = await connectSetup(context);
    const owned =
      options.import === undefined
        ? await plotter.pens({ signal })
        : await plotter.setPens(pensIn(await readText(out.streams, options.import)), { signal });
    if (options.export !== undefined) return save(out, options.export, owned);
    const drawn = await (options.replaced === undefined
      ? plotter.drawnDistances({ signal })
      : plotter.replacePen(options.replaced, { signal }));
    out.result({ pens: owned, drawn }, () => writePens(out, owned, drawn));
  },
});

/** Parses the list only; the service validates the pens. */
function pensIn(text: string): PalettePen[] {
  try {
    const { pens: found } = JSON.parse(text) as { pens: PalettePen[] };
    if (Array.isArray(found)) return found;
  } catch {
    // The text is not JSON, or not an object.
  }
  throw new Failure('this is not a list of pens. Use a file that “stationery plot pens --export” has saved');
}

function save(out: Output, path: string, owned: readonly PalettePen[]): number {
  const document = `${JSON.stringify({ pens: owned }, null, 2)}\n`;
  if (path === '-') {
    out.streams.stdout.write(document);
    return exitCodes.good;
  }
  try {
    writeFileSync(path, document);
  } catch (error) {
    throw new Failure(`can’t write “${path}”: ${messageOf(error)}`);
  }
  out.result({ pens: owned }, () => out.line(`${counted(owned.length, 'pen')} saved in ${plain(path)}`));
  return exitCodes.good;
}

function writePens(out: Output, owned: readonly PalettePen[], drawn: readonly DrawnDistance[]): void {
  if (owned.length === 0) {
    out.note('There are no pens. Add them on the page, or with --import.');
    return;
  }
  const text = (value: number | undefined, unit: string) => (value === undefined ? '' : `${value}${unit}`);
  const metres = (distance: DrawnDistance | undefined) =>
    distance === undefined ? '' : `${(distance.drawnMm / 1000).toFixed(1)} m`;
  out.table(
    ['NAME', 'COLOUR', 'WIDTH', 'SPEED', 'HEIGHT', 'DELAY', 'SEAM', 'REFILL', 'DIP', 'DRAWN'],
    owned.map(
      ({ name, colour, widthMm, speedMmS, penDownHeight, delayMs, seamMm, refillM, refillMin, dip = '' }) => [
        plain(name),
        colour,
        text(widthMm, ' mm'),
        text(speedMmS, ' mm/s'),
        text(penDownHeight, ''),
        text(delayMs, ' ms'),
        text(seamMm, ' mm'),
        [text(refillM, ' m'), text(refillMin, ' min')].filter((each) => each !== '').join(', '),
        plain(dip),
        metres(drawn.find(({ pen }) => pen === name)),
      ],
    ),
  );
}
