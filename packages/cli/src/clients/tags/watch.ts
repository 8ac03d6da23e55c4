import { defineCommand } from '../../command-line/command.ts';
import { exitCodes } from '../../terminal/exit-codes.ts';
import { plain } from '../../terminal/words.ts';

export const watch = defineCommand({
  summary: 'Show every tag that is put on the reader or taken off',
  about: 'Runs until Ctrl+C. With --json every event is one line.',
  service: 'station',
  examples: ['stationery tags watch', 'stationery tags watch --json | jq .filename'],
  async run({ out, signal, ...context }) {
    const station = await context.station();
    const onState = ({ state }: { state: string }) => {
      if (state === 'lost') out.note('The connection is lost. Reconnecting …');
    };
    for await (const { name, data } of station.events({ signal, onState })) {
      if (name === 'snapshot') out.note('Watching. Stop with Ctrl+C.');
      if (name !== 'tap.on' && name !== 'tap.off') continue;
      const { serial, id, filename } = data;
      const known = id === null ? 'new tag' : filename === null ? 'no file' : plain(filename);
      const word = name === 'tap.on' ? out.style('green', 'on ') : out.style('dim', 'off');
      out.event({ event: name, ...data }, () => out.line(`${word}  ${serial}  ${known}`));
    }
    return exitCodes.interrupted;
  },
});
