import { ServiceError } from '@stationery/client';
import { serialOf } from '../clients/tags/find-tag.ts';
import { type CommandGroup, defineCommand } from '../command-line/command.ts';
import { exitCodes, Failure, UsageError } from '../terminal/exit-codes.ts';

const models = ['mifare', 'mifare_classic'] as const;

const simulateTag = defineCommand({
  summary: 'Put a tag on the simulated reader of a running station, or take it off',
  arguments: '[serial]',
  about: 'The tag stays until it is removed or replaced.',
  service: 'station',
  options: {
    model: { placeholder: `<${models.join('|')}>`, help: 'Kind of tag, default: mifare' },
    take: { help: 'Take the tag off' },
  },
  examples: ['stationery simulate tag 0x04A2245A6B2C80', 'stationery simulate tag --take'],
  async run({ args: [word], options, out, signal, ...context }) {
    const { model = models[0], take } = options;
    if ((word === undefined) === !take)
      throw new UsageError('give a serial, for example 0x04A2245A6B2C80, or --take');
    const known = models.find((each) => each === model);
    if (known === undefined)
      throw new UsageError(`--model must be one of ${models.join(', ')}, not “${model}”`);
    const serial = word === undefined ? null : serialOf(word);
    const station = await context.station();
    try {
      if (serial === null) await station.simulator.take({ signal });
      else await station.simulator.put({ serial, model: known }, { signal });
    } catch (error) {
      if (!(error instanceof ServiceError && error.status === 404)) throw error;
      throw new Failure('this station has a real reader: put a tag on it yourself', exitCodes.refused);
    }
    out.result({ serial }, () =>
      out.line(serial === null ? 'The reader is empty.' : `${serial} is on the reader.`),
    );
  },
});

export const simulate: CommandGroup = {
  summary: 'Run a device in software',
  about: 'The plotter is on a real serial line that any program can open.',
  commands: {
    plotter: {
      summary: 'Run a simulated pen plotter',
      load: async () => (await import('./plotter.ts')).simulatePlotter,
    },
    tag: simulateTag,
  },
  examples: ['stationery simulate plotter --pty /tmp/plotter', 'stationery simulate tag 0x04A2245A6B2C80'],
};
