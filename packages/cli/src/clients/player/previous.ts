import { defineCommand } from '../../command-line/command.ts';
import { exitCodes } from '../../terminal/exit-codes.ts';
import { connectPlayer } from './connect-player.ts';
import { showState } from './show-state.ts';

export const previous = defineCommand({
  summary: 'Play the file from its beginning, or the one before it',
  count: [0, 0],
  service: 'station',
  examples: ['stationery previous'],
  async run(context) {
    const player = await connectPlayer(context);
    showState(context.out, await player.previous({ signal: context.signal }));
    return exitCodes.good;
  },
});
