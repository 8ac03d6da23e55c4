import { defineCommand } from '../../command-line/command.ts';
import { exitCodes, Failure } from '../../terminal/exit-codes.ts';
import { connectPlayer, showState } from './show-state.ts';

export const volume = defineCommand({
  summary: 'Show or change the volume of a station',
  arguments: '[percent]',
  about: 'From 0 to 100, or a change such as +10. It never exceeds the cap of the station.',
  service: 'station',
  examples: ['stationery volume', 'stationery volume 40', 'stationery volume +10'],
  async run(context) {
    const { signal, out, args } = context;
    const [wanted] = args;
    const [, sign, digits] = /^([+-]?)(\d{1,3})%?$/.exec(wanted ?? '0') ?? [];
    if (digits === undefined || Number(digits) > 100)
      throw new Failure(
        `“${wanted}” is not a volume: use 0 to 100, or a change such as +10`,
        exitCodes.usage,
      );
    const player = await connectPlayer(context);
    const state = await player.state({ signal });
    if (wanted === undefined) showState(out, state);
    else {
      const change = sign === '-' ? -Number(digits) : Number(digits);
      const percent = sign === '' ? change : Math.min(100, Math.max(0, state.volume + change));
      showState(out, await player.set({ volume: percent }, { signal }));
    }
  },
});
