import { defineCommand } from '../../command-line/command.ts';
import { UsageError } from '../../terminal/exit-codes.ts';
import { plain } from '../../terminal/words.ts';
import { named } from './named.ts';
import { connectPlayer } from './show-state.ts';

export const output = defineCommand({
  summary: 'Show the sound outputs of a station, or choose one',
  arguments: '[name]',
  about:
    'The name may be a part of the name, or the id. While the chosen output is missing, the default plays. Each output has its own volume.',
  service: 'station',
  options: { default: { help: 'Use the default of the player' } },
  examples: ['stationery output', 'stationery output headphones', 'stationery output --default'],
  async run(context) {
    const { signal, out, options, args } = context;
    const [word] = args;
    if (word !== undefined && options.default) throw new UsageError('give either a name or --default');
    const client = await connectPlayer(context);
    let known = await client.outputs({ signal });
    if (options.default) known = await client.chooseOutput(null, { signal });
    else if (word !== undefined) known = await client.chooseOutput(named(known.outputs, word).id, { signal });
    out.result(known, () => {
      if (!known.can_choose) {
        out.note('The open page plays. Choose the output on its phone or computer.');
        return;
      }
      const line = (isChosen: boolean, name: string, more: string) =>
        out.line(`${isChosen ? '*' : ' '} ${plain(name)}${more}`);
      line(known.output === null, 'Default', '');
      for (const { id, name, connected, volume } of known.outputs)
        line(
          id === known.output,
          name,
          connected ? (volume === null ? '' : `, ${volume} %`) : ', not connected: the default plays',
        );
    });
  },
});
