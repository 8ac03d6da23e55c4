import type { MachinePreset } from '@stationery/client';
import type { Drivers, PlotterSetup } from '@stationery/client/setup';
import { driverNames } from '@stationery/contract/driver-names';
import { didYouMean } from '../../command-line/closest.ts';
import { type CommandContext, defineCommand } from '../../command-line/command.ts';
import { ask } from '../../terminal/ask.ts';
import { exitCodes, UsageError } from '../../terminal/exit-codes.ts';
import type { Output } from '../../terminal/output.ts';
import { plain } from '../../terminal/words.ts';
import { guidedTest } from './guided-test.ts';
import { connectSetup } from './setup-client.ts';

export const setup = defineCommand({
  summary: 'Say which plotter this is, and test it',
  about: `Asks which plotter is connected, saves a profile for it, and tests it step by step: pen up, pen down, 10 mm right, 10 mm
towards you. The answers correct axes, scale and pen heights. Without a terminal, give --preset; nothing moves then.`,
  service: 'plotter',
  options: {
    list: { help: 'Only list the presets and the drivers' },
    detect: { help: 'Only ask the machine what it is; nothing moves' },
    preset: { placeholder: '<preset>', help: 'Which plotter it is, for example axidraw-v3; see --list' },
    driver: {
      placeholder: `<${['auto', ...driverNames].join('|')}>`,
      help: 'Only choose the driver, and leave the profiles as they are',
    },
    port: { placeholder: '<path>', help: 'The port that the plotter is at' },
    name: { placeholder: '<text>', help: 'Name of the profile; default: the name of the preset' },
    'no-test': { help: 'Do not test the plotter' },
  },
  examples: [
    'stationery plot setup',
    'stationery plot setup --list',
    'stationery plot setup --preset axidraw-v3 --port /dev/ttyACM0',
    'stationery plot setup --preset fluidnc --name "Workshop" --json',
    'stationery plot setup --driver auto',
  ],
  async run(context) {
    const { options, out, signal } = context;
    const machine = await connectSetup(context);
    const known = await machine.drivers({ signal });
    if (options.list) return list(out, known);
    const plotter = await context.plotter();
    if (options.port !== undefined) await plotter.choosePort(options.port, { signal });
    if (options.detect) return detect(context, machine);
    if (options.driver !== undefined) {
      const status = await machine.chooseDriver(readChoice(options.driver, known), { signal });
      out.result(status, () => out.line(`Driver: ${status.driver} (chosen: ${options.driver}).`));
      return exitCodes.good;
    }
    const preset = await choosePreset(context, options.preset, known);
    await machine.usePreset(preset, { name: options.name, signal });
    if (!options['no-test'] && out.canAsk && !out.json) await guidedTest({ out, plotter, signal });
    const result = await plotter.machine({ signal });
    out.result(result, () => out.line(`Saved: “${plain(result.name)}”, driver ${preset.driver}.`));
  },
});

function list(out: Output, known: Drivers): number {
  out.result(known, () => {
    out.table(
      ['PRESET', 'DRIVER', 'PLOTTER'],
      known.presets.map(({ id, driver, title }) => [id, driver, title]),
    );
    out.line(`Chosen driver: ${known.choice} (settings: ${known.configured})`);
  });
  return exitCodes.good;
}

async function detect({ out, signal }: Pick<CommandContext, 'out' | 'signal'>, machine: PlotterSetup) {
  const found = await machine.detectDriver({ signal });
  out.result(found, () => {
    if (found.driver !== null) out.line(`This is a machine for the driver ${found.driver}.`);
    else out.line('Not recognised. Choose the plotter with “stationery plot setup”.');
    for (const line of found.lines) out.note(`  ${plain(line)}`);
  });
  return found.driver === null ? exitCodes.failed : exitCodes.good;
}

function readChoice(text: string, { drivers }: Drivers): Drivers['choice'] {
  const names = ['auto', ...drivers.map(({ name }) => name)];
  if (!names.includes(text))
    throw new UsageError(`there is no driver “${text}”. Drivers: ${names.join(', ')}`);
  return text as Drivers['choice'];
}

async function choosePreset(
  { out, signal }: Pick<CommandContext, 'out' | 'signal'>,
  wanted: string | undefined,
  { presets }: Drivers,
): Promise<MachinePreset> {
  const ids = presets.map(({ id }) => id);
  const find = (text: string) =>
    presets.find(({ id, title }) => [id, title.toLowerCase()].includes(text.toLowerCase())) ??
    presets[/^\d{1,2}$/.test(text) ? Number(text) - 1 : -1];
  if (wanted !== undefined) {
    const found = presets.find(({ id }) => id === wanted);
    if (found !== undefined) return found;
    throw new UsageError(
      `there is no preset “${wanted}”${didYouMean(wanted, ids) || `. Presets: ${ids.join(', ')}`}`,
    );
  }
  if (!out.canAsk) throw new UsageError(`not a terminal: use --preset. Presets: ${ids.join(', ')}`);
  out.note('Which plotter is this?');
  for (const [at, { title }] of presets.entries()) out.note(`  ${at + 1}  ${title}`);
  for (;;) {
    const text = (await ask(out, `Number or name [1-${presets.length}]: `, signal)).trim();
    const found = find(text);
    if (found !== undefined) return found;
    if (text !== '') out.note(`There is no plotter “${plain(text)}” in the list.`);
  }
}
