import { defineCommand } from '../../command-line/command.ts';
import { exitCodes } from '../../terminal/exit-codes.ts';
import { connectPlayer } from './connect-player.ts';
import { showState } from './show-state.ts';

export const pause = defineCommand({
  summary: 'Pause what a station plays',
  count: [0, 0],
  service: 'station',
  examples: ['stationery pause'],
  async run(context) {
    const player = await connectPlayer(context);
    showState(context.out, await player.pause({ signal: context.signal }));
    return exitCodes.good;
  },
});
