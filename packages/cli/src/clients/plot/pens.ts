import { writeFileSync } from 'node:fs';
import type { PalettePen } from '@stationery/client';
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
but name and colour may be left out. “-” is standard input or output.`,
  service: 'plotter',
  options: {
    export: { placeholder: '<file.json>', help: 'Save the pens', completes: 'file' },
    import: { placeholder: '<file.json>', help: 'Replace the pens by those of a file', completes: 'file' },
  },
  examples: [
    'stationery plot pens',
    'stationery plot pens --export pens.json',
    'stationery plot pens --import pens.json',
  ],
  async run({ options, out, signal, ...context }) {
    if (options.export !== undefined && options.import !== undefined)
      throw new UsageError('--export and --import can’t be used together');
    const plotter = await connectSetup(context);
    const owned =
      options.import === undefined
        ? await plotter.pens({ signal })
        : await plotter.setPens(pensIn(await readText(out.streams, options.import)), { signal });
    if (options.export !== undefined) return save(out, options.export, owned);
    out.result({ pens: owned }, () => writePens(out, owned));
    return exitCodes.good;
  },
});

/** The service checks the content. */
function pensIn(text: string): PalettePen[] {
  try {
    const { pens: found } = JSON.parse(text) as { pens: PalettePen[] };
    if (Array.isArray(found)) return found;
  } catch {
    // Not JSON, or not an object.
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

function writePens(out: Output, owned: readonly PalettePen[]): void {
  if (owned.length === 0) {
    out.note('There are no pens. Add them on the page, or with --import.');
    return;
  }
  const text = (value: number | undefined, unit: string) => (value === undefined ? '' : `${value}${unit}`);
  out.table(
    ['NAME', 'COLOUR', 'WIDTH', 'SPEED', 'HEIGHT', 'DELAY'],
    owned.map(({ name, colour, widthMm, speedMmS, penDownHeight, delayMs }) => [
      plain(name),
      colour,
      text(widthMm, ' mm'),
      text(speedMmS, ' mm/s'),
      text(penDownHeight, ''),
      text(delayMs, ' ms'),
    ]),
  );
}
