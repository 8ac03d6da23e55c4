import { writeFileSync } from 'node:fs';
import { messageOf, systemErrorCode } from '@stationery/core/errors';
import { defineCommand } from '../command.ts';
import { exitCodes, Failure } from '../exit-codes.ts';
import { counted } from '../terminal/words.ts';
import { bindingsOf } from './bindings-file.ts';

export const exportBindings = defineCommand({
  summary: 'Write the bindings to a file that another station takes',
  arguments: '[file]',
  count: [0, 1],
  takes: 'file',
  about:
    'Without a file they go to standard output. A file that is there is not written over without --force.',
  service: 'station',
  options: { force: { help: 'Write over a file that is there' } },
  examples: ['stationery bindings export kitchen.json', 'stationery bindings export | jq .bindings'],
  async run({ args: [path], options, out, signal, ...context }) {
    const station = await context.station();
    const { serial } = await station.settings({ signal });
    const content = bindingsOf(serial, await station.tags({ signal }));
    const text = `${JSON.stringify(content, null, 2)}\n`;
    if (path === undefined || path === '-') {
      out.streams.stdout.write(text);
      return exitCodes.good;
    }
    try {
      writeFileSync(path, text, { flag: options.force ? 'w' : 'wx' });
    } catch (error) {
      if (systemErrorCode(error) !== 'EEXIST')
        throw new Failure(`“${path}” cannot be written: ${messageOf(error)}`);
      throw new Failure(`“${path}” is there already; --force writes over it`);
    }
    out.result(content, () => out.line(`${path}  ${counted(content.bindings.length, 'binding')}`));
    return exitCodes.good;
  },
});
