import { defineCommand } from '../command-line/command.ts';
import { plain } from '../terminal/words.ts';

export const name = defineCommand({
  summary: 'Show or change the name of a station',
  arguments: '[nickname]',
  service: 'station',
  examples: ['stationery name', 'stationery name Kitchen'],
  async run({ args: [nickname], out, signal, ...context }) {
    const station = await context.station();
    const info =
      nickname === undefined
        ? await station.settings({ signal })
        : await station.rename(nickname, { signal });
    out.result(info, () => {
      out.line(out.style('bold', plain(info.nickname)));
      out.line(`serial ${info.serial}, firmware ${info.fw_version}, hardware ${info.hw_version}`);
    });
  },
});
