import { writeFileSync } from 'node:fs';
import { messageOf, systemErrorCode } from '@stationery/core/errors';
import { type CommandGroup, defineCommand } from '../../command-line/command.ts';
import { exitCodes, Failure } from '../../terminal/exit-codes.ts';
import { counted } from '../../terminal/words.ts';
import { bindingsOf } from './bindings-file.ts';
import { importBindings } from './import.ts';

const exportBindings = defineCommand({
  summary: 'Save the bindings to a file, for another station',
  arguments: '[file]',
  completes: ['file'],
  about: 'Without a file they go to standard output. An existing file is only overwritten with --force.',
  service: 'station',
  options: { force: { help: 'Overwrite an existing file' } },
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
        throw new Failure(`can’t write “${path}”: ${messageOf(error)}`);
      throw new Failure(`“${path}” exists. Use --force to overwrite it`);
    }
    out.result(content, () => out.line(`${path}  ${counted(content.bindings.length, 'binding')}`));
  },
});

export const bindings: CommandGroup = {
  summary: 'Copy which file belongs to which tag from one station to another',
  commands: { export: exportBindings, import: importBindings },
  examples: [
    'stationery bindings export kitchen.json',
    'stationery bindings import kitchen.json --station http://attic.local',
    'stationery bindings import kitchen.json --station http://attic.local --apply',
  ],
};
