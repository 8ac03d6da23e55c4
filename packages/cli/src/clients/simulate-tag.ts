import { ServiceError } from '@stationery/client';
import { SettingError } from '@stationery/core/settings';
import { defineCommand } from './command.ts';
import { exitCodes, Failure } from './exit-codes.ts';
import { serialOf } from './tags/find-tag.ts';

const models = ['mifare', 'mifare_classic'] as const;

export const simulateTag = defineCommand({
  summary: 'Lay a tag on the simulated reader of a station, or take it off',
  arguments: '[serial]',
  count: [0, 1],
  about: 'It lies there until it is taken off or another one is laid there.',
  service: 'station',
  options: {
    model: { placeholder: `<${models.join('|')}>`, help: 'What kind of tag it is, default: mifare' },
    take: { help: 'Take off what lies there' },
  },
  examples: ['stationery simulate tag 0x04A2245A6B2C80', 'stationery simulate tag --take'],
  async run({ args: [word], options, out, signal, ...context }) {
    const { model = models[0], take } = options;
    if ((word === undefined) === !take)
      throw new SettingError('give a serial such as 0x04A2245A6B2C80, or --take');
    const known = models.find((each) => each === model);
    if (known === undefined)
      throw new SettingError(`--model must be one of ${models.join(', ')}, not “${model}”`);
    const station = await context.station();
    try {
      if (word === undefined) await station.simulator.take({ signal });
      else await station.simulator.put({ serial: serialOf(word), model: known }, { signal });
    } catch (error) {
      if (!(error instanceof ServiceError && error.status === 404)) throw error;
      throw new Failure(
        'the reader of this station is a real one: lay a tag on it by hand',
        exitCodes.refused,
      );
    }
    const serial = word === undefined ? null : serialOf(word);
    out.result({ serial }, () =>
      out.line(serial === null ? 'Nothing lies on the reader.' : `${serial} lies on the reader.`),
    );
    return exitCodes.good;
  },
});
