import { defineCommand } from '../../command-line/command.ts';
import { exitCodes } from '../../terminal/exit-codes.ts';
import { connectPlayer } from './connect-player.ts';
import { showState } from './show-state.ts';

export const next = defineCommand({
  summary: 'Skip to the next file',
  count: [0, 0],
  service: 'station',
  examples: ['stationery next'],
  async run(context) {
    const player = await connectPlayer(context);
    showState(context.out, await player.next({ signal: context.signal }));
    return exitCodes.good;
  },
});
